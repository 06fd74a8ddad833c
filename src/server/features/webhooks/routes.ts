import { pageQuerySchema } from "#shared/lists.ts";
import { maximumWebhooks, webhookMessages as messages } from "#shared/webhooks/webhook-messages.ts";
import {
  createdWebhookSchema,
  type WebhookInput,
  webhookDeliveryListSchema,
  webhookDeliveryQuerySchema,
  webhookDeliverySchema,
  webhookInputSchema,
  webhookListSchema,
  webhookSchema,
  webhookSecretSchema,
} from "#shared/webhooks/webhooks.ts";
import { assertFreshSignIn } from "../../auth/passwords/fresh-sign-in.ts";
import type { Caller } from "../../context.ts";
import { transition } from "../../platform/db/transition.ts";
import type { Actor, Effects } from "../../platform/db/types.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import {
  countWebhooks,
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertSecret,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  toDelivery,
  updateWebhook,
} from "./queries.ts";
import { createWebhookSecret } from "./sign-message.ts";

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
