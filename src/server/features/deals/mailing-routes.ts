import { createRoute, z } from "@hono/zod-openapi";
import { mailingInputSchema, mailingListSchema } from "#shared/deal-mailings.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { changeMailing, readMailings, startMailing } from "./mailing-queries.ts";

const path = "/deals/{id}/mailings";

const list = createRoute({
  method: "get",
  path,
  summary:
    "What was sent to members about a deal, and whom the next mail would reach, with the reasons of who is left out",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, mailingListSchema, "The mailings, and a notice that names nothing"),
});

const start = createRoute({
  method: "post",
  path,
  summary: "Remind of an open deal, or invite to one of its calls, everybody who agreed to such mails",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(mailingInputSchema) },
  responses: responses(
    201,
    mailingListSchema,
    "The mailings; 409 mailing_closed for what was sent before, deal_not_open unless the deal is open and the call ahead",
  ),
});

const mailingParameters = idParameter.extend({ mailing_id: z.uuid() });
const change = (action: "pause" | "resume" | "stop", summary: string) =>
  createRoute({
    method: "post",
    path: `${path}/{mailing_id}/${action}`,
    summary,
    ...openTo("admin"),
    request: { params: mailingParameters },
    responses: responses(
      200,
      mailingListSchema,
      "The mailings; 409 mailing_closed for one that is stopped, or is so already",
    ),
  });
const pause = change("pause", "Hold back the mails that have not left");
const resume = change("resume", "Send the mails that were held back");
const stop = change("stop", "Never send the mails that have not left");

export const mailingRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const read = await dependencies.asActor(actor, (tx) => readMailings(tx, id, dependencies.now()));
    if (!read) throw notFound("deal");
    return c.json(read, 200);
  })
  .openapi(start, async (c) => c.json(await startOne(c.var, c.req.valid("param").id, c.req.valid("json").call_id), 201))
  .openapi(pause, async (c) => c.json(await moveMailing(c.var, { ...c.req.valid("param"), to: "paused" }), 200))
  .openapi(resume, async (c) => c.json(await moveMailing(c.var, { ...c.req.valid("param"), to: "sending" }), 200))
  .openapi(stop, async (c) => c.json(await moveMailing(c.var, { ...c.req.valid("param"), to: "stopped" }), 200));

function startOne({ dependencies, actor }: Caller, id: string, callId: string | null) {
  const now = dependencies.now();
  return dependencies.asActor(actor, async (tx, effects) => {
    await startMailing(tx, id, callId);
    const mailings = await readMailings(tx, id, now);
    const [started] = mailings?.items ?? [];
    if (!started) throw notFound("deal");
    effects.audit("deal_mailing_started", id, { kind: started.kind });
    effects.schedule("deal-mails", { mailing_id: started.id }, now);
    return mailings;
  });
}

function moveMailing({ dependencies, actor }: Caller, change: Parameters<typeof changeMailing>[1]) {
  const { id, mailing_id, to } = change;
  const now = dependencies.now();
  return dependencies.asActor(actor, async (tx, effects) => {
    await changeMailing(tx, change);
    const mailings = await readMailings(tx, id, now);
    if (!mailings) throw notFound("mailing");
    effects.audit("deal_mailing_changed", id, { to });
    if (to === "sending") effects.schedule("deal-mails", { mailing_id }, now);
    return mailings;
  });
}
