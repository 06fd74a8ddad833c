import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Controller } from "react-hook-form";
import { draftNotice } from "#shared/app-messages.ts";
import { listCountries } from "#shared/countries.ts";
import {
  investorRecordHints as hints,
  investorRecordLabels as labels,
  investorRecordMessages as messages,
} from "#shared/investor-record-messages.ts";
import type { OwnInvestorRecord } from "#shared/investor-records.ts";
import { useAccountForm } from "#web/lib/account-form.tsx";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { type RecordValues, toFormValues, toInput } from "./record-values.ts";

const countries = listCountries();
const addressMinimumHeightPx = 80;

/** With nothing in it yet, the fields themselves say what is missing. */
const isEmpty = ({ record }: OwnInvestorRecord): boolean => Object.values(record).every((value) => value === null);

interface OwnRecordFormProps {
  userId: string;
  own: OwnInvestorRecord;
  /** Of somebody who may not sign yet. */
  ageError?: string | undefined;
  saveLabel?: string;
  onSaved?: (own: OwnInvestorRecord) => void;
}

export function OwnRecordForm({ userId, own, ageError, saveLabel = messages.save, onSaved }: OwnRecordFormProps) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (values: RecordValues) => callApi<OwnInvestorRecord>("PUT", "/investor-records/me", toInput(values)),
    onSuccess: (saved) => void client.setQueryData(queryKeys.ownInvestorRecord, saved),
    gcTime: 0,
  });
  const saved = toFormValues(own.record);
  const form = useAccountForm<RecordValues, OwnInvestorRecord>({
    schema: () => import("./record-values-schema.ts").then(({ recordValuesSchema }) => recordValuesSchema),
    defaultValues: saved,
    send: mutateAsync,
    onSent: (answer) => {
      form.reset(toFormValues(answer.record));
      forgetDraft();
      // What comes next says that it is saved.
      if (!onSaved || !answer.is_complete) toast(messages.saved);
      onSaved?.(answer);
    },
  });
  const { isRestored, forgetDraft } = useDraft(`investor-record-draft:${userId}`, form);
  const { isDirty } = form.formState;
  const { setError } = form;
  useEffect(() => {
    if (!ageError) return;
    setError("date_of_birth", { message: ageError }, { shouldFocus: true });
    // The browser stops at the field's edge, with its message below the screen.
    document.activeElement?.scrollIntoView({ block: "center", behavior: "instant" });
  }, [ageError, setError]);
  const discard = () => {
    form.reset(saved);
    forgetDraft();
    form.setFocus("legal_name");
  };
  return (
    <Form form={form} className="grid max-w-[28rem] gap-5" aria-label={messages.heading}>
      {isRestored && isDirty && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      {!own.is_complete && !(onSaved && isEmpty(own)) && <p>{messages.missing(own.missing)}</p>}
      {own.is_complete && !ageError && <p>{messages.complete}</p>}
      <FormFields form={form}>
        <FormField form={form} name="legal_name" label={labels.legal_name} hint={hints.legal_name}>
          <Input autoComplete="name" />
        </FormField>
        <FormField form={form} name="date_of_birth" label={labels.date_of_birth} hint={hints.date_of_birth}>
          <Input autoComplete="bday" inputMode="numeric" className="max-w-44" />
        </FormField>
        <FormField form={form} name="address" label={labels.address} hint={hints.address}>
          <Textarea
            className="field-sizing-content max-h-80"
            minimumHeightPx={addressMinimumHeightPx}
            autoComplete="street-address"
            rows={3}
          />
        </FormField>
        <FormField form={form} name="country" label={labels.country} hint={hints.country}>
          <Select autoComplete="country">
            <option value="">{messages.chooseCountry}</option>
            <option value="GB">United Kingdom</option>
            {countries
              .filter(({ code }) => code !== "GB")
              .map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
          </Select>
        </FormField>
        <Controller
          control={form.control}
          name="is_uk_taxpayer"
          render={({ field: { value, onChange } }) => (
            <Segments
              label={labels.is_uk_taxpayer}
              hint={hints.is_uk_taxpayer}
              value={value}
              options={[
                { value: "yes", label: messages.yes },
                { value: "no", label: messages.no },
              ]}
              onChange={onChange}
            />
          )}
        />
        <FormField form={form} name="bank_account_name" label={labels.bank_account_name} hint={hints.bank_account_name}>
          <Input autoComplete="off" />
        </FormField>
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} variant="secondary" busyLabel={messages.saving}>
          {saveLabel}
        </SubmitButton>
        {isDirty && !form.isSending && (
          <Button variant="ghost" onClick={discard}>
            {messages.discard}
          </Button>
        )}
      </div>
      <UnsavedChangesGuard isActive={isDirty} />
    </Form>
  );
}
