import { useState } from "react";
import { freshSignInSchema } from "#shared/account/session.ts";
import { webhookMessages as messages } from "#shared/webhooks/webhook-messages.ts";
import type { Webhook } from "#shared/webhooks/webhooks.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastFailure } from "#web/ui/toast.ts";

interface NewSecretProps {
  webhook: Webhook;
  onMade: (secret: string) => void;
}

export function NewSecret({ webhook: { id, name }, onMade }: NewSecretProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const form = useApiForm({
    schema: freshSignInSchema,
    defaultValues: { password: "" },
    send: ({ password }) =>
      callApi<{ secret: string }>("POST", `/webhooks/${id}/rotate-secret`, password ? { password } : {}),
    onSent: ({ secret }) => {
      form.resetField("password");
      close();
      onMade(secret);
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.rotateFailed, error),
    fieldOfCode: { wrong_password: "password", no_password: "password" },
    refusalFocus: "password",
  });
  return (
    <>
      <Button variant="outline" isSmall onClick={() => setAsking(true)}>
        {messages.rotate}
        <span className="sr-only"> {name}</span>
      </Button>
      <FormDialog
        form={form}
        isOpen={isAsking}
        onClose={close}
        title={messages.rotateTitle(name)}
        text={messages.rotateText}
        submitLabel={messages.rotate}
        busyLabel={messages.rotating}
        cancelLabel={messages.cancel}
      >
        <FormField form={form} name="password" label={messages.password} hint={messages.passwordHint}>
          <Input type="password" autoComplete="current-password" />
        </FormField>
      </FormDialog>
    </>
  );
}
