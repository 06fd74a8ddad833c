import { useMutation, useQueryClient } from "@tanstack/react-query";
import { decisionMessages } from "#shared/decision-messages.ts";
import { comparisonMessages, type ReviewedSubmission } from "#shared/profile-reviews.ts";
import { reviewMessages } from "#shared/profile-submission-messages.ts";
import type { Submission } from "#shared/profile-submissions.ts";
import { callApi } from "#web/lib/api.ts";
import { toastFailure } from "#web/lib/failure-toast.ts";
import { isAlreadyDecidedError } from "#web/lib/is-already-decided-error.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useCurrentUserId } from "#web/lib/use-current-user-id.ts";
import { usePendingMutations } from "#web/lib/use-pending-mutations.ts";
import { toast } from "#web/ui/toast.ts";

interface Review {
  submission: Submission;
  decision: "approve" | "reject";
  admin_notes: string | null;
}

/** The list of submissions, which takes the focus when the last one has left it. */
export const reviewListId = "submissions";

const mutationKey = [...queryKeys.submissions, "review"];

/** The reviews that show already and of which the server has not said yet what came. */
export const usePendingReviews = () => usePendingMutations<Review>(mutationKey);

/**
 * Decides on a submission and says what came of it. It is under way until the list shows the decision, or it is refused.
 * @param onDecided called once it is decided, by whomever.
 */
export function useReview(onDecided: () => void) {
  const currentUserId = useCurrentUserId();
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ submission: { id, submitted_at }, decision, admin_notes }: Review) =>
      callApi<ReviewedSubmission>("POST", `/member-profile-submissions/${id}/${decision}`, {
        submitted_at,
        ...(decision === "reject" && { admin_notes }),
      }),
    onSuccess: ({ status, reviewed_by, reviewed_by_name }, { submission: { full_name } }) => {
      const isApproved = status === "approved";
      const words = isApproved ? comparisonMessages.nowInDirectory : decisionMessages.toldByEmail;
      toast({
        title: isApproved ? reviewMessages.approved : reviewMessages.rejected,
        description:
          reviewed_by === currentUserId ? words(full_name) : decisionMessages.decidedBefore(reviewed_by_name),
      });
    },
    onError: (error, { submission: { full_name }, decision }) => {
      const { approveFailed, rejectFailed } = reviewMessages;
      toastFailure(decision === "approve" ? approveFailed : rejectFailed, error, full_name);
    },
    onSettled: async (_, error) => {
      const { profiles, submissions } = queryKeys;
      const refreshed = Promise.all([profiles, submissions].map((queryKey) => client.invalidateQueries({ queryKey })));
      // A refusal is undone at once, also where the lists cannot be had.
      if (error && !isAlreadyDecidedError(error)) return;
      await refreshed;
      onDecided();
    },
  });
}
