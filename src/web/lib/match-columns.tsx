import { type FormEvent, useEffect, useRef, useState } from "react";
import { matchColumnsMessages as messages } from "#shared/tables/messages.ts";
import { exampleCells, type Table } from "#shared/tables/read-table.ts";
import type { ColumnMatch, ColumnSpec } from "#shared/tables/titles.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { describeLeftOut } from "./open-table.ts";

interface MatchColumnsProps<Name extends string> {
  table: Table;
  /** Undefined for pasted text. */
  fileName?: string | undefined;
  specs: readonly ColumnSpec<Name>[];
  /** The match holds the columns that the titles identify. */
  match: ColumnMatch<Name>;
  missingOf: (match: ColumnMatch<Name>) => readonly Name[];
  onMatched: (match: ColumnMatch<Name>) => void;
  onClose: () => void;
}

/** A person says which column of a file is which, and reads beside each column what is in it. */
export function MatchColumns<Name extends string>(props: MatchColumnsProps<Name>) {
  const { table, fileName, specs, match: first, missingOf, onMatched, onClose } = props;
  const [match, setMatch] = useState(first);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("select")?.focus(), []);
  const problems = problemsOf(match, specs, missingOf(match));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.size === 0) return onMatched(match);
    setTried(true);
    const place = specs.findIndex(({ name }) => problems.has(name));
    form.current?.querySelectorAll("select")[place]?.focus();
  };
  const leftOut = describeLeftOut(table, match);
  return (
    <form ref={form} className="grid max-w-3xl gap-4" aria-label={messages.title} onSubmit={submit} noValidate>
      <div className="grid gap-1">
        <h2 className="d4">{messages.title}</h2>
        <p className="small muted wrap-anywhere">
          {fileName !== undefined && `File: ${fileName}. `}
          {table.hasHeader
            ? `Choose the column of this ${fileName === undefined ? "text" : "file"} for each. What you leave out is not read.`
            : messages.noHeader}
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {specs.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            isOptional={!missingOf({}).includes(name)}
            error={isTried ? problems.get(name) : undefined}
          >
            <Select
              value={match[name] ?? ""}
              // The first option is none of the columns.
              onChange={({ target }) => setMatch(withColumn(match, name, target.selectedIndex - 1))}
            >
              <option value="">Not in this file</option>
              <ColumnOptions titles={table.titles} examples={exampleCells(table)} optionValue={(_, place) => place} />
            </Select>
          </Field>
        ))}
      </div>
      {leftOut && <p className="note wrap-anywhere">{leftOut}</p>}
      <div className="button-row">
        <Button type="submit" isSmall>
          Read the file
        </Button>
        <Button variant="ghost" isSmall onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface ColumnOptionsProps {
  titles: readonly string[];
  examples: readonly string[];
  optionValue: (title: string, place: number) => string | number;
}

/** The columns of a file, each with an example of what is in it. */
export function ColumnOptions({ titles, examples, optionValue }: ColumnOptionsProps) {
  return titles.map((title, place) => (
    <option key={optionValue(title, place)} value={optionValue(title, place)}>
      {messages.example(title || messages.nameless(place + 1), (examples[place] ?? "").slice(0, 40))}
    </option>
  ));
}

function withColumn<Name extends string>(match: ColumnMatch<Name>, name: Name, place: number): ColumnMatch<Name> {
  const { [name]: _, ...others } = match;
  return (place < 0 ? others : { ...others, [name]: place }) as ColumnMatch<Name>;
}

function problemsOf<Name extends string>(
  match: ColumnMatch<Name>,
  specs: readonly ColumnSpec<Name>[],
  missing: readonly Name[],
): Map<Name, string> {
  const problems = new Map<Name, string>(missing.map((name) => [name, "Please choose the column"]));
  const taken = new Set<number>();
  for (const { name } of specs) {
    const place = match[name];
    if (place === undefined) continue;
    if (taken.has(place)) problems.set(name, "This column is chosen twice");
    taken.add(place);
  }
  return problems;
}
