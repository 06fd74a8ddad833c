import { type ReactNode, useId } from "react";
import { figureQuestions, signMessages as messages, plainWords } from "#shared/statements/sign-statement-messages.ts";
import { shown } from "#shared/statements/signed-statement-lines.ts";
import type { SignedLine, StatementInput } from "#shared/statements/signed-statements.ts";
import { fieldsOfCondition, figureKindOf } from "#shared/statements/statement-messages.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { Runs, StatementLines } from "#web/features/statements/lines-dialog.tsx";
import { CheckboxField } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { isNone, roundingHint, shownPounds } from "./draft.ts";
import { messageAt, StepFrame, type StepProps } from "./step.tsx";

type Condition = StatementForm["content"]["conditions"][number];

interface AnswersStepProps extends StepProps {
  /** The condition that was said to be true, whose figure is asked for first. */
  choice: string;
  /** Leads to the other form; undefined where there is none. */
  onOther: (() => void) | undefined;
}

/** The form's conditions in its own words, each answered; what a Yes asks for stands below it. */
export function AnswersStep({ choice, onOther, ...step }: AnswersStepProps) {
  const { form, draft, place } = step;
  const { conditions, none_text } = form.content;
  const chosen = conditions.find(({ key }) => key === choice);
  const others = conditions.filter((condition) => condition !== chosen);
  const isDeclining = isNone(form, draft);
  const hasFigures = conditions.some(({ fields }) => fields.some(({ nearest }) => nearest !== null));
  const hasLeast = conditions.some(({ fields }) => fields.some(({ least }) => least !== null));
  return (
    <StepFrame
      place={place}
      heading={figureQuestions[choice] ?? "What experience do you have?"}
      isDeclining={isDeclining}
      isSeen={hasLeast}
    >
      {chosen && (
        <div className="sign-condition">
          <p>
            <Runs runs={chosen.runs} />
          </p>
          <ConditionFields step={step} condition={chosen} />
        </div>
      )}
      {others.map((condition) => (
        <OtherCondition key={condition.key} step={step} condition={condition} />
      ))}
      {isDeclining && (
        <Notice title={`${none_text}.`}>
          {messages.declining}
          {onOther && (
            <>
              {" Your income or your net assets might still fit: "}
              <button type="button" className="inline-link" onClick={onOther}>
                answer by these instead
              </button>
            </>
          )}
        </Notice>
      )}
      {hasLeast && !isDeclining && (
        <p className="note">
          {hasFigures &&
            "You see this figure. An admin can open it only for a reason that is recorded, and you can read who did and why. "}
          That an entry is below what the form asks for is recorded with its time, and the club sees it before you sign.
        </p>
      )}
    </StepFrame>
  );
}

interface ConditionProps {
  step: StepProps;
  condition: Condition;
}

function OtherCondition({ step, condition }: ConditionProps) {
  const { key, runs } = condition;
  const { draft, onChange } = step;
  const id = useId();
  const applies = draft.applies[key];
  const path = `answers.${key}.applies`;
  return (
    <div className="sign-condition">
      <p id={id}>
        <Runs runs={runs} />
      </p>
      <Choices
        isRow
        labelledBy={id}
        value={applies === undefined ? "" : applies ? "yes" : "no"}
        options={[
          { value: "no", label: "No" },
          { value: "yes", label: "Yes" },
        ]}
        error={messageAt(step, path)}
        onChange={(value) => onChange({ applies: { ...draft.applies, [key]: value === "yes" } }, path)}
      />
      {applies && <ConditionFields step={step} condition={condition} />}
    </div>
  );
}

function ConditionFields({ step, condition: { key, fields } }: ConditionProps) {
  const words = plainWords[key];
  return (
    <>
      {fields.map((field) => (
        <ConditionField key={field.key} step={step} condition={key} field={field} />
      ))}
      {words && (
        <details className="note">
          <summary>What counts</summary>
          {words.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </details>
      )}
    </>
  );
}

interface ConditionFieldProps {
  step: StepProps;
  condition: string;
  field: Condition["fields"][number];
}

function ConditionField({ step, condition, field }: ConditionFieldProps) {
  const { draft, form, onChange } = step;
  const kind = fieldsOfCondition(form.kind, condition)?.[field.key];
  const name = `${condition}.${field.key}`;
  const path = `answers.${condition}.fields.${field.key}`;
  const value = draft.fields[name] ?? "";
  const enter = (typed: string) => onChange({ fields: { ...draft.fields, [name]: typed } }, path);
  const numberKind = figureKindOf(kind);
  return (
    <Field
      label={field.label}
      hint={kind === "pounds" && roundingHint(value, field)}
      error={messageAt(step, path)}
      className={kind === "line" ? "max-w-[28rem]" : "max-w-[22rem]"}
    >
      {numberKind ? (
        <NumberInput
          kind={numberKind}
          className={kind === "pounds" ? "large-input" : ""}
          maxLength={200}
          value={value}
          onChange={(event) => enter(event.target.value)}
          onBlur={() => {
            // An error stays until the figure is another one.
            const shown = shownPounds(value);
            if (kind === "pounds" && shown !== value) onChange({ fields: { ...draft.fields, [name]: shown } }, "");
          }}
        />
      ) : (
        <Input autoComplete="off" maxLength={200} value={value} onChange={(event) => enter(event.target.value)} />
      )}
    </Field>
  );
}

interface ChoicesProps {
  /** Of what is asked, where no element says it. */
  label?: string;
  labelledBy?: string;
  value: string;
  options: readonly { value: string; label: string; hint?: string }[];
  error: string | undefined;
  /** Short answers, in one row. */
  isRow?: boolean;
  onChange: (value: string) => void;
}

/** A bordered row for each answer; nothing is chosen beforehand. */
export function Choices({ label, labelledBy, value, options, error, isRow, onChange }: ChoicesProps) {
  const name = useId();
  return (
    <div className="grid gap-2">
      <div
        role="radiogroup"
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
        className={`choices ${isRow ? "sign-answers" : "sign-ways"}`}
      >
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              data-invalid={error && index === 0 ? "" : undefined}
              onChange={() => onChange(option.value)}
            />
            <span className="sign-choice">
              <b>{option.label}</b>
              {option.hint && <span className="note">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={`${name}-error`}>
          <CircleAlert />
          {error}
        </p>
      )}
    </div>
  );
}

/** The whole form with what was answered, and its declarations. */
export function ReadStep({ input, ...step }: StepProps & { input: StatementInput }) {
  const { place, form, draft, onChange } = step;
  const { title, blocks, conditions, declarations } = form.content;
  const answered = conditions.map(
    (condition): SignedLine => ({
      style: "paragraph",
      runs: [...condition.runs, { text: ` ${answerTo(condition, form, input)}`, is_bold: true }],
    }),
  );
  return (
    <StepFrame place={place} heading="Read the statement">
      <div className="sign-form">
        <h2>{title}</h2>
        <p className="note wrap-anywhere">{form.law_reference}</p>
        <StatementLines lines={[...blocks, ...answered]} />
      </div>
      <div className="border-t border-ink">
        {declarations.map(({ key, runs }) => (
          <Tick
            key={key}
            label={<Runs runs={runs} />}
            isTicked={draft.declarations.includes(key)}
            error={messageAt(step, `declarations.${key}`)}
            onChange={(isTicked) => {
              const others = draft.declarations.filter((ticked) => ticked !== key);
              onChange({ declarations: isTicked ? [...others, key] : others }, `declarations.${key}`);
            }}
          />
        ))}
      </div>
    </StepFrame>
  );
}

/** "Yes, £120,000", as it will be signed. */
function answerTo(
  { key, fields }: StatementForm["content"]["conditions"][number],
  { kind }: StatementForm,
  { answers }: StatementInput,
): string {
  const answer = answers[key];
  if (!answer?.applies) return "No";
  const kinds = fieldsOfCondition(kind, key);
  return ["Yes", ...fields.map((field) => shown(answer.fields[field.key], kinds?.[field.key]))].join(", ");
}

interface TickProps {
  label: ReactNode;
  isTicked: boolean;
  error: string | undefined;
  onChange: (isTicked: boolean) => void;
}

function Tick({ label, isTicked, error, onChange }: TickProps) {
  return (
    <CheckboxField
      fieldClass="sign-tick"
      label={label}
      checked={isTicked}
      error={error}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
