import { useId } from "react";
import { systemMessages as messages } from "#shared/system-messages.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { downloadFile } from "#web/lib/use-download.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, FormFields } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastFailure } from "#web/ui/toast.ts";

interface DownloadBackupProps {
  name: string;
  isOpen: boolean;
  onClose: () => void;
}

export function DownloadBackup({ name, isOpen, onClose }: DownloadBackupProps) {
  const formId = useId();
  const form = useApiForm({
    schema: () => import("#shared/system.ts").then(({ backupDownloadSchema }) => backupDownloadSchema),
    defaultValues: { password: "" },
    send: ({ password }) => downloadFile("POST", `/system/backups/${name}/download`, password ? { password } : {}),
    onSent: () => {
      form.resetField("password");
      onClose();
    },
    onRefused: (error) => toastFailure(messages.downloadFailed, error),
    fieldOfCode: { wrong_password: "password", no_password: "password" },
    refusalFocus: "password",
  });
  const actions = (
    <>
      <Button variant="ghost" onClick={onClose}>
        {messages.cancel}
      </Button>
      <Button type="submit" form={formId} busyLabel={form.isBusy && messages.downloading}>
        {messages.download}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={messages.downloadTitle}
      text={messages.downloadText}
      actions={actions}
    >
      <Form form={form} id={formId} className="mt-5">
        <FormFields form={form}>
          <FormField form={form} name="password" label={messages.password} hint={messages.passwordHint}>
            <Input type="password" autoComplete="current-password" />
          </FormField>
        </FormFields>
      </Form>
    </Dialog>
  );
}
