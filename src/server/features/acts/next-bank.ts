import { counted } from "#shared/counted.ts";
import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { Facts, OpenLines, OwnLines, ReturnedPayment } from "./next-facts.ts";
import { forOthers, type Next, step } from "./next-step.ts";

/** All that the reader can book. */
export function describeUnclear(lines: OpenLines): Next {
  const { unclear, to_book } = lines;
  const open = unclear + to_book;
  const said = `${counted(open, "line")} of the bank ${open === 1 ? "is" : "are"} not booked.`;
  const what = `Say what ${unclear === 1 ? "it is" : "each is"}.`;
  return besideOwn(
    step(
      to_book === 0
        ? `${said} ${what}`
        : `${said} Book ${to_book} that ${to_book === 1 ? "is" : "are"} sure, and say what ${unclear === 1 ? "the other is" : "each of the others is"}.`,
      "lines",
    ),
    lines,
  );
}

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
      `${returnedWords(deal.returned)}Send ${formatPence(stillToSend(deal))} back as approved, then bring the bank file.${also}`,
      unknown ? "unknown" : "bank_file",
    );
  if (unknown) return step(unknown, "unknown");
  return forOthers(`${formatPence(back_proposed_pence)} is to be sent back. Another admin approves it.`);
}

export const isToSendBack = (deal: Facts): boolean =>
  deal.unknown_pence + deal.surplus_pence + deal.back_proposed_pence + deal.back_approved_pence > 0;

export const describeFee = ({ fee_pence, returned }: Facts): Next =>
  step(
    `${returnedWords(returned)}Pay ${formatPence(fee_pence ?? 0)} of fees to the club, then bring the bank file.`,
    "bank_file",
  );

export const beforeWire = ", before the company is paid";

/** What is approved, and is not sent by a line that waits for somebody else than its payee. */
const stillToSend = ({ back_approved_pence, mine }: Facts & OpenLines): number =>
  back_approved_pence - (mine?.left_pence ?? 0);

export const returnedWords = (returned: readonly ReturnedPayment[]): string =>
  returned
    .map(
      ({ payee, pence, day }) =>
        `${formatDay(day)}: the bank sent back ${formatPence(pence)} that was paid to ${payee}. Ask them for the right account. `,
    )
    .join("");

/** "£100.00 from J SMITH is not identified. Say whose it is, or send it back." */
function unknownWords({ unknown_pence, unknown_payers: payers }: Facts): string {
  const [payer] = payers;
  const isOne = payers.length <= 1;
  const from = isOne ? payer && ` from ${payer}` : ` in ${counted(payers.length, "payment")}`;
  return `${formatPence(unknown_pence)}${from || ""} is not identified. Say whose ${isOne ? "it" : "each"} is, or send ${isOne ? "it" : "them"} back.`;
}
