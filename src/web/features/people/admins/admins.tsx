import type { Admin } from "#shared/admins.ts";
import { userRoleMessages } from "#shared/membership-messages.ts";
import { useCurrentUserId } from "#web/lib/use-current-user-id.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { AdminRow } from "./admin-row.tsx";
import { FindCandidates } from "./find-candidates.tsx";
import { adminListId } from "./use-admin-role.ts";
import { useAdminsWithPending } from "./use-admins-with-pending.ts";

export function Admins() {
  const currentUserId = useCurrentUserId();
  const list = useList<Admin>({
    path: "/user-roles/admins",
    failureMessage: userRoleMessages.fetchFailed,
  });
  const admins = useAdminsWithPending(list.items ?? []);
  return (
    <div className="grid gap-8">
      <section id={adminListId} tabIndex={-1} className="outline-none" aria-label="Admins">
        <ListView list={list} items={list.items && admins} noun="admins" loading="Loading admins" empty={null}>
          {() => (
            <ul className="grid gap-4">
              {admins.map((admin) => (
                <li key={admin.id}>
                  <AdminRow admin={admin} isYou={admin.id === currentUserId} />
                </li>
              ))}
            </ul>
          )}
        </ListView>
      </section>
      <FindCandidates />
    </div>
  );
}
