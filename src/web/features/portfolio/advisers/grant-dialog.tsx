import { z } from "zod";
import type { GrantedSeat } from "#shared/portfolio/adviser-seats.ts";
import { adviserSeatMessages, adviserSeatListMessages as messages } from "#shared/portfolio/adviser-seats-messages.ts";
import { emailSchema } from "#shared/text.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { seatsPath } from "./seat-queries.ts";

const seatRules = z.object({
  name: z.string().trim().min(1, adviserSeatMessages.name).max(120),
  email: z.union([z.literal(""), emailSchema], messages.emailWrong),
  shows_reliefs: z.boolean(),
  shows_papers: z.boolean(),
});
type SeatValues = z.infer<typeof seatRules>;

interface GrantDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onGranted: (granted: GrantedSeat) => void;
}

export function GrantDialog({ isOpen, onClose, onGranted }: GrantDialogProps) {
  const form = useApiForm<SeatValues, GrantedSeat>({
    schema: seatRules,
    defaultValues: { name: "", email: "", shows_reliefs: false, shows_papers: false },
    send: (values) => callApi<GrantedSeat>("POST", seatsPath, { ...values, email: values.email || null }),
    onSent: (granted) => {
      form.reset();
      onGranted(granted);
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.failed, error),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={messages.formTitle}
      submitLabel={messages.grant}
      busyLabel={messages.granting}
      cancelLabel={messages.cancel}
    >
      <FormField form={form} name="name" label={messages.name} hint={messages.nameHint}>
        <Input autoComplete="off" />
      </FormField>
      <FormField form={form} name="email" label={messages.email} isOptional optionalNote={messages.emailNote}>
        <Input type="email" autoComplete="off" />
      </FormField>
      <Checkbox label={messages.reliefs} {...form.register("shows_reliefs")} />
      <Checkbox label={messages.papers} {...form.register("shows_papers")} />
    </FormDialog>
  );
}
