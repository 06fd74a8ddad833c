import { decisionMessages } from "#shared/audit/admin-messages.ts";
import { reviewFilters } from "#shared/profiles/profile-review-messages.ts";
import type { SubmissionReview } from "#shared/profiles/profile-submissions.ts";
import { useKeptDecisions, withKept } from "#web/lib/kept-decisions.ts";
import { oneOf, useSearchState } from "#web/lib/search-state.ts";
import { useOwnName } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { positionLine } from "../directory/member-card.tsx";
import { ReviewActions, type Reviewing } from "./review-actions.tsx";
import { AdminNotes, ReviewHistory, SubmittedProfile } from "./submitted-profile.tsx";
import { type Review, reviewListId, usePendingReviews } from "./use-review.ts";

const reviewSearch = { status: oneOf(reviewFilters.map(({ value }) => value)) };

export function ProfilesToReview() {
  const {
    state: { status },
    change,
  } = useSearchState(reviewSearch);
  const list = useList<SubmissionReview>({
    path: "/member-profile-submissions",
    parameters: { status },
    failureMessage: "Failed to fetch submissions.",
  });
  const underWay = usePendingReviews();
  const by = useOwnName();
  const { kept, keep, refuse, markDecidedBefore, forgetAll } = useKeptDecisions<SubmissionReview>(
    underWay.map(({ submission }) => submission.id),
  );
  const reviewing = {
    onDecide: (review: Review) => {
      const decided = decidedAs({ ...review, at: new Date().toISOString(), by });
      keep(decided, decided.status === "approved" ? "approved" : "rejected");
    },
    onRefused: refuse,
    onDecidedBefore: markDecidedBefore,
  };
  const shown = list.items?.map((submission) => {
    const review = underWay.find((one) => one.submission.id === submission.id);
    return review && submission.status === "pending" ? decidedAs({ ...review, by }) : submission;
  });
  return (
    <ViewRail
      heading="Profiles to Review"
      tools={
        <Segments
          label="Status"
          value={status}
          options={reviewFilters}
          onChange={(next) => {
            forgetAll();
            change({ status: next }, { replace: true });
          }}
        />
      }
    >
      <div id={reviewListId} tabIndex={-1} className="outline-none">
        <ListView
          list={list}
          items={shown && withKept(shown, status === "pending" ? kept : [], ({ submitted_at }) => submitted_at)}
          noun="submissions"
          loading={<CardSkeletons label="Loading submissions" className="grid gap-4" />}
          empty={emptyWords(status)}
        >
          {(submissions) => (
            <ul className="grid gap-4">
              {submissions.map((submission) => {
                const decided = kept.find(({ item }) => item.id === submission.id);
                return (
                  <li
                    key={submission.id}
                    id={submission.id}
                    tabIndex={-1}
                    className="grid"
                    style={{ minHeight: decided?.height }}
                    data-decided={decided ? "" : undefined}
                  >
                    {decided || submission.status === "pending" ? (
                      <SubmissionCard
                        submission={submission}
                        isDecidedByAnother={decided?.status === null && status === "pending"}
                        reviewing={reviewing}
                      />
                    ) : (
                      <ReviewedSubmission submission={submission} />
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </ListView>
      </div>
    </ViewRail>
  );
}

const nothing = { approve: false, reject: false, revise: false };

const emptyWords = (status: string) =>
  status
    ? { title: `No ${status} submissions`, text: "Choose another status to see the rest." }
    : { title: "No submissions yet", text: "A profile that a member submits waits here for you." };

interface Decided extends Review {
  at: string;
  /** The current admin. */
  by: string | null;
}

/** As the server will show it. */
function decidedAs({ submission, decision, admin_notes, at, by }: Decided): SubmissionReview {
  const status = decision === "approve" ? "approved" : "rejected";
  const history = [...submission.history, { kind: status, at, by } as const];
  return { ...submission, status, reviewed_at: at, admin_notes, history, can: nothing };
}

interface SubmissionCardProps {
  /** Pending, or decided since the list was opened. */
  submission: SubmissionReview;
  isDecidedByAnother: boolean;
  reviewing: Reviewing;
}

function SubmissionCard({ submission, isDecidedByAnother, reviewing }: SubmissionCardProps) {
  const { full_name, profile_image_url, status, admin_notes, history, can } = submission;
  return (
    <Card className="review-card">
      <div className="grid min-w-0 content-start gap-3.5">
        <div className="who">
          <Avatar name={full_name} imageUrl={profile_image_url} />
          <div>
            <h2 className="d4">{full_name}</h2>
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

function ReviewedSubmission({ submission }: { submission: SubmissionReview }) {
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
