import { quarterWords } from "#shared/company-updates/company-quarters.ts";
import type { UpdateVersion, UploadedLetter } from "#shared/company-updates/company-updates.ts";
import { updateDeskMessages as messages } from "#shared/company-updates/company-updates-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { UpdateFields } from "../update-fields.tsx";
import { updateKeys } from "../update-queries.ts";
import {
  emptyUpdate,
  toUpdateInput,
  toUpdateValues,
  type UpdateValues,
  updateFieldOf,
  updateRules,
} from "../update-values.ts";

interface UpdateDialogProps extends DialogState {
  companyId: string;
  quarter: string;
  corrected?: UpdateVersion;
}

/** Enters an update, or corrects the version that is given. */
export function UpdateDialog({ companyId, quarter, corrected, isOpen, onClose }: UpdateDialogProps) {
  const upload = (file: File, signal: AbortSignal) =>
    uploadFile<UploadedLetter>(
      withQuery(`/companies/${companyId}/update-letters`, { file_name: file.name.slice(0, 200) }),
      file,
      { onProgress: () => {}, signal },
    );
  return (
    <ActionDialog<UpdateValues>
      isOpen={isOpen}
      onClose={onClose}
      words={{
        title: `Update for the ${quarterWords(quarter)}`,
        submit: "Save",
        busy: messages.saving,
        done: "Saved. Publish it when you have read it",
        failed: messages.failed,
      }}
      draft={`/companies/${companyId}/updates/${quarter}/${corrected?.version ?? 0}`}
      schema={updateRules}
      defaultValues={corrected ? toUpdateValues(corrected) : emptyUpdate}
      fieldOfPath={updateFieldOf}
      send={(values) =>
        callApi("POST", `/companies/${companyId}/updates`, {
          ...toUpdateInput(values),
          quarter,
          expected_version: corrected?.version ?? 0,
        })
      }
      invalidates={updateKeys}
    >
      {(form) => <UpdateFields form={form} uploadLetter={upload} />}
    </ActionDialog>
  );
}
