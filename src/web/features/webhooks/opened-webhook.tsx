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
