import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { pageUrl } from "#shared/paths.ts";
import { incomeTaxPercents, type Scheme } from "#shared/portfolio/deal-result.ts";
import { planNames } from "#shared/settings/plans.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field, useFieldControl } from "#web/ui/field.tsx";
import { Copy } from "#web/ui/icons.generated.ts";
import { NumberInput } from "#web/ui/number-input.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { entryPath, type NumberField, numberFields } from "./deal-entry.ts";
import type { DealForm } from "./use-deal-entry.ts";

/** The slider covers the usual outcomes; larger ones are typed. */
const sliderMaximum = 10;

export function CalculatorInputs({ form }: { form: DealForm }) {
  const { entry, choose } = form;
  return (
    <section className="calculator-inputs" aria-label="Your deal">
      <div className="calculator-pair">
        <TypedNumber form={form} field="amount" label="You invest" />
        <TypedNumber form={form} field="deals" label="Deals a year" />
      </div>
      <Segments
        label="Your plan"
        value={entry.plan}
        options={planNames.map((name) => ({ value: name, label: name }))}
        onChange={(plan) => choose({ plan })}
      />
      <Segments
        label="The investment fee is"
        value={entry.side}
        options={[
          { value: "on-top", label: "On top" },
          { value: "inside", label: "Inside" },
        ]}
        onChange={(side) => choose({ side })}
      />
      <TypedNumber form={form} field="multiple" label="Exit multiple">
        <Range
          id={undefined}
          aria-label="Exit multiple on a slider"
          aria-invalid={false}
          aria-describedby={undefined}
          aria-valuetext={`${entry.exitMultiple} times`}
          min={0}
          max={sliderMaximum}
          step={0.1}
          value={Math.min(entry.exitMultiple, sliderMaximum)}
          onChange={(exitMultiple) => choose({ exitMultiple })}
        />
      </TypedNumber>
      <Segments
        label="Tax scheme of the shares"
        value={entry.scheme}
        options={[
          { value: "EIS", label: "EIS" },
          { value: "SEIS", label: "SEIS" },
          { value: "none", label: "None" },
        ]}
        onChange={(scheme) => choose({ scheme })}
      />
      <div className="field">
        <Segments
          label="Your top rate of Income Tax"
          value={String(entry.incomeTaxPercent)}
          options={incomeTaxPercents.map((rate) => ({ value: String(rate), label: `${rate}%` }))}
          onChange={(rate) => choose({ incomeTaxPercent: Number(rate) })}
        />
        <p className="field-hint">{taxHint(entry.scheme, entry.incomeTaxPercent)}</p>
      </div>
      <CopyLink form={form} />
    </section>
  );
}

interface TypedNumberProps {
  form: DealForm;
  field: NumberField;
  label: string;
  children?: ReactNode;
}

/** Invalid text stays for correction, with the last valid result. */
function TypedNumber({ form, field, label, children }: TypedNumberProps) {
  const input = (
    <NumberInput
      kind={numberFields[field].kind}
      value={form.texts[field]}
      onChange={(event) => form.type(field, event.target.value)}
      onBlur={() => form.tidy(field)}
    />
  );
  return (
    <Field label={label} hint={form.numbers[field].hint} error={form.errors[field]}>
      {children ? (
        <div className="calculator-multiple">
          {input}
          {children}
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

function taxHint(scheme: Scheme, incomeTaxPercent: number): string {
  if (scheme === "none") return "Counts only with EIS or SEIS.";
  if (incomeTaxPercent === 0) return "With no tax to pay there is nothing to relieve, so no relief is counted.";
  return "Rates for the rest of the UK; Scotland’s differ.";
}

function CopyLink({ form }: { form: DealForm }) {
  return (
    <Button variant="outline" isSmall className="justify-self-start" onClick={() => copy(form)}>
      <Copy />
      Copy link
    </Button>
  );
}

function copy({ entry, errors }: DealForm): Promise<void> {
  const isStale = Object.keys(errors).length > 0;
  const description = isStale ? "It opens the last valid figures." : "Whoever opens it sees this deal.";
  return copyText(pageUrl(window.location.origin, entryPath(entry)), "The link", { title: "Link copied", description });
}

interface RangeProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** Needs a Field around it. */
function Range({ value, min, max, onChange, className, ...rest }: RangeProps) {
  const filled = { "--filled": `${(100 * (value - min)) / (max - min)}%` } as CSSProperties;
  return (
    <input
      {...useFieldControl()}
      {...rest}
      type="range"
      className={classNames("range", className)}
      style={filled}
      min={min}
      max={max}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
