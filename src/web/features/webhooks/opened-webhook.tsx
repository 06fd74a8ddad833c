import { webhookMessages as messages } from "#shared/webhooks/webhook-messages.ts";
import type { Webhook } from "#shared/webhooks/webhooks.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { Deliveries } from "./deliveries.tsx";
import { NewSecret } from "./new-secret.tsx";
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
              label={messages.remove}
              labelEnd={name}
              busy={messages.removing}
              confirm={{ title: messages.removeTitle(name), text: messages.removeText, cancel: messages.keep }}
              variant="danger"
              done={messages.removed}
              failed={messages.removeFailed}
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
