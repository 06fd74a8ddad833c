import { type ReactNode, useState } from "react";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";

interface FiltersProps {
  label?: string;
  searchBox: ReactNode;
  /** The number counts the children that narrow the list now. */
  active: number;
  /** The node applies to the whole list and is seen on phones too. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The filters are folded away on phones except for the search box, so that the first record is in view. */
export function Filters({ label, searchBox, active, beside, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={classNames("filters", isOpen && "is-open")} aria-label={label}>
      {searchBox}
      <Button
        variant="outline"
        isSmall
        className="filters-toggle"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {active > 0 ? `Filters (${active})` : "Filters"}
      </Button>
      <div className="filters-more">{children}</div>
      {beside}
    </search>
  );
}

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
