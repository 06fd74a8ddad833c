import { createRoute } from "@hono/zod-openapi";
import { type RawBuilder, sql } from "kysely";
import type { AuditKind } from "#shared/audit.ts";
import {
  calledCommitmentSchema,
  extensionInputSchema,
  fundsCallInputSchema,
  fundsCallSchema,
  reasonInputSchema,
} from "#shared/funds.ts";
import { openTo } from "../../../auth/guard.ts";
import type { Caller } from "../../../context.ts";
import type { AuditDetails } from "../../../platform/db/types.ts";
import { idParameter, jsonBody, responses } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { createRouter } from "../../../router.ts";
import { callFunds } from "./call-funds.ts";
import { getCalledCommitment } from "./call-queries.ts";
import { scheduleClock } from "./schedule-clock.ts";

const changed = (refusal: string) =>
  responses(200, calledCommitmentSchema, `The commitment; 409 not_called ${refusal}`);

const call = createRoute({
  method: "post",
  path: "/deals/{id}/funds-call",
  summary:
    "Call the funds of everybody who has shares that were not called: all of them, or after a top-up the difference",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(fundsCallInputSchema) },
  responses: responses(
    201,
    fundsCallSchema,
    "The call; 409 not_called before allocation and account are final, ledger_mismatch while ledger and bank differ; 422 without a reason outside Monday to Wednesday, 09:00 to 17:00 in London; 423 account_frozen for a day after a change of the account",
  ),
});

const extend = createRoute({
  method: "post",
  path: "/commitments/{id}/extension",
  summary: "Give a member more time to pay, once, for a reason that every participant reads",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(extensionInputSchema) },
  responses: changed("the second time, and where nothing is called"),
});

const release = createRoute({
  method: "post",
  path: "/commitments/{id}/release",
  summary: "Release a member who has not paid, after the day of grace; who paid keeps what is paid for",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(reasonInputSchema) },
  responses: changed(
    "before the day of grace is over, for a member who has paid, and while a line of the bank's list may be the payment",
  ),
});

const bear = createRoute({
  method: "post",
  path: "/commitments/{id}/bear",
  summary: "The club bears what is missing, at most £1.00",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(reasonInputSchema) },
  responses: changed("where nothing or more is missing"),
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
