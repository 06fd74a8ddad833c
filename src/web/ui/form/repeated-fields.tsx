import "#web/styles/repeated-fields.css";
import { type ReactNode, useEffect, useRef } from "react";
import type { FieldError, FieldValues, Path, PathValue } from "react-hook-form";
import { Button } from "../button.tsx";
import { RowAction } from "../row-action.tsx";
import type { ServerForm } from "./use-server-form.ts";

interface RepeatedFieldsProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  name: Path<Values>;
  legend: string;
  hint?: string;
  fresh: object;
  addLabel: string;
  /** "Founder 2". */
  entryLabel: (number: number) => string;
  longest: number;
  isOrdered?: boolean;
  /** Entries are neither added, removed nor moved. */
  isFixed?: boolean;
  children: (index: number) => ReactNode;
}

/** A list of entries that can be added, removed and, if ordered, moved. Lighter than React Hook Form's `useFieldArray`. */
export function RepeatedFields<Values extends FieldValues>(props: RepeatedFieldsProps<Values>) {
  const { form, name, legend, hint, fresh, addLabel, entryLabel, longest, isOrdered, isFixed, children } = props;
  const entries: object[] = form.watch(name) ?? [];
  const list = useRef<HTMLFieldSetElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  // The entry to focus once it is rendered.
  const next = useRef<number | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const entry = list.current?.querySelectorAll(":scope > fieldset")[next.current];
    next.current = null;
    entry?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  });
  const replace = (changed: object[], focused: number | null) => {
    next.current = focused;
    form.change(name, changed as PathValue<Values, Path<Values>>);
  };
  const move = (from: number, to: number) => {
    const moved = entries[from];
    if (moved) replace(entries.toSpliced(from, 1).toSpliced(to, 0, moved), to);
  };
  const error = form.getFieldState(name, form.formState).error as (FieldError & { root?: FieldError }) | undefined;
  const message = error?.root?.message ?? error?.message;
  const isFull = entries.length >= longest;
  const keyed = entries.map((_, index) => ({ index, key: `${index}`, labelEnd: entryLabel(index + 1) }));
  return (
    <fieldset className="repeated" ref={list} data-invalid={message ? "" : undefined} tabIndex={-1}>
      <legend className="field-label">{legend}</legend>
      {(message || hint) && <p className={message ? "field-error" : "field-hint"}>{message ?? hint}</p>}
      {keyed.map(({ index, key, labelEnd }) => (
        <fieldset key={key} className="repeated-entry">
          <legend className="sr-only">{labelEnd}</legend>
          {children(index)}
          {!isFixed && (
            <div className="repeated-actions">
              {isOrdered && index > 0 && (
                <RowAction labelEnd={labelEnd} onClick={() => move(index, index - 1)}>
                  Move up
                </RowAction>
              )}
              {isOrdered && index < entries.length - 1 && (
                <RowAction labelEnd={labelEnd} onClick={() => move(index, index + 1)}>
                  Move down
                </RowAction>
              )}
              <RowAction
                labelEnd={labelEnd}
                isRemoval
                onClick={() => {
                  replace(entries.toSpliced(index, 1), null);
                  add.current?.focus();
                }}
              >
                Remove
              </RowAction>
            </div>
          )}
        </fieldset>
      ))}
      {!isFixed && (
        <p>
          <Button
            ref={add}
            variant="outline"
            isSmall
            aria-disabled={isFull || undefined}
            onClick={() => isFull || replace([...entries, fresh], entries.length)}
          >
            {addLabel}
          </Button>
        </p>
      )}
    </fieldset>
  );
}
