import { z } from "@hono/zod-openapi";
import { mailingInputSchema, mailingListSchema } from "#shared/deals/deal-mailings.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { changeMailing, readMailings, startMailing } from "./mailing-queries.ts";

const route = routesOf("Deals");

const list = route("get", "/deals/{id}/mailings", {
  name: "listMailings",
  summary: "Mails of a deal, and whom the next would reach",
  audience: "admin",
  params: idParameter,
  answer: mailingListSchema,
});

const start = route("post", "/deals/{id}/mailings", {
  name: "startMailing",
  summary: "Remind of an open deal, or invite to one of its calls",
  audience: "admin",
  params: idParameter,
  body: mailingInputSchema,
  status: 201,
  answer: mailingListSchema,
  refuses: ["deal_not_open", "mailing_closed"],
});

const mailingParameters = idParameter.extend({ mailing_id: z.uuid() });

const pause = route("post", "/deals/{id}/mailings/{mailing_id}/pause", {
  name: "pauseMailing",
  summary: "Hold back the mails that have not left",
  audience: "admin",
  params: mailingParameters,
  answer: mailingListSchema,
  refuses: ["mailing_closed"],
});

const resume = route("post", "/deals/{id}/mailings/{mailing_id}/resume", {
  name: "resumeMailing",
  summary: "Send the mails that were held back",
  audience: "admin",
  params: mailingParameters,
  answer: mailingListSchema,
  refuses: ["mailing_closed"],
});

const stop = route("post", "/deals/{id}/mailings/{mailing_id}/stop", {
  name: "stopMailing",
  summary: "Never send the mails that have not left",
  audience: "admin",
  params: mailingParameters,
  answer: mailingListSchema,
  refuses: ["mailing_closed"],
});

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
