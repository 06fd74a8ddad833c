import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { closingMessages as messages } from "#shared/funds-desk-messages.ts";
import { type ApiFormOptions, useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormFields } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useClosingChanged } from "./closing-queries.ts";

export interface DialogState {
  isOpen: boolean;
  /** @param keeps what was typed, for the next opening. */
  onClose: (keeps?: boolean) => void;
}

export interface ActionDialogProps<Values extends FieldValues>
  extends DialogState,
    Pick<
      ApiFormOptions<Values, unknown>,
      "schema" | "defaultValues" | "fieldOfPath" | "fieldOfCode" | "areErrorsNested" | "send"
    > {
  words: { title: string; text?: string; submit: string; busy: string; done: string; failed?: string; cancel?: string };
  /** Fetches again what it changes; without it, what shows a deal and its money. */
  onChanged?: (() => Promise<void>) | undefined;
  children: (form: ServerForm<Values>) => ReactNode;
}

/** Asks for what an action needs. It closes once that is done; a refusal without a field says why and stays open. */
export function ActionDialog<Values extends FieldValues>(props: ActionDialogProps<Values>) {
  const { words, isOpen, onClose, onChanged, children, ...options } = props;
  const formId = useId();
  const closingChanged = useClosingChanged();
  const changed = onChanged ?? closingChanged;
  const form = useApiForm<Values>({
    ...options,
    onSent: async () => {
      await changed();
      toast({ title: words.done });
      onClose();
    },
    onRefused: async (error, isAtField) => {
      if (!isAtField) toastFailure(words.failed ?? messages.failedToSave, error);
      await changed();
    },
  });
  const { isDirty } = form.formState;
  const leave = () => onClose(isDirty);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={words.title}
      text={words.text}
      actions={
        <>
          <Button variant="ghost" onClick={leave}>
            {words.cancel ?? messages.cancel}
          </Button>
          <Button type="submit" form={formId} busyLabel={form.isBusy && words.busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} className="mt-5 grid gap-4">
        <FormFields form={form}>{children(form)}</FormFields>
      </Form>
    </Dialog>
  );
}
