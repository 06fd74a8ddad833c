import { formatPounds } from "#shared/format-pounds.ts";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { escapeHtml } from "#shared/statements/render-statement-form.ts";
import { allocationMethodLabels, dealSchemeLabels, instrumentLabels } from "./deal-messages.ts";

import type { FrozenDocument } from "./deal-room.ts";
import type { DealContent } from "./deals.ts";

/**
 * A version of a deal as a page of its own, deterministic. Kept as it is rendered once, and identified by its SHA-256.
 * A changed text is for versions that are frozen from then on.
 */
export function renderDealPage(content: DealContent): string {
  const { company, deal_name, page, terms, documents, answers, warnings, success_fee_bp } = content;
  const { country, place, founded_year, company_number, website } = company;
  const facts = [
    place,
    country,
    founded_year && `founded ${founded_year}`,
    company_number && `company ${company_number}`,
    website,
  ];
  const lines = [
    "<!doctype html>",
    '<html lang="en-GB">',
    `<head><meta charset="utf-8"><title>${escapeHtml(company.name)}</title></head>`,
    "<body>",
    `<p><b>${escapeHtml(warnings.headline)}</b></p>`,
    ...paragraphs(warnings.risk, warnings.sender, warnings.exemption),
    `<h1>${escapeHtml(company.name)}</h1>`,
    ...paragraphs(company.one_line, deal_name, company.sector, facts.filter(Boolean).join(", ")),
    ...(company.logo ? paragraphs(`Logo, SHA-256 ${company.logo.sha256}`) : []),
    heading(`Terms, version ${terms.number}, ${formatDay(londonDate(new Date(terms.created_at)))}`),
    ...termsList(terms),
    heading("Why we like it"),
    ...list(page.why_we_like_it),
    heading("What would make it fail"),
    ...list(page.what_would_make_it_fail),
    heading("Team"),
    ...page.team.map(({ name, history }) => `<p><b>${escapeHtml(name)}</b> ${escapeHtml(history)}</p>`),
    heading("Traction"),
    "<table>",
    row("th", messages.figures),
    ...page.traction.map(({ what, figure, as_of, source }) => row("td", [what, figure, as_of, source])),
    "</table>",
    heading("Use of funds"),
    ...list(terms.use_of_funds.map(({ what, percent }) => `${what}: ${percent}%`)),
    heading("Who else invests"),
    ...paragraphs(terms.other_investors),
    heading("Conflicts, and what the club earns"),
    ...paragraphs(
      `The company pays the club ${String(success_fee_bp / 100)}% of the funds raised through the club, which is what its members invest, after completion and never out of their money.`,
    ),
    ...facing([
      ["What the club and its founders put in", terms.club_invests],
      ["Conflicts of interest", terms.conflicts],
    ]),
    ...(page.scheme_note ? [heading("The scheme"), ...paragraphs(page.scheme_note)] : []),
    heading("Risks"),
    ...list(terms.risks),
    ...(documents.length > 0 ? [heading("Room"), ...list(documents.map(documentLine))] : []),
    ...(answers.length > 0 ? [heading("Questions")] : []),
    ...answers.flatMap(({ question, answer, answered_at }) => [
      `<p><b>${escapeHtml(question)}</b></p>`,
      ...paragraphs(
        answer,
        `Asked by a member. Answered by the founders, ${formatDay(londonDate(new Date(answered_at)))}`,
      ),
    ]),
    heading("Timeline"),
    ...facing([
      ["Opens", formatMoment(new Date(terms.opens_at))],
      ["Priority until", formatMoment(new Date(terms.priority_until))],
      ["Closes", formatMoment(new Date(terms.closes_at))],
      ["Shares expected", formatDay(terms.completion_expected_on)],
    ]),
    "</body>",
    "</html>",
    "",
  ];
  return lines.join("\n");
}

function documentLine({ title, file_name, number, created_at, pages, bytes, is_downloadable, sha256 }: FrozenDocument) {
  const said = [
    title,
    `version ${number}, ${formatDay(londonDate(new Date(created_at)))}`,
    file_name,
    pages === null ? `${bytes} bytes` : `${pages} ${pages === 1 ? "page" : "pages"}`,
    is_downloadable && "may be downloaded",
    `SHA-256 ${sha256}`,
  ];
  return said.filter(Boolean).join(", ");
}

function termsList(terms: DealContent["terms"]): string[] {
  const { assurance, assurance_on, allocation_method, priority_share_percent: percent, priority_tiers } = terms;
  const assured =
    assurance === "given" ? `Advance assurance given ${formatDay(assurance_on ?? "")}` : messages.assurance[assurance];
  const tiers = priority_tiers.map((tier) => tierLabels[tier]).join(", ");
  const priority =
    percent > 0 && tiers
      ? [
          `${percent}% of what is left after everybody’s minimum goes to ${tiers} commitments placed before ${formatMoment(new Date(terms.priority_until))}`,
        ]
      : [];
  return facing([
    ["Scheme", [dealSchemeLabels[terms.scheme], ...(terms.scheme === "none" ? [] : [assured])].join(". ")],
    ["Instrument", instrumentLabels[terms.instrument]],
    ["Class of share", terms.share_class],
    ["Rights", terms.rights],
    ["Price of a share", `£${terms.price}`],
    ["Value of the company before the round", formatPounds(terms.pre_money_pence)],
    ["Whole round", formatPounds(terms.round_total_pence)],
    ["Of it, the club takes", `${formatPounds(terms.club_minimum_pence)} to ${formatPounds(terms.club_maximum_pence)}`],
    ["Smallest commitment", formatPounds(terms.minimum_commitment_pence)],
    ["How shares are allocated", [allocationMethodLabels[allocation_method], ...priority].join(". ")],
    ["Raised before under SEIS", formatPounds(terms.seis_raised_pence)],
    ["Raised before under all schemes", formatPounds(terms.schemes_raised_pence)],
    ["Of it, in the last 12 months", formatPounds(terms.schemes_raised_year_pence)],
    ["Held by", terms.vehicle],
  ]);
}

const heading = (text: string) => `<h2>${escapeHtml(text)}</h2>`;
const paragraphs = (...texts: (string | null)[]) =>
  texts.flatMap((text) => (text ? [`<p>${escapeHtml(text)}</p>`] : []));
const list = (items: readonly string[]) => ["<ul>", ...items.map((item) => `<li>${escapeHtml(item)}</li>`), "</ul>"];
const row = (cell: "th" | "td", texts: readonly string[]) =>
  `<tr>${texts.map((text) => `<${cell}>${escapeHtml(text)}</${cell}>`).join("")}</tr>`;
const facing = (pairs: readonly [string, string][]) => [
  "<dl>",
  ...pairs.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`),
  "</dl>",
];

const messages = {
  assurance: {
    applied: "Advance assurance applied for, not given yet",
    none: "No advance assurance",
  },
  figures: ["What", "Figure", "As of", "Source"],
} as const;
