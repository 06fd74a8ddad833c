import { freshSignInMessages } from "#shared/account/password-rules.ts";
import { freshSignInSchema } from "#shared/account/session.ts";
import { systemMessages as messages } from "#shared/system/system-messages.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { downloadFile } from "#web/lib/use-download.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastFailure } from "#web/ui/toast.ts";

interface DownloadBackupProps {
  name: string;
  isOpen: boolean;
  onClose: () => void;
}

export function DownloadBackup({ name, isOpen, onClose }: DownloadBackupProps) {
  const form = useApiForm({
    schema: freshSignInSchema,
    defaultValues: { password: "" },
    send: ({ password }) => downloadFile("POST", `/system/backups/${name}/download`, password ? { password } : {}),
    onSent: () => {
      form.resetField("password");
      onClose();
    },
    onRefused: (error) => toastFailure("Failed to download the backup", error),
    fieldOfCode: { wrong_password: "password", no_password: "password" },
    refusalFocus: "password",
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="Download this backup?"
      text="The file holds everything: names, addresses, profiles, invitation codes, uploaded files. Keep it encrypted. The download is recorded in the audit."
      submitLabel={messages.download}
      busyLabel="Downloading"
      cancelLabel="Cancel"
      className="mt-5"
    >
      <FormField form={form} name="password" label="Password" hint={freshSignInMessages.hint}>
        <Input type="password" autoComplete="current-password" />
      </FormField>
    </FormDialog>
  );
}
