import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type AdminCandidate, userRoleMessages } from "#shared/user-roles.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/members/query-keys.ts";
import { toast } from "#web/ui/toast.ts";
import { toastFailure } from "../failure-toast.ts";
import { isDecided } from "../is-decided.ts";

/** The list of admins, which takes the focus when what held it has gone. */
export const adminListId = "admins";

const { given, taken, giveFailed, takeFailed, isAdminNow, isAdminNoMore } = userRoleMessages;

export const useGiveAdminRole = (person: AdminCandidate) =>
  useAdminRole(person, { method: "PUT", title: given, sentence: isAdminNow, failure: giveFailed });

export const useTakeAdminRole = (person: AdminCandidate) =>
  useAdminRole(person, { method: "DELETE", title: taken, sentence: isAdminNoMore, failure: takeFailed });

interface Change {
  method: "PUT" | "DELETE";
  title: string;
  sentence: (name: string) => string;
  failure: string;
}

/** Busy until the lists show who is an admin now. */
function useAdminRole({ id, full_name, email }: AdminCandidate, { method, title, sentence, failure }: Change) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(method, `/user-roles/${id}/admin`),
    onSuccess: () => toast({ title, description: sentence(full_name ?? email) }),
    onError: (error) => toastFailure(failure, error),
    onSettled: async (_, error) => {
      await Promise.all(
        [queryKeys.admins, queryKeys.requests].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      if (!error || isDecided(error)) document.getElementById(adminListId)?.focus({ preventScroll: true });
    },
  });
}
