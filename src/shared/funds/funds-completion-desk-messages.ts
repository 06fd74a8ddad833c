import { adminName } from "#shared/people/person-name.ts";
import type { PaperKind } from "./funds-completion-messages.ts";

/** What admins read of a round's completion. */

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;

const admin = (name: string | null): string => adminName(name);

export const gateMessages = {
  title: "Before it can complete",
  loading: "Loading what is missing",
  failed: "What is missing could not be loaded.",
  summary: (open: number) => (open === 0 ? "Nothing is missing." : `${count(open, "point is", "points are")} open.`),
  states: { met: "done", open: "open", later: "with the day of issue" },
} as const;

export const completionPartMessages = {
  title: "Completion",
  text: "Members hold their shares once two admins have completed the deal. One proposes, with the day on which the company issued the shares; another confirms.",
  loading: "Loading the completion",
  failed: "The completion did not load",
  unknown: "Nothing is kept of this completion",
  unknownText: "The deal was completed before its papers and its account were kept here.",
  board: "Closing board",
  account: "Company’s account",
  enterAccount: "Enter the company’s account",
  changeAccount: "Enter another account",
  confirmAccount: "Confirm the account",
  accountText: "The company is paid to it. Another admin calls the company back and confirms it.",
  accountSecond: "Another admin has to call the company back and confirm this account.",
  accountEntered: "Waits to be confirmed",
  accountCurrent: "The company is paid to",
  fee: "Decide",
  feeAgain: "Decide again",
  feeTitle: "The club’s success fee",
  feeText: (percent: string) =>
    `Members were shown ${percent} of what is raised, asked of the company. A company may pay it where its articles allow it.`,
  feeDecision: "Success fee",
  feeAllowed: "The articles allow it",
  feeWaived: "It is waived",
  feeArticle: "Article",
  feeArticleHint: "Its number, such as 14",
  feeMost: "Allows up to, in %",
  feeMostHint: "0.01 to 10, the most that the law allows",
  feeReason: "Why it is waived",
  feeSave: "Save",
  feeSaving: "Saving...",
  feeSaved: "Success fee decided",
  upload: "Choose a file",
  uploadAgain: "Replace",
  uploading: (percent: number) => `Uploading ${percent}%`,
  stop: "Stop",
  uploaded: (label: string) => `${label} filed`,
  uploadHint: "PDF, at most 25 MB.",
  notFiled: "Not filed",
  filed: (day: string, name: string | null) => `Filed on ${day} by ${admin(name)}`,
  made: (day: string) => `Made on ${day}`,
  open: "PDF",
  openFailed: "The paper was not opened",
  complete: "Complete the deal",
  propose: "Propose to complete...",
  proposeAgain: "Propose another day...",
  proposeTitle: "Propose to complete the deal",
  proposeText:
    "Another admin confirms it. Nothing changes before that. Then the company is shown under Portfolio too, where admins add to it in Content.",
  issuedOn: "Day of issue",
  issuedOnHint: "On which the company issued the shares to the nominee, as in its register. Not before it was paid.",
  proposeNow: "Propose",
  proposing: "Proposing...",
  proposed: "Completion proposed",
  notYet: "It can be proposed once nothing is open.",
  waits: (name: string | null, time: string) => `Proposed by ${admin(name)}, ${time}`,
  waitsFor: "Waits for another admin to confirm it.",
  waitsOpen: "It cannot be confirmed while something is open.",
  waitsMember: "Not you: you are a member of this deal",
  others: "Two other admins complete it.",
  what: "What will happen",
  issue: (members: number, shares: number, day: string) =>
    `${count(members, "member holds", "members hold")} ${count(shares, "share", "shares")} of the company, issued on ${day}.`,
  invoice: (amount: string) =>
    `An invoice of ${amount} to the company is made. Nobody sends it by itself: download it and send it to the founder, with the account to pay to.`,
  noInvoice: "No invoice is made.",
  papers: "Each member is told, and finds a certificate of what they hold among their papers.",
  final: "The ledger is sealed as it is then. This cannot be undone.",
  confirm: "Confirm and complete",
  confirmEnd: "",
  confirmTitle: "Complete this deal?",
  keep: "Not now",
  confirming: "Completing...",
  confirmed: "The deal is completed",
  failedToConfirm: "The deal was not completed",
  result: "The result",
  completedOn: "Completed",
  proposedBy: "Proposed by",
  confirmedBy: "Confirmed by",
  admin,
  issuedLabel: "Shares issued on",
  held: "Held for members",
  heldBy: (members: number, shares: number, cost: string) =>
    `${count(members, "member", "members")}, ${count(shares, "share", "shares")}, ${cost}`,
  invoiced: "Invoice to the company",
  invoicedAs: (amount: string, percent: string, article: string) => `${amount}: ${percent}, article ${article}`,
  notInvoiced: "None",
  waived: (reason: string) => `None, waived: ${reason}`,
  hash: "SHA-256 of the ledger",
  dealPapers: "Papers of the deal",
  drawing: "The papers are being made and are here in a moment.",
  memberPapers: (members: number) => `Papers of ${count(members, "member", "members")}`,
  memberPapersCaption: "Papers of each member",
  member: "Member",
  number: "No.",
  ofMember: (label: string, name: string) => `${label}, ${name}`,
  certificateText: "Every member of the deal gets it among their papers at once.",
} as const;

/** Of a table of members, where their own labels say "your". */
export const memberPaperColumns = {
  beneficial_certificate: "Certificate",
  signed_commitment: "What they signed",
  relief_certificate: "Tax relief",
} as const satisfies Partial<Record<PaperKind, string>>;
