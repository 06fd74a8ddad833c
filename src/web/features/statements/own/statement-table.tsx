import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ownStatementMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { statementStateLabels } from "#shared/statements/signed-statement-messages.ts";
import type { OwnSignedStatement, OwnStatement, OwnStatements } from "#shared/statements/signed-statements.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime, shortDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { LinesDialog } from "../lines-dialog.tsx";
import { statementTones } from "../statement-states.ts";

const columns: RecordColumn<OwnStatement>[] = [
  {
    header: "Statement",
    className: "w-full",
    cell: ({ kind }) => <span className="min-w-28 wrap-anywhere">{statementKindLabels[kind]}</span>,
  },
  { header: "Signed", className: "num", cell: ({ signed_at }) => <Moment text={formatDateTime(signed_at)} /> },
  { header: "Valid until", className: "num whitespace-nowrap", cell: ({ valid_through }) => shortDate(valid_through) },
  {
    header: "State",
    isBeside: true,
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

/** Shows the page as it was signed. */
function SignedPageButton({ statement: { id, kind }, labelEnd }: { statement: OwnStatement; labelEnd: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.ownSignedStatement(id),
    queryFn: ({ signal }) => callApi<OwnSignedStatement>("GET", `/statements/me/${id}`, undefined, signal),
    enabled: isOpen,
    // Its figures do not stay in the cache.
    gcTime: 0,
  });
  return (
    <>
      <RowAction labelEnd={labelEnd} onClick={() => setOpen(true)}>
        See the statement
      </RowAction>
      <LinesDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={statementKindLabels[kind]}
        lines={data?.lines}
        whileMissing={
          isError ? <Failed onRetry={() => void refetch()} /> : <RowSkeletons label="Loading what you signed" />
        }
      />
    </>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return <SectionFailed text="What you signed could not be loaded." onRetry={onRetry} />;
}

/** Withdraws what is live or in review. */
function WithdrawButton({ labelEnd }: { labelEnd: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { act, isPending } = useAction<OwnStatements>("/statements/me/withdraw", {
    answerKey: queryKeys.ownStatements,
    done: {
      title: "Statement withdrawn",
      description: "Deals are hidden from now on, apart from those that you bought shares in.",
    },
    onDone: () => {
      setAsking(false);
      client.removeQueries({ queryKey: queryKeys.openDeals });
    },
    failed: "The statement was not withdrawn",
  });
  return (
    <>
      <RowAction isRemoval labelEnd={labelEnd} onClick={() => setAsking(true)}>
        {messages.withdraw}
      </RowAction>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Withdraw your statement?"
        text="It ends at once: deals that you bought no shares in, their documents and their mails are closed to you until you sign again. What you own stays as it is, and so does what you committed to: you withdraw that under My Investments. What you signed stays here."
        confirmLabel={messages.withdraw}
        busyLabel={isPending && "Withdrawing"}
        onConfirm={() => act()}
      />
    </>
  );
}

const nameOf = ({ signed_at }: OwnStatement): string => `signed ${formatDateTime(signed_at)}`;
