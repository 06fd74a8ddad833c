import { ownStatementMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { statementStateLabels } from "#shared/statements/signed-statement-messages.ts";
import type { OwnStatement } from "#shared/statements/signed-statements.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { formatDateTime, shortDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { FormHash } from "../form-facts.tsx";
import { statementTones } from "../statement-states.ts";
import { SignedPageButton } from "./signed-page-button.tsx";
import { WithdrawButton } from "./withdraw-button.tsx";

const columns: RecordColumn<OwnStatement>[] = [
  {
    header: "Statement",
    className: "w-full",
    cell: ({ kind, version_label }) => (
      <div className="grid min-w-28 gap-0.5 py-1 wrap-anywhere">
        <span>{statementKindLabels[kind]}</span>
        <span className="note">{version_label}</span>
      </div>
    ),
  },
  { header: "Signed", className: "num", cell: ({ signed_at }) => <Moment text={formatDateTime(signed_at)} /> },
  { header: "Valid until", className: "num whitespace-nowrap", cell: ({ valid_through }) => shortDate(valid_through) },
  {
    header: "State",
    cell: ({ state, reason }) => (
      <div className="grid gap-0.5 @max-[40rem]:justify-items-end">
        <Badge tone={statementTones[state]} isPlain>
          {statementStateLabels[state]}
        </Badge>
        {reason && (
          <span className="note whitespace-pre-line wrap-anywhere" dir="auto">
            {reason}
          </span>
        )}
      </div>
    ),
  },
  {
    header: messages.hash,
    isWideOnly: true,
    cell: (statement) => <FormHash sha256={statement.page_sha256} labelEnd={nameOf(statement)} />,
  },
  {
    header: "Actions",
    isActions: true,
    cell: (statement) => (
      <>
        <SignedPageButton statement={statement} labelEnd={nameOf(statement)} />
        <a className="row-action" href={`/api/statements/me/${statement.id}/pdf`} download>
          PDF
          <span className="sr-only"> {nameOf(statement)}</span>
        </a>
        {statement.can.withdraw && <WithdrawButton labelEnd={nameOf(statement)} />}
      </>
    ),
  },
];

export function StatementTable({ statements }: { statements: readonly OwnStatement[] }) {
  return (
    <RecordTable caption="Your statements, newest first" columns={columns} rows={statements} rowKey={({ id }) => id} />
  );
}

const nameOf = ({ signed_at }: OwnStatement): string => `signed ${formatDateTime(signed_at)}`;
