import { londonDate } from "#shared/london-time.ts";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { statementMessages } from "#shared/statements/signed-statement-messages.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { goodThrough } from "#shared/statements/statement-validity.ts";
import { longDate, weekdayDate } from "#web/lib/format.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Runs } from "../statement-lines.tsx";
import { messageAt, StepFrame, type StepProps } from "./step.tsx";

export function SignatureStep({ legalName, ...step }: StepProps & { legalName: string }) {
  const { form, draft, onChange } = step;
  const today = londonDate(new Date());
  return (
    <StepFrame step={step} heading={messages.signHeading} nextLabel={messages.sign}>
      <div className="grid gap-2">
        <p className="muted">
          {messages.youState} <b className="text-ink">{statementKindLabels[form.kind].toLowerCase()}</b>:
        </p>
        <ul className="sign-stated">
          {form.content.conditions
            .filter(({ key }) => draft.applies[key])
            .map(({ key, runs, fields }) => (
              <li key={key}>
                <Runs runs={runs} />
                {fields.map((field) => (
                  <span key={field.key} className="note wrap-anywhere">
                    {field.label}: {draft.fields[`${key}.${field.key}`]}
                  </span>
                ))}
              </li>
            ))}
        </ul>
      </div>
      <dl className="sign-facts">
        <div>
          <dt>{messages.legalName}</dt>
          <dd>{legalName}</dd>
        </div>
        <div>
          <dt>{messages.date}</dt>
          <dd>{weekdayDate(today)}</dd>
        </div>
        <div>
          <dt>{messages.validUntil}</dt>
          <dd>{longDate(goodThrough(today))}</dd>
        </div>
      </dl>
      <Field
        label={statementMessages.signature(legalName)}
        hint={messages.signatureHint}
        error={messageAt(step, "signature")}
      >
        <Input
          autoComplete="off"
          className="sign-name"
          maxLength={200}
          value={draft.signature}
          onChange={(event) => onChange({ signature: event.target.value }, "signature")}
        />
      </Field>
      <p className="note">{messages.copyKept}</p>
    </StepFrame>
  );
}
