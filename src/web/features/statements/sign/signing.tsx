import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { checkStatement, isCounted } from "#shared/statements/check-statement.ts";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { statementMessages } from "#shared/statements/signed-statement-messages.ts";
import type { SignedOutcome, StatementInput } from "#shared/statements/signed-statements.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { text, useSearchState } from "#web/lib/search-state.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ConditionStep } from "./condition-step.tsx";
import { DeclarationsStep } from "./declarations-step.tsx";
import { type Draft, emptyDraft, onStep, stepOfPath, stepsOf, toInput } from "./draft.ts";
import { KindStep } from "./kind-step.tsx";
import { NoneStep } from "./none-step.tsx";
import { ReadStep } from "./read-step.tsx";
import { RecordStep } from "./record-step.tsx";
import { SignatureStep } from "./signature-step.tsx";
import type { StepProps } from "./step.tsx";

interface SigningProps {
  forms: readonly StatementForm[];
  own: OwnInvestorRecord;
  userId: string;
  /** Of the reader's own statements; what is not known yet, the server checks. */
  youngNetwork: string | null;
  onDone: (result: SignedOutcome) => void;
}

type Problems = StepProps["problems"];

/** The step is in the address, so that Back goes one back; answers are not. */
export function Signing({ forms, own, userId, youngNetwork, onDone }: SigningProps) {
  const { state, change } = useSearchState({ step: text });
  const { chosen, draft, choose: begin, setDraft, forget } = useKeptDraft(userId);
  const [problems, setProblems] = useState<Problems>([]);
  // The record is kept, so nothing was lost there.
  const wasInterrupted = state.step !== "" && state.step !== "record" && !chosen;
  const [failure, setFailure] = useState<Refusal["failure"]>(wasInterrupted ? interrupted : undefined);
  const form = forms.find(({ kind }) => kind === chosen?.kind);
  const steps = form ? stepsOf(form) : [];
  const isStep = state.step === "record" || steps.includes(state.step);
  const step = form && isStep ? state.step : "kind";
  const place = useStepFocus(step, problems, failure);

  const go = (next: string, found: Problems = []) => {
    setProblems(found);
    setFailure(undefined);
    change({ step: next });
  };
  const { send, isSending } = useSendStatement({
    onSent: (result) => {
      forget();
      change({ step: "" }, { replace: true });
      onDone(result);
    },
    onRefused: (refusal) => {
      if (refusal.isReplaced) setDraft(emptyDraft);
      go(refusal.step ?? step, refusal.problems);
      setFailure(refusal.failure);
    },
  });

  // The list is read again after a lost connection, for one: no answer passes to another form.
  const isReplaced = chosen !== undefined && chosen.id !== form?.id && state.step !== "" && state.step !== "record";
  useEffect(() => {
    if (!isReplaced) return;
    if (form) begin(form);
    else forget();
    go(form ? "read" : "");
    setFailure(formReplaced);
  });

  const notice = failure && (
    <div role="alert">
      <Notice tone={failure === interrupted ? "info" : "error"} title={failure.title}>
        {failure.text}
      </Notice>
    </div>
  );
  if (!form || step === "kind") {
    const choose = (next: StatementForm) => {
      if (next.id !== chosen?.id) begin(next);
      go(own.is_complete ? "read" : "record");
    };
    return (
      <div ref={place} className="grid gap-4">
        {notice}
        <KindStep forms={forms} onChoose={choose} />
      </div>
    );
  }
  const legalName = own.record.legal_name ?? "";
  const input = toInput(form, draft, legalName);
  const next = () => {
    const all = checkStatement(form.content, input, youngNetwork);
    // Whether a Yes and "none" contradict each other is asked where "none" can be ticked.
    const here = all.filter(onStep(step));
    const following = steps[steps.indexOf(step) + 1];
    const isDeclining = step === "none" && draft.isNone;
    // The server counts these: an admin looks at a statement that was tried until it fitted.
    if (here.some(isCounted)) send(input);
    else if (here.length > 0) go(step, here);
    else if (isDeclining || !following) {
      const [first] = all;
      if (first) go(stepOfPath(first.path), all.filter(onStep(stepOfPath(first.path))));
      else send(input);
    } else go(following);
  };
  const completeRecord = () => {
    const last = draft.isNone ? "none" : "signature";
    go(checkStatement(form.content, input, youngNetwork).every(onStep(last)) ? last : "read");
  };
  const shared: StepProps = {
    form,
    draft,
    problems,
    isSending,
    number: steps.indexOf(step) + 1,
    count: steps.length,
    onChange: (changes, path) => {
      setDraft({ ...draft, ...changes });
      setProblems(problems.filter((problem) => problem.path !== path));
    },
    onBack: () => go(steps[steps.indexOf(step) - 1] ?? "kind"),
    onNext: next,
  };
  const condition = form.content.conditions.find(({ key }) => key === step);
  return (
    <div ref={place} className="grid gap-4">
      {notice}
      {(step === "record" || !own.is_complete) && (
        <RecordStep own={own} userId={userId} problems={problems} onBack={shared.onBack} onComplete={completeRecord} />
      )}
      {own.is_complete && (
        <>
          {step === "read" && <ReadStep {...shared} />}
          {condition && <ConditionStep key={step} {...shared} condition={condition} />}
          {step === "none" && <NoneStep {...shared} />}
          {step === "declarations" && <DeclarationsStep {...shared} />}
          {step === "signature" && <SignatureStep {...shared} legalName={legalName} />}
        </>
      )}
    </div>
  );
}

interface Begun {
  form: Pick<StatementForm, "id" | "kind">;
  draft: Draft;
}

/** In this tab alone, until it is signed, the tab is closed or its owner logs out: the server has nothing of it before. */
function useKeptDraft(userId: string) {
  const [kept, keep] = useSessionStorage(`statement-draft:${userId}`);
  const { form: chosen, draft = emptyDraft }: Partial<Begun> = kept === "" ? {} : JSON.parse(kept);
  const write = (begun: Begun) => keep(JSON.stringify(begun));
  return {
    chosen,
    draft,
    choose: ({ id, kind }: Begun["form"]) => write({ form: { id, kind }, draft: emptyDraft }),
    setDraft: (next: Draft) => chosen && write({ form: chosen, draft: next }),
    forget: () => keep(""),
  };
}

interface Refusal {
  /** Where it is put right; undefined for where it was sent. */
  step?: string;
  /** Of that step. */
  problems?: readonly { path: string; message: string }[];
  failure?: { title: string; text: string };
  /** The answers belong to a form that counts no more. */
  isReplaced?: boolean;
}

const interrupted = { title: messages.refused, text: "Your answers were not kept, so please start again." };
const formReplaced = {
  title: "The form has changed. Nothing was signed.",
  text: statementMessages.formReplaced,
};

interface SendOptions {
  onSent: (result: SignedOutcome) => void;
  onRefused: (refusal: Refusal) => void;
}

function useSendStatement({ onSent, onRefused }: SendOptions) {
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

/** To the first error, else to the heading of another step. */
function useStepFocus(step: string, problems: Problems, failure: unknown) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef({ step, problems, failure });
  useEffect(() => {
    const before = shown.current;
    shown.current = { step, problems, failure };
    const isOther = before.step !== step || (failure && before.failure !== failure);
    const isRefused = problems.length > 0 && before.problems !== problems && problems.length >= before.problems.length;
    if (!isOther && !isRefused) return;
    const field = place.current?.querySelector<HTMLElement>("input[aria-invalid=true], [data-invalid]");
    const heading = place.current?.querySelector<HTMLElement>("h1");
    if (isOther && !field && problems.length === 0) window.scrollTo({ top: 0, behavior: "instant" });
    // The investor record moves the focus to its own error.
    if (field || problems.length === 0) (field ?? heading)?.focus();
  }, [step, problems, failure]);
  return place;
}
