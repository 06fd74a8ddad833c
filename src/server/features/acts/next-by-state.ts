import { withoutPart } from "#shared/acts/panel-words.ts";
import { counted } from "#shared/counted.ts";
import { countedPeople } from "#shared/counted-people.ts";
import { formatPence } from "#shared/pence.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import {
  besideOwn,
  booksOwn,
  describeFee,
  describeSendingBack,
  describeToBook,
  describeUnclear,
  hasToSendBack,
  isToSendBack,
} from "./next-bank.ts";
import { describeClosing } from "./next-closing.ts";
import type { ActFacts, Facts, OpenLines } from "./next-facts.ts";
import { describeObjection, waitingFor } from "./next-signing.ts";
import { bySecond, dayBefore, dealOver, forOthers, forTime, moment, type Next, step } from "./next-step.ts";

export function tellNext(
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
      return describeOpen(deal, now);
    case "closing":
      return describeClosing(deal, closing, now);
    case "completed":
      return describeLeftover(deal) ?? describeCompleted(deal);
    case "exited":
      return describeLeftover(deal) ?? (deal.unmatched_certificates > 0 ? describeUnmatched(deal) : step(dealOver));
    case "cancelled":
      return describeLeftover(deal) ?? step(dealOver);
    default:
      return step(dealOver);
  }
}

/** Money that came or stayed once a deal is over. */
function describeLeftover(deal: Facts & OpenLines): Next | undefined {
  if (deal.unclear > 0) return describeUnclear(deal);
  if (deal.to_book > 0) return describeToBook(deal);
  if (hasToSendBack(deal)) return besideOwn(describeSendingBack(deal), deal);
  if (deal.mine) return booksOwn(deal.mine);
  if (isToSendBack(deal)) return describeSendingBack(deal);
  if (deal.fee_pence) return describeFee(deal);
  if (deal.difference_pence !== 0)
    return step("What is booked and the bank’s list do not agree. Bank says why.", "lines");
  return undefined;
}

function describeCompleted(deal: Facts): Next {
  const { company, open_certificates, unmatched_certificates, has_company_certificate, scheme, invoiced_pence } = deal;
  const certificates =
    open_certificates > 0 && `${counted(open_certificates, `${scheme}3 certificate`)} not delivered yet.`;
  const ofCompany = !has_company_certificate && `The share certificate of ${company} is not filed yet.`;
  const missing = [certificates, ofCompany].filter(Boolean).join(" ");
  const unmatched = unmatched_certificates > 0 && describeUnmatched(deal, missing);
  if (invoiced_pence !== null) {
    const invoice = `Send the company the invoice of ${formatPence(invoiced_pence)} for the success fee.`;
    return step(["Completed.", invoice, unmatched ? unmatched.text : missing].filter(Boolean).join(" "), "invoice");
  }
  if (unmatched) return unmatched;
  if (!missing) return step("Completed: there is nothing to do.");
  return { ...step(`Completed. ${missing}`, certificates ? "certificates" : "papers"), waits_for: "others" };
}

/** The founders say whose a certificate is that came in. */
function describeUnmatched({ scheme, unmatched_certificates: count }: Facts, missing = ""): Next {
  const isOne = count === 1;
  const came = `${counted(count, `${scheme}3 certificate`)} came in and ${isOne ? "is" : "are"} given to no member. Match ${isOne ? "it" : "each"}, or remove ${isOne ? "it" : "what is wrong"}.`;
  return step([came, missing].filter(Boolean).join(" "), "certificates");
}

function describeOpen(deal: Facts, now: Date): Next {
  if (deal.proposed_end) {
    const by = dayBefore(deal.proposed_end);
    const what = `that commitments end on ${moment(deal.proposed_end)}`;
    return deal.proposed_end_refusal === null
      ? step(`${adminNameFirst(deal.proposed_end_by)} proposes ${what}. Confirm it by ${moment(by)}.`, "prepare", by)
      : forOthers(`It is proposed ${what}. Another admin confirms it by ${moment(by)}.`, by);
  }
  if (deal.has_newer_terms) return step("New terms are saved. Sign a new offer with them.", "freeze");
  const isReader = deal.arrangers.some(({ is_reader }) => is_reader);
  const asked = `open until ${moment(deal.closes_at)}. ${countedPeople(deal.people)} asked for ${formatPence(deal.asked_pence)}.`;
  const by = deal.closes_at && dayBefore(deal.closes_at);
  const canCommit = by !== null && now < by;
  const lacking = deal.arrangers.length > 0 && arrangersCommit(deal, canCommit ? by : null);
  // Only the reader can commit their own part, or somebody signs a new offer once it is too late.
  if (lacking && (isReader || !canCommit))
    return step(
      `${lacking} It is ${asked}`,
      isReader && canCommit ? "commit" : "freeze",
      canCommit ? by : deal.closes_at,
    );
  if (deal.questions === 0 && deal.hidden_answers > 0)
    return step(
      `${counted(deal.hidden_answers, "answer")} ${deal.hidden_answers === 1 ? "is" : "are"} not shown to members. Sign a new offer with ${deal.hidden_answers === 1 ? "it" : "them"}. The deal is ${asked}`,
      "freeze",
      deal.closes_at,
    );
  if (deal.questions > 0)
    return step(
      `${counted(deal.questions, "question")} of members ${deal.questions === 1 ? "waits" : "wait"} for an answer. It is ${asked}`,
      "questions",
      deal.closes_at,
    );
  return lacking ? forOthers(`${lacking} It is ${asked}`, by) : forOthers(`Nothing to do: ${asked}`, deal.closes_at);
}

/** @param by who signs for a round asks for shares before its last 24 hours; null in them. */
function arrangersCommit({ arrangers }: Facts, by: Date | null): string {
  const isReader = arrangers.every(({ is_reader }) => is_reader);
  const lacking = `${withoutPart(arrangers, "commitment")} Without shares for ${isReader ? "you" : "them"} the closing list cannot be signed.`;
  const offer = `offer that does not say that ${isReader ? "you" : "they"} arrange it`;
  if (by === null)
    return `${lacking} In the last 24 hours of a round nobody who signs for it can ask for shares. Sign a new ${offer}.`;
  return isReader
    ? `${lacking} Commit by ${moment(by)}, or sign a new ${offer}.`
    : `${lacking} They commit by ${moment(by)}, or a new offer does not say that they arrange it.`;
}
