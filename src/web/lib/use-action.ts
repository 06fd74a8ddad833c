import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ErrorCode } from "#shared/errors.ts";
import { type ToastInput, toast, toastFailure } from "#web/ui/toast.ts";
import { ApiError, callApi } from "./api.ts";
import { useInvalidate } from "./use-invalidate.ts";

export interface ActionOptions<Answer, Body> {
  method?: "POST" | "PUT" | "DELETE";
  done?: string | ToastInput | ((answer: Answer, body: Body) => string | ToastInput);
  onDone?: (answer: Answer) => void;
  onFailed?: (error: Error) => void;
  /** Title of the toast of a failure. */
  failed: string | ((body: Body) => string);
  /** Refusals that are no failure, as somebody was faster: the toast says the reason under this title, and the list how it stands. */
  overtaken?: { code: ErrorCode; title: string };
  /** The toast of a failure begins with this name. */
  whom?: string;
  /** The answer takes the place of what is cached under it. */
  answerKey?: QueryKey;
  /** Fetched again before the action counts as settled, after a failure too: another person may have been faster. */
  invalidates?: readonly QueryKey[];
  /** Calls of `actAsync` with one scope run one after another. */
  scope?: string;
}

/** A change that needs no form. A second call is ignored while the first one runs. @param path of the API. */
export function useAction<Answer = unknown, Body = void>(
  path: string | ((body: Body) => string),
  {
    method = "POST",
    done,
    onDone,
    onFailed,
    failed,
    overtaken,
    whom,
    answerKey,
    invalidates = [],
    scope,
  }: ActionOptions<Answer, Body>,
) {
  const invalidate = useInvalidate(invalidates);
  const isRunning = useRef(false);
  const client = useQueryClient();
  const { mutate, mutateAsync, isPending, variables } = useMutation({
    ...(scope && { scope: { id: scope } }),
    mutationFn: (body: Body) =>
      typeof path === "string" ? callApi<Answer>(method, path, body ?? undefined) : callApi<Answer>(method, path(body)),
    onSuccess: (answer, body) => {
      if (answerKey) client.setQueryData(answerKey, answer);
      const said = typeof done === "function" ? done(answer, body) : done;
      if (said) toast(typeof said === "string" ? { title: said } : said);
      onDone?.(answer);
    },
    onError: (error, body) => {
      if (overtaken && error instanceof ApiError && error.problem.code === overtaken.code)
        toast({ title: overtaken.title, description: error.message });
      else toastFailure(typeof failed === "function" ? failed(body) : failed, error, whom);
      onFailed?.(error);
    },
    onSettled: async () => {
      await invalidate();
      isRunning.current = false;
    },
  });
  const act = (body: Body, onSettled = () => {}): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(body, { onSettled });
  };
  return { act, actAsync: mutateAsync, isPending, variables };
}
