import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { londonDate } from "#shared/london-time.ts";
import { standingMessages } from "#shared/membership-messages.ts";
import type { PersonDetail, TierInput } from "#shared/people.ts";
import { tierLabels, tierMessages, tiers } from "#shared/people-messages.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, FormFields } from "#web/ui/form/form.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

interface TierDialogProps {
  person: PersonDetail;
  isOpen: boolean;
  onClose: () => void;
}

export function TierDialog({ person, isOpen, onClose }: TierDialogProps) {
  const formId = useId();
  const { mutateAsync } = useTierChange(person);
  const form = useApiForm<TierInput>({
    schema: () => import("#shared/people.ts").then(({ tierInputSchema }) => tierInputSchema),
    defaultValues: {
      tier: person.tier ?? "trial",
      from: londonDate(new Date()),
      until: person.tier_until ?? "",
      reason: "",
    },
    send: mutateAsync,
    onSent: () => {
      form.resetField("reason");
      onClose();
    },
    onRefused: () => {},
    refusalFocus: "reason",
  });
  const actions = (
    <>
      <Button variant="ghost" onClick={onClose}>
        {standingMessages.cancel}
      </Button>
      <Button type="submit" form={formId} busyLabel={form.isBusy && standingMessages.busy}>
        {tierMessages.change}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`${tierMessages.change}: ${person.full_name || person.email}`}
      text={tierMessages.text}
      actions={actions}
    >
      <Form form={form} id={formId} className="mt-5 grid gap-4">
        <FormFields form={form}>
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
        </FormFields>
      </Form>
    </Dialog>
  );
}

function useTierChange({ user_id, full_name, email }: PersonDetail) {
  const client = useQueryClient();
  const name = full_name || email;
  return useMutation({
    mutationFn: (input: TierInput) => callApi<PersonDetail>("PUT", `/people/${user_id}/tier`, input),
    onSuccess: (changed) => {
      toast({ title: tierMessages.changed, description: standingMessages.toldByEmail(name) });
      client.setQueryData(queryKeys.person(user_id), changed);
    },
    onError: (error) => toastFailure(tierMessages.failed, error, name),
    onSettled: () =>
      Promise.all([queryKeys.people, queryKeys.audit].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
