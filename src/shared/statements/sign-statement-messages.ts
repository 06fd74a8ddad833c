import { roundHalfUp } from "./signed-statement-messages.ts";
import type { StatementKind } from "./statement-messages.ts";

const pounds = (amount: number) => `£${amount.toLocaleString("en-GB")}`;

/** With figures of the form's own: "£123,400 is entered as £120,000. £125,000 would be entered as £130,000." */
export function roundingExample({ least, nearest }: { least: number; nearest: number }): string {
  const rounded = roundHalfUp(least, nearest);
  const example = rounded === least ? Math.round(least + 2.34 * nearest) : least;
  const entered = roundHalfUp(example, nearest);
  const next = entered + nearest / 2;
  return `${pounds(example)} is entered as ${pounds(entered)}. ${pounds(next)} would be entered as ${pounds(roundHalfUp(next, nearest))}.`;
}

/** Of one's own statements, on the account page. */
export const ownStatementMessages = {
  label: "Statements",
  caption: "Your statements, newest first",
  loading: "Loading your statements",
  failed: "Your statements did not load",
  failedText: "Something broke on the way. What you signed is kept.",
  none: "You have not signed a statement yet.",
  pending: "Once an admin has approved your membership, you can sign one here.",
  live: (day: string) => `Your statement is valid until ${day}.`,
  inReview: "An admin is looking at your statement. You are told by email.",
  refused: (reason: string | null) => `Your statement was refused: ${reason ?? ""}`,
  expired: (day: string) => `Your statement ended on ${day}. Sign again to see deals.`,
  withdrawn: (day: string) => `You withdrew your statement on ${day}. Sign again to see deals.`,
  revoked: (reason: string | null) => `Your statement was revoked: ${reason ?? ""}`,
  emptyTitle: "No statements",
  emptyText: "Each one that you sign stays here, as you signed it.",
  sign: "Sign your statement",
  signAgain: "Sign again",
  see: "See the statement",
  pdf: "PDF",
  pageLoading: "Loading what you signed",
  pageFailed: "What you signed did not load.",
  close: "Close",
  hash: "Hash",
  withdraw: "Withdraw",
  withdrawTitle: "Withdraw your statement?",
  withdrawText:
    "It ends at once: deals, their documents and their mails are closed to you until you sign again. What you own stays as it is, and what you signed stays here.",
  keep: "Keep it",
  withdrawing: "Withdrawing",
  wasWithdrawn: { title: "Statement withdrawn", description: "Deals are hidden from now on." },
  withdrawFailed: "The statement was not withdrawn",
} as const;

export const kindChoices: Record<StatementKind, string> = {
  high_net_worth: "My income is high, or I own a lot besides my home and my pension.",
  self_certified_sophisticated: "I know this kind of investing from my work, or because I have done it.",
};

/** In plain words, beside a condition of this key; they explain it and never replace it. */
export const plainWords: Record<string, readonly string[]> = {
  income: ["Income of the last financial year. Money taken out of a pension in one go does not count."],
  net_assets: [
    "What you own less what you owe, without your home and any loan on it, without pensions, and without what an insurance would pay.",
    "The figure had to hold for the whole year, not on one day of it.",
  ],
  private_equity: ["Work that you were paid for: choosing, funding or lending to companies that are not listed."],
  director: [
    "A director as the companies register has it. The number is on the register and on the company’s letters.",
  ],
  investments: ["Each time you put money into a company that is not listed counts. Say how many times."],
  network: ["A network or syndicate of business angels that you belong to now and have for more than six months."],
};

export const signMessages = {
  label: "Sign your statement",
  loading: "Loading the form",
  failed: "The form did not load",
  failedText: "Nothing is lost: you have not answered yet.",
  noForm: "There is no form to sign yet",
  noFormText: "An admin has to install one first. Please come back another day.",
  step: (number: number, count: number) => `Step ${number} of ${count}`,
  back: "Back",
  next: "Continue",
  notKept:
    "Your answers in the form are not kept until you sign. If you leave or reload this page, you answer it from the start. Your name, date of birth, address and account name are kept as you save them.",
  leaveText: "Your answers are not kept: you would start from an empty form.",
  kindHeading: "Which of these describes you?",
  kindText: "It takes about three minutes. If you are not sure, read the other form too: you can come back here.",
  readForm: "Go on",
  recordHeading: "Who you are",
  saveRecord: "Save and continue",
  recordText: "The statement carries your name. What you fill in here is kept, also if you leave before you sign.",
  readHeading: "Read this first",
  no: "No",
  yes: "Yes",
  plainHeading: "In plain words",
  figureSeen:
    "No other member sees this figure. An admin who opens it has to give a reason, and you can read who looked and why.",
  asThingsAre:
    "Answer as things are. If no condition fits, say so at the end: nothing else in your membership changes.",
  noneHeading: "Have you answered as things are?",
  answered: (isYes: boolean) => (isYes ? "You answered Yes" : "You answered No"),
  declarationsHeading: "Read each line and tick it if it is true",
  signHeading: "Sign",
  youState: "You state that you are a",
  legalName: "Your legal name",
  date: "Date, set by the club",
  validUntil: "Valid until",
  signatureHint: "Capitals and spaces do not matter",
  sign: "Sign statement",
  signing: "Signing",
  finish: "Finish without signing",
  finishing: "Sending",
  copyKept:
    "A copy of this page, exactly as signed, is kept in your account. You can withdraw the statement there at any time.",
  refused: "Nothing was signed.",
  interruptedText: "Your answers were not kept, so please start again.",
  replacedTitle: "The form has changed. Nothing was signed.",
  doneOpen: (day: string) => `Signed. Deals are open to you until ${day}.`,
  doneLive: (day: string) => `Signed. Your statement is valid until ${day}.`,
  doneAgain: (day: string) => `From ${day} deals are closed until you sign again.`,
  doneInReview: "Signed. An admin looks at it first.",
  doneInReviewText:
    "You are told by email whether it counts. Until then deals stay hidden; everything else is as it was.",
  signed: "Signed",
  statement: "Statement",
  form: "Form",
  remind: "We remind you",
  askMails: "Which emails about deals do you want?",
  askMailsNote: "Without a tick you get none. You can change this on your account page at any time.",
  seeDeals: "See open deals",
  download: "Download what you signed (PDF)",
  all: "All your statements",
  declinedHeading: "Nothing was signed",
  declinedText:
    "You said that none of the conditions apply to you. Nothing else in your membership changes. If that is different one day, you can come back.",
  toAccount: "Go to your statements",
} as const;

/** Of the admins' register. */
export const statementRegisterMessages = {
  label: "Statements",
  caption: "Statements of members, newest first",
  loading: "Loading statements",
  fetchFailed: "The statements did not load.",
  filter: "Filter statements",
  searchHint: "Name or email",
  anyState: "All states",
  anyKind: "Both kinds",
  export: "Export CSV",
  exporting: "Exporting",
  exportFailed: "The list was not exported",
  emptyTitle: "No statements yet",
  emptyText: "Members sign theirs in their account. Those that need an admin say so here.",
  nothingTitle: "No such statement",
  nothingText: "Nothing matches these words, this state and this kind.",
  showAll: "Show all",
  sealed: "Deleted account",
  own: "Your own",
  accept: "Accept",
  acceptTitle: (name: string) => `Accept the statement of ${name}?`,
  acceptText: "It is live at once, and deals are shown to this member. They are told by email.",
  acceptHint: "Admins read it in the audit.",
  accepted: "Statement accepted",
  refuse: "Refuse",
  refuseTitle: (name: string) => `Refuse the statement of ${name}?`,
  refuseText: "Deals stay hidden from this member, who can sign again, unless another statement of theirs counts.",
  wasRefused: "Statement refused",
  revoke: "Revoke",
  revokeTitle: (name: string) => `Revoke the statement of ${name}?`,
  revokeText:
    "It ends at once: deals, their documents and their mails are closed to this member until they sign again, unless another statement of theirs counts.",
  revoked: "Statement revoked",
  decisionFailed: "The statement was not changed",
  open: "Open",
  openTitle: (name: string) => `Open the statement of ${name}?`,
  openText: "You see what was signed, with its figures, once. Its owner reads your name and your reason.",
  openHint: "Its owner reads it, and admins in the audit.",
  openFailed: "The statement was not opened",
  openedTitle: (name: string) => `Statement of ${name}`,
  openedText: "To see it again, open it again with a reason.",
  choose: (name: string, day: string) => `Choose the statement of ${name}, signed ${day}`,
  chooseAll: (count: number) => (count === 1 ? "Choose the one shown" : `Choose all ${count} shown`),
  chosen: (count: number) => (count === 1 ? "1 statement is chosen" : `${count} statements are chosen`),
  evidence: "Evidence pack",
  evidenceTitle: (count: number) =>
    count === 1 ? "Evidence pack of 1 statement?" : `Evidence pack of ${count} statements?`,
  evidenceText:
    "A ZIP file with each statement as it was signed, with its figures. Their owners read your name and your reason.",
  evidenceFailed: "The evidence pack was not made",
} as const;
