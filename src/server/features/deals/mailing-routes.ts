import { createRoute, z } from "@hono/zod-openapi";
import { dealMessages as messages } from "#shared/deal-messages.ts";
import { mailAudienceSchema, mailConsentsSchema, mailingSchema } from "#shared/deals.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { changeMailing, findConsents, findMailing, readMailAudience, setConsent } from "./mailing-queries.ts";

const audience = createRoute({
  method: "get",
  path: "/deals/mail-audience",
  summary: "How many members would be told of a deal by mail now, and how many are left out for which reason",
  ...openTo("admin"),
  responses: responses(200, mailAudienceSchema, "The counts, and a notice that names nothing"),
});

const read = createRoute({
  method: "get",
  path: "/deals/{id}/mailing",
  summary: "What came of the mails that tell members of a deal; null before it is released",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, mailingSchema.nullable(), "The mailing, or null"),
});

const change = (action: "pause" | "resume" | "stop", summary: string) =>
  createRoute({
    method: "post",
    path: `/deals/{id}/mailing/${action}`,
    summary,
    ...openTo("admin"),
    request: { params: idParameter },
    responses: responses(
      200,
      mailingSchema,
      "The mailing; 409 mailing_closed for one that is stopped, or is so already",
    ),
  });
const pause = change("pause", "Hold back the mails that have not left");
const resume = change("resume", "Send the mails that were held back");
const stop = change("stop", "Never send the mails that have not left");

const readConsents = createRoute({
  method: "get",
  path: "/mail-consents/me",
  summary: "Which mails about deals one has agreed to",
  ...openTo("member"),
  responses: responses(200, mailConsentsSchema, "The consents"),
});

const changeConsents = createRoute({
  method: "put",
  path: "/mail-consents/me",
  summary: "Agree to mails about deals, or not",
  ...openTo("member"),
  request: { body: jsonBody(mailConsentsSchema) },
  responses: responses(200, mailConsentsSchema, "The consents"),
});

const tokenQuery = z.object({ token: z.string().max(200) });
const oneClick = createRoute({
  method: "post",
  path: "/mail-consents/one-click",
  summary: "Withdraw the consent with the token of a mail's header, for mail programs (RFC 8058)",
  ...openTo("anyone"),
  request: { query: tokenQuery },
  responses: responses(200, statusSchema, "There is no consent any more; 400 invalid_token for a token of nobody"),
});

export const mailingRoutes = createRouter()
  .openapi(audience, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, readMailAudience), 200);
  })
  .openapi(read, async (c) => c.json((await readMailing(c.var, c.req.valid("param").id)) ?? null, 200))
  .openapi(pause, async (c) => c.json(await moveMailing(c.var, c.req.valid("param").id, "paused"), 200))
  .openapi(resume, async (c) => c.json(await moveMailing(c.var, c.req.valid("param").id, "sending"), 200))
  .openapi(stop, async (c) => c.json(await moveMailing(c.var, c.req.valid("param").id, "stopped"), 200))
  .openapi(readConsents, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await findConsents(dependencies.readAs(actor), actor.userId ?? ""), 200);
  })
  .openapi(changeConsents, async (c) => {
    const { dependencies, actor } = c.var;
    const { deal_release } = c.req.valid("json");
    const consents = await dependencies.asActor(actor, async (tx) => {
      await setConsent(tx, "deal_release", deal_release);
      return findConsents(tx, actor.userId ?? "");
    });
    return c.json(consents, 200);
  })
  .openapi(oneClick, async (c) => {
    const isKnown = await c.var.dependencies.withdrawMailConsent(c.req.valid("query").token);
    if (!isKnown) throw new HttpError(400, "invalid_token", messages.consentLink);
    return c.json({ status: true }, 200);
  });

async function readMailing({ dependencies, actor }: Caller, dealId: string) {
  const mailing = await findMailing(dependencies.readAs(actor), dealId);
  if (!mailing) return undefined;
  const { id, ...said } = mailing;
  const isOver = mailing.state === "stopped";
  const can = { pause: mailing.state === "sending", resume: mailing.state === "paused", stop: !isOver };
  return { ...said, can };
}

async function moveMailing(caller: Caller, dealId: string, to: "sending" | "paused" | "stopped") {
  const { dependencies, actor } = caller;
  await dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await changeMailing(tx, dealId, to);
    if (!outcome) throw notFound("mailing");
    if (outcome === "closed") throw new HttpError(409, "mailing_closed", messages.mailingClosed);
    effects.audit("deal_mailing_changed", dealId, { to });
    const mailing = await findMailing(tx, dealId);
    if (to === "sending" && mailing) effects.schedule("deal-mails", { mailing_id: mailing.id }, dependencies.now());
  });
  const mailing = await readMailing(caller, dealId);
  if (!mailing) throw notFound("mailing");
  return mailing;
}
