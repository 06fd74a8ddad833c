import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { type importAnswerSchema, type importInputSchema, importMessages } from "#shared/member-imports.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/members/query-keys.ts";
import { type ToastInput, toast } from "#web/ui/toast.ts";

export type ImportAnswer = z.infer<typeof importAnswerSchema>;

/** Imports people and says what came of it; `refusal` is what the text itself has wrong. */
export function useMemberImport() {
  const client = useQueryClient();
  const { error, ...mutation } = useMutation({
    mutationFn: (input: z.input<typeof importInputSchema>) => callApi<ImportAnswer>("POST", "/member-imports", input),
    onSuccess: ({ created, total }) => {
      toast({ title: importMessages.completedTitle, description: importMessages.completedText(created, total) });
      return client.invalidateQueries({ queryKey: queryKeys.invitations });
    },
    onError: (failure) => toast({ ...messageOf(failure), variant: "destructive" }),
  });
  return { ...mutation, refusal: hasNoMembers(error) ? error.message : undefined };
}

const hasNoMembers = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.problem.code === "no_valid_members";

function messageOf(error: Error): ToastInput {
  if (hasNoMembers(error)) return { title: importMessages.noValidTitle, description: error.message };
  const isShutOut = error instanceof ApiError && [401, 403].includes(error.problem.status);
  return isShutOut ? { title: importMessages.signedOut } : { title: "Import failed", description: error.message };
}
