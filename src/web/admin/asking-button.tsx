import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

interface AskingButtonProps {
  /** Verb and object; the dialog's button repeats it. */
  label: string;
  /** What only screen readers hear behind it: of whom. */
  labelEnd: string;
  title: string;
  text: ReactNode;
  cancelLabel: string;
  busyLabel: string;
  variant: "danger" | "pine";
  change: Pick<UseMutationResult<unknown, Error, void>, "mutate" | "isPending">;
  onDone?: () => void;
}

/** Makes a change once the question in its dialog was answered with yes. */
export function AskingButton({ label, labelEnd, busyLabel, variant, change, onDone, ...dialog }: AskingButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const confirm = () => change.mutate(undefined, { ...(onDone && { onSuccess: onDone }), onSettled: close });
  return (
    <>
      <Button variant={variant === "danger" ? "danger" : "line"} isSmall onClick={() => setAsking(true)}>
        {label}
        <span className="sr-only"> {labelEnd}</span>
      </Button>
      <ConfirmDialog
        {...dialog}
        isOpen={isAsking}
        onClose={close}
        confirmLabel={label}
        busyLabel={change.isPending && busyLabel}
        variant={variant}
        onConfirm={confirm}
      />
    </>
  );
}
