import { londonDate } from "#shared/london-time.ts";
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
    <StepFrame step={step} heading="Sign" nextLabel="Sign statement">
      <div className="grid gap-2">
        <p className="muted">
          You state that you are a <b className="text-ink">{statementKindLabels[form.kind].toLowerCase()}</b>:
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
          <dt>Your legal name</dt>
          <dd>{legalName}</dd>
        </div>
        <div>
          <dt>Date, set by the club</dt>
          <dd>{weekdayDate(today)}</dd>
        </div>
        <div>
          <dt>Valid until</dt>
          <dd>{longDate(goodThrough(today))}</dd>
        </div>
      </dl>
      <Field
        label={statementMessages.signature(legalName)}
        hint="Capitals and spaces do not matter"
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
      <p className="note">
        A copy of this page, exactly as signed, is kept in your account. You can withdraw the statement there at any
        time.
      </p>
    </StepFrame>
  );
}
