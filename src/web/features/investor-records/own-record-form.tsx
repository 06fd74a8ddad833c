import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Controller } from "react-hook-form";
import { draftNotice } from "#shared/account/app-messages.ts";
import { countryName, listCountries } from "#shared/investor-records/countries.ts";
import {
  investorRecordFields,
  investorRecordHints,
  investorRecordLabels as labels,
  investorRecordMessages as messages,
  statementStepHints,
} from "#shared/investor-records/investor-record-messages.ts";
import type { InvestorRecord, OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toastFailure } from "#web/lib/use-account.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useVersion } from "#web/lib/use-version.ts";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { SavedMeanwhile } from "#web/ui/form/saved-meanwhile.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { recordDraftKey } from "./record-draft.ts";
import { type RecordValues, recordSchema, toFormValues } from "./record-values.ts";

const countries = listCountries();
const addressMinimumHeightPx = { alone: 80, inStep: 62 };

function differencesOf({ record }: OwnInvestorRecord, values: RecordValues): [string, string][] {
  const saved = toFormValues(record);
  return investorRecordFields
    .filter((field) => saved[field] !== values[field])
    .map((field) => [labels[field], inWords(field, saved)]);
}

function inWords(field: keyof RecordValues, saved: RecordValues): string {
  if (field === "country") return countryName(saved.country) ?? "";
  return field === "date_of_birth" && saved.date_of_birth ? longDate(saved.date_of_birth) : saved[field];
}

const missingMessage = (field: keyof RecordValues): string =>
  ({
    date_of_birth: messages.dateTyped as string,
    country: messages.country,
    is_uk_taxpayer: "Please choose Yes or No",
  })[field as string] ?? "Please fill this in";

interface OwnRecordFormProps {
  userId: string;
  own: OwnInvestorRecord;
  /** The message is for somebody who may not sign yet. */
  ageError?: string | undefined;
  /** A step of the statement: what is typed stays in its draft, and is saved with the signature. Complete, it goes on. */
  onContinue?: () => void;
  children?: ReactNode;
}

export function OwnRecordForm({ userId, own, ageError, onContinue, children }: OwnRecordFormProps) {
  const client = useQueryClient();
  const draftKey = recordDraftKey(userId);
  const hints: Partial<Record<keyof RecordValues, string>> = onContinue ? statementStepHints : investorRecordHints;
  const version = useVersion(own, draftKey);
  const { theirs } = version;
  const form = useApiForm<RecordValues, OwnInvestorRecord, InvestorRecord>({
    schema: recordSchema,
    defaultValues: toFormValues(own.record),
    send: async (input) =>
      onContinue
        ? own
        : callApi("PUT", "/investor-records/me", { ...input, expected_version: version.expectedVersion }),
    onSent: (answer, typed) => {
      if (onContinue) {
        const missing = investorRecordFields.filter((field) => typed[field] === null);
        for (const field of missing) form.setError(field, { message: missingMessage(field) });
        if (missing.length === 0) onContinue();
        return;
      }
      client.setQueryData(queryKeys.ownInvestorRecord, answer);
      take(answer);
      toast({ title: "Investor record saved" });
    },
    onRefused: (error, isAtField) => isAtField || version.noteRefusal(error) || toastFailure(error),
  });
  const { isRestored, forgetDraft } = useDraft(draftKey, form);
  const take = (present: OwnInvestorRecord) => {
    form.reset(toFormValues(present.record));
    forgetDraft();
    version.settle(present);
  };
  const { isDirty } = form.formState;
  const { setError } = form;
  useEffect(() => {
    if (!ageError) return;
    setError("date_of_birth", { message: ageError }, { shouldFocus: true });
    // The browser stops at the field's edge, with its message below the screen.
    document.activeElement?.scrollIntoView({ block: "center", behavior: "instant" });
  }, [ageError, setError]);
  const discard = () => {
    take(own);
    form.setFocus("legal_name");
  };
  return (
    <Form form={form} className="grid max-w-[28rem] gap-5" aria-label={messages.heading} onChange={version.noteChange}>
      {theirs && (
        <SavedMeanwhile
          differences={differencesOf(theirs, form.getValues())}
          onKeepMine={version.keepMine}
          onTakeTheirs={() => {
            client.setQueryData(queryKeys.ownInvestorRecord, theirs);
            take(theirs);
          }}
        />
      )}
      {isRestored && isDirty && !theirs && !onContinue && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      {!own.is_complete && !onContinue && <p>{messages.missing(own.missing)}</p>}
      <FormFields form={form}>
        <FormField form={form} name="legal_name" label={labels.legal_name} hint={hints.legal_name}>
          <Input autoComplete="name" />
        </FormField>
        <DateField form={form} name="date_of_birth" label={labels.date_of_birth} hint={hints.date_of_birth} isBirth />
        <FormField form={form} name="address" label={labels.address} hint={hints.address}>
          <Textarea
            className="field-sizing-content max-h-80"
            minimumHeightPx={onContinue ? addressMinimumHeightPx.inStep : addressMinimumHeightPx.alone}
            autoComplete="street-address"
            rows={onContinue ? 2 : 3}
          />
        </FormField>
        <div className={onContinue ? "record-pair" : "contents"}>
          <FormField form={form} name="country" label={labels.country} hint={hints.country}>
            <Select autoComplete="country">
              <option value="">Choose a country</option>
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
            render={({ field: { value, onChange }, fieldState: { error } }) => (
              <Segments
                label={labels.is_uk_taxpayer}
                hint={hints.is_uk_taxpayer}
                error={error?.message}
                value={value}
                options={[
                  { value: "yes", label: messages.yes },
                  { value: "no", label: messages.no },
                ]}
                onChange={onChange}
              />
            )}
          />
        </div>
        <FormField form={form} name="bank_account_name" label={labels.bank_account_name} hint={hints.bank_account_name}>
          <Input autoComplete="off" />
        </FormField>
      </FormFields>
      {children ?? (
        <div className="button-row">
          <SubmitButton form={form} variant="secondary" busyLabel="Saving...">
            Save record
          </SubmitButton>
          {isDirty && !form.isSending && (
            <Button variant="ghost" onClick={discard}>
              Discard changes
            </Button>
          )}
        </div>
      )}
      <UnsavedChangesGuard isActive={isDirty && !onContinue} />
    </Form>
  );
}
