import { useQuery } from "@tanstack/react-query";
import { paths } from "#shared/paths.ts";
import { openDealsMessages as messages, ownStatementMessages } from "#shared/sign-statement-messages.ts";
import { type OfferGate, offerGateMessages } from "#shared/signed-statement-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { ownStatementsQuery } from "./own/own-statements-query.ts";

export function OpenDeals() {
  const { data, isPending, refetch } = useQuery(ownStatementsQuery);
  return (
    <section aria-labelledby="open-deals">
      <ViewHead id="open-deals" title={messages.label} />
      {isPending && <RowSkeletons label={messages.loading} />}
      {!isPending && !data && (
        <EmptyState
          isCard
          picture="broken"
          title={messages.failed}
          text={messages.failedText}
          action={<Button onClick={() => void refetch()}>{ownStatementMessages.retry}</Button>}
        />
      )}
      {data?.gate === "open" && <EmptyState isCard title={messages.empty} text={messages.emptyText} />}
      {data && data.gate !== "open" && <ClosedDeals gate={data.gate} />}
    </section>
  );
}

/** In place of deals: why they are not shown, and what to do about it. */
function ClosedDeals({ gate }: { gate: Exclude<OfferGate, "open"> }) {
  const canSign = gate === "statement_required" || gate === "statement_expired";
  return (
    <Card className="grid max-w-[44rem] justify-items-start gap-3 p-6">
      <h3 className="d3">{canSign ? offerGateMessages.statement_required : offerGateMessages[gate]}</h3>
      {gate === "statement_expired" && <p className="muted">{offerGateMessages.statement_expired}</p>}
      {canSign && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <LinkButton to={paths.signStatement}>{ownStatementMessages.sign}</LinkButton>
          <span className="note">{messages.minutes}</span>
        </div>
      )}
    </Card>
  );
}
