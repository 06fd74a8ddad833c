import { createRoute } from "@hono/zod-openapi";
import type { Kysely } from "kysely";
import { noticePreferencesMessages } from "#shared/notice-preferences-messages.ts";
import {
  noticeChoiceInputSchema,
  noticeChoiceListSchema,
  unsubscribedSchema,
  unsubscribeTokenSchema,
} from "#shared/notices.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { unsubscribePage } from "../../platform/mail/unsubscribe-links.ts";
import { createRouter } from "../../router.ts";
import { findUndelivered, isOffered, listChoices, setChoice } from "./choices.ts";

const path = "/notice-choices/me";

const read = createRoute({
  method: "get",
  path,
  summary: "How one is told of each topic",
  ...openTo("person"),
  responses: responses(200, noticeChoiceListSchema, "A choice for each topic that one is told of"),
});

const change = createRoute({
  method: "put",
  path,
  summary: "Choose how one is told of a topic; service mails have no other choice",
  ...openTo("member"),
  request: { body: jsonBody(noticeChoiceInputSchema) },
  responses: responses(200, noticeChoiceListSchema, "A choice for each topic that one is told of"),
});

const unsubscribe = createRoute({
  method: "post",
  path: "/mail-consents/unsubscribe",
  summary: "End the mails of one topic with the token of a mail's link",
  ...openTo("anyone"),
  request: { body: jsonBody(unsubscribeTokenSchema) },
  responses: responses(200, unsubscribedSchema, "The topic; 400 invalid_token for a token of nobody"),
});

const oneClick = createRoute({
  method: "post",
  path: "/mail-consents/one-click",
  summary: "The same for mail programs (RFC 8058), which send a fixed body",
  ...openTo("anyone"),
  request: { query: unsubscribeTokenSchema },
  responses: responses(200, statusSchema, "No more mails of that topic; 400 invalid_token for a token of nobody"),
});

const oneClickPage = createRoute({
  method: "get",
  path: "/mail-consents/one-click",
  summary: "Where a browser is sent that opens this address; it changes nothing",
  ...openTo("anyone"),
  request: { query: unsubscribeTokenSchema },
  responses: { 302: { description: "To the page with the button" } },
});

export const noticeChoiceRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await choicesOf(dependencies.readAs(actor), await readerOf(c.var)), 200);
  })
  .openapi(change, async (c) => {
    const { dependencies, actor } = c.var;
    const chosen = c.req.valid("json");
    const reader = await readerOf(c.var);
    if (!isOffered(chosen.topic, reader)) throw notFound("topic");
    const { agreement } = (await dependencies.readClub()).newsletter;
    const choices = await dependencies.asActor(actor, async (tx, effects) => {
      await setChoice(tx, effects, chosen, { userId: reader.userId, now: dependencies.now(), agreement });
      return choicesOf(tx, reader);
    });
    return c.json(choices, 200);
  })
  .openapi(unsubscribe, async (c) => c.json({ topic: await endMails(c.var, c.req.valid("json").token) }, 200))
  .openapi(oneClick, async (c) => {
    await endMails(c.var, c.req.valid("query").token);
    return c.json({ status: true }, 200);
  })
  .openapi(oneClickPage, (c) =>
    c.redirect(unsubscribePage(c.var.dependencies.appUrl, c.req.valid("query").token), 302),
  );

const choicesOf = async (db: Kysely<DB>, reader: Parameters<typeof listChoices>[1]) => ({
  items: await listChoices(db, reader),
  undelivered: await findUndelivered(db, reader.userId),
});

async function readerOf({ dependencies, actor }: Caller) {
  return {
    userId: actor.userId ?? "",
    isMember: actor.isMember,
    isAdmin: actor.isAdmin,
    hasNewsletter: (await dependencies.readClub()).newsletter.mode === "list",
  };
}

async function endMails({ dependencies }: Pick<Caller, "dependencies">, token: string) {
  const topic = await dependencies.unsubscribe(token);
  if (!topic) throw new HttpError(400, "invalid_token", noticePreferencesMessages.linkInvalid);
  return topic;
}
