import { useEffect } from "react";
import { londonDate } from "#shared/london-time.ts";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { type TierInput, tierInputSchema } from "#shared/people/people.ts";
import { type Tier, tierLabels, tierMessages, tiers } from "#shared/people/people-messages.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

export interface TierDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text: string;
  /** What the form starts with. */
  tier: Tier;
  until: string;
  /** Says itself what came of it; rejects when nothing has changed. */
  send: (input: TierInput) => Promise<unknown>;
}

export function TierDialog({ isOpen, onClose, title, text, tier, until, send }: TierDialogProps) {
  const form = useApiForm<TierInput>({
    schema: tierInputSchema,
    defaultValues: { tier, from: londonDate(new Date()), until, reason: "" },
    send,
    onSent: () => {
      form.reset();
      onClose();
    },
    onRefused: () => {},
    refusalFocus: "reason",
  });
  const { reset } = form;
  // What was sent is the tier of now, once it has begun.
  useEffect(() => reset({ tier, from: londonDate(new Date()), until, reason: "" }), [tier, until, reset]);
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      text={text}
      submitLabel={tierMessages.change}
      busyLabel={standingMessages.busy}
      cancelLabel={standingMessages.cancel}
    >
      <FormField form={form} name="tier" label={tierMessages.tier}>
        <Select>
          {tiers.map((tier) => (
            <option key={tier} value={tier}>
              {tierLabels[tier]}
            </option>
          ))}
        </Select>
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="from" label={tierMessages.from}>
          <Input type="date" />
        </FormField>
        <FormField form={form} name="until" label={tierMessages.until} hint={tierMessages.untilHint}>
          <Input type="date" />
        </FormField>
      </div>
      <FormField form={form} name="reason" label={standingMessages.reasonLabel} hint={standingMessages.reasonHint}>
        <Textarea className="field-sizing-content max-h-80" rows={2} maxLength={maximumTextLength} />
      </FormField>
    </FormDialog>
  );
}
