import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reviewMessages, type Submission } from "#shared/member-profile-submissions.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/members/query-keys.ts";
import { toast } from "#web/ui/toast.ts";
import { toastFailure } from "../failure-toast.ts";

type Review = { decision: "approve" } | { decision: "reject"; admin_notes: string | null };

/** Decides on a submission and says what came of it. It is busy until the list shows the decision. */
export function useReview({ id, full_name }: Submission) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, ...body }: Review) =>
      callApi<Submission>(
        "POST",
        `/member-profile-submissions/${id}/${decision}`,
        decision === "reject" ? body : undefined,
      ),
    onSuccess: (_, { decision }) => toast(decision === "approve" ? approved(full_name) : rejected(full_name)),
    onError: (error, { decision }) =>
      toastFailure(decision === "approve" ? reviewMessages.approveFailed : reviewMessages.rejectFailed, error),
    onSettled: async (_, error) => {
      const { profiles, submissions } = queryKeys;
      await Promise.all([profiles, submissions].map((queryKey) => client.invalidateQueries({ queryKey })));
      // The buttons are gone once it is decided; its place in the list takes the focus.
      if (!error) document.getElementById(id)?.focus({ preventScroll: true });
    },
  });
}

const approved = (name: string) => ({
  title: reviewMessages.approved,
  description: `${name} is in the member directory now.`,
});

const rejected = (name: string) => ({ title: reviewMessages.rejected, description: `${name} will be told by email.` });
