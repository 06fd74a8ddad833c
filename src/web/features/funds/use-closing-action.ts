import { useMutation } from "@tanstack/react-query";
import { callApi } from "#web/lib/api.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useClosingChanged } from "./closing-queries.ts";

interface ActionWords<Answer> {
  done: string | ((answer: Answer) => string);
  description?: (answer: Answer) => string | undefined;
  failed: string;
}

/** A button that needs no form. Pending until what it changes is fetched again. */
export function useClosingAction<Answer, Body = void>(
  path: string,
  { done, description, failed }: ActionWords<Answer>,
) {
  const changed = useClosingChanged();
  return useMutation({
    mutationFn: (body: Body) => callApi<Answer>("POST", path, body ?? undefined),
    onSuccess: (answer) =>
      toast({ title: typeof done === "string" ? done : done(answer), description: description?.(answer) }),
    onError: (error) => toastFailure(failed, error),
    onSettled: changed,
  });
}
