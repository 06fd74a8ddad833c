import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { List } from "#shared/lists.ts";
import { type WebhookEvent, webhookEventTypes } from "#shared/webhooks/webhook-events.ts";
import { secretOverlapHours } from "#shared/webhooks/webhook-messages.ts";
import type { Delivery, DeliveryQuery, Webhook, WebhookInput } from "#shared/webhooks/webhooks.ts";
import type { DB, WebhookEndpoints } from "../../platform/db/database.generated.ts";
import type { Actor } from "../../platform/db/types.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import type { Sealed } from "../../platform/seal.ts";

const columns = [
  "id",
  "name",
  "url",
  "events",
  "created_at",
  "failing_since",
  "switched_off_at",
  "switched_off_because",
] as const;

export async function listWebhooks(
  db: Kysely<DB>,
  page: { cursor?: string | undefined; limit: number },
): Promise<List<Webhook>> {
  const query = db.selectFrom("webhook_endpoints").select(columns);
  const { items, next_cursor } = await keysetPage(query, newestFirst("created_at"), page);
  return { items: items.map(toWebhook), next_cursor };
}

export async function findWebhook(db: Kysely<DB>, id: string): Promise<Webhook | undefined> {
  const row = await db.selectFrom("webhook_endpoints").select(columns).where("id", "=", id).executeTakeFirst();
  return row && toWebhook(row);
}

export async function countWebhooks(tx: Transaction<DB>): Promise<number> {
  // One at a time, so that two at once do not pass the limit together.
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(tx);
  const { count } = await tx
    .selectFrom("webhook_endpoints")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns its id. */
export async function insertWebhook(
  tx: Transaction<DB>,
  { userId }: Actor,
  { name, url, events }: WebhookInput,
): Promise<string> {
  const row = { name, url, events: inOrder(events), created_by: userId };
  return (await tx.insertInto("webhook_endpoints").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Switched on again it starts without a past. @returns false without one. */
export async function updateWebhook(
  tx: Transaction<DB>,
  id: string,
  { name, url, events, is_on }: WebhookInput,
): Promise<boolean> {
  const state = is_on
    ? { switched_off_at: null, switched_off_because: null }
    : {
        switched_off_at: sql<Date>`coalesce(switched_off_at, app_now())`,
        switched_off_because: sql<"admin">`coalesce(switched_off_because, 'admin')`,
      };
  const failing_since = sql<Date | null>`case when switched_off_at is null then failing_since end`;
  const { numUpdatedRows } = await tx
    .updateTable("webhook_endpoints")
    .set({ name, url, events: inOrder(events), failing_since, ...state })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteWebhook(tx: Transaction<DB>, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("webhook_endpoints").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The ones before it end soon. */
export async function insertSecret(tx: Transaction<DB>, endpointId: string, sealed: Sealed): Promise<void> {
  await tx
    .updateTable("webhook_secrets")
    .set({ ends_at: sql`app_now() + make_interval(hours => ${secretOverlapHours})` })
    .where("endpoint_id", "=", endpointId)
    .where("ends_at", "is", null)
    .execute();
  await tx
    .insertInto("webhook_secrets")
    .values({ endpoint_id: endpointId, ...sealed })
    .execute();
}

export async function listDeliveries(
  db: Kysely<DB>,
  webhook: Webhook,
  { state, ...page }: DeliveryQuery,
): Promise<List<Delivery>> {
  const all = selectDeliveries(db).where("endpoint_id", "=", webhook.id);
  const query = state ? all.where("state", "=", state) : all;
  const { items, next_cursor } = await keysetPage(query, newestFirst("occurred_at"), page);
  return { items: items.map((row) => toDelivery(row, webhook)), next_cursor };
}

export const findDelivery = (db: Kysely<DB>, id: string) =>
  selectDeliveries(db).where("id", "=", id).executeTakeFirst();

const selectDeliveries = (db: Kysely<DB>) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["id", "endpoint_id", "event_id", "event_type", "data", "occurred_at", "state", "attempts"])
    .select(["next_attempt_at", "last_attempt_at", "status", "answer", "reason"]);

type WebhookRow = Pick<Selectable<WebhookEndpoints>, (typeof columns)[number]>;

const toWebhook = ({ created_at, failing_since, switched_off_at, ...row }: WebhookRow): Webhook => ({
  ...row,
  created_at: created_at.toISOString(),
  failing_since: failing_since?.toISOString() ?? null,
  switched_off_at: switched_off_at?.toISOString() ?? null,
});

type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

export function toDelivery(row: DeliveryRow, { switched_off_at }: Pick<Webhook, "switched_off_at">): Delivery {
  const { endpoint_id: _of, data, occurred_at, next_attempt_at, last_attempt_at, ...rest } = row;
  return {
    ...rest,
    data: data as Record<string, string>,
    occurred_at: occurred_at.toISOString(),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    last_attempt_at: last_attempt_at?.toISOString() ?? null,
    can: { redeliver: row.state !== "waiting" && switched_off_at === null },
  };
}

/** As they are listed, each once. */
const inOrder = (events: readonly WebhookEvent[]) => webhookEventTypes.filter((type) => events.includes(type));
