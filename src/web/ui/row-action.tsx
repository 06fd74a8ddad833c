import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

interface RowActionProps extends Omit<ComponentProps<"button">, "className"> {
  children: string;
  /** The end of the label names the person, for screen readers only. */
  labelEnd?: string;
  isRemoval?: boolean;
}

/** A word that acts on the row it is in. */
export function RowAction({ children, labelEnd, isRemoval, ...rest }: RowActionProps) {
  return (
    <button type="button" {...rest} className={classNames("row-action", isRemoval && "is-removal")}>
      {children}
      {labelEnd && <span className="sr-only"> {labelEnd}</span>}
    </button>
  );
}
