import { type BankColumn, bankColumnNames, bankColumns } from "#shared/funds/bank-columns.ts";
import type {
  BankLine,
  BankMapping,
  BankMappingList,
  ClosingBoard,
  MatchInput,
  OutgoingPayment,
} from "#shared/funds/funds.ts";
import type { MatchKind } from "#shared/funds/funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { matchColumns, plainTitle } from "#shared/tables/titles.ts";
import { orNaN, readPounds } from "#shared/typed-numbers.ts";

export interface MatchPart {
  /** "receipt:", "exit:" or "wire:" with an id, or a kind that needs none. */
  to: string;
  /** Pounds, as typed. */
  amount: string;
}

export interface MatchValues {
  parts: MatchPart[];
  reason: string;
}

/**
 * As it is suggested: what is open of the line, to whom or what it was graded; the approved payments, where it is all of them.
 * @param payments approved ones of a line that went out, paid ones of one that came in.
 */
export function matchValuesOf(
  line: BankLine,
  payments: readonly OutgoingPayment[],
  proceeds: readonly Proceeds[] = [],
): MatchValues {
  const payment = payments.find(({ id }) => id === line.payment_id);
  const sum = payments.reduce((pence, { amount_pence }) => pence + amount_pence, 0);
  if (!payment && payments.length > 1 && sum === -line.open_pence)
    return {
      parts: payments.map((each) => ({ to: toPayment(each), amount: formatPence(each.amount_pence) })),
      reason: "",
    };
  const taken = line.returns.find(({ returned_id }) => returned_id === line.returned_id);
  if (taken)
    return {
      parts: [{ to: toTakenBack(taken), amount: formatPence(-line.open_pence) }],
      reason: "The bank took it back.",
    };
  const [exit, ...others] = proceeds.filter(({ amount_pence }) => amount_pence === line.open_pence);
  const ofExit = exit && others.length === 0 ? toExit(exit) : "";
  const to = payment
    ? (line.open_pence > 0 ? toReturned : toPayment)(payment)
    : line.commitment_id
      ? `receipt:${line.commitment_id}`
      : ofExit;
  return { parts: [{ to, amount: formatPence(Math.abs(line.open_pence)) }], reason: "" };
}

export type Proceeds = ClosingBoard["proceeds"][number];

export const toExit = ({ exit_id }: Proceeds): string => `exit:${exit_id}`;

export const toPayment = ({ kind, id }: OutgoingPayment): string => `${kind}:${id}`;

/** What was paid, and the bank has sent back. */
export const toReturned = ({ id }: Pick<OutgoingPayment, "id">): string => `payment_returned:${id}`;

/** A payment of a member that the bank took back; the member is named, as the payment may not be booked yet. */
export const toTakenBack = ({ returned_id, commitment_id }: BankLine["returns"][number]): string =>
  `payment_returned:${returned_id}:${commitment_id}`;

const idNames: Record<string, "commitment_id" | "exit_id"> = { receipt: "commitment_id", exit: "exit_id" };

/** A value that is not chosen or cannot be read becomes one that the schema refuses. */
export function toMatchInput({ parts, reason }: MatchValues): MatchInput {
  return {
    parts: parts.map(({ to, amount }) => {
      const [kind = "", id, commitment_id] = to.split(":");
      const ofOne = id === undefined ? {} : { [idNames[kind] ?? "payment_id"]: id };
      const given = commitment_id === undefined ? ofOne : { returned_id: id, commitment_id };
      return { kind: kind as MatchKind, amount_pence: orNaN(readPounds(amount)), ...given };
    }),
    reason,
  };
}

/** "parts.0.amount_pence" is "parts.0.amount" in the form; what is wrong with a choice belongs to the choice. */
export const matchFieldOf = (path: string): string =>
  path
    .replace(/^(parts\.\d+)\.amount_pence$/, "$1.amount")
    .replace(/^(parts\.\d+)\.(kind|commitment_id|payment_id|exit_id|returned_id)$/, "$1.to");

/** Pence of the line that no part has; below 0 where they are too much. */
export const leftOver = (line: Pick<BankLine, "open_pence">, parts: readonly MatchPart[]): number =>
  parts.reduce((rest, { amount }) => rest - (readPounds(amount) ?? 0), Math.abs(line.open_pence));

export interface MappingValues extends Record<BankColumn, string> {
  name: string;
  date_order: BankMapping["date_order"];
}

/** As the titles of a file say it, for a person to check; a title that is there twice is left to the person, and stands for its first column. */
export function mappingValuesOf(titles: readonly string[]): MappingValues {
  const match = matchColumns(titles, bankColumns);
  const titleOf = (name: BankColumn) => titles[match[name] ?? -1] ?? "";
  const columns = Object.fromEntries(bankColumnNames.map((name) => [name, titleOf(name)])) as Record<
    BankColumn,
    string
  >;
  const isApart = columns.paid_in !== "" && columns.paid_out !== "";
  return { name: "", date_order: "day_first", ...columns, ...(isApart && { amount: "" }) };
}

/** As they were saved, for a person to correct. */
export function savedValuesOf({ name, mapping }: SavedMapping): MappingValues {
  const { date_order, ...columns } = mapping;
  const texts = Object.entries(columns).map(([column, title]) => [column, title ?? ""]);
  return { name, date_order, ...(Object.fromEntries(texts) as Record<BankColumn, string>) };
}

export type SavedMapping = BankMappingList["items"][number];

/** The saved columns that the file has all of. */
export function findSaved(saved: readonly SavedMapping[], titles: readonly string[]): SavedMapping | undefined {
  const plain = new Set(titles.map(plainTitle));
  return saved.find(({ mapping: { date_order: _order, ...columns } }) =>
    Object.values(columns).every((title) => title === null || plain.has(plainTitle(title))),
  );
}

export function toMappingInput({ name, date_order, ...columns }: MappingValues, header: readonly string[]) {
  const { date, payer, ...others } = columns;
  const optional = Object.fromEntries(Object.entries(others).map(([column, title]) => [column, title || null]));
  return { name, header: [...header], mapping: { date, payer, ...optional, date_order } };
}

export const mappingFieldOf = (path: string): string => path.replace(/^mapping\./, "");
