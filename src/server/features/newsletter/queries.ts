import { type Kysely, sql, type Transaction } from "kysely";
import type { NewsletterCounts, NewsletterQuery } from "#shared/newsletter/newsletter.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";

const columns = ["id", "email", "agreed_text", "requested_at", "confirmed_at", "created_at"] as const;
const order = newestFirst("created_at");

export function listSubscriptions(db: Kysely<DB>, { q, state, ...page }: NewsletterQuery) {
  const subscriptions = db
    .selectFrom("newsletter_subscriptions")
    .select(columns)
    .$if(Boolean(q), (query) => query.where(sql<boolean>`strpos(email, ${q?.toLowerCase()}) > 0`))
    .$if(state === "waiting", (query) => query.where("confirmed_at", "is", null))
    .$if(state === "confirmed", (query) => query.where("confirmed_at", "is not", null));
  return keysetPage(subscriptions, order, page);
}

export const countSubscriptions = (db: Kysely<DB>): Promise<NewsletterCounts> =>
  db
    .selectFrom("newsletter_subscriptions")
    .select([
      sql<number>`count(*) filter (where confirmed_at is null)::int`.as("waiting"),
      sql<number>`count(confirmed_at)::int`.as("confirmed"),
    ])
    .executeTakeFirstOrThrow();

/** @returns undefined when there is none. */
export const deleteSubscription = (tx: Transaction<DB>, id: string) =>
  tx.deleteFrom("newsletter_subscriptions").where("id", "=", id).returning(columns).executeTakeFirst();
