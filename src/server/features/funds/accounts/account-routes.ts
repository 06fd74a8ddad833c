import type { z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { linkTokenSchema } from "#shared/company-link.ts";
import { accountLinkSchema, companyContactSchema, sentAccountSchema } from "#shared/funds/company-account.ts";
import { accountLinkDays } from "#shared/funds/company-account-messages.ts";
import { collectionAccountInputSchema, collectionAccountsSchema } from "#shared/funds/funds.ts";
import { completionSchema } from "#shared/funds/funds-completion.ts";
import type { Caller } from "../../../context.ts";
import { clientAddress } from "../../../platform/http/client-address.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { readCompletion } from "../completion/completion-queries.ts";
import { readAccounts } from "./account-queries.ts";

const route = routesOf("Funds");

const read = route("get", "/deals/{id}/collection-account", {
  name: "getCollectionAccount",
  summary: "The accounts that members pay to",
  audience: "admin",
  params: idParameter,
  answer: collectionAccountsSchema,
});

const enter = route("post", "/deals/{id}/collection-account", {
  name: "enterCollectionAccount",
  summary: "Enter an account, to be signed in a list",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  body: collectionAccountInputSchema,
  status: 201,
  answer: collectionAccountsSchema,
  refuses: ["account_in_use", "deal_not_open"],
});

export const collectionAccountRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    const deal = await db.selectFrom("deals").select("id").where("id", "=", id).executeTakeFirst();
    if (!deal) throw notFound("deal");
    return c.json(await readAccounts(db, id), 200);
  })
  .openapi(enter, async (c) => c.json(await enterOne(c.var, c.req.valid("param").id, c.req.valid("json")), 201));

const enterOne = (
  { dependencies, actor }: Caller,
  id: string,
  account: z.output<typeof collectionAccountInputSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { account_name, sort_code, account_number, bank, partner } = account;
    await runCommand(
      tx,
      sql`enter_collection_account(${id}, ${account_name}, ${sort_code}, ${account_number}, ${bank}, ${partner})`,
      "deal",
    );
    effects.audit("collection_account_entered", id);
    return readAccounts(tx, id);
  });

const completionRoute = routesOf("Completion");

const ask = completionRoute("post", "/deals/{id}/company-account-requests", {
  name: "requestCompanyAccount",
  summary: "Mail the company a link for its account",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  body: companyContactSchema,
  status: 201,
  answer: completionSchema,
  refuses: ["deal_not_open", "payment_closed"],
});

const readByLink = completionRoute("post", "/company-account-links/read", {
  name: "readAccountLink",
  summary: "What the token of a mail's link asks for",
  audience: "anyone",
  body: linkTokenSchema,
  answer: accountLinkSchema,
  refuses: ["invalid_token", "rate_limited"],
});

const sendByLink = completionRoute("post", "/company-account-links/send", {
  name: "sendAccountByLink",
  summary: "Send a company's account by a mail's link, once",
  audience: "anyone",
  body: sentAccountSchema,
  status: 201,
  answer: statusSchema,
  refuses: ["invalid_token", "payment_closed", "rate_limited"],
});

export const companyAccountRoutes = createRouter()
  .openapi(ask, async (c) => c.json(await askOne(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(readByLink, async (c) => {
    const { limits, accountLinks } = c.var.dependencies;
    await limits.companyLinksPerAddress.take(clientAddress(c));
    return c.json(await accountLinks.read(c.req.valid("json").token), 200);
  })
  .openapi(sendByLink, async (c) => {
    const { limits, accountLinks } = c.var.dependencies;
    await limits.companyLinksPerAddress.take(clientAddress(c));
    const { token, account } = c.req.valid("json");
    await accountLinks.send(token, account);
    return c.json({ status: true }, 201);
  });

const askOne = ({ dependencies, actor }: Caller, id: string, { name, email }: z.output<typeof companyContactSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const expires_at = new Date(dependencies.now().getTime() + accountLinkDays * 24 * 60 * 60 * 1000);
    const request_id = await runCommand<string>(
      tx,
      sql`ask_company_for_account(${id}, ${name}, ${email}, ${expires_at})`,
      "deal",
    );
    effects.audit("company_account_requested", id, { name, email });
    effects.mail("company-account-request", { request_id });
    return readCompletion(tx, actor, id);
  });
