import { type FormEvent, useId, useRef, useState } from "react";
import { standingMessages } from "#shared/membership-messages.ts";
import { maximumTextLength } from "#shared/text-limits.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Textarea } from "./input.tsx";

const reasonMinimumHeightPx = 80;

interface ReasonButtonProps {
  /** Verb and object; the dialog's button repeats it. */
  label: string;
  /** What only screen readers hear behind it: of whom. */
  labelEnd: string;
  title: string;
  text: string;
  isRemoval: boolean;
  isBusy: boolean;
  /** @param close the dialog, when the change is made. */
  onConfirm: (reason: string, close: () => void) => void;
}

/** Makes a change about somebody once a reason was given in its dialog, which they are told. */
export function ReasonButton({ label, labelEnd, title, text, isRemoval, isBusy, onConfirm }: ReasonButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const close = () => setAsking(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const trimmed = reason.trim();
    setMissing(trimmed === "");
    if (trimmed === "") field.current?.focus();
    else onConfirm(trimmed, close);
  };
  const actions = (
    <>
      <Button variant="ghost" onClick={close}>
        {standingMessages.cancel}
      </Button>
      <Button
        type="submit"
        form={formId}
        variant={isRemoval ? "danger" : "secondary"}
        busyLabel={isBusy && standingMessages.busy}
      >
        {label}
      </Button>
    </>
  );
  return (
    <>
      <Button variant={isRemoval ? "danger" : "outline"} isSmall onClick={() => setAsking(true)}>
        {label}...<span className="sr-only"> {labelEnd}</span>
      </Button>
      <Dialog isOpen={isAsking} onClose={close} title={title} text={text} actions={actions}>
        <form id={formId} className="mt-5" onSubmit={submit} noValidate>
          <Field
            label={standingMessages.reasonLabel}
            hint={standingMessages.reasonHint}
            error={isMissing ? standingMessages.reasonMissing : undefined}
          >
            <Textarea
              ref={field}
              className="field-sizing-content max-h-80"
              minimumHeightPx={reasonMinimumHeightPx}
              rows={3}
              maxLength={maximumTextLength}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setMissing(false);
              }}
            />
          </Field>
        </form>
      </Dialog>
    </>
  );
}
