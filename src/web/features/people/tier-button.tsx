import { lazy, Suspense, useEffect, useState } from "react";
import { tierMessages } from "#shared/people/people-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { useWasOpen } from "#web/ui/use-was-open.ts";
import type { TierDialogProps } from "./tier-dialog.tsx";

const loadDialog = () => import("./tier-dialog.tsx");
const TierDialog = lazy(() => loadDialog().then((module) => ({ default: module.TierDialog })));

interface TierButtonProps extends Omit<TierDialogProps, "isOpen" | "onClose"> {
  label?: string;
  /** For screen readers, behind the label: of whom. */
  labelEnd?: string;
  /** Nobody to change yet. */
  isInactive?: boolean;
}

export function TierButton({ label = tierMessages.change, labelEnd, isInactive = false, ...dialog }: TierButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasOpen(isOpen);
  useEffect(() => void loadDialog().catch(() => {}), []);
  return (
    <>
      <Button
        variant="outline"
        isSmall
        aria-disabled={isInactive || undefined}
        onClick={() => !isInactive && setOpen(true)}
      >
        {label}...{labelEnd && <span className="sr-only"> {labelEnd}</span>}
      </Button>
      <Suspense>{wasOpen && <TierDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
