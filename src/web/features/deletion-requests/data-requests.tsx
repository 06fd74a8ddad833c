import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataRequestMessages, deletionDays } from "#shared/deletion-requests/deletion-request-messages.ts";
import type { DeletionRequest } from "#shared/deletion-requests/deletion-requests.ts";
import { personName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";

export function DataRequests() {
  const list = useList<DeletionRequest>({
    path: "/deletion-requests",
  });
  return (
    <ViewRail heading="Data Requests">
      <div id={dataRequestListId} tabIndex={-1} className="grid gap-4 outline-none">
        <p className="muted max-w-(--measure)">
          People who asked for the deletion of their account. The club promises it within {deletionDays} days; what
          nobody has carried out by then, it carries out by itself.
        </p>
        <ListView
          list={list}
          noun="requests"
          loading="Loading data requests"
          empty={{ title: "No data requests", text: "Nobody has asked for deletion." }}
        >
          {(requests) => (
            <ul className="person-rows">
              {requests.map((request) => (
                <li key={request.id}>
                  <DataRequest request={request} />
                </li>
              ))}
            </ul>
          )}
        </ListView>
      </div>
    </ViewRail>
  );
}

/** Takes focus when a row is removed. */
const dataRequestListId = "data-requests";

/** Invalidates every list that may contain the person. */
function useExecuteDeletion({ user_id }: DeletionRequest) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("POST", `/deletion-requests/${user_id}/execute`),
    onSuccess: () => toast({ title: "Account deleted" }),
    onError: (error) => toastFailure("Failed to delete the account.", error),
    onSettled: async (_, error) => {
      await client.invalidateQueries({ queryKey: queryKeys.dataRequests });
      if (error) return;
      document.getElementById(dataRequestListId)?.focus({ preventScroll: true });
      const others = [queryKeys.profiles, queryKeys.submissions, queryKeys.requests, queryKeys.invitations];
      await Promise.all(others.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

const urgentDays = 7;

function DataRequest({ request }: { request: DeletionRequest }) {
  const { full_name, email, requested_at, due_at, can } = request;
  const days = daysLeft(due_at, serverNow().getTime());
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
      busyLabel={isPending && "Deleting..."}
      variant="danger"
      onConfirm={(close) => mutate(undefined, { onSettled: close })}
    />
  );
}

const dayMilliseconds = 86_400_000;

/** Rounded up; 0 within a day, negative when overdue. */
export function daysLeft(due: string, now: number): number {
  const days = (Date.parse(due) - now) / dayMilliseconds;
  return days < 1 ? Math.floor(days) : Math.ceil(days);
}

export function clockText(days: number): string {
  if (days < 0) return "Overdue";
  if (days === 0) return "Due today";
  return days === 1 ? "1 day left" : `${days} days left`;
}
