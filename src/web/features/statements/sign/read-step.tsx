import type { ReactNode } from "react";
import { shown } from "#shared/statements/signed-statement-lines.ts";
import type { SignedLine, StatementInput } from "#shared/statements/signed-statements.ts";
import { fieldsOfCondition } from "#shared/statements/statement-messages.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { CheckboxField } from "#web/ui/checkbox.tsx";
import { Runs, StatementLines } from "../statement-lines.tsx";
import { messageAt, StepFrame, type StepProps } from "./step.tsx";

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
