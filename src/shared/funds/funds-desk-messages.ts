/** What admins read of a round that is closing, and of its money. */

import { formatDay } from "../london-time.ts";
import { formatPence } from "../pence.ts";
import { possessive } from "../possessive.ts";
import type { BankFilePreview } from "./funds.ts";

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;

export const closingMessages = {
  loading: "Loading the deals that are closing",
  commitments: "Commitments",
  allocation: "Allocation",
  account: "Account that members pay to",
  board: "Closing board",
  bank: "Bank file",
  ledger: "Payments in this deal",
  completion: "Completion",
  relief: "Tax relief",
  loadingDeal: "Loading the closing",
  reason: "Reason",
  publicReasonHint: "Every participant of the deal can read it.",
  failedToSave: "Not saved",
} as const;

export const accountPartMessages = {
  account_name: "Account name",
  sort_code: "Sort code",
  account_number: "Account number",
  bank: "Bank",
  partner: "Partner",
  enter: "Enter an account",
  change: "Enter another account",
} as const;

const bankCharge = "A charge of the bank, borne by the club";

interface AskedRefund {
  payee: string;
  asked_by_name: string | null;
  approved_by_name: string | null;
}

export const boardPartMessages = {
  /** Of a refund to an admin, which nobody else proposes. */
  askedFor: ({ payee, asked_by_name: asked, approved_by_name: approved }: AskedRefund) => {
    const who = asked ?? "A former admin";
    const own = `it is ${possessive(payee)} own money`;
    if (approved === null) return `${who} asked for it and approves it: ${own}`;
    return approved === asked
      ? `${who} asked for it and approved it: ${own}`
      : `${who} asked for it, ${approved} approved it: ${own}`;
  },
  title: (company: string) => `${company}, closing`,
  due: (time: string) => `${time}, the due time`,
  calledOn: (time: string) => `Members were asked to pay ${time}`,
  notCalled: "Nobody is asked to pay yet",
  neverCalled: "Nobody was asked to pay",
  unpaid: (open: number, all: number) => `${open.toLocaleString("en-GB")} of ${count(all, "member", "members")}`,
  /** @param isMore somebody who has paid is listed above. */
  settled: (paid: number, sum: string, others: number, isMore: boolean) =>
    [
      paid > 0 &&
        `${isMore ? count(paid, "more has", "more have") : count(paid, "member has", "members have")} paid ${sum}`,
      others > 0 && `${count(others, "member owes", "members owe")} nothing`,
    ]
      .filter(Boolean)
      .join(", "),
  nudge: (members: number) => `Remind ${count(members, "member", "members")}`,
  nudging: "Reminding...",
  nudged: (members: number) => `${count(members, "member", "members")} reminded`,
  actionFailed: "That did not work",
  counts: "Where the members are",
  countLabels: {
    called: "called",
    paid: "paid",
    part_paid: "part paid",
    held: "held by a bank",
    late: "late",
  },
  sums: "Three sums that have to agree",
  sumCalled: "What is due",
  sumBank: "What the bank holds",
  sumGoes: "Where it will go",
  applied: "Applied to members",
  open: "Still open",
  uncalled: "Not called yet",
  total: "Due",
  refund: "To be refunded",
  unidentified: "Not identified",
  toPayOut: "To be paid out for shares",
  unbooked: "Not booked yet, paid in less paid out",
  sentToCompany: "Sent to the company",
  sentToClub: "Fees sent to the club",
  borneByClub: "Borne by the club",
  inAccount: "In the account",
  together: "Together",
  toCompany: (shares: string, price: string | null) =>
    price ? `To the company, ${shares} × ${price}` : `To the company, ${shares} shares`,
  paidInByClub: (pence: string) => `Fees to the club, with ${pence} that it paid in`,
  toClub: (borne: string | null) => `Fees to the club${borne === null ? "" : `, less ${borne} that it bears`}`,
  agree: (time: string) => `The three sums agree with what is booked, checked at ${time}`,
  disagree: (time: string) => `The three sums do not agree, checked at ${time}`,
  transactions: (number: number, sum: string) =>
    `${count(number, "transaction", "transactions")} to date, together ${sum}`,
  mismatch: (bank: string, booked: string, waits: string, time: string | null) =>
    `Bank ${bank}${time ? `, by the list of ${time}` : ""}; booked ${booked}; ${waits} of what is not booked is explained, as it was paid in or is approved to be paid. Until it is explained calls are off, and payments too, but for those that may have left the account already. Admins and participants are told of what lasts four hours.`,
  explainLeft: {
    charge: ({ left }: LeftWords) => `Under Bank, match what left the account: a charge of ${left} as “${bankCharge}”.`,
    approved: () => "Under Bank, match what left the account with the approved payments that it consists of.",
    proposable: ({ owed, bearable }: LeftWords) =>
      `Propose and approve the payments that left the account. ${owed.join("; ")}. Then match the line with them under Bank. The club can bear a charge of the bank beside them of up to ${bearable}.`,
    nothing: ({ bearable }: LeftWords) =>
      `Nothing that is owed explains it, and the club can bear ${bearable} of it: ask the bank what it was. What the club pays in for it is matched as “Paid in by the club”.`,
  },
  takenBack: (pence: string) => `Under Bank, match ${pence} that left as banks took payments of members back.`,
  owed: {
    company: (amount: string) => `${amount} is owed to the company`,
    members: (amount: string) => `${amount} is owed to members as refunds`,
    unknown: (amount: string) => `${amount} is not identified and can be sent back`,
    club: (amount: string) => `${amount} is due to the club as fees`,
    holders: (amount: string) => `${amount} is to be paid out for shares`,
  },
  showLines: "Show the payments",
  caption: "Members who were called",
  captionBefore: "Members who get shares; nobody is asked to pay yet",
  loading: "Loading the members",
  empty: "Nobody is asked to pay yet.",
  emptyOver: "Nobody was called.",
  member: "Member",
  tier: "Plan",
  shares: "Shares",
  dueColumn: "Due",
  appliedColumn: "Applied",
  bankDate: "Bank date",
  openColumn: "Open",
  state: "State",
  actions: "Actions",
  members: (number: number) => count(number, "member", "members"),
  inParts: (day: string, parts: number) => `${day}, ${partWords[parts] ?? parts} payments`,
  tooMuch: (amount: string) => `${amount} too much; refund it`,
  toRefund: (amount: string) => `${amount} to refund`,
  refundWaits: (amount: string) => `refund of ${amount} waits for approval`,
  refundApproved: (amount: string) => `refund of ${amount} is approved, not yet paid`,
  missing: (amount: string, most: string, ways: string) =>
    `${amount} is missing. The club can bear at most ${most}; ${ways}.`,
  extendOr: "extend, or ",
  releaseNow: "release",
  releaseLater: "release once the time of grace is over",
  lineWaits: "A line of the bank may be this payment. Book it under Bank before a release.",
  late: (time: string) => `Late, grace until ${time}`,
  graceOver: "Late, the time of grace is over",
  paidLate: "late",
  held: (time: string) => `Held by a bank, due ${time}`,
  waits: (time: string) => `Due ${time}`,
  extend: "Extend",
  extendTitle: (name: string) => `More time for ${name}`,
  extendText: "Once, by at most 48 hours: from now where the money is late.",
  hours: "Hours",
  extending: "Saving...",
  extended: "More time is given",
  release: "Release",
  releaseTitle: (name: string) => `Release ${name}`,
  releaseText:
    "The commitment ends. What has arrived goes back in full, any fee included, and the shares become free. This cannot be undone.",
  releasing: "Releasing...",
  released: "Released, not paid",
  bear: "Bear",
  bearTitle: (name: string, amount: string) => `The club bears ${amount} of ${name}`,
  bearText: "What is missing is taken from the club’s fee, and the member has paid.",
  bearing: "Saving...",
  borne: "The club bears it",
  refundAction: "Refund",
  refundTitle: (name: string) => `Refund to ${name}`,
  refundText: (name: string, isOfAdmin: boolean) =>
    isOfAdmin
      ? `It is ${possessive(name)} own money, and it can only go back to them: you ask for it, and you approve it. It is done once the bank’s list has it.`
      : "Another admin approves it; it is done once the bank’s list has it.",
  refunding: "Proposing...",
  refunded: (isOfAdmin: boolean) => (isOfAdmin ? "Refund asked for" : "Refund proposed"),
} as const;

interface LeftWords {
  left: string;
  owed: readonly string[];
  bearable: string;
}

interface Lines {
  lines: number;
}

interface Imported {
  new_lines: number;
  booked: Lines;
  own: Lines;
  to_book: Lines;
  to_look_at: Lines;
}

const leftAs = {
  charge: `Match a charge of the bank as “${bankCharge}”; propose and approve a payment first.`,
  approved: `Match it with the approved payments that it consists of; match a charge of the bank beside them as “${bankCharge}”.`,
  proposable: `Propose and approve the payments that it consists of; match a charge of the bank beside them as “${bankCharge}”.`,
  nothing: `Nothing that is owed explains it: ask the bank what it was. What the club pays in for it is matched as “Paid in by the club”.`,
} as const;

const partWords: Record<number, string> = { 2: "two", 3: "three", 4: "four", 5: "five" };

const payerOf = (payer: string): string => payer || "no name";

export const bankPartMessages = {
  payerOf,
  leftUnexplained: (lines: readonly string[], as: "charge" | "approved" | "proposable" | "nothing") =>
    `No single approved payment is what left the account: ${lines.join("; ")}. Calls are off until each of these lines is matched, and so are payments that are more than one of them. ${leftAs[as]}`,
  newLines: (fresh: number, known: number) =>
    `${count(fresh, "new line", "new lines")}, ${known === 0 ? "none" : known.toLocaleString("en-GB")} known before.`,
  balance: (from: string, to: string) => `The balance has no gap: ${from} to ${to}.`,
  noBalance: "The file has no balance.",
  takeBackText: (lines: number, sum: string) =>
    `${lines === 0 ? "It brought no new line." : `It brought ${count(lines, "line", "lines")}, ${sum}. None of them is booked, and they count nowhere any more.`} Take it back if it is of another account. It can be imported again.`,
  reading: (lines: number) => `Reading ${count(lines, "line", "lines")}`,
  previewTitle: (name: string) => `${name} is not imported yet`,
  span: (lines: number, from: string, to: string) =>
    from === to
      ? `${count(lines, "line", "lines")}, all of ${from}.`
      : `${count(lines, "line", "lines")} from ${from} to ${to}.`,
  counted: (fresh: number, known: number, asked: number) =>
    known + asked === 0
      ? "All of them are new."
      : [
          fresh === 0 ? "None of them is new" : `${fresh.toLocaleString("en-GB")} of them new`,
          known > 0 && `${known.toLocaleString("en-GB")} here already`,
          asked > 0 && `${asked.toLocaleString("en-GB")} to be answered below`,
        ]
          .filter(Boolean)
          .join(", ")
          .concat("."),
  notCompleted: (lines: readonly { line: number; state: string }[]) =>
    `Left out, as the payment is not completed: ${lines.map(({ line, state }) => `line ${line} (${state})`).join(", ")}.`,
  withoutPayment: (lines: number) =>
    `${count(lines, "line has no payment and is", "lines have no payment and are")} not read.`,
  zeroLines: (lines: number) => `${count(lines, "line of £0.00 is", "lines of £0.00 are")} left out.`,
  undecided: ({ line, booked_on, amount_pence, payer, known_payer }: BankFilePreview["undecided_lines"][number]) =>
    `Line ${line}, ${payerOf(payer)}, ${formatPence(Math.abs(amount_pence))} paid ${amount_pence < 0 ? "out" : "in"} on ${formatDay(booked_on)}: is it the payment of ${known_payer || "nobody named"} that is here already?`,
  importLines: (lines: number) => `Import ${count(lines, "line", "lines")}`,
  imported: ({ new_lines, booked, own, to_book, to_look_at }: Imported, sum: string) =>
    [
      booked.lines > 0 && `The import booked ${count(booked.lines, "payment", "payments")}, ${sum}.`,
      booked.lines === 0 && (new_lines > 0 ? "The import booked nothing." : "Nothing new in this file."),
      own.lines === 1 && "Your own payment waits for another admin.",
      own.lines > 1 && `${own.lines.toLocaleString("en-GB")} of your own payments wait for another admin.`,
      to_book.lines > 0 &&
        `${count(to_book.lines, "line waits", "lines wait")} until you book ${to_book.lines === 1 ? "it" : "them"}.`,
      to_look_at.lines > 0 && `${count(to_look_at.lines, "line", "lines")} needed a look.`,
    ]
      .filter(Boolean)
      .join(" "),
  nothingImported: "Nothing was imported.",
  showBooked: "Booked",
  loading: "Loading the lines",
  group: (label: string, lines: number, sum: string) => `${label}, ${count(lines, "line", "lines")}, ${sum}`,
  sum: (lines: number, sum: string) => `${count(lines, "line", "lines")}, ${sum}`,
  book: (lines: number, sum: string) => `Book ${count(lines, "line", "lines")}, ${sum}`,
  confirmed: (lines: number, sum: string | undefined) =>
    `${count(lines, "line", "lines")} booked${sum ? `, ${sum}` : ""}`,
  leftOut: (lines: number) => `${count(lines, "line is", "lines are")} not sure any more and left out.`,
  date: "Date",
  payer: "Payer",
  reference: "Reference",
  amount: "Amount",
  chooseTo: "Please choose",
  clubBears: bankCharge,
  tooMuchParts: (amount: string) => `The parts are ${amount} more than the line.`,
  tooLittleParts: (amount: string) => `The parts are ${amount} less than the line.`,
  matching: "Booking...",
  takenBack: (name: string) => `Returned by the bank, payment of ${name}`,
  kinds: {
    receipt: "Payment of a member",
    unidentified: "Not identified",
    refund: "Refund",
    return: "Back to where it came from",
    wire: "To the company",
    fee: "Fees to the club",
    club_bears: "Borne by the club",
    exit: "Proceeds of an exit",
    exit_costs: "Costs of an exit",
    distribution: "Distribution to a member",
    payment_returned: "A payment that the bank sent back",
  },
  mappingChange: "Change columns",
} as const;

export const ledgerPartMessages = {
  entriesTitle: (number: number, text: string) => `Transaction ${number}: ${text}`,
  memberOf: (label: string, member: number | null) => (member === null ? label : `${label}, Member ${member}`),
  totals: (transactions: number, sum: string, onAccount: string) =>
    `${count(transactions, "transaction", "transactions")}, together ${sum}. On account ${onAccount}.`,
} as const;
