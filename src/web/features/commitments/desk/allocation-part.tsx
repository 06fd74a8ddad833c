import { useQuery } from "@tanstack/react-query";
import type { Allocation } from "#shared/commitments/commitments.ts";
import { allocationPartMessages as messages } from "#shared/commitments/commitments-desk-messages.ts";
import { allocationMethodLabels } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { adminName } from "#shared/people/person-name.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { allocationQuery } from "../allocation-queries.ts";
import { AllocationTable } from "./allocation-table.tsx";
import { timesAsked } from "./allocation-words.ts";
import { TopUps } from "./top-ups.tsx";

/** Nothing before the clock has worked them out. */
export function AllocationPart({ board }: { board: ClosingBoard }) {
  const { data: allocation, isPending, refetch } = useQuery(allocationQuery(board.deal_id));
  if (isPending) return <RowSkeletons label="Loading the allocation" count={4} />;
  if (allocation) return <Shown allocation={allocation} board={board} />;
  if (allocation === null) return null;
  return <SectionFailed text="The allocation did not load." onRetry={refetch} />;
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
