import { type ReactNode, useId } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { type CommitmentTick, commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { CheckboxField } from "#web/ui/checkbox-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import type { CommitValues } from "./commit-values.ts";

interface TicksProps {
  form: ServerForm<CommitValues>;
  /** Each with its own numbers. */
  words: Record<CommitmentTick, string>;
}

export function Ticks({ form, words }: TicksProps) {
  const id = useId();
  return (
    <fieldset className="commit-ticks" aria-labelledby={id}>
      <legend className="sr-only" id={id}>
        What you confirm, one by one
      </legend>
      {commitmentTicks.map((tick) => (
        <CommitTick key={tick} form={form} name={`ticks.${tick}`} label={words[tick]} />
      ))}
    </fieldset>
  );
}

interface CommitTickProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  name: Path<Values>;
  label: ReactNode;
}

function CommitTick<Values extends FieldValues>({ form, name, label }: CommitTickProps<Values>) {
  const { error } = form.getFieldState(name, form.formState);
  return <CheckboxField fieldClass="commit-tick" label={label} {...form.register(name)} error={error?.message} />;
}
