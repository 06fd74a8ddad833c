import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names.ts";

/** Each view has at most one primary button; danger is for deletions. */
export type ButtonVariant = "primary" | "secondary" | "outline" | "ghost" | "danger" | "on-dark";

interface ButtonLook {
  variant?: ButtonVariant;
  isSmall?: boolean;
  isFull?: boolean;
}

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** The label is shown while busy; the button keeps the focus and ignores presses. */
  busyLabel?: string | false | null;
}

export function Button({ variant, isSmall, isFull, busyLabel, className, onClick, children, ...rest }: ButtonProps) {
  const isBusy = Boolean(busyLabel);
  const press = (event: MouseEvent<HTMLButtonElement>) => (isBusy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, isSmall, isFull }), className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={press}
    >
      {isBusy && <Spinner />}
      {isBusy ? busyLabel : children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label">, Pick<ButtonLook, "isSmall"> {
  label: string;
  variant?: "ghost" | "outline";
  isRemoval?: boolean;
}

export function IconButton({ label, variant = "ghost", isSmall, isRemoval, className, ...rest }: IconButtonProps) {
  const look = classNames(buttonClass({ variant, isSmall }), "btn-icon", isRemoval && "is-removal", className);
  return <button type="button" {...rest} className={look} aria-label={label} title={label} />;
}

export const buttonClass = ({ variant = "secondary", isSmall, isFull }: ButtonLook): string =>
  classNames("btn", `btn-${variant}`, isSmall && "btn-small", isFull && "btn-full");

/** Decorative: the words beside it carry the meaning. */
export function Spinner() {
  return (
    <span className="sticks" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
