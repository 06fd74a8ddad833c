import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonDialog } from "#web/lib/reason-button.tsx";
import "./relief.css";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { dealSchemeLabels } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { Relief } from "#shared/funds/funds-relief.ts";
import { reliefPartMessages as messages } from "#shared/funds/funds-relief-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { longDate, shortDate } from "#web/lib/format.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { closingKey } from "../closing-queries.ts";
import { OpenPaper } from "../completion/open-paper.tsx";
import { Certificates } from "./certificates.tsx";

const reliefQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "relief"],
    queryFn: ({ signal }) => callApi<Relief>("GET", `/deals/${dealId}/relief`, undefined, signal),
  });

/** The part leads from the issue of the shares to each member's certificate for their tax return. */
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
            Export CSV for the company
          </DownloadButton>
        )}
      </PartHead>
      {!relief && !error && <RowSkeletons label="Loading the way to tax relief" count={6} />}
      {!relief && error && (
        <LoadFailed title="The way to tax relief could not be loaded" text={error.message} onRetry={refetch} />
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
            <p className="text-small font-[550]">
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

type Member = Relief["members"][number];

const tones: Record<Member["state"], BadgeTone> = {
  waiting: "waiting",
  delivered: "live",
  not_wanted: "over",
  not_a_taxpayer: "over",
};

/** Everybody who holds shares of the round, and who is due a certificate. */
function ReliefMembers({ relief: { members, delivered, due, can } }: { relief: Relief }) {
  const sum = (of: (member: Member) => number) => members.reduce((total, member) => total + of(member), 0);
  const totals: Record<string, string> = {
    [messages.member]: messages.membersTotal(members.length),
    [messages.shares]: sum(({ shares }) => shares).toLocaleString("en-GB"),
    [messages.cost]: formatPence(sum(({ cost_pence }) => cost_pence)),
    [messages.state]: `${delivered.toLocaleString("en-GB")} of ${due.toLocaleString("en-GB")}`,
  };
  return (
    <section aria-labelledby="relief-members" className="grid gap-3">
      <h3 id="relief-members" className="d4">
        Members
      </h3>
      {members.length === 0 ? (
        <p className="note">Nobody holds shares of this round.</p>
      ) : (
        <RecordTable
          caption="Members of the round"
          columns={[...columns, actionsOf(can.upload)].map((column) => ({ ...column, total: totals[column.header] }))}
          rows={members}
          rowKey={({ commitment_id }) => commitment_id}
          isDense
        />
      )}
    </section>
  );
}

const money = "num whitespace-nowrap";
const columns: RecordColumn<Member>[] = [
  { header: messages.member, className: "wrap-anywhere", cell: nameOf },
  { header: "No.", isWideOnly: true, className: "num", cell: ({ member }) => member },
  { header: messages.shares, isRight: true, className: money, cell: ({ shares }) => shares.toLocaleString("en-GB") },
  { header: messages.cost, isRight: true, className: money, cell: ({ cost_pence }) => formatPence(cost_pence) },
  { header: "Issued", className: money, cell: ({ issued_on }) => shortDate(issued_on) },
  {
    header: messages.state,
    isBeside: true,
    cell: ({ state }) => <Badge tone={tones[state]}>{messages.states[state]}</Badge>,
  },
];

const actionsOf = (canChange: boolean): RecordColumn<Member> => ({
  header: messages.actions,
  isActions: true,
  cell: (member) =>
    member.paper_id && (
      <>
        <OpenPaper id={member.paper_id} label={messages.open} labelEnd={nameOf(member)} failed={messages.openFailed} />
        {canChange && <TakeBack id={member.paper_id} name={nameOf(member)} />}
      </>
    ),
});

function TakeBack({ id, name }: { id: string; name: string }) {
  return (
    <DialogOpener
      button={(open) => (
        <RowAction labelEnd={name} onClick={open}>
          Take back
        </RowAction>
      )}
      dialog={(state) => (
        <ReasonDialog
          {...state}
          to={`/relief-certificates/${id}/withdraw`}
          words={{
            title: `Take back the certificate of ${name}?`,
            text: `${name} cannot open it any more, and is told why by email. You can then give them another one, or upload this file again for somebody else.`,
            submit: "Take it back",
            busy: "Taking it back...",
            done: "Certificate taken back",
            failed: "Not taken back",
          }}
          variant="danger"
          hint={`${name} reads it.`}
          invalidates={dealMoneyKeys}
        />
      )}
    />
  );
}

function nameOf({ full_name }: Member): string {
  return memberName(full_name);
}
