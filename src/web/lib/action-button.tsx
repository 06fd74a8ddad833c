import type { ReactNode } from "react";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import type { ToastInput } from "#web/ui/toast.ts";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { type ActionOptions, useAction } from "./use-action.ts";

interface ActionButtonProps<Answer> extends Omit<ActionOptions<Answer, object | undefined>, "done"> {
  path: string;
  body?: object;
  done?: string | ToastInput | ((answer: Answer) => string | ToastInput);
  /** Verb and object; the button of the question repeats it. */
  label: string;
  /** The end of the label names the person, for screen readers only. */
  labelEnd?: string;
  busy: string;
  /** The question that is asked first. */
  confirm?: { title: string; text: ReactNode; cancel?: string };
  variant?: ButtonProps["variant"];
}

/** A button that makes a change by one call of the API. */
export function ActionButton<Answer>(props: ActionButtonProps<Answer>) {
  const { path, body, label, labelEnd = "", busy, confirm, variant, ...options } = props;
  const { act, isPending } = useAction<Answer, object | undefined>(path, options);
  const button = useLeaveFocus();
  const busyLabel = isPending && busy;
  if (confirm)
    return (
      <ConfirmButton
        label={label}
        labelEnd={labelEnd}
        title={confirm.title}
        text={confirm.text}
        cancelLabel={confirm.cancel}
        busyLabel={busyLabel}
        variant={variant === "danger" ? "danger" : "secondary"}
        onConfirm={(close) => act(body, close)}
      />
    );
  return (
    <Button ref={button} variant={variant} isSmall busyLabel={busyLabel} onClick={() => act(body)}>
      {label}
      {labelEnd && <span className="sr-only"> {labelEnd}</span>}
    </Button>
  );
}
