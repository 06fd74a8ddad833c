import { z } from "zod";
import { draftNotice } from "#shared/account/app-messages.ts";
import { termsPartMessages as messages, termLabels } from "#shared/deals/deal-desk-messages.ts";
import { dealMessages } from "#shared/deals/deal-messages.ts";
import { type DealRecord, isBelowLeast, type NumberedTerms, newTermsSchema } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../../deal-queries.ts";
import { TermsFields } from "./terms-fields.tsx";
import {
  closesBeforeAnswers,
  startTerms,
  startWords,
  type TermsValues,
  termsFieldOf,
  toTermsInput,
} from "./terms-values.ts";

interface TermsFormProps {
  deal: DealRecord;
  userId: string;
  onClose: () => void;
}

/** Begins with the newest terms. */
export function TermsForm({ deal, userId, onClose }: TermsFormProps) {
  const changed = useDealChanged();
  const newest = deal.terms[0];
  const { minimum_investment_pence: leastPence } = useClub();
  const form = useApiForm<TermsValues, DealRecord>({
    schema: termsFormSchema(leastPence, newest),
    defaultValues: startTerms({ newest, last: deal.last_terms?.terms, leastPence, now: Date.now() }),
    send: (values) => callApi("POST", `/deals/${deal.id}/terms`, toTermsInput(values)),
    fieldOfPath: termsFieldOf,
    areErrorsNested: true,
    onSent: async (saved) => {
      form.reset(form.getValues());
      forgetDraft();
      await changed(saved);
      toast({ title: "Terms saved", description: deal.company_name });
      onClose();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure("Terms not saved", error),
  });
  const { isRestored, forgetDraft } = useDraft(`deal-terms:${deal.id}:${userId}`, form);
  const { isDirty } = form.formState;
  const close = () => {
    form.reset();
    forgetDraft();
    onClose();
  };
  return (
    <Form form={form} className="grid max-w-3xl gap-8" aria-label={messages.form}>
      <div className="grid gap-1.5">
        <h2 className="d4">{messages.form}</h2>
        <p className="note">Terms are never changed: these will be terms of their own, beside the earlier ones.</p>
      </div>
      {!newest && <p className="note">{startWords(deal.last_terms?.company_name)}</p>}
      {isRestored && isDirty && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      <FormFields form={form}>
        <TermsFields form={form} leastPence={leastPence} waitHours={deal.cooling_off_hours} />
        {deal.released_at && <ClosesSoon closesAt={form.watch("closes_at")} hours={deal.reconsent_hours} />}
        {deal.released_at && (
          <FormField
            form={form}
            name="not_material_reason"
            label="Why this is no other offer"
            hint="Left empty, everybody who has committed is asked again. Who has committed can read it."
            isOptional
          >
            <Textarea className="field-sizing-content max-h-80" rows={2} />
          </FormField>
        )}
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} busyLabel="Saving...">
          Save terms
        </SubmitButton>
        <Button variant="ghost" onClick={close}>
          Close the form
        </Button>
      </div>
      <UnsavedChangesGuard isActive={isDirty} within={`view=deals&deal=${deal.id}`} />
    </Form>
  );
}

/** The rules of the API, for what the controls hold. @param leastPence that the club takes. */
export const termsFormSchema = (leastPence: number, newest: NumberedTerms | undefined) =>
  z.custom<TermsValues>().superRefine((values, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: termsFieldOf(path).split("."), message });
    const input = toTermsInput(values);
    const issues = newTermsSchema.safeParse(input).error?.issues ?? [];
    for (const { path, message } of issues) refuse(path.join("."), message);
    const isRefused = issues.some(({ path }) => path[0] === "minimum_commitment_pence");
    if (!isRefused && isBelowLeast(input, leastPence, newest))
      refuse("minimum_commitment_pence", dealMessages.commitmentBelowLeast(formatPounds(leastPence)));
  });

/** Its author decides: commitments may be closed already. */
function ClosesSoon({ closesAt, hours }: { closesAt: string; hours: number }) {
  if (!closesBeforeAnswers(closesAt, hours, Date.now())) return null;
  return (
    <Notice tone="warning" title={`${termLabels.closes_at}:`}>
      That is less than {hours} hours from now, the time in which members answer new terms. Nobody new could commit once
      it has closed, and shares are allocated only after the answers.
    </Notice>
  );
}
