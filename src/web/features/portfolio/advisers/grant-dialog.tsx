import { z } from "zod";
import type { GrantedSeat } from "#shared/portfolio/adviser-seats.ts";
import { adviserSeatMessages, adviserSeatListMessages as messages } from "#shared/portfolio/adviser-seats-messages.ts";
import { emailSchema } from "#shared/text.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { seatsPath, seatsQuery } from "./seat-queries.ts";

const seatRules = z.object({
  name: z.string().trim().min(1, adviserSeatMessages.name).max(120),
  email: z.union([z.literal(""), emailSchema], messages.emailWrong),
  shows_reliefs: z.boolean(),
  shows_papers: z.boolean(),
});
type SeatValues = z.infer<typeof seatRules>;

interface GrantDialogProps extends DialogState {
  onGranted: (granted: GrantedSeat) => void;
}

export const GrantDialog = ({ onGranted, ...state }: GrantDialogProps) => (
  <ActionDialog<SeatValues, SeatValues, GrantedSeat>
    {...state}
    words={{
      ...{ title: messages.formTitle, submit: messages.grant, busy: messages.granting },
      ...{ failed: messages.failed, cancel: messages.cancel },
    }}
    schema={seatRules}
    defaultValues={{ name: "", email: "", shows_reliefs: false, shows_papers: false }}
    send={(values) => callApi("POST", seatsPath, { ...values, email: values.email || null })}
    onDone={onGranted}
    invalidates={[seatsQuery.queryKey]}
  >
    {(form) => (
      <>
        <FormField form={form} name="name" label={messages.name} hint={messages.nameHint}>
          <Input autoComplete="off" />
        </FormField>
        <FormField form={form} name="email" label={messages.email} isOptional optionalNote={messages.emailNote}>
          <Input type="email" autoComplete="off" />
        </FormField>
        <Checkbox label={messages.reliefs} {...form.register("shows_reliefs")} />
        <Checkbox label={messages.papers} {...form.register("shows_papers")} />
      </>
    )}
  </ActionDialog>
);
