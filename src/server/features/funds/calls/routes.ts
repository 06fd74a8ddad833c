import { type RawBuilder, sql, type Transaction } from "kysely";
import type { AuditKind } from "#shared/audit/audit.ts";
import {
  calledCommitmentSchema,
  extensionInputSchema,
  ownCallSchema,
  paymentDetailsSchema,
  reasonInputSchema,
  takeFewerInputSchema,
} from "#shared/funds/funds.ts";
import { londonDate } from "#shared/london-time.ts";
import { assertFreshSignIn } from "../../../auth/guard.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { AuditDetails, Effects } from "../../../platform/db/types.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { tellOwner } from "../../commitments/tell-owner.ts";
import { tellOwners } from "../bank-lines/book-lines.ts";
import { scheduleClock } from "./call-funds.ts";
import { findOwnCall, getCalledCommitment, readPaymentDetails, takeFewer } from "./call-queries.ts";

const route = routesOf("Funds");

const extend = route("post", "/commitments/{id}/extension", {
  name: "extendPaymentDate",
  summary: "Give a member more time to pay, once, for a reason",
  audience: "admin",
  params: idParameter,
  body: extensionInputSchema,
  answer: calledCommitmentSchema,
  refuses: ["ledger_mismatch", "not_called", "second_person_required"],
});

const release = route("post", "/commitments/{id}/release", {
  name: "releaseCommitment",
  summary: "Release a member who has not paid, after the time of grace",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: calledCommitmentSchema,
  refuses: ["ledger_mismatch", "not_called", "second_person_required"],
});

const bear = route("post", "/commitments/{id}/bear", {
  name: "bearShortfall",
  summary: "The club bears what is missing, at most £1.00",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: calledCommitmentSchema,
  refuses: ["ledger_mismatch", "not_called", "second_person_required"],
});

const readOwn = route("get", "/commitments/{id}/call", {
  name: "getOwnCall",
  summary: "What is called for one's own commitment, and has arrived",
  audience: "member",
  params: idParameter,
  answer: ownCallSchema,
});

const details = route("post", "/commitments/{id}/payment-details", {
  name: "openPaymentDetails",
  summary: "Account, amount and reference to pay",
  audience: "member",
  params: idParameter,
  needsFreshSignIn: true,
  answer: paymentDetailsSchema,
  refuses: ["not_called", "account_frozen"],
});

const hold = route("post", "/commitments/{id}/bank-hold", {
  name: "reportBankHold",
  summary: "My bank is holding my payment: more time, once",
  audience: "member",
  params: idParameter,
  answer: ownCallSchema,
  refuses: ["not_called"],
});

const fewer = route("post", "/commitments/{id}/take-fewer", {
  name: "takeFewerShares",
  summary: "After the time of grace: take what is paid for, or everything back",
  audience: "member",
  params: idParameter,
  body: takeFewerInputSchema,
  answer: ownCallSchema,
  refuses: ["not_called"],
});

export const callRoutes = createRouter()
  .openapi(extend, async (c) => {
    const { hours, reason } = c.req.valid("json");
    const { id } = c.req.valid("param");
    const call = sql`extend_commitment(${id}, ${hours}, ${reason})`;
    return c.json(await change(c.var, id, "payment_extended", { hours, reason }, call), 200);
  })
  .openapi(release, async (c) => {
    const { reason } = c.req.valid("json");
    const { id } = c.req.valid("param");
    const call = sql`release_commitment(${id}, ${reason})`;
    return c.json(await change(c.var, id, "commitment_released", { reason }, call), 200);
  })
  .openapi(bear, async (c) => {
    const { reason } = c.req.valid("json");
    const { id } = c.req.valid("param");
    const call = sql`bear_for_commitment(${id}, ${reason})`;
    return c.json(await change(c.var, id, "payment_borne", { reason }, call, tellBorne), 200);
  })
  .openapi(readOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const call = await findOwnCall(dependencies.readAs(actor), c.req.valid("param").id, dependencies.now());
    if (!call) throw notFound("call");
    return c.json(call, 200);
  })
  .openapi(details, async (c) => {
    const signedInAt = assertFreshSignIn(c.var.session, c.var.dependencies.now());
    return c.json(await showDetails(c.var, c.req.valid("param").id, signedInAt), 200);
  })
  .openapi(hold, async (c) => c.json(await holdOne(c.var, c.req.valid("param").id), 200))
  .openapi(fewer, async (c) =>
    c.json(await takeFewerOrRefund(c.var, c.req.valid("param").id, c.req.valid("json").choice), 200),
  );

const change = (
  { dependencies, actor }: Caller,
  id: string,
  kind: AuditKind,
  details: AuditDetails,
  call: RawBuilder<unknown>,
  tell?: typeof tellBorne,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const done = await runCommand<string>(tx, call, "commitment");
    const after = await getCalledCommitment(tx, id);
    effects.audit(kind, after.deal_id, {
      ...details,
      commitment_id: id,
      ...(done === "reduced" && { reduced: true }),
    });
    scheduleClock(effects, after.deal_id, [dependencies.now(), after.due_at, after.grace_until]);
    await tell?.(tx, effects, id);
    return after;
  });

/** A member who was told that pence are missing is told that they are not. */
const tellBorne = (tx: Transaction<DB>, effects: Effects, commitmentId: string) =>
  tellOwners(tx, effects, { receipts: [commitmentId], refunds: [] }, []);

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
