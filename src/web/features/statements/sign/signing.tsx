import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { londonDate } from "#shared/london-time.ts";
import { checkStatement, isCounted } from "#shared/statements/check-statement.ts";
import {
  conditionChoices,
  experienceChoice,
  signMessages as messages,
  noChoice,
} from "#shared/statements/sign-statement-messages.ts";
import { statementMessages } from "#shared/statements/signed-statement-messages.ts";
import type { SignedOutcome } from "#shared/statements/signed-statements.ts";
import { statementFormMessages, statementKindLabels } from "#shared/statements/statement-messages.ts";
import { goodThrough } from "#shared/statements/statement-validity.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { forgetTypedRecord, typedRecord } from "#web/features/investor-records/record-draft.ts";
import { longDate } from "#web/lib/format.ts";
import { text, useSearchState } from "#web/lib/search-state.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AnswersStep, Choices, ReadStep } from "./answers-step.tsx";
import { type Draft, emptyDraft, isNone, onStep, stepOfPath, stepsOf, toInput } from "./draft.ts";
import { messageAt, type Place, StepFoot, StepFrame, StepHead, type StepProps } from "./step.tsx";
import { formReplaced, loadRecordSaver, type Refusal, useSendStatement } from "./use-send-statement.ts";

export interface Done {
  result: SignedOutcome;
  /** The count is that of the steps; none where nothing was signed. */
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
    // The input includes what the record's step has just kept.
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

/** To the first error, else to the heading of a step that appears. */
function useStepFocus(step: string, problems: StepProps["problems"], failure: unknown) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<{ step: string; problems: StepProps["problems"]; failure: unknown }>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = { step, problems, failure };
    const isOther = before?.step !== step || (failure && before.failure !== failure);
    const isRefused =
      problems.length > 0 &&
      before !== undefined &&
      before.problems !== problems &&
      problems.length >= before.problems.length;
    if (!isOther && !isRefused) return;
    const field = place.current?.querySelector<HTMLElement>("input[aria-invalid=true], [data-invalid]");
    const heading = place.current?.querySelector<HTMLElement>("h1");
    if (isOther && !field && problems.length === 0) window.scrollTo({ top: 0, behavior: "instant" });
    // The investor record moves the focus to its own error.
    if (field) field.focus();
    else if (problems.length === 0) heading?.focus({ preventScroll: true });
  }, [step, problems, failure]);
  return place;
}

const OwnRecordForm = lazy(() =>
  import("#web/features/investor-records/own-record-form.tsx").then((file) => ({ default: file.OwnRecordForm })),
);

interface RecordStepProps {
  place: Place;
  own: OwnInvestorRecord;
  userId: string;
  problems: readonly { path: string; message: string }[];
}

/** The investor record, which is saved with the signature; most people who sign have filled it in, so it loads by itself. */
function RecordStep({ place, own, userId, problems }: RecordStepProps) {
  const ageError = problems.find(({ path }) => path === "date_of_birth")?.message;
  return (
    <div className="sign-step">
      <StepHead place={place} heading="Your legal details" />
      <div className="sign-main sign-record">
        <p className="muted">As in your passport.</p>
        <Suspense fallback={<RowSkeletons label={messages.loading} />}>
          <OwnRecordForm userId={userId} own={own} ageError={ageError} onContinue={place.onNext}>
            <StepFoot place={place} />
          </OwnRecordForm>
        </Suspense>
      </div>
    </div>
  );
}

interface Kept {
  /** Of step 1: the key of a condition, "experience" or "none". */
  choice: string;
  form: Pick<StatementForm, "id" | "kind"> | null;
  draft: Draft;
  /** A person who comes back continues at this step. */
  step: string;
  /** The record has to be looked at, though it is complete. */
  asksForRecord: boolean;
  /** The text is empty while nothing is kept. */
  savedAt: string;
}

const nothing: Kept = { choice: "", form: null, draft: emptyDraft, step: "", asksForRecord: false, savedAt: "" };

/** In this tab alone, until it is signed, the tab is closed or its owner logs out: the server has nothing of it before. */
function useKeptDraft(userId: string) {
  const key = `statement-draft:${userId}`;
  const [text, setText] = useSessionStorage(key);
  return {
    kept: keptIn(text),
    // Two changes of one press build on each other.
    keep: (changes: Partial<Kept>) =>
      setText(
        JSON.stringify({
          ...keptIn(sessionStorage.getItem(key) ?? ""),
          ...changes,
          savedAt: new Date().toISOString(),
        }),
      ),
    forget: () => setText(""),
  };
}

const keptIn = (text: string): Kept => ({ ...nothing, ...(text !== "" && JSON.parse(text)) });

function SignStep({ legalName, ...step }: StepProps & { legalName: string }) {
  const { place, form, draft, onChange } = step;
  const today = londonDate(serverNow());
  const facts = [
    ["Statement", statementKindLabels[form.kind]],
    ["Name", legalName],
    ["Valid from", longDate(today)],
    ["Valid until", longDate(goodThrough(today))],
  ];
  return (
    <StepFrame place={place} heading="Sign" label="Sign the statement" busyLabel="Signing">
      <dl className="sign-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {form.is_sample && <p className="note">{statementFormMessages.sampleText}</p>}
      <Field
        label={statementMessages.signature(legalName)}
        hint="Capitals and spaces do not matter"
        error={messageAt(step, "signature")}
      >
        <Input
          autoComplete="off"
          className="large-input"
          maxLength={200}
          value={draft.signature}
          onChange={(event) => onChange({ signature: event.target.value }, "signature")}
        />
      </Field>
      <p className="small muted">
        The signed copy is in your account, and we tell you by email. You can withdraw the statement there at any time.
      </p>
    </StepFrame>
  );
}

interface Way {
  choice: string;
  /** The form is undefined for "None of these". */
  form: StatementForm | undefined;
  label: string;
  hint: string;
}

/** By what somebody has or knows, not by the names of the forms. */
function waysOf(forms: readonly StatementForm[]): Way[] {
  const ways = forms.flatMap((form): Way[] =>
    form.kind === "high_net_worth"
      ? form.content.conditions.flatMap(({ key, fields: [figure] }) => {
          const words = conditionChoices[key]?.(figure?.least ?? 0);
          return words ? [{ choice: key, form, ...words }] : [];
        })
      : [{ choice: "experience", form, ...experienceChoice(form.content.conditions.map(({ key }) => key)) }],
  );
  return [...ways, { choice: "none", form: undefined, ...noChoice }];
}

interface WhichStepProps {
  place: Place;
  ways: readonly Way[];
  choice: string;
  error: string | undefined;
  onChoose: (way: Way) => void;
}

function WhichStep({ place, ways, choice, error, onChoose }: WhichStepProps) {
  const isDeclining = choice === "none";
  const heading = "Which of these is true for you?";
  return (
    <StepFrame place={place} heading={heading} isDeclining={isDeclining}>
      <p className="muted">The law lets us show deals only to people who can say one of these.</p>
      <Choices
        label={heading}
        value={choice}
        error={error}
        options={ways.map(({ choice: value, label, hint }) => ({ value, label, hint }))}
        onChange={(value) => {
          const way = ways.find((row) => row.choice === value);
          if (way) onChoose(way);
        }}
      />
      {isDeclining && <p className="note">{messages.declining}</p>}
    </StepFrame>
  );
}
