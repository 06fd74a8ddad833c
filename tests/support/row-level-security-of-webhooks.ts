import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";

type Outcome = number | "denied" | "taken";
const denied = "denied" as const;
const nobody: Outcome[] = [denied, denied, denied, denied, denied];
const admins: Outcome[] = [denied, 0, 0, 0, 1];
const onlyAdmins: Outcome[] = [denied, denied, denied, denied, 1];

/** As in the matrix that it is a part of. */
export const webhookMatrix: Record<string, Record<string, Outcome[]>> = {
  webhook_endpoints: {
    "select from webhook_endpoints": admins,
    "insert into webhook_endpoints (name, url, events, created_by) values ('x', 'https://a.example', '{deal.released}', $me)":
      onlyAdmins,
    "insert into webhook_endpoints (name, url, events, created_by) values ('x', 'https://a.example', '{deal.released}', $other)":
      nobody,
    "update webhook_endpoints set name = 'x'": admins,
    "update webhook_endpoints set created_by = $other": nobody,
    "delete from webhook_endpoints": admins,
  },
  webhook_secrets: {
    "select from webhook_secrets": admins,
    "select from webhook_secrets where sealed is null": nobody,
    "insert into webhook_secrets (endpoint_id, key_id, sealed) values ($webhook, 'abcdef01', '')": [
      denied,
      denied,
      denied,
      denied,
      "taken",
    ],
    "update webhook_secrets set ends_at = now()": admins,
    "update webhook_secrets set sealed = ''": nobody,
    "delete from webhook_secrets": nobody,
  },
  webhook_deliveries: {
    "select from webhook_deliveries": admins,
    "insert into webhook_deliveries (endpoint_id, event_id, event_type, data) values ($webhook, $webhook, 'x', '{}')":
      nobody,
    "update webhook_deliveries set state = 'delivered', next_attempt_at = null": nobody,
    "delete from webhook_deliveries": nobody,
  },
};

export const webhookFunctions = {
  "revoke_keys_with_role()": "the owner alone",
  "transition_webhook_deliveries(uuid,text[],text,timestamp with time zone,text)": "member",
} as const;

export const webhookAdminCalls = [
  "transition_webhook_deliveries(gen_random_uuid(), '{failed}', 'waiting', null, null)",
];

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
