import { londonDate } from "#shared/london-time.ts";
import { statementMessages } from "#shared/statements/signed-statement-messages.ts";
import { statementFormMessages, statementKindLabels } from "#shared/statements/statement-messages.ts";
import { goodThrough } from "#shared/statements/statement-validity.ts";
import { longDate } from "#web/lib/format.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { messageAt, StepFrame, type StepProps } from "./step.tsx";

export function SignStep({ legalName, ...step }: StepProps & { legalName: string }) {
  const { place, form, draft, onChange } = step;
  const today = londonDate(new Date());
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
          className="sign-name"
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
