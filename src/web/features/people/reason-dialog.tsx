import { standingMessages } from "#shared/membership-messages.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
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
  const form = useApiForm({
    schema: () => import("#shared/people.ts").then(({ reasonInputSchema }) => reasonInputSchema),
    defaultValues: { reason: "" },
    send: ({ reason }) => send(reason),
    onSent: onClose,
    onRefused: () => {},
    refusalFocus: "reason",
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      text={text}
      submitLabel={label}
      busyLabel={standingMessages.busy}
      cancelLabel={standingMessages.cancel}
      variant={isRemoval ? "danger" : "secondary"}
      className="mt-5"
    >
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
    </FormDialog>
  );
}
