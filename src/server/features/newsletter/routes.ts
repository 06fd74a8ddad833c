import { type Kysely, sql, type Transaction } from "kysely";
import {
  type NewsletterCounts,
  type NewsletterFilter,
  type NewsletterQuery,
  newsletterCountsSchema,
  newsletterFilterSchema,
  newsletterQuerySchema,
  newsletterSubscriptionInputSchema,
  newsletterSubscriptionListSchema,
  newsletterSubscriptionSchema,
  newsletterTokenSchema,
} from "#shared/newsletter/newsletter.ts";
import {
  newsletterLinkMessages,
  newsletterMessages,
  newsletterStateLabels,
} from "#shared/newsletter/newsletter-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { type CsvExport, csvExport } from "../../platform/http/csv-stream.ts";
import { HttpError, notFound, onlyPost } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import type { Newsletter } from "./newsletter.ts";
import { newsletterPage } from "./newsletter.ts";

const route = routesOf("Newsletter");

const subscribe = route("post", "/newsletter-subscriptions", {
  name: "subscribe",
  summary: "Ask for the newsletter",
  audience: "anyone",
  body: newsletterSubscriptionInputSchema,
  answer: statusSchema,
  refuses: ["not_found", "rate_limited"],
});

const confirm = route("post", "/newsletter-subscriptions/confirm", {
  name: "confirmSubscription",
  summary: "Confirm an address with the token of its mail",
  audience: "anyone",
  body: newsletterTokenSchema,
  answer: statusSchema,
  refuses: ["invalid_token"],
});

const unsubscribe = route("post", "/newsletter-subscriptions/unsubscribe", {
  name: "unsubscribe",
  summary: "Erase an address with the token of the mail's link",
  audience: "anyone",
  body: newsletterTokenSchema,
  answer: statusSchema,
  refuses: ["invalid_token"],
});

const oneClick = route("post", "/newsletter-subscriptions/one-click", {
  name: "unsubscribeByOneClick",
  summary: "The same for mail programs (RFC 8058)",
  audience: "anyone",
  query: newsletterTokenSchema,
  answer: statusSchema,
});

const oneClickPage = route("get", "/newsletter-subscriptions/one-click", {
  name: "refuseToUnsubscribe",
  summary: "Where a browser is sent that opens this address",
  audience: "anyone",
  query: newsletterTokenSchema,
  description: "To the page with the button.",
  status: 302,
});

const list = route("get", "/newsletter-subscriptions", {
  name: "listSubscriptions",
  summary: "Addresses by words and state",
  audience: "admin",
  key: "read",
  query: newsletterQuerySchema,
  answer: newsletterSubscriptionListSchema,
});

const count = route("get", "/newsletter-subscriptions/counts", {
  name: "countSubscriptions",
  summary: "How many addresses are in each state",
  audience: "admin",
  key: "read",
  answer: newsletterCountsSchema,
});

const download = route("post", "/newsletter-subscriptions.csv", {
  name: "exportSubscriptions",
  summary: "The list as a CSV file with each address's link to unsubscribe",
  audience: "admin",
  query: newsletterFilterSchema,
  file: "text/csv",
});

const remove = route("delete", "/newsletter-subscriptions/{id}", {
  name: "deleteSubscription",
  summary: "Erase an address",
  audience: "admin",
  key: "write",
  params: idParameter,
  answer: newsletterSubscriptionSchema,
});

const subscriberColumns = ["id", "email", "agreed_text", "requested_at", "confirmed_at", "created_at"] as const;
const order = newestFirst("created_at");

function listSubscriptions(db: Kysely<DB>, { q, state, ...page }: NewsletterQuery) {
  const subscriptions = db
    .selectFrom("newsletter_subscriptions")
    .select(subscriberColumns)
    .$if(Boolean(q), (query) => query.where(sql<boolean>`strpos(email, ${q?.toLowerCase()}) > 0`))
    .$if(state === "waiting", (query) => query.where("confirmed_at", "is", null))
    .$if(state === "confirmed", (query) => query.where("confirmed_at", "is not", null));
  return keysetPage(subscriptions, order, page);
}

const countSubscriptions = (db: Kysely<DB>): Promise<NewsletterCounts> =>
  db
    .selectFrom("newsletter_subscriptions")
    .select([
      sql<number>`count(*) filter (where confirmed_at is null)::int`.as("waiting"),
      sql<number>`count(confirmed_at)::int`.as("confirmed"),
    ])
    .executeTakeFirstOrThrow();

/** @returns undefined when there is none. */
const deleteSubscription = (tx: Transaction<DB>, id: string) =>
  tx.deleteFrom("newsletter_subscriptions").where("id", "=", id).returning(subscriberColumns).executeTakeFirst();

export const newsletterRoutes = createRouter()
  .openapi(subscribe, async (c) => {
    const { limits, newsletter, readClub } = c.var.dependencies;
    const { mode, agreement } = (await readClub()).newsletter;
    if (mode !== "list") throw notFound(newsletterMessages.noList);
    await limits.newsletterMailsPerAddress.take(clientAddress(c));
    await newsletter.subscribe(c.req.valid("json").email, agreement);
    // The status is false where nobody gets the link that confirms.
    return c.json({ status: newsletter.hasMailServer }, 200);
  })
  .openapi(confirm, async (c) => {
    await c.var.dependencies.newsletter.confirm(c.req.valid("json").token);
    return c.json({ status: true }, 200);
  })
  .openapi(unsubscribe, async (c) => {
    const { newsletter, readClub } = c.var.dependencies;
    if (await newsletter.unsubscribe(c.req.valid("json").token)) return c.json({ status: true }, 200);
    const { contact_email } = (await readClub()).identity;
    throw new HttpError("invalid_token", newsletterLinkMessages.unsubscribeLinkInvalid(contact_email));
  })
  .openapi(oneClick, async (c) => {
    await c.var.dependencies.newsletter.unsubscribe(c.req.valid("query").token);
    return c.json({ status: true }, 200);
  })
  .openapi(oneClickPage, (c) =>
    c.redirect(newsletterPage(c.var.dependencies.appUrl, "unsubscribe", c.req.valid("query").token), 302),
  )
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listSubscriptions(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(count, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await countSubscriptions(dependencies.readAs(actor)), 200);
  })
  .openapi(
    download,
    async (c) =>
      c.body(...(await csvExport(c.var, newsletterCsv(c.req.valid("query"), c.var.dependencies.newsletter)))) as never,
  )
  .openapi(remove, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const removed = await dependencies.asActor(actor, async (tx, effects) => {
      const deleted = await deleteSubscription(tx, id);
      if (!deleted) throw notFound("newsletter address");
      effects.audit("newsletter_removed", id);
      return deleted;
    });
    return c.json(removed, 200);
  });
newsletterRoutes.get(download.path, onlyPost);

const columns = ["Email", "Status", "Asked on (UTC)", "Confirmed on (UTC)", "Agreed to", "Unsubscribe link", "Id"];

type Row = Awaited<ReturnType<typeof listSubscriptions>>["items"][number];

/** With each address's own link to unsubscribe, for the program that sends the newsletter. */
const newsletterCsv = (filter: NewsletterFilter, newsletter: Newsletter): CsvExport<Row> => ({
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
