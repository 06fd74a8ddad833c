import { useId } from "react";
import { commitMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import type { CommitValues } from "./commit-values.ts";

interface ReliefProps {
  form: ServerForm<CommitValues>;
  scheme: string;
}

/** Neither is chosen beforehand. */
export function Relief({ form, scheme }: ReliefProps) {
  const id = useId();
  const { error } = form.getFieldState("wants_relief", form.formState);
  const options = [
    { value: "yes", label: messages.yes, reason: messages.relief.yes },
    { value: "no", label: messages.no, reason: messages.relief.no },
  ];
  return (
    <fieldset className="field" aria-describedby={error && id}>
      <legend className="field-label mb-1.5">Do you want {scheme} relief on these shares?</legend>
      <div className="choices">
        {options.map(({ value, label, reason }) => (
          <label key={value} className="commit-choice">
            <input
              type="radio"
              value={value}
              data-invalid={error ? "" : undefined}
              {...form.register("wants_relief")}
            />
            <span>
              <b>{label}</b>
              <span className="note">{reason}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={id}>
          <CircleAlert />
          {error.message}
        </p>
      )}
    </fieldset>
  );
}
