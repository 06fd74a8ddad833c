import { useState } from "react";
import { membershipPlans, terms } from "#shared/club.ts";
import { pounds } from "#web/lib/pounds.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Range } from "#web/ui/range.tsx";
import { Segments } from "#web/ui/segments.tsx";
import type { CalculatorEntry } from "./fee-calculator.tsx";

const largestMultiple = 10;
const largestPence = 1_000_000_00;

interface CalculatorInputsProps {
  entry: CalculatorEntry;
  onChange: (change: Partial<CalculatorEntry>) => void;
}

export function CalculatorInputs({ entry, onChange }: CalculatorInputsProps) {
  return (
    <div className="calculator-inputs">
      <AmountField pence={entry.investmentPence} onChange={(investmentPence) => onChange({ investmentPence })} />
      <Segments
        label="Your plan"
        value={entry.plan}
        options={membershipPlans.map(({ name }) => ({ value: name, label: name }))}
        onChange={(plan) => onChange({ plan })}
      />
      <Segments
        label="The fee is"
        value={entry.side}
        options={[
          { value: "on-top", label: "On top" },
          { value: "inside", label: "Taken out" },
        ]}
        onChange={(side) => onChange({ side })}
      />
      <MultipleField multiple={entry.multiple} onChange={(multiple) => onChange({ multiple })} />
      <dl className="assumptions mt-2">
        <div>
          <dt>Investment fee</dt>
          <dd>{entry.side === "on-top" ? "On top of what you invest" : "Taken out of what you invest"}</dd>
        </div>
        <div>
          <dt>Membership</dt>
          <dd>Not counted</dd>
        </div>
        <div>
          <dt>Tax and reliefs</dt>
          <dd>Not counted</dd>
        </div>
      </dl>
    </div>
  );
}

/** Keeps what is typed, and passes on only amounts that can be invested. */
function AmountField({ pence, onChange }: { pence: number; onChange: (pence: number) => void }) {
  const [text, setText] = useState(pounds(pence));
  const typed = Number(text.replace(/[£,\s]/g, "")) * 100;
  const isPossible = typed >= terms.minimumInvestmentPence && typed <= largestPence;
  const least = `At least ${pounds(terms.minimumInvestmentPence)} per deal`;
  const change = (next: string) => {
    setText(next);
    const nextPence = Math.round(Number(next.replace(/[£,\s]/g, "")) * 100);
    if (nextPence >= terms.minimumInvestmentPence && nextPence <= largestPence) onChange(nextPence);
  };
  return (
    <Field label="You invest" hint={least} error={isPossible ? undefined : `${least}, at most ${pounds(largestPence)}`}>
      <Input
        className="input-figure"
        inputMode="numeric"
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={() => isPossible && setText(pounds(typed))}
      />
    </Field>
  );
}

function MultipleField({ multiple, onChange }: { multiple: number; onChange: (multiple: number) => void }) {
  return (
    <Field
      label="The company sells for"
      aside={<output className="num">{multiple}× your money</output>}
      hint={
        <span className="flex justify-between">
          <span>0×</span>
          <span>{largestMultiple}×</span>
        </span>
      }
    >
      <Range
        min={0}
        max={largestMultiple}
        step={0.5}
        value={multiple}
        onChange={onChange}
        aria-valuetext={`${multiple} times`}
      />
    </Field>
  );
}
