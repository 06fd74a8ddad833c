import { londonDate } from "#shared/london-time.ts";
import { statementFlagLabels, statementStateLabels } from "#shared/statements/signed-statement-messages.ts";
import type { StatementFilter } from "#shared/statements/signed-statements.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import type { CsvExport } from "../../platform/http/csv-stream.ts";
import { stateAt } from "./policy.ts";
import { listStatements, type StatementRow } from "./queries.ts";

export const statementColumns = [
  "Name",
  "Email",
  "Kind",
  "Version",
  "Signed at (UTC)",
  "Signed on",
  "Valid through",
  "State",
  "Ended at (UTC)",
  "Why in review",
  "Reason",
  "SHA-256 of the page",
  "Id",
];

/** The register, with its filter. */
export const statementsCsv = (filter: StatementFilter, now: Date): CsvExport<StatementRow> => ({
  name: "statements",
  columns: statementColumns,
  toRow: (row) => statementCells(row, now),
  list: (tx, page) => listStatements(tx, { ...filter, ...page, today: londonDate(now) }),
  audit: (effects) => {
    const { state = null, kind = null } = filter;
    effects.audit("statements_exported", null, { state, kind, is_search: Boolean(filter.q) });
  },
});

export function statementCells(row: StatementRow, now: Date): string[] {
  const { state } = stateAt(row, now);
  return [
    row.full_name ?? "",
    row.email ?? "",
    statementKindLabels[row.kind],
    row.version_label,
    row.signed_at.toISOString(),
    row.signed_on,
    row.valid_through,
    statementStateLabels[state],
    row.ended_at?.toISOString() ?? "",
    row.flags.map((flag) => statementFlagLabels[flag]).join("; "),
    row.reason ?? "",
    row.page_sha256,
    row.id,
  ];
}
