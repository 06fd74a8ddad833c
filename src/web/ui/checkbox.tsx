import type { ComponentProps, ReactNode } from "react";
import { Check } from "./icons.generated.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
}

export function Checkbox({ label, className = "", ...rest }: CheckboxProps) {
  return (
    <label className={`check ${className}`}>
      <span className="check-box">
        <input type="checkbox" {...rest} />
        <Check />
      </span>
      <span>{label}</span>
    </label>
  );
}
