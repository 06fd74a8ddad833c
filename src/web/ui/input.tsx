import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useFieldControl } from "./field.tsx";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldControl()} {...rest} className={classNames("input", className)} />;
}

interface TextareaProps extends ComponentProps<"textarea"> {
  minimumHeightPx?: number;
}

export function Textarea({ className, minimumHeightPx, style, ...rest }: TextareaProps) {
  return (
    <textarea
      dir="auto"
      {...useFieldControl()}
      {...rest}
      className={classNames("input", className)}
      style={{ minHeight: minimumHeightPx, ...style }}
    />
  );
}
