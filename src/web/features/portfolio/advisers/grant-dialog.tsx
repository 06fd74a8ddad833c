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
  email: z.union([z.literal(""), emailSchema], "Please enter a valid email address."),
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
      ...{ title: "Grant an adviser access", submit: messages.grant, busy: "Granting…" },
      ...{ failed: "Access was not granted" },
    }}
    draft={seatsPath}
    schema={seatRules}
    defaultValues={{ name: "", email: "", shows_reliefs: false, shows_papers: false }}
    send={(values) => callApi("POST", seatsPath, { ...values, email: values.email || null })}
    onDone={onGranted}
    invalidates={[seatsQuery.queryKey]}
  >
    {(form) => (
      <>
        <FormField form={form} name="name" label="For whom" hint={"Such as Hale & Partners, accountants"}>
          <Input autoComplete="off" />
        </FormField>
        <FormField
          form={form}
          name="email"
          label="Their email address"
          isOptional
          optionalNote="for your own list; the club writes to nobody"
        >
          <Input type="email" autoComplete="off" />
        </FormField>
        <Checkbox label="With the tax reliefs that I recorded" {...form.register("shows_reliefs")} />
        <Checkbox label="With my documents, such as certificates, to download" {...form.register("shows_papers")} />
      </>
    )}
  </ActionDialog>
);
