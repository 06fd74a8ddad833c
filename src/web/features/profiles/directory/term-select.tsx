import type { DirectoryTerm } from "#shared/profiles.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { isSameTerm } from "./directory-search.ts";

interface TermSelectProps {
  label: string;
  /** What the choice of none is called. */
  anyLabel: string;
  terms: readonly DirectoryTerm[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** A filter by what profiles name, most used first, each with how many name it. */
export function TermSelect({ label, anyLabel, terms, chosen, onChoose }: TermSelectProps) {
  const known = terms.find(({ value }) => isSameTerm(value, chosen));
  return (
    <Field label={label}>
      <Select value={known?.value ?? chosen} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{anyLabel}</option>
        {/* From an address or a chip: too rare to be offered, or not offered yet. */}
        {chosen && !known && <option value={chosen}>{chosen}</option>}
        {terms.map(({ value, members }) => (
          <option key={value} value={value}>
            {value} ({members})
          </option>
        ))}
      </Select>
    </Field>
  );
}
