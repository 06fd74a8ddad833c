import type { Submission } from "#shared/member-profile-submissions.ts";
import { longDate } from "#web/lib/dates.ts";
import { StatusBadge } from "#web/members/status-badge.tsx";
import { PersonRow } from "../person-row.tsx";
import { AdminNotes } from "./admin-notes.tsx";

export function ReviewedSubmission({ submission }: { submission: Submission }) {
  const { full_name, profile_image_url, status, reviewed_at, admin_notes } = submission;
  return (
    <PersonRow
      name={full_name}
      imageUrl={profile_image_url}
      notes={reviewed_at && <p className="note num">Reviewed {longDate(reviewed_at)}</p>}
      end={<StatusBadge status={status} />}
    >
      {admin_notes && <AdminNotes label="Notes" notes={admin_notes} />}
    </PersonRow>
  );
}
