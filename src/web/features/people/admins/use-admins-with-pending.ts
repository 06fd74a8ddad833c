import type { Admin } from "#shared/admins.ts";
import { useCurrentUserId } from "#web/lib/use-current-user-id.ts";
import { useOwnName } from "#web/lib/use-own-name.ts";
import { usePendingGrants, usePendingRemovals } from "./use-admin-role.ts";

/** Optimistic list. */
export function useAdminsWithPending(admins: Admin[]): Admin[] {
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
