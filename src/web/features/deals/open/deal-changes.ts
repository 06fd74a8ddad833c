import { type TermsFormat, termLinesOf } from "#shared/commitments/terms-changes.ts";
import type { DealContent, OpenDeal } from "#shared/deals/deals.ts";
import {
  type DealSectionName,
  dealSectionMessages,
  openDealMessages,
  openDealsMessages,
} from "#shared/deals/open-deal-messages.ts";
import { longDate, percent, shortLondonTime, weekdayDate } from "#web/lib/format.ts";

export interface TermLine {
  label: string;
  value: string;
  /** In the version that the reader saw last, where it differs. */
  was?: string;
}

const format: TermsFormat = { moment: shortLondonTime, day: longDate, dayAhead: weekdayDate, percent };

/** @param seen what the reader saw last, if that was another version. */
export function termLines(
  { content, closes_at, instead_of }: Pick<OpenDeal, "content" | "closes_at" | "instead_of">,
  seen: DealContent | null,
): TermLine[] {
  const linesOf = ({ terms }: DealContent) =>
    termLinesOf({ ...terms, closes_at: instead_of === null ? terms.closes_at : closes_at }, format);
  const before = seen && linesOf(seen);
  return linesOf(content).map(({ label, value }, index) => {
    const was = before?.[index]?.value;
    return was === undefined || was === value ? { label, value } : { label, value, was };
  });
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

/** Returns what the reader saw and is no longer there: nothing on the page could be marked. */
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
