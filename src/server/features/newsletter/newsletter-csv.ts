import type { NewsletterFilter } from "#shared/newsletter.ts";
import { newsletterStateLabels } from "#shared/newsletter-messages.ts";
import type { Caller } from "../../context.ts";
import { csvRowsAtOnce, csvStream } from "../../platform/http/csv-stream.ts";
import { listSubscriptions } from "./queries.ts";

const columns = ["Email", "Status", "Asked on (UTC)", "Confirmed on (UTC)", "Agreed to", "Unsubscribe link", "Id"];

/** With each address's own link to unsubscribe, for the program that sends the newsletter. @throws before the first byte. */
export async function newsletterCsv(caller: Caller, filter: NewsletterFilter, onFailure: (error: unknown) => void) {
  const { dependencies, actor } = caller;
  const { asActor, newsletter } = dependencies;
  const query = { ...filter, limit: csvRowsAtOnce };
  const first = await asActor(actor, (tx, effects) => {
    const { state = null } = filter;
    effects.audit("newsletter_exported", null, { state, is_search: Boolean(filter.q) });
    return listSubscriptions(tx, query);
  });
  const toRow = ({ id, email, agreed_text, requested_at, confirmed_at }: (typeof first)["items"][number]) => [
    email,
    newsletterStateLabels[confirmed_at ? "confirmed" : "waiting"],
    requested_at.toISOString(),
    confirmed_at?.toISOString() ?? "",
    agreed_text,
    newsletter.unsubscribePage(id),
    id,
  ];
  const next = (cursor: string) => asActor(actor, (tx) => listSubscriptions(tx, { ...query, cursor }));
  return csvStream({ columns, toRow, first, next, onFailure });
}
