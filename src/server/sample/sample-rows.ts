import { createInvitationCode, invitationExpiry } from "../features/invitations/queries.ts";
import { toProfileRow } from "../features/profiles/profile-row.ts";
import type { PersonInput } from "./person-rows.ts";
import type { PlannedGuest, PlannedPerson } from "./sample-plan.ts";

export function personOf(person: PlannedPerson): PersonInput {
  const { id, host_id, times, membership: status = "approved", is_admin = false, is_imported = false } = person;
  const isKnown = is_admin || is_imported;
  return {
    id,
    email: person.email,
    full_name: person.full_name,
    email_verified: person.email_verified ?? true,
    status,
    is_admin,
    announced_at: times.registered,
    created_at: times.registered,
    decided_at: isKnown ? times.registered : times.decided,
    decided_by: isKnown || status === "pending" ? null : host_id,
  };
}

export const usedInvitationOf = ({ id, email, host_id, invitation_id, times }: PlannedPerson) => ({
  ...invitationOf(invitation_id, email, host_id, times.invited),
  used_at: times.registered,
  used_by: id,
});

export const openInvitationOf = ({ email, host_id, invitation_id, invited }: PlannedGuest) =>
  invitationOf(invitation_id, email, host_id, invited);

const invitationOf = (id: string, email: string, created_by: string | null, created_at: Date) => ({
  id,
  email,
  code: createInvitationCode(),
  created_at,
  expires_at: invitationExpiry(created_at),
  created_by,
});

export function importsOf(people: readonly PlannedPerson[], guests: readonly PlannedGuest[]) {
  const registered = people.map((person) => ({ ...person, invited: person.times.invited }));
  const waiting = guests.map((guest) => ({ ...guest, full_name: guest.imported_as ?? "" }));
  return [...registered, ...waiting].flatMap(({ import_id, full_name, email, host_id, invited }) =>
    import_id ? [{ id: import_id, full_name, email, created_by: host_id, created_at: invited }] : [],
  );
}

export function submissionsOf({ id, host_id, submission_id, full_name, times, profile, submission }: PlannedPerson) {
  if (!profile) return [];
  const { status, admin_notes = null } = submission ?? { status: "approved" };
  const isRevised = status === "pending" && admin_notes !== null;
  return [
    {
      ...toProfileRow({ full_name, ...profile }),
      id: submission_id,
      user_id: id,
      status,
      created_at: times.submitted,
      submitted_at: isRevised ? times.revised : times.submitted,
      reviewed_at: status === "pending" ? null : times.reviewed,
      reviewed_by: status === "pending" ? null : (host_id ?? id),
      admin_notes,
    },
  ];
}

export function profilesOf({ id, full_name, times, profile, submission, is_visible = true }: PlannedPerson) {
  if (!profile || submission) return [];
  const { reviewed: created_at } = times;
  return [{ ...toProfileRow({ full_name, ...profile }), user_id: id, is_visible, created_at, updated_at: created_at }];
}
