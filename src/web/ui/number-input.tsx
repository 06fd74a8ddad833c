import type { ComponentProps } from "react";
import { type NumberKind, numberKinds } from "#shared/typed-numbers.ts";
import { classNames } from "./class-names.ts";
import { Input } from "./input.tsx";

interface NumberInputProps extends Omit<ComponentProps<"input">, "type" | "inputMode"> {
  kind: NumberKind;
}

/** Keeps what is typed: `type="number"` would give "" for what it cannot read, and commas would be lost. */
export function NumberInput({ kind, className, ...rest }: NumberInputProps) {
  return (
    <Input
      autoComplete="off"
      {...rest}
      data-number={kind}
      inputMode={numberKinds[kind].keyboard}
      className={classNames("num", className)}
    />
  );
}
