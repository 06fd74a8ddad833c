import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminPaths } from "#shared/admin-paths.ts";
import type { NewsletterCounts, NewsletterSubscription } from "#shared/newsletter/newsletter.ts";
import { newsletterMessages, newsletterStateLabels, newsletterStates } from "#shared/newsletter/newsletter-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { shortDate, withCount } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { None, type RecordColumn } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";

export function Newsletter() {
  const { mode } = useClub().newsletter;
  const counts = useNewsletterCounts();
  return (
    <ListScreen<NewsletterSubscription>
      title={newsletterMessages.label}
      path="/newsletter-subscriptions"
      noun="addresses"
      loading="Loading addresses"
      search="Part of an email"
      tools={
        mode === "list" && (
          <LinkButton to={adminPaths.newNewsletter} variant="outline" isSmall>
            Send here
          </LinkButton>
        )
      }
      filtersLabel="Filter addresses"
      filters={[
        {
          name: "status",
          parameter: "state",
          label: "Status",
          all: withCount("All", counts && counts.waiting + counts.confirmed),
          options: newsletterStates.map((value) => ({
            value,
            label: withCount(newsletterStateLabels[value], counts?.[value]),
          })),
          isSegments: true,
        },
      ]}
      exportTo={{
        path: "/newsletter-subscriptions.csv",
        label: "Export CSV",
        busy: "Exporting...",
        failed: "The addresses were not exported.",
      }}
      above={
        mode !== "list" && (
          <Notice className="mb-3">
            The box on the pages is not a list now: nobody can subscribe. Addresses stay until they are removed.
          </Notice>
        )
      }
      caption="Newsletter addresses, newest first"
      columns={columns}
      empty={{
        title: "No addresses yet",
        text: "People appear here once they enter their email in the box at the foot of the pages.",
      }}
      nothing={{
        title: "No addresses found",
        text: "None has these words and this status.",
        showAll: "Show all addresses",
      }}
    />
  );
}

const columns: RecordColumn<NewsletterSubscription>[] = [
  { header: "Email", className: "w-full", cell: ({ email }) => <BreakableText text={email} /> },
  {
    header: "Status",
    isBeside: true,
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
    cell: ({ confirmed_at }) => (confirmed_at ? shortDate(confirmed_at) : <None />),
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

function RemoveAction({ subscription: { id, email } }: { subscription: NewsletterSubscription }) {
  const [isAsking, setAsking] = useState(false);
  const { act } = useAction(`/newsletter-subscriptions/${id}`, {
    method: "DELETE",
    done: { title: "Address Removed", description: `${email} is not on the list any more.` },
    failed: "Failed to remove the address.",
    whom: email,
    invalidates: [queryKeys.newsletter],
  });
  const confirm = () => {
    setAsking(false);
    act();
  };
  return (
    <>
      <RowAction labelEnd={email} isRemoval onClick={() => setAsking(true)}>
        Remove
      </RowAction>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Remove this address?"
        text={`${email} is erased and gets no newsletter any more. Its owner is not told, and can subscribe again.`}
        confirmLabel="Remove address"
        onConfirm={confirm}
      />
    </>
  );
}

const useNewsletterCounts = (): NewsletterCounts | undefined =>
  useQuery({
    queryKey: queryKeys.newsletterCounts,
    queryFn: ({ signal }) => callApi<NewsletterCounts>("GET", "/newsletter-subscriptions/counts", undefined, signal),
  }).data;
