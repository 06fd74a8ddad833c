import { useMutation, useQueryClient } from "@tanstack/react-query";
import { decisionMessages } from "#shared/audit/admin-messages.ts";
import { comparisonMessages } from "#shared/profiles/profile-submission-messages.ts";
import type { ReviewedSubmission, Submission, SubmissionReview } from "#shared/profiles/profile-submissions.ts";
import { isMailSent, toldWords } from "#web/features/system/system-query.ts";
import { callApi } from "#web/lib/api.ts";
import { isAlreadyDecidedError } from "#web/lib/decisions.ts";
import { usePendingMutations } from "#web/lib/pending-mutations.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

export interface Review {
  submission: SubmissionReview;
  decision: "approve" | "reject";
  admin_notes: string | null;
}

/** Takes focus when the last row is removed. */
export const reviewListId = "submissions";

const mutationKey = [...queryKeys.submissions, "review"];

export const usePendingReviews = () => usePendingMutations<Review>(mutationKey);

interface ReviewOptions {
  onRefused: (submission: Submission) => void;
  /** By another admin, or the submission is gone. */
  onDecidedBefore: (submission: Submission) => void;
  /** The callback also runs when somebody else has decided. */
  onDecided: () => void;
}

/** Pending until refetched or refused. */
export function useReview({ onRefused, onDecidedBefore, onDecided }: ReviewOptions) {
  const currentUserId = useCurrentUserId();
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ submission: { id, submitted_at }, decision, admin_notes }: Review) =>
      callApi<ReviewedSubmission>("POST", `/member-profile-submissions/${id}/${decision}`, {
        submitted_at,
        ...(decision === "reject" && { admin_notes }),
      }),
    // The check runs in parallel with the request.
    onMutate: () => void isMailSent(client),
    onSuccess: async ({ status, reviewed_by, reviewed_by_name }, { submission }) => {
      const { full_name } = submission;
      const isOwn = reviewed_by === currentUserId;
      if (!isOwn) onDecidedBefore(submission);
      const isApproved = status === "approved";
      const words = isApproved
        ? comparisonMessages.nowInDirectory(full_name)
        : await toldWords(client, full_name, decisionMessages.toldByEmail);
      toast({
        title: isApproved ? "Submission approved" : "Submission rejected",
        description: isOwn ? words : decisionMessages.decidedBefore(reviewed_by_name),
      });
    },
    onError: (error, { submission, decision }) => {
      (isAlreadyDecidedError(error) ? onDecidedBefore : onRefused)(submission);
      toastFailure(
        decision === "approve" ? "Failed to approve submission." : "Failed to reject submission.",
        error,
        submission.full_name,
      );
    },
    onSettled: async (_, error) => {
      const { profiles, submissions } = queryKeys;
      const refreshed = Promise.all([profiles, submissions].map((queryKey) => client.invalidateQueries({ queryKey })));
      // Roll back at once on error, even if the list cannot be refetched.
      if (error && !isAlreadyDecidedError(error)) return;
      await refreshed;
      onDecided();
    },
  });
}
