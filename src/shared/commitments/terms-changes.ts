import { allocationMethodLabels, instrumentLabels } from "#shared/deals/deal-messages.ts";
import type { DealContent, Terms } from "#shared/deals/deals.ts";
import { dealTermsMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { lazily } from "#shared/lazily.ts";
import { formatDay, formatMoment } from "#shared/london-time.ts";
import { formatPence, formatPrice, inThousandths, withTwoDecimals } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { amountForShares, minimumShares } from "./share-costs.ts";

export interface Offer {
  terms: Terms;
  success_fee_bp: DealContent["success_fee_bp"];
}

interface TermLine {
  name: string;
  label: string;
  value: string;
}

/** How a reader is told times, days and rates. */
export interface TermsFormat {
  moment: (iso: string) => string;
  day: (date: string) => string;
  dayAhead: (date: string) => string;
  percent: (rate: number) => string;
}

const list = lazily(() => new Intl.ListFormat("en-GB"));
const plain: TermsFormat = {
  moment: (iso) => formatMoment(new Date(iso)),
  day: formatDay,
  dayAhead: formatDay,
  percent: (rate) => `${inThousandths(rate * 100)}%`,
};

export function termLinesOf(terms: Terms, format: TermsFormat = plain): TermLine[] {
  const fewest = minimumShares(terms.price, terms.minimum_commitment_pence);
  const lines: Record<string, [label: string, value: string]> = {
    scheme: ["Scheme", schemeOf(terms, format)],
    instrument: ["Instrument", instrumentLabels[terms.instrument]],
    share_class: ["Class of share", terms.share_class],
    rights: ["Rights", terms.rights],
    price: ["Price of a share", formatPrice(withTwoDecimals(terms.price))],
    pre_money: ["Value of the company before the round", formatPounds(terms.pre_money_pence)],
    round: [
      "Whole round",
      `${formatPounds(terms.round_total_pence)}, of which the club takes ${formatPounds(terms.club_minimum_pence)} to ${formatPounds(terms.club_maximum_pence)}`,
    ],
    smallest: [
      "Smallest commitment",
      `${fewest.toLocaleString("en-GB")} shares, ${formatPence(amountForShares(terms.price, fewest))}`,
    ],
    taken: ["Commitments are taken", `From ${format.moment(terms.opens_at)} to ${format.moment(terms.closes_at)}`],
    allocation: [
      "How shares are allocated",
      messages.allocationValue(allocationMethodLabels[terms.allocation_method], priorityOf(terms, format)),
    ],
    vehicle: ["Held by", terms.vehicle],
    completion: ["Shares expected", format.dayAhead(terms.completion_expected_on)],
  };
  return Object.entries(lines).map(([name, [label, value]]) => ({ name, label, value }));
}

function schemeOf({ scheme, assurance, assurance_on }: Terms, format: TermsFormat): string {
  if (scheme === "none") return messages.noScheme;
  const words =
    assurance === "given" ? `Advance assurance given ${format.day(assurance_on ?? "")}` : messages.assurance[assurance];
  return `${scheme}. ${words}`;
}

function priorityOf(
  { priority_share_percent, priority_tiers, priority_until }: Terms,
  format: TermsFormat,
): string | null {
  if (priority_share_percent === 0 || priority_tiers.length === 0) return null;
  return messages.priority(
    format.percent(priority_share_percent / 100),
    list().format(priority_tiers.map((tier) => tierLabels[tier])),
    format.moment(priority_until),
  );
}

const otherLines = ({ terms, success_fee_bp }: Offer): TermLine[] => [
  {
    name: "use_of_funds",
    label: "Use of funds",
    value: terms.use_of_funds.map(({ what, percent }) => `${what}: ${percent}%`).join("; "),
  },
  { name: "conflicts", label: "Conflicts", value: terms.conflicts },
  {
    name: "success_fee",
    label: "What the company pays the club",
    value: `${plain.percent(success_fee_bp / 10_000)} of what the club puts in`,
  },
  { name: "club_invests", label: "What the club puts in", value: terms.club_invests },
  { name: "other_investors", label: "Who else invests", value: terms.other_investors },
  { name: "risks", label: "Risks", value: terms.risks.join(" ") },
];

const linesOf = (offer: Offer): TermLine[] => [...termLinesOf(offer.terms), ...otherLines(offer)];

const alwaysMaterial = new Set([
  "scheme",
  "instrument",
  "share_class",
  "rights",
  "price",
  "pre_money",
  "vehicle",
  "use_of_funds",
  "conflicts",
  "success_fee",
]);

const day = 24 * 60 * 60 * 1000;

const movesByMoreThanTenth = (before: number, after: number): boolean => Math.abs(after - before) * 10 > before;

function isMaterial(name: string, { terms: before }: Offer, { terms: after }: Offer): boolean {
  if (name === "round")
    return (
      movesByMoreThanTenth(before.club_minimum_pence, after.club_minimum_pence) ||
      movesByMoreThanTenth(before.club_maximum_pence, after.club_maximum_pence)
    );
  if (name === "taken") return Math.abs(Date.parse(after.closes_at) - Date.parse(before.closes_at)) > 14 * day;
  return alwaysMaterial.has(name);
}

export interface TermsChange {
  label: string;
  before: string;
  after: string;
  /** True where, by definition, members who have committed are asked again. */
  isMaterial: boolean;
}

/** Every line that differs, old and new in words. */
export function termsChanges(before: Offer, after: Offer): TermsChange[] {
  const old = new Map(linesOf(before).map(({ name, value }) => [name, value]));
  return linesOf(after).flatMap(({ name, label, value }) => {
    const was = old.get(name) ?? "";
    return was === value ? [] : [{ label, before: was, after: value, isMaterial: isMaterial(name, before, after) }];
  });
}

/** Those that make it another offer, whatever anybody says of them. */
export const materialChanges = (before: Offer, after: Offer): TermsChange[] =>
  termsChanges(before, after).filter((change) => change.isMaterial);
