import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** The label belongs to the choice that filters nothing. */
  all: string;
  value: Value | "";
  options: readonly { value: Value; label: string }[];
  /** A class; "" for that of the longest choice. */
  width?: string | undefined;
  onChange: (value: Value | "") => void;
}

export function FilterChoice<Value extends string>(props: FilterChoiceProps<Value>) {
  const { label, all, value, options, width = "w-38", onChange } = props;
  return (
    <Field label={label} className={width}>
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
