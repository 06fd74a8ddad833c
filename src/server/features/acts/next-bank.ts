import { counted } from "#shared/counted.ts";
import { formatPence } from "#shared/pence.ts";
import type { Facts, OpenLines, OwnLines } from "./next-facts.ts";
import { forOthers, type Next, step } from "./next-step.ts";

export const describeUnclear = (lines: OpenLines): Next =>
  besideOwn(
    step(
      `${counted(lines.unclear, "line")} of the bank ${lines.unclear === 1 ? "is" : "are"} not booked. Say what ${lines.unclear === 1 ? "it is" : "each is"}.`,
      "lines",
    ),
    lines,
  );

export const describeToBook = (lines: OpenLines): Next =>
  besideOwn(
    step(
      `${counted(lines.to_book, "line")} of the bank ${lines.to_book === 1 ? "waits" : "wait"} for somebody else than who brought the file. Book ${lines.to_book === 1 ? "it" : "them"}.`,
      "lines",
    ),
    lines,
  );

/** "Daniel Price books your payment of £2,253.00." */
export function ownWords({ books, came_pence, left_pence }: OwnLines): string {
  const who = books ?? "Another admin";
  const said = [
    came_pence > 0 && `${who} books your payment of ${formatPence(came_pence)}.`,
    left_pence > 0 && `${who} books that ${formatPence(left_pence)} was sent to you.`,
    books === null && "There is no other admin: propose one under People → Admins.",
  ];
  return said.filter(Boolean).join(" ");
}

export const booksOwn = (mine: OwnLines): Next => forOthers(ownWords(mine));

/** What the reader does, and what they wait for. */
export const besideOwn = (next: Next, { mine }: OpenLines): Next =>
  mine ? { ...next, text: `${next.text} ${ownWords(mine)}` } : next;

export const hasToSendBack = (deal: Facts & OpenLines): boolean =>
  deal.surplus_pence > 0 || deal.back_approvable_pence > 0 || stillToSend(deal) > 0 || deal.unknown_pence > 0;

/** What is more than members owe first: to be proposed, to be approved, to be sent; then what nobody is known for. */
export function describeSendingBack(deal: Facts & OpenLines, before = ""): Next {
  const { unknown_pence, surplus_pence, back_proposed_pence, back_approvable_pence } = deal;
  const unknown = unknown_pence > 0 ? unknownWords(deal) : "";
  const also = unknown && ` ${unknown}`;
  if (surplus_pence > 0) return step(`Send ${formatPence(surplus_pence)} back to members${before}.${also}`, "refund");
  if (back_approvable_pence > 0)
    return step(`Approve that ${formatPence(back_approvable_pence)} is sent back.${also}`, "approve");
  if (stillToSend(deal) > 0)
    return step(
      `Send ${formatPence(stillToSend(deal))} back as approved, then bring the bank file.${also}`,
      unknown ? "unknown" : "bank_file",
    );
  if (unknown) return step(unknown, "unknown");
  return forOthers(`${formatPence(back_proposed_pence)} is to be sent back. Another admin approves it.`);
}

export const beforeWire = ", before the company is paid";

/** What is approved, and is not sent by a line that waits for somebody else than its payee. */
const stillToSend = ({ back_approved_pence, mine }: Facts & OpenLines): number =>
  back_approved_pence - (mine?.left_pence ?? 0);

/** "£100.00 from J SMITH is not identified. Say whose it is, or send it back." */
function unknownWords({ unknown_pence, unknown_payers: payers }: Facts): string {
  const [payer] = payers;
  const isOne = payers.length <= 1;
  const from = isOne ? payer && ` from ${payer}` : ` in ${counted(payers.length, "payment")}`;
  return `${formatPence(unknown_pence)}${from || ""} is not identified. Say whose ${isOne ? "it" : "each"} is, or send ${isOne ? "it" : "them"} back.`;
}
