import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { costPence } from "#shared/commitments/share-costs.ts";
import { type ExitLine, type ExitLot, exitLines } from "#shared/funds/exit-lines.ts";
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
import { exitMessages as messages } from "#shared/funds/funds-exits-messages.ts";
import { sumOf } from "#shared/group-by.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { refusedField } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { listPartOwners, tellAnnounced, tellNotEffective } from "../announced/announce.ts";
import { getExit, listExits, listOwnExits } from "./exit-queries.ts";
import { ownStatement } from "./own-statement.ts";
import { tellExitConfirmed, tellOutsideConfirmed } from "./tell-exit.ts";

type Input = z.output<typeof exitInputSchema>;
type Terms = z.output<typeof exitTermsSchema>;

/** Nobody is told before another admin confirms it. @throws HttpError */
const proposeExit = ({ dependencies, actor }: Caller, companyId: string, input: Input) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const id = await insertExit(tx, companyId, input, toLines(await prepareExit(tx, companyId, input), input));
    const { kind, happened_on, price, shares, costs_pence } = input;
    effects.audit("exit_proposed", companyId, { exit_id: id, kind, happened_on, price, shares, costs_pence });
    return getExit(tx, actor, id);
  });

/** What it would come to, worked out as for a proposal; nothing is kept. @throws HttpError */
const previewExit = ({ dependencies, actor }: Caller, companyId: string, terms: Terms) =>
  dependencies.asActor(actor, async (tx) => {
    const lots = await prepareExit(tx, companyId, terms);
    const lines = toLines(lots, terms);
    const ownerOf = new Map(lots.map(({ holding_id, owner_id }) => [holding_id, owner_id]));
    const gross_pence = sumOf(lines, (line) => line.gross_pence);
    const costs_pence = sumOf(lines, (line) => line.costs_pence);
    return {
      members: new Set(lines.map(({ holding_id }) => ownerOf.get(holding_id))).size,
      shares: sumOf(lines, ({ shares }) => shares),
      gross_pence,
      costs_pence,
      paid_pence: gross_pence - costs_pence,
    };
  });

const prepareExit = (tx: Transaction<DB>, companyId: string, { kind, happened_on, earlier_id }: Terms) =>
  runCommand<ExitLot[]>(tx, sql`prepare_exit(${companyId}, ${kind}, ${happened_on}, ${earlier_id})`, "company");

function toLines(lots: readonly ExitLot[], { price, shares, costs_pence: costsPence }: Terms): ExitLine[] {
  const held = lots.reduce((sum, lot) => sum + lot.shares, 0);
  if (shares !== null && shares > held)
    throw refusedField("shares", messages.moreThanHeld(held.toLocaleString("en-GB")));
  if (!isBookable(price, shares ?? held)) throw refusedField("price", messages.tooMuch);
  const lines = exitLines(lots, { price, shares, costsPence });
  if (lines.some(({ gross_pence, costs_pence }) => costs_pence > gross_pence))
    throw refusedField("costs_pence", messages.costsTooHigh);
  return lines;
}

function isBookable(price: string, shares: number): boolean {
  try {
    return Number.isSafeInteger(costPence(price, shares));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

async function insertExit(tx: Transaction<DB>, companyId: string, input: Input, lines: ExitLine[]): Promise<string> {
  const { kind, earlier_id, happened_on, price, shares, costs_pence, costs_payee, note } = input;
  const { rows } = await sql<{ id: string }>`
    select propose_exit(${companyId}, ${kind}, ${earlier_id}, ${happened_on}, ${price}, ${shares}, ${costs_pence},
                        ${costs_payee}, ${note}, ${JSON.stringify(lines)}::jsonb) as id`.execute(tx);
  return rows[0]?.id ?? "";
}

interface OfDeal {
  deal_id: string;
  payments: number;
  pence: number;
}

/** Costs and every member's part, of deals whose money has arrived. @throws HttpError */
const proposePayments = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const deals = await runCommand<OfDeal[]>(tx, sql`propose_exit_payments(${id}, ${reason})`, "exit");
    for (const { deal_id, payments, pence } of deals)
      effects.audit("exit_payments_proposed", deal_id, { exit_id: id, payments, pence, reason });
    return { ...toTotal(deals), left_out: 0 };
  });

interface Approved {
  deals: OfDeal[];
  left_out: number;
  /** Payments to the actor, which are the actor's proposals now. */
  taken_over: OfDeal[];
}

/**
 * All that wait and that the actor neither proposed nor is paid. What another proposed to pay to the actor is the actor's proposal from
 * then on: of two admins nobody could approve it else. @throws HttpError where there is none
 */
const approvePayments = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { deals, left_out, taken_over } = await runCommand<Approved>(tx, sql`approve_exit_payments(${id})`, "exit");
    for (const { deal_id, payments, pence } of deals)
      effects.audit("exit_payments_approved", deal_id, { exit_id: id, payments, pence });
    for (const { deal_id, payments, pence } of taken_over)
      effects.audit("exit_payments_proposed", deal_id, { exit_id: id, payments, pence, is_own: true });
    return { ...toTotal(deals), left_out };
  });

const toTotal = (deals: readonly OfDeal[]) => ({
  payments: sumOf(deals, ({ payments }) => payments),
  pence: sumOf(deals, ({ pence }) => pence),
});

/**
 * Confirms what another admin proposed. Everybody who holds the shares is told, a day before where one of both holds some.
 * @throws HttpError
 */
const confirmExit = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await runCommand<"confirmed" | "announced">(tx, sql`confirm_exit(${id})`, "exit");
    if (outcome === "announced") await tellAnnounced(tx, effects, "exit", id);
    else await tellExitConfirmed({ tx, effects, id });
    return getExit(tx, actor, id);
  });

/** Withdraws an exit before any of its money is booked. The members notified of it are notified of that too. @throws HttpError */
const withdrawExit = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const ended = await runCommand<"withdrawn" | "taken_back">(tx, sql`withdraw_exit(${id}, ${reason})`, "exit");
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_withdrawn", exit.company_id, { exit_id: id, reason });
    if (ended === "withdrawn") await tellNotEffective(tx, effects, "exit", id);
    else
      for (const user_id of await listPartOwners(tx, "exit", id)) {
        effects.notify(user_id, "exit_withdrawn", id);
        effects.mail("exit-withdrawn", { user_id, exit_id: id });
      }
    return exit;
  });

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
  needsFreshSignIn: true,
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
  needsFreshSignIn: true,
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
  needsFreshSignIn: true,
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

/** Confirms what another admin recorded; those who were paid are told. @throws HttpError */
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
