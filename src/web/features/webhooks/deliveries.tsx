import { useState } from "react";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { deliveryStateWords, webhookMessages as messages } from "#shared/webhooks/webhook-messages.ts";
import type { Delivery, Webhook } from "#shared/webhooks/webhooks.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { webhooksKey } from "./webhooks-key.ts";

type Filter = "" | Delivery["state"];

const filters: readonly { value: Filter; label: string }[] = [
  { value: "", label: messages.allDeliveries },
  { value: "waiting", label: deliveryStateWords.waiting },
  { value: "delivered", label: deliveryStateWords.delivered },
  { value: "failed", label: deliveryStateWords.failed },
];

export function Deliveries({ webhook: { id } }: { webhook: Webhook }) {
  const [state, setState] = useState<Filter>("");
  const list = useList<Delivery>({
    path: `/webhooks/${id}/deliveries`,
    parameters: { state },
    failureMessage: messages.deliveriesFailed,
  });
  return (
    <div className="grid gap-4">
      <Segments label={messages.deliveriesFilter} value={state} options={filters} onChange={setState} />
      <ListView
        list={list}
        noun="deliveries"
        loading={messages.deliveriesLoading}
        empty={<p>{messages.noDeliveries}</p>}
      >
        {(deliveries) => (
          <RecordTable
            caption={messages.deliveriesCaption}
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
  { header: "Event", cell: ({ event_type }) => webhookEvents[event_type].label },
  {
    header: "State",
    cell: ({ state, attempts, next_attempt_at }) => (
      <>
        <Badge tone={tones[state]} isPlain>
          {deliveryStateWords[state]}
        </Badge>
        <span className="note num block">
          {messages.tries(attempts)}
          {next_attempt_at && attempts > 0 && ` · ${messages.nextTry(formatDateTime(next_attempt_at))}`}
        </span>
      </>
    ),
  },
  {
    header: "Answer",
    className: "wrap-anywhere",
    cell: ({ status, answer, reason }) => (
      <>
        {status === null ? (reason ?? "–") : messages.answered(status)}
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
      label={messages.redeliver}
      labelEnd={`${webhookEvents[event_type].label}, ${formatDateTime(occurred_at)}`}
      busy={messages.redelivering}
      variant="outline"
      done={messages.redelivered}
      failed={messages.redeliverFailed}
      invalidates={[webhooksKey]}
    />
  );
}
