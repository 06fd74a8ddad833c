import type { AuditKind } from "#shared/audit/audit.ts";
import type { PlannedGuest, PlannedPerson } from "./sample-plan.ts";

interface AuditRow {
  created_at: Date;
  actor_id: string | null;
  kind: AuditKind;
  subject_id: string;
  details: Record<string, string>;
}

/** The rows that people's steps would have left behind, had they taken them on the site; oldest first. */
export function auditOf(people: readonly PlannedPerson[], guests: readonly PlannedGuest[]): AuditRow[] {
  const rows = [
    ...people.flatMap((person) => [
      ...invitation(person, person.times.invited),
      ...registration(person),
      ...review(person),
    ]),
    ...guests.flatMap((guest) => invitation(guest, guest.invited)),
  ];
  return rows.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

/** The club leaves no row of the invitations it makes itself. */
function invitation({ host_id, import_id, invitation_id }: PlannedPerson | PlannedGuest, invited: Date): AuditRow[] {
  if (!host_id) return [];
  const created = row(invited, host_id, "invitation_created", invitation_id);
  return import_id ? [row(invited, host_id, "member_imported", import_id), created] : [created];
}

/** Whom the club knew already it has approved itself. */
function registration(person: PlannedPerson): AuditRow[] {
  const { id, host_id, invitation_id, times, membership = "approved" } = person;
  const rows = [row(times.registered, id, "account_registered", id, { invitation_id })];
  if (person.is_imported) rows.push(row(times.registered, null, "membership_approved", id, { by: "import" }));
  if (person.email_verified !== false) rows.push(row(times.verified, id, "email_verified", id));
  if (host_id && !person.is_imported && membership !== "pending") {
    rows.push(row(times.decided, host_id, `membership_${membership}`, id));
  }
  return rows;
}

function review({ id, host_id, submission_id, times, profile, submission }: PlannedPerson): AuditRow[] {
  if (!profile) return [];
  const reviewer = host_id ?? id;
  const created = row(times.submitted, id, "submission_created", submission_id);
  const approved = row(times.reviewed, reviewer, "submission_approved", submission_id, { user_id: id });
  const rejected = row(times.reviewed, reviewer, "submission_rejected", submission_id, { user_id: id });
  const revised = row(times.revised, id, "submission_revised", submission_id);
  if (!submission) return [created, approved];
  if (submission.status === "rejected") return [created, rejected];
  return submission.admin_notes ? [created, rejected, revised] : [created];
}

const row = (
  created_at: Date,
  actor_id: string | null,
  kind: AuditKind,
  subject_id: string,
  details: Record<string, string> = {},
): AuditRow => ({ created_at, actor_id, kind, subject_id, details });
