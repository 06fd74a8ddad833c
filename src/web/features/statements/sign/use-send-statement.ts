import { useMutation, useQueryClient } from "@tanstack/react-query";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { statementMessages } from "#shared/statements/signed-statement-messages.ts";
import type { SignedOutcome, StatementInput } from "#shared/statements/signed-statements.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { onStep, stepOfPath } from "./draft.ts";

export interface Refusal {
  /** Where it is put right; undefined for where it was sent. */
  step?: string;
  /** Of that step. */
  problems?: readonly { path: string; message: string }[];
  failure?: { title: string; text: string };
  /** The answers belong to a form that counts no more. */
  isReplaced?: boolean;
}

export const interrupted = { title: messages.refused, text: "Your answers were not kept, so please start again." };
export const formReplaced = {
  title: "The form has changed. Nothing was signed.",
  text: statementMessages.formReplaced,
};

interface SendOptions {
  onSent: (result: SignedOutcome) => void;
  onRefused: (refusal: Refusal) => void;
}

export function useSendStatement({ onSent, onRefused }: SendOptions) {
  const client = useQueryClient();
  const { mutateAsync, reset, isPending } = useMutation({
    mutationFn: (input: StatementInput) => callApi<SignedOutcome>("POST", "/statements", input),
    onSuccess: async (result) => {
      client.removeQueries({ queryKey: queryKeys.openDeals });
      await client.invalidateQueries({ queryKey: queryKeys.ownStatements });
      onSent(result);
    },
    onError: async (error) => {
      const refusal = refusalOf(error);
      if (refusal.isReplaced) await client.invalidateQueries({ queryKey: queryKeys.formsInForce });
      // The name, the age or what is missing may have changed on another page.
      else if (refusal.step) await client.invalidateQueries({ queryKey: queryKeys.ownInvestorRecord });
      onRefused(refusal);
    },
    gcTime: 0,
  });
  // No answer stays in the cache; a refusal is told above.
  const post = (input: StatementInput) =>
    mutateAsync(input)
      .catch(() => {})
      .finally(reset);
  return { send: (input: StatementInput) => isPending || void post(input), isSending: isPending };
}

function refusalOf(error: Error): Refusal {
  if (!(error instanceof ApiError)) return { failure: { title: messages.refused, text: error.message } };
  const { code, errors = [] } = error.problem;
  if (code === "form_replaced") return { step: "read", isReplaced: true, failure: formReplaced };
  if (code === "record_incomplete")
    return { step: "record", failure: { title: messages.refused, text: statementMessages.recordIncomplete } };
  const [first] = errors;
  if (!first) return { failure: { title: messages.refused, text: error.message } };
  const step = stepOfPath(first.path);
  const problems = errors.filter(onStep(step));
  // No field is shown for the name, which is the record's.
  const isNamed = first.path === "legal_name";
  return { step, problems, ...(isNamed && { failure: { title: messages.refused, text: first.message } }) };
}
