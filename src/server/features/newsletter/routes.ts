import { createRoute } from "@hono/zod-openapi";
import {
  newsletterCountsSchema,
  newsletterFilterSchema,
  newsletterQuerySchema,
  newsletterSubscriptionInputSchema,
  newsletterSubscriptionListSchema,
  newsletterSubscriptionSchema,
  newsletterTokenSchema,
} from "#shared/newsletter.ts";
import { newsletterLinkMessages, newsletterMessages } from "#shared/newsletter-messages.ts";
import { openTo } from "../../auth/guard.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { HttpError, notFound, onlyPost } from "../../platform/http/http-error.ts";
import { csvResponses, idParameter, jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { newsletterPage } from "./links.ts";
import { newsletterCsv } from "./newsletter-csv.ts";
import { countSubscriptions, deleteSubscription, listSubscriptions } from "./queries.ts";

const path = "/newsletter-subscriptions";

const subscribe = createRoute({
  method: "post",
  path,
  summary: "Ask for the newsletter; the answer never tells whether the address is on the list",
  ...openTo("anyone"),
  request: { body: jsonBody(newsletterSubscriptionInputSchema) },
  responses: responses(200, statusSchema, "A mail is on its way, unless too many were; 404 where there is no list"),
});

const confirm = createRoute({
  method: "post",
  path: `${path}/confirm`,
  summary: "Put an address on the list with the token of the mail's link, within seven days",
  ...openTo("anyone"),
  request: { body: jsonBody(newsletterTokenSchema) },
  responses: responses(200, statusSchema, "It is on the list"),
});

const unsubscribe = createRoute({
  method: "post",
  path: `${path}/unsubscribe`,
  summary: "Erase an address with the token of the mail's link",
  ...openTo("anyone"),
  request: { body: jsonBody(newsletterTokenSchema) },
  responses: responses(200, statusSchema, "It is erased; 400 invalid_token when it is not on the list"),
});

const oneClick = createRoute({
  method: "post",
  path: `${path}/one-click`,
  summary: "The same for mail programs (RFC 8058), which send a fixed body",
  ...openTo("anyone"),
  request: { query: newsletterTokenSchema },
  responses: responses(200, statusSchema, "It is not on the list any more"),
});

const oneClickPage = createRoute({
  method: "get",
  path: `${path}/one-click`,
  summary: "Where a browser is sent that opens this address; it changes nothing",
  ...openTo("anyone"),
  request: { query: newsletterTokenSchema },
  responses: { 302: { description: "To the page with the button" } },
});

const list = createRoute({
  method: "get",
  path,
  summary: "Addresses on the list and waiting for their owner, newest first; by words and state",
  ...openTo("admin"),
  request: { query: newsletterQuerySchema },
  responses: responses(200, newsletterSubscriptionListSchema, "A page of addresses"),
});

const count = createRoute({
  method: "get",
  path: `${path}/counts`,
  summary: "How many addresses are in each state",
  ...openTo("admin"),
  responses: responses(200, newsletterCountsSchema, "The counts"),
});

const download = createRoute({
  method: "post",
  path: `${path}.csv`,
  summary: "The list as a CSV file with each address's link to unsubscribe; downloading it leaves a row in the audit",
  ...openTo("admin"),
  request: { query: newsletterFilterSchema },
  responses: csvResponses,
});

const remove = createRoute({
  method: "delete",
  path: `${path}/{id}`,
  summary: "Erase an address",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, newsletterSubscriptionSchema, "The address that was erased"),
});

export const newsletterRoutes = createRouter()
  .openapi(subscribe, async (c) => {
    const { limits, newsletter, readClub } = c.var.dependencies;
    const { mode, agreement } = (await readClub()).newsletter;
    if (mode !== "list") throw notFound(newsletterMessages.noList);
    await limits.newsletterMailsPerAddress.take(clientAddress(c));
    await newsletter.subscribe(c.req.valid("json").email, agreement);
    return c.json({ status: true }, 200);
  })
  .openapi(confirm, async (c) => {
    await c.var.dependencies.newsletter.confirm(c.req.valid("json").token);
    return c.json({ status: true }, 200);
  })
  .openapi(unsubscribe, async (c) => {
    const { newsletter, readClub } = c.var.dependencies;
    if (await newsletter.unsubscribe(c.req.valid("json").token)) return c.json({ status: true }, 200);
    const { contact_email } = (await readClub()).identity;
    throw new HttpError(400, "invalid_token", newsletterLinkMessages.unsubscribeLinkInvalid(contact_email));
  })
  .openapi(oneClick, async (c) => {
    await c.var.dependencies.newsletter.unsubscribe(c.req.valid("query").token);
    return c.json({ status: true }, 200);
  })
  .openapi(oneClickPage, (c) =>
    c.redirect(newsletterPage(c.var.dependencies.appUrl, "unsubscribe", c.req.valid("query").token), 302),
  )
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listSubscriptions(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(count, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await countSubscriptions(dependencies.readAs(actor)), 200);
  })
  .openapi(
    download,
    async (c) =>
      c.body(...(await csvExport(c.var, newsletterCsv(c.req.valid("query"), c.var.dependencies.newsletter)))) as never,
  )
  .openapi(remove, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const removed = await dependencies.asActor(actor, async (tx, effects) => {
      const deleted = await deleteSubscription(tx, id);
      if (!deleted) throw notFound("newsletter address");
      effects.audit("newsletter_removed", id);
      return deleted;
    });
    return c.json(removed, 200);
  });
newsletterRoutes.get(download.path, onlyPost);
