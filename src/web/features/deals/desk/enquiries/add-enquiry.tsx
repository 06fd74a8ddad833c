import { useState } from "react";
import { useNavigate } from "react-router";
import type { z } from "zod";
import { draftNotice } from "#shared/account/app-messages.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import type { DealRecord, enquiryInputSchema } from "#shared/deals/deals.ts";
import { londonDate } from "#shared/london-time.ts";
import { callApi } from "#web/lib/api.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { CompanyFields, type CompanyValues, emptyCompany, enquiryFormSchema } from "../companies/company-fields.tsx";
import { useDealChanged } from "../deal-queries.ts";

type EnquiryValues = z.output<typeof enquiryInputSchema>;

interface AddEnquiryProps {
  userId: string;
  backTo: string;
}

/** An enquiry that came by mail or by word, typed in with its company. */
export function AddEnquiry({ userId, backTo }: AddEnquiryProps) {
  const navigate = useNavigate();
  const changed = useDealChanged();
  const [prepares, setPrepares] = useState(false);
  const form = useApiForm<EnquiryValues, DealRecord>({
    schema: enquiryFormSchema,
    defaultValues: { ...emptyCompany, round_name: "", enquired_on: londonDate(serverNow()), note: "" },
    send: async (values) => {
      const added = await callApi<DealRecord>("POST", "/deals/enquiries", values);
      if (!prepares) return added;
      const move = { to: "preparing", expected_version: added.updated_at };
      // The company is added, whatever becomes of the move.
      return callApi<DealRecord>("POST", `/deals/${added.id}/transitions`, move).catch((error: Error) => {
        toastFailure("Not moved", error, added.company_name);
        return added;
      });
    },
    areErrorsNested: true,
    onSent: async (deal) => {
      form.reset(form.getValues());
      forgetDraft();
      await changed(deal);
      toast({ title: "Enquiry added", description: deal.company_name });
      navigate(adminPaths.deal(deal.id), { replace: true });
    },
    onRefused: (error, isAtField) => isAtField || toastFailure("Enquiry not added", error),
    firstFocus: "name",
  });
  const { isRestored, forgetDraft } = useDraft(`enquiry:${userId}`, form);
  const { isDirty } = form.formState;
  useOpenedTitle(messages.title);
  return (
    <Form form={form} className="grid max-w-3xl gap-7" aria-label={messages.title}>
      <div className="grid gap-1.5 pt-2">
        <BackLink to={backTo}>Enquiries</BackLink>
        <h1 className="d3">{messages.title}</h1>
      </div>
      {isRestored && isDirty && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      <FormFields form={form}>
        <section className="grid gap-5" aria-label={messages.company}>
          <h2 className="d4 block-heading">{messages.company}</h2>
          <CompanyFields form={form as unknown as ServerForm<CompanyValues>} />
        </section>
        <section className="grid gap-5 sm:grid-cols-2" aria-label={messages.enquiry}>
          <h2 className="d4 block-heading sm:col-span-2">{messages.enquiry}</h2>
          <FormField form={form} name="round_name" label="Round" hint="Such as Seed round 2027">
            <Input autoComplete="off" maxLength={120} />
          </FormField>
          <DateField form={form} name="enquired_on" label="Day of the enquiry" />
          <FormField form={form} name="note" label="Note" hint="For admins alone." isOptional className="sm:col-span-2">
            <Textarea className="field-sizing-content max-h-80" rows={3} />
          </FormField>
        </section>
        <Checkbox
          label="We prepare the deal now: skip screening, meeting and diligence"
          checked={prepares}
          onChange={({ currentTarget }) => setPrepares(currentTarget.checked)}
        />
      </FormFields>
      <p>
        <SubmitButton form={form} busyLabel="Adding...">
          Add to the pipeline
        </SubmitButton>
      </p>
      <UnsavedChangesGuard isActive={isDirty} />
    </Form>
  );
}

const messages = {
  title: "Add a company",
  enquiry: "The enquiry",
  company: "The company",
} as const;
