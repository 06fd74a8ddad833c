import { type Kysely, sql } from "kysely";
import { type ActKind, actMessages } from "#shared/acts/act-messages.ts";
import { type CannotSign, goesOnAt, leftOutWords, nobodyAnswers, nobodySecond, oneOf } from "#shared/acts/act-words.ts";
import type { Act, NextAct } from "#shared/acts/acts.ts";
import { type Arranger, withoutPart } from "#shared/acts/panel-words.ts";
import { counted } from "#shared/counted.ts";
import type { DealState, dealSchemes } from "#shared/deals/deal-messages.ts";
import { type CompletionItem, completionItemLabels } from "#shared/funds/funds-completion-messages.ts";
import { formatDay, londonDate, weekdayMoment } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { gradeOpenLines, hasOtherAdmin, type OpenLine } from "../funds/bank-lines/line-queries.ts";
import { nextSlot } from "../funds/calls/next-slot.ts";
import { findNextOfExit } from "./next-exit.ts";

/** Nothing is left to do, and nothing comes by itself. */
export const dealOver = "This deal is over.";

interface Facts {
  state: DealState;
  company: string;
  opens_at: Date | null;
  closes_at: Date | null;
  released: boolean;
  enabled: boolean;
  people: number;
  asked_pence: number;
  /** The club's, of all together; 0 before there are terms. */
  minimum_pence: number;
  has_new_version: boolean;
  offer_obstacle: string | null;
  draft: boolean;
  is_stale: boolean;
  final_since: Date | null;
  has_uncalled: boolean;
  has_account: boolean;
  frozen_until: Date | null;
  obstacle: string | null;
  arrangers: Arranger[];
  /** That one admin proposed to cancel it. */
  cancelling_until: Date | null;
  cancelling_by: string | null;
  cancelling_reason: string | null;
  cancelling_refusal: string | null;
  lacks: string | null;
  /** Whom the company's account was asked of, and that has not come. */
  asked_name: string | null;
  asked_at: Date | null;
  asked_until: Date | null;
  due_at: Date | null;
  unpaid: number;
  called: number;
  balance_is_for_other: boolean;
  wire: string | null;
  wire_pence: number | null;
  fee_pence: number | null;
  issued_on: string | null;
  proposed_at: Date | null;
  papers: number;
  /** To be sent back, and not proposed yet. */
  unknown_pence: number;
  unknown_payers: string[];
  surplus_pence: number;
  back_proposed_pence: number;
  /** The reader can approve this sum. */
  back_approvable_pence: number;
  back_approved_pence: number;
  /** The bank's list differs from the ledger by this sum. */
  difference_pence: number;
  /** Members whose time of grace is over. */
  late: number;
  /** What is missing to the club's minimum, where shares are final and the company is not paid. */
  below_minimum_pence: number;
  /** That members asked for and nobody has, until the company is paid. */
  left_out_shares: number;
  /** So many of the left-out shares were not offered yet. */
  freed_shares: number;
  /** Until when shares are kept for members, each their part, and how many are. */
  kept_until: Date | null;
  kept_shares: number;
  has_newer_terms: boolean;
  /** Of members, not answered. */
  questions: number;
  /** Answers that the offer in force is without. */
  hidden_answers: number;
  /** Another end of commitments that one admin proposed. */
  proposed_end: Date | null;
  proposed_end_by: string | null;
  proposed_end_refusal: string | null;
  /** On account for the club once the company is paid, and not on its way. */
  fees_left_pence: number;
  /** What the completion waits for, once the company is paid. */
  unmet: CompletionItem[];
  open_certificates: number;
  /** The success fee, while its invoice is young: the app does not know whether somebody has sent it. */
  invoiced_pence: number | null;
  has_page: boolean;
  /** The reader signs for no money before this time; null where more than time is missing, or nothing. */
  signs_from: Date | null;
  /** The reader has new passkeys alone until this time. */
  passkey_from: Date | null;
  scheme: (typeof dealSchemes)[number] | null;
}

interface OpenLines {
  /** Where all that is missing is at the bank, and waits for somebody else than its payer. */
  own: "mine" | "others" | null;
  /** Lines of the bank that the reader has to say something of. */
  unclear: number;
  /** Lines that are sure and were left to the reader, as they are the money of who brought the file. */
  to_book: number;
  /** Lines that wait for somebody else, as they are the reader's own money. */
  mine: OwnLines | null;
}

interface OwnLines {
  /** So many of the lines pay what the reader owes. */
  paying: number;
  came_pence: number;
  left_pence: number;
  /** Who books them: a name where there is only one, null where there is nobody. */
  books: string | null;
}

interface ActFacts {
  id: string;
  kind: "offer" | "closing";
  state: "prepared" | "waiting" | "signed";
  author: string;
  signed_first_at: Date | null;
  expires_at: Date | null;
  refusal: string | null;
  is_stale: boolean;
  is_stopped: boolean;
  answerers: string[];
  is_answerable: boolean;
  objections: Pick<Act["objections"][number], "withdrawn_at" | "answered_at">[];
  parts: Act["parts"];
  wire_refusal: string | null;
  fees_refusal: string | null;
  completion_refusal: string | null;
  shares_refusal: string | null;
  not_before: Date | null;
}

/** A sentence with the name, the sum and the day, and what its reader does about it. Undefined for no such deal. */
export async function findNext(db: Kysely<DB>, dealId: string, { now, isEnabled }: { now: Date; isEnabled: boolean }) {
  const facts = await readFacts(db, dealId, isEnabled);
  if (!facts) return undefined;
  const acts = await readActs(db, dealId);
  if (facts.state === "completed" || facts.state === "exited") {
    const ofExit = await findNextOfExit(db, dealId, facts.company);
    if (ofExit) return ofExit;
  }
  if (facts.cancelling_until && facts.cancelling_refusal === null)
    return step(
      `${adminNameFirst(facts.cancelling_by)} proposes to cancel this deal. Confirm it by ${moment(facts.cancelling_until)}, or leave it. Reason: ${facts.cancelling_reason}`,
      "prepare",
      facts.cancelling_until,
    );
  const lines = await readOpenLines(db, dealId, facts);
  const found = tellNext(
    { ...facts, ...lines },
    { offer: acts.find(({ kind }) => kind === "offer"), closing: acts.find(({ kind }) => kind === "closing") },
    now,
  );
  const isSigned = found.act === "sign_offer" || found.act === "sign_closing";
  if (isSigned && facts.signs_from)
    return forOthers(
      `${found.text} You can sign from ${moment(facts.signs_from)}, if nobody objects.`,
      facts.signs_from,
    );
  if (isSigned && facts.passkey_from)
    return forTime(
      `${found.text} Your passkey is new: you can sign with it from ${moment(facts.passkey_from)}.`,
      facts.passkey_from,
    );
  const { seconds, ...told } = found;
  const others = seconds && (await readSecondObstacle(db, dealId, seconds));
  const cancelling = facts.cancelling_until
    ? `It is proposed to cancel this deal. Another admin confirms that by ${moment(facts.cancelling_until)}.`
    : "";
  const text = [told.text, others && nobodySecond(others), cancelling].filter(Boolean).join(" ");
  // Who proposed to cancel it waits, and so does whoever would cancel it.
  const isForOthers = cancelling !== "" && (told.waits_for !== "reader" || told.act === "prepare");
  return { ...told, text, ...(isForOthers && { act: null, waits_for: "others" as const }) };
}

/** From the first commitment with a fee on, as two admins and a day may come before an account is in the settings. */
export async function lacksFeeAccount(db: Kysely<DB>, dealId: string): Promise<boolean> {
  const { rows } = await sql`
    select from deals d
     where d.id = ${dealId} and d.state in ('released', 'closing')
       and exists (select from asked_sums a where a.deal_id = d.id and a.has_fees)
       and not exists (select from outgoing_payments o
                        where o.deal_id = d.id and o.kind = 'fee' and o.state in ('approved', 'paid'))
       and not exists (select from club_settings s where s.key = 'fee_account' and s.value ->> 'account_number' is not null)
       and not exists (select from setting_proposals p where p.key = 'fee_account' and p.ended_at is null)`.execute(db);
  return rows.length > 0;
}

interface Next {
  text: string;
  act: NextAct["act"];
  by: Date | null;
  waits_for: NextAct["waits_for"];
  exit_id: null;
  /** The list that somebody else signs second. */
  seconds?: ActKind;
}

/** What its reader does, and where there is no act what nobody has to do anything about. */
const step = (text: string, act: Next["act"] = null, by: Date | null = null): Next => ({
  text,
  act,
  by,
  waits_for: act ? "reader" : null,
  exit_id: null,
});
const forOthers = (text: string, by: Date | null = null): Next => ({ ...step(text, null, by), waits_for: "others" });
const forTime = (text: string, by: Date | null = null): Next => ({ ...step(text, null, by), waits_for: "time" });
const bySecond = (seconds: ActKind, next: Next): Next => ({ ...next, seconds });

function tellNext(
  deal: Facts & OpenLines,
  { offer, closing }: { offer: ActFacts | undefined; closing: ActFacts | undefined },
  now: Date,
): Next {
  if (deal.offer_obstacle === "act_newer_terms" && (offer || deal.has_new_version))
    return step("New terms are saved. Sign a new offer with them.", "freeze");
  if (offer?.is_stopped) return describeObjection(offer, "offer");
  if (offer) return waitingFor(offer, "offer", deal.opens_at && deal.opens_at > now ? deal.opens_at : null);
  if (deal.has_new_version)
    return bySecond("offer", step("Sign the offer. Its page, its terms and who signs for it are fixed.", "sign_offer"));
  switch (deal.state) {
    case "enquiry":
      return step(`Answer ${deal.company}: take it on, keep it for later, or decline it.`, "prepare");
    case "screening":
      return step(`Read what ${deal.company} sent. Then meet its founders, or decline it.`, "prepare");
    case "meeting":
      return step(`Meet the founders of ${deal.company}. Then look into it, or decline it.`, "prepare");
    case "diligence":
      return step(`Look into ${deal.company}. Then prepare its documents, its terms and its page.`, "prepare");
    case "preparing": {
      const missing = [!deal.opens_at && "the terms", !deal.has_page && "the page"].filter(Boolean);
      return missing.length > 0
        ? step(`Write ${missing.join(" and ")}. Then sign the offer.`, "prepare")
        : step("Say who signs for this deal, and sign the offer.", "freeze");
    }
    case "approved":
      return deal.enabled
        ? forTime(`Nothing to do: it opens on ${moment(deal.opens_at)}.`, deal.opens_at)
        : step("Deals are off in Settings, so it does not open.");
    case "released":
      if (deal.closes_at && deal.closes_at <= now)
        return forTime("It has closed. The shares are worked out in some minutes.");
      return describeOpen(deal);
    case "closing":
      return describeClosing(deal, closing, now);
    case "completed":
      if (hasToSendBack(deal)) return describeSendingBack(deal);
      return describeCompleted(deal);
    case "cancelled":
      return describeCancelled(deal);
    default:
      return step(dealOver);
  }
}

function describeCompleted({ open_certificates, scheme, invoiced_pence }: Facts): Next {
  const invoice =
    invoiced_pence !== null &&
    `Send the company the invoice of ${formatPence(invoiced_pence)} for the success fee, if nobody has sent it yet.`;
  const certificates =
    open_certificates > 0 && `${counted(open_certificates, `${scheme}3 certificate`)} not delivered yet.`;
  if (!invoice && !certificates) return step("Completed: there is nothing to do.");
  const text = ["Completed.", invoice, certificates].filter(Boolean).join(" ");
  return certificates ? { ...step(text, "certificates"), waits_for: "others" } : step(text);
}

function describeOpen(deal: Facts): Next {
  if (deal.proposed_end) {
    const by = new Date(deal.proposed_end.getTime() - 24 * 60 * 60 * 1000);
    const what = `that commitments end on ${moment(deal.proposed_end)}`;
    return deal.proposed_end_refusal === null
      ? step(`${adminNameFirst(deal.proposed_end_by)} proposes ${what}. Confirm it by ${moment(by)}.`, "prepare", by)
      : forOthers(`It is proposed ${what}. Another admin confirms it by ${moment(by)}.`, by);
  }
  if (deal.has_newer_terms) return step("New terms are saved. Sign a new offer with them.", "freeze");
  const isReader = deal.arrangers.some(({ is_reader }) => is_reader);
  const asked = `open until ${moment(deal.closes_at)}. ${people(deal.people)} asked for ${formatPence(deal.asked_pence)}.`;
  if (deal.arrangers.length > 0)
    return step(
      `${withoutPart(deal.arrangers, "commitment")} ${arrangersCommit(deal)} It is ${asked}`,
      isReader ? "commit" : "freeze",
      deal.closes_at,
    );
  if (deal.questions === 0 && deal.hidden_answers > 0)
    return step(
      `${counted(deal.hidden_answers, "answer")} ${deal.hidden_answers === 1 ? "is" : "are"} not shown to members. Sign a new offer with ${deal.hidden_answers === 1 ? "it" : "them"}. The deal is ${asked}`,
      "freeze",
      deal.closes_at,
    );
  return deal.questions > 0
    ? step(
        `${counted(deal.questions, "question")} of members ${deal.questions === 1 ? "waits" : "wait"} for an answer. It is ${asked}`,
        "questions",
        deal.closes_at,
      )
    : forOthers(`Nothing to do: ${asked}`, deal.closes_at);
}

function arrangersCommit({ arrangers, closes_at }: Facts): string {
  const by = moment(closes_at);
  return arrangers.every(({ is_reader }) => is_reader)
    ? `Without shares for you the closing list cannot be signed. Commit by ${by}, or sign a new offer that does not say that you arrange it.`
    : `Without shares for them the closing list cannot be signed. They commit by ${by}, or a new offer does not say that they arrange it.`;
}

function describeCancelled(deal: Facts & OpenLines): Next {
  if (deal.unclear > 0) return describeUnclear(deal);
  if (deal.to_book > 0) return describeToBook(deal);
  if (hasToSendBack(deal)) return besideOwn(describeSendingBack(deal), deal);
  const { mine, unknown_pence, surplus_pence, back_proposed_pence, back_approved_pence } = deal;
  if (mine) return booksOwn(mine);
  if (unknown_pence + surplus_pence + back_proposed_pence + back_approved_pence > 0) return describeSendingBack(deal);
  if (deal.difference_pence !== 0)
    return step("What is booked and the bank’s list do not agree. Bank says why.", "lines");
  return step(dealOver);
}

const describeUnclear = (lines: OpenLines): Next =>
  besideOwn(
    step(
      `${counted(lines.unclear, "line")} of the bank ${lines.unclear === 1 ? "is" : "are"} not booked. Say what ${lines.unclear === 1 ? "it is" : "each is"}.`,
      "lines",
    ),
    lines,
  );

const describeToBook = (lines: OpenLines): Next =>
  besideOwn(
    step(
      `${counted(lines.to_book, "line")} of the bank ${lines.to_book === 1 ? "waits" : "wait"} for somebody else than who brought the file. Book ${lines.to_book === 1 ? "it" : "them"}.`,
      "lines",
    ),
    lines,
  );

/** "Daniel Price books your payment of £2,253.00." */
function ownWords({ books, came_pence, left_pence }: OwnLines): string {
  const who = books ?? "Another admin";
  const said = [
    came_pence > 0 && `${who} books your payment of ${formatPence(came_pence)}.`,
    left_pence > 0 && `${who} books that ${formatPence(left_pence)} was sent to you.`,
    books === null && "There is no other admin: propose one under Member Directory → Who Signs.",
  ];
  return said.filter(Boolean).join(" ");
}

const booksOwn = (mine: OwnLines): Next => forOthers(ownWords(mine));

/** What the reader does, and what they wait for. */
const besideOwn = (next: Next, { mine }: OpenLines): Next =>
  mine ? { ...next, text: `${next.text} ${ownWords(mine)}` } : next;

function describeClosing(deal: Facts & OpenLines, closing: ActFacts | undefined, now: Date): Next {
  if (closing?.is_stopped) return describeObjection(closing, "closing");
  // Nothing is signed while shares are kept for members.
  if (deal.kept_until === null && closing && (closing.state !== "signed" || closing.is_stale)) {
    if (closing.is_stale && deal.freed_shares > 0) return describeFreed(deal);
    return waitingFor(closing, "closing", null, leftOut(deal));
  }
  if (!closing && deal.draft) {
    if (deal.asked_pence < deal.minimum_pence)
      return step(
        `${formatPence(deal.asked_pence)} is asked for, and the club’s minimum is ${formatPence(deal.minimum_pence)}: below it the deal cannot complete. Open it again, or cancel it.`,
        "prepare",
      );
    const shares = `Shares are worked out: ${people(deal.people)}.`;
    if (deal.arrangers.length > 0)
      return step(`${shares} ${actMessages.arranger(withoutPart(deal.arrangers, "shares"))}`, "freeze");
    const lacking = lacks[deal.lacks ?? ""];
    return lacking
      ? step(`${shares} ${lackingWords(lacking.text, deal, now)} Then sign the closing list.`, lacking.act)
      : bySecond("closing", step(`${shares} Sign the closing list.`, "sign_closing"));
  }
  if (deal.obstacle === "allocation_reconsent_running")
    return forOthers("Members answer the new terms. Shares are worked out after that.");
  if (deal.final_since === null && !closing)
    return deal.people === 0
      ? step("Nobody committed. Open it again, or cancel it.", "prepare")
      : forTime("The shares are worked out in some minutes.");
  if (closing && closing.shares_refusal === "not_yet")
    return forOthers(`Shares are final on ${moment(closing.not_before)}, unless somebody objects.`, closing.not_before);
  if (closing?.state === "signed" && deal.draft && closing.shares_refusal === null)
    return forTime("The closing list is signed and is carried out in some minutes.");
  if (deal.has_uncalled && deal.final_since && deal.kept_until === null) {
    if (!deal.has_account)
      return step("Enter the account that members pay to, and sign it in a closing list.", "enter_account");
    const since = deal.frozen_until && deal.frozen_until > deal.final_since ? deal.frozen_until : deal.final_since;
    const slot = nextSlot(since, now);
    return slot > now
      ? forTime(`Members are asked to pay on ${moment(slot)}.`, slot)
      : forTime("Members are asked to pay in some minutes.");
  }
  if (deal.unclear > 0) return describeUnclear(deal);
  if (deal.own === "others")
    return step(
      "All have sent it. Confirm the payment of who brought the bank file, and type the balance that the bank shows.",
      "balance",
      deal.due_at,
    );
  if (deal.own === null && deal.to_book > 0) return describeToBook(deal);
  if (deal.own === "mine" && deal.mine)
    return forOthers(
      `All have sent it. ${ownWords(deal.mine)} Then somebody else of the panel types the balance that the bank shows.`,
      deal.due_at,
    );
  const paying = deal.mine?.paying ?? 0;
  if (deal.mine && deal.unpaid <= paying) return booksOwn(deal.mine);
  if (deal.late > paying)
    return besideOwn(
      step(
        `${people(deal.late - paying)} did not pay in time, grace included. Bring the bank file, give more time, or release the shares.`,
        "late",
      ),
      deal,
    );
  if (deal.unpaid > 0)
    return besideOwn(
      step(
        `Bring the bank file: ${counted(deal.unpaid - paying, "payment")} of ${deal.called} due by ${moment(deal.due_at)}.${alsoFreed(deal)}`,
        "bank_file",
        deal.due_at,
      ),
      deal,
    );
  return describePaid(deal, closing);
}

/** What to do about shares of members who left or paid for fewer, where others asked for more. */
const describeFreed = ({ freed_shares: freed }: Facts): Next =>
  step(
    `Offer the ${counted(freed, "freed share")} to members who asked for more, or leave ${freed === 1 ? "it" : "them"} out.`,
    "freed",
  );

const kept = ({ kept_shares, kept_until }: Facts): string =>
  `${counted(kept_shares, "freed share")} ${kept_shares === 1 ? "is" : "are"} on offer until ${moment(kept_until)}.`;

function alsoFreed(deal: Facts): string {
  if (deal.kept_until) return ` ${kept(deal)}`;
  if (deal.freed_shares === 0) return "";
  return ` ${counted(deal.freed_shares, "freed share")} can be offered to members who asked for more.`;
}

const leftOut = ({ left_out_shares: shares }: Facts): string =>
  shares > 0 ? ` It leaves out ${leftOutWords(shares)}.` : "";

const lacks: Record<string, { text: string; act: Next["act"] }> = {
  act_account_in_use: { text: "Enter another account: one of another deal is entered.", act: "enter_account" },
  act_no_collection_account: { text: "Enter the account that members pay to.", act: "enter_account" },
  act_no_company_account: { text: "Ask the company for its account, or enter it.", act: "company_account" },
  act_no_success_fee: { text: "Say what allows the success fee, or why it is waived.", act: "success_fee" },
};

/** Names who was asked for the company's account, and since when. */
function lackingWords(text: string, deal: Facts, now: Date): string {
  const { lacks: lacking, asked_name, asked_at, asked_until } = deal;
  if (!asked_name || !asked_at || !asked_until) return text;
  const asked = `${asked_name} was asked for the company’s account on ${formatDay(londonDate(asked_at))}`;
  const until = formatDay(londonDate(asked_until));
  const isOpen = asked_until > now;
  const said = isOpen ? `${asked}, by a link until ${until}.` : `${asked} and did not enter it by ${until}.`;
  if (lacking !== "act_no_company_account") return `${text} ${said}`;
  return `${said} ${isOpen ? "You can also enter it." : "Ask again, or enter it."}`;
}

function describePaid(deal: Facts & OpenLines, closing: ActFacts | undefined): Next {
  if (deal.wire === null) {
    if (deal.kept_until) return forOthers(kept(deal), deal.kept_until);
    if (deal.below_minimum_pence > 0) {
      const short = `The shares that are left cost ${formatPence(deal.below_minimum_pence)} less than the club’s minimum.`;
      return deal.freed_shares > 0
        ? step(
            `${short} Offer the ${counted(deal.freed_shares, "freed share")} to members who asked for more, or cancel the deal.`,
            "freed",
          )
        : deal.left_out_shares > 0
          ? forOthers(`${short} Members were offered the freed shares. If they do not take them, cancel the deal.`)
          : step(`${short} Nobody asked for more. Cancel the deal.`, "prepare");
    }
    const isOver = !closing || closing.wire_refusal === "list_differs" || closing.wire_refusal === "expired";
    if (isOver && deal.freed_shares > 0) return describeFreed(deal);
    if (!closing)
      return step(`The closing list is not signed, or is over. Sign a new one.${leftOut(deal)}`, "sign_closing");
    switch (closing.wire_refusal) {
      case "no_balance":
        return deal.balance_is_for_other
          ? forOthers("All have paid. Somebody else of the panel types the balance that the bank shows.")
          : step("Type the balance that the bank shows. Look in the bank yourself.", "balance");
      case "balance_differs":
        if (hasToSendBack(deal)) return describeSendingBack(deal, beforeWire);
        return step(
          "The bank’s balance and the list differ. If it was mistyped, type it again; otherwise look for the difference and bring a new bank file.",
          "balance",
        );
      case "expired":
        return step(
          `The closing list ran out 14 days after it was signed. Sign a new one.${leftOut(deal)}`,
          "sign_closing",
        );
      case "list_differs":
        return step(`What the closing list says is not so any more. Sign a new one.${leftOut(deal)}`, "sign_closing");
      case "below_minimum":
        return step("What was paid is below the club’s minimum. Cancel the deal.", "prepare");
      case "costs_differ":
        return step("The costs of the members do not add up to the price of their shares. Money says by how much.");
      case "unidentified":
      case "refund_open":
        return describeSendingBack(deal, beforeWire);
      case "account_short":
        return step("The account holds less than the company is due. The club pays in the rest first.");
      case "ledger_mismatch":
        return step("What is booked and the bank’s list do not agree. Bank says why.", "bank_file");
      case "not_yet":
        return forTime(
          `The company can be paid from ${moment(closing.not_before)}, as its account is new.`,
          closing.not_before,
        );
      default:
        return forTime("The payments are made ready in some minutes.");
    }
  }
  if (deal.wire === "approved") {
    const fees = deal.fee_pence ? ` and ${formatPence(deal.fee_pence)} to the club` : "";
    return step(
      `Pay ${formatPence(deal.wire_pence ?? 0)} to ${deal.company}${fees}, then bring the bank file.`,
      "bank_file",
    );
  }
  if (hasToSendBack(deal)) return describeSendingBack(deal);
  if (deal.fee_pence)
    return step(`Pay ${formatPence(deal.fee_pence)} of fees to the club, then bring the bank file.`, "bank_file");
  if (!closing) return step("The closing list is over. Sign a new one for the completion.", "sign_closing");
  if (deal.fees_left_pence > 0) return describeFeesLeft(deal, closing);
  if (deal.proposed_at && closing.completion_refusal === "not_yet") {
    const at = new Date(deal.proposed_at.getTime() + 24 * 60 * 60 * 1000);
    return forOthers(`Completes on ${moment(at)}, unless somebody objects.`, at);
  }
  if (closing.completion_refusal === "expired")
    return step("The closing list is over. Sign a new one for the completion.", "sign_closing");
  if (deal.papers < 4) return step(`Drop the four signed documents: ${4 - deal.papers} missing.`, "papers");
  const open = deal.unmet.filter((item) => item !== "issue_date").map((item) => completionItemLabels[item]);
  return open.length > 0
    ? step(`It cannot complete yet. Still open: ${open.join(", ")}.`)
    : step("Type the day on which the company issued the shares.", "day");
}

const beforeWire = ", before the company is paid";

/** What is approved, and is not sent by a line that waits for somebody else than its payee. */
const stillToSend = ({ back_approved_pence, mine }: Facts & OpenLines): number =>
  back_approved_pence - (mine?.left_pence ?? 0);

const hasToSendBack = (deal: Facts & OpenLines): boolean =>
  deal.surplus_pence > 0 || deal.back_approvable_pence > 0 || stillToSend(deal) > 0 || deal.unknown_pence > 0;

/** What is more than members owe first: to be proposed, to be approved, to be sent; then what nobody is known for. */
function describeSendingBack(deal: Facts & OpenLines, before = ""): Next {
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

/** "£100.00 from J SMITH is not identified. Say whose it is, or send it back." */
function unknownWords({ unknown_pence, unknown_payers: payers }: Facts): string {
  const [payer] = payers;
  const isOne = payers.length <= 1;
  const from = isOne ? payer && ` from ${payer}` : ` in ${counted(payers.length, "payment")}`;
  return `${formatPence(unknown_pence)}${from || ""} is not identified. Say whose ${isOne ? "it" : "each"} is, or send ${isOne ? "it" : "them"} back.`;
}

/** Who answers, if anybody may, and what is done where nobody may. */
function describeObjection(act: ActFacts, what: ActKind): Next {
  const list = what === "offer" ? "offer" : "closing list";
  const goesOn = goesOnAt(act.objections);
  if (goesOn) return forTime(`An objection to the ${list} was answered. It goes on from ${moment(goesOn)}.`, goesOn);
  const press = what === "offer" ? "sign_offer" : "sign_closing";
  const said = `Somebody objects to the ${list}.`;
  if (act.is_answerable) return step(`${said} Answer the objection.`, press);
  if (act.answerers.length === 0) return step(`${said} ${nobodyAnswers(act)}`, press);
  return forOthers(`${said} ${oneOf(act.answerers)} can answer. You can withdraw the list.`);
}

/** The clock sends them by the list, unless something is in its way. */
function describeFeesLeft({ fees_left_pence }: Facts, closing: ActFacts): Next {
  const fees = `${formatPence(fees_left_pence)} of fees`;
  switch (closing.fees_refusal) {
    case null:
      return forTime(`The payment of ${fees} to the club is made ready in some minutes.`);
    case "not_yet":
      return forTime(`${fees} can go to the club from ${moment(closing.not_before)}.`, closing.not_before);
    default:
      return step(`${fees} are left for the club. Sign a new closing list for them.`, "sign_closing");
  }
}

/** @param said of the list besides. */
function waitingFor(act: ActFacts, what: "offer" | "closing", opens: Date | null, said = ""): Next {
  const list = what === "offer" ? "offer" : "closing list";
  const press = what === "offer" ? "sign_offer" : "sign_closing";
  if (act.is_stale)
    return step(
      what === "offer"
        ? "What the offer says is not so any more. Sign the newest one."
        : `What the closing list says is not so any more. Sign a new one.${said}`,
      press,
    );
  if (act.state === "prepared") return bySecond(what, step(`Sign the ${list}.${said}`, press));
  if (act.state === "signed") return forTime(`The ${list} is signed and is carried out in some minutes.`);
  const by = act.expires_at;
  const opening = opens ? ` It opens on ${moment(opens)}, if two have signed by then.` : "";
  const first = act.signed_first_at ? `, ${moment(act.signed_first_at)}` : "";
  return act.refusal === null
    ? step(`${act.author} signed the ${list}${first}. Read and sign it by ${moment(by)}.${opening}${said}`, press, by)
    : bySecond(what, forOthers(`The ${list} waits for a second signature, by ${moment(by)}.${opening}`, by));
}

const people = (count: number): string => (count === 1 ? "1 person" : `${count.toLocaleString("en-GB")} people`);
const moment = (at: Date | null): string => (at ? weekdayMoment(at) : "a day that is not set");

async function readFacts(db: Kysely<DB>, dealId: string, isEnabled: boolean): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select d.state, company.name as company, t.opens_at, coalesce(ends.closes_at, t.closes_at) as closes_at, d.released_at is not null as released,
           ${isEnabled}::boolean as enabled, coalesce(asked_for.people, 0) as people, coalesce(asked_for.pence, 0) as asked_pence,
           coalesce(t.club_minimum_pence, 0) as minimum_pence,
           exists (select from deal_versions v where v.deal_id = d.id and v.approved_at is null
                      and v.number = (select max(x.number) from deal_versions x where x.deal_id = d.id)) as has_new_version,
           act_obstacle(d.id, 'offer') as offer_obstacle,
           coalesce(a.state = 'draft', false) as draft, coalesce(a.is_stale, false) as is_stale,
           case when a.state = 'final' then a.confirmed_at end as final_since,
           s.members_to_call > 0 as has_uncalled,
           account.id is not null as has_account, account.frozen_until,
           act_obstacle(d.id, 'closing') as obstacle, closing_lacks(d.id) as lacks, arrangers_without_part(d.id) as arrangers,
           cancelling.expires_at as cancelling_until, cancelling.proposed_by_name as cancelling_by, cancelling.reason as cancelling_reason,
           cancelling.refusal as cancelling_refusal,
           asked.name as asked_name, asked.asked_at, asked.expires_at as asked_until,
           s.due_at, (s.called_members - s.paid_members)::int as unpaid, s.called_members as called,
           balance_is_for_other(d.id),
           wire.state as wire, wire.amount_pence as wire_pence,
           (select o.amount_pence from outgoing_payments o where o.deal_id = d.id and o.kind = 'fee' and o.state = 'approved' limit 1) as fee_pence,
           proposal.issued_on, proposal.proposed_at,
           s.unidentified_pence - back.returned_pence as unknown_pence, s.refund_pence - back.refunded_pence as surplus_pence,
           array(select l.payer from unidentified_lines(d.id) u join bank_line_list l on l.id = u.bank_line_id
                  order by l.booked_on, l.line_number, l.id) as unknown_payers,
           back.proposed_pence as back_proposed_pence, back.approvable_pence as back_approvable_pence,
           back.approved_pence as back_approved_pence, s.difference_pence, m.late,
           case when wire.state is null and a.state = 'final' then t.club_minimum_pence - m.cost_pence else 0 end
             as below_minimum_pence,
           coalesce(case when wire.state is null then wanted.shares end, 0)::bigint as left_out_shares,
           -- What an offer has left over is not offered again.
           coalesce(case when wire.state is null and top_up.id is null and not exists (
             select from top_ups o where o.deal_id = d.id
                and o.shares - (select sum(l.taken) from top_up_lines l where l.top_up_id = o.id) >= wanted.free) then wanted.shares end, 0)::bigint
             as freed_shares,
           case when top_up.kept > 0 then top_up.closes_at end as kept_until, coalesce(top_up.kept, 0)::bigint as kept_shares,
           coalesce(t.number > shown.number, false) as has_newer_terms,
           (select count(*)::int from deal_question_list q
             where q.deal_id = d.id and q.answer is null and q.merged_into is null and q.declined_reason is null) as questions,
           (select count(*)::int from deal_question_list q
             where q.deal_id = d.id and q.answer is not null and q.merged_into is null
               and not exists (select from jsonb_array_elements(coalesce(shown.answers, '[]')) a
                                where a ->> 'id' = q.id::text and a ->> 'answer' = q.answer)) as hidden_answers,
           ended.closes_at as proposed_end, ended.proposed_by_name as proposed_end_by, ended.refusal as proposed_end_refusal,
           case when wire.state = 'paid' then s.to_club_pence - s.borne_pence - s.fee_paid_pence - coalesce(
             (select sum(o.amount_pence) from outgoing_payments o where o.deal_id = d.id and o.kind = 'fee' and o.state in ('proposed', 'approved')), 0)
           else 0 end as fees_left_pence,
           case when wire.state = 'paid' and d.state = 'closing' then completion_gate(d.id, proposal.issued_on) -> 'unmet' else '[]' end as unmet,
           (select count(distinct p.kind)::int from papers p where p.deal_id = d.id and p.removed_at is null
               and p.kind in ('subscription_agreement', 'board_minutes', 'nominee_agreement', 'share_schedule')) as papers,
           (select count(*)::int from relief_members r where r.deal_id = d.id and r.scheme is not null and r.paper_id is null) as open_certificates,
           (select i.fee_pence from success_fee_invoices i where i.deal_id = d.id and i.invoiced_on > london_today() - 60) as invoiced_pence,
           d.page <> '{}' as has_page, t.scheme, confirmable_from(null, 'not_standing') as signs_from, passkey_signs_from() as passkey_from
      from deals d
      join companies company on company.id = d.company_id
      left join closing_sums s on s.deal_id = d.id
      left join asked_sums asked_for on asked_for.deal_id = d.id
      left join lateral (select x.number, x.opens_at, x.closes_at, x.club_minimum_pence, x.scheme from deal_terms x where x.deal_id = d.id order by x.number desc limit 1) t on true
      left join lateral (select x.number, v.content -> 'answers' as answers from deal_versions v join deal_terms x on x.id = v.terms_id
                          where v.deal_id = d.id and v.approved_at is not null order by v.number desc limit 1) shown on true
      left join closing_proposals ended on ended.deal_id = d.id
      left join cancelling_proposals cancelling on cancelling.deal_id = d.id
      left join desk_deal_ends ends on ends.deal_id = d.id
      left join company_account_requests asked on asked.deal_id = d.id and asked.used_at is null and asked.ended_at is null
       and not exists (select from company_accounts known where known.deal_id = d.id and known.replaced_at is null)
      left join allocation_list a on a.deal_id = d.id
      left join collection_accounts account on account.deal_id = d.id and account.confirmed_at is not null and account.replaced_at is null
      left join lateral (select o.state, o.amount_pence from outgoing_payments o
                          where o.deal_id = d.id and o.kind = 'wire' and o.state in ('approved', 'paid') limit 1) wire on true
      left join lateral (select o.id, o.closes_at,
                                (select sum(l.offered - l.taken) from top_up_lines l where l.top_up_id = o.id and l.offered > l.taken) as kept
                           from top_ups o where o.deal_id = d.id and o.ended_at is null and o.closes_at > app_now()) top_up on true
      left join lateral (select f.free, least(f.free, sum(u.unfilled)) as shares
                           from (select free_shares(d.id) as free) f join unfilled_wishes u on u.deal_id = d.id and u.least <= f.free
                          group by f.free having f.free > 0) wanted on true
      left join deal_completions proposal on proposal.deal_id = d.id and proposal.replaced_at is null
      cross join lateral (select coalesce(sum(o.amount_pence) filter (where o.kind = 'return'), 0)::bigint as returned_pence,
                                 coalesce(sum(o.amount_pence) filter (where o.kind = 'refund'), 0)::bigint as refunded_pence,
                                 coalesce(sum(o.amount_pence) filter (where o.state = 'proposed'), 0)::bigint as proposed_pence,
                                 coalesce(sum(o.amount_pence) filter (where o.state = 'proposed' and o.refusal is null and o.obstacle is null), 0)::bigint
                                   as approvable_pence,
                                 coalesce(sum(o.amount_pence) filter (where o.state = 'approved'), 0)::bigint as approved_pence
                            from outgoing_payment_list o
                           where o.deal_id = d.id and o.kind in ('return', 'refund') and o.state in ('proposed', 'approved')) back
      cross join lateral (select (count(*) filter (where c.state in ('called', 'part_paid') and c.grace_until < app_now()))::int as late,
                                 coalesce(sum(c.cost_pence) filter (where c.state in ('allocated', 'called', 'part_paid', 'paid')), 0)::bigint as cost_pence
                            from commitments c where c.deal_id = d.id) m
     where d.id = ${dealId}`.execute(db);
  return rows[0];
}

async function readOpenLines(db: Kysely<DB>, dealId: string, { state, unpaid, called }: Facts): Promise<OpenLines> {
  if ((state !== "closing" || called === 0) && state !== "cancelled")
    return { own: null, unclear: 0, to_book: 0, mine: null };
  const lines = await gradeOpenLines(db, dealId);
  const sure = lines.filter(({ grade, needs_look }) => grade === "sure" && !needs_look);
  const unclear = lines.filter((line) => !line.is_own && !sure.includes(line)).length;
  const to_book = sure.filter(({ is_own }) => !is_own).length;
  const mine = await readOwnLines(
    db,
    lines.filter(({ is_own }) => is_own),
  );
  const received = sure.filter(({ commitment_id }) => commitment_id !== null);
  if (unpaid <= 0 || received.length !== unpaid) return { own: null, unclear, to_book, mine };
  if (received.every(({ is_own }) => is_own)) return { own: "mine", unclear, to_book, mine };
  return { own: received.some(({ is_own }) => is_own) ? null : "others", unclear, to_book, mine };
}

async function readOwnLines(db: Kysely<DB>, lines: readonly OpenLine[]): Promise<OwnLines | null> {
  if (lines.length === 0) return null;
  const { rows } = await sql<{ name: string }>`
    select coalesce(full_name, email) as name from admins where id <> app_user_id() limit 2`.execute(db);
  const [only, ...others] = rows;
  const sumOf = (sign: 1 | -1) =>
    lines.reduce((sum, { open_pence }) => sum + Math.max(0, sign * Number(open_pence)), 0);
  const name = others.length > 0 ? "Another admin" : (only?.name ?? null);
  return {
    paying: new Set(lines.flatMap(({ grade, commitment_id }) => (grade === "sure" && commitment_id) || [])).size,
    came_pence: sumOf(1),
    left_pence: sumOf(-1),
    books: (await hasOtherAdmin(db)) ? name : null,
  };
}

async function readSecondObstacle(db: Kysely<DB>, dealId: string, kind: ActKind): Promise<CannotSign[] | null> {
  const { rows } = await sql<{ others: CannotSign[] | null }>`
    select second_obstacle(${dealId}, ${kind}) as others`.execute(db);
  return rows[0]?.others ?? null;
}

async function readActs(db: Kysely<DB>, dealId: string): Promise<ActFacts[]> {
  const { rows } = await sql<ActFacts>`
    select a.id, a.kind, a.state, a.prepared_by_name as author, a.expires_at, a.refusal, a.is_stale, a.is_stopped, a.answerers,
           answer_refusal(a.id, app_user_id()) is null as is_answerable,
           (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from act_objection_list o where o.act_id = a.id) as objections,
           (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from act_part_list p where p.act_id = a.id) as parts,
           (select min(s.signed_at) from act_signatures s where s.act_id = a.id) as signed_first_at,
           (select p.refusal from act_part_list p where p.act_id = a.id and p.part = 'wire') as wire_refusal,
           part_refusal(a.id, 'fees') as fees_refusal,
           (select p.refusal from act_part_list p where p.act_id = a.id and p.part = 'completion') as completion_refusal,
           (select p.refusal from act_part_list p where p.act_id = a.id and p.part = 'shares') as shares_refusal,
           (select max(p.not_before) from act_part_list p where p.act_id = a.id) as not_before
      from act_list a
     where a.deal_id = ${dealId} and a.state in ('prepared', 'waiting', 'signed')`.execute(db);
  return rows;
}
