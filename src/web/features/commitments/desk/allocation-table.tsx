import { lazy } from "react";
import { commitmentBandLabels } from "#shared/commitments/commitment-messages.ts";
import type { Allocation, AllocationLine } from "#shared/commitments/commitments.ts";
import { allocationPartMessages as messages } from "#shared/commitments/commitments-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { useList } from "#web/lib/use-list.ts";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { barOf } from "./allocation-words.ts";

const ChangeDialog = lazy(() => import("./change-dialog.tsx").then((file) => ({ default: file.ChangeDialog })));

/** Sums are of all, whatever is loaded. */
export function AllocationTable({ allocation }: { allocation: Allocation }) {
  const { id, deal_id, updated_at, members, totals, can } = allocation;
  const list = useList<AllocationLine>({
    path: `/deals/${deal_id}/allocation/lines`,
    // Of another draft, another list.
    parameters: { limit: "500", allocation: id },
    failureMessage: "The lines could not be loaded",
  });
  const sums: Record<string, string> = {
    [messages.member]: messages.members(members),
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
              caption={messages.caption}
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
  { header: messages.due, isRight: true, className: figure, cell: ({ due_pence }) => formatPence(due_pence) },
];

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
