import { z } from "@hono/zod-openapi";
import type { Transaction } from "kysely";
import { dealCallMessages as messages } from "#shared/deals/deal-call-messages.ts";
import { callRequestInputSchema, joinedCallSchema, openCallListSchema } from "#shared/deals/deal-calls.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { getCalendarDomain } from "../../platform/http/calendar-domain.ts";
import { calendarFile, calendarHeaders } from "../../platform/http/calendar-file.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findOpenCall, joinCall, listOpenCalls, requestCall } from "./call-queries.ts";
import { isShown } from "./open-queries.ts";
import { whileOpen } from "./while-open.ts";

const route = routesOf("Open deals");

const params = idParameter.extend({ call_id: z.uuid() });

const list = route("get", "/open-deals/{id}/calls", {
  name: "listOpenDealCalls",
  summary: "Calls with the founders of a deal, by their time",
  audience: "investor",
  params: idParameter,
  answer: openCallListSchema,
});

const request = route("put", "/open-deals/{id}/calls/{call_id}/request", {
  name: "requestCall",
  summary: "Ask to join a call, or not any more",
  audience: "investor",
  params,
  body: callRequestInputSchema,
  answer: openCallListSchema,
  refuses: ["call_closed"],
});

const join = route("post", "/open-deals/{id}/calls/{call_id}/join", {
  name: "joinCall",
  summary: "The address to join at",
  audience: "investor",
  params,
  answer: joinedCallSchema,
  refuses: ["call_closed", "call_not_open"],
});

const calendar = route("get", "/open-deals/{id}/calls/{call_id}.ics", {
  name: "getCallCalendar",
  summary: "A call as an iCalendar file without names",
  audience: "investor",
  params,
  file: "text/calendar",
});

const router = createRouter()
  .openapi(list, async (c) => {
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
