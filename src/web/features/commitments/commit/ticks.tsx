import { useId } from "react";
import { type CommitmentTick, commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { CommitTick } from "./commit-tick.tsx";
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
