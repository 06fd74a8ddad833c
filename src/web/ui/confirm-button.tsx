import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./dialog.tsx";

interface AskingButtonProps {
  /** Verb and object; the dialog's button repeats it. */
  label: string;
  /** The end of the label names the person, for screen readers only. */
  labelEnd: string;
  title: string;
  text: ReactNode;
  cancelLabel?: string | undefined;
  /** Given while a change is made that shows only when it is made. */
  busyLabel?: string | false;
  variant: "danger" | "secondary";
  /** @param close the dialog: at once, or when the change is made. */
  onConfirm: (close: () => void) => void;
}

/** Makes a change once the question in its dialog was answered with yes. */
export function ConfirmButton({ label, labelEnd, variant, onConfirm, ...dialog }: AskingButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const isConfirmed = useRef(false);
  const close = () => {
    isConfirmed.current = false;
    setAsking(false);
  };
  // Runs once: what it changes may still be fetched while the dialog is open.
  const confirm = () => {
    if (isConfirmed.current) return;
    isConfirmed.current = true;
    onConfirm(close);
  };
  return (
    <>
      <Button variant={variant === "danger" ? "danger" : "outline"} isSmall onClick={() => setAsking(true)}>
        {label}
        <span className="sr-only"> {labelEnd}</span>
      </Button>
      <ConfirmDialog
        {...dialog}
        isOpen={isAsking}
        onClose={close}
        confirmLabel={label}
        variant={variant}
        onConfirm={confirm}
      />
    </>
  );
}
