import { useState } from "react";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { webhookMessages as messages, secretOverlapHours } from "#shared/webhooks/webhook-messages.ts";
import type { Delivery, Webhook } from "#shared/webhooks/webhooks.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { webhooksKey } from "./webhook-form.tsx";

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
    label="New secret"
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

const deliveryStateWords = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" } as const;

type Filter = "" | Delivery["state"];

const filters: readonly { value: Filter; label: string }[] = [
  { value: "", label: "All" },
  { value: "waiting", label: deliveryStateWords.waiting },
  { value: "delivered", label: deliveryStateWords.delivered },
  { value: "failed", label: deliveryStateWords.failed },
];

function Deliveries({ webhook: { id } }: { webhook: Webhook }) {
  const [state, setState] = useState<Filter>("");
  const list = useList<Delivery>({
    path: `/webhooks/${id}/deliveries`,
    parameters: { state },
  });
  return (
    <div className="grid gap-4">
      <Segments label="Show" value={state} options={filters} onChange={setState} />
      <ListView list={list} noun="deliveries" loading="Loading the deliveries" empty={<p>Nothing.</p>}>
        {(deliveries) => (
          <RecordTable
            caption="Deliveries of the last 30 days, the newest first"
            columns={columns}
            rows={deliveries}
            rowKey={(delivery) => delivery.id}
            isDense
          />
        )}
      </ListView>
    </div>
  );
}

const tones: Record<Delivery["state"], BadgeTone> = { waiting: "waiting", delivered: "live", failed: "refused" };

const columns: RecordColumn<Delivery>[] = [
  { header: "Happened", className: "num whitespace-nowrap", cell: ({ occurred_at }) => formatDateTime(occurred_at) },
  { header: "Event", isPlain: true, cell: ({ event_type }) => webhookEvents[event_type].label },
  {
    header: "State",
    isBeside: true,
    cell: ({ state, attempts, next_attempt_at }) => (
      <>
        <Badge tone={tones[state]} isPlain>
          {deliveryStateWords[state]}
        </Badge>
        <span className="note num block">
          {attempts === 1 ? "1 try" : `${attempts} tries`}
          {next_attempt_at && attempts > 0 && ` · Next try ${formatDateTime(next_attempt_at)}`}
        </span>
      </>
    ),
  },
  {
    header: "Answer",
    isPlain: true,
    className: "wrap-anywhere",
    cell: ({ status, answer, reason }) => (
      <>
        {status === null ? (reason ?? "–") : `Answered ${status}`}
        {answer && <span className="note line-clamp-3 block">{answer}</span>}
      </>
    ),
  },
  { header: "Actions", isActions: true, cell: (delivery) => <Redeliver delivery={delivery} /> },
];

function Redeliver({ delivery: { id, event_type, occurred_at, can } }: { delivery: Delivery }) {
  if (!can.redeliver) return null;
  return (
    <ActionButton
      path={`/webhook-deliveries/${id}/redeliver`}
      label="Send again"
      labelEnd={`${webhookEvents[event_type].label}, ${formatDateTime(occurred_at)}`}
      busy="Queueing"
      variant="outline"
      done={{ title: "Queued", description: "It is sent again within seconds." }}
      failed="The delivery was not repeated"
      invalidates={[webhooksKey]}
    />
  );
}
