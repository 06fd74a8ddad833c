import { useMutation, useQueryClient } from "@tanstack/react-query";
import { decisionMessages } from "#shared/audit/admin-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import { personName } from "#shared/people/person-name.ts";
import { isMailSent, toldWords } from "#web/features/system/system-query.ts";
import { callApi } from "#web/lib/api.ts";
import { isAlreadyDecidedError } from "#web/lib/decisions.ts";
import { usePendingMutations } from "#web/lib/pending-mutations.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

export interface Decision {
  request: MembershipRequest;
  decision: "approve" | "reject";
  reason?: string;
}

export const requestListId = "pending-requests";
export const recentDecisionsId = "recent-decisions";

const mutationKey = [...queryKeys.requests, "decide"];

export const usePendingDecisions = () => usePendingMutations<Decision>(mutationKey);

interface DecisionOptions {
  onRefused: (request: MembershipRequest) => void;
  /** By another admin, or the account is gone. */
  onDecidedBefore: (request: MembershipRequest) => void;
}

/** Pending until the lists are refetched or the server refuses. */
export function useDecision({ onRefused, onDecidedBefore }: DecisionOptions) {
  const currentUserId = useCurrentUserId();
  const client = useQueryClient();
  const { toldByEmail, decidedBefore } = decisionMessages;
  return useMutation({
    mutationKey,
    mutationFn: ({ request: { user_id }, decision, reason }: Decision) =>
      callApi<MembershipRequest>(
        "POST",
        `/membership-requests/${user_id}/${decision}`,
        reason ? { reason } : undefined,
      ),
    // The check runs in parallel with the request.
    onMutate: () => void isMailSent(client),
    onSuccess: async ({ status, approved_by, approved_by_name, full_name, email }) =>
      toast({
        title: status === "approved" ? "Membership approved" : "Membership rejected",
        description:
          approved_by === currentUserId
            ? await toldWords(client, personName({ full_name, email }), toldByEmail)
            : decidedBefore(approved_by_name),
      }),
    onError: (error, { request, decision }) => {
      const { full_name, email } = request;
      (isAlreadyDecidedError(error) ? onDecidedBefore : onRefused)(request);
      toastFailure(
        decision === "approve" ? "Failed to approve membership." : "Failed to reject membership.",
        error,
        personName({ full_name, email }),
      );
    },
    onSettled: async (_, error) => {
      const refreshed = Promise.all(
        [queryKeys.requests, queryKeys.admins].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      // Roll back at once on error, even if the lists cannot be refetched.
      if (!error || isAlreadyDecidedError(error)) await refreshed;
    },
  });
}
