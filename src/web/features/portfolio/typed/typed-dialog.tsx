import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { typedPageMessages as messages } from "#shared/typed-page-messages.ts";
import { type ApiFormOptions, useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormFields } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { readPortfolioAgain } from "../portfolio-queries.ts";

export interface DialogState {
  isOpen: boolean;
  onClose: () => void;
}

interface TypedDialogProps<Values extends FieldValues>
  extends DialogState,
    Pick<ApiFormOptions<Values, unknown>, "schema" | "defaultValues" | "send"> {
  title: string;
  text: string;
  children: (form: ServerForm<Values>) => ReactNode;
}

/** For the member's own figures alone. */
export function TypedDialog<Values extends FieldValues>(props: TypedDialogProps<Values>) {
  const { isOpen, onClose, title, text, children, ...options } = props;
  const formId = useId();
  const client = useQueryClient();
  const form = useApiForm<Values>({
    ...options,
    onSent: async () => {
      await readPortfolioAgain(client);
      toast({ title: messages.saved });
      onClose();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.failed, error),
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      text={text}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" form={formId} busyLabel={form.isBusy && messages.saving}>
            {messages.save}
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
