import { outgoingPaymentSchema, reasonInputSchema, refundInputSchema, returnInputSchema } from "#shared/funds/funds.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { approvePayment, cancelPayment } from "./decide-payment.ts";
import { proposePayment } from "./propose-payment.ts";

const route = routesOf("Funds");

const refund = route("post", "/deals/{id}/refunds", {
  name: "proposeRefund",
  summary: "Propose to send back what a member is owed",
  audience: "admin",
  params: idParameter,
  body: refundInputSchema,
  status: 201,
  answer: outgoingPaymentSchema,
  refuses: ["account_short", "409 below_minimum", "ledger_mismatch", "payment_closed"],
});

const giveBack = route("post", "/deals/{id}/returns", {
  name: "proposeReturn",
  summary: "Propose to send money of nobody known back to where it came from",
  audience: "admin",
  params: idParameter,
  body: returnInputSchema,
  status: 201,
  answer: outgoingPaymentSchema,
  refuses: ["account_short", "409 below_minimum", "ledger_mismatch", "payment_closed"],
});

const wire = route("post", "/deals/{id}/wire", {
  name: "proposeWire",
  summary: "Propose the payment to the company, once everybody has paid",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  status: 201,
  answer: outgoingPaymentSchema,
  refuses: ["account_short", "409 below_minimum", "ledger_mismatch", "payment_closed"],
});

const transferFee = route("post", "/deals/{id}/fee-transfer", {
  name: "proposeFeeTransfer",
  summary: "Propose the payment of the fees to the club, once the company is paid",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  status: 201,
  answer: outgoingPaymentSchema,
  refuses: ["account_short", "409 below_minimum", "ledger_mismatch", "payment_closed"],
});

const approve = route("post", "/outgoing-payments/{id}/approve", {
  name: "approvePayment",
  summary: "Approve a payment that another admin proposed; the only admin can approve their own after 24 hours",
  audience: "admin",
  params: idParameter,
  answer: outgoingPaymentSchema,
  refuses: ["second_person_required", "account_short", "company_not_called_back", "ledger_mismatch", "payment_closed"],
});

const cancel = route("post", "/outgoing-payments/{id}/cancel", {
  name: "cancelPayment",
  summary: "Cancel a payment that is not in the bank's list",
  audience: "admin",
  params: idParameter,
  answer: outgoingPaymentSchema,
  refuses: ["payment_closed"],
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
