import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useFieldControl } from "./field.tsx";
import { ChevronDown } from "./icons.generated.ts";

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
