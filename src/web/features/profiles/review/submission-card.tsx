import { decisionMessages } from "#shared/audit/admin-messages.ts";
import type { SubmissionReview } from "#shared/profiles/profile-submissions.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { positionLine } from "../directory/member-card.tsx";
import { ReviewActions, type Reviewing } from "./review-actions.tsx";
import { AdminNotes, ReviewHistory, SubmittedProfile } from "./submitted-profile.tsx";

interface SubmissionCardProps {
  /** Pending, or decided since the list was opened. */
  submission: SubmissionReview;
  isDecidedByAnother: boolean;
  reviewing: Reviewing;
}

export function SubmissionCard({ submission, isDecidedByAnother, reviewing }: SubmissionCardProps) {
  const { full_name, profile_image_url, status, admin_notes, history, can } = submission;
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
          {isDecidedByAnother ? (
            <span className="note">{decisionMessages.decidedByAnother}</span>
          ) : (
            <StatusBadge status={status} />
          )}
          <ReviewHistory history={isDecidedByAnother ? history.slice(0, -1) : history} />
        </div>
        <SubmittedProfile submission={submission} />
        {admin_notes && !isDecidedByAnother && (
          <AdminNotes label={status === "pending" ? "Notes of the last rejection" : "Notes"} notes={admin_notes} />
        )}
      </div>
      {(can.approve || can.reject) && <ReviewActions submission={submission} reviewing={reviewing} />}
    </Card>
  );
}
