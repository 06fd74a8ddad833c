import { createRoute } from "@hono/zod-openapi";
import { sql, type Transaction } from "kysely";
import { ownCallSchema, paymentDetailsSchema, takeFewerInputSchema } from "#shared/funds.ts";
import { londonDate } from "#shared/london-time.ts";
import { freshSignInSchema } from "#shared/session.ts";
import { openTo } from "../../../auth/guard.ts";
import { assertFreshSignIn } from "../../../auth/passwords/fresh-sign-in.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { createRouter } from "../../../router.ts";
import { tellOwner } from "../../commitments/tell-owner.ts";
import { findOwnCall, readPaymentDetails, takeFewer } from "./call-queries.ts";
import { scheduleClock } from "./schedule-clock.ts";

const path = "/commitments/{id}";

const read = createRoute({
  method: "get",
  path: `${path}/call`,
  summary: "What is called for one's own commitment, what has arrived, and until when; with or without a statement",
  ...openTo("member"),
  request: { params: idParameter },
  responses: responses(200, ownCallSchema, "The call; 404 before funds are called"),
});

const details = createRoute({
  method: "post",
  path: `${path}/payment-details`,
  summary:
    "Account, amount and reference to pay. Needs a sign-in or second factor of the last ten minutes, or the password; it leaves a row in the audit",
  ...openTo("member"),
  request: { params: idParameter, body: jsonBody(freshSignInSchema) },
  responses: responses(
    200,
    paymentDetailsSchema,
    "The details; 409 not_called where nothing is open, 423 account_frozen for a day after a change of the account",
  ),
});

const hold = createRoute({
  method: "post",
  path: `${path}/bank-hold`,
  summary: "My bank is holding my payment: more time, once",
  ...openTo("member"),
  request: { params: idParameter },
  responses: responses(200, ownCallSchema, "The call; 409 not_called the second time, and where nothing is open"),
});

const fewer = createRoute({
  method: "post",
  path: `${path}/take-fewer`,
  summary: "After the day of grace: take the shares that the part which arrived pays for, or have everything back",
  ...openTo("member"),
  request: { params: idParameter, body: jsonBody(takeFewerInputSchema) },
  responses: responses(
    200,
    ownCallSchema,
    "The call; 409 not_called before the day of grace is over, 422 where it does not pay for the smallest commitment",
  ),
});

export const ownCallRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const call = await findOwnCall(dependencies.readAs(actor), c.req.valid("param").id, dependencies.now());
    if (!call) throw notFound("call");
    return c.json(call, 200);
  })
  .openapi(details, async (c) => {
    const signedInAt = await assertFreshSignIn(c, c.req.valid("json").password);
    return c.json(await showDetails(c.var, c.req.valid("param").id, signedInAt), 200);
  })
  .openapi(hold, async (c) => c.json(await holdOne(c.var, c.req.valid("param").id), 200))
  .openapi(fewer, async (c) =>
    c.json(await takeFewerOrRefund(c.var, c.req.valid("param").id, c.req.valid("json").choice), 200),
  );

const showDetails = ({ dependencies, actor }: Caller, id: string, signedInAt: Date) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const found = await readPaymentDetails(tx, id);
    if (!found) throw notFound("commitment");
    const { deal_id, confirmed_at, ...account } = found;
    effects.audit("payment_details_shown", deal_id, { commitment_id: id });
    return { ...account, commitment_id: id, confirmed_on: londonDate(confirmed_at), signed_in_at: signedInAt };
  });

const holdOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`hold_commitment(${id})`, "commitment");
    const call = await getOwnCall(tx, id, dependencies.now());
    const dealId = await getDealId(tx, id);
    effects.audit("payment_held", dealId, { commitment_id: id });
    scheduleClock(effects, dealId, [call.due_at, call.grace_until]);
    return call;
  });

const takeFewerOrRefund = ({ dependencies, actor }: Caller, id: string, choice: "take_fewer" | "refund") =>
  dependencies.asActor(actor, async (tx, effects) => {
    const now = dependencies.now();
    const { fewer: offered } = await getOwnCall(tx, id, now);
    const isRefund = choice === "refund";
    if (isRefund) await runCommand(tx, sql`ask_for_refund(${id})`, "commitment");
    else await takeFewer(tx, id, offered);
    const kind = isRefund ? "refund_asked_for" : "fewer_shares_taken";
    effects.audit(kind, await getDealId(tx, id), { commitment_id: id });
    const told = isRefund ? "commitment_withdrawn" : "commitment_changed";
    await tellOwner(tx, effects, { userId: actor.userId, commitmentId: id, kind: told });
    return getOwnCall(tx, id, now);
  });

async function getOwnCall(tx: Transaction<DB>, id: string, now: Date) {
  const call = await findOwnCall(tx, id, now);
  if (!call) throw notFound("call");
  return call;
}

const getDealId = async (tx: Transaction<DB>, id: string): Promise<string> =>
  (await tx.selectFrom("commitments").select("deal_id").where("id", "=", id).executeTakeFirstOrThrow()).deal_id;
