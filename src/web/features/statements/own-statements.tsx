import { useQuery } from "@tanstack/react-query";
import "./statements.css";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { ownStatementMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { inReviewWords } from "#shared/statements/signed-statement-messages.ts";
import type { OwnStatements as Own } from "#shared/statements/signed-statements.ts";
import { longDate } from "#web/lib/format.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { StatementTable } from "./own/statement-table.tsx";
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
