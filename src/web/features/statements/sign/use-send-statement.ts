import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { statementMessages } from "#shared/statements/signed-statement-messages.ts";
import type { SignedOutcome, StatementInput } from "#shared/statements/signed-statements.ts";
import { RecordUnreadable, typedRecord } from "#web/features/investor-records/record-draft.ts";
import { ApiError, callApi, unreachableMessage } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { loadSession } from "#web/lib/session.ts";
import { onStep, stepOfPath } from "./draft.ts";

export interface Refusal {
  /** The refusal is corrected at this step; undefined means the one it was sent from. */
  step?: string;
  problems?: readonly { path: string; message: string }[];
  failure?: { title: string; text: string };
  /** The answers belong to a form that counts no more. */
  isReplaced?: boolean;
}

export const formReplaced = {
  title: "The form has changed. Nothing was signed.",
  text: statementMessages.formReplaced,
};

interface SendOptions {
  userId: string;
  onSent: (result: SignedOutcome) => void;
  onRefused: (refusal: Refusal) => void;
}

interface Sending {
  input: StatementInput;
  /** The investor record is saved first: nothing keeps what was typed before somebody signs. */
  withRecord?: OwnInvestorRecord;
}

export function useSendStatement({ userId, onSent, onRefused }: SendOptions) {
  const client = useQueryClient();
  const { mutateAsync, reset, isPending } = useMutation({
    mutationFn: async ({ input, withRecord }: Sending) => {
      const record = withRecord && (await saveRecord(userId, withRecord));
      if (record) client.setQueryData(queryKeys.ownInvestorRecord, record);
      const legal_name = record?.record.legal_name ?? input.legal_name;
      return callApi<SignedOutcome>("POST", "/statements", { ...input, legal_name });
    },
    onSuccess: async (result) => {
      // The session now has the name that a person without one signed with.
      void loadSession("USER_UPDATED").catch(() => {});
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
  const post = (sending: Sending) =>
    mutateAsync(sending)
      .catch(() => {})
      .finally(reset);
  return { send: (sending: Sending) => isPending || void post(sending), isSending: isPending };
}

const recordMissing = {
  step: "record",
  failure: { title: messages.refused, text: statementMessages.recordIncomplete },
};

/** Its rules weigh more than the page. It is asked for before somebody signs, who may be offline by then. */
export const loadRecordSaver = () => import("#web/features/investor-records/save-record-draft.ts");

async function saveRecord(userId: string, own: OwnInvestorRecord): Promise<OwnInvestorRecord | undefined> {
  if (!typedRecord(userId)) return undefined;
  const file = await loadRecordSaver().catch(() => undefined);
  if (!file) throw new Error(unreachableMessage);
  return file.saveRecordDraft(userId, own);
}

function refusalOf(error: Error): Refusal {
  if (error instanceof RecordUnreadable) return recordMissing;
  if (!(error instanceof ApiError)) return { failure: { title: messages.refused, text: error.message } };
  const { code, errors = [] } = error.problem;
  if (code === "form_replaced") return { step: "which", isReplaced: true, failure: formReplaced };
  if (code === "record_incomplete") return recordMissing;
  if (code === "revision_conflict")
    return {
      step: "record",
      failure: {
        title: messages.refused,
        text: "Your details were changed in another window. Please look at them again.",
      },
    };
  const [first] = errors;
  if (!first) return { failure: { title: messages.refused, text: error.message } };
  const step = stepOfPath(first.path);
  const problems = errors.filter(onStep(step));
  // No field is shown for the name, which is the record's.
  const isNamed = first.path === "legal_name";
  return { step, problems, ...(isNamed && { failure: { title: messages.refused, text: first.message } }) };
}
