import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { ReasonDialogProps } from "./reason-form.tsx";

interface ReasonButtonProps<Answer> extends Omit<ReasonDialogProps<Answer>, "isOpen" | "onClose"> {
  /** What only screen readers hear behind the label: of whom. */
  labelEnd: string;
}

/** Opens a dialog that asks for the reason of a change. Its label is that of the dialog's button. */
export function ReasonButton<Answer = unknown>({ labelEnd, ...dialog }: ReasonButtonProps<Answer>) {
  const button = useLeaveFocus();
  return (
    <DialogOpener
      button={(open) => (
        <Button ref={button} variant={dialog.isRemoval ? "danger" : "outline"} isSmall onClick={open}>
          {dialog.words.submit}...<span className="sr-only"> {labelEnd}</span>
        </Button>
      )}
      dialog={(state) => <ReasonDialog {...dialog} {...state} />}
    />
  );
}
