import { useId } from "react";
import type { GrantedSeat } from "#shared/adviser-seats.ts";
import { adviserSeatListMessages as messages } from "#shared/adviser-seats-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, FormFields } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { seatsPath } from "./seat-queries.ts";
import type { SeatValues } from "./seat-rules.ts";

interface GrantDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onGranted: (granted: GrantedSeat) => void;
}

export function GrantDialog({ isOpen, onClose, onGranted }: GrantDialogProps) {
  const formId = useId();
  const form = useApiForm<SeatValues, GrantedSeat>({
    schema: () => import("./seat-rules.ts").then(({ seatRules }) => seatRules),
    defaultValues: { name: "", email: "", shows_reliefs: false, shows_papers: false },
    send: (values) => callApi<GrantedSeat>("POST", seatsPath, { ...values, email: values.email || null }),
    onSent: (granted) => {
      form.reset();
      onGranted(granted);
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.failed, error),
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={messages.formTitle}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" form={formId} busyLabel={form.isBusy && messages.granting}>
            {messages.grant}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} className="mt-5 grid gap-4">
        <FormFields form={form}>
          <FormField form={form} name="name" label={messages.name} hint={messages.nameHint}>
            <Input autoComplete="off" />
          </FormField>
          <FormField form={form} name="email" label={messages.email} isOptional optionalNote={messages.emailNote}>
            <Input type="email" autoComplete="off" />
          </FormField>
          <Checkbox label={messages.reliefs} {...form.register("shows_reliefs")} />
          <Checkbox label={messages.papers} {...form.register("shows_papers")} />
        </FormFields>
      </Form>
    </Dialog>
  );
}
