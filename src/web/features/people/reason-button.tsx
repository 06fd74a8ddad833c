import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import type { ReasonDialogProps } from "./reason-dialog.tsx";

const loadDialog = () => import("./reason-dialog.tsx");
const ReasonDialog = lazy(() => loadDialog().then((module) => ({ default: module.ReasonDialog })));

interface ReasonButtonProps extends Omit<ReasonDialogProps, "isOpen" | "onClose"> {
  /** What only screen readers hear behind the label: of whom. */
  labelEnd: string;
}

/** Makes a change about somebody once a reason was given in its dialog, which they are told. */
export function ReasonButton({ labelEnd, ...dialog }: ReasonButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const button = useLeaveFocus();
  useEffect(() => void loadDialog().catch(() => {}), []);
  const ask = () => {
    setAsked(true);
    setAsking(true);
  };
  return (
    <>
      <Button ref={button} variant={dialog.isRemoval ? "danger" : "outline"} isSmall onClick={ask}>
        {dialog.label}...<span className="sr-only"> {labelEnd}</span>
      </Button>
      <Suspense>{wasAsked && <ReasonDialog {...dialog} isOpen={isAsking} onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
