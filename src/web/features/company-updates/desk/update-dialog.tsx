import { useId } from "react";
import { quarterWords } from "#shared/company-quarters.ts";
import type { UpdateVersion, UploadedLetter } from "#shared/company-updates.ts";
import { updateDeskMessages as messages } from "#shared/company-updates-messages.ts";
import type { DialogState } from "#web/features/funds/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormFields } from "#web/ui/form/form.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { UpdateFields } from "../update-fields.tsx";
import { useUpdatesChanged } from "../update-queries.ts";
import { emptyUpdate, toUpdateInput, toUpdateValues, type UpdateValues, updateFieldOf } from "../update-values.ts";

interface UpdateDialogProps extends DialogState {
  companyId: string;
  quarter: string;
  corrected?: UpdateVersion;
}

/** Enters an update, or corrects the version that is given. */
export function UpdateDialog({ companyId, quarter, corrected, isOpen, onClose }: UpdateDialogProps) {
  const formId = useId();
  const changed = useUpdatesChanged();
  const form = useApiForm<UpdateValues>({
    schema: () => import("../update-rules.ts").then(({ updateRules }) => updateRules),
    defaultValues: corrected ? toUpdateValues(corrected) : emptyUpdate,
    fieldOfPath: updateFieldOf,
    send: (values) =>
      callApi("POST", `/companies/${companyId}/updates`, {
        ...toUpdateInput(values),
        quarter,
        expected_version: corrected?.version ?? 0,
      }),
    onSent: async () => {
      await changed();
      toast({ title: messages.saved });
      onClose();
    },
    onRefused: async (error, isAtField) => {
      if (!isAtField) toastFailure(messages.failed, error);
      await changed();
    },
  });
  const { isDirty } = form.formState;
  const leave = () => onClose(isDirty);
  const upload = (file: File, signal: AbortSignal) =>
    uploadFile<UploadedLetter>(
      withQuery(`/companies/${companyId}/update-letters`, { file_name: file.name.slice(0, 200) }),
      file,
      { onProgress: () => {}, signal },
    );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={messages.formTitle(quarterWords(quarter))}
      actions={
        <>
          <Button variant="ghost" onClick={leave}>
            {messages.cancel}
          </Button>
          <Button type="submit" form={formId} busyLabel={form.isBusy && messages.saving}>
            {messages.save}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} className="mt-5 grid gap-5">
        <FormFields form={form}>
          <UpdateFields form={form} uploadLetter={upload} />
        </FormFields>
      </Form>
    </Dialog>
  );
}
