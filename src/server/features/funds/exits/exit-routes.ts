import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import {
  exitDetailsSchema,
  exitInputSchema,
  exitListSchema,
  exitPaymentsSchema,
  exitPreviewSchema,
  exitReasonSchema,
  exitTermsSchema,
  outsidePaymentSchema,
  ownExitListSchema,
} from "#shared/funds/funds-exits.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { tellAnnounced, tellNotEffective } from "../announced/announce.ts";
import { confirmExit, withdrawExit } from "./decide-exit.ts";
import { getExit, listExits, listOwnExits } from "./exit-queries.ts";
import { ownStatement } from "./own-statement.ts";
import { approvePayments, proposePayments } from "./pay-exit.ts";
import { previewExit, proposeExit } from "./propose-exit.ts";
import { tellOutsideConfirmed } from "./tell-exit.ts";

const route = routesOf("Valuations and exits");

const propose = route("post", "/companies/{id}/exits", {
  name: "proposeExit",
  summary: "Propose an exit: a sale, a buyback, a dividend",
  audience: "admin",
  params: idParameter,
  body: exitInputSchema,
  status: 201,
  answer: exitDetailsSchema,
  refuses: ["revision_conflict"],
});

const preview = route("post", "/companies/{id}/exits/preview", {
  name: "previewExit",
  summary: "What an exit would come to",
  audience: "admin",
  params: idParameter,
  body: exitTermsSchema,
  answer: exitPreviewSchema,
  refuses: ["revision_conflict"],
});

const list = route("get", "/companies/{id}/exits", {
  name: "listExits",
  summary: "Exits of a company",
  audience: "admin",
  params: idParameter,
  query: pageQuerySchema,
  answer: exitListSchema,
});

const listOwn = route("get", "/exits/me", {
  name: "listOwnExits",
  summary: "One's own exits, lot by lot",
  audience: "person",
  answer: ownExitListSchema,
});

const statement = route("get", "/exits/{id}/statement.pdf", {
  name: "getExitStatementPdf",
  summary: "One's own statement of an exit as a PDF",
  audience: "person",
  params: idParameter,
  file: "application/pdf",
  refuses: ["rate_limited", "files_busy"],
});

const read = route("get", "/exits/{id}", {
  name: "getExit",
  summary: "An exit, lot by lot",
  audience: "admin",
  params: idParameter,
  answer: exitDetailsSchema,
});

const confirm = route("post", "/exits/{id}/confirm", {
  name: "confirmExit",
  summary: "Confirm an exit",
  audience: "admin",
  params: idParameter,
  answer: exitDetailsSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const withdraw = route("post", "/exits/{id}/withdraw", {
  name: "withdrawExit",
  summary: "Withdraw an exit",
  audience: "admin",
  params: idParameter,
  body: exitReasonSchema,
  answer: exitDetailsSchema,
  refuses: ["payment_closed", "revision_conflict"],
});

const pay = route("post", "/exits/{id}/payments", {
  name: "proposeExitPayments",
  summary: "Propose the payments of an exit",
  audience: "admin",
  params: idParameter,
  body: exitReasonSchema,
  status: 201,
  answer: exitPaymentsSchema,
  refuses: ["account_short", "ledger_mismatch", "payment_closed"],
});

const approve = route("post", "/exits/{id}/payments/approve", {
  name: "approveExitPayments",
  summary: "Approve the payments of an exit",
  audience: "admin",
  params: idParameter,
  answer: exitPaymentsSchema,
  refuses: ["second_person_required", "account_short", "ledger_mismatch", "payment_closed"],
});

const recordOutside = route("post", "/exits/{id}/outside-payment", {
  name: "recordOutsidePayment",
  summary: "Say when imported shares were paid for",
  audience: "admin",
  params: idParameter,
  body: outsidePaymentSchema,
  status: 201,
  answer: exitDetailsSchema,
  refuses: ["payment_closed", "revision_conflict"],
});

const confirmOutside = route("post", "/exits/{id}/outside-payment/confirm", {
  name: "confirmOutsidePayment",
  summary: "Confirm that imported shares were paid for",
  audience: "admin",
  params: idParameter,
  answer: exitDetailsSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const refuseOutside = route("post", "/exits/{id}/outside-payment/refuse", {
  name: "refuseOutsidePayment",
  summary: "Refuse a payment for imported shares",
  audience: "admin",
  params: idParameter,
  body: exitReasonSchema,
  answer: exitDetailsSchema,
  refuses: ["revision_conflict"],
});

export const exitRoutes = createRouter()
  .openapi(propose, async (c) => c.json(await proposeExit(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(preview, async (c) => c.json(await previewExit(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    return c.json(await listExits(dependencies.readAs(actor), actor, id, c.req.valid("query")), 200);
  })
  .openapi(listOwn, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json({ items: await listOwnExits(dependencies.readAs(actor)) }, 200);
  })
  .openapi(statement, async (c) => {
    const { dependencies, actor } = c.var;
    const { pdf, name } = await dependencies.fileMaker.make(actor.userId ?? "", () =>
      ownStatement(dependencies.readAs(actor), c.req.valid("param").id, dependencies),
    );
    const headers = { "content-type": "application/pdf", "content-disposition": attachment(name) };
    return c.body(pdf, 200, headers) as never;
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await getExit(dependencies.readAs(actor), actor, c.req.valid("param").id), 200);
  })
  .openapi(confirm, async (c) => c.json(await confirmExit(c.var, c.req.valid("param").id), 200))
  .openapi(withdraw, async (c) =>
    c.json(await withdrawExit(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
  .openapi(pay, async (c) =>
    c.json(await proposePayments(c.var, c.req.valid("param").id, c.req.valid("json").reason), 201),
  )
  .openapi(approve, async (c) => c.json(await approvePayments(c.var, c.req.valid("param").id), 200))
  .openapi(recordOutside, async (c) =>
    c.json(await recordOutsidePayment(c.var, c.req.valid("param").id, c.req.valid("json")), 201),
  )
  .openapi(confirmOutside, async (c) => c.json(await confirmOutsidePayment(c.var, c.req.valid("param").id), 200))
  .openapi(refuseOutside, async (c) =>
    c.json(await refuseOutsidePayment(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  );

/** When imported shares were paid for, on an admin's word, until another one confirms it. @throws HttpError */
const recordOutsidePayment = (
  { dependencies, actor }: Caller,
  id: string,
  { paid_on, source }: z.output<typeof outsidePaymentSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`record_outside_payment(${id}, ${paid_on}, ${source})`, "exit");
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_outside_payment_recorded", exit.company_id, { exit_id: id, paid_on, source });
    return exit;
  });

/** By another admin; those who were paid are told. @throws HttpError */
const confirmOutsidePayment = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const waiting = await findWaiting(tx, id);
    const outcome = await runCommand<"confirmed" | "announced">(tx, sql`confirm_outside_payment(${id})`, "exit");
    if (waiting && outcome === "announced") await tellAnnounced(tx, effects, "outside_payment", waiting);
    else if (waiting) await tellOutsideConfirmed({ tx, effects, id: waiting });
    return getExit(tx, actor, id);
  });

const findWaiting = async (tx: Transaction<DB>, exitId: string): Promise<string | null> =>
  (await tx.selectFrom("exit_outside").select("waiting_id").where("exit_id", "=", exitId).executeTakeFirst())
    ?.waiting_id ?? null;

/** By any admin, its author too. @throws HttpError */
const refuseOutsidePayment = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const waiting = await findWaiting(tx, id);
    await runCommand(tx, sql`refuse_outside_payment(${id}, ${reason})`, "exit");
    if (waiting) await tellNotEffective(tx, effects, "outside_payment", waiting);
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_outside_payment_refused", exit.company_id, { exit_id: id, reason });
    return exit;
  });
