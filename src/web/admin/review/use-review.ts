import { useMutation, useQueryClient } from "@tanstack/react-query";
import { decisionWords } from "#shared/decision-words.ts";
import type { Submission } from "#shared/member-profile-submissions.ts";
import { reviewMessages } from "#shared/submission-messages.ts";
import { type ReviewedSubmission, reviewWords } from "#shared/submission-reviews.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/members/query-keys.ts";
import { toast } from "#web/ui/toast.ts";
import { toastFailure } from "../failure-toast.ts";
import { focusAfterDecision } from "../focus-after-decision.ts";
import { isDecided } from "../is-decided.ts";

type Review = { decision: "approve" } | { decision: "reject"; admin_notes: string | null };

/** The list of submissions, which takes the focus when the last one has left it. */
export const reviewListId = "submissions";

interface Reviewing {
  submission: Submission;
  /** The admin who reviews. */
  ownId: string;
  /** Whether the list shows it also once it is reviewed. */
  staysInList: boolean;
  /** Called once it is decided, by whomever. */
  onDecided: () => void;
}

/** Decides on a submission and says what came of it. It is busy until the list shows the decision. */
export function useReview({ submission: { id, full_name, submitted_at }, ownId, staysInList, onDecided }: Reviewing) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, ...body }: Review) =>
      callApi<ReviewedSubmission>("POST", `/member-profile-submissions/${id}/${decision}`, { submitted_at, ...body }),
    onSuccess: ({ status, reviewed_by, reviewed_by_name }) => {
      const isApproved = status === "approved";
      const words = isApproved ? reviewWords.nowInDirectory : decisionWords.toldByEmail;
      toast({
        title: isApproved ? reviewMessages.approved : reviewMessages.rejected,
        description: reviewed_by === ownId ? words(full_name) : decisionWords.decidedBefore(reviewed_by_name),
      });
    },
    onError: (error, { decision }) =>
      toastFailure(decision === "approve" ? reviewMessages.approveFailed : reviewMessages.rejectFailed, error),
    onSettled: async (_, error) => {
      const { profiles, submissions } = queryKeys;
      const moveFocus = focusAfterDecision(id, reviewListId, staysInList);
      await Promise.all([profiles, submissions].map((queryKey) => client.invalidateQueries({ queryKey })));
      if (error && !isDecided(error)) return;
      onDecided();
      moveFocus();
    },
  });
}
