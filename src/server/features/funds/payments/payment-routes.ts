import { createRoute } from "@hono/zod-openapi";
import { outgoingPaymentSchema, reasonInputSchema, refundInputSchema, returnInputSchema } from "#shared/funds.ts";
import { openTo } from "../../../auth/guard.ts";
import { idParameter, jsonBody, responses } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import { approvePayment, cancelPayment } from "./decide-payment.ts";
import { proposePayment } from "./propose-payment.ts";

const proposed = responses(
  201,
  outgoingPaymentSchema,
  "The payment, which another admin has to approve; 409 ledger_mismatch while ledger and bank differ, account_short for more than the account holds, payment_closed",
);

const refund = createRoute({
  method: "post",
  path: "/deals/{id}/refunds",
  summary: "Propose to send back what a member is owed",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(refundInputSchema) },
  responses: proposed,
});

const giveBack = createRoute({
  method: "post",
  path: "/deals/{id}/returns",
  summary: "Propose to send money of nobody known back to where it came from",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(returnInputSchema) },
  responses: proposed,
});

const wire = createRoute({
  method: "post",
  path: "/deals/{id}/wire",
  summary: "Propose the payment to the company, once everybody has paid",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(reasonInputSchema) },
  responses: proposed,
});

const transferFee = createRoute({
  method: "post",
  path: "/deals/{id}/fee-transfer",
  summary: "Propose the payment of the fees to the club, once the company is paid",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(reasonInputSchema) },
  responses: proposed,
});

const approve = createRoute({
  method: "post",
  path: "/outgoing-payments/{id}/approve",
  summary: "Approve a payment that another admin proposed; the only admin can approve their own after 24 hours",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(
    200,
    outgoingPaymentSchema,
    "The payment; 403 second_person_required, 409 payment_closed, ledger_mismatch while ledger and bank differ, account_short for more than the account holds, or company_not_called_back for the payment to a company",
  ),
});

const cancel = createRoute({
  method: "post",
  path: "/outgoing-payments/{id}/cancel",
  summary: "Cancel a payment that is not in the bank's list",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, outgoingPaymentSchema, "The payment; 409 payment_closed once paid or cancelled"),
});

export const outgoingPaymentRoutes = createRouter()
  .openapi(refund, async (c) =>
    c.json(await proposePayment(c.var, c.req.valid("param").id, { kind: "refund", ...c.req.valid("json") }), 201),
  )
  .openapi(giveBack, async (c) =>
    c.json(await proposePayment(c.var, c.req.valid("param").id, { kind: "return", ...c.req.valid("json") }), 201),
  )
  .openapi(wire, async (c) =>
    c.json(await proposePayment(c.var, c.req.valid("param").id, { kind: "wire", ...c.req.valid("json") }), 201),
  )
  .openapi(transferFee, async (c) =>
    c.json(await proposePayment(c.var, c.req.valid("param").id, { kind: "fee", ...c.req.valid("json") }), 201),
  )
  .openapi(approve, async (c) => c.json(await approvePayment(c.var, c.req.valid("param").id), 200))
  .openapi(cancel, async (c) => c.json(await cancelPayment(c.var, c.req.valid("param").id), 200));
