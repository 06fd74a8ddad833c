import { useState } from "react";
import type { DeletionRequest } from "#shared/deletion-requests.ts";
import { dataRequestMessages } from "#shared/your-data.ts";
import { longDate } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { PersonRow } from "../person-row.tsx";
import { clockText, daysLeft } from "./days-left.ts";
import { useCarryOut } from "./use-carry-out.ts";

const urgentDays = 7;

export function DataRequest({ request, isOwn }: { request: DeletionRequest; isOwn: boolean }) {
  const { full_name, email, requested_at, due_at } = request;
  const days = daysLeft(due_at, Date.now());
  const notes = (
    <>
      {full_name && <p className="small muted wrap-anywhere">{email}</p>}
      <p className="note num">
        Requested {longDate(requested_at)}, due {longDate(due_at)}
      </p>
    </>
  );
  return (
    <PersonRow
      name={full_name ?? email}
      notes={notes}
      end={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Badge tone={days < urgentDays ? "refused" : "waiting"}>{clockText(days)}</Badge>
          {isOwn ? <p className="note">{dataRequestMessages.ownRequest}</p> : <CarryOut request={request} />}
        </div>
      }
    />
  );
}

function CarryOut({ request }: { request: DeletionRequest }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useCarryOut(request);
  const person = request.full_name ?? request.email;
  return (
    <>
      <Button variant="danger" isSmall onClick={() => setAsking(true)}>
        Delete account<span className="sr-only"> of {person}</span>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete the account of ${person}?`}
        text="Account, profile, submission, invitations and mails that wait are deleted for good. This cannot be undone."
        confirmLabel="Delete account"
        cancelLabel="Not yet"
        busyLabel={isPending && "Deleting..."}
        onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
