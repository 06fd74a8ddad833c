import { webhookMessages as messages } from "#shared/webhook-messages.ts";
import type { Webhook } from "#shared/webhooks.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { webhooksKey } from "./webhooks-key.ts";

export function RemoveWebhook({ webhook: { id, name } }: { webhook: Webhook }) {
  return (
    <ActionButton
      method="DELETE"
      path={`/webhooks/${id}`}
      label={messages.remove}
      labelEnd={name}
      busy={messages.removing}
      confirm={{ title: messages.removeTitle(name), text: messages.removeText, cancel: messages.keep }}
      variant="danger"
      done={messages.removed}
      failed={messages.removeFailed}
      invalidates={[webhooksKey]}
    />
  );
}
