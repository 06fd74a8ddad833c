import { useId } from "react";
import { standingMessages } from "#shared/membership-messages.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, FormFields } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";

const reasonMinimumHeightPx = 80;

export interface ReasonDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Verb and object of the button. */
  label: string;
  title: string;
  text: string;
  /** What becomes of the reason; by default it is mailed to the person. */
  hint?: string;
  isRemoval: boolean;
  /** Says itself what came of it; rejects when nothing has changed. */
  send: (reason: string) => Promise<unknown>;
}

/** Keeps the reason while it is closed. */
export function ReasonDialog({ isOpen, onClose, label, title, text, hint, isRemoval, send }: ReasonDialogProps) {
  const formId = useId();
  const form = useApiForm({
    schema: () => import("#shared/people.ts").then(({ reasonInputSchema }) => reasonInputSchema),
    defaultValues: { reason: "" },
    send: ({ reason }) => send(reason),
    onSent: onClose,
    onRefused: () => {},
    refusalFocus: "reason",
  });
  const actions = (
    <>
      <Button variant="ghost" onClick={onClose}>
        {standingMessages.cancel}
      </Button>
      <Button
        type="submit"
        form={formId}
        variant={isRemoval ? "danger" : "secondary"}
        busyLabel={form.isBusy && standingMessages.busy}
      >
        {label}
      </Button>
    </>
  );
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} text={text} actions={actions}>
      <Form form={form} id={formId} className="mt-5">
        <FormFields form={form}>
          <FormField
            form={form}
            name="reason"
            label={standingMessages.reasonLabel}
            hint={hint ?? standingMessages.reasonHint}
          >
            <Textarea
              className="field-sizing-content max-h-80"
              minimumHeightPx={reasonMinimumHeightPx}
              rows={3}
              maxLength={maximumTextLength}
            />
          </FormField>
        </FormFields>
      </Form>
    </Dialog>
  );
}
