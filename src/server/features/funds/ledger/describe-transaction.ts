import { type ExitKind, exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import type { LedgerAccount, LedgerKind } from "#shared/funds/funds-messages.ts";
import { formatPence } from "#shared/pence.ts";

export interface LedgerEntry {
  account: LedgerAccount;
  member: number | null;
  amount_pence: number;
}

export interface TransactionFacts {
  kind: LedgerKind;
  reversed_kind: LedgerKind | null;
  reversed_number: number | null;
  member: number | null;
  /** The member has left the round. */
  has_left: boolean;
  /** Arrived after the due day; and on the last day of grace at the latest. */
  is_late: boolean;
  is_in_grace: boolean;
  /** Who was paid, of a payment to nobody among the members. */
  payee: string | null;
  /** A payment to the company and an exit that is paid at once have a number of shares. */
  shares: number | null;
  exit_kind: ExitKind | null;
  entries: readonly LedgerEntry[];
  /** Names who else booked the receipt of a payer who signs for money. */
  booked_by_other: string | null;
}

/** @param who "you", "Member 3" or, for admins, a name. @param saysLate what others are not told. */
export function describeTransaction(facts: TransactionFacts, who: string, saysLate: boolean): string {
  const { kind, entries, has_left, payee, shares } = facts;
  const sum = (account: LedgerAccount) =>
    entries.filter((entry) => entry.account === account).reduce((total, { amount_pence }) => total + amount_pence, 0);
  switch (kind) {
    case "call":
      return `Due from ${who}: ${formatPence(sum("1100"))}`;
    case "receipt":
      return `Arrived from ${who}${saysLate ? lateness(facts) : ""}${surplus(-sum("2200"), -sum("1100"))}${ofSigner(facts)}`;
    case "unidentified":
      return "Arrived; from whom is not known yet";
    case "leaving":
      return sum("2200") < 0
        ? `To be sent back to ${who}: ${formatPence(-sum("2200"))}`
        : `Not to be sent back to ${who} after all: ${formatPence(sum("2200"))}`;
    case "club_bears":
      if (facts.member === null)
        return sum("1000") > 0 ? "Paid in by the club" : "A charge of the bank, borne by the club";
      return `Borne by the club for ${who}: ${formatPence(sum("2100"))}`;
    case "refund":
      return has_left ? `Sent back to ${who}` : `Sent back to ${who}, who had sent too much`;
    case "return":
      return "Sent back to where it came from";
    case "wire":
      return `To ${payee ?? "the company"}, ${counted(shares)}`;
    case "fee":
      return `Fees to ${payee ?? "the club"}`;
    case "reversal":
      return describeReversal(facts, who);
    case "exit":
      return describeExit(facts, formatPence(sum("1000")));
    case "exit_costs":
      return `Costs of the exit, to ${payee ?? "whom they are owed"}`;
    case "distribution":
      return `Paid out to ${who}`;
  }
}

const counted = (shares: number | null): string =>
  `${(shares ?? 0).toLocaleString("en-GB")} ${shares === 1 ? "share" : "shares"}`;

function describeExit({ exit_kind, shares }: TransactionFacts, amount: string): string {
  if (shares === null) return `${exitKindLabels[exit_kind ?? "sale"]}: a part of its money, ${amount}`;
  switch (exit_kind) {
    case "buyback":
      return `The company bought back ${counted(shares)} for ${amount}`;
    case "ipo":
      return `Sold ${counted(shares)} on the market for ${amount}`;
    case "liquidation":
      return `From the liquidation, for ${counted(shares)}: ${amount}`;
    case "dividend":
      return `Dividend on ${counted(shares)}: ${amount}`;
    case "holdback":
      return `Held back until now, for ${counted(shares)}: ${amount}`;
    default:
      return `Sold ${counted(shares)} for ${amount}`;
  }
}

const ofSigner = ({ booked_by_other }: TransactionFacts): string =>
  booked_by_other ? `; own payment of somebody who signs, booked by ${booked_by_other}` : "";

function lateness({ is_late, is_in_grace }: TransactionFacts): string {
  if (!is_late) return "";
  return is_in_grace ? ", after the time, inside the time of grace" : ", after the time";
}

function surplus(back: number, applied: number): string {
  if (back <= 0) return "";
  return applied > 0 ? `, ${formatPence(back)} more than was due` : "; nothing was due, all of it goes back";
}

function describeReversal({ reversed_kind, reversed_number, entries }: TransactionFacts, who: string): string {
  const due = entries.find(({ account }) => account === "1100")?.amount_pence ?? 0;
  if (reversed_kind === "call") return `No longer called from ${who}: ${formatPence(-due)}`;
  if (reversed_kind === "club_bears" && due > 0) return `No longer borne by the club for ${who}: ${formatPence(due)}`;
  if (reversed_kind === "receipt") return `Not from ${who} after all; line ${reversed_number} is taken back`;
  if (reversed_kind === "unidentified") return `It is known from whom; line ${reversed_number} is taken back`;
  return `Line ${reversed_number} is taken back`;
}
