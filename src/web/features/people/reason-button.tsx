import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { LazyReasonDialog } from "./lazy-reason-dialog.tsx";
import type { ReasonDialogProps } from "./reason-dialog.tsx";

interface ReasonButtonProps extends Omit<ReasonDialogProps, "isOpen" | "onClose"> {
  /** What only screen readers hear behind the label: of whom. */
  labelEnd: string;
}

/** Makes a change about somebody once a reason was given in its dialog, which they are told. */
export function ReasonButton({ labelEnd, ...dialog }: ReasonButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const button = useLeaveFocus();
  return (
    <>
      <Button ref={button} variant={dialog.isRemoval ? "danger" : "outline"} isSmall onClick={() => setAsking(true)}>
        {dialog.label}...<span className="sr-only"> {labelEnd}</span>
      </Button>
      <LazyReasonDialog {...dialog} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
