import { useState } from "react";
import type { NewsletterSubscription } from "#shared/newsletter.ts";
import { newsletterListMessages as messages } from "#shared/newsletter-list-messages.ts";
import { newsletterStateLabels } from "#shared/newsletter-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { useRemoveSubscription } from "./use-newsletter.ts";

const columns: RecordColumn<NewsletterSubscription>[] = [
  { header: "Email", className: "w-full", cell: ({ email }) => <BreakableText text={email} /> },
  {
    header: "Status",
    cell: ({ confirmed_at }) => (
      <Badge tone={confirmed_at ? "live" : "waiting"} isPlain>
        {newsletterStateLabels[confirmed_at ? "confirmed" : "waiting"]}
      </Badge>
    ),
  },
  { header: "Asked on", className: "num whitespace-nowrap", cell: ({ requested_at }) => shortDate(requested_at) },
  {
    header: "Confirmed on",
    className: "num whitespace-nowrap",
    cell: ({ confirmed_at }) => (confirmed_at ? shortDate(confirmed_at) : "–"),
  },
  {
    header: "Agreed to",
    isWideOnly: true,
    className: "muted",
    cell: ({ agreed_text }) => (
      <span className="block max-w-60 truncate" title={agreed_text}>
        {agreed_text}
      </span>
    ),
  },
  {
    header: "Actions",
    isActions: true,
    cell: (subscription) => <RemoveAction subscription={subscription} />,
  },
];

export function NewsletterTable({ subscriptions }: { subscriptions: NewsletterSubscription[] }) {
  return (
    <RecordTable
      caption="Newsletter addresses, newest first"
      columns={columns}
      rows={subscriptions}
      rowKey={({ id }) => id}
      isDense
    />
  );
}

function RemoveAction({ subscription }: { subscription: NewsletterSubscription }) {
  const { email } = subscription;
  const [isAsking, setAsking] = useState(false);
  const { mutate } = useRemoveSubscription();
  const confirm = () => {
    setAsking(false);
    mutate(subscription);
  };
  return (
    <>
      <RowAction labelEnd={email} isRemoval onClick={() => setAsking(true)}>
        {messages.remove}
      </RowAction>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={messages.removeTitle}
        text={messages.removeText(email)}
        confirmLabel={messages.removeConfirm}
        cancelLabel={messages.keep}
        onConfirm={confirm}
      />
    </>
  );
}
