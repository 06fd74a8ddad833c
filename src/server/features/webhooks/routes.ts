import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { type List, pageQuerySchema } from "#shared/lists.ts";
import { type WebhookEvent, webhookEventTypes } from "#shared/webhooks/webhook-events.ts";
import { maximumWebhooks, webhookMessages as messages, secretOverlapHours } from "#shared/webhooks/webhook-messages.ts";
import {
  createdWebhookSchema,
  type Delivery,
  type DeliveryQuery,
  type Webhook,
  type WebhookInput,
  webhookDeliveryListSchema,
  webhookDeliveryQuerySchema,
  webhookDeliverySchema,
  webhookInputSchema,
  webhookListSchema,
  webhookSchema,
  webhookSecretSchema,
} from "#shared/webhooks/webhooks.ts";
import { assertFreshSignIn } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import type { DB, WebhookEndpoints } from "../../platform/db/database.generated.ts";
import { transition } from "../../platform/db/transition.ts";
import type { Actor, Effects } from "../../platform/db/types.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import type { Sealed } from "../../platform/seal.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { createWebhookSecret } from "./deliver.ts";

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

async function listWebhooks(
  db: Kysely<DB>,
  page: { cursor?: string | undefined; limit: number },
): Promise<List<Webhook>> {
  const query = db.selectFrom("webhook_endpoints").select(columns);
  const { items, next_cursor } = await keysetPage(query, newestFirst("created_at"), page);
  return { items: items.map(toWebhook), next_cursor };
}

async function findWebhook(db: Kysely<DB>, id: string): Promise<Webhook | undefined> {
  const row = await db.selectFrom("webhook_endpoints").select(columns).where("id", "=", id).executeTakeFirst();
  return row && toWebhook(row);
}

async function countWebhooks(tx: Transaction<DB>): Promise<number> {
  // One at a time, so that two at once do not pass the limit together.
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(tx);
  const { count } = await tx
    .selectFrom("webhook_endpoints")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns its id. */
async function insertWebhook(
  tx: Transaction<DB>,
  { userId }: Actor,
  { name, url, events }: WebhookInput,
): Promise<string> {
  const row = { name, url, events: inOrder(events), created_by: userId };
  return (await tx.insertInto("webhook_endpoints").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Switched on again it starts without a past. @returns false without one. */
async function updateWebhook(
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

async function deleteWebhook(tx: Transaction<DB>, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("webhook_endpoints").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The ones before it end soon. */
async function insertSecret(tx: Transaction<DB>, endpointId: string, sealed: Sealed): Promise<void> {
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

async function listDeliveries(
  db: Kysely<DB>,
  webhook: Webhook,
  { state, ...page }: DeliveryQuery,
): Promise<List<Delivery>> {
  const all = selectDeliveries(db).where("endpoint_id", "=", webhook.id);
  const query = state ? all.where("state", "=", state) : all;
  const { items, next_cursor } = await keysetPage(query, newestFirst("occurred_at"), page);
  return { items: items.map((row) => toDelivery(row, webhook)), next_cursor };
}

const findDelivery = (db: Kysely<DB>, id: string) => selectDeliveries(db).where("id", "=", id).executeTakeFirst();

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

function toDelivery(row: DeliveryRow, { switched_off_at }: Pick<Webhook, "switched_off_at">): Delivery {
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

const route = routesOf("Programs");

const list = route("get", "/webhooks", {
  name: "listWebhooks",
  summary: "Addresses of other systems that are told of events",
  audience: "admin",
  query: pageQuerySchema,
  answer: webhookListSchema,
});

const add = route("post", "/webhooks", {
  name: "addWebhook",
  summary: "Add an address that is told of events, signed as Standard Webhooks",
  audience: "admin",
  body: webhookInputSchema,
  status: 201,
  answer: createdWebhookSchema,
  refuses: ["fresh_sign_in_required", "too_many_entries"],
});

const change = route("put", "/webhooks/{id}", {
  name: "changeWebhook",
  summary: "Change a webhook, or switch it on or off",
  audience: "admin",
  params: idParameter,
  body: webhookInputSchema,
  answer: webhookSchema,
  refuses: ["fresh_sign_in_required"],
});

const remove = route("delete", "/webhooks/{id}", {
  name: "removeWebhook",
  summary: "Remove a webhook with its deliveries",
  audience: "admin",
  params: idParameter,
  answer: statusSchema,
});

const rotate = route("post", "/webhooks/{id}/rotate-secret", {
  name: "rotateWebhookSecret",
  summary: "Make a new secret",
  audience: "admin",
  params: idParameter,
  needsFreshSignIn: true,
  status: 201,
  answer: webhookSecretSchema,
});

const listOfDeliveries = route("get", "/webhooks/{id}/deliveries", {
  name: "listWebhookDeliveries",
  summary: "What was sent to a webhook",
  audience: "admin",
  params: idParameter,
  query: webhookDeliveryQuerySchema,
  answer: webhookDeliveryListSchema,
});

const redeliver = route("post", "/webhook-deliveries/{id}/redeliver", {
  name: "redeliverWebhook",
  summary: "Send an event again, under the same webhook-id",
  audience: "admin",
  params: idParameter,
  answer: webhookDeliverySchema,
  refuses: ["webhook_off"],
});

export const webhookRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listWebhooks(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(add, async (c) => {
    const input = c.req.valid("json");
    assertAddress(c.var.dependencies, input.url);
    assertFreshSignIn(c.var.session, c.var.dependencies.now());
    return c.json(await addOne(c.var, input), 201);
  })
  .openapi(change, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const input = c.req.valid("json");
    assertAddress(dependencies, input.url);
    const before = await findWebhook(dependencies.readAs(actor), id);
    if (!before) throw notFound("webhook");
    const hasNewUrl = before.url !== input.url;
    if (hasNewUrl) assertFreshSignIn(c.var.session, dependencies.now());
    return c.json(await changeOne(c.var, id, input, hasNewUrl), 200);
  })
  .openapi(remove, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    await dependencies.asActor(actor, async (tx, effects) => {
      if (!(await deleteWebhook(tx, id))) throw notFound("webhook");
      effects.audit("webhook_removed", null, { webhook_id: id });
    });
    return c.json({ status: true }, 200);
  })
  .openapi(rotate, async (c) => {
    return c.json({ secret: await rotateSecret(c.var, c.req.valid("param").id) }, 201);
  })
  .openapi(listOfDeliveries, async (c) => {
    const { dependencies, actor } = c.var;
    const read = dependencies.readAs(actor);
    const webhook = await findWebhook(read, c.req.valid("param").id);
    if (!webhook) throw notFound("webhook");
    return c.json(await listDeliveries(read, webhook, c.req.valid("query")), 200);
  })
  .openapi(redeliver, async (c) => c.json(await redeliverOne(c.var, c.req.valid("param").id), 200));

const addOne = ({ dependencies, actor }: Caller, input: WebhookInput) =>
  dependencies.asActor(actor, async (tx, effects) => {
    if ((await countWebhooks(tx)) >= maximumWebhooks) throw new HttpError("too_many_entries", messages.tooMany);
    const id = await insertWebhook(tx, actor, input);
    const secret = createWebhookSecret();
    await insertSecret(tx, id, dependencies.webhookSecrets.seal(id, secret));
    effects.audit("webhook_added", null, { webhook_id: id, host: new URL(input.url).host });
    tellAdmins(dependencies, actor, effects, id);
    const webhook = await findWebhook(tx, id);
    if (!webhook) throw notFound("webhook");
    return { ...webhook, secret };
  });

const changeOne = ({ dependencies, actor }: Caller, id: string, input: WebhookInput, hasNewUrl: boolean) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const isThere = await updateWebhook(tx, id, input);
    const webhook = isThere && (await findWebhook(tx, id));
    if (!webhook) throw notFound("webhook");
    effects.audit("webhook_changed", null, { webhook_id: id, host: new URL(input.url).host, is_on: input.is_on });
    if (hasNewUrl) tellAdmins(dependencies, actor, effects, id);
    return webhook;
  });

const rotateSecret = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    if (!(await findWebhook(tx, id))) throw notFound("webhook");
    const secret = createWebhookSecret();
    await insertSecret(tx, id, dependencies.webhookSecrets.seal(id, secret));
    effects.audit("webhook_secret_rotated", null, { webhook_id: id });
    return secret;
  });

const redeliverOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const change = { table: "webhook_deliveries", id, from: ["delivered", "failed"], to: "waiting" } as const;
    const outcome = await transition(tx, change, "delivery");
    const delivery = await findDelivery(tx, id);
    const webhook = delivery && (await findWebhook(tx, delivery.endpoint_id));
    if (!webhook) throw notFound("delivery");
    if (outcome === "changed") {
      effects.audit("webhook_redelivered", null, { webhook_id: webhook.id, event_id: delivery.event_id });
      effects.schedule("webhook-delivery", { delivery_id: id }, dependencies.now());
    }
    return toDelivery(delivery, webhook);
  });

const tellAdmins = ({ now }: Caller["dependencies"], { userId }: Actor, effects: Effects, id: string) =>
  effects.schedule("webhook-address-mails", { webhook_id: id, by: userId }, now());

function assertAddress({ webhookSender }: Caller["dependencies"], url: string): void {
  const verdict = webhookSender.isAllowed(url);
  if (verdict === "insecure") throw refusedField("url", messages.urlWrong);
  if (verdict === "private") throw refusedField("url", messages.urlPrivate);
}
