import { type MutationKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountMessages } from "#shared/account/account-messages.ts";
import { type ToastInput, toast } from "#web/ui/toast.ts";
import { accountQuery } from "./account-query.ts";
import { callApi } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

export const useAccount = () => useQuery(accountQuery);

interface ChangeOptions<Answer> {
  /** The key is for optimistic updates. */
  mutationKey?: MutationKey;
  /** Awaited before the mutation counts as settled. */
  onChanged?: (answer: Answer) => Promise<unknown>;
}

/** @returns a mutation without caching: inputs may be passwords. Throws the server's error. */
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

/** @param path to DELETE. */
export function useRemoval(path: string, done: ToastInput) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => callApi("DELETE", path),
    onSuccess: () => toast(done),
    onError: toastFailure,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.account }),
  });
  /** @returns whether it succeeded. */
  const remove = (): Promise<boolean> =>
    mutateAsync().then(
      () => true,
      () => false,
    );
  return { remove, isRemoving: isPending };
}

export const toastFailure = (error: Error): void =>
  toast({ ...accountMessages.failed, description: error.message, variant: "destructive" });
