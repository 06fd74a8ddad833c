/** Apart from the schemas, so that a page can say these words without loading a validator. */
import { formatDay } from "#shared/london-time.ts";
import { formatPrice } from "#shared/pence.ts";
import { typedDayMessages } from "#shared/typed-days.ts";
import type { LotOrigin, PriceBasis } from "./portfolio-figures.ts";

export const priceBasisLabels: Record<PriceBasis, string> = {
  our_round: "Our round",
  earlier_purchase: "Earlier purchase",
  last_round: "Round led by others",
  offer: "An offer",
  club_estimate: "The club’s estimate",
  impaired: "Impaired",
  nil: "Nothing left",
  own_cost: "What it cost",
  own_word: "Own word",
};
/** That admins enter; our round's comes with its completion. */
export const enteredPriceBases = ["last_round", "offer", "club_estimate", "impaired", "nil"] as const;
export const maximumEvidenceBytes = 10 * 1024 * 1024;
export const impairedPercents = [25, 50, 75] as const;

export const calendarKinds = [
  "paid",
  "issued",
  "split",
  "certificate",
  "relief_claimed",
  "relief_claim_until",
  "three_years",
  "lost",
  "loss_claim_until",
  "loss_claimed",
  "sold",
  "paid_out",
] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/** A member may have to do these; entries of one day keep this order. */
export const nextKinds = [
  "reconsent",
  "pay",
  "top_up",
  "statement_ends",
  "ask_certificate",
  "claim_relief",
  "loss_claim",
  "three_years",
] as const;
export type NextKind = (typeof nextKinds)[number];

/** Of the certificate for the tax return: not due, there, on its way, or why it is waited for no more. */
export const certificateStates = ["none", "came", "awaited", "late", "sold_early", "nothing_left", "too_late"] as const;
export type CertificateState = (typeof certificateStates)[number];

export const reliefKinds = ["income", "loss"] as const;
export type ReliefKind = (typeof reliefKinds)[number];

export const sharesBecome = (before: string, after: string) => `${before} → ${after}`;

/** The origin is where a lot was bought, not who holds it: the nominee holds what was bought through the club. */
export const lotOriginLabels: Record<LotOrigin, string> = {
  club: "Through the club",
  imported: "Through the club, imported",
  typed: "Not through the club",
};
interface Ratio {
  new_shares: number;
  old_shares: number;
}

export const splitKind = ({ new_shares, old_shares }: Ratio) => (new_shares > old_shares ? "Split" : "Consolidation");

/** "Split 10 for 1": so many new shares for so many old ones. */
export const splitWords = (ratio: Ratio): string => `${splitKind(ratio)} ${ratioWords(ratio)}`;

const ratioWords = ({ new_shares, old_shares }: Ratio) =>
  `${new_shares.toLocaleString("en-GB")} for ${old_shares.toLocaleString("en-GB")}`;

/** "the split of 10 for 1 on 1 June 2028"; of several all of them. */
export const splitNames = (splits: readonly (Ratio & { effective_on: string })[]): string =>
  splits
    .map((split) => `the ${splitKind(split).toLowerCase()} of ${ratioWords(split)} on ${formatDay(split.effective_on)}`)
    .join(" and ");

interface Bought {
  shares: number | null;
  shares_now: number | null;
  splits: readonly (Ratio & { effective_on: string })[];
}

/** "2,000 as bought, 20,000 after the split of 12 May 2026 (10 for 1)"; undefined without a split. */
export function boughtWords({ shares, shares_now, splits }: Bought): string | undefined {
  if (shares === null || shares_now === null || splits.length === 0) return undefined;
  const names = splits.map(
    (split) => `the ${splitKind(split).toLowerCase()} of ${formatDay(split.effective_on)} (${ratioWords(split)})`,
  );
  return `${shares.toLocaleString("en-GB")} as bought, ${shares_now.toLocaleString("en-GB")} after ${names.join(" and ")}`;
}

/** "10 new shares for each old share", "1 new share for every 20 old shares". */
export const newForOld = ({ new_shares, old_shares }: Ratio): string =>
  `${new_shares.toLocaleString("en-GB")} new ${new_shares === 1 ? "share" : "shares"} for ${old_shares === 1 ? "each old share" : `every ${old_shares.toLocaleString("en-GB")} old shares`}`;

interface Split extends Ratio {
  shares_before: number;
  shares_after: number;
}

/** "0.4 of a share less": shares stay whole, so that some get a part of one less than the ratio gives, and others more. Null where it is neither. */
export function partOfShareWords(lots: readonly Split[]): string | null {
  const more = lots.reduce(
    (sum, { shares_before, shares_after, new_shares, old_shares }) =>
      sum + (shares_after * old_shares - shares_before * new_shares) / old_shares,
    0,
  );
  const parts = Math.abs(more).toLocaleString("en-GB", { maximumFractionDigits: 4 });
  if (parts === "0") return null;
  return `${parts} ${Math.abs(more) < 1 ? "of a share" : "shares"} ${more < 0 ? "less" : "more"}`;
}

/** The mark is for names that stand alone: a member may type a company that the club has too. */
export const markedName = ({ name, origin }: { name: string; origin: LotOrigin }): string =>
  origin === "typed" ? `${name} (not through the club)` : name;

export const holdingStates = ["active", "sold", "written_off"] as const;

export const portfolioMessages = {
  notLaterThanToday: typedDayMessages.future,
  notYours: "Choose one of your holdings",
  beforeIssue: (issuedOn: string) => `Choose a day from ${formatDay(issuedOn)} on: the shares were issued then`,
  beforeCertificate: (day: string) =>
    `Choose a day from ${formatDay(day)} on: relief is claimed with the certificate in hand`,
  afterClaim: (day: string) => `Choose ${formatDay(day)} or an earlier day: the time to claim was over then`,
  beforeHeld: (day: string) =>
    `Nobody held shares of this company on that day: choose ${formatDay(day)} or a later day`,
  noScheme:
    "Choose shares under a scheme that were not sold within three years: there is no income tax relief on others",
  noLoss: "Choose shares that brought less than they cost: there is no loss to claim for these",
  whichLoss: (days: readonly string[]) => `Choose the day of the loss: ${days.map(formatDay).join(" or ")}`,
  beforeLoss: (day: string) => `Choose a day from ${formatDay(day)} on: there was no loss to claim before`,
  nothingLeftToRecord: "All of it is recorded. Remove a claim first to record another amount",
  moreThanLeft: (pence: string) => `Enter no more than the ${pence} that can be recorded of it`,
  taxNotLoss: (loss: string) =>
    `Enter the tax that the loss of ${loss} saved you, not the loss: no tax is more than 70% of it`,
  onlyIncomeIsCarriedBack: "Only relief on buying shares can be carried back",
  aPrice: "Enter a price above £0",
  unknownClass: "Choose a class that members hold, or all classes",
  classRequired: "The classes cost different prices: enter an impairment for each class",
  nothingToLower: "There is no price on that day that could be lowered",
  tooFewInIssue: (shares: number) =>
    `Members alone held ${shares.toLocaleString("en-GB")} shares on that day: enter ${shares.toLocaleString("en-GB")} or more, or leave it empty`,
  abovePrice: (price: string) =>
    `The club may lower a price, not raise it: enter ${formatPrice(price)} or less, or what others paid`,
  abovePriceNow: "Another price was confirmed meanwhile that this one would raise. Refuse it and enter it again",
  priceDecided: "This price is already confirmed or refused",
  evidenceClosed: "This price is decided, or has a document. Refuse it and enter it again",
  evidenceTooLarge: "The document is larger than 10 MB",
  secondPerson: "Another admin confirms what you entered",
  wholeShares: "Enter a whole number from 1 to 1,000,000",
  sameShares: "Enter two different numbers, such as 10 new shares for 1 old one",
  splitWaits: "Another split of this company waits: confirm or refuse it first",
  exitWaits: "An exit of this company waits: confirm or withdraw it first",
  exitSince: "An exit is recorded from that day on, in shares of before: choose a later day",
  earlierSplit: (day: string) => `A later split is confirmed: choose ${formatDay(day)} or a later day`,
  nothingToSplit: "Members hold no shares that were issued before that day",
  lotLost: "Somebody would be left without a share. The company has to pay them out, or choose another ratio",
  lotsChanged: "What members hold has changed since. Refuse this split and propose it again",
  splitDecided: "This split is already confirmed or refused",
  splitEvidenceClosed: "This split is decided, or has a document. Refuse it and propose it again",
  needsEvidence: "You or who entered it hold shares: add the document that shows this higher price first",
};
