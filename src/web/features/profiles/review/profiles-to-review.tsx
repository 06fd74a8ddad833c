import { type ReviewFilter, reviewFilters, reviewMessages } from "#shared/profile-review-messages.ts";
import type { SubmissionReview } from "#shared/profile-submissions.ts";
import { oneOf, useSearchState } from "#web/lib/search-state.ts";
import { useOwnName } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { PendingSubmission } from "./pending-submission.tsx";
import { ReviewedSubmission } from "./reviewed-submission.tsx";
import { reviewListId, usePendingReviews } from "./use-review.ts";

const reviewSearch = { status: oneOf(reviewFilters.map(({ value }) => value)) };

export function ProfilesToReview() {
  const {
    state: { status },
    change,
  } = useSearchState(reviewSearch);
  const list = useList<SubmissionReview>({
    path: "/member-profile-submissions",
    parameters: { status },
    failureMessage: reviewMessages.fetchFailed,
  });
  const ahead = { underWay: usePendingReviews(), filter: status, by: useOwnName() };
  return (
    <ViewRail
      heading="Profiles to Review"
      tools={
        <Segments
          label="Status"
          value={status}
          options={reviewFilters}
          onChange={(next) => change({ status: next }, { replace: true })}
        />
      }
    >
      <div id={reviewListId} tabIndex={-1} className="outline-none">
        <ListView
          list={list}
          items={list.items && withPendingReviews(list.items, ahead)}
          noun="submissions"
          loading={<CardSkeletons label="Loading submissions" className="grid gap-4" />}
          empty={emptyWords(status)}
        >
          {(submissions) => (
            <ul className="grid gap-4">
              {submissions.map((submission) => (
                <li key={submission.id} id={submission.id} tabIndex={-1}>
                  {submission.status === "pending" ? (
                    <PendingSubmission submission={submission} staysInList={status === ""} />
                  ) : (
                    <ReviewedSubmission submission={submission} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </ListView>
      </div>
    </ViewRail>
  );
}

const emptyWords = (status: string) =>
  status
    ? { title: `No ${status} submissions`, text: "Choose another status to see the rest." }
    : { title: "No submissions yet", text: "A profile that a member submits waits here for you." };

interface Pending {
  underWay: ReturnType<typeof usePendingReviews>;
  filter: ReviewFilter;
  /** The current admin. */
  by: string | null;
}

/** Optimistic list. */
const withPendingReviews = (submissions: SubmissionReview[], { underWay, filter, by }: Pending): SubmissionReview[] =>
  submissions.flatMap((submission) => {
    const review = underWay.find((one) => one.submission.id === submission.id);
    if (!review || submission.status !== "pending") return submission;
    if (filter === "pending") return [];
    const status = review.decision === "approve" ? "approved" : "rejected";
    const { at, admin_notes } = review;
    const history = [...submission.history, { kind: status, at, by } as const];
    const can = { approve: false, reject: false, revise: false };
    return { ...submission, status, reviewed_at: at, admin_notes, history, can };
  });
