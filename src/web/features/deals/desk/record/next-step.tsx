import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { dealRecordMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { type DealRecord, type DealUpdate, nextStepInputSchema } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { conflictingDeal, useDealChanged } from "../deal-queries.ts";

/** One line: what is to be done next with the deal. */
export function NextStep({ deal, userId }: { deal: DealRecord; userId: string }) {
  const client = useQueryClient();
  const changed = useDealChanged();
  // What the typed text takes the place of.
  const [base, setBase] = useState(deal.next_step);
  const form = useApiForm<{ next_step: string | null }, DealRecord>({
    schema: nextStepInputSchema,
    defaultValues: valuesOf(deal),
    send: ({ next_step }) => {
      const save = ({ name, owner_id, page, updated_at }: DealRecord) => {
        const update: DealUpdate = { name, owner_id, page, next_step, expected_version: updated_at };
        return callApi<DealRecord>("PUT", `/deals/${deal.id}`, update);
      };
      return save(deal).catch((error) => {
        const theirs = conflictingDeal(error);
        // Something else of the deal was changed.
        if (theirs && theirs.next_step === deal.next_step) return save(theirs);
        throw error;
      });
    },
    onSent: async (saved) => {
      const refreshed = changed(saved);
      setBase(saved.next_step);
      form.reset(valuesOf(saved));
      forgetDraft();
      await refreshed;
      toast({ title: "Next step saved" });
    },
    onRefused: (error, isAtField) => {
      const theirs = conflictingDeal(error);
      if (theirs) client.setQueryData(queryKeys.deal(deal.id), theirs);
      else if (!isAtField) toastFailure("Next step not saved", error);
    },
    refusalFocus: "next_step",
  });
  const { forgetDraft } = useDraft(`deal-next:${deal.id}:${userId}`, form);
  const { isDirty } = form.formState;
  const { reset } = form;
  const isOther = base !== deal.next_step;
  useEffect(() => {
    if (isDirty || !isOther) return;
    setBase(deal.next_step);
    reset(valuesOf(deal));
  }, [isDirty, isOther, deal, reset]);
  return (
    <Form form={form} className="deal-next" aria-label={messages.next}>
      <FormFields form={form}>
        <FormField
          form={form}
          name="next_step"
          label={messages.next}
          hint={
            isDirty &&
            isOther &&
            (deal.next_step === null
              ? "Somebody else has emptied it meanwhile. Save puts your text there."
              : `Somebody else wrote meanwhile: “${deal.next_step}”. Save puts your text in its place.`)
          }
        >
          <Input autoComplete="off" maxLength={200} placeholder="What is to be done" />
        </FormField>
      </FormFields>
      {isDirty && (
        <SubmitButton form={form} variant="outline" isSmall busyLabel="Saving...">
          Save
        </SubmitButton>
      )}
    </Form>
  );
}

const valuesOf = ({ next_step }: DealRecord) => ({ next_step: next_step ?? "" });
