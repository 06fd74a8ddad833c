import { useInfiniteQuery } from "@tanstack/react-query";
import {
  type CommitmentState,
  commitmentBandLabels,
  commitmentStateLabels,
  commitmentStates,
  endedStates,
} from "#shared/commitments/commitment-messages.ts";
import type { DeskCommitment, deskCommitmentListSchema } from "#shared/commitments/commitments.ts";
import { commitmentsPartMessages as messages } from "#shared/commitments/commitments-desk-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { formatPence } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { memberName } from "#shared/people/person-name.ts";
import { closingSearch } from "#web/features/funds/closing-queries.ts";
import { shortDate, shortLondonTime, withCount } from "#web/lib/format.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { listOptions, useList } from "#web/lib/use-list.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { FilterChoice } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

type CommitmentPage = (typeof deskCommitmentListSchema)["_output"];

/** Who has committed to what, in the order placed. */
export function CommitmentsPart({ board: { deal_id } }: { board: ClosingBoard }) {
  const { state, change } = useSearchState(closingSearch);
  const request = {
    path: `/deals/${deal_id}/commitments`,
    parameters: { state: state.status },
  };
  const list = useList<DeskCommitment>(request);
  const { data: sums } = useInfiniteQuery({
    ...listOptions<DeskCommitment>(request),
    select: ({ pages }) => pages.at(-1) as CommitmentPage | undefined,
  });
  const filter = (status: CommitmentState | "") => change({ status }, { replace: true });
  return (
    <section aria-labelledby="commitments" className="grid gap-4">
      <div className="view-head">
        <div>
          <h3 id="commitments" className="d4">
            Commitments
          </h3>
          {sums && <p className="note num">{messages.asked(sums.asked_shares, formatPence(sums.asked_pence))}</p>}
        </div>
        <FilterChoice
          label={messages.state}
          all="All"
          value={state.status}
          options={commitmentStates.map((value) => ({
            value,
            label: withCount(commitmentStateLabels[value], sums && (sums.counts[value] ?? 0)),
          }))}
          onChange={filter}
        />
      </div>
      <ListView
        list={list}
        noun="commitments"
        loading="Loading the commitments"
        empty={
          state.status
            ? {
                title: "No commitment is in this state",
                text: "The others are in another one.",
                clear: { label: "Show all", onClear: () => filter("") },
              }
            : {
                title: "Nobody has committed yet",
                text: "Members commit on the deal’s page, from its opening until it closes.",
              }
        }
      >
        {(commitments) => (
          <RecordTable
            caption="Commitments, in the order placed"
            columns={columns}
            rows={commitments}
            rowKey={({ id }) => id}
            isDense
            isMarked={({ state }) => state === "needs_reconsent"}
          />
        )}
      </ListView>
    </section>
  );
}

const number = (value: number) => value.toLocaleString("en-GB");
const money = "num whitespace-nowrap";

const columns: RecordColumn<DeskCommitment>[] = [
  { header: "Member", className: "wrap-anywhere", cell: ({ full_name }) => memberName(full_name) },
  {
    header: "Order",
    isPlain: true,
    className: "@min-[68rem]:whitespace-nowrap",
    cell: ({ tier, band }) => `${tierLabels[tier]}, ${commitmentBandLabels[band].toLowerCase()}`,
  },
  { header: "Shares", isRight: true, className: money, cell: ({ shares }) => number(shares) },
  {
    header: "Accepts at least",
    isRight: true,
    isWideOnly: true,
    className: money,
    cell: ({ least_shares }) => number(least_shares),
  },
  {
    header: "Cost",
    isRight: true,
    isWideOnly: true,
    className: money,
    cell: ({ cost_pence }) => formatPence(cost_pence),
  },
  {
    header: "Fee",
    isRight: true,
    isWideOnly: true,
    className: money,
    cell: ({ fee_pence }) => formatPence(fee_pence),
  },
  { header: "Due", isBeside: true, isRight: true, className: money, cell: ({ due_pence }) => formatPence(due_pence) },
  { header: "Placed", className: money, cell: ({ placed_at }) => shortDate(placed_at) },
  { header: "Terms", isWideOnly: true, className: money, cell: ({ terms_number }) => terms_number },
  { header: messages.state, className: "num", cell: (commitment) => <State commitment={commitment} /> },
];

function State({ commitment: { state, reconsent_until } }: { commitment: DeskCommitment }) {
  return (
    <span className="closing-words inline-flex flex-wrap items-baseline gap-x-2">
      <Badge tone={toneOf(state)}>{commitmentStateLabels[state]}</Badge>
      {reconsent_until && <span className="note">answer by {shortLondonTime(reconsent_until)}</span>}
    </span>
  );
}

const waitingStates: readonly CommitmentState[] = ["needs_reconsent", "waiting_list", "called", "part_paid"];

function toneOf(state: CommitmentState): BadgeTone {
  if (endedStates.includes(state)) return "over";
  return waitingStates.includes(state) ? "waiting" : "live";
}
