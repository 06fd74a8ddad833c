import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { closingMessages as messages } from "#shared/funds-desk-messages.ts";
import { type ApiFormOptions, useApiForm } from "#web/lib/use-api-form.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
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
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={() => onClose(isDirty)}
      title={words.title}
      text={words.text}
      submitLabel={words.submit}
      busyLabel={words.busy}
      cancelLabel={words.cancel ?? messages.cancel}
    >
      {children(form)}
    </FormDialog>
  );
}
