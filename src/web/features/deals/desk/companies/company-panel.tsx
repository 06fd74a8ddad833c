import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { draftNotice } from "#shared/account/app-messages.ts";
import { companyLogoMessages, companyLogoPath, companyLogoTypes } from "#shared/deals/company-logo-rules.ts";
import { companyMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { Company } from "#shared/deals/deals.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { isConflict, useDealChanged } from "../deal-queries.ts";
import { CompanyFields, type CompanyValues, companyFormSchema } from "./company-fields.tsx";

interface CompanyPanelProps {
  company: Company;
  userId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Keeps what was typed while it is closed. */
export function CompanyPanel({ company, userId, isOpen, onClose }: CompanyPanelProps) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title={company.name}>
      <div className="grid gap-6">
        <CompanyLogo company={company} />
        <CompanyForm company={company} userId={userId} onSaved={onClose} />
      </div>
    </Panel>
  );
}

/** Kept at once, beside the form. */
function CompanyLogo({ company: { id, name, logo: known } }: { company: Company }) {
  const client = useQueryClient();
  const [logo, setLogo] = useState(known);
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File | null) =>
      file
        ? uploadFile<Company>(`/companies/${id}/logo`, file, {
            onProgress: () => {},
            signal: new AbortController().signal,
          })
        : callApi<Company>("DELETE", `/companies/${id}/logo`),
    onSuccess: (company, file) => {
      setLogo(company.logo);
      toast({ title: file ? companyLogoMessages.uploaded : companyLogoMessages.removed, description: name });
    },
    onError: (error) => toastFailure(companyLogoMessages.failed, error),
    onSettled: () =>
      Promise.all(
        [queryKeys.deals, queryKeys.companies, queryKeys.audit].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label">{companyLogoMessages.label}</legend>
      <FileDrop accept={companyLogoTypes.join()} isDisabled={isPending} onFile={(file) => mutate(file)}>
        {(choose) => (
          <div className="flex flex-wrap items-center gap-4">
            {logo && (
              <img
                className="logo-ground size-12 shrink-0 object-contain"
                src={companyLogoPath(id, logo.file_id)}
                alt=""
              />
            )}
            <div className="button-row">
              <Button variant="outline" isSmall onClick={choose} busyLabel={isPending && companyLogoMessages.uploading}>
                {logo ? companyLogoMessages.replace : companyLogoMessages.upload}
              </Button>
              {logo && (
                <Button variant="ghost" isSmall onClick={() => mutate(null)}>
                  {companyLogoMessages.remove}
                </Button>
              )}
            </div>
          </div>
        )}
      </FileDrop>
      <p className="field-hint">{companyLogoMessages.hint}</p>
    </fieldset>
  );
}

function CompanyForm({ company, userId, onSaved }: { company: Company; userId: string; onSaved: () => void }) {
  const changed = useDealChanged();
  const [version, setVersion] = useState(company.updated_at);
  const [theirs, setTheirs] = useState<Company>();
  const form = useApiForm<CompanyValues, Company>({
    schema: companyFormSchema,
    defaultValues: valuesOf(company),
    send: (values) => callApi("PUT", `/companies/${company.id}`, { ...values, expected_version: version }),
    areErrorsNested: true,
    onSent: async () => {
      forgetDraft();
      await changed();
      toast({ title: "Company saved", description: company.name });
      onSaved();
    },
    onRefused: (error, isAtField) => {
      const record = isConflict(error) && error instanceof ApiError && error.problem.record;
      if (record) setTheirs(record as unknown as Company);
      else if (!isAtField) toastFailure("Company not saved", error);
    },
    refusalFocus: "name",
  });
  const { isRestored, forgetDraft } = useDraft(`company:${company.id}:${userId}`, form);
  const { isDirty } = form.formState;
  const take = (other: Company) => {
    form.reset(valuesOf(other));
    forgetDraft();
    setVersion(other.updated_at);
    setTheirs(undefined);
  };
  return (
    <Form form={form} className="grid gap-6" aria-label={messages.edit}>
      {isRestored && isDirty && !theirs && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      {theirs && (
        <ConflictNotice
          words={{
            title: "Somebody else has saved this company meanwhile.",
            text: "Your text is still in the form. Theirs is:",
            keepMine: "Save mine over it",
            takeTheirs: "Take theirs",
          }}
          onKeepMine={() => {
            setVersion(theirs.updated_at);
            setTheirs(undefined);
          }}
          onTakeTheirs={() => take(theirs)}
        >
          <p className="mt-2 wrap-anywhere">{inWords(theirs)}</p>
        </ConflictNotice>
      )}
      <FormFields form={form}>
        <CompanyFields form={form} />
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} busyLabel="Saving...">
          Save company
        </SubmitButton>
        {isDirty && (
          <Button variant="ghost" onClick={() => take(company)}>
            Discard changes
          </Button>
        )}
      </div>
    </Form>
  );
}

function valuesOf(company: Company): CompanyValues {
  const { id: _id, created_at: _created, updated_at: _updated, logo: _logo, ...values } = company;
  return values;
}

const inWords = (company: Company): string =>
  Object.values(valuesOf(company))
    .flatMap((value) => (Array.isArray(value) ? value.flatMap((entry) => Object.values(entry)) : [value]))
    .filter(Boolean)
    .join(", ");
