import { type ReactNode, useState } from "react";
import { conditionFieldLabels, installMessages as messages } from "#shared/statements/statement-form-messages.ts";
import { figureKindOf, type StatementFieldKind } from "#shared/statements/statement-messages.ts";
import type { StatementFormContent } from "#shared/statements/statements.ts";
import { isBlank, numberKinds, orNaN, typedProblem } from "#shared/typed-numbers.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { firstMessage } from "./first-message.ts";

type ConditionField = StatementFormContent["conditions"][number]["fields"][number];

interface ConditionFieldsProps {
  /** What each field takes, by its key. */
  kinds: Record<string, StatementFieldKind>;
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
    const figureKind = figureKindOf(kind);
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
        {figureKind && (
          <Figure
            label={label(kind === "pounds" ? "At least, in pounds" : "At least")}
            kind={figureKind}
            value={field.least}
            error={errorOf("least")}
            onChange={(least) => change({ least })}
          />
        )}
        {kind === "pounds" && (
          <Figure
            label={label("To the nearest, in pounds")}
            kind="whole_pounds"
            value={field.nearest}
            error={errorOf("nearest")}
            onChange={(nearest) => change({ nearest })}
          />
        )}
      </div>
    );
  });
}

const at = (errors: unknown, name: string | number): unknown =>
  typeof errors === "object" && errors !== null ? (errors as Record<string | number, unknown>)[name] : undefined;

interface FigureProps {
  label: ReactNode;
  kind: "whole_pounds" | "count";
  value: number | null;
  error: string | undefined;
  /** NaN for what cannot be read, which the schema refuses. */
  onChange: (value: number | null) => void;
}

/** Stays as typed. */
function Figure({ label, kind, value, error, onChange }: FigureProps) {
  const [text, setText] = useState("");
  // A restored draft has a value that nobody has typed here.
  const shown = Object.is(readFigure(kind, text), value) ? text : String(value ?? "");
  const [isLeft, setLeft] = useState(false);
  return (
    <Field label={label} error={(isLeft ? typedProblem(kind, shown) : undefined) ?? error}>
      <NumberInput
        kind={kind}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          onChange(readFigure(kind, event.target.value));
        }}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
    </Field>
  );
}

const readFigure = (kind: FigureProps["kind"], text: string): number | null =>
  isBlank(text) ? null : orNaN(numberKinds[kind].read(text));
