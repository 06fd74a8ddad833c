import { lazy, type ReactNode } from "react";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import type { ReasonDialogProps } from "./reason-form.tsx";

interface ReasonButtonProps<Answer> extends Omit<ReasonDialogProps<Answer>, "isOpen" | "onClose"> {
  /** By default that of the dialog's button, with three dots. */
  label?: string;
  /** The end of the label names the person, for screen readers only. */
  labelEnd?: string;
  /** A word in the row of a table. */
  isRow?: boolean;
  /** The look is this button's; `variant` is that of the dialog's. */
  look?: ButtonProps["variant"];
}

/** Opens a dialog that asks for the reason of a change. */
export function ReasonButton<Answer = unknown>(props: ReasonButtonProps<Answer>) {
  const { label = `${props.words.submit}...`, labelEnd = "", isRow, look, ...dialog } = props;
  const isRemoval = dialog.variant === "danger";
  const button = useLeaveFocus();
  return (
    <DialogOpener
      button={(open) =>
        isRow ? (
          <RowAction ref={button} labelEnd={labelEnd} isRemoval={isRemoval} onClick={open}>
            {label}
          </RowAction>
        ) : (
          <Button ref={button} variant={look ?? (isRemoval ? "danger" : "outline")} isSmall onClick={open}>
            {label}
            {labelEnd && <span className="sr-only"> {labelEnd}</span>}
          </Button>
        )
      }
      dialog={(state) => <ReasonDialog {...dialog} {...state} />}
    />
  );
}

/** Loaded with its first opening: most screens that have it open without a form. `DialogOpener` waits for it. */
export const ReasonDialog = lazy(() =>
  import("./reason-form.tsx").then((file) => ({ default: file.ReasonForm })),
) as unknown as <Answer = unknown>(props: ReasonDialogProps<Answer>) => ReactNode;
