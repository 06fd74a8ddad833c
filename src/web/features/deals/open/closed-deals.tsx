import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DealContent } from "#shared/deals/deals.ts";
import { paths } from "#shared/paths.ts";
import { ownStatementMessages } from "#shared/statements/sign-statement-messages.ts";
import { offerGateMessages } from "#shared/statements/signed-statement-messages.ts";
import { ownStatementsQuery } from "#web/features/statements/own-statements-query.ts";
import { ShownLink } from "#web/features/statements/shown-link.tsx";
import { longDate } from "#web/lib/format.ts";
import type { ClosedGate } from "#web/lib/gated-queries.ts";
import { Card } from "#web/ui/card.tsx";
import { TriangleAlert } from "#web/ui/icons.generated.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";

/** In place of deals: why they are not shown, and what to do about it. */
export function ClosedDeals({ gate }: { gate: ClosedGate }) {
  const { data: own } = useQuery(ownStatementsQuery);
  const canSign = gate === "statement_required" || gate === "statement_expired";
  const last = own?.items.find(({ state }) => state === "expired" || state === "live");
  return (
    <Card className="grid max-w-[44rem] justify-items-start gap-3 p-6">
      <h2 className="d3">{canSign ? offerGateMessages.statement_required : offerGateMessages[gate]}</h2>
      {gate === "statement_expired" && (
        <p className="muted">
          {last
            ? `Yours ended on ${longDate(last.valid_through)}. The law asks for a new one each year, so deals, their documents and their mails have been closed to you since then. What you own and what you were shown is not.`
            : offerGateMessages.statement_expired}
        </p>
      )}
      {canSign && own?.declined_on && (
        <p className="muted">
          On {longDate(own.declined_on)} you answered that no condition applies to you, so deals are closed to you. If
          that has changed, or another form fits, you can sign a statement.
        </p>
      )}
      {canSign && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <LinkButton to={paths.signStatement}>{ownStatementMessages.sign}</LinkButton>
          <span className="note">About three minutes.</span>
        </div>
      )}
      <ShownLink />
    </Card>
  );
}

interface DealsFailedProps {
  title?: string;
  heading?: "h1";
  onRetry: () => void;
}

export function DealsFailed({ title = "The deals could not be loaded", ...words }: DealsFailedProps) {
  return <LoadFailed title={title} text="The club did not answer. Everything else works as usual." {...words} />;
}

interface RiskWarningProps {
  warnings: DealContent["warnings"];
  /** After the risk, in its paragraph. */
  rest?: string;
  children?: ReactNode;
}

/** Above every deal, in full. */
export function RiskWarning({ warnings, rest, children }: RiskWarningProps) {
  return (
    <section className="notice notice-warning deal-warning" aria-label="Risk warning">
      <TriangleAlert />
      <div>
        <p>
          <b>{warnings.headline}</b> {warnings.risk} {rest}
        </p>
        {children}
      </div>
    </section>
  );
}
