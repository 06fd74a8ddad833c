import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type MembershipRequest, membershipRequestMessages } from "#shared/membership-requests.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/members/query-keys.ts";
import { toast } from "#web/ui/toast.ts";
import { toastFailure } from "../failure-toast.ts";

/** A request that is decided leaves its list; the list takes the focus that its buttons held. */
export const requestListId = "pending-requests";

/** Decides on a membership and says what came of it. It is busy until the list shows the decision. */
export function useDecision({ user_id, full_name, email }: MembershipRequest) {
  const client = useQueryClient();
  const { approved, rejected, approveFailed, rejectFailed } = membershipRequestMessages;
  const person = full_name ?? email;
  return useMutation({
    mutationFn: (decision: "approve" | "reject") =>
      callApi<MembershipRequest>("POST", `/membership-requests/${user_id}/${decision}`),
    onSuccess: (_, decision) =>
      toast({ title: decision === "approve" ? approved : rejected, description: `${person} will be told by email.` }),
    onError: (error, decision) => toastFailure(decision === "approve" ? approveFailed : rejectFailed, error),
    onSettled: async (_, error) => {
      await client.invalidateQueries({ queryKey: queryKeys.requests });
      if (!error) document.getElementById(requestListId)?.focus({ preventScroll: true });
    },
  });
}
