import { useId } from "react";
import { plainWords, roundingExample } from "#shared/statements/sign-statement-messages.ts";
import { fieldsOfCondition, figureKindOf, type StatementFieldKind } from "#shared/statements/statement-messages.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { Field } from "#web/ui/field.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { Runs } from "../statement-lines.tsx";
import { shownPounds } from "./draft.ts";
import { messageAt, PlainWords, StepFrame, type StepProps } from "./step.tsx";

type Condition = StatementForm["content"]["conditions"][number];

/** One condition in the form's own words; what it asks for appears with Yes. */
export function ConditionStep({ condition, ...step }: StepProps & { condition: Condition }) {
  const { key, runs, fields } = condition;
  const { draft, form, onChange } = step;
  const headingId = useId();
  const applies = draft.applies[key];
  const path = `answers.${key}.applies`;
  const hasFigure = fields.some(({ nearest }) => nearest !== null);
  const words = [
    ...(plainWords[key] ?? []),
    ...(hasFigure
      ? [
          "No other member sees this figure. An admin who opens it has to give a reason, and you can read who looked and why.",
        ]
      : []),
    "Answer as things are. If no condition fits, say so at the end: nothing else in your membership changes.",
  ];
  return (
    <StepFrame
      step={step}
      heading={<Runs runs={runs} />}
      headingId={headingId}
      aside={<PlainWords>{words}</PlainWords>}
    >
      <Answer
        labelledBy={headingId}
        value={applies}
        error={messageAt(step, path)}
        onChange={(yes) => onChange({ applies: { ...draft.applies, [key]: yes } }, path)}
      />
      {applies &&
        fields.map((field) => (
          <ConditionField
            key={field.key}
            step={step}
            condition={key}
            field={field}
            kind={fieldKind(form, key, field)}
          />
        ))}
    </StepFrame>
  );
}

interface AnswerProps {
  labelledBy: string;
  /** Undefined until somebody answers. */
  value: boolean | undefined;
  error: string | undefined;
  onChange: (isYes: boolean) => void;
}

/** No before Yes; nothing is ticked beforehand. */
function Answer({ labelledBy, value, error, onChange }: AnswerProps) {
  const name = useId();
  const options = [
    { isYes: false, label: "No" },
    { isYes: true, label: "Yes" },
  ];
  return (
    <div className="grid gap-2">
      <div
        role="radiogroup"
        aria-labelledby={labelledBy}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
        className="choices sign-answers"
      >
        {options.map(({ isYes, label }) => (
          <label key={label}>
            <input
              type="radio"
              name={name}
              checked={value === isYes}
              data-invalid={error && !isYes ? "" : undefined}
              onChange={() => onChange(isYes)}
            />
            <span>{label}</span>
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

const fieldKind = ({ kind }: StatementForm, condition: string, field: Condition["fields"][number]) =>
  fieldsOfCondition(kind, condition)?.[field.key];

interface ConditionFieldProps {
  step: StepProps;
  condition: string;
  field: Condition["fields"][number];
  kind: StatementFieldKind | undefined;
}

function ConditionField({ step, condition, field, kind }: ConditionFieldProps) {
  const { draft, onChange } = step;
  const name = `${condition}.${field.key}`;
  const path = `answers.${condition}.fields.${field.key}`;
  const value = draft.fields[name] ?? "";
  const enter = (typed: string) => onChange({ fields: { ...draft.fields, [name]: typed } }, path);
  const { least, nearest } = field;
  const numberKind = figureKindOf(kind);
  return (
    <Field
      label={field.label}
      hint={least !== null && nearest !== null && roundingExample({ least, nearest })}
      error={messageAt(step, path)}
      className={kind === "line" ? "max-w-[28rem]" : "max-w-[22rem]"}
    >
      {numberKind ? (
        <NumberInput
          kind={numberKind}
          className={kind === "pounds" ? "sign-figure" : ""}
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
