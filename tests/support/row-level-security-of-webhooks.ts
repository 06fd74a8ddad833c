import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { adminSeesOne, denied, type Outcomes, taken } from "./outcomes.ts";

/** What a policy, a check or a function decides by row. */
export const webhookStatements: Record<string, Outcomes> = {
  "update webhook_endpoints set name = 'x'": adminSeesOne,
  "delete from webhook_endpoints": adminSeesOne,
  "insert into webhook_secrets (endpoint_id, key_id, sealed) values ($webhook, 'abcdef01', '')": [
    denied,
    denied,
    denied,
    denied,
    taken,
  ],
  "update webhook_secrets set ends_at = now()": adminSeesOne,
};

export async function buildWebhook(db: Kysely<DB>): Promise<{ id: string }> {
  const webhook = await db
    .insertInto("webhook_endpoints")
    .values({ name: "Bookkeeping", url: "https://hooks.example", events: ["deal.released"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const of = { endpoint_id: webhook.id };
  await db
    .insertInto("webhook_secrets")
    .values({ ...of, key_id: "abcdef01", sealed: Buffer.from("secret") })
    .execute();
  await db
    .insertInto("webhook_deliveries")
    .values({ ...of, event_id: webhook.id, event_type: "deal.released", data: "{}" })
    .execute();
  return webhook;
}
