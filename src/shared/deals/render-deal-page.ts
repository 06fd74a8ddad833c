import { formatPounds } from "#shared/format-pounds.ts";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { escapeHtml } from "#shared/statements/render-statement-form.ts";
import { allocationMethodLabels, dealSchemeLabels, instrumentLabels } from "./deal-messages.ts";
import { dealPageMessages as messages } from "./deal-page-messages.ts";
import type { FrozenDocument } from "./deal-room.ts";
import type { DealContent } from "./deals.ts";

/** A version of a deal as a page of its own, deterministic. Kept as it is rendered once, and identified by its SHA-256. */
export function renderDealPage(content: DealContent): string {
  const { company, deal_name, page, terms, documents, answers, warnings, success_fee_bp } = content;
  const { country, place, founded_year, company_number, website } = company;
  const facts = [
    place,
    country,
    founded_year && messages.founded(founded_year),
    company_number && messages.company(company_number),
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
    ...(company.logo ? paragraphs(messages.logo(company.logo.sha256)) : []),
    heading(messages.terms(terms.number, formatDay(londonDate(new Date(terms.created_at))))),
    ...termsList(terms),
    heading(messages.why),
    ...list(page.why_we_like_it),
    heading(messages.whyNot),
    ...list(page.what_would_make_it_fail),
    heading(messages.team),
    ...page.team.map(({ name, history }) => `<p><b>${escapeHtml(name)}</b> ${escapeHtml(history)}</p>`),
    heading(messages.traction),
    "<table>",
    row("th", messages.figures),
    ...page.traction.map(({ what, figure, as_of, source }) => row("td", [what, figure, as_of, source])),
    "</table>",
    heading(messages.useOfFunds),
    ...list(terms.use_of_funds.map(({ what, percent }) => `${what}: ${percent}%`)),
    heading(messages.others),
    ...paragraphs(terms.other_investors),
    heading(messages.conflicts),
    ...paragraphs(messages.successFee(String(success_fee_bp / 100))),
    ...facing([
      [messages.clubInvests, terms.club_invests],
      [messages.ofInterest, terms.conflicts],
    ]),
    ...(page.scheme_note ? [heading(messages.schemeNote), ...paragraphs(page.scheme_note)] : []),
    heading(messages.risks),
    ...list(terms.risks),
    ...(documents.length > 0 ? [heading(messages.room), ...list(documents.map(documentLine))] : []),
    ...(answers.length > 0 ? [heading(messages.questions)] : []),
    ...answers.flatMap(({ question, answer, answered_at }) => [
      `<p><b>${escapeHtml(question)}</b></p>`,
      ...paragraphs(answer, messages.answered(formatDay(londonDate(new Date(answered_at))))),
    ]),
    heading(messages.timeline),
    ...facing([
      [messages.opens, formatMoment(new Date(terms.opens_at))],
      [messages.priorityUntil, formatMoment(new Date(terms.priority_until))],
      [messages.closes, formatMoment(new Date(terms.closes_at))],
      [messages.completion, formatDay(terms.completion_expected_on)],
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
    messages.documentVersion(number, formatDay(londonDate(new Date(created_at)))),
    file_name,
    pages === null ? messages.bytes(bytes) : messages.pages(pages),
    is_downloadable && messages.downloadable,
    `SHA-256 ${sha256}`,
  ];
  return said.filter(Boolean).join(", ");
}

function termsList(terms: DealContent["terms"]): string[] {
  const { assurance, assurance_on, allocation_method, priority_share_percent: percent, priority_tiers } = terms;
  const assured =
    assurance === "given" ? messages.assurance.given(formatDay(assurance_on ?? "")) : messages.assurance[assurance];
  const tiers = priority_tiers.map((tier) => tierLabels[tier]).join(", ");
  const priority =
    percent > 0 && tiers ? [messages.priority(percent, tiers, formatMoment(new Date(terms.priority_until)))] : [];
  return facing([
    [messages.scheme, [dealSchemeLabels[terms.scheme], ...(terms.scheme === "none" ? [] : [assured])].join(". ")],
    [messages.instrument, instrumentLabels[terms.instrument]],
    [messages.shareClass, terms.share_class],
    [messages.rights, terms.rights],
    [messages.price, `£${terms.price}`],
    [messages.preMoney, formatPounds(terms.pre_money_pence)],
    [messages.round, formatPounds(terms.round_total_pence)],
    [messages.club, messages.range(formatPounds(terms.club_minimum_pence), formatPounds(terms.club_maximum_pence))],
    [messages.smallest, formatPounds(terms.minimum_commitment_pence)],
    [messages.allocation, [allocationMethodLabels[allocation_method], ...priority].join(". ")],
    [messages.raisedSeis, formatPounds(terms.seis_raised_pence)],
    [messages.raised, formatPounds(terms.schemes_raised_pence)],
    [messages.raisedYear, formatPounds(terms.schemes_raised_year_pence)],
    [messages.vehicle, terms.vehicle],
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
