import { londonDate } from "#shared/london-time.ts";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { type TierInput, tierInputSchema } from "#shared/people/people.ts";
import { type Tier, tierLabels, tierMessages, tiers } from "#shared/people/people-messages.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { ActionDialog, type ActionDialogProps, type ActionWords, type DialogState } from "#web/lib/action-dialog.tsx";
import { serverNow } from "#web/lib/server-time.ts";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

export interface TierDialogProps<Answer>
  extends DialogState,
    Pick<ActionDialogProps<TierInput, TierInput, Answer>, "send" | "whom" | "onDone" | "invalidates"> {
  title: string;
  text: string;
  done?: ActionWords["done"];
  tier: Tier;
  until: string;
}

export function TierDialog<Answer>({ title, text, done, tier, until, ...dialog }: TierDialogProps<Answer>) {
  return (
    <ActionDialog<TierInput, TierInput, Answer>
      {...dialog}
      words={{
        title,
        text,
        submit: tierMessages.change,
        busy: "Saving...",
        failed: "Failed to change the plan.",
        ...(done && { done }),
      }}
      schema={tierInputSchema}
      defaultValues={{ tier, from: londonDate(serverNow()), until, reason: "" }}
      refusalFocus="reason"
    >
      {(form) => (
        <>
          <FormField form={form} name="tier" label="Plan">
            <Select>
              {tiers.map((tier) => (
                <option key={tier} value={tier}>
                  {tierLabels[tier]}
                </option>
              ))}
            </Select>
          </FormField>
          <div className="grid gap-4 sm:grid-cols-2">
            <DateField form={form} name="from" label="From" />
            <DateField form={form} name="until" label="Until" hint="The last day. Empty: until you change it." />
          </div>
          <FormField form={form} name="reason" label="Reason" hint={standingMessages.reasonHint}>
            <Textarea className="field-sizing-content max-h-80" rows={2} maxLength={maximumTextLength} />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}
