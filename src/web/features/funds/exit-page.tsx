import "./funds.css";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { z } from "zod";
import { adminPaths } from "#shared/admin-paths.ts";
import { counted } from "#shared/counted.ts";
import { announcedMessages } from "#shared/funds/announced-messages.ts";
import type { ExitDetails, exitPaymentsSchema } from "#shared/funds/funds-exits.ts";
import { exitDeskMessages as messages } from "#shared/funds/funds-exits-desk-messages.ts";
import { exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { nextQuery } from "#web/features/acts/act-queries.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatDateTime, longDate, shortDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { shareKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { AnnouncedNote, confirmedWords } from "#web/lib/second-person-note.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { BlockHead } from "#web/ui/block-head.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ExitStateBadge } from "./exits/exit-state-badge.tsx";

const exitQuery = (id: string) =>
  queryOptions({
    queryKey: ["exits", "one", id],
    queryFn: ({ signal }) => callApi<ExitDetails>("GET", `/exits/${id}`, undefined, signal),
  });

const OutsidePayment = lazy(() =>
  import("./exits/outside-payment.tsx").then((file) => ({ default: file.OutsidePayment })),
);

interface ExitPageProps {
  id: string;
  linkToCompany: (company: string) => string;
}

/** What members get for their shares, lot by lot, before it is confirmed and after, and how far the money is. */
export function ExitPage({ id, linkToCompany }: ExitPageProps) {
  const { data: exit, error, isPending, refetch } = useQuery(exitQuery(id));
  const isMissing = error instanceof ApiError && error.problem.code === "not_found";
  useOpenedTitle(exit && messages.name(exitKindLabels[exit.kind], exit.company_name));
  if (isPending) return <RowSkeletons label={messages.loading} count={4} />;
  if (isMissing)
    return <EmptyState isCard heading="h1" title="There is no such exit" text="Its address may not be complete." />;
  if (!exit) return <LoadFailed heading="h1" title="The exit could not be loaded" onRetry={refetch} />;
  return (
    // The focus comes here when an action takes its button away.
    <div className="grid gap-8 outline-none" tabIndex={-1}>
      <div>
        <BackLink to={linkToCompany(exit.company_id)} className="mb-2">
          {exit.company_name}
        </BackLink>
        <PartHead
          isRecord
          id="exit"
          title={messages.name(exitKindLabels[exit.kind], exit.company_name)}
          above={
            <>
              <ExitStateBadge exit={exit} />
              {stateWords(exit)}
            </>
          }
        >
          <ExitActions exit={exit} />
        </PartHead>
        <p className="muted num">
          {longDate(exit.happened_on)}, {formatPrice(exit.price)} a share, {counted(exit.shares, "share")} of{" "}
          {counted(exit.members, "member")}
        </p>
        {exit.withdrawn_because !== null && <p className="small">Because: {exit.withdrawn_because}</p>}
        {exit.note !== null && <p className="small max-w-(--measure) whitespace-pre-line wrap-anywhere">{exit.note}</p>}
        <AnnouncedNote record={exit} end="withdraws" />
        {exit.state === "proposed" && !exit.can.confirm && exit.takes_effect_at === null && (
          <p className="note">A second person has to confirm this: another admin, who may hold some of the shares.</p>
        )}
      </div>
      <Sums exit={exit} />
      {exit.outside && (
        <Suspense>
          <OutsidePayment exit={exit} outside={exit.outside} />
        </Suspense>
      )}
      {exit.state === "confirmed" && exit.deals.length > 0 && (
        <section aria-labelledby="exit-deals">
          <BlockHead id="exit-deals" title="Money, deal by deal" />
          <ExitDeals exit={exit} />
        </section>
      )}
      <section aria-labelledby="exit-statement">
        <BlockHead id="exit-statement" title="Statement, member by member" />
        <ExitStatement exit={exit} />
      </section>
    </div>
  );
}

function stateWords(exit: ExitDetails): string {
  if (exit.withdrawn_at !== null)
    return `Withdrawn ${formatDateTime(exit.withdrawn_at)}${exit.withdrawn_by_name === null ? "" : ` by ${exit.withdrawn_by_name}`}`;
  if (exit.confirmed_at !== null)
    return `Confirmed ${formatDateTime(exit.confirmed_at)}${exit.confirmed_by_name === null ? "" : ` by ${exit.confirmed_by_name}`}${effectWords(exit)}`;
  return `Proposed ${formatDateTime(exit.proposed_at)}${exit.proposed_by_name === null ? "" : ` by ${exit.proposed_by_name}`}`;
}

/** It takes effect a day later where it was announced. */
const effectWords = ({ confirmed_at, in_effect_at }: ExitDetails): string =>
  in_effect_at === null || in_effect_at === confirmed_at
    ? ""
    : `, ${announcedMessages.inEffect(formatDateTime(in_effect_at))}`;

function Sums({ exit: { gross_pence, costs_pence, costs_payee, paid_pence } }: { exit: ExitDetails }) {
  const rows = [
    { label: messages.gross, pence: gross_pence, note: null },
    { label: messages.costs, pence: costs_pence, note: costs_payee && `Costs to ${costs_payee}` },
    { label: messages.paid, pence: paid_pence, note: null },
  ];
  return (
    <dl className="closing-counts num" aria-label="What it comes to">
      {rows.map(({ label, pence, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{formatPence(pence)}</b>
          </dd>
          {note && <dd className="note order-3 wrap-anywhere">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

type Member = ExitDetails["members_paid"][number];
interface Row extends Omit<Member, "lots"> {
  lot: Member["lots"][number];
}

/** Members at first: a round may have thousands. */
const atFirst = 50;

/** A row for each lot. */
function ExitStatement({ exit }: { exit: ExitDetails }) {
  const [isAll, setAll] = useState(false);
  const { members_paid: members } = exit;
  const rows = (isAll ? members : members.slice(0, atFirst)).flatMap(({ lots, ...member }) =>
    lots.map((lot): Row => ({ ...member, lot })),
  );
  return (
    <div className="grid gap-4">
      <RecordTable
        caption="What each member gets, lot by lot"
        columns={columnsOf(exit)}
        rows={rows}
        rowKey={({ lot }) => lot.id}
        isDense
      />
      {!isAll && members.length > atFirst && (
        <p>
          <Button variant="outline" isSmall onClick={() => setAll(true)}>
            All {members.length.toLocaleString("en-GB")} members
          </Button>
        </p>
      )}
    </div>
  );
}

function columnsOf(exit: ExitDetails): RecordColumn<Row>[] {
  const money = (header: string, name: "gross_pence" | "costs_pence" | "paid_pence"): RecordColumn<Row> => ({
    header,
    isRight: true,
    className: "num",
    total: formatPence(exit[name]),
    cell: ({ lot }) => formatPence(lot[name]),
  });
  return [
    {
      header: "Member",
      className: "wrap-anywhere",
      total: "Together",
      cell: ({ full_name }) => memberName(full_name),
    },
    {
      header: "Lot",
      className: "num wrap-anywhere",
      isWideOnly: true,
      total: "",
      cell: ({ lot }) =>
        lot.issued_on === null
          ? "Import taken back"
          : messages.lotOf(lot.certificate_number ?? "Imported", shortDate(lot.issued_on)),
    },
    {
      header: messages.shares,
      isRight: true,
      className: "num",
      total: exit.shares.toLocaleString("en-GB"),
      cell: ({ lot }) => lot.shares.toLocaleString("en-GB"),
    },
    money(messages.gross, "gross_pence"),
    money(messages.costs, "costs_pence"),
    { ...money(messages.paid, "paid_pence"), isBeside: true },
    {
      header: "Paid on",
      className: "num whitespace-nowrap",
      total: "",
      cell: ({ lot }) => (lot.paid_on === null ? messages.notPaid : shortDate(lot.paid_on)),
    },
  ];
}

type Deal = ExitDetails["deals"][number];

/** A deal's account is paid for its members' shares, and they are paid from there. */
function ExitDeals({ exit }: { exit: ExitDetails }) {
  const { deals } = exit;
  const bank: RecordColumn<Deal> = {
    header: messages.toBank,
    cell: ({ deal_id, deal_name }) => (
      <InlineLink to={adminPaths.dealPart(deal_id, "bank")} isQuiet>
        {messages.toBank}
        <span className="sr-only"> {deal_name}</span>
      </InlineLink>
    ),
  };
  const partly = deals.filter(({ arrived_on, arrived_pence }) => arrived_on === null && arrived_pence > 0);
  return (
    <div className="grid gap-2">
      <NextSteps exit={exit} />
      {partly.map(({ deal_id, deal_name, arrived_pence, gross_pence }) => (
        <p key={deal_id} className="small num">
          {messages.missing(
            deal_name,
            formatPence(arrived_pence),
            formatPence(gross_pence),
            formatPence(gross_pence - arrived_pence),
          )}
        </p>
      ))}
      <RecordTable
        caption="What came for each deal’s shares, and what was paid out of it"
        columns={[...columns, bank]}
        rows={deals}
        rowKey={({ deal_id }) => deal_id}
        isDense
        isMarked={({ arrived_on }) => arrived_on === null}
      />
    </div>
  );
}

/** What comes next of its money, as on the deals' pages; deals that wait for one press say one sentence. */
function NextSteps({ exit: { id, deals } }: { exit: ExitDetails }) {
  const open = deals.filter((deal) => deal.distributed_pence < deal.paid_pence || deal.costs_paid_on === null);
  const found = useQueries({ queries: open.map(({ deal_id }) => nextQuery(deal_id)) });
  const texts = found.flatMap(({ data }) => (data?.exit_id === id ? [data.text] : []));
  return [...new Set(texts)].map((text) => (
    <p key={text} className="num wrap-anywhere" role="status">
      <b className="font-semibold">Next:</b> {text}
    </p>
  ));
}

const columns: RecordColumn<Deal>[] = [
  { header: "Deal", className: "wrap-anywhere", cell: ({ deal_name }) => deal_name },
  {
    header: messages.shares,
    isRight: true,
    className: "num",
    cell: ({ shares }) => shares.toLocaleString("en-GB"),
  },
  {
    header: messages.gross,
    isBeside: true,
    isRight: true,
    className: "num",
    cell: ({ gross_pence }) => formatPence(gross_pence),
  },
  {
    header: "Arrived",
    className: "num whitespace-nowrap",
    cell: ({ arrived_on, arrived_pence, gross_pence }) => {
      if (arrived_on !== null) return shortDate(arrived_on);
      return arrived_pence === 0 ? "Not yet" : `${formatPence(gross_pence - arrived_pence)} is missing`;
    },
  },
  {
    header: "Costs paid",
    className: "num whitespace-nowrap",
    cell: ({ costs_pence, costs_paid_on }) => {
      if (costs_pence === 0) return "None";
      return costs_paid_on === null ? messages.notPaid : `${formatPence(costs_pence)}, ${shortDate(costs_paid_on)}`;
    },
  },
  {
    header: "Paid out",
    isRight: true,
    className: "num",
    cell: ({ distributed_pence, paid_pence }) =>
      distributed_pence === paid_pence
        ? formatPence(paid_pence)
        : `${formatPence(distributed_pence)} of ${formatPence(paid_pence)}`,
  },
];

function ExitActions({ exit }: { exit: ExitDetails }) {
  const { can } = exit;
  return (
    <>
      {can.confirm && <Confirm exit={exit} />}
      {can.approve_payments && <Approve exit={exit} />}
      {can.propose_payments && <Pay exit={exit} />}
      {can.withdraw && <Withdraw exit={exit} />}
    </>
  );
}

function Confirm({ exit: { id, kind, members, paid_pence, company_name } }: { exit: ExitDetails }) {
  return (
    <ActionButton<ExitDetails>
      path={`/exits/${id}/confirm`}
      label="Confirm"
      labelEnd={company_name}
      busy={messages.confirming}
      confirm={{
        title: `Confirm this ${exitKindLabels[kind].toLowerCase()}?`,
        text: `${counted(members, "member")} ${members === 1 ? "gets" : "get"} ${formatPence(paid_pence)} together and are told now. It is never changed after that; until money is booked it can be withdrawn. ${announcedMessages.ifHeld}`,
      }}
      done={confirmedWords("Confirmed. Members are told.", "withdraws")}
      failed={messages.confirmFailed}
      invalidates={shareKeys}
    />
  );
}

function Approve({ exit: { id, company_name, to_approve } }: { exit: ExitDetails }) {
  return (
    <ActionButton<z.infer<typeof exitPaymentsSchema>>
      path={`/exits/${id}/payments/approve`}
      label="Approve payments"
      labelEnd={company_name}
      busy="Approving…"
      confirm={{
        title: "Approve all payments that wait?",
        text: `${messages.approveSum(to_approve)} Those that you proposed stay for another admin. A payment to you becomes your proposal, which another admin approves. The bank pays what is approved.`,
      }}
      done={({ payments, pence, left_out }) =>
        `${counted(payments, "payment")} approved, ${formatPence(pence)}${left_out > 0 ? `. ${counted(left_out, "payment")} left for another admin` : ""}`
      }
      failed="Not approved"
      invalidates={shareKeys}
    />
  );
}

function Pay({ exit: { id, to_propose } }: { exit: ExitDetails }) {
  return (
    <ReasonButton
      label="Propose payments…"
      look="secondary"
      to={`/exits/${id}/payments`}
      invalidates={shareKeys}
      words={{
        title: "Propose what is paid out",
        text: `${messages.proposeSum(to_propose)} These are the costs and every member’s part, of each deal whose money has arrived in full. A part of your own is among them only where another admin proposed it. Another admin approves them.`,
        submit: "Propose them",
        busy: "Proposing…",
        done: "The payments are proposed",
        failed: "Not proposed",
      }}
    />
  );
}

function Withdraw({ exit: { id } }: { exit: ExitDetails }) {
  return (
    <ReasonButton
      label="Withdraw…"
      look="ghost"
      to={`/exits/${id}/withdraw`}
      invalidates={shareKeys}
      words={{
        title: "Withdraw this exit",
        text: "Nothing is paid. Those who were told of it are told of this too.",
        submit: "Withdraw it",
        busy: "Withdrawing…",
        done: "Withdrawn",
        failed: "Not withdrawn",
      }}
    />
  );
}
