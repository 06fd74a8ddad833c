import type { SubmissionReview } from "#shared/profiles/profile-submissions.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { AdminNotes, ReviewHistory, SubmittedProfile } from "./submitted-profile.tsx";

export function ReviewedSubmission({ submission }: { submission: SubmissionReview }) {
  const { full_name, profile_image_url, status, admin_notes, history } = submission;
  return (
    <PersonRow
      name={full_name}
      imageUrl={profile_image_url}
      notes={<ReviewHistory history={history} />}
      end={<StatusBadge status={status} />}
    >
      {admin_notes && <AdminNotes label="Notes" notes={admin_notes} />}
      <details className="fold">
        <summary>
          What was submitted<span className="sr-only"> by {full_name}</span>
        </summary>
        <div className="grid gap-3.5 pt-3">
          <SubmittedProfile submission={submission} />
        </div>
      </details>
    </PersonRow>
  );
}
