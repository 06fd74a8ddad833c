import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { BreakableText } from "./breakable-text.tsx";
import { Button } from "./button.tsx";
import { useBackCloses } from "./use-back-closes.ts";
import { useReturnFocus } from "./use-return-focus.ts";

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  actions: ReactNode;
}

export function Dialog({ isOpen, onClose, title, text, children, actions }: DialogProps) {
  const describedBy = text ? {} : { "aria-describedby": undefined };
  const returnFocus = useReturnFocus();
  useBackCloses(isOpen, onClose);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content className="dialog" {...describedBy} {...returnFocus}>
          <Radix.Title className="d3">
            <BreakableText text={title} />
          </Radix.Title>
          {text && <Radix.Description className="muted mt-2.5 wrap-anywhere">{text}</Radix.Description>}
          {children}
          <div className="dialog-actions">{actions}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps extends Pick<DialogProps, "isOpen" | "onClose" | "title" | "text" | "children"> {
  /** Verb and object: "Delete invitation". */
  confirmLabel: string;
  /** By default "Cancel", which it is everywhere but where that is what is asked. */
  cancelLabel?: string | undefined;
  onConfirm: () => void;
  busyLabel?: string | false;
  variant?: "danger" | "secondary";
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel = "Cancel", onConfirm, busyLabel, variant = "danger", ...dialog } = props;
  const actions = (
    <>
      <Button variant="ghost" onClick={dialog.onClose}>
        {cancelLabel}
      </Button>
      <Button variant={variant} busyLabel={busyLabel} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return <Dialog {...dialog} actions={actions} />;
}
