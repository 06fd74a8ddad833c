import type { ComponentProps } from "react";
import { type NumberKind, numberKinds } from "#shared/typed-numbers.ts";
import { classNames } from "./class-names.ts";
import { Input } from "./input.tsx";

interface NumberInputProps extends Omit<ComponentProps<"input">, "type" | "inputMode"> {
  kind: NumberKind;
}

/** Text, so that what is typed stays: the browser's own field for numbers gives "" for what it cannot read. */
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
