import type { DirectoryTerm } from "#shared/profiles.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { isSameTerm } from "./directory-search.ts";

interface TermSelectProps {
  label: string;
  /** Label of the empty option. */
  anyLabel: string;
  terms: readonly DirectoryTerm[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** Most frequent first, with counts. */
export function TermSelect({ label, anyLabel, terms, chosen, onChoose }: TermSelectProps) {
  const known = terms.find(({ value }) => isSameTerm(value, chosen));
  return (
    <Field label={label}>
      <Select value={known?.value ?? chosen} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{anyLabel}</option>
        {/* Chosen by URL or chip, but not among the offered terms. */}
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
