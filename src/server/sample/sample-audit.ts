import type { AuditKind } from "#shared/audit-events.ts";
import type { SampleGuest } from "./sample-newcomers.ts";
import type { SamplePerson } from "./sample-people.ts";
import type { Timeline } from "./sample-timeline.ts";

/** A sample person with the rows that were made of them. */
export interface SettledPerson extends SamplePerson {
  id: string;
  /** Null for the first admins, on whom nobody decided. */
  host_id: string | null;
  times: Timeline;
  invitation_id?: string | undefined;
  import_id?: string | undefined;
  submission_id?: string | undefined;
}

/** A sample guest with the rows that were made of them. */
export interface SettledGuest extends SampleGuest {
  host_id: string;
  invited: Date;
  invitation_id?: string | undefined;
  import_id?: string | undefined;
}

interface AuditRow {
  created_at: Date;
  actor_id: string | null;
  kind: AuditKind;
  subject_id: string | null;
  details: string;
}

/** The rows that the same steps would have left behind, had people taken them on the site; oldest first. */
export function auditOf(people: readonly SettledPerson[], guests: readonly SettledGuest[]): AuditRow[] {
  const rows = [
    ...people.flatMap((person) => [...stepsIn(person), ...stepsToTheDirectory(person)]),
    ...guests.flatMap((guest) => invitation(guest, guest.invited)),
  ];
  return rows.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

function stepsIn(person: SettledPerson): AuditRow[] {
  const { id, host_id, times, membership = "approved", invitation_id = null } = person;
  const rows = [
    ...invitation(person, times.invited),
    row(times.registered, id, "account_registered", id, { invitation_id }),
  ];
  if (person.email_verified !== false) rows.push(row(times.verified, id, "email_verified", id));
  if (host_id && !person.is_imported && membership !== "pending") {
    rows.push(row(times.decided, host_id, `membership_${membership}`, id));
  }
  return rows;
}

/** The club leaves no row of the invitations it makes itself. */
function invitation({ host_id, import_id, invitation_id }: SettledPerson | SettledGuest, invited: Date): AuditRow[] {
  if (!host_id || !invitation_id) return [];
  const created = row(invited, host_id, "invitation_created", invitation_id);
  return import_id ? [row(invited, host_id, "member_imported", import_id), created] : [created];
}

function stepsToTheDirectory({ id, host_id, times, submission_id, review }: SettledPerson): AuditRow[] {
  if (!submission_id) return [];
  const created = row(times.submitted, id, "submission_created", submission_id);
  const reviewed = (kind: AuditKind) => row(times.reviewed, host_id ?? id, kind, submission_id, { user_id: id });
  if (!review) return [created, reviewed("submission_approved")];
  if (!review.admin_notes) return [created];
  const rejected = [created, reviewed("submission_rejected")];
  return review.status === "rejected"
    ? rejected
    : [...rejected, row(times.revised, id, "submission_revised", submission_id)];
}

const row = (
  created_at: Date,
  actor_id: string,
  kind: AuditKind,
  subject_id: string,
  details: Record<string, string | null> = {},
): AuditRow => ({ created_at, actor_id, kind, subject_id, details: JSON.stringify(details) });
