import type { SubmissionReview } from "#shared/profile-submissions.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { positionLine } from "../directory/member-card.tsx";
import { ReviewActions } from "./review-actions.tsx";
import { AdminNotes, ReviewHistory, SubmittedProfile } from "./submitted-profile.tsx";

interface PendingSubmissionProps {
  submission: SubmissionReview;
  staysInList: boolean;
}

export function PendingSubmission({ submission, staysInList }: PendingSubmissionProps) {
  const { full_name, profile_image_url, admin_notes, history, can } = submission;
  return (
    <Card className="review-card">
      <div className="grid min-w-0 content-start gap-3.5">
        <div className="who">
          <Avatar name={full_name} imageUrl={profile_image_url} />
          <div>
            <h3 className="d4">{full_name}</h3>
            <p className="small muted">{positionLine(submission)}</p>
          </div>
        </div>
        <div className="grid justify-items-start gap-1.5">
          <StatusBadge status="pending" />
          <ReviewHistory history={history} />
        </div>
        <SubmittedProfile submission={submission} />
        {admin_notes && <AdminNotes label="Notes of the last rejection" notes={admin_notes} />}
      </div>
      {(can.approve || can.reject) && <ReviewActions submission={submission} staysInList={staysInList} />}
    </Card>
  );
}
