import { ChevronDown } from "lucide-react";
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
      {...useFieldControl()}
      {...rest}
      className={classNames("input", className)}
      style={{ minHeight: minimumHeightPx, ...style }}
    />
  );
}

export function Select({ className, ...rest }: ComponentProps<"select">) {
  return (
    <div className="select">
      <select {...useFieldControl()} {...rest} className={classNames("input", className)} />
      <ChevronDown />
    </div>
  );
}
