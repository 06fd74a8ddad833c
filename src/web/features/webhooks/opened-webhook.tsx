import { webhookMessages as messages, secretOverlapHours } from "#shared/webhooks/webhook-messages.ts";
import type { Webhook } from "#shared/webhooks/webhooks.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
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
  <ActionButton<{ secret: string }>
    method="POST"
    path={`/webhooks/${id}/rotate-secret`}
    label={messages.rotate}
    labelEnd={name}
    busy="Making..."
    confirm={{
      title: `Make a new secret for ${name}?`,
      text: `The present one goes on signing for ${secretOverlapHours} hours beside the new one. Put the new one in place in that time.`,
    }}
    failed="No secret was made"
    onDone={({ secret }) => onMade(secret)}
    invalidates={[]}
  />
);
