import { freshSignInSchema } from "#shared/account/session.ts";
import { webhookMessages as messages, secretOverlapHours } from "#shared/webhooks/webhook-messages.ts";
import type { Webhook } from "#shared/webhooks/webhooks.ts";
import { ActionDialog } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";

interface NewSecretProps {
  webhook: Webhook;
  onMade: (secret: string) => void;
}

export const NewSecret = ({ webhook: { id, name }, onMade }: NewSecretProps) => (
  <DialogOpener
    button={(open) => (
      <Button variant="outline" isSmall onClick={open}>
        {messages.rotate}
        <span className="sr-only"> {name}</span>
      </Button>
    )}
    dialog={(state) => (
      <ActionDialog
        {...state}
        words={{
          ...{
            title: `Make a new secret for ${name}?`,
            text: `The present one goes on signing for ${secretOverlapHours} hours beside the new one. Put the new one in place in that time.`,
            submit: messages.rotate,
          },
          ...{ busy: "Making...", failed: "No secret was made", cancel: messages.cancel },
        }}
        schema={freshSignInSchema}
        defaultValues={{ password: "" }}
        send={({ password }) =>
          callApi<{ secret: string }>("POST", `/webhooks/${id}/rotate-secret`, password ? { password } : {})
        }
        fieldOfCode={{ wrong_password: "password", no_password: "password" }}
        refusalFocus="password"
        onDone={({ secret }) => onMade(secret)}
        invalidates={[]}
      >
        {(form) => (
          <FormField form={form} name="password" label={messages.password} hint={messages.passwordHint}>
            <Input type="password" autoComplete="current-password" />
          </FormField>
        )}
      </ActionDialog>
    )}
  />
);
