import { allocationMethodLabels, instrumentLabels } from "#shared/deal-messages.ts";
import type { DealContent, NumberedTerms } from "#shared/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import {
  type DealSectionName,
  dealSectionMessages,
  dealTermsMessages as messages,
  openDealMessages,
  openDealsMessages,
} from "#shared/open-deal-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { tierLabels } from "#shared/people-messages.ts";
import { costPence, minimumShares } from "#shared/share-costs.ts";
import { longDate, percent, shortLondonTime, weekdayDate } from "#web/lib/format.ts";
import { inWords } from "./deal-words.ts";

export interface TermLine {
  label: string;
  value: string;
  /** In the version that the reader saw last, where it differs. */
  was?: string;
}

/** @param seen what the reader saw last, if that was another version. */
export function termLines({ terms }: DealContent, seen: DealContent | null): TermLine[] {
  const before = seen && linesOf(seen.terms);
  return linesOf(terms).map(([label, value], index) => {
    const was = before?.[index]?.[1];
    return was === undefined || was === value ? { label, value } : { label, value, was };
  });
}

function linesOf(terms: NumberedTerms): [label: string, value: string][] {
  const fewest = minimumShares(terms.price, terms.minimum_commitment_pence);
  return [
    [messages.scheme, schemeOf(terms)],
    [messages.instrument, instrumentLabels[terms.instrument]],
    [messages.shareClass, terms.share_class],
    [messages.rights, terms.rights],
    [messages.price, formatPrice(terms.price)],
    [messages.preMoney, formatPounds(terms.pre_money_pence)],
    [
      messages.round,
      messages.roundValue(
        formatPounds(terms.round_total_pence),
        formatPounds(terms.club_minimum_pence),
        formatPounds(terms.club_maximum_pence),
      ),
    ],
    [
      messages.smallest,
      messages.smallestValue(fewest.toLocaleString("en-GB"), formatPence(costPence(terms.price, fewest))),
    ],
    [messages.taken, messages.takenValue(shortLondonTime(terms.opens_at), shortLondonTime(terms.closes_at))],
    [messages.allocation, messages.allocationValue(allocationMethodLabels[terms.allocation_method], priorityOf(terms))],
    [messages.vehicle, terms.vehicle],
    [messages.completion, weekdayDate(terms.completion_expected_on)],
  ];
}

function schemeOf({ scheme, assurance, assurance_on }: NumberedTerms): string {
  if (scheme === "none") return messages.noScheme;
  const words =
    assurance === "given" ? messages.assurance.given(longDate(assurance_on ?? "")) : messages.assurance[assurance];
  return `${scheme}. ${words}`;
}

function priorityOf({ priority_share_percent, priority_tiers, priority_until }: NumberedTerms): string | null {
  if (priority_share_percent === 0 || priority_tiers.length === 0) return null;
  return messages.priority(
    percent(priority_share_percent / 100),
    inWords(priority_tiers.map((tier) => tierLabels[tier])),
    shortLondonTime(priority_until),
  );
}

/** What each section says, besides the terms, whose lines are compared one by one. */
const partsOf: Partial<Record<DealSectionName, (content: DealContent) => unknown>> = {
  why: ({ page }) => [page.why_we_like_it, page.what_would_make_it_fail],
  risks: ({ terms }) => terms.risks,
  team: ({ page }) => page.team,
  traction: ({ page }) => page.traction,
  funds: ({ terms }) => terms.use_of_funds,
  others: ({ terms }) => terms.other_investors,
  conflicts: ({ terms, success_fee_bp }) => [terms.conflicts, terms.club_invests, success_fee_bp],
  scheme: ({ page, terms }) => [terms.scheme, terms.assurance, terms.assurance_on, page.scheme_note],
  room: ({ documents }) => documents.map(({ id }) => id),
  questions: ({ answers }) => answers,
  timeline: ({ terms }) => [terms.opens_at, terms.priority_until, terms.closes_at, terms.completion_expected_on],
};

/** In page order, without those that have nothing to say. */
export function sectionsOf({ page }: DealContent): DealSectionName[] {
  const isEmpty: Partial<Record<DealSectionName, boolean>> = {
    why: page.why_we_like_it.length === 0 && page.what_would_make_it_fail.length === 0,
    team: page.team.length === 0,
    traction: page.traction.length === 0,
  };
  return (Object.keys(dealSectionMessages) as DealSectionName[]).filter((name) => !isEmpty[name]);
}

/** What the reader saw and is no longer there: nothing on the page could be marked. */
export function goneSections(content: DealContent, seen: DealContent): DealSectionName[] {
  const present = sectionsOf(content);
  return sectionsOf(seen).filter((name) => !present.includes(name));
}

export function changedSections(content: DealContent, seen: DealContent | null): ReadonlySet<DealSectionName> {
  if (!seen) return new Set();
  const isChanged = (part: (content: DealContent) => unknown) =>
    JSON.stringify(part(content)) !== JSON.stringify(part(seen));
  const names = Object.keys(partsOf) as DealSectionName[];
  return new Set(names.filter((name) => isChanged(partsOf[name] ?? (() => null))));
}

/** "New" or "Changed", by the question's id. */
export function changedAnswers({ answers }: DealContent, seen: DealContent | null): ReadonlyMap<string, string> {
  if (!seen) return new Map();
  const before = new Map(seen.answers.map(({ id, answer }) => [id, answer]));
  const changed = answers.filter(({ id, answer }) => before.get(id) !== answer);
  return new Map(changed.map(({ id }) => [id, before.has(id) ? openDealMessages.changed : openDealsMessages.isNew]));
}
