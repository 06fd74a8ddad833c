import { deletionDays } from "#shared/deletion-requests/deletion-request-messages.ts";
import type { DeletionRequest } from "#shared/deletion-requests/deletion-requests.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { DataRequest } from "./data-request.tsx";
import { dataRequestListId } from "./use-execute-deletion.ts";

export function DataRequests() {
  const list = useList<DeletionRequest>({
    path: "/deletion-requests",
    failureMessage: "Failed to fetch data requests.",
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
