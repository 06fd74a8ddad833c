import { conditionFieldLabels, installMessages as messages } from "#shared/statement-form-messages.ts";
import type { StatementFormContent } from "#shared/statements.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { firstMessage } from "./first-message.ts";

type ConditionField = StatementFormContent["conditions"][number]["fields"][number];

interface ConditionFieldsProps {
  /** What each field takes, by its key. */
  kinds: Record<string, "pounds" | "count" | "line">;
  /** What only screen readers hear: of which condition. */
  labelEnd: string;
  fields: ConditionField[];
  errors: unknown;
  onChange: (fields: ConditionField[]) => void;
}

/** What a Yes asks for: its label, and of a figure the least and what it is rounded to. */
export function ConditionFields({ kinds, labelEnd, fields, errors, onChange }: ConditionFieldsProps) {
  return fields.map((field, index) => {
    const kind = kinds[field.key];
    const errorOf = (name: keyof ConditionField) => firstMessage(at(at(errors, index), name));
    const change = (changes: Partial<ConditionField>) => onChange(fields.with(index, { ...field, ...changes }));
    const label = (words: string) => (
      <>
        {words}
        <span className="sr-only"> ({labelEnd})</span>
      </>
    );
    return (
      <div key={field.key} className="grid gap-4 sm:grid-cols-2">
        <Field
          label={label(messages.fieldLabel(conditionFieldLabels[field.key] ?? field.key))}
          error={errorOf("label") ?? errorOf("key")}
          className="sm:col-span-2"
        >
          <Input autoComplete="off" value={field.label} onChange={(event) => change({ label: event.target.value })} />
        </Field>
        {kind !== "line" && (
          <Field label={label(kind === "pounds" ? messages.leastPounds : messages.least)} error={errorOf("least")}>
            <Figure value={field.least} onChange={(least) => change({ least })} />
          </Field>
        )}
        {kind === "pounds" && (
          <Field label={label(messages.nearestPounds)} error={errorOf("nearest")}>
            <Figure value={field.nearest} onChange={(nearest) => change({ nearest })} />
          </Field>
        )}
      </div>
    );
  });
}

const at = (errors: unknown, name: string | number): unknown =>
  typeof errors === "object" && errors !== null ? (errors as Record<string | number, unknown>)[name] : undefined;

const longestFigure = 9;

/** Whole numbers only; commas of a pasted figure go. */
function Figure({ value, onChange }: { value: number | null; onChange: (value: number | null) => void }) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      value={value ?? ""}
      onChange={(event) => {
        const digits = event.target.value.split(".")[0]?.replace(/\D/g, "").slice(0, longestFigure);
        onChange(digits ? Number(digits) : null);
      }}
    />
  );
}
