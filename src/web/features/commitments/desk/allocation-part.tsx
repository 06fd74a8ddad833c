import { useQuery } from "@tanstack/react-query";
import type { Allocation } from "#shared/commitments/commitments.ts";
import { allocationPartMessages as messages } from "#shared/commitments/commitments-desk-messages.ts";
import { allocationMethodLabels } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatLondonTime } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { allocationQuery } from "./allocation-queries.ts";
import { AllocationTable } from "./allocation-table.tsx";
import { timesAsked } from "./allocation-words.ts";
import { AskSecond } from "./ask-second.tsx";
import { Methods } from "./methods.tsx";
import { TopUps } from "./top-ups.tsx";
import { useWorkOut } from "./use-work-out.ts";

/** A draft for two admins, until one of them confirms it to everybody. */
export function AllocationPart({ board }: { board: ClosingBoard }) {
  const { data: allocation, isPending, refetch } = useQuery(allocationQuery(board.deal_id));
  if (isPending) return <RowSkeletons label={messages.loading} count={4} />;
  if (allocation) return <Shown allocation={allocation} board={board} />;
  if (allocation === null) return <Nothing dealId={board.deal_id} />;
  return <LoadFailed title={messages.failed} onRetry={refetch} />;
}

function Nothing({ dealId }: { dealId: string }) {
  const { act, isPending } = useWorkOut(dealId);
  return (
    <EmptyState
      isCard
      heading="h2"
      title={messages.noneTitle}
      text={messages.noneText}
      action={
        <Button busyLabel={isPending && messages.working} onClick={() => act({ method: null })}>
          {messages.workOut}
        </Button>
      }
    />
  );
}

function Shown({ allocation, board }: { allocation: Allocation; board: ClosingBoard }) {
  const { state, created_at, terms_number, price, is_stale, method, published_method } = allocation;
  const isDraft = state === "draft";
  const isConfirmable = isDraft && !is_stale && method === published_method;
  return (
    // The focus comes here when the confirmation takes its button away.
    <section aria-labelledby="allocation" className="grid gap-4 outline-none" tabIndex={-1}>
      <PartHead
        id="allocation"
        title={messages.title(board.company_name)}
        above={
          <>
            <Badge tone={isDraft ? "waiting" : "live"}>{messages.states[state]}</Badge>
            {messages.facts(formatLondonTime(created_at), terms_number, formatPrice(price))}
          </>
        }
      >
        {isDraft && <Methods allocation={allocation} />}
        {isConfirmable && <Confirmation allocation={allocation} />}
      </PartHead>
      {isConfirmable && !allocation.can.confirm && <p className="note">{messages.whoConfirms}</p>}
      {isDraft && is_stale && <Stale allocation={allocation} />}
      {isDraft && method !== published_method && (
        <Notice>{messages.notPublished(allocationMethodLabels[published_method])}</Notice>
      )}
      <Facts allocation={allocation} />
      {isDraft && <p className="note">{messages.workedOutFrom}</p>}
      <AllocationTable allocation={allocation} />
      {state === "final" && <TopUps board={board} />}
    </section>
  );
}

function Stale({ allocation: { deal_id, method } }: { allocation: Allocation }) {
  const { act, isPending } = useWorkOut(deal_id);
  const button = useLeaveFocus();
  return (
    <Notice tone="warning" title={messages.staleTitle}>
      {messages.staleText}
      <p className="mt-3">
        <Button
          ref={button}
          variant="outline"
          isSmall
          busyLabel={isPending && messages.working}
          onClick={() => act({ method })}
        >
          {messages.again}
        </Button>
      </p>
    </Notice>
  );
}

function Facts({ allocation }: { allocation: Allocation }) {
  const { capacity_shares, capacity_pence, asked_shares, priority_share_percent, changed_lines, waiting } = allocation;
  const { confirmed_at, confirmed_by_name } = allocation;
  return (
    <p className="closing-facts num">
      <span>
        {messages.capacity} <b>{capacity_shares.toLocaleString("en-GB")}</b>{" "}
        {messages.capacityOf(formatPence(capacity_pence))}
      </span>
      <span>
        {messages.asked} <b>{asked_shares.toLocaleString("en-GB")}</b>
        {messages.askedTimes(timesAsked(allocation))}
      </span>
      <span>
        {messages.priorityShare} <b>{priority_share_percent}%</b>
      </span>
      <span>
        {messages.changedLines} <b>{changed_lines.toLocaleString("en-GB")}</b>
      </span>
      {waiting > 0 && <span>{messages.waitingList(waiting)}</span>}
      {confirmed_at && <span>{messages.confirmedBy(confirmed_by_name, formatLondonTime(confirmed_at))}</span>}
    </p>
  );
}

function Confirmation({ allocation }: { allocation: Allocation }) {
  const { deal_id, members, updated_at, can } = allocation;
  if (!can.confirm) {
    return <AskSecond kind="allocation" subject_id={deal_id} deal_id={deal_id} />;
  }
  return (
    <ActionButton
      path={`/deals/${deal_id}/allocation/confirm`}
      body={{ expected_version: updated_at }}
      label={messages.confirm}
      labelEnd={messages.caption}
      busy={messages.confirming}
      confirm={{ title: messages.confirmTitle(members), text: messages.confirmText, cancel: messages.notYet }}
      done={messages.confirmed}
      failed={messages.confirmFailed}
      invalidates={dealMoneyKeys}
    />
  );
}
