import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
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
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => void loadDialog().catch(() => {}), []);
  // The change may remove the button that got the focus back: its row keeps it.
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== document.activeElement) return;
      element?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
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
