import "./relief.css";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { dealSchemeLabels } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { Relief } from "#shared/funds/funds-relief.ts";
import { reliefPartMessages as messages } from "#shared/funds/funds-relief-desk-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { longDate, shortDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { closingKey } from "../closing-queries.ts";
import { Certificates } from "./certificates.tsx";
import { ReliefMembers } from "./relief-members.tsx";

const reliefQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "relief"],
    queryFn: ({ signal }) => callApi<Relief>("GET", `/deals/${dealId}/relief`, undefined, signal),
  });

/** From the issue of the shares to each member's certificate for their tax return. */
export function ReliefPart({ board: { deal_id } }: { board: ClosingBoard }) {
  const { data: relief, error, refetch } = useQuery(reliefQuery(deal_id));
  return (
    // The focus comes here when an action takes its button away.
    <section aria-labelledby="relief" className="grid gap-6 outline-none" tabIndex={-1}>
      <PartHead
        id="relief"
        title="Tax relief"
        above={relief && <Badge tone="pine">{dealSchemeLabels[relief.scheme]}</Badge>}
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

const StepDialog = lazy(() => import("./step-dialog.tsx").then((file) => ({ default: file.StepDialog })));

type Step = Relief["steps"][number];

/** What is done, with its day; how long the next one is waited for; and when the company is asked again. */
function ReliefSteps({ relief }: { relief: Relief }) {
  const { steps, waiting_days, chased_on, chased_next_on } = relief;
  const next = steps.findLastIndex(({ on }) => on !== null) + 1;
  return (
    <section aria-label="Steps" className="grid gap-3">
      <ol className="relief-steps num">
        {steps.map((step, index) => (
          <li key={step.key} className={step.on === null ? "is-ahead" : "is-done"}>
            <p className="relief-step">
              {step.on !== null && <span className="sr-only">done: </span>}
              {step.label}
            </p>
            {step.on !== null && <p className="small">{shortDate(step.on)}</p>}
            {step.on === null && index >= next && <p className="small">Still to come</p>}
            {step.said && <p className="note wrap-anywhere">{step.said}</p>}
            {index === next && waiting_days !== null && <p className="note">{messages.waiting(waiting_days)}</p>}
            <Record step={step} relief={relief} />
          </li>
        ))}
      </ol>
      <p className="note num">
        {chased_on && `The company was last asked for its certificates on ${longDate(chased_on)}.`}{" "}
        {chased_next_on && `It is asked on ${longDate(chased_next_on)}, by a mail to its founders.`}
      </p>
    </section>
  );
}

function Record({ step, relief: { deal_id, uir, can } }: { step: Step; relief: Relief }) {
  const recorded = can.record.find((key) => key === step.key);
  if (!recorded) return null;
  return (
    <p>
      <DialogOpener
        button={(open) => (
          <RowAction labelEnd={step.label} onClick={open}>
            {step.on === null ? "Record" : "Correct"}
          </RowAction>
        )}
        dialog={(state) => (
          <StepDialog {...state} dealId={deal_id} step={recorded} label={step.label} on={step.on} uir={uir} />
        )}
      />
    </p>
  );
}
