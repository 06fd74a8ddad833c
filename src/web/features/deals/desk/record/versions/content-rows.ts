import { versionsPartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import type { Row } from "../row-difference.tsx";
import { termRows } from "../terms/term-rows.ts";

const labels = messages.contentLabels;

/** All that a version says, in the order of its page. */
export function contentRows({
  company,
  deal_name,
  page,
  terms,
  documents,
  answers,
  warnings,
  success_fee_bp,
}: DealContent): Row[] {
  const inLines = (entries: readonly object[]) => entries.map((entry) => Object.values(entry).join(", ")).join("\n");
  return [
    [labels.warnings, Object.values(warnings).join("\n")],
    [
      labels.company,
      Object.values({ ...company, logo: null })
        .filter(Boolean)
        .join("\n"),
    ],
    [labels.logo, company.logo?.sha256 ?? ""],
    [labels.deal, deal_name],
    ...termRows(terms),
    [labels.why, page.why_we_like_it.join("\n")],
    [labels.whyNot, page.what_would_make_it_fail.join("\n")],
    [labels.team, inLines(page.team)],
    [labels.traction, inLines(page.traction)],
    [labels.schemeNote, page.scheme_note ?? ""],
    [
      labels.room,
      documents.map(({ title, number, file_name }) => `${title}, ${messages.version(number)}, ${file_name}`).join("\n"),
    ],
    [labels.answers, answers.map(({ question, answer }) => `${question}\n${answer}`).join("\n\n")],
    [labels.fee, String(success_fee_bp / 100)],
  ];
}
