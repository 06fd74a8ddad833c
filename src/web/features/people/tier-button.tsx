import { lazy, type ReactNode, useEffect } from "react";
import { tierMessages } from "#shared/people/people-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import type { TierDialogProps } from "./tier-dialog.tsx";

const loadDialog = () => import("./tier-dialog.tsx");
const TierDialog = lazy(() => loadDialog().then((module) => ({ default: module.TierDialog }))) as unknown as <Answer>(
  props: TierDialogProps<Answer>,
) => ReactNode;

interface TierButtonProps<Answer> extends Omit<TierDialogProps<Answer>, "isOpen" | "onClose"> {
  label?: string;
  /** For screen readers, behind the label: of whom. */
  labelEnd?: string;
  /** Nobody to change yet. */
  isInactive?: boolean;
}

export function TierButton<Answer>(props: TierButtonProps<Answer>) {
  const { label = tierMessages.change, labelEnd, isInactive = false, ...dialog } = props;
  useEffect(() => void loadDialog().catch(() => {}), []);
  return (
    <DialogOpener
      button={(open) => (
        <Button variant="outline" isSmall aria-disabled={isInactive || undefined} onClick={() => !isInactive && open()}>
          {label}...{labelEnd && <span className="sr-only"> {labelEnd}</span>}
        </Button>
      )}
      dialog={(state) => <TierDialog {...dialog} {...state} />}
    />
  );
}
