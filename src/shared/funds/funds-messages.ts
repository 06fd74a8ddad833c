import { numberKinds } from "#shared/typed-numbers.ts";

/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const lineGrades = ["sure", "amount", "payer", "likely", "unknown"] as const;
export type LineGrade = (typeof lineGrades)[number];
export const lineGradeLabels: Record<LineGrade, string> = {
  sure: "Sure",
  amount: "Amount differs",
  payer: "Payer differs",
  likely: "Likely",
  unknown: "Unknown",
};

export const matchKinds = [
  "receipt",
  "unidentified",
  "refund",
  "return",
  "wire",
  "fee",
  "club_bears",
  "exit",
  "exit_costs",
  "distribution",
  "payment_returned",
] as const;
export type MatchKind = (typeof matchKinds)[number];

export const outgoingKinds = ["refund", "return", "wire", "fee", "exit_costs", "distribution"] as const;
export type OutgoingKind = (typeof outgoingKinds)[number];
export const outgoingKindLabels: Record<OutgoingKind, string> = {
  refund: "Refund to a member",
  return: "Back to where it came from",
  wire: "To the company",
  fee: "Fees to the club",
  exit_costs: "Costs of an exit",
  distribution: "Distribution to a member",
};
export const outgoingStates = ["proposed", "approved", "paid", "cancelled"] as const;
export type OutgoingState = (typeof outgoingStates)[number];
export const outgoingStateLabels: Record<OutgoingState, string> = {
  proposed: "Waits for a second admin",
  approved: "Approved, not yet in the bank’s list",
  paid: "Paid",
  cancelled: "Cancelled",
};

export const ledgerKinds = [
  "call",
  "receipt",
  "unidentified",
  "leaving",
  "club_bears",
  "refund",
  "return",
  "wire",
  "fee",
  "reversal",
  "exit",
  "exit_costs",
  "distribution",
  "payment_returned",
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export const ledgerAccounts = ["1000", "1100", "2000", "2100", "2200", "2300", "2400"] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];
export const ledgerAccountLabels: Record<LedgerAccount, string> = {
  "1000": "Collection account",
  "1100": "Due from a member",
  "2000": "Subscription to be applied",
  "2100": "Fee owed to the club",
  "2200": "Refund due",
  "2300": "Unidentified",
  "2400": "Distribution due",
};

export const fundsMessages = {
  required: "Please fill this in",
  atMost: (count: number) => `Please use at most ${count} characters`,
  sortCode: "Please enter a sort code such as 12-34-56",
  accountNumber: "Please enter the eight digits of the account",
  wholePence: numberKinds.pounds.problem,
  matchKind: "Please choose what it is for",
  reason: "Please give a reason",
  secondPerson: "Another admin has to confirm what you entered.",
  ownCommitment: "This is about your own money, or that of an account that looks like yours: another admin does it.",
  noAccountEntered: "There is no account that waits to be confirmed.",
  noAccount: "Enter and confirm a collection account first.",
  frozen: (time: string) => `The account has changed. Nothing is called and nobody is shown it before ${time}.`,
  notAllocated: "Funds are called once the allocation is final.",
  nothingToCall: "Everybody who has shares has been called.",
  outsideHours: "Outside Monday to Wednesday, 09:00 to 17:00, a funds call needs a reason.",
  notCalled: "Nothing is called from this member now.",
  alreadyHeld: "This was said once already. An admin can give more time.",
  alreadyExtended: "More time was given once already.",
  extensionTooLong: "Please enter from 1 to 48 hours",
  paidKept: "A paid member is never released.",
  inGrace: "The time of grace is not over.",
  clubBearsTooMuch: "The club can bear at most £1.00 of what is missing",
  nothingOpen: "Nothing is open here.",
  paymentWaits: "A line of the bank’s list may be this payment. Please book it first.",
  graceOver: "The time to pay is over. An admin decides now.",
  accountInUse: (company: string) =>
    `Members of ${company} pay to this account, and that deal is not settled. Enter another account, or wait until that deal is completed or cancelled and its account is at £0.00.`,
  lineOfOtherDeal: (company: string) =>
    `This line is of ${company}, not of this deal. Book it on the page of that deal.`,
  dealOver: "Only a deal that is prepared or open has a collection account.",
  notFewer: "What arrived does not pay for the smallest commitment.",
  fileTooLarge: "This file has more than 2 MB. Choose fewer days at once: lines that are here already are left out",
  tooManyRows:
    "This file has more than 5,000 lines. Choose fewer days at once: lines that are here already are left out",
  unknownFormat: "The columns of this file are not known. Please say which is which.",
  fileOfAnotherAccount:
    "This file is of another account than the one that members of this deal pay to. Choose the file of that account. Nothing was imported.",
  fileKnown: "This file is here already. Nothing was imported.",
  alreadyPosted: "This line is booked already.",
  moreThanLine: (amount: string) => `At most ${amount} of this line is not booked yet`,
  partsDiffer: (isMore: boolean, amount: string) =>
    `The parts are ${amount} ${isMore ? "more" : "less"} than the line. A line that left the account is booked in full.`,
  accountBelowZero: "Less is booked in the account than this payment. Please book what came in first",
  chargeAboveFees: (charge: string, fees: string) =>
    `The club cannot bear ${charge}: ${fees} of fees are its own in this deal. Please match the line with approved payments, or book what the club pays in first`,
  noSuchMember: "Please choose a member of this deal who was called",
  nothingToUnmatch: "This line is not booked.",
  notOutgoing: "Please choose an approved payment, and give the part its amount",
  outgoingOnly: "Money that left the account is matched with an approved payment",
  notProceeds: "Please choose a confirmed exit of this company, and no more than is missing of its money",
  notSent:
    "Please choose a payment that was booked as paid on that day or before, and give the part its amount. What a company was paid for shares that members hold is not sent back",
  notReceived:
    "Please choose a payment of a member that arrived on that day or before, and give the part no more than was booked of it",
  returnCompanyPaid:
    "The payment to the company is approved or paid. If the bank has not sent it, cancel it, and match this line again. If the company is paid, the members’ shares stay: the club bears what the bank took back, and asks the member for it.",
  noCharge: (name: string, sum: string, day: string) =>
    `This is no charge of the bank: it takes back the payment of ${sum} of ${name}, ${day}. Choose that payment under For`,
  incomingOnly: "Money that came in is matched with a member, an exit or the club",
  refundOfAdmin: (amount: string) => `Of an admin, all of it is sent back: enter ${amount}`,
  refundTooMuch: (amount: string) => `At most ${amount} is due back`,
  costsDiffer:
    "The members’ parts do not add up to the price of the shares, and no change since the allocation explains it. Check the costs before the company is paid.",
  companyPaid:
    "The payment to the company is approved or paid, so shares and commitments stay as they are. If the bank has not sent it, cancel that payment first.",
  accountShort: (payment: string, onAccount: string, leaving: string) =>
    `${payment} cannot be paid: the account holds ${onAccount}, of which ${leaving} is approved to be paid out.`,
  wireFirst: "The fees go to the club once the company is paid.",
  feeOnce: "The payment of the fees is proposed already.",
  amountChanged: "What is owed has changed meanwhile. Please cancel this payment and propose it again.",
  bookedBeforeCompletion:
    "The deal is completed, and its payments were sealed with this booking. What was booked before the completion stays as it is.",
  returnedSince: "The bank sent this payment back later. Take back that booking first.",
  moneySentOn: "This money is on its way out, or gone. Cancel or take back that payment first.",
  firstFileGap: (amount: string) =>
    `The first file of a deal begins at £0.00, and this one at ${amount}. Choose the days from the account’s first one: what was paid in before this deal is booked too, as paid in by the club. Nothing was imported.`,
  fileGap: ({ expected, found, lastDay, wayOut }: Record<"expected" | "found" | "lastDay" | "wayOut", string>) =>
    `This file does not follow from the lines that are here. It should end at ${expected} and ends at ${found}. Choose the days from ${lastDay} on, the last day that is here, or from an earlier one: lines that are here already are left out. ${wayOut}Nothing was imported.`,
  takeBackFile: (name: string) =>
    `None of the lines of the newest file, ${name}, is booked: if it is of another account, take it back first. `,
  unbookFile: (name: string, amount: string) =>
    `If the newest file, ${name}, is of another account, take back what is booked of it, ${amount}, and then the file. `,
  fileBooked: (amount: string) => `${amount} of this file is booked. Take those bookings back first.`,
  linesUndecided:
    "Some lines may be here already: their day and amount are those of lines that another kind of file brought. Choose the file again, and say which they are. Nothing was imported.",
  fileNotNewest:
    "A later file is here, and lines that this one has were left out of it. Only the newest file is taken back.",
  fileOfFeed: "The feed read these lines from the bank’s own list. They stay.",
  noSuchColumn: "The file has no such column",
  nameOfBank: "This name stands for files whose columns are known. Please choose another",
  mappingKnown: "Columns of this name, or of this header, are saved already.",
  companyNotCalledBack: "Another admin has to confirm the company’s account after a call back first.",
  paymentClosed: "This payment is decided already.",
  ledgerMismatch:
    "What is booked and the bank do not agree. Everything else that moves money is off until that is explained under Bank: propose and approve the payments that have left the account already, then match the line with them. A charge of the bank is borne by the club.",
} as const;

export const ledgerOrders = ["booking", "bank"] as const;
export type LedgerOrder = (typeof ledgerOrders)[number];
export const ledgerOrderLabels: Record<LedgerOrder, string> = { booking: "As booked", bank: "By bank day" };
export const ledgerOrderHint =
  "By bank day, the last line of each day shows what the account held at the bank, once all its lines are booked.";

/** Of a line of the ledger, where no more is said of it. */
export const ledgerKindLabels: Record<LedgerKind, string> = {
  call: "Call",
  receipt: "Receipt",
  unidentified: "Receipt, unidentified",
  leaving: "Owed back",
  club_bears: "Borne by the club",
  refund: "Refund",
  return: "Return",
  wire: "Payment to the company",
  fee: "Fees to the club",
  reversal: "Reversal",
  exit: "Exit",
  exit_costs: "Costs of an exit",
  distribution: "Distribution",
  payment_returned: "Payment sent back by the bank",
};
