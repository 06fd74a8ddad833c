import { shortMoment } from "#shared/london-time.ts";
import { waitingWords } from "#shared/notices/notice-mail-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { ToDo, ToDoItem, Today } from "./to-do.ts";
import { mostNames, type ToDoKind } from "./to-do-messages.ts";

/** A row of what waits: who or what, how much, by when, and the verb of its button. */
export interface ToDoWords {
  what: string;
  detail: string | null;
  action: string;
  to: string;
}

export const toDoMessages = {
  toDo: "To do",
  start: "Getting started",
  nothing: "Nothing to do.",
  others: "Waiting for others",
  failed: "What waits for you could not be loaded",
  loading: "Loading what waits for you",
} as const;

export const todayMessages = {
  title: "Today",
  forYou: "For you",
  money: "Money due and late",
  others: "Waiting for somebody else or for a day",
  nothing: "Nothing waits for you.",
  noMoney: "Nobody is asked to pay.",
  failed: "What waits could not be loaded",
  loading: "Loading what waits",
} as const;

type Tell = (item: ToDoItem) => ToDoWords;

const ownTells: Record<ToDoKind, Tell> = {
  reconsent: ({ name, subject_id }) => ({
    what: `${name}: the terms changed`,
    detail: "Say whether you still want to commit. Without an answer your commitment ends",
    action: "Answer",
    to: paths.commitment(subject_id ?? ""),
  }),
  pay: ({ name, pence, subject_id }) => ({
    what: `Pay ${formatPence(pence ?? 0)} for ${name}`,
    detail: "The account and your reference are on the page",
    action: "Pay",
    to: paths.commitment(subject_id ?? ""),
  }),
  choose: ({ name, subject_id }) => ({
    what: `${name}: take fewer shares, or have your money back`,
    detail: "A part of your payment has arrived, and the time to pay is over",
    action: "Choose",
    to: paths.commitment(subject_id ?? ""),
  }),
  payout_account: ({ name, pence, subject_id }) => ({
    what: `Write to us which account ${formatPence(pence ?? 0)} for ${name} should go to`,
    detail: "The bank sent back what was paid to you. The account has to be in your name",
    action: "See what to do",
    to: paths.commitment(subject_id ?? ""),
  }),
  top_up: ({ name, subject_id }) => ({
    what: `${name}: shares became free`,
    detail: "You owe nothing if you take none",
    action: "See them",
    to: paths.commitment(subject_id ?? ""),
  }),
  event_offered: ({ name }) => ({
    what: `${name}: a place is free for you`,
    detail: null,
    action: "Take it",
    to: paths.events,
  }),
  event_answer: ({ name }) => ({ what: `${name}: are you coming?`, detail: null, action: "Answer", to: paths.events }),
  introduction: ({ name }) => ({
    what: `${name} asks for an introduction`,
    detail: null,
    action: "Answer",
    to: paths.introductions,
  }),
  statement_sign: () => ({
    what: "Sign your investor statement",
    detail: "The law asks for it before you can see a deal. About three minutes",
    action: "Sign your statement",
    to: paths.signStatement,
  }),
  statement_again: () => ({
    what: "Sign a new investor statement",
    detail: "Your earlier one has ended. The law asks for a new one before you can see a deal",
    action: "Sign your statement",
    to: paths.signStatement,
  }),
  statement_ends: () => ({
    what: "Sign a new investor statement",
    detail: "Yours ends on this day. What you hold is not affected",
    action: "Sign again",
    to: paths.signStatement,
  }),
  open_deals: ({ count, subject_id }) => ({
    what: count === 1 ? "A deal is open: read it and answer" : `${count} deals are open: read them and answer`,
    detail: "You have neither committed nor declined",
    action: count === 1 ? "Read the deal" : "Read the deals",
    to: subject_id ? paths.openDeal(subject_id) : paths.openDeals,
  }),
  company_update: ({ name, subject_id }) => ({
    what: `${name} has published its update`,
    detail: null,
    action: "Read",
    to: paths.ownCompany(subject_id ?? ""),
  }),
  mail_refused: ({ name }) => ({
    what: "Your mail does not arrive",
    detail: name === null ? null : `Your mail server refuses emails to ${name}. Look whether the address is right`,
    action: "Look at it",
    to: paths.accountPart("told"),
  }),
  profile: () => ({
    what: "Write your profile",
    detail: "You are not in the member directory yet",
    action: "Write",
    to: paths.submitProfile,
  }),
};

export const tellToDo: Tell = (item) => ownTells[item.kind](item);

export interface OthersWords {
  what: string;
  detail: string;
  state: string;
  to: string;
}

type Others = ToDo["others"][number];

const othersTells: Record<Others["kind"], (one: Others, day: string) => OthersWords> = {
  introduction: ({ name }, day) => ({
    what: `${name}: introduction`,
    detail: `You asked on ${day}`,
    state: "Not answered",
    to: paths.introductions,
  }),
  payment: ({ name, pence, subject_id }, day) => ({
    what: `${name}: your payment of ${formatPence(pence ?? 0)}`,
    detail: `You said on ${day} that you sent it`,
    state: "Not arrived",
    to: paths.commitment(subject_id ?? ""),
  }),
  allocation: ({ name, pence, subject_id }, day) => ({
    what: `${name}: who gets how many shares`,
    detail: `Commitments ended on ${day}. You pay ${formatPence(pence ?? 0)} at most`,
    state: "Not signed",
    to: paths.commitment(subject_id ?? ""),
  }),
  profile: (_, day) => ({
    what: "Your directory profile",
    detail: `You sent it on ${day}. An admin checks it`,
    state: "Not checked",
    to: paths.submitProfile,
  }),
  statement: (_, day) => ({
    what: "Your investor statement",
    detail: `You signed it on ${day}. An admin checks it`,
    state: "Not checked",
    to: paths.statements,
  }),
};

export const tellOthers = (one: Others): OthersWords =>
  othersTells[one.kind](one, shortMoment(one.since).replace(/, .*/, ""));

type TodayRow = Today["rows"][number];

const verbs: Record<TodayRow["kind"], string> = {
  membership_request: "Review",
  signatory: "Confirm",
  profile: "Review",
  data_request: "Decide",
  statement: "Check",
  statement_form: "Read",
  introduction_report: "Decide",
  company_update: "Read",
  question: "Answer",
  cancelling_proposal: "Confirm",
  closing_proposal: "Confirm",
  deals_setting: "Confirm",
  fee_account_setting: "Confirm",
  terms_setting: "Confirm",
  list_to_sign: "Read and sign",
  bank_feed: "Confirm",
  payment: "Approve",
  exit: "Confirm",
  holding_import: "Confirm",
  holding_import_undo: "Confirm",
  outside_payment: "Confirm",
  price: "Confirm",
  price_document: "Add the document",
  split: "Confirm",
  deal: "Open",
  enquiry: "Sort",
  no_form: "Install a form",
  second_form: "Install the second form",
  deals_off: "Switch deals on",
  setup: "Go on",
};

const actVerbs: Record<NonNullable<TodayRow["act"]>, string> = {
  prepare: "Open",
  freeze: "Sign the offer",
  sign_offer: "Read and sign",
  sign_closing: "Read and sign",
  bank_file: "Add a bank file",
  lines: "See the lines",
  balance: "Type the balance",
  refund: "Send it back",
  approve: "Approve",
  commit: "Commit",
  unknown: "See the lines",
  late: "Decide",
  freed: "Decide",
  questions: "Answer",
  papers: "File documents",
  day: "Enter the day",
  certificates: "See certificates",
  enter_account: "Enter account",
  company_account: "Ask for account",
  success_fee: "Enter the fee",
  invoice: "Open",
  exit: "Open payments",
};

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function tellToday(row: TodayRow): ToDoWords {
  const { kind, act, count, names, text, path } = row;
  const told = { action: act ? actVerbs[act] : verbs[kind], to: path };
  const [first = ""] = names;
  if (kind === "deal") return { what: first, detail: text, ...told };
  if (kind === "setup") return { what: "Finish setting up the club", detail: null, ...told };
  if (kind === "no_form")
    return {
      what: "No statement form is in force",
      detail: "Members cannot sign an investor statement",
      ...told,
    };
  if (kind === "second_form")
    return {
      what: "One statement form is in force, and deals need both",
      detail: "Deals are off until then",
      ...told,
    };
  if (kind === "deals_off")
    return {
      what: "Deals are off",
      detail: names.length
        ? `Both statement forms are in force. Settings still has the sample’s words under ${names.join(", ")}`
        : "Both statement forms are in force. Switch deals on in Settings",
      ...told,
    };
  if (kind === "enquiry")
    return {
      what: count === 1 ? `Enquiry: ${first}` : `${count} enquiries from founders`,
      detail: count === 1 ? null : `Oldest: ${first}`,
      ...told,
    };
  const [one, several] = waitingWords[kind];
  if (count === 1) return { what: first ? `${upper(one)}: ${first}` : upper(one), detail: null, ...told };
  return { what: `${count} ${several}`, detail: namesWords(row) || null, ...told };
}

/** "Ada Moss, Ben Hill, Cy Ash and 1 more". */
export const namesWords = ({ names, count }: Pick<TodayRow, "names" | "count">): string =>
  `${names.join(", ")}${names.length === mostNames && count > mostNames ? ` and ${count - mostNames} more` : ""}`;

const waitingTexts = {
  deal: (_count: number, text: string | null) => text ?? "",
  unpaid: (_count: number, text: string | null) => text ?? "",
  invited: (count: number) =>
    count === 1 ? "Invited, has not registered" : `${count} people are invited and have not registered`,
  no_statement: (count: number) =>
    count === 1 ? "Approved, has no investor statement" : `${count} members have no investor statement`,
  form_waits: (count: number) =>
    count === 1
      ? "Another admin signs this statement form off"
      : `Another admin signs these ${count} statement forms off`,
} as const;

export const tellWaiting = ({ kind, count, text }: Today["waiting"][number]): string => waitingTexts[kind](count, text);

/** When something is due or can go on, or since when it waits; crimson once late, ochre within a day. */
export function tellTime(
  { by, from = null, since = null }: { by: string | null; from?: string | null; since?: string | null },
  now = new Date(),
): { text: string; tone: "late" | "soon" | "plain" } | null {
  if (from) return { text: `From ${shortMoment(from)}`, tone: "plain" };
  if (by) {
    const left = new Date(by).getTime() - now.getTime();
    if (left <= 0) return { text: `Late since ${shortMoment(by)}`, tone: "late" };
    return { text: `By ${shortMoment(by)}`, tone: left < 86_400_000 ? "soon" : "plain" };
  }
  return since ? { text: `Since ${shortMoment(since).replace(/, .*/, "")}`, tone: "plain" } : null;
}
