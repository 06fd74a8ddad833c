import type { ComponentProps, CSSProperties } from "react";
import { classNames } from "./class-names.ts";
import { useFieldControl } from "./field.tsx";

interface RangeProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** Needs a Field around it. */
export function Range({ value, min, max, onChange, className, ...rest }: RangeProps) {
  const filled = { "--filled": `${(100 * (value - min)) / (max - min)}%` } as CSSProperties;
  return (
    <input
      {...useFieldControl()}
      {...rest}
      type="range"
      className={classNames("range", className)}
      style={filled}
      min={min}
      max={max}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
