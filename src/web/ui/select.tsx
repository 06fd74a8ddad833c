import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useFieldControl } from "./field.tsx";
import { ChevronDown } from "./icons.generated.ts";

/** The browser's own list to choose from, closed like any other field. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className="select">
      <select {...useFieldControl()} {...rest} className={classNames("input", className)}>
        {children}
      </select>
      <ChevronDown aria-hidden="true" />
    </div>
  );
}
