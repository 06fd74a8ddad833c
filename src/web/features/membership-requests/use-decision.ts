import { useMutation, useQueryClient } from "@tanstack/react-query";
import { decisionMessages } from "#shared/decision-messages.ts";
import { type MembershipRequest, membershipRequestMessages } from "#shared/membership-requests.ts";
import { callApi } from "#web/lib/api.ts";
import { toastFailure } from "#web/lib/failure-toast.ts";
import { isAlreadyDecidedError } from "#web/lib/is-already-decided-error.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useCurrentUserId } from "#web/lib/use-current-user-id.ts";
import { usePendingMutations } from "#web/lib/use-pending-mutations.ts";
import { toast } from "#web/ui/toast.ts";

interface Decision {
  request: MembershipRequest;
  decision: "approve" | "reject";
}

/** The list of pending requests, which takes the focus when the last one has left it. */
export const requestListId = "pending-requests";

const mutationKey = [...queryKeys.requests, "decide"];

/** The decisions that show already and of which the server has not said yet what came. */
export const usePendingDecisions = () => usePendingMutations<Decision>(mutationKey);

/** Decides on a membership and says what came of it. It is under way until the lists show the decision, or it is refused. */
export function useDecision() {
  const currentUserId = useCurrentUserId();
  const client = useQueryClient();
  const { approved, rejected, approveFailed, rejectFailed } = membershipRequestMessages;
  const { toldByEmail, decidedBefore } = decisionMessages;
  return useMutation({
    mutationKey,
    mutationFn: ({ request: { user_id }, decision }: Decision) =>
      callApi<MembershipRequest>("POST", `/membership-requests/${user_id}/${decision}`),
    onSuccess: ({ status, approved_by, approved_by_name, full_name, email }) =>
      toast({
        title: status === "approved" ? approved : rejected,
        description: approved_by === currentUserId ? toldByEmail(full_name ?? email) : decidedBefore(approved_by_name),
      }),
    onError: (error, { request: { full_name, email }, decision }) =>
      toastFailure(decision === "approve" ? approveFailed : rejectFailed, error, full_name ?? email),
    onSettled: async (_, error) => {
      const refreshed = Promise.all(
        [queryKeys.requests, queryKeys.admins].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      // A refusal is undone at once, also where the lists cannot be had.
      if (!error || isAlreadyDecidedError(error)) await refreshed;
    },
  });
}
