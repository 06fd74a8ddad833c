import { useState } from "react";
import { z } from "zod";
import { freshSignInMinutes } from "#shared/account/password-rules.ts";
import { ownPasswordSchema } from "#shared/account/session.ts";
import { callApi } from "#web/lib/api.ts";
import { confirmWithPasskey, hasPasskeys } from "#web/lib/passkeys.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastFailure } from "#web/ui/toast.ts";

const failed = "You were not confirmed";

export function ConfirmSignInDialog({ onClose }: { onClose: (isConfirmed: boolean) => void }) {
  const [isBusy, setBusy] = useState(false);
  const form = useApiForm({
    schema: z.object({ password: ownPasswordSchema() }),
    defaultValues: { password: "" },
    send: (input) => callApi("POST", "/account/confirmation", input),
    onSent: () => onClose(true),
    onRefused: (error, isAtField) => isAtField || toastFailure(failed, error),
    fieldOfCode: { wrong_password: "password", no_password: "password" },
    firstFocus: "password",
  });
  const askPasskey = async () => {
    setBusy(true);
    try {
      await confirmWithPasskey();
      onClose(true);
    } catch (error) {
      toastFailure(failed, error as Error);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      form={form}
      isOpen
      onClose={() => onClose(false)}
      title="Confirm that it is you"
      text={`You signed in a while ago. For the next ${freshSignInMinutes} minutes you are not asked again, except to sign a list.`}
      submitLabel="Confirm"
      busyLabel="Confirming..."
    >
      <FormField form={form} name="password" label="Your password">
        <Input type="password" autoComplete="current-password" required />
      </FormField>
      {hasPasskeys() && (
        <Button variant="outline" busyLabel={isBusy && "Confirming..."} onClick={() => void askPasskey()}>
          Use a passkey instead
        </Button>
      )}
    </FormDialog>
  );
}
