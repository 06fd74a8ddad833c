import { z } from "@hono/zod-openapi";
import { type Kysely, sql, type Transaction } from "kysely";
import { dealCallMessages as messages } from "#shared/deals/deal-call-messages.ts";
import {
  callCancelSchema,
  callInputSchema,
  callRequestInputSchema,
  callUpdateSchema,
  deskCallListSchema,
  joinedCallSchema,
  openCallListSchema,
} from "#shared/deals/deal-calls.ts";
import { preparedStates } from "#shared/deals/deal-messages.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { getCalendarDomain } from "../../platform/http/calendar-domain.ts";
import { calendarFile, calendarHeaders } from "../../platform/http/calendar-file.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findDeal } from "./deal-queries.ts";
import { isShown } from "./open-queries.ts";
import { refusedField } from "./refused-field.ts";
import { lockDeal } from "./set-terms.ts";
import { whileOpen } from "./while-open.ts";

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

const openDealsRoute = routesOf("Open deals");

const listOpen = openDealsRoute("get", "/open-deals/{id}/calls", {
  name: "listOpenDealCalls",
  summary: "Calls with the founders of a deal, by their time",
  audience: "investor",
  params: idParameter,
  answer: openCallListSchema,
});

const request = openDealsRoute("put", "/open-deals/{id}/calls/{call_id}/request", {
  name: "requestCall",
  summary: "Ask to join a call, or not any more",
  audience: "investor",
  params,
  body: callRequestInputSchema,
  answer: openCallListSchema,
  refuses: ["call_closed"],
});

const join = openDealsRoute("post", "/open-deals/{id}/calls/{call_id}/join", {
  name: "joinCall",
  summary: "The address to join at",
  audience: "investor",
  params,
  answer: joinedCallSchema,
  refuses: ["call_closed", "call_not_open"],
});

const calendar = openDealsRoute("get", "/open-deals/{id}/calls/{call_id}.ics", {
  name: "getCallCalendar",
  summary: "A call as an iCalendar file without names",
  audience: "investor",
  params,
  file: "text/calendar",
});

const router = createRouter()
  .openapi(listOpen, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await whileOpen(c.var, (tx) => getCalls(tx, id)), 200);
  })
  .openapi(request, async (c) => {
    const { id, call_id } = c.req.valid("param");
    const { asks } = c.req.valid("json");
    const calls = await whileOpen(c.var, async (tx) => {
      await getCall(tx, id, call_id);
      await requestCall(tx, call_id, asks);
      return getCalls(tx, id);
    });
    return c.json(calls, 200);
  })
  .openapi(join, async (c) => {
    const { id, call_id } = c.req.valid("param");
    const now = c.var.dependencies.now();
    const join_url = await whileOpen(c.var, async (tx) => {
      const call = await getCall(tx, id, call_id);
      if (call.cancelled_reason !== null || call.ends_at <= now) throw closed();
      return joinCall(tx, call_id);
    });
    if (join_url === null) throw new HttpError("call_not_open", messages.tooEarly);
    return c.json({ join_url }, 200);
  });
// Hono parameters are whole path segments, so `.ics` is registered separately.
router.openAPIRegistry.registerPath(calendar);
router.get("/open-deals/:id/calls/:file{.+\\.ics}", calendar.middleware, async (c) => {
  const given = params.safeParse({ id: c.req.param("id"), call_id: c.req.param("file").replace(/\.ics$/, "") });
  if (!given.success) throw notFound("call");
  const { id, call_id } = given.data;
  const { domain, ...call } = await whileOpen(c.var, async (tx) => ({
    ...(await getCall(tx, id, call_id)),
    domain: await getCalendarDomain(tx),
  }));
  const { cancelled_reason, starts_at, ends_at, sequence } = call;
  const { readClub, appUrl } = c.var.dependencies;
  const club = await readClub();
  const entry = {
    id: call_id,
    start: starts_at,
    end: ends_at,
    sequence,
    isCancelled: cancelled_reason !== null,
    // Other people and programs read calendars: no company, no address to join at.
    title: messages.calendarTitle(club.identity.name),
    location: pageUrl(appUrl, paths.openDeal(id)),
  };
  return c.body(calendarFile(entry, domain, club), 200, calendarHeaders("founder-call"));
});

export const openCallRoutes = router;

const closed = () => new HttpError("call_closed", messages.closed);

/** @throws HttpError 404 for a deal that members are not shown. */
async function getCalls(tx: Transaction<DB>, dealId: string) {
  if (!(await isShown(tx, dealId))) throw notFound("deal");
  return { items: await listOpenCalls(tx, dealId) };
}

async function getCall(tx: Transaction<DB>, dealId: string, id: string) {
  const call = await findOpenCall(tx, dealId, id);
  if (!call) throw notFound("call");
  return call;
}

const openCalls = (tx: Transaction<DB>, dealId: string) =>
  tx
    .selectFrom("open_deal_calls")
    .select(["id", "starts_at", "ends_at", "about", "cancelled_reason", "requested_at", "joined_at", "is_joinable"])
    .where("deal_id", "=", dealId);

/** As the caller sees them, by their time. */
const listOpenCalls = (tx: Transaction<DB>, dealId: string) =>
  openCalls(tx, dealId).orderBy("starts_at").orderBy("id").execute();

const findOpenCall = (tx: Transaction<DB>, dealId: string, id: string) =>
  openCalls(tx, dealId).select("sequence").where("id", "=", id).executeTakeFirst();

const requestCall = (tx: Transaction<DB>, id: string, asks: boolean) =>
  runCommand(tx, sql`ask_for_deal_call(${id}, ${asks ? messages.request : null})`, "call");

/** Records that the caller joins. @returns the address, or null while there is none for them. */
async function joinCall(tx: Transaction<DB>, id: string): Promise<string | null> {
  const { rows } = await sql<{ address: string | null }>`select join_deal_call(${id}) as address`.execute(tx);
  return rows[0]?.address ?? null;
}

type CallRow = Awaited<ReturnType<ReturnType<typeof deskCalls>["executeTakeFirstOrThrow"]>>;

const deskCalls = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_calls")
    .select(["id", "starts_at", "ends_at", "about", "cancelled_reason", "updated_at", "join_url"])
    .where("deal_id", "=", dealId);

/** By their time, with who asked for them. */
export async function listDeskCalls(db: Kysely<DB>, dealId: string) {
  const calls = await deskCalls(db, dealId).orderBy("starts_at").orderBy("id").execute();
  return withPeople(db, dealId, calls);
}

/** Locked until the end of the transaction. */
async function lockCall(tx: Transaction<DB>, dealId: string, id: string) {
  const call = await deskCalls(tx, dealId).where("id", "=", id).forUpdate().executeTakeFirst();
  return call && (await withPeople(tx, dealId, [call]))[0];
}

async function withPeople(db: Kysely<DB>, dealId: string, calls: CallRow[]) {
  const people = await db
    .selectFrom("deal_call_people")
    .select(["id", "call_id", "full_name", "requested_at", "withdrawn_at", "joined_at"])
    .where("deal_id", "=", dealId)
    .orderBy("requested_at")
    .orderBy("id")
    .execute();
  return calls.map((call) => ({
    ...call,
    people: people.filter(({ call_id }) => call_id === call.id).map(({ call_id: _call, ...person }) => person),
  }));
}

/** The accounts of who asks to join. */
async function listCallers(tx: Transaction<DB>, id: string): Promise<string[]> {
  const people = await tx
    .selectFrom("deal_call_people")
    .select("user_id")
    .where("call_id", "=", id)
    .where("withdrawn_at", "is", null)
    .execute();
  return people.flatMap(({ user_id }) => (user_id ? [user_id] : []));
}

type CallInput = z.output<typeof callInputSchema>;

const insertCall = (tx: Transaction<DB>, call: CallInput & { deal_id: string; author_id: string | null }) =>
  tx.insertInto("deal_calls").values(call).returning("id").executeTakeFirstOrThrow();

async function updateCall(tx: Transaction<DB>, id: string, change: CallInput | { cancelled_reason: string }) {
  await tx
    .updateTable("deal_calls")
    .set({ ...change, sequence: sql<number>`sequence + 1` })
    .where("id", "=", id)
    .execute();
}
