import "./relief.css";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { dealSchemeLabels } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { Relief } from "#shared/funds/funds-relief.ts";
import { callApi } from "#web/lib/api.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { closingKey } from "../closing-queries.ts";
import { Certificates } from "./certificates.tsx";
import { ReliefMembers } from "./relief-members.tsx";
import { ReliefSteps } from "./relief-steps.tsx";

const reliefQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "relief"],
    queryFn: ({ signal }) => callApi<Relief>("GET", `/deals/${dealId}/relief`, undefined, signal),
  });

/** From the issue of the shares to each member's certificate for their tax return. */
export function ReliefPart({ board: { deal_id, company_name } }: { board: ClosingBoard }) {
  const { data: relief, error, refetch } = useQuery(reliefQuery(deal_id));
  return (
    // The focus comes here when an action takes its button away.
    <section aria-labelledby="relief" className="grid gap-6 outline-none" tabIndex={-1}>
      <PartHead
        id="relief"
        title="Tax relief"
        above={
          <>
            {relief && <Badge tone="pine">{dealSchemeLabels[relief.scheme]}</Badge>}
            {company_name}
          </>
        }
      >
        {relief && (
          <DownloadButton
            path={`/deals/${deal_id}/relief-schedule.csv`}
            busy="Exporting..."
            failed="The schedule was not exported"
          >
            <Download />
            Schedule for the company (CSV)
          </DownloadButton>
        )}
      </PartHead>
      {!relief && !error && <RowSkeletons label="Loading the way to tax relief" count={6} />}
      {!relief && error && (
        <LoadFailed title="The way to tax relief did not load" text={error.message} onRetry={refetch} />
      )}
      {relief && (
        <>
          <p className="muted max-w-(--measure)">
            From the issue of the shares to each member’s {dealSchemeLabels[relief.scheme]}3. The company files with
            HMRC; the club compares every certificate with its register before a member gets it.
          </p>
          <ReliefSteps relief={relief} />
          <Certificates relief={relief} />
          <ReliefMembers relief={relief} />
        </>
      )}
    </section>
  );
}
