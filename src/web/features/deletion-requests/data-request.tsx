import { dataRequestMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import type { DeletionRequest } from "#shared/deletion-requests/deletion-requests.ts";
import { personName } from "#shared/people/person-name.ts";
import { longDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { clockText, daysLeft } from "./days-left.ts";
import { useExecuteDeletion } from "./use-execute-deletion.ts";

const urgentDays = 7;

export function DataRequest({ request }: { request: DeletionRequest }) {
  const { full_name, email, requested_at, due_at, can } = request;
  const days = daysLeft(due_at, Date.now());
  return (
    <PersonRow
      name={full_name}
      email={email}
      notes={
        <p className="note num">
          Requested {longDate(requested_at)}, due {longDate(due_at)}
        </p>
      }
      end={
        <>
          <Badge tone={days < urgentDays ? "refused" : "waiting"}>{clockText(days)}</Badge>
          {can.execute ? (
            <ExecuteDeletion request={request} />
          ) : (
            <p className="note">{dataRequestMessages.ownRequest}</p>
          )}
        </>
      }
    />
  );
}

function ExecuteDeletion({ request }: { request: DeletionRequest }) {
  const person = personName(request);
  const { mutate, isPending } = useExecuteDeletion(request);
  return (
    <ConfirmButton
      label="Delete account"
      labelEnd={`of ${person}`}
      title={`Delete the account of ${person}?`}
      text={dataRequestMessages.executeText(request)}
      cancelLabel="Not yet"
      busyLabel={isPending && "Deleting..."}
      variant="danger"
      onConfirm={(close) => mutate(undefined, { onSettled: close })}
    />
  );
}
