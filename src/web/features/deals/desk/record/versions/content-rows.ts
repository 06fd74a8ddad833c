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
    ["Warnings", Object.values(warnings).join("\n")],
    [
      labels.company,
      Object.values({ ...company, logo: null })
        .filter(Boolean)
        .join("\n"),
    ],
    ["Logo, SHA-256", company.logo?.sha256 ?? ""],
    ["Round", deal_name],
    ...termRows(terms),
    ["Why we like it", page.why_we_like_it.join("\n")],
    ["What would make it fail", page.what_would_make_it_fail.join("\n")],
    ["Team", inLines(page.team)],
    ["Traction", inLines(page.traction)],
    ["On the scheme and its relief", page.scheme_note ?? ""],
    [
      "Room",
      documents.map(({ title, number, file_name }) => `${title}, ${messages.version(number)}, ${file_name}`).join("\n"),
    ],
    ["Questions and answers", answers.map(({ question, answer }) => `${question}\n${answer}`).join("\n\n")],
    ["Success fee of the company, per cent", String(success_fee_bp / 100)],
  ];
}
