import { lazily } from "#shared/lazily.ts";
import { paths } from "#shared/paths.ts";
import { defaultClub } from "#shared/settings/club.ts";
import type { Club } from "#shared/settings/settings.ts";
import { contentMessages } from "./content-messages.ts";
import { fillValues } from "./rich-text-outline.ts";
import { isLinkAddress } from "./rich-text-rules.ts";
import { linkPattern, type SitePoint, type SiteSection, siteValues } from "./site-pages.ts";

/** The five pages whose words are one item each of Admin → Content. */
export const sitePageSlugs = ["home", "about", "membership", "founders", "calculator"] as const;
export type SitePageSlug = (typeof sitePageSlugs)[number];

export const sitePagePaths: Record<SitePageSlug, string> = {
  home: paths.home,
  about: paths.about,
  membership: paths.membership,
  founders: paths.founders,
  calculator: paths.calculator,
};

/** Labels of the fields that a section or a point has; a field without one is not shown by the page. */
type Labels = Partial<Record<"side" | "title" | "text" | "note", string>>;

export interface SectionLayout {
  key: string;
  label: string;
  fields: Labels;
  points?: {
    /** "Benefit". */
    noun: string;
    fields: Labels;
    maximum: number;
    /** Drawn or counted one by one: they can be reworded, and neither moved nor removed. */
    isFixed?: true;
  };
}

const weeksLabel = "Weeks, such as 1 or 1-4";
const side = "Side heading";
const heading = { side, title: "Heading" };
const withText = { ...heading, text: "Text" };
const titled = { title: "Title", text: "Text" };
const comparison: SectionLayout = {
  key: "comparison",
  label: "Comparison with traditional syndicates",
  fields: { title: "Heading" },
  points: { noun: "Kind of fee", fields: titled, maximum: 4, isFixed: true },
};

export const sitePageLayouts: Record<SitePageSlug, readonly SectionLayout[]> = {
  home: [
    { key: "hero", label: "Below the heading", fields: { text: "Second line" } },
    {
      key: "stats",
      label: "Figures",
      fields: {},
      points: { noun: "Figure", fields: titled, maximum: 3, isFixed: true },
    },
    { key: "about", label: "About the club", fields: withText },
    {
      key: "why_join",
      label: "Benefits",
      fields: { title: "Heading" },
      points: { noun: "Benefit", fields: { text: "Benefit" }, maximum: 12 },
    },
    { key: "carousel", label: "Carousel", fields: {}, points: { noun: "Card", fields: titled, maximum: 10 } },
    {
      key: "philosophy",
      label: "Investment philosophy",
      fields: heading,
      points: { noun: "Principle", fields: titled, maximum: 8 },
    },
    {
      key: "how_it_works",
      label: "How it works",
      fields: heading,
      points: { noun: "Step", fields: { note: "When", ...titled }, maximum: 6 },
    },
    { key: "membership", label: "Membership and plans", fields: withText },
    comparison,
    { key: "insights", label: "Latest insights", fields: heading },
    { key: "contact", label: "Contact", fields: withText },
    { key: "banner", label: "Banner", fields: { title: "Heading", text: "Text" } },
  ],
  about: [
    { key: "mission", label: "Mission", fields: withText },
    { key: "vision", label: "Vision", fields: withText },
    { key: "team", label: "Co-founders", fields: heading },
    { key: "values", label: "Values", fields: heading, points: { noun: "Value", fields: titled, maximum: 8 } },
    { key: "company", label: "The company", fields: withText },
  ],
  membership: [
    { key: "benefits", label: "Benefits", fields: heading, points: { noun: "Benefit", fields: titled, maximum: 8 } },
    { key: "plans", label: "Plans and fees", fields: withText },
    { key: "yearly_cost", label: "Cost of a year", fields: { title: "Heading", note: "Small print" } },
    comparison,
    { key: "faq", label: "Questions", fields: heading },
  ],
  founders: [
    {
      key: "figures",
      label: "Figures",
      fields: {},
      points: { noun: "Figure", fields: titled, maximum: 3, isFixed: true },
    },
    {
      key: "looked_for",
      label: "What the club looks for",
      fields: heading,
      points: { noun: "Point", fields: { text: "Point" }, maximum: 12 },
    },
    {
      key: "how_it_goes",
      label: "How it goes",
      fields: { ...heading, note: "Small print" },
      points: { noun: "Step", fields: { note: weeksLabel, ...titled }, maximum: 8 },
    },
    {
      key: "data_room",
      label: "What to bring",
      fields: { ...heading, note: "Last paragraph" },
      points: { noun: "Part", fields: titled, maximum: 12 },
    },
    { key: "if_no", label: "If the club says no", fields: withText },
    { key: "faq", label: "Questions", fields: heading },
  ],
  calculator: [
    { key: "warning", label: "Warning beside the result", fields: { title: "Heading" } },
    { key: "line_by_line", label: "Line by line", fields: { ...heading, note: "Small print" } },
    { key: "over_a_year", label: "Over a year", fields: heading },
    {
      key: "counted",
      label: "What is counted",
      fields: { ...heading, note: "Small print" },
      points: { noun: "Entry", fields: titled, maximum: 12 },
    },
  ],
};

/** Values that a page alone works out, and that can be used on no other page. */
export const pageValueNames: Partial<Record<SitePageSlug, readonly string[]>> = {
  about: ["co_founders"],
  calculator: [
    "eis_rule",
    "fee_side",
    "gains_tax_rate",
    "loss_relief",
    "seis_rule",
    "syndicate_carry",
    "syndicate_fee",
    "syndicate_fees",
  ],
};

const exampleValues = lazily(() => siteValues(defaultClub));

/** The names that a text of the page can have in braces, in alphabetical order. */
export const valueNamesOf = (slug: SitePageSlug): string[] =>
  [...Object.keys(exampleValues()), ...(pageValueNames[slug] ?? [])].toSorted();

/** @returns the page whose sections these are; each page has others. */
export const sitePageWith = (sections: readonly { key: string }[]): SitePageSlug | undefined =>
  sitePageSlugs.find((slug) => keysOf(sitePageLayouts[slug]) === keysOf(sections));

const keysOf = (sections: readonly { key: string }[]): string => sections.map(({ key }) => key).join();

interface Problem {
  path: (string | number)[];
  message: string;
}

/** @param isForReaders asks for every text that the page shows, as its publication does; a draft may lack them. */
export function findSitePageProblems(page: SitePageContent, isForReaders: boolean): Problem[] {
  const slug = sitePageWith(page.sections);
  if (!slug) return [{ path: ["sections"], message: contentMessages.sectionsForm }];
  const known = valueNamesOf(slug);
  const inText = (path: Problem["path"], text: string): Problem[] => {
    const message = textProblem(text, known);
    return message === undefined ? [] : [{ path, message }];
  };
  const inLabelled = (labels: Labels, part: SiteSection | SitePoint, path: Problem["path"]): Problem[] =>
    (["note", "title", "text"] as const).flatMap((name) => {
      const isMissing = isForReaders && part.is_shown && labels[name] !== undefined && part[name] === "";
      return isMissing
        ? [{ path: [...path, name], message: "Please fill this in." }]
        : inText([...path, name], part[name]);
    });
  const inSection = (section: SiteSection, index: number): Problem[] => {
    const { fields, points } = sitePageLayouts[slug][index] as SectionLayout;
    const path = ["sections", index];
    return [
      ...inText([...path, "side"], section.side),
      ...inLabelled(fields, section, path),
      ...countProblem(section.points, points).map((message) => ({ path: [...path, "points"], message })),
      ...section.points.flatMap((point, at) => {
        const here = [...path, "points", at];
        const isWeeks = points?.fields.note === weeksLabel;
        const shown = { ...point, is_shown: section.is_shown && point.is_shown };
        return isWeeks && point.note !== "" && !isWeeksRange(point.note)
          ? [{ path: [...here, "note"], message: contentMessages.weeksForm }]
          : inLabelled(points?.fields ?? {}, shown, here);
      }),
    ];
  };
  const { title, description, heading, lead, sections } = page;
  const inPage = Object.entries({ title, description, heading, lead }).flatMap(([name, text]) => inText([name], text));
  return [...inPage, ...sections.flatMap(inSection)];
}

function textProblem(text: string, known: readonly string[]): string | undefined {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return contentMessages.unknownValue(unknown, known);
  const links = [...text.matchAll(linkPattern)].map(([, , href = ""]) => fillValues(href, exampleValues()));
  const broken = links.find((href) => !isLinkAddress(href));
  return broken && contentMessages.linkForm(broken);
}

function countProblem(given: readonly SitePoint[], points: SectionLayout["points"]): string[] {
  const count = given.length;
  const isWhole = count === points?.maximum && given.every(({ is_shown }) => is_shown);
  if (points?.isFixed && !isWhole) return [contentMessages.pointsFixed(points.maximum)];
  return count > (points?.maximum ?? 0) ? [contentMessages.pointsMost(points?.maximum ?? 0)] : [];
}

const isWeeksRange = (text: string): boolean => {
  const [, least = "", most = least] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  return least !== "" && Number(least) <= Number(most);
};

export interface SitePageContent {
  title: string;
  description: string;
  heading: string;
  lead: string;
  sections: SiteSection[];
}

/** @returns every text that readers would see. */
function shownTexts({ title, description, heading, lead, sections }: SitePageContent): string[] {
  const ofSections = sections
    .filter(({ is_shown }) => is_shown)
    .flatMap(({ side, title, text, note, points }) => [side, title, text, note, ...points.flatMap(shownTextsOfPoint)]);
  return [title, description, heading, lead, ...ofSections];
}

const shownTextsOfPoint = ({ note, title, text, is_shown }: SitePoint): string[] =>
  is_shown ? [note, title, text] : [];

export interface TypedFigure {
  /** "20% carry on £18,000 profit is £3,600." */
  sentence: string;
  /** "20%", "£18,000", "£3,600". */
  figures: string[];
  /** The placeholders whose value on the day is one of the figures. */
  values: string[];
}

const figurePattern = /£\s?\d[\d,.]*\d?\s?(?:k|m|bn)?\b|£\s?\d|\d[\d.,]*\s?(?:%|per cent\b)/gi;

/**
 * Percentages and sums of money that are typed into a page that shows them, sentence by sentence: when the settings change, these stay.
 * @returns each sentence once.
 */
export function typedFigures(page: SitePageContent, club: Club): TypedFigure[] {
  const values = Object.entries(siteValues(club));
  const found = new Map<string, TypedFigure>();
  for (const text of shownTexts(page)) {
    for (const sentence of text.split(/(?<=[.!?])\s+|\n+/)) {
      const figures = [...new Set(sentence.match(figurePattern) ?? [])].map((figure) => figure.trim());
      if (figures.length === 0) continue;
      const same = values.filter(([, value]) => figures.includes(value)).map(([name]) => name);
      found.set(sentence, { sentence, figures, values: same });
    }
  }
  return [...found.values()];
}
