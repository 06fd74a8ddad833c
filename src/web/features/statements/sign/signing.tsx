import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { checkStatement, isCounted } from "#shared/statements/check-statement.ts";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import type { SignedOutcome } from "#shared/statements/signed-statements.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { forgetTypedRecord, typedRecord } from "#web/features/investor-records/record-draft.ts";
import { text, useSearchState } from "#web/lib/search-state.ts";
import { Notice } from "#web/ui/notice.tsx";
import { AnswersStep } from "./answers-step.tsx";
import { emptyDraft, isNone, onStep, stepOfPath, stepsOf, toInput } from "./draft.ts";
import { useKeptDraft } from "./kept-draft.ts";
import { ReadStep } from "./read-step.tsx";
import { RecordStep } from "./record-step.tsx";
import { SignStep } from "./sign-step.tsx";
import type { Place, StepProps } from "./step.tsx";
import { formReplaced, loadRecordSaver, type Refusal, useSendStatement } from "./use-send-statement.ts";
import { useStepFocus } from "./use-step-focus.ts";
import { type Way, WhichStep, waysOf } from "./which-step.tsx";

export interface Done {
  result: SignedOutcome;
  /** Of the steps; none where nothing was signed. */
  count?: number;
  /** Nothing was signed, and the other form was not answered. */
  hasOther?: boolean;
}

interface SigningProps {
  forms: readonly StatementForm[];
  own: OwnInvestorRecord;
  userId: string;
  /** Of the reader's own statements; what is not known yet, the server checks. */
  youngNetwork: string | null;
  onDone: (done: Done) => void;
}

type Problems = StepProps["problems"];

/** The step is in the address, so that Back goes one back; answers are not. */
export function Signing({ forms, own, userId, youngNetwork, onDone }: SigningProps) {
  const { state, change, linkTo } = useSearchState({ step: text });
  const { isFromStep } = (useLocation().state ?? {}) as { isFromStep?: boolean };
  const navigate = useNavigate();
  const { kept, keep, forget } = useKeptDraft(userId);
  const { choice, draft } = kept;
  const [problems, setProblems] = useState<Problems>([]);
  const [choiceError, setChoiceError] = useState<string>();
  const wasInterrupted = state.step !== "" && !isFirst(state.step) && kept.savedAt === "";
  const [failure, setFailure] = useState<Refusal["failure"]>(wasInterrupted ? interrupted : undefined);
  const form = forms.find(({ id }) => id === kept.form?.id);
  const hasOther = forms.some(({ kind }) => kind !== form?.kind);
  const typed = typedRecord(userId);
  const steps = stepsOf(!own.is_complete || kept.asksForRecord || typed !== null);
  const isOpen = form !== undefined && steps.includes(state.step) && state.step !== "done";
  const step = isOpen ? state.step : "which";
  const place = useStepFocus(step, problems, failure ?? choiceError);

  const go = (next: string, found: Problems = []) => {
    setProblems(found);
    setFailure(undefined);
    setChoiceError(undefined);
    if (next === "record") keep({ asksForRecord: true });
    change({ step: next }, { state: { isFromStep: steps.indexOf(next) > steps.indexOf(step) } });
  };
  const { send, isSending } = useSendStatement({
    userId,
    onSent: (result) => {
      forget();
      change({ step: "done" }, { replace: true });
      const isSigned = result.statement !== null;
      onDone({ result, ...(isSigned && { count: steps.length }), hasOther: hasOther && step !== "which" });
    },
    onRefused: (refusal) => {
      if (refusal.isReplaced) keep(nothingAnswered);
      go(refusal.step ?? step, refusal.problems);
      setFailure(refusal.failure);
    },
  });

  // Whoever comes back goes on where they were; the first step has an address of its own, so that Back reaches it.
  useEffect(() => {
    if (state.step === "") change({ step: kept.step || "which" }, { replace: true });
    else if (kept.savedAt !== "" && kept.step !== step) keep({ step });
  });
  const isSavingRecord = step === "sign" && typed !== null;
  useEffect(() => {
    if (isSavingRecord) loadRecordSaver().catch(() => {});
  }, [isSavingRecord]);
  // The list is read again after a lost connection, for one: no answer passes to another form.
  const isReplaced = kept.form !== null && !form;
  useEffect(() => {
    if (!isReplaced) return;
    keep(nothingAnswered);
    go("which");
    setFailure(formReplaced);
  });

  const at: Place = {
    number: steps.indexOf(step) + 1,
    count: steps.length,
    backTo: step === "which" ? undefined : linkTo({ step: steps[steps.indexOf(step) - 1] ?? "which" }),
    savedAt: kept.savedAt,
    isSending,
    onBack: () => {
      setProblems([]);
      setFailure(undefined);
      if (isFromStep) navigate(-1);
      else change({ step: steps[steps.indexOf(step) - 1] ?? "which" }, { replace: true });
    },
    onNext: () => next(),
    onDelete: () => {
      forget();
      forgetTypedRecord(userId);
      setProblems([]);
      change({ step: "which" });
    },
  };
  const notice = failure && (
    <div role="alert">
      <Notice tone={failure === interrupted ? "info" : "error"} title={failure.title}>
        {failure.text}
      </Notice>
    </div>
  );
  if (!form || step === "which") {
    const ways = waysOf(forms);
    const choose = (way: Way) => {
      setChoiceError(undefined);
      const isOther = way.form?.id !== kept.form?.id;
      // A condition that was chosen before is asked like any other.
      const { [choice]: _, ...applies } = isOther ? {} : draft.applies;
      keep({
        choice: way.choice,
        form: way.form ? { id: way.form.id, kind: way.form.kind } : null,
        draft: {
          ...(isOther ? emptyDraft : draft),
          applies: way.form?.kind === "high_net_worth" ? { ...applies, [way.choice]: true } : applies,
        },
      });
    };
    const [anyForm] = forms;
    const nextOfWhich = () => {
      if (choice === "none" && anyForm) send({ input: toInput(anyForm, noneOf(anyForm), "") });
      else if (form) go("answers");
      else setChoiceError("Choose what is true for you, or “None of these”");
    };
    return (
      <div ref={place} className="grid gap-4">
        {notice}
        <WhichStep
          place={{ ...at, onNext: nextOfWhich }}
          ways={ways}
          choice={choice}
          error={choiceError}
          onChoose={choose}
        />
      </div>
    );
  }
  const legalName = typed?.legal_name?.trim() ?? own.record.legal_name ?? "";
  const input = toInput(form, draft, legalName);
  const next = () => {
    // What the record's step has just kept is among it.
    const signed = toInput(form, draft, typedRecord(userId)?.legal_name?.trim() ?? legalName);
    const all = checkStatement(form.content, signed, youngNetwork);
    const here = all.filter(onStep(step));
    const following = steps[steps.indexOf(step) + 1] ?? "sign";
    // The server counts these: an admin looks at a statement that was tried until it fitted.
    if (here.some(isCounted)) send({ input });
    else if (here.length > 0) go(step, here);
    else if (isNone(form, draft)) send({ input });
    else if (step === "record" && all.every(onStep("sign"))) go("sign");
    else if (step !== "sign") go(following);
    else {
      const [first] = all;
      if (first) go(stepOfPath(first.path), all.filter(onStep(stepOfPath(first.path))));
      else send({ input, withRecord: own });
    }
  };
  const shared: StepProps = {
    place: at,
    form,
    draft,
    problems,
    onChange: (changes, path) => {
      keep({ draft: { ...draft, ...changes } });
      // The same list stays where none goes: another one would move the focus.
      if (problems.some((problem) => problem.path === path)) setProblems(problems.filter((row) => row.path !== path));
    },
  };
  return (
    <div ref={place} className="grid gap-4">
      {notice}
      {step === "answers" && (
        <AnswersStep
          {...shared}
          choice={choice}
          onOther={
            hasOther
              ? () => {
                  keep(nothingAnswered);
                  go("which");
                }
              : undefined
          }
        />
      )}
      {step === "record" && <RecordStep place={at} own={own} userId={userId} problems={problems} />}
      {step === "read" && <ReadStep {...shared} input={input} />}
      {step === "sign" && <SignStep {...shared} legalName={legalName} />}
    </div>
  );
}

const nothingAnswered = { choice: "", form: null, draft: emptyDraft };

const noneOf = ({ content }: StatementForm) => ({
  ...emptyDraft,
  applies: Object.fromEntries(content.conditions.map(({ key }) => [key, false])),
});

const isFirst = (step: string): boolean => step === "which" || step === "done";

const interrupted = { title: messages.refused, text: "Your answers were not kept, so please start again." };
