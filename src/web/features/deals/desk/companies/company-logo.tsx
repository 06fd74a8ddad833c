import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  companyLogoPath,
  companyLogoTypes,
  companyLogoMessages as messages,
} from "#shared/deals/company-logo-rules.ts";
import type { Company } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** Kept at once, beside the form. */
export function CompanyLogo({ company: { id, name, logo: known } }: { company: Company }) {
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
      toast({ title: file ? messages.uploaded : messages.removed, description: name });
    },
    onError: (error) => toastFailure(messages.failed, error),
    onSettled: () =>
      Promise.all(
        [queryKeys.deals, queryKeys.companies, queryKeys.audit].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label">{messages.label}</legend>
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
              <Button variant="outline" isSmall onClick={choose} busyLabel={isPending && messages.uploading}>
                {logo ? messages.replace : messages.upload}
              </Button>
              {logo && (
                <Button variant="ghost" isSmall onClick={() => mutate(null)}>
                  {messages.remove}
                </Button>
              )}
            </div>
          </div>
        )}
      </FileDrop>
      <p className="field-hint">{messages.hint}</p>
    </fieldset>
  );
}
