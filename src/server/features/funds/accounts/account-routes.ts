import type { z } from "@hono/zod-openapi";
import { sql } from "kysely";
import {
  accountRejectionSchema,
  collectionAccountConfirmSchema,
  collectionAccountInputSchema,
  collectionAccountsSchema,
} from "#shared/funds/funds.ts";
import type { Caller } from "../../../context.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { scheduleClock } from "../calls/schedule-clock.ts";
import { listDueTimes, readAccounts } from "./account-queries.ts";

const route = routesOf("Funds");

const read = route("get", "/deals/{id}/collection-account", {
  name: "getCollectionAccount",
  summary: "The account that members pay to, the one that waits, and the one rejected last",
  audience: "admin",
  params: idParameter,
  answer: collectionAccountsSchema,
});

const enter = route("post", "/deals/{id}/collection-account", {
  name: "enterCollectionAccount",
  summary: "Enter an account; it replaces one that waits, and another admin confirms it",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  body: collectionAccountInputSchema,
  status: 201,
  answer: collectionAccountsSchema,
  refuses: ["deal_not_open"],
});

const confirm = route("post", "/deals/{id}/collection-account/confirm", {
  name: "confirmCollectionAccount",
  summary: "Confirm an account after a call back",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  body: collectionAccountConfirmSchema,
  answer: collectionAccountsSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const reject = route("post", "/deals/{id}/collection-account/reject", {
  name: "rejectCollectionAccount",
  summary: "Reject an account that waits to be confirmed",
  audience: "admin",
  params: idParameter,
  body: accountRejectionSchema,
  answer: collectionAccountsSchema,
  refuses: ["revision_conflict"],
});

export const collectionAccountRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    const deal = await db.selectFrom("deals").select("id").where("id", "=", id).executeTakeFirst();
    if (!deal) throw notFound("deal");
    return c.json(await readAccounts(db, actor, id), 200);
  })
  .openapi(enter, async (c) => c.json(await enterOne(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(confirm, async (c) => c.json(await confirmOne(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(reject, async (c) => c.json(await rejectOne(c.var, c.req.valid("param").id, c.req.valid("json")), 200));

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
    return readAccounts(tx, actor, id);
  });

const confirmOne = (
  { dependencies, actor }: Caller,
  id: string,
  confirmation: z.output<typeof collectionAccountConfirmSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { id: account_id, call_back_note } = confirmation;
    await runCommand(tx, sql`confirm_collection_account(${id}, ${account_id}, ${call_back_note})`, "account");
    effects.audit("collection_account_confirmed", id, { account_id });
    const accounts = await readAccounts(tx, actor, id);
    const frozenUntil = accounts.current?.frozen_until;
    if (frozenUntil) scheduleClock(effects, id, [dependencies.now(), frozenUntil, ...(await listDueTimes(tx, id))]);
    return accounts;
  });

const rejectOne = ({ dependencies, actor }: Caller, id: string, rejection: z.output<typeof accountRejectionSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`reject_collection_account(${id}, ${rejection.id}, ${rejection.reason})`, "account");
    effects.audit("collection_account_rejected", id, { account_id: rejection.id });
    return readAccounts(tx, actor, id);
  });
