import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdminCandidate } from "#shared/people/people.ts";
import { personName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { isAlreadyDecidedError } from "#web/lib/decisions.ts";
import { usePendingMutations } from "#web/lib/pending-mutations.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

export const adminListId = "admins";

/** After the focused row is removed. */
export const focusAdminList = (): void => document.getElementById(adminListId)?.focus({ preventScroll: true });

type Candidate = Omit<AdminCandidate, "can">;

const keys = { PUT: [...queryKeys.admins, "give"], DELETE: [...queryKeys.admins, "take"] };

export const usePendingGrants = () => usePendingMutations<Candidate>(keys.PUT);
export const usePendingRemovals = () => usePendingMutations<Candidate>(keys.DELETE);

export const useGiveAdminRole = (onGiven: () => void) =>
  useAdminRole({
    method: "PUT",
    title: "Admin role given",
    sentence: (name: string) => `${name} is an admin now.`,
    failure: "Failed to give the admin role.",
    onDone: onGiven,
  });

export const useTakeAdminRole = () =>
  useAdminRole({
    method: "DELETE",
    title: "Admin role removed",
    sentence: (name: string) => `${name} is no admin any more.`,
    failure: "Failed to remove the admin role.",
  });

interface Change {
  method: "PUT" | "DELETE";
  title: string;
  sentence: (name: string) => string;
  failure: string;
  onDone?: () => void;
}

/** Pending until the lists are refetched or the server refuses. */
function useAdminRole({ method, title, sentence, failure, onDone }: Change) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: keys[method],
    mutationFn: ({ id }: Candidate) => callApi(method, `/user-roles/${id}/admin`),
    onSuccess: (_, { full_name, email }) => {
      toast({ title, description: sentence(personName({ full_name, email })) });
      onDone?.();
    },
    onError: (error, { full_name, email }) => toastFailure(failure, error, personName({ full_name, email })),
    onSettled: async (_, error) => {
      const refreshed = Promise.all(
        [queryKeys.admins, queryKeys.requests].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      // Roll back at once on error, even if the lists cannot be refetched.
      if (!error || isAlreadyDecidedError(error)) await refreshed;
    },
  });
}
