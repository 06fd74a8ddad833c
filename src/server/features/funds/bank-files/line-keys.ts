import { createHash } from "node:crypto";
import type { BankFileLine } from "./bank-file.ts";

type KeyedLine = Pick<BankFileLine, "date" | "payer" | "reference" | "amount_pence" | "id">;

/**
 * What a line is known by, so that a second import of it adds nothing: the bank's own id, else its text and its number
 * among equal lines of that day in the file. All lines of one file at once. @returns a key for each, in their order.
 *
 * A bank's id holds however files overlap. Without one, what holds is: equal lines of a day are counted from the day's
 * beginning, so files that begin with a whole day agree, even if some were made in the middle of their last day. Where a
 * file begins in the middle of a day, its keys are among those of a file that has this day whole. Two files that each have
 * another one of two equal lines give both the same key: one payment is missing, which their balances show; none is ever
 * there twice. A balance is no part of a key, since banks put late lines between those of a day.
 */
export function lineKeys(account: string, lines: readonly KeyedLine[]): string[] {
  const counts = new Map<string, number>();
  return lines.map(({ id, date, amount_pence, payer, reference }) => {
    if (id !== null) return sha256(JSON.stringify([account, id]));
    const text = JSON.stringify([account, date, amount_pence, payer, reference]);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return sha256(JSON.stringify([text, count]));
  });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
