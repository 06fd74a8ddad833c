import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** Of the choice that filters nothing. */
  all: string;
  value: Value | "";
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | "") => void;
}

/** One of the choices of a list's filters. */
export function FilterChoice<Value extends string>({ label, all, value, options, onChange }: FilterChoiceProps<Value>) {
  return (
    <Field label={label} className="w-38">
      <Select value={value} onChange={(event) => onChange(event.target.value as Value | "")}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
