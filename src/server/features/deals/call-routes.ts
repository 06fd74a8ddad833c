import { z } from "@hono/zod-openapi";
import type { Transaction } from "kysely";
import { dealCallMessages as messages } from "#shared/deals/deal-call-messages.ts";
import { callCancelSchema, callInputSchema, callUpdateSchema, deskCallListSchema } from "#shared/deals/deal-calls.ts";
import { preparedStates } from "#shared/deals/deal-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { insertCall, listCallers, listDeskCalls, lockCall, updateCall } from "./call-queries.ts";
import { findDeal } from "./deal-queries.ts";
import { refusedField } from "./refused-field.ts";
import { lockDeal } from "./set-terms.ts";

const route = routesOf("Deals");

const params = idParameter.extend({ call_id: z.uuid() });

const list = route("get", "/deals/{id}/calls", {
  name: "listDealCalls",
  summary: "Calls with the founders of a deal",
  audience: "admin",
  carriesCodes: true,
  params: idParameter,
  answer: deskCallListSchema,
});

const plan = route("post", "/deals/{id}/calls", {
  name: "createDealCall",
  summary: "Plan a call; members ask for it themselves",
  audience: "admin",
  params: idParameter,
  body: callInputSchema,
  status: 201,
  answer: deskCallListSchema,
  refuses: ["deal_not_open"],
});

const change = route("put", "/deals/{id}/calls/{call_id}", {
  name: "changeDealCall",
  summary: "Change a call",
  audience: "admin",
  params,
  body: callUpdateSchema,
  answer: deskCallListSchema,
  refuses: ["call_closed", "revision_conflict"],
});

const cancel = route("post", "/deals/{id}/calls/{call_id}/cancel", {
  name: "cancelDealCall",
  summary: "Cancel a call; who asked for it is told",
  audience: "admin",
  params,
  body: callCancelSchema,
  answer: deskCallListSchema,
  refuses: ["call_closed", "revision_conflict"],
});

export const dealCallRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    if (!(await findDeal(db, id))) throw notFound("deal");
    return c.json({ items: await listDeskCalls(db, id) }, 200);
  })
  .openapi(plan, async (c) => c.json(await planCall(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(change, async (c) => c.json(await changeCall(c.var, c.req.valid("param"), c.req.valid("json")), 200))
  .openapi(cancel, async (c) => c.json(await cancelCall(c.var, c.req.valid("param"), c.req.valid("json")), 200));

interface CallId {
  id: string;
  call_id: string;
}

/** @throws HttpError 409 unless the deal is being prepared or shown, 422 for a time that is over. */
const planCall = (
  { dependencies, actor }: Caller,
  id: string,
  { starts_at, ...input }: z.output<typeof callInputSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { state } = await lockDeal(tx, id);
    if (!preparedStates.includes(state)) throw new HttpError("deal_not_open", messages.notPlanned);
    if (new Date(starts_at) <= dependencies.now()) throw refusedField("starts_at", messages.past);
    const call = await insertCall(tx, { starts_at, ...input, deal_id: id, author_id: actor.userId });
    effects.audit("deal_call_planned", id, { call_id: call.id, starts_at });
    return { items: await listDeskCalls(tx, id) };
  });

/** @throws HttpError 409 after another change and once it is over, 422 for a time that is. */
const changeCall = (
  { dependencies, actor }: Caller,
  { id, call_id }: CallId,
  { expected_version, ...input }: z.output<typeof callUpdateSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const now = dependencies.now();
    const call = await lockPlannedCall(tx, { id, call_id }, expected_version, now);
    const startsAt = new Date(input.starts_at);
    const endsAt = new Date(input.ends_at);
    const isLater = startsAt.getTime() !== call.starts_at.getTime();
    // A call that has begun keeps its beginning, so that a wrong address can be mended.
    if (isLater && startsAt <= now) throw refusedField("starts_at", messages.past);
    if (endsAt <= now) throw refusedField("ends_at", messages.past);
    await updateCall(tx, call_id, input);
    effects.audit("deal_call_changed", id, { call_id, starts_at: input.starts_at });
    if (isLater || endsAt.getTime() !== call.ends_at.getTime())
      for (const person of await listCallers(tx, call_id)) effects.notify(person, "deal_call_moved", call_id);
    return { items: await listDeskCalls(tx, id) };
  });

/** @throws HttpError 409 after another change and once it is over. */
const cancelCall = (
  { dependencies, actor }: Caller,
  { id, call_id }: CallId,
  { reason, expected_version }: z.output<typeof callCancelSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await lockPlannedCall(tx, { id, call_id }, expected_version, dependencies.now());
    await updateCall(tx, call_id, { cancelled_reason: reason });
    effects.audit("deal_call_cancelled", id, { call_id });
    for (const person of await listCallers(tx, call_id)) effects.notify(person, "deal_call_cancelled", call_id);
    return { items: await listDeskCalls(tx, id) };
  });

async function lockPlannedCall(tx: Transaction<DB>, { id, call_id }: CallId, expectedVersion: string, now: Date) {
  const record = await lockCall(tx, id, call_id);
  if (!record) throw notFound("call");
  if (record.updated_at.getTime() !== new Date(expectedVersion).getTime())
    throw new HttpError("revision_conflict", messages.changedMeanwhile, { record });
  if (record.cancelled_reason !== null || record.ends_at <= now)
    throw new HttpError("call_closed", messages.closed, { record });
  return record;
}
