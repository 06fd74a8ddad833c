import type { z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { collectionAccountInputSchema, collectionAccountsSchema } from "#shared/funds/funds.ts";
import type { Caller } from "../../../context.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
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
