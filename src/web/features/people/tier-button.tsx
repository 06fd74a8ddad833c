import { lazy, Suspense, useEffect, useState } from "react";
import { tierMessages } from "#shared/people-messages.ts";
import { Button } from "#web/ui/button.tsx";
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
  const [wasOpened, setOpened] = useState(false);
  useEffect(() => void loadDialog().catch(() => {}), []);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Button variant="outline" isSmall aria-disabled={isInactive || undefined} onClick={() => !isInactive && open()}>
        {label}...{labelEnd && <span className="sr-only"> {labelEnd}</span>}
      </Button>
      <Suspense>{wasOpened && <TierDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
