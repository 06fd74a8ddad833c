import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { invitationLifetimeDays, invitationMessages as messages } from "#shared/invitations/invitation-messages.ts";
import type { Invitation, InvitationInput } from "#shared/invitations/invitations.ts";
import { isMailSent } from "#web/features/system/system-query.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { usePendingMutations } from "#web/lib/pending-mutations.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** `onExisting` replaces the toast for invitation_exists. */
export function useCreateInvitation({ onExisting }: { onExisting: (email: string) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InvitationInput) => callApi<Invitation>("POST", "/invitations", input),
    // Beside the request, not after it.
    onMutate: () => void isMailSent(client),
    onSuccess: async ({ email }) => {
      const words = (await isMailSent(client)) ? messages.codeSent : messages.noMailServer;
      toast({ title: "Invitation Created", description: words(email) });
      return refreshList(client);
    },
    onError: (error, { email, replace }) => {
      const isExisting = error instanceof ApiError && error.problem.code === "invitation_exists";
      if (isExisting && !replace) onExisting(email);
      else toastFailure("Failed to create invitation.", error);
    },
  });
}

const deletionKey = [...queryKeys.invitations, "delete"];

export const usePendingDeletions = () => usePendingMutations<Invitation>(deletionKey);

export function useDeleteInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: deletionKey,
    mutationFn: ({ id }: Invitation) => callApi<Invitation>("DELETE", `/invitations/${id}`),
    onSuccess: (_, { email }) =>
      toast({ title: "Invitation Deleted", description: `The code for ${email} no longer works.` }),
    onError: (error, { email }) => toastFailure("Failed to delete invitation.", error, email),
    onSettled: (_, error) => {
      const refreshed = refreshList(client);
      // Roll back at once on error, even if the list cannot be refetched.
      return error ? undefined : refreshed;
    },
  });
}

export function useResendInvitation({ id, email }: Invitation) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<Invitation>("POST", `/invitations/${id}/resend`),
    onMutate: () => void isMailSent(client),
    onSuccess: async () =>
      (await isMailSent(client))
        ? toast({
            title: "Invitation Sent",
            description: `${email} has ${invitationLifetimeDays} days from now to use it.`,
          })
        : toast({ title: "Invitation Prolonged", description: messages.noMailServer(email) }),
    onError: (error) => toastFailure("Failed to send invitation.", error),
    onSettled: () => refreshList(client),
  });
}

/** Awaited by mutations, so they stay pending until refetched. */
const refreshList = (client: QueryClient) => client.invalidateQueries({ queryKey: queryKeys.invitations });

export const isExpired = ({ expires_at }: Invitation): boolean => Date.parse(expires_at) <= Date.now();
