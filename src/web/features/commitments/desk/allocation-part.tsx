import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { commitmentBandLabels } from "#shared/commitments/commitment-messages.ts";
import type { Allocation, AllocationLine, TopUp } from "#shared/commitments/commitments.ts";
import {
  allocationPartMessages as messages,
  topUpPartMessages,
} from "#shared/commitments/commitments-desk-messages.ts";
import { allocationMethodLabels } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { boardPartMessages, closingMessages } from "#shared/funds/funds-desk-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { adminName } from "#shared/people/person-name.ts";
import { SignAction } from "#web/features/acts/sign-action.tsx";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatLondonTime, shortLondonTime } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { allocationQuery, topUpsQuery } from "../allocation-queries.ts";

/** Nothing before the clock has worked them out. */
export function AllocationPart({ board }: { board: ClosingBoard }) {
  const { data: allocation, isPending, refetch } = useQuery(allocationQuery(board.deal_id));
  if (isPending) return <RowSkeletons label="Loading the allocation" count={4} />;
  if (allocation) return <Shown allocation={allocation} board={board} />;
  if (allocation === null) return null;
  return <SectionFailed text="The allocation could not be loaded." onRetry={refetch} />;
}

/** Each line follows from the commitments by the published method; admins see it before it is signed. */
function Shown({ allocation, board }: { allocation: Allocation; board: ClosingBoard }) {
  const { state, created_at, terms_number, price, is_stale, published_method } = allocation;
  const isDraft = state === "draft";
  return (
    <section aria-labelledby="allocation" className="grid gap-4 outline-none" tabIndex={-1}>
      <div className="view-head">
        <h3 id="allocation" className="d4">
          Who gets what
        </h3>
        <p className="note num flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge tone={isDraft ? "waiting" : "live"}>{messages.states[state]}</Badge>
          {formatLondonTime(created_at)}. Terms version {terms_number}, {formatPrice(price)}
        </p>
      </div>
      {isDraft && is_stale && (
        <Notice tone="warning" title="Commitments have changed since this draft.">
          It is worked out again in some minutes.
        </Notice>
      )}
      <Facts allocation={allocation} />
      {isDraft && (
        <p className="note">
          Worked out by the published method, {allocationMethodLabels[published_method]}. The shares are final once two
          have signed the closing list. Nobody is told of a draft.
        </p>
      )}
      <AllocationTable allocation={allocation} />
      {state === "final" && <TopUps board={board} />}
    </section>
  );
}

function Facts({ allocation }: { allocation: Allocation }) {
  const { capacity_shares, capacity_pence, asked_shares, priority_share_percent, changed_lines, waiting } = allocation;
  const { confirmed_at, confirmed_by_name } = allocation;
  return (
    <p className="closing-facts num">
      <span>
        Capacity <b>{capacity_shares.toLocaleString("en-GB")}</b> shares, {formatPence(capacity_pence)}
      </span>
      <span>
        Asked <b>{asked_shares.toLocaleString("en-GB")}</b>, {timesAsked(allocation)} times
      </span>
      {priority_share_percent > 0 && (
        <span>
          Priority share <b>{priority_share_percent}%</b>
        </span>
      )}
      <span>
        Lines changed by hand <b>{changed_lines.toLocaleString("en-GB")}</b>
      </span>
      {waiting > 0 && <span>{messages.waitingList(waiting)}</span>}
      {confirmed_at && (
        <span>
          Confirmed by {adminName(confirmed_by_name)}, {formatLondonTime(confirmed_at)}
        </span>
      )}
    </p>
  );
}

const ChangeDialog = lazy(() => import("./change-dialog.tsx").then((file) => ({ default: file.ChangeDialog })));

/** Sums are of all, whatever is loaded. */
function AllocationTable({ allocation }: { allocation: Allocation }) {
  const { id, deal_id, updated_at, members, waiting, totals, can } = allocation;
  const list = useList<AllocationLine>({
    path: `/deals/${deal_id}/allocation/lines`,
    // Of another draft, another list.
    parameters: { limit: "500", allocation: id },
  });
  const sums: Record<string, string> = {
    [messages.member]: messages.members(members + waiting),
    [messages.wish]: number(totals.wish),
    [messages.base]: number(totals.base),
    [messages.priority]: number(totals.priority),
    [messages.rest]: number(totals.rest),
    [messages.gets]: number(totals.shares),
    [messages.cost]: formatPence(totals.cost_pence),
    [messages.fee]: formatPence(totals.fee_pence),
    [messages.due]: formatPence(totals.due_pence),
  };
  const change: RecordColumn<AllocationLine> = {
    header: "Actions",
    isActions: true,
    cell: (line) => (
      <DialogOpener
        button={(open) => (
          <RowAction labelEnd={nameOf(line)} onClick={open}>
            Change
          </RowAction>
        )}
        dialog={(state) => <ChangeDialog {...state} dealId={deal_id} line={line} version={updated_at} />}
      />
    ),
  };
  return (
    <ListView list={list} noun="members" loading="Loading the lines" empty={null}>
      {(lines) => {
        const mostWished = lines.reduce((most, { wish }) => Math.max(most, wish), 0);
        const bar: RecordColumn<AllocationLine> = {
          header: "Gets of asked",
          isActions: true,
          isWideOnly: true,
          cell: (line) => <ShareBar line={line} mostWished={mostWished} />,
        };
        const columns = [...columnsBefore, bar, ...columnsAfter, ...(can.change ? [change] : [])];
        return (
          <>
            <RecordTable
              caption="Who gets what, in the order placed"
              columns={columns.map((column) => ({ ...column, total: sums[column.header] }))}
              rows={lines}
              rowKey={({ commitment_id }) => commitment_id}
              isDense
              isMarked={({ is_waiting }) => is_waiting}
            />
            <Changes lines={lines} />
            <p className="note">
              A change by hand needs a reason that every participant can read. The mark in a bar is where the priority
              part ends.
            </p>
          </>
        );
      }}
    </ListView>
  );
}

const number = (value: number): string => value.toLocaleString("en-GB");
const figure = "num whitespace-nowrap";

const columnsBefore: RecordColumn<AllocationLine>[] = [
  {
    header: messages.member,
    className: "wrap-anywhere",
    cell: (line) => (
      <>
        {nameOf(line)}
        {line.reason && <span className="note block font-normal">By hand</span>}
      </>
    ),
  },
  {
    header: "Order",
    isPlain: true,
    className: "@min-[68rem]:whitespace-nowrap",
    cell: ({ tier, band, is_waiting }) =>
      is_waiting ? "Waiting list" : `${tierLabels[tier]}, ${(commitmentBandLabels[band]).toLowerCase()}`,
  },
  { header: messages.wish, isRight: true, className: figure, cell: ({ wish }) => number(wish) },
  { header: messages.base, isRight: true, isWideOnly: true, className: figure, cell: ({ base }) => number(base) },
  {
    header: messages.priority,
    isRight: true,
    isWideOnly: true,
    className: figure,
    cell: ({ priority }) => number(priority),
  },
  { header: messages.rest, isRight: true, isWideOnly: true, className: figure, cell: ({ rest }) => number(rest) },
  {
    header: messages.gets,
    isRight: true,
    className: figure,
    cell: ({ shares }) => <b className="font-semibold">{number(shares)}</b>,
  },
];

const columnsAfter: RecordColumn<AllocationLine>[] = [
  { header: messages.cost, isRight: true, className: figure, cell: ({ cost_pence }) => formatPence(cost_pence) },
  {
    header: messages.fee,
    isRight: true,
    isWideOnly: true,
    className: figure,
    cell: ({ fee_pence }) => formatPence(fee_pence),
  },
  {
    header: messages.due,
    isBeside: true,
    isRight: true,
    className: figure,
    cell: ({ due_pence }) => formatPence(due_pence),
  },
];

/** The place is all that remains of a deleted account. */
function nameOf({ full_name, number: place }: AllocationLine): string {
  return full_name ?? `Member ${place}`;
}

/** With their reasons, which every participant can read. */
function Changes({ lines }: { lines: readonly AllocationLine[] }) {
  const changed = lines.filter(({ reason }) => reason !== null);
  if (changed.length === 0) return null;
  return (
    <ul className="small grid gap-1" aria-label="Changed by hand">
      {changed.map((line) => (
        <li key={line.id} className="num wrap-anywhere">
          {messages.changedBy(nameOf(line), line.base + line.priority + line.rest, line.shares, line.changed_by_name)}{" "}
          <span className="muted">{line.reason}</span>
        </li>
      ))}
    </ul>
  );
}

function ShareBar({ line, mostWished }: { line: AllocationLine; mostWished: number }) {
  const { wish, gets, mark } = barOf(line, mostWished);
  return (
    <span className="share-bar" aria-hidden="true">
      <i style={{ width: `${wish}%` }} />
      {gets > 0 && <i style={{ width: `${gets}%` }} />}
      {mark !== null && <b style={{ left: `${mark}%` }} />}
    </span>
  );
}

/** "1.24": how often the round was asked for. */
export const timesAsked = ({ asked_shares, capacity_shares }: Pick<Allocation, "asked_shares" | "capacity_shares">) =>
  (asked_shares / capacity_shares).toFixed(2);

interface Bar {
  /** Per cent of the longest bar. */
  wish: number;
  gets: number;
  /** The priority part ends here; `null` means none. */
  mark: number | null;
}

/** All bars of a table have one scale. */
export function barOf(line: Pick<AllocationLine, "wish" | "shares" | "base" | "priority">, mostWished: number): Bar {
  const { wish, shares, base, priority } = line;
  const percent = (number: number) => (100 * number) / Math.max(1, mostWished);
  const mark = priority > 0 && base + priority < shares ? percent(base + priority) : null;
  return { wish: percent(wish), gets: percent(shares), mark };
}

/** Freed shares, offered to everybody whose wish is not filled. */
export function TopUps({
  board: { deal_id, can, top_up_hours },
}: {
  board: Pick<ClosingBoard, "deal_id" | "can" | "top_up_hours">;
}) {
  const { data } = useQuery(topUpsQuery(deal_id));
  const text = topUpPartMessages.text(top_up_hours);
  const topUps = data?.items ?? [];
  if (!can.top_up && topUps.length === 0) return null;
  return (
    <section aria-labelledby="top-ups" className="grid gap-3 outline-none" tabIndex={-1}>
      <div className="view-head">
        <h3 id="top-ups" className="d4">
          Freed shares
        </h3>
        {can.top_up && (
          <div className="button-row">
            <ActionButton
              path={`/deals/${deal_id}/top-ups`}
              body={{}}
              label="Offer freed shares"
              busy="Offering..."
              confirm={{ title: "Offer freed shares?", text }}
              done="Shares are on offer"
              failed={closingMessages.failedToSave}
              invalidates={dealMoneyKeys}
            />
            <SignAction dealId={deal_id} kind="closing" act={undefined} label="Leave them out" variant="outline" />
          </div>
        )}
      </div>
      <p className="note max-w-(--measure)">{text}</p>
      {topUps.length > 0 && (
        <ul className="grid gap-2" aria-label="Offers of freed shares">
          {topUps.map((topUp) => (
            <Offer key={topUp.id} topUp={topUp} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Offer({ topUp: { id, number, closes_at, ended_at, shares, taken_shares, members } }: { topUp: TopUp }) {
  const isKept = Date.parse(closes_at) > serverNow().getTime();
  const when = ended_at
    ? `ended ${shortLondonTime(ended_at)}`
    : isKept
      ? `each their part until ${shortLondonTime(closes_at)}`
      : "for whoever comes first until the closing list is signed";
  return (
    <li className="small num flex flex-wrap items-center gap-x-4 gap-y-1">
      <b className="font-semibold">{topUpPartMessages.offer(number)}</b>
      <span>
        {topUpPartMessages.taken(taken_shares, shares, members)}, {when}
      </span>
      {!ended_at && (
        <ActionButton
          path={`/top-ups/${id}/end`}
          label="End the offer"
          labelEnd={topUpPartMessages.offer(number)}
          busy="Ending..."
          confirm={{
            title: "End the offer?",
            text: topUpPartMessages.end(isKept),
          }}
          variant="danger"
          done="Offer ended"
          failed={boardPartMessages.actionFailed}
          invalidates={dealMoneyKeys}
        />
      )}
    </li>
  );
}
