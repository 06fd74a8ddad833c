import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import { getPlan, isTradeOff, namesOf, plansWith, slack } from "#shared/settings/plan-costs.ts";
import type { Club, Plan } from "#shared/settings/settings.ts";
import { fillValues } from "./rich-text-outline.ts";
import { richTextValues } from "./rich-text-values.ts";

export interface SitePoint {
  /** Above or before the title, such as "Start here". */
  note: string;
  title: string;
  text: string;
  is_shown: boolean;
}

export interface SiteSection {
  key: string;
  side: string;
  title: string;
  /** Paragraphs are separated by an empty line. */
  text: string;
  /** The small print below. */
  note: string;
  points: SitePoint[];
  is_shown: boolean;
}

/** The published answer leaves out what is hidden. */
export interface ShownSitePage {
  title: string;
  description: string;
  heading: string;
  lead: string;
  sections: (Omit<SiteSection, "is_shown" | "points"> & { points: Omit<SitePoint, "is_shown">[] })[];
}
export type ShownSection = ShownSitePage["sections"][number];

/** @returns what stands for each placeholder on the day, by its name; a sentence that does not apply is empty. */
export function siteValues(club: Club): Record<string, string> {
  const { identity, figures, links, plans } = club;
  const [tagline, secondTagline] = identity.taglines;
  const bareName = nameWithoutArticle(identity.name);
  const values: Record<string, string> = {
    ...richTextValues(club),
    tagline,
    second_tagline: secondTagline,
    mission: identity.mission,
    the_club: `the ${bareName}${/\bclub$/i.test(bareName) ? "" : " club"}`,
    founders_met: String(figures.founders_met_per_week),
    founders_met_in_words: foundersInWords(figures.founders_met_per_week),
    founder_enquiry: links.founder_enquiry ? "form" : "email",
    or_book_a_call: links.booking ? ", or book a call with one of us" : "",
    how_to_apply: howToApply(plans),
    plan_choice: isTradeOff(plans)
      ? "Three plans: the more you pay for the year, the less you pay per deal."
      : "Three plans, each with a price for the year and a fee per deal.",
    plan_summary: planSummary(plans),
    free_start: freeStart(plans),
    community_plans: plansWith(plans, slack) || "no plan",
    academy_plans: plansWith(plans, /\bonline academy\b/i) || "no plan",
  };
  for (const { name, price, investment_fee_percent } of plans) {
    values[`price_${name.toLowerCase()}`] = price;
    values[`fee_${name.toLowerCase()}`] = `${investment_fee_percent}%`;
  }
  return values;
}

const numbers = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const foundersInWords = (count: number) => `${numbers[count] ?? count} ${count === 1 ? "founder" : "founders"}`;

/** Where plans differ, each says at its button where that leads. */
function howToApply(plans: readonly Plan[]): string {
  const withForm = plans.filter(({ application_url }) => application_url !== null).length;
  if (withForm === plans.length) return "Applying takes you to a form in a new tab.";
  return withForm > 0 ? "You apply at the plan of your choice." : "To apply, write to us.";
}

function planSummary(plans: readonly Plan[]): string {
  const free = namesOf(plans.filter(({ annual_price_pence }) => annual_price_pence === 0));
  const withoutFee = namesOf(plans.filter(({ investment_fee_percent }) => investment_fee_percent === 0));
  if (free && withoutFee) return `Your plan sets both: on ${free} the price is nothing, and on ${withoutFee} the fee.`;
  if (free) return `Your plan sets both: on ${free} the price is nothing.`;
  return withoutFee ? `Your plan sets both: on ${withoutFee} the fee is nothing.` : "Your plan sets both.";
}

function freeStart(plans: readonly Plan[]): string {
  const trial = getPlan(plans, "Trial");
  return trial.annual_price_pence === 0 ? `Start free on ${trial.name}, and move up when the fees say so.` : "";
}

/** A sentence whose placeholder is empty leaves no space behind. */
export const fillSiteText = (text: string, values: Record<string, string>): string =>
  fillValues(text, values).replace(/ {2,}/g, " ").trim();

/** @returns the page with every placeholder filled. */
export const fillSitePage = (page: ShownSitePage, values: Record<string, string>): ShownSitePage =>
  JSON.parse(JSON.stringify(page), (_key, value) => (typeof value === "string" ? fillSiteText(value, values) : value));

/** "[founders](/founders)": the words, and where they lead. */
export const linkPattern = /\[([^[\]]+)\]\(([^()\s]+)\)/g;
