import type { Admin } from "#shared/people/people.ts";
import { useCurrentUserId, useOwnName } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { AdminRow } from "./admins/admin-row.tsx";
import { FindCandidates } from "./admins/find-candidates.tsx";
import { adminListId, usePendingGrants, usePendingRemovals } from "./admins/use-admin-role.ts";

export function Admins() {
  const currentUserId = useCurrentUserId();
  const list = useList<Admin>({
    path: "/user-roles/admins",
    failureMessage: "Failed to fetch admins.",
  });
  const admins = useAdminsWithPending(list.items ?? []);
  return (
    <div className="grid gap-8">
      <section id={adminListId} tabIndex={-1} className="outline-none" aria-label="Admins">
        <ListView list={list} items={list.items && admins} noun="admins" loading="Loading admins" empty={null}>
          {() => (
            <ul className="person-rows">
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

/** Optimistic list. */
function useAdminsWithPending(admins: Admin[]): Admin[] {
  const given_by = useCurrentUserId();
  const given_by_name = useOwnName();
  const given = usePendingGrants();
  const taken = usePendingRemovals();
  const kept = admins.filter(({ id }) => !taken.some((person) => person.id === id));
  const added = given.filter(({ id }) => !kept.some((admin) => admin.id === id));
  return [
    ...kept,
    ...added.map(({ id, email, full_name, at }) => ({
      ...{ id, email, full_name, admin_since: at, given_by, given_by_name },
      ...{ is_first_admin: false, is_given_by_club: false, can: { take_admin_role: false } },
    })),
  ];
}
