import { type MutationKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountMessages } from "#shared/account-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { type ToastInput, toast } from "#web/ui/toast.ts";
import { accountQuery } from "./account-query.ts";

export const useAccount = () => useQuery(accountQuery);

interface ChangeOptions<Answer> {
  /** For a change that shows before the server has agreed. */
  mutationKey?: MutationKey;
  /** What else has to hear of it before it is no longer under way. */
  onChanged?: (answer: Answer) => Promise<unknown>;
}

/**
 * @returns sends a change of the account and resolves once the page has heard of it. Nothing that was sent or answered
 * is kept, since it may be a password. It throws what the server says against it.
 */
export function useAccountChange<Input, Answer = unknown>(
  method: string,
  path: string,
  { mutationKey, onChanged }: ChangeOptions<Answer> = {},
) {
  const client = useQueryClient();
  const { mutateAsync, reset } = useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: (input: Input) => callApi<Answer>(method, path, input),
    onSuccess: (answer) =>
      Promise.all([client.invalidateQueries({ queryKey: queryKeys.account }), onChanged?.(answer)]),
    gcTime: 0,
  });
  return (input: Input): Promise<Answer> => mutateAsync(input).finally(reset);
}

/**
 * Takes something away from the account, and says that it did or why it did not.
 * @param path what is deleted.
 */
export function useRemoval(path: string, done: ToastInput) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => callApi("DELETE", path),
    onSuccess: () => toast(done),
    onError: toastFailure,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.account }),
  });
  /** Resolves when the page has heard of it, to whether it was taken away. */
  const remove = (): Promise<boolean> =>
    mutateAsync().then(
      () => true,
      () => false,
    );
  return { remove, isRemoving: isPending };
}

export const toastFailure = (error: Error): void =>
  toast({ ...accountMessages.failed, description: error.message, variant: "destructive" });
