import type { NewsletterFilter } from "#shared/newsletter/newsletter.ts";
import { newsletterStateLabels } from "#shared/newsletter/newsletter-messages.ts";
import type { CsvExport } from "../../platform/http/csv-stream.ts";
import type { Newsletter } from "./newsletter.ts";
import { listSubscriptions } from "./queries.ts";

const columns = ["Email", "Status", "Asked on (UTC)", "Confirmed on (UTC)", "Agreed to", "Unsubscribe link", "Id"];

type Row = Awaited<ReturnType<typeof listSubscriptions>>["items"][number];

/** With each address's own link to unsubscribe, for the program that sends the newsletter. */
export const newsletterCsv = (filter: NewsletterFilter, newsletter: Newsletter): CsvExport<Row> => ({
  name: "newsletter",
  columns,
  toRow: ({ id, email, agreed_text, requested_at, confirmed_at }) => [
    email,
    newsletterStateLabels[confirmed_at ? "confirmed" : "waiting"],
    requested_at.toISOString(),
    confirmed_at?.toISOString() ?? "",
    agreed_text,
    newsletter.unsubscribePage(id),
    id,
  ],
  list: (tx, page) => listSubscriptions(tx, { ...filter, ...page }),
  audit: (effects) => {
    const { state = null } = filter;
    effects.audit("newsletter_exported", null, { state, is_search: Boolean(filter.q) });
  },
});
