import { type ReactNode, useState } from "react";
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
