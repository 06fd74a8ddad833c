import { freshSignInSchema } from "#shared/account/session.ts";
import { webhookMessages as messages, secretOverlapHours } from "#shared/webhooks/webhook-messages.ts";
import type { Webhook } from "#shared/webhooks/webhooks.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ActionDialog } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { Deliveries } from "./deliveries.tsx";
import { webhooksKey } from "./webhooks-key.ts";

interface OpenedWebhookProps {
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

/** What was delivered to it, a new secret, and its removal. */
export function OpenedWebhook({ webhook, onSecret }: OpenedWebhookProps) {
  const { id, name } = webhook;
  return (
    <section aria-label={messages.deliveriesTitle(name)}>
      <ViewRail
        heading={messages.deliveriesTitle(name)}
        isBlock
        tools={
          <>
            <NewSecret webhook={webhook} onMade={onSecret} />
            <ActionButton
              method="DELETE"
              path={`/webhooks/${id}`}
              label="Remove"
              labelEnd={name}
              busy="Removing..."
              confirm={{
                title: `Remove the webhook ${name}?`,
                text: "Nothing more is sent to it, and its deliveries are deleted here.",
                cancel: "Keep it",
              }}
              variant="danger"
              done={{ title: "Webhook removed", description: "Nothing more is sent to it." }}
              failed="The webhook was not removed"
              invalidates={[webhooksKey]}
            />
          </>
        }
      >
        <Deliveries key={id} webhook={webhook} />
      </ViewRail>
    </section>
  );
}

interface NewSecretProps {
  webhook: Webhook;
  onMade: (secret: string) => void;
}

const NewSecret = ({ webhook: { id, name }, onMade }: NewSecretProps) => (
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
