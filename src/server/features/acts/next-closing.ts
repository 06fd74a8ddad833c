import { actMessages } from "#shared/acts/act-messages.ts";
import { leftOutWords } from "#shared/acts/act-words.ts";
import { withoutPart } from "#shared/acts/panel-words.ts";
import { counted } from "#shared/counted.ts";
import { countedPeople } from "#shared/counted-people.ts";
import { completionItemLabels } from "#shared/funds/funds-completion-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { nextSlot } from "../funds/calls/next-slot.ts";
import {
  beforeWire,
  besideOwn,
  booksOwn,
  describeFee,
  describeSendingBack,
  describeToBook,
  describeUnclear,
  hasToSendBack,
  isToSendBack,
  ownWords,
  returnedWords,
} from "./next-bank.ts";
import type { ActFacts, Facts, OpenLines } from "./next-facts.ts";
import { describeObjection, waitingFor } from "./next-signing.ts";
import { bySecond, forOthers, forTime, moment, type Next, step } from "./next-step.ts";

export function describeClosing(deal: Facts & OpenLines, closing: ActFacts | undefined, now: Date): Next {
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
    const shares = `Shares are worked out for ${countedPeople(deal.people)}.`;
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
  if (deal.own === "others" && !isToSendBack(deal))
    return step(
      "All have sent it. Confirm the payment of who brought the bank file, and type the balance that the bank shows.",
      "balance",
      deal.due_at,
    );
  if (deal.own !== "mine" && deal.to_book > 0) return describeToBook(deal);
  if (deal.own === "mine" && isToSendBack(deal)) return besideOwn(describeSendingBack(deal, beforeWire), deal);
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
        `${countedPeople(deal.late - paying)} did not pay in time, grace included. Bring the bank file, give more time, or release the shares.`,
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
          ? forOthers(
              "All have paid. To check the bank lines that you brought, somebody else of the panel types the balance that the bank shows.",
            )
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
      `${returnedWords(deal.returned)}Pay ${formatPence(deal.wire_pence ?? 0)} to ${deal.company}${fees}, then bring the bank file.`,
      "bank_file",
    );
  }
  if (hasToSendBack(deal)) return describeSendingBack(deal);
  if (deal.fee_pence) return describeFee(deal);
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
