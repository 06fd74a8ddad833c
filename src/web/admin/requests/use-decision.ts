import { useMutation, useQueryClient } from "@tanstack/react-query";
import { decisionWords } from "#shared/decision-words.ts";
import { type MembershipRequest, membershipRequestMessages } from "#shared/membership-requests.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/members/query-keys.ts";
import { toast } from "#web/ui/toast.ts";
import { toastFailure } from "../failure-toast.ts";
import { focusAfterDecision } from "../focus-after-decision.ts";
import { isDecided } from "../is-decided.ts";

/** The list of pending requests, which takes the focus when the last one has left it. */
export const requestListId = "pending-requests";

/** Decides on a membership and says what came of it. It is busy until the list shows the decision. */
export function useDecision({ id, user_id, full_name, email }: MembershipRequest, ownId: string) {
  const client = useQueryClient();
  const { approved, rejected, approveFailed, rejectFailed } = membershipRequestMessages;
  const { toldByEmail, decidedBefore } = decisionWords;
  return useMutation({
    mutationFn: (decision: "approve" | "reject") =>
      callApi<MembershipRequest>("POST", `/membership-requests/${user_id}/${decision}`),
    onSuccess: ({ status, approved_by, approved_by_name }) =>
      toast({
        title: status === "approved" ? approved : rejected,
        description: approved_by === ownId ? toldByEmail(full_name ?? email) : decidedBefore(approved_by_name),
      }),
    onError: (error, decision) => toastFailure(decision === "approve" ? approveFailed : rejectFailed, error),
    onSettled: async (_, error) => {
      const moveFocus = focusAfterDecision(id, requestListId, false);
      await Promise.all(
        [queryKeys.requests, queryKeys.admins].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      if (!error || isDecided(error)) moveFocus();
    },
  });
}
