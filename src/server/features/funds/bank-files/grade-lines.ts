import type { BankLineReason } from "#shared/funds/bank-files-messages.ts";
import type { LineGrade, OutgoingKind } from "#shared/funds/funds-messages.ts";
import { readPaymentReference } from "#shared/funds/payment-reference.ts";
import { groupBy } from "#shared/group-by.ts";
import type { BankFileLine } from "./bank-file.ts";
import { hasSurname, isSameName, isSimilarName, joinedWords, lastWord } from "./similar-names.ts";

export interface Due {
  commitment_id: string;
  reference: string;
  due_pence: number;
  /** The sum is that of receipts that are booked. */
  applied_pence: number;
  legal_name: string;
  bank_account_name: string | null;
  surname: string;
}

export interface OutgoingPayment {
  payment_id: string;
  kind: OutgoingKind;
  /** Above 0, where the bank's line is below. */
  amount_pence: number;
  payee: string;
  /** The investor record has these names of a member as payee. */
  other_names?: readonly string[];
}

/** A payment that the bank's list has as paid, and that the bank can send back. */
export interface SentPayment extends OutgoingPayment {
  paid_on: string;
  /** The member's, who was paid. */
  member_reference: string | null;
}

/** A receipt that the bank can take back: its booking, or the line where it is not booked yet. */
export interface ReturnableReceipt {
  returned_id: string;
  commitment_id: string;
  booked_on: string;
  amount_pence: number;
  is_booked: boolean;
  /** Why it is not taken back: the company was paid with it, or what of it was too much was sent on. */
  refusal: string | null;
}

export interface LineToGrade extends Pick<BankFileLine, "date" | "payer" | "reference" | "amount_pence"> {
  /** Of a line that the database has. */
  line_id?: string;
}

export interface GradedLine {
  grade: LineGrade;
  commitment_id: string | null;
  payment_id: string | null;
  said: BankLineReason;
  /** Receipts that the line may take back, the likeliest first. */
  returns?: ReturnableReceipt[];
  /** The one of them that it takes back. */
  returned_id?: string;
}

/**
 * Grades how sure it is what each line is for. Nothing is booked by it. Lines with a reference come first, by date, each after
 * what earlier ones of its reference would pay; then those without, against what is still open. Give all lines that are not
 * booked, of earlier files too, so that a second part is not taken for the first. @returns a grade for each, in their order.
 */
export function gradeLines(
  lines: readonly LineToGrade[],
  dues: readonly Due[],
  payments: readonly OutgoingPayment[] = [],
  exits: readonly { amount_pence: number }[] = [],
  sent: readonly SentPayment[] = [],
  receipts: readonly ReturnableReceipt[] = [],
): GradedLine[] {
  const grades = lines.map(() => unknown({ code: "nothing_fits" }));
  const inOrder = lines
    .map((line, place) => ({ line, place, references: referencesIn(line) }))
    .toSorted((one, other) => compare(one.line.date, other.line.date));
  const gradeByReference = referenceGrader(dues);
  for (const { line, place, references } of inOrder)
    if (line.amount_pence > 0 && references.length > 0) grades[place] = gradeByReference.grade(line, references);
  const gradeByAmount = amountGrader(dues, gradeByReference.openOf);
  const gradeOutgoing = outgoingGrader(payments);
  for (const { line, place, references } of inOrder) {
    if (line.amount_pence < 0) grades[place] = gradeOutgoing(line);
    else if (line.amount_pence > 0 && references.length === 0) grades[place] = gradeByAmount(line);
  }
  suggestReturned(inOrder, grades, sent);
  suggestTakenBack(inOrder, grades, dues, receipts);
  suggestByAmount(lines, grades, payments, exits);
  return grades;
}

/** A line that pays nothing open may be a payment of that sum which the bank sent back: its name or reference decides. */
function suggestReturned(
  lines: readonly { line: LineToGrade; place: number; references: readonly string[] }[],
  grades: GradedLine[],
  sent: readonly SentPayment[],
): void {
  const taken = new Set<string>();
  const byAmount = groupBy(sent, ({ amount_pence }) => amount_pence);
  for (const { line, place, references } of lines) {
    const code = grades[place]?.said.code;
    if (code !== "nothing_open" && code !== "nothing_fits") continue;
    const isOf = ({ payment_id, payee, other_names = [], member_reference, paid_on }: SentPayment) =>
      !taken.has(payment_id) &&
      paid_on <= line.date &&
      (references.includes(member_reference ?? "") ||
        [payee, ...other_names].some((name) => [line.payer, line.reference].some((text) => isSimilarName(text, name))));
    const [payment, ...others] = (byAmount.get(line.amount_pence) ?? []).filter(isOf);
    if (!payment || others.length > 0) continue;
    taken.add(payment.payment_id);
    const said: BankLineReason = { code: "came_back", paid_on: payment.paid_on };
    grades[place] = { grade: "likely", commitment_id: null, payment_id: payment.payment_id, said };
  }
}

/**
 * A line that left and is no payment of ours may be the bank's return of a receipt: it names the reference, or amount and name fit. A
 * receipt that waits beside its return is not booked by itself.
 */
function suggestTakenBack(
  lines: readonly { line: LineToGrade; place: number; references: readonly string[] }[],
  grades: GradedLine[],
  dues: readonly Due[],
  booked: readonly ReturnableReceipt[],
): void {
  const dueOf = new Map(dues.map((due) => [due.commitment_id, due]));
  const places = new Map<string, number>();
  const waiting = lines.flatMap(({ line, place }): ReturnableReceipt[] => {
    const { commitment_id = null } = grades[place] ?? {};
    const { line_id: returned_id, date: booked_on, amount_pence } = line;
    if (returned_id === undefined || amount_pence <= 0 || commitment_id === null) return [];
    places.set(returned_id, place);
    return [{ returned_id, commitment_id, booked_on, amount_pence, is_booked: false, refusal: null }];
  });
  const newestFirst = [...waiting, ...booked].toSorted((one, other) => compare(other.booked_on, one.booked_on));
  const taken = new Set<string>();
  for (const { line, place, references } of lines) {
    if (line.amount_pence >= 0 || grades[place]?.said.code !== "nothing_fits") continue;
    const pence = -line.amount_pence;
    const isNamed = ({ reference, legal_name, bank_account_name, surname }: Due) =>
      references.length > 0
        ? references.includes(reference)
        : [legal_name, bank_account_name ?? ""].some(
            (name) => name && [line.payer, line.reference].some((text) => isSimilarName(text, name, surname)),
          );
    const fitting = newestFirst.filter((receipt) => {
      const due = dueOf.get(receipt.commitment_id);
      const isOfAmount = receipt.amount_pence === pence || references.includes(due?.reference ?? "");
      return due && isOfAmount && receipt.booked_on <= line.date && !taken.has(receipt.returned_id) && isNamed(due);
    });
    const exact = fitting.filter(({ amount_pence }) => amount_pence === pence);
    const returns = [...exact, ...fitting.filter((receipt) => !exact.includes(receipt))];
    const [refused] = returns;
    const free = returns.filter(({ refusal }) => refusal === null);
    if (refused && free.length === 0) {
      const { amount_pence, booked_on, commitment_id } = refused;
      const code = refused.refusal === "return_company_paid" ? "taken_back_paid_on" : "taken_back_sent_on";
      grades[place] = { ...unknown({ code, amount_pence, booked_on }), commitment_id };
      continue;
    }
    if (free.length === 0) continue;
    const first = free.find(({ amount_pence }) => amount_pence >= pence);
    const alike = first ? free.filter(({ amount_pence }) => amount_pence === first.amount_pence) : [];
    const isOne = new Set(alike.map(({ commitment_id }) => commitment_id)).size === 1;
    if (!first || !isOne) {
      grades[place] = { ...unknown({ code: "taken_back_which" }), returns: free };
      continue;
    }
    const { returned_id, commitment_id, amount_pence, booked_on } = first;
    taken.add(returned_id);
    const said: BankLineReason = { code: "taken_back", amount_pence, booked_on };
    grades[place] = { grade: "likely", commitment_id, payment_id: null, said, returns: free, returned_id };
    const waits = places.get(returned_id);
    if (waits !== undefined)
      grades[waits] = {
        grade: "likely",
        commitment_id,
        payment_id: null,
        said: { code: "taken_back_later", on: line.date },
      };
  }
}

/** By the amount alone, where one line and one thing of it are left: for a person to look at. */
function suggestByAmount(
  lines: readonly LineToGrade[],
  grades: GradedLine[],
  payments: readonly OutgoingPayment[],
  exits: readonly { amount_pence: number }[],
): void {
  const claimed = new Set(grades.map(({ payment_id }) => payment_id));
  const expected = groupBy(
    [
      ...exits.map(({ amount_pence }) => ({ pence: amount_pence, payment_id: null })),
      ...payments
        .filter(({ payment_id }) => !claimed.has(payment_id))
        .map(({ amount_pence, payment_id }) => ({ pence: -amount_pence, payment_id })),
    ],
    ({ pence }) => pence,
  );
  const left = grades.flatMap(({ said }, place) => (said.code === "nothing_fits" ? [place] : []));
  for (const [pence, places] of groupBy(left, (place) => lines[place]?.amount_pence ?? 0)) {
    const [one, ...others] = expected.get(pence) ?? [];
    const [place = 0, ...more] = places;
    if (!one || others.length > 0 || more.length > 0) continue;
    const said: BankLineReason = { code: one.payment_id === null ? "exit_amount" : "payment_amount" };
    grades[place] = { grade: "likely", commitment_id: null, payment_id: one.payment_id, said };
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const unknown = (said: BankLineReason): GradedLine => ({
  grade: "unknown",
  commitment_id: null,
  payment_id: null,
  said,
});

const referenceLength = 10;

const cleaned = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");

/** Valid ones, anywhere in the texts: banks write them in pieces and beside others. */
function referencesIn({ payer, reference }: LineToGrade): string[] {
  const found = new Set<string>();
  for (const text of [cleaned(reference), cleaned(payer)]) {
    for (let start = text.indexOf("KD"); start !== -1; start = text.indexOf("KD", start + 1)) {
      const valid = readPaymentReference(text.slice(start, start + referenceLength));
      if (valid) found.add(valid);
    }
  }
  return [...found];
}

function referenceGrader(dues: readonly Due[]) {
  const byReference = new Map(dues.map((due) => [due.reference, due]));
  /** What graded lines would pay, by commitment. */
  const earlier = new Map<string, { pence: number; parts: number }>();
  const openOf = ({ commitment_id, due_pence, applied_pence }: Due): number =>
    due_pence - applied_pence - (earlier.get(commitment_id)?.pence ?? 0);

  const grade = (line: LineToGrade, references: string[]): GradedLine => {
    const known = references.flatMap((reference) => byReference.get(reference) ?? []);
    const [due] = known;
    if (known.length > 1) return unknown({ code: "several_references" });
    if (!due) return unknown({ code: "unknown_reference", reference: references[0] ?? "" });
    const { commitment_id } = due;
    const { pence, parts } = earlier.get(commitment_id) ?? { pence: 0, parts: 0 };
    const said = compareWithDue(line, due, openOf(due), parts);
    earlier.set(commitment_id, { pence: pence + line.amount_pence, parts: parts + 1 });
    const grade = said.code === "fits" ? "sure" : said.code === "other_name" ? "payer" : "amount";
    return { grade, commitment_id, payment_id: null, said };
  };
  return { grade, openOf };
}

function compareWithDue({ amount_pence, payer }: LineToGrade, due: Due, open: number, parts: number): BankLineReason {
  const names = [due.legal_name, due.bank_account_name ?? ""];
  const is_other_name = !names.some((name) => isSimilarName(payer, name, due.surname));
  if (open <= 0) return { code: "nothing_open", is_other_name };
  if (amount_pence > open) return { code: "more", over_pence: amount_pence - open, open_pence: open, is_other_name };
  if (amount_pence < open)
    return { code: "part", amount_pence, open_pence: open, left_pence: open - amount_pence, is_other_name };
  if (parts > 0) return { code: "rest", earlier_parts: parts, is_other_name };
  return is_other_name ? { code: "other_name" } : { code: "fits" };
}

/** Of members who owe one amount the name decides: the one that it is in full, or the only one that it can be. */
function amountGrader(dues: readonly Due[], openOf: (due: Due) => number) {
  const byOpen = groupBy(dues, openOf);
  return (line: LineToGrade): GradedLine => {
    const owing = byOpen.get(line.amount_pence) ?? [];
    const texts = [line.payer, line.reference];
    const isNamed = (text: string, { surname, bank_account_name }: Due) =>
      hasSurname(text, surname) || (bank_account_name !== null && isSimilarName(text, bank_account_name));
    const alike = owing.filter((due) => texts.some((text) => isNamed(text, due)));
    const inFull = alike.filter(({ legal_name }) => texts.some((text) => isSameName(text, legal_name)));
    const [due, ...others] = inFull.length > 0 ? inFull : alike;
    if (!due || others.length > 0) return unknown({ code: "nothing_fits" });
    byOpen.set(line.amount_pence, owing.filter((other) => other !== due) as [Due, ...Due[]]);
    const said: BankLineReason = { code: referenceCode(line, due.reference) };
    return { grade: "likely", commitment_id: due.commitment_id, payment_id: null, said };
  };
}

/** What was written where the reference should be: nothing, something else, it without its last character, or it with a typing error. */
function referenceCode(line: LineToGrade, reference: string) {
  const texts = [line.payer, line.reference];
  const start = reference.slice(0, -1);
  const cut = new RegExp(`${[...start].join("[^0-9A-Z]*")}(?![0-9A-Z])`, "i");
  if (texts.some((text) => cut.test(text))) return "reference_cut";
  if (texts.some((text) => hasAlmost(cleaned(text), reference))) return "reference_mistyped";
  return line.reference.trim() ? "foreign_reference" : "no_reference";
}

/** With two characters wrong at most, so that two may have changed places. */
function hasAlmost(text: string, reference: string): boolean {
  for (let at = 0; at + reference.length <= text.length; at += 1) {
    const wrong = [...reference].filter((character, place) => character !== text[at + place]).length;
    if (wrong <= 2) return true;
  }
  return false;
}

/** Of payments of one amount the payee's name decides: the one that it is in full, or the only one that it can be. */
function outgoingGrader(payments: readonly OutgoingPayment[]) {
  const keyOf = (pence: number, word: string) => `${pence} ${word}`;
  const named = payments.flatMap((payment, place) =>
    [payment.payee, ...(payment.other_names ?? [])].map((name) => ({ payment, place, name })),
  );
  const byAmountAndName = groupBy(named, ({ payment, name }) => keyOf(payment.amount_pence, lastWord(name)));
  const taken = new Set<string>();
  return ({ amount_pence, payer }: LineToGrade): GradedLine => {
    const alike = [...joinedWords(payer)]
      .flatMap((word) => byAmountAndName.get(keyOf(-amount_pence, word)) ?? [])
      .filter(({ name }) => isSimilarName(payer, name));
    const inFull = alike.filter(({ name }) => isSameName(payer, name));
    const [payment, ...others] = new Map(
      (inFull.length > 0 ? inFull : alike).map((fitting) => [fitting.place, fitting.payment]),
    ).values();
    if (!payment || others.length > 0 || taken.has(payment.payment_id)) return unknown({ code: "nothing_fits" });
    taken.add(payment.payment_id);
    return { grade: "sure", commitment_id: null, payment_id: payment.payment_id, said: { code: "payment_fits" } };
  };
}
