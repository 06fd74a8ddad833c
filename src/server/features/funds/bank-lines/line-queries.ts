import { type Kysely, sql } from "kysely";
import { describeBankLineReason, isProvenFile, waitingLineMessages } from "#shared/funds/bank-files-messages.ts";
import type { BankLine } from "#shared/funds/funds.ts";
import { type LineGrade, lineGrades } from "#shared/funds/funds-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../../platform/http/keyset-page.ts";
import {
  type Due,
  type GradedLine,
  gradeLines,
  type OutgoingPayment,
  type ReturnableReceipt,
} from "../bank-files/grade-lines.ts";
import { bankLinePolicy } from "../closing/policy.ts";

type Actor = Caller["actor"];

interface Query {
  show: "open" | "booked";
  limit: number;
  cursor?: string | undefined;
}

const columns = [
  ...(["l.id", "l.file_id", "l.line_number", "l.booked_on", "l.booked_at", "l.amount_pence", "l.open_pence"] as const),
  ...(["l.payer", "l.reference", "l.is_taken_back", "l.format", "l.has_balance"] as const),
] as const;

/** With whose they are, where they are another deal's. */
const linesOf = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("bank_line_list as l")
    .leftJoin(
      sql<{ bank_line_id: string; deal_id: string; company_name: string }>`listed_lines_of_others(${dealId})`.as(
        "other",
      ),
      "other.bank_line_id",
      "l.id",
    )
    .leftJoin(
      sql<{ bank_line_id: string; pence: number }>`unidentified_lines(${dealId})`.as("u"),
      "u.bank_line_id",
      "l.id",
    )
    .select(columns)
    .select(["other.deal_id as other_deal_id", "other.company_name as other_company"])
    .select(({ fn, val }) => fn.coalesce("u.pence", val(0)).as("unidentified_pence"))
    .where("l.deal_id", "=", dealId);

type Row = Awaited<ReturnType<ReturnType<typeof linesOf>["executeTakeFirstOrThrow"]>>;

/**
 * All that is open, graded, by grade and day, then what is booked as of nobody known yet; of what is booked otherwise a page, newest
 * first. @throws HttpError 404
 */
export async function listBankLines(db: Kysely<DB>, actor: Actor, dealId: string, { show, ...page }: Query) {
  const deal = await db.selectFrom("deals").select("id").where("id", "=", dealId).executeTakeFirst();
  if (!deal) throw notFound("deal");
  const open = await gradeOpenLines(db, dealId);
  const grades = countGrades(open);
  if (show === "open") {
    const unidentified = await linesOf(db, dealId)
      .where("l.open_pence", "=", 0)
      .where("u.pence", ">", 0)
      .orderBy("l.booked_on")
      .orderBy("l.line_number")
      .orderBy("l.id")
      .execute();
    const items = await toLines(db, actor, dealId, [
      ...open.toSorted((one, other) => lineGrades.indexOf(one.grade) - lineGrades.indexOf(other.grade)),
      ...unidentified.map((line) => ({ ...line, ...isBooked, grade: "unknown" as const })),
    ]);
    return { items, next_cursor: null, grades };
  }
  const booked = linesOf(db, dealId)
    .where(({ eb, or }) => or([eb("l.open_pence", "=", 0), eb("other.deal_id", "is not", null)]))
    .where("u.pence", "is", null);
  const { items, next_cursor } = await keysetPage(booked, newestFirst("l.booked_at", "l.id" as "id"), page);
  const lines = items.map((line) => ({ ...line, ...isBooked }));
  return { items: await toLines(db, actor, dealId, lines), next_cursor, grades };
}

const isBooked = {
  ...({
    grade: "sure",
    commitment_id: null,
    payment_id: null,
    said: null,
    full_name: null,
    returned_id: null,
  } as const),
  returns: [],
  is_own: false,
  needs_look: false,
};

export type OpenLine = Row &
  Omit<GradedLine, "said" | "returns" | "returned_id"> & {
    said: string | null;
    returned_id: string | null;
    returns: BankLine["returns"];
    full_name: string | null;
    due?: { due: number; open: number };
    /** Money of the reader, who does not book it. */
    is_own: boolean;
    /** An import does not book the line, however sure it is. */
    needs_look: boolean;
  };

/** The line is booked without anybody's look, by whoever may book it. */
export const needsNoLook = ({ grade, needs_look }: OpenLine): boolean => grade === "sure" && !needs_look;

/** The line is booked as it is imported: nobody books their own money. */
export const isBookedByImport = (line: OpenLine): boolean => needsNoLook(line) && !line.is_own;

/** Lists open lines by day. The open part of a line in part booked by hand is unknown: its grade would be of the whole. */
export async function gradeOpenLines(db: Kysely<DB>, dealId: string): Promise<OpenLine[]> {
  const lines = await linesOf(db, dealId)
    .where("l.open_pence", "<>", 0)
    .where("other.deal_id", "is", null)
    .orderBy("l.booked_on")
    .orderBy("l.line_number")
    .orderBy("l.id")
    .execute();
  if (lines.length === 0) return [];
  const dues = await readDues(db, dealId);
  const payments = await readPayments(db, dealId, "approved");
  const sent = lines.some(({ open_pence }) => Number(open_pence) > 0) ? await readPayments(db, dealId, "paid") : [];
  const receipts = lines.some(({ open_pence }) => Number(open_pence) < 0) ? await readReceipts(db, dealId) : [];
  const dueOf = new Map(dues.map((due) => [due.commitment_id, due]));
  const payeeOf = new Map([...payments, ...sent].map((payment) => [payment.payment_id, payment]));
  const grades = gradeLines(
    lines.map(({ id, booked_on, payer, reference, open_pence, amount_pence }) => ({
      // A line that is booked in part is not booked with its return.
      ...(open_pence === amount_pence && { line_id: id }),
      date: booked_on,
      payer,
      reference,
      amount_pence: open_pence,
    })),
    dues,
    payments,
    await listProceeds(db, dealId),
    sent.map((payment) => ({
      ...payment,
      paid_on: payment.paid_on ?? "",
      member_reference: dueOf.get(payment.owner_id ?? "")?.reference ?? null,
    })),
    receipts,
  );
  const ownerOf = ({ commitment_id, payment_id }: GradedLine) =>
    commitment_id ?? payeeOf.get(payment_id ?? "")?.owner_id ?? null;
  const own = await readOwnMoney(db, grades.map(ownerOf));
  const hasOther = own.size > 0 && (await hasOtherAdmin(db));
  return lines.map((line, place) => {
    const { said, returns = [], returned_id = null, ...graded } = grades[place] as GradedLine;
    const isOwn = own.has(ownerOf(grades[place] as GradedLine) ?? "");
    const isProven = isProvenFile(line.format ?? "", line.has_balance ?? false);
    const needsLook = (line.is_taken_back ?? false) || !isProven;
    const isPart = line.open_pence !== line.amount_pence && graded.grade === "sure";
    const due = dueOf.get(graded.commitment_id ?? "");
    const payment = payeeOf.get(graded.payment_id ?? "");
    const isFor = due?.full_name ?? payment?.payee ?? null;
    const grade = isPart ? "amount" : graded.grade;
    const words = waitingLineMessages;
    const ofOwn = payment
      ? words.ownPayout(payment.owner_name, hasOther)
      : words.ownPayment(due?.full_name ?? null, hasOther);
    const why = isOwn ? ofOwn : needsLook && grade === "sure" && (isProven ? words.takenBack : words.unproven);
    return {
      ...line,
      ...graded,
      grade,
      returned_id,
      returns: returns.map(({ refusal: _refusal, ...receipt }) => ({
        ...receipt,
        full_name: dueOf.get(receipt.commitment_id)?.full_name ?? null,
      })),
      said: [grade !== "sure" || !why ? describeBankLineReason(said) : "", why].filter(Boolean).join(". "),
      full_name: isFor,
      is_own: isOwn,
      needs_look: needsLook,
      ...(due && line.open_pence > 0 && { due: { due: due.due_pence, open: due.due_pence - due.applied_pence } }),
      ...(payment && line.open_pence < 0 && { due: { due: payment.amount_pence, open: payment.amount_pence } }),
    };
  });
}

function countGrades(lines: readonly OpenLine[]) {
  const counts = Object.fromEntries(lineGrades.map((grade) => [grade, { lines: 0, pence: 0 }])) as Record<
    LineGrade,
    { lines: number; pence: number }
  >;
  for (const { grade, open_pence } of lines) {
    counts[grade].lines += 1;
    counts[grade].pence += open_pence;
  }
  return counts;
}

async function toLines(db: Kysely<DB>, actor: Actor, dealId: string, lines: readonly OpenLine[]) {
  const matches = await listMatches(
    db,
    actor,
    dealId,
    lines.map(({ id }) => id),
  );
  return lines.map(({ due, booked_at: _at, is_taken_back: _back, format: _format, has_balance: _balance, ...row }) => {
    const { is_own: isOwn, needs_look: _look, other_deal_id, other_company, ...line } = row;
    const other_deal = other_deal_id ? { deal_id: other_deal_id, company_name: other_company ?? "" } : null;
    const can = bankLinePolicy(actor, { ...line, isOwn: isOwn || other_deal !== null });
    return {
      ...line,
      can,
      other_deal,
      due_pence: due?.due ?? null,
      open_due_pence: due?.open ?? null,
      matches: matches.get(line.id) ?? [],
    };
  });
}

type Match = Omit<BankLine["matches"][number], "matched_at"> & { matched_at: Date };

/** What lines were booked as, taken back or not, the oldest first. */
async function listMatches(
  db: Kysely<DB>,
  actor: Actor,
  dealId: string,
  ids: readonly string[],
): Promise<Map<string, Match[]>> {
  const rows = await db
    .selectFrom("bank_match_list")
    .select(["id", "bank_line_id", "kind", "commitment_id", "full_name", "amount_pence", "matched_at"])
    .select(["matched_by_name", "reason", "is_reversed", "refusal", "returnable_pence", "returns"])
    .where("deal_id", "=", dealId)
    .where(sql<boolean>`bank_line_id = any(${ids}::uuid[])`)
    .orderBy("id")
    .execute();
  const own = await readOwnMoney(
    db,
    rows.map(({ commitment_id }) => commitment_id),
  );
  const byLine = new Map<string, Match[]>();
  for (const { bank_line_id, refusal, returnable_pence, returns, ...match } of rows) {
    const sent = { returnable_pence: returnable_pence ?? 0, returns: (returns ?? []) as Match["returns"] };
    const isOpen = !match.is_reversed && refusal === null && !own.has(match.commitment_id ?? "");
    const can = { unmatch: actor.isAdmin && isOpen, send_back: sent.returnable_pence > 0 };
    byLine.set(bank_line_id, [...(byLine.get(bank_line_id) ?? []), { ...match, ...sent, can }]);
  }
  return byLine;
}

/** Finds one line as it is now. @throws HttpError 404 */
export async function getBankLine(db: Kysely<DB>, actor: Actor, id: string) {
  const line = await db.selectFrom("bank_line_list").select("deal_id").where("id", "=", id).executeTakeFirst();
  if (!line) throw notFound("line");
  const open = (await gradeOpenLines(db, line.deal_id)).filter((other) => other.id === id);
  const booked = open.length > 0 ? [] : await linesOf(db, line.deal_id).where("l.id", "=", id).execute();
  const [found] = await toLines(db, actor, line.deal_id, [...open, ...booked.map((row) => ({ ...row, ...isBooked }))]);
  if (!found) throw notFound("line");
  return found;
}

/** Of these commitments, those of the reader and of accounts that look like theirs. */
export async function readOwnMoney(
  db: Kysely<DB>,
  commitmentIds: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(commitmentIds.flatMap((id) => id ?? []))];
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from own_money(${ids}::uuid[]) as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function hasOtherAdmin(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ has_other: boolean }>`select has_other_admin() as has_other`.execute(db);
  return rows[0]?.has_other ?? false;
}

/** Everybody from whom something was ever called: money can come after somebody has left. */
export async function readDues(db: Kysely<DB>, dealId: string): Promise<(Due & { full_name: string | null })[]> {
  const dues = await db
    .selectFrom("closing_members")
    .select(["commitment_id", "due_pence", "applied_pence"])
    .where("deal_id", "=", dealId)
    .where("called_at", "is not", null)
    .execute();
  const people = await db
    .selectFrom("commitment_people")
    .select(["commitment_id", "reference", "full_name", "legal_name", "bank_account_name"])
    .where("deal_id", "=", dealId)
    .execute();
  const personOf = new Map(people.map(({ commitment_id, ...person }) => [commitment_id, person]));
  return dues.map((due) => {
    const { reference, full_name, legal_name, bank_account_name } = personOf.get(due.commitment_id) ?? nobody;
    const surname = legal_name?.trim().split(/\s+/).at(-1) ?? "";
    return { ...due, full_name, bank_account_name, surname, reference: reference ?? "", legal_name: legal_name ?? "" };
  });
}

const nobody = { reference: null, full_name: null, legal_name: null, bank_account_name: null };

interface MoneyOut extends OutgoingPayment {
  /** The commitment and the name of the member who gets it. */
  owner_id: string | null;
  owner_name: string | null;
  paid_on: string | null;
}

/** Approved, and not in the bank's list yet; or paid. */
async function readPayments(db: Kysely<DB>, dealId: string, state: "approved" | "paid"): Promise<MoneyOut[]> {
  const payments = await db
    .selectFrom("outgoing_payments as o")
    .leftJoin("commitment_people as m", "m.commitment_id", "o.commitment_id")
    .select(["o.id as payment_id", "o.amount_pence", "o.payee", "o.paid_on", "m.legal_name", "m.bank_account_name"])
    // The name of the account that two have signed, which need not be the company's.
    .select((eb) =>
      eb
        .selectFrom("company_accounts as a")
        .select("a.account_name")
        .whereRef("a.deal_id", "=", "o.deal_id")
        .where("o.kind", "=", "wire")
        .where("a.confirmed_at", "is not", null)
        .where("a.replaced_at", "is", null)
        .as("company_account_name"),
    )
    .select(["o.commitment_id as owner_id", "m.full_name as owner_name"])
    .select((columns) => columns.ref("o.kind").$castTo<OutgoingPayment["kind"]>().as("kind"))
    .where("o.deal_id", "=", dealId)
    .where("o.state", "=", state)
    .execute();
  return payments.map(({ legal_name, bank_account_name, company_account_name, ...payment }) => ({
    ...payment,
    other_names: [legal_name, bank_account_name, company_account_name].filter((name) => name !== null),
  }));
}

async function readReceipts(db: Kysely<DB>, dealId: string): Promise<ReturnableReceipt[]> {
  const { rows } = await sql<ReturnableReceipt>`
    select match_id as returned_id, commitment_id, booked_on, amount_pence, true as is_booked, refusal
      from returnable_receipts(${dealId})`.execute(db);
  return rows;
}

export const listProceeds = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("exit_deals as d")
    .innerJoin("exit_list as e", "e.id", "d.exit_id")
    .select(["d.exit_id", "e.kind", "e.happened_on"])
    .select(sql<number>`d.gross_pence - d.arrived_pence`.as("amount_pence"))
    .where("d.deal_id", "=", dealId)
    .where("e.state", "=", "confirmed")
    .where("d.arrived_on", "is", null)
    .orderBy("e.happened_on")
    .orderBy("d.exit_id")
    .execute();
