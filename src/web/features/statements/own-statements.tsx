import { useQuery, useQueryClient } from "@tanstack/react-query";
import "./statements.css";
import { useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { ownStatementMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { inReviewWords, statementStateLabels } from "#shared/statements/signed-statement-messages.ts";
import type {
  OwnStatements as Own,
  OwnSignedStatement,
  OwnStatement,
  OwnStatements as StatementsAnswer,
} from "#shared/statements/signed-statements.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime, longDate, shortDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { LinesDialog, statementTones } from "./lines-dialog.tsx";
import { ownStatementsQuery } from "./own-statements-query.ts";
import { ShownLink } from "./shown-link.tsx";

/** Of the account: how one's statement stands, and each that one has signed. */
export function OwnStatements({ session }: { session: Session }) {
  const { data: own, isPending, refetch } = useQuery(ownStatementsQuery);
  const canSign = session.membership_status === "approved";
  return (
    <AccountSection heading="Statements">
      {isPending && <StatementSkeletons />}
      {!isPending && !own && (
        <LoadFailed
          title="Your statements could not be loaded"
          text="Something broke on the way. What you signed is kept."
          onRetry={refetch}
        />
      )}
      {own && (
        <div className="grid gap-6">
          <div className="grid justify-items-start gap-4">
            <p className="max-w-(--measure) whitespace-pre-line wrap-anywhere" dir="auto">
              {stateOf(own)}
            </p>
            {canSign ? (
              <Ways own={own} />
            ) : (
              own.items.length === 0 && (
                <p className="muted">Once an admin has approved your membership, you can sign one here.</p>
              )
            )}
          </div>
          {own.items.length > 0 && <StatementTable statements={own.items} />}
          {own.items.length === 0 && (
            <EmptyState isCard title="No statements" text="Each one that you sign stays here, as you signed it." />
          )}
        </div>
      )}
    </AccountSection>
  );
}

const StatementSkeletons = () => (
  <Skeletons label="Loading your statements" count={1} className="grid gap-6">
    <Skeleton className="h-6 w-3/5" />
    <Skeleton className="h-8 w-32" />
    <Skeleton className="h-40 sm:h-24" />
  </Skeletons>
);

function Ways({ own }: { own: Own }) {
  const isCurrent = own.items.some(({ state }) => state === "live" || state === "in_review");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <LinkButton to={paths.signStatement} variant={isCurrent ? "outline" : "secondary"}>
        {own.items.length > 0 ? "Sign again" : messages.sign}
      </LinkButton>
      <ShownLink />
    </div>
  );
}

/** In words: of the one that is live, else of the latest. */
function stateOf({ items }: Own): string {
  const statement = items.find(({ state }) => state === "live") ?? items[0];
  if (!statement) return "You have not signed a statement yet.";
  const { state, valid_through, reason, ended_at, flags } = statement;
  const words = {
    live: `Your statement is valid until ${longDate(valid_through)}.`,
    in_review: `${inReviewWords(flags)} You are told by email whether your statement counts.`,
    refused: `Your statement was refused: ${reason ?? ""}`,
    expired: `Your statement ended on ${longDate(valid_through)}. Sign again to see deals.`,
    withdrawn: `You withdrew your statement on ${longDate(ended_at ?? valid_through)}. Sign again to see deals.`,
    revoked: `Your statement was revoked: ${reason ?? ""}`,
  };
  return words[state];
}

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

function StatementTable({ statements }: { statements: readonly OwnStatement[] }) {
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
  const { act, isPending } = useAction<StatementsAnswer>("/statements/me/withdraw", {
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
