import { type RawBuilder, sql } from "kysely";
import type { AuditKind } from "#shared/audit/audit.ts";
import {
  calledCommitmentSchema,
  extensionInputSchema,
  fundsCallInputSchema,
  fundsCallSchema,
  reasonInputSchema,
} from "#shared/funds/funds.ts";
import type { Caller } from "../../../context.ts";
import type { AuditDetails } from "../../../platform/db/types.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { callFunds } from "./call-funds.ts";
import { getCalledCommitment } from "./call-queries.ts";
import { scheduleClock } from "./schedule-clock.ts";

const route = routesOf("Funds");

const call = route("post", "/deals/{id}/funds-call", {
  name: "callFunds",
  summary:
    "Call the funds of everybody who has shares that were not called: all of them, or after a top-up the difference",
  audience: "admin",
  params: idParameter,
  body: fundsCallInputSchema,
  status: 201,
  answer: fundsCallSchema,
  refuses: ["ledger_mismatch", "not_called", "account_frozen"],
});

const extend = route("post", "/commitments/{id}/extension", {
  name: "extendPaymentDate",
  summary: "Give a member more time to pay, once, for a reason that every participant reads",
  audience: "admin",
  params: idParameter,
  body: extensionInputSchema,
  answer: calledCommitmentSchema,
  refuses: ["ledger_mismatch", "not_called"],
});

const release = route("post", "/commitments/{id}/release", {
  name: "releaseCommitment",
  summary: "Release a member who has not paid, after the time of grace; who paid keeps what is paid for",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: calledCommitmentSchema,
  refuses: ["ledger_mismatch", "not_called"],
});

const bear = route("post", "/commitments/{id}/bear", {
  name: "bearShortfall",
  summary: "The club bears what is missing, at most £1.00",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: calledCommitmentSchema,
  refuses: ["ledger_mismatch", "not_called"],
});

export const callRoutes = createRouter()
  .openapi(call, async (c) => c.json(await callFunds(c.var, c.req.valid("param").id, c.req.valid("json").reason), 201))
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
    return c.json(await change(c.var, id, "payment_borne", { reason }, call), 200);
  });

const change = (
  { dependencies, actor }: Caller,
  id: string,
  kind: AuditKind,
  details: AuditDetails,
  call: RawBuilder<unknown>,
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
    return after;
  });
