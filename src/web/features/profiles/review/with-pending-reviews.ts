import type { SubmissionReview } from "#shared/profile-reviews.ts";
import type { ReviewFilter } from "#shared/profile-submission-messages.ts";
import type { usePendingReviews } from "./use-review.ts";

interface Pending {
  underWay: ReturnType<typeof usePendingReviews>;
  filter: ReviewFilter;
  /** The current admin. */
  by: string | null;
}

/** Optimistic list. */
export const withPendingReviews = (
  submissions: SubmissionReview[],
  { underWay, filter, by }: Pending,
): SubmissionReview[] =>
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
