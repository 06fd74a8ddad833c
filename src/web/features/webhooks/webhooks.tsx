import { lazy, Suspense, useState } from "react";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { webhookMessages as messages } from "#shared/webhooks/webhook-messages.ts";
import type { Webhook } from "#shared/webhooks/webhooks.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { SecretDialog } from "#web/lib/secret-dialog.tsx";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";

const OpenedWebhook = lazy(() => import("./opened-webhook.tsx").then((file) => ({ default: file.OpenedWebhook })));
const WebhookForm = lazy(() => import("./webhook-form.tsx").then((file) => ({ default: file.WebhookForm })));

export function Webhooks() {
  const [edited, setEdited] = useState<Webhook | "new">();
  const [openId, setOpenId] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const { items } = useList<Webhook>({ path: "/webhooks" });
  const open = items?.find(({ id }) => id === openId);
  const columns: RecordColumn<Webhook>[] = [
    ...facts,
    {
      header: "Actions",
      isActions: true,
      cell: (webhook) => (
        <>
          <Button variant="outline" isSmall aria-expanded={webhook.id === openId} onClick={() => setOpenId(webhook.id)}>
            Deliveries
            <span className="sr-only"> {webhook.name}</span>
          </Button>
          <Button variant="outline" isSmall onClick={() => setEdited(webhook)}>
            Change
            <span className="sr-only"> {webhook.name}</span>
          </Button>
        </>
      ),
    },
  ];
  return (
    <div className="grid gap-8">
      <ListScreen<Webhook>
        title="Webhooks"
        isBlock
        path="/webhooks"
        noun="webhooks"
        loading="Loading the webhooks"
        tools={
          <Button variant="outline" isSmall onClick={() => setEdited("new")}>
            {messages.add}
          </Button>
        }
        above={
          <p className="muted mb-4 max-w-(--measure)">
            The club tells another system of yours what happened, by a signed request with ids only. What fails is tried
            again for a day.
          </p>
        }
        caption="Webhooks, the newest first"
        columns={columns}
        empty={{ title: "No webhooks", text: "Add one for a system that has to know what happens here." }}
      />
      <Suspense>
        {open && <OpenedWebhook webhook={open} onSecret={setSecret} />}
        {edited && (
          <WebhookForm
            webhook={edited === "new" ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onSaved={(saved) => "secret" in saved && setSecret(saved.secret)}
          />
        )}
      </Suspense>
      {secret && (
        <SecretDialog
          title="Copy the secret now"
          text="Your system checks the signature of each request with it. It is shown this once."
          label="Secret"
          secret={secret}
          copyLabel="Copy"
          copied="The secret is on your clipboard."
          doneLabel="Done"
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  );
}

const facts: RecordColumn<Webhook>[] = [
  {
    header: "Name",
    className: "wrap-anywhere",
    cell: ({ name, url }) => (
      <>
        <span className="font-[550]">{name}</span>
        <span className="note block font-normal">{url}</span>
      </>
    ),
  },
  {
    header: "Events",
    isPlain: true,
    cell: ({ events }) => events.map((event) => webhookEvents[event].label).join(", "),
  },
  { header: "State", isBeside: true, cell: (webhook) => <State webhook={webhook} /> },
];

function State({ webhook: { switched_off_because, failing_since } }: { webhook: Webhook }) {
  if (switched_off_because) {
    const tone = switched_off_because === "admin" ? "over" : "refused";
    return (
      <Badge tone={tone} isPlain>
        {messages.switchedOff(switched_off_because)}
      </Badge>
    );
  }
  if (failing_since) {
    return (
      <Badge tone="waiting" isPlain>
        Failing since {formatDateTime(failing_since)}
      </Badge>
    );
  }
  return (
    <Badge tone="live" isPlain>
      On
    </Badge>
  );
}
