import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { matchInputSchema } from "#shared/funds/funds.ts";
import { fundsMessages as messages } from "#shared/funds/funds-messages.ts";
import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { HttpError, notFound, refusedField } from "../../../platform/http/http-error.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { scheduleClock } from "../calls/call-funds.ts";
import { getBankLine, gradeOpenLines, isBookedByImport, needsNoLook, type OpenLine } from "./line-queries.ts";

interface Booked {
  deal_id: string;
  confirmed: number;
  pence: number;
  /** Commitments whose owners are told. */
  receipts: string[];
  refunds: string[];
  /** What the bank took back of members' payments. */
  returned?: { commitment_id: string; pence: number }[];
}

/** Books those of the lines that are still sure; the second of two callers books nothing twice. @throws HttpError */
export const confirmLines = ({ dependencies, actor }: Caller, ids: readonly string[]) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const deals = await readDealsOf(tx, ids);
    if (deals.length === 0) throw notFound("line");
    const wanted = new Set(ids);
    const now = dependencies.now();
    const total = { confirmed: 0, pence: 0 };
    let open = 0;
    for (const dealId of deals) {
      await sql`select lock_funds(${dealId})`.execute(tx);
      const lines = (await gradeOpenLines(tx, dealId)).filter(({ id }) => wanted.has(id));
      open += lines.length;
      const sure = lines.filter(({ grade }) => grade === "sure");
      if (sure.length === 0) continue;
      const booked = await bookLines(tx, effects, { dealId, sure, now });
      total.confirmed += booked.confirmed;
      total.pence += booked.pence;
    }
    if (open === 0) throw new HttpError("already_posted", messages.alreadyPosted);
    return { ...total, left_out: wanted.size - total.confirmed };
  });

interface ToBook {
  dealId: string;
  sure: readonly OpenLine[];
  now: Date;
}

/** The caller has locked the deal. */
async function bookLines(tx: Transaction<DB>, effects: Effects, { dealId, sure, now }: ToBook): Promise<Booked> {
  const given = await toConfirm(tx, sure);
  const booked = await runCommand<Booked>(
    tx,
    sql`confirm_bank_lines(${dealId}, ${JSON.stringify(given)}::jsonb)`,
    "deal",
  );
  await tellOwners(tx, effects, booked, await listPaidOut(tx, given));
  if (booked.confirmed > 0)
    effects.audit("bank_lines_confirmed", dealId, { lines: booked.confirmed, pence: booked.pence });
  await endExitedDeal(tx, effects, dealId);
  scheduleClock(effects, dealId, [now]);
  effects.schedule("deal-clock", { deal_id: dealId }, now);
  return booked;
}

interface Imported extends Omit<ToBook, "sure"> {
  /** The lines that may be booked; all of the deal's without it. */
  only?: ReadonlySet<string>;
}

/** All of the deal's that are sure, but for the importer's own and those that a person has to look at. The caller has locked the deal. */
export async function bookSureLines(tx: Transaction<DB>, effects: Effects, { dealId, now, only }: Imported) {
  const open = await gradeOpenLines(tx, dealId);
  const sure = open.filter((line) => isBookedByImport(line) && (only?.has(line.id) ?? true));
  if (sure.length > 0) await bookLines(tx, effects, { dealId, sure, now });
  const left = await listStillOpen(tx, sure);
  const isOwn = (line: OpenLine) => line.grade === "sure" && line.is_own;
  const isForPress = (line: OpenLine) => line.grade === "sure" && !line.is_own && !needsNoLook(line);
  return {
    booked: sumLines(sure.filter(({ id }) => !left.has(id))),
    own: sumLines(open.filter(isOwn)),
    to_book: sumLines(open.filter(isForPress)),
    to_look_at: sumLines(open.filter((line) => line.grade !== "sure" || left.has(line.id))),
  };
}

/** Of lines that were sure together, one may not be any more without the other. */
async function listStillOpen(tx: Transaction<DB>, lines: readonly OpenLine[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("bank_line_list")
    .select("id")
    .where(sql<boolean>`id = any(${lines.map(({ id }) => id)}::uuid[])`)
    .where("open_pence", "<>", 0)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function sumLines(lines: readonly OpenLine[]) {
  const sum = (sign: number) => lines.reduce((pence, { open_pence }) => pence + Math.max(0, sign * open_pence), 0);
  return { lines: lines.length, paid_in_pence: sum(1), paid_out_pence: sum(-1) };
}

/** Its last shares may be paid out. */
async function endExitedDeal(tx: Transaction<DB>, effects: Effects, dealId: string): Promise<void> {
  const { rows } = await sql<{ has_ended: boolean }>`select end_exited_deal(${dealId}) as has_ended`.execute(tx);
  if (rows[0]?.has_ended) effects.audit("deal_moved", dealId, { from: "completed", to: "exited" });
}

interface PaidOut {
  id: string;
  kind: string;
  commitment_id: string | null;
  amount_pence: number;
}

/** What was paid to members, of what was to be booked in this transaction. */
async function listPaidOut(tx: Transaction<DB>, given: readonly { payment_id: string | null }[]): Promise<PaidOut[]> {
  const ids = given.flatMap(({ payment_id }) => payment_id ?? []);
  if (ids.length === 0) return [];
  return tx
    .selectFrom("outgoing_payments")
    .select(["id", "kind", "commitment_id", "amount_pence"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where("commitment_id", "is not", null)
    .where("state", "=", "paid")
    .execute();
}

async function readDealsOf(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("bank_line_list")
    .select("deal_id")
    .distinct()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy("deal_id")
    .execute();
  return rows.map(({ deal_id }) => deal_id);
}

/** The kind of a line that goes out is that of its payment. */
async function toConfirm(db: Kysely<DB>, lines: readonly OpenLine[]) {
  const payments = await db
    .selectFrom("outgoing_payments")
    .select(["id", "kind"])
    .where(sql<boolean>`id = any(${lines.flatMap(({ payment_id }) => payment_id ?? [])}::uuid[])`)
    .execute();
  const kinds = new Map(payments.map(({ id, kind }) => [id, kind]));
  return lines.map(({ id, commitment_id, payment_id }) => ({
    id,
    commitment_id,
    payment_id,
    kind: payment_id ? kinds.get(payment_id) : "receipt",
  }));
}

type Match = z.output<typeof matchInputSchema>;

/** A line by hand, in one part or several. @throws HttpError */
export const matchLine = ({ dependencies, actor }: Caller, id: string, { parts, reason }: Match) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await refuseCharge(tx, id, parts);
    const booked = await runCommand<Booked>(
      tx,
      sql`match_bank_line(${id}, ${JSON.stringify(parts)}::jsonb, ${reason})`,
      "line",
    );
    await tellOwners(tx, effects, booked, await listPaidOut(tx, parts));
    await tellReturned(tx, effects, parts);
    await tellTakenBack(tx, effects, booked.returned ?? []);
    effects.audit("bank_line_matched", booked.deal_id, {
      line_id: id,
      kinds: parts.map(({ kind }) => kind).join(" "),
      reason,
    });
    await endExitedDeal(tx, effects, booked.deal_id);
    scheduleClock(effects, booked.deal_id, [dependencies.now()]);
    return getBankLine(tx, actor, id);
  });

/** Money of a member is no charge that the club bears; a charge can be beside it. */
async function refuseCharge(tx: Transaction<DB>, id: string, parts: Match["parts"]): Promise<void> {
  const kinds = new Set(parts.map(({ kind }) => kind));
  if (!kinds.has("club_bears") || kinds.has("payment_returned")) return;
  const line = await tx.selectFrom("bank_line_list").select("deal_id").where("id", "=", id).executeTakeFirst();
  const graded = line && (await gradeOpenLines(tx, line.deal_id)).find((open) => open.id === id);
  const [receipt] = graded?.returns ?? [];
  if (!receipt) return;
  const { full_name, amount_pence, booked_on } = receipt;
  throw refusedField(
    "parts",
    messages.noCharge(memberName(full_name), formatPence(amount_pence), formatDay(booked_on)),
  );
}

interface Unmatch {
  match_id: string;
  reason: string;
}

/** By a reversal, which the ledger shows. @throws HttpError */
export const unmatchLine = ({ dependencies, actor }: Caller, id: string, { match_id, reason }: Unmatch) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const dealId = await runCommand<string>(tx, sql`unmatch_bank_line(${id}, ${match_id}, ${reason})`, "line");
    effects.audit("bank_line_unmatched", dealId, { line_id: id, match_id, reason });
    await tellUnbooked(tx, effects, match_id);
    scheduleClock(effects, dealId, [dependencies.now()]);
    return getBankLine(tx, actor, id);
  });

/** Who was told that the money had arrived, or had been sent to them. */
async function tellUnbooked(tx: Transaction<DB>, effects: Effects, matchId: string): Promise<void> {
  const owner = await tx
    .selectFrom("bank_matches as match")
    .innerJoin("ledger_transactions as booked", "booked.id", "match.transaction_id")
    .innerJoin("commitment_people as person", "person.commitment_id", "booked.commitment_id")
    .select(["person.commitment_id", "person.user_id", "booked.kind", "match.amount_pence"])
    .where("match.id", "=", matchId)
    .where((eb) =>
      eb.or([eb("booked.kind", "in", ["receipt", "refund", "distribution"]), eb("booked.returned_id", "is not", null)]),
    )
    .executeTakeFirst();
  if (!owner?.user_id || !owner.commitment_id) return;
  const { user_id, commitment_id, kind } = owner;
  const pence = Math.abs(owner.amount_pence);
  if (kind === "payment_returned") {
    effects.notify(user_id, "payment_arrived", commitment_id);
    effects.mail("payment-arrived", { commitment_id });
  } else if (kind === "receipt") {
    effects.notify(user_id, "payment_unbooked", commitment_id, pence);
    effects.mail("payment-unbooked", { commitment_id, pence });
  } else {
    effects.notify(user_id, "payout_unbooked", commitment_id, pence);
    effects.mail("payout-unbooked", { commitment_id, pence });
  }
}

/** To whom the payments are owed again. */
async function tellReturned(tx: Transaction<DB>, effects: Effects, parts: Match["parts"]): Promise<void> {
  const ids = parts.flatMap(({ kind, payment_id }) => (kind === "payment_returned" && payment_id) || []);
  if (ids.length === 0) return;
  const owners = await tx
    .selectFrom("outgoing_payments as payment")
    .innerJoin("commitment_people as person", "person.commitment_id", "payment.commitment_id")
    .select(["person.commitment_id", "person.user_id", "payment.amount_pence"])
    .where(sql<boolean>`payment.id = any(${ids}::uuid[])`)
    .execute();
  for (const { commitment_id, user_id, amount_pence: pence } of owners) {
    if (!user_id || !commitment_id) continue;
    effects.notify(user_id, "payout_returned", commitment_id, pence);
    effects.mail("payout-returned", { commitment_id, pence });
  }
}

/** Who owes again what their bank took back. */
async function tellTakenBack(
  tx: Transaction<DB>,
  effects: Effects,
  returned: NonNullable<Booked["returned"]>,
): Promise<void> {
  if (returned.length === 0) return;
  const owners = await tx
    .selectFrom("commitment_people")
    .select(["commitment_id", "user_id"])
    .where(sql<boolean>`commitment_id = any(${returned.map(({ commitment_id }) => commitment_id)}::uuid[])`)
    .execute();
  for (const { commitment_id, user_id } of owners) {
    if (!user_id) continue;
    const pence = returned.reduce((sum, part) => sum + (part.commitment_id === commitment_id ? part.pence : 0), 0);
    effects.notify(user_id, "payment_returned", commitment_id, pence);
    effects.mail("payment-returned", { commitment_id, pence });
  }
}

/** Once each, however many parts came. */
export async function tellOwners(
  tx: Transaction<DB>,
  effects: Effects,
  { receipts, refunds }: Pick<Booked, "receipts" | "refunds">,
  paidOut: readonly PaidOut[],
): Promise<void> {
  const [received, refunded] = [new Set(receipts), new Set(refunds)];
  const told = [...new Set([...receipts, ...refunds, ...paidOut.flatMap(({ commitment_id }) => commitment_id ?? [])])];
  if (told.length === 0) return;
  const owners = await tx
    .selectFrom("commitment_people")
    .select(["commitment_id", "user_id"])
    .where(sql<boolean>`commitment_id = any(${told}::uuid[])`)
    .where("user_id", "is not", null)
    .execute();
  for (const { commitment_id, user_id } of owners) {
    if (!user_id) continue;
    if (received.has(commitment_id)) {
      effects.notify(user_id, "payment_arrived", commitment_id);
      effects.mail("payment-arrived", { commitment_id });
    }
    const paid = (kind: string) => {
      const payments = paidOut.filter((payment) => payment.kind === kind && payment.commitment_id === commitment_id);
      const pence = payments.reduce((sum, { amount_pence }) => sum + amount_pence, 0);
      return { pence, payment_ids: payments.map(({ id }) => id) };
    };
    if (refunded.has(commitment_id)) {
      const { pence, payment_ids } = paid("refund");
      effects.notify(user_id, "payment_sent_back", commitment_id, pence);
      effects.mail("payment-sent-back", { commitment_id, payment_ids });
    }
    const { pence, payment_ids } = paid("distribution");
    if (payment_ids.length > 0) {
      effects.notify(user_id, "distribution_paid", commitment_id, pence);
      effects.mail("distribution-paid", { commitment_id, payment_ids });
    }
  }
}
