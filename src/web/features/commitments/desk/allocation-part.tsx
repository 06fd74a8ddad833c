import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Allocation } from "#shared/commitments/commitments.ts";
import { allocationPartMessages as messages } from "#shared/commitments/commitments-desk-messages.ts";
import { type AllocationMethod, allocationMethodLabels, allocationMethods } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import type { ConfirmationInput } from "#shared/notices/notices.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { adminName } from "#shared/people/person-name.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { callApi } from "#web/lib/api.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { allocationQuery } from "./allocation-queries.ts";
import { AllocationTable } from "./allocation-table.tsx";
import { timesAsked } from "./allocation-words.ts";
import { TopUps } from "./top-ups.tsx";
import { useWorkOut } from "./use-work-out.ts";

/** A draft for two admins, until one of them confirms it to everybody. */
export function AllocationPart({ board }: { board: ClosingBoard }) {
  const { data: allocation, isPending, refetch } = useQuery(allocationQuery(board.deal_id));
  if (isPending) return <RowSkeletons label="Loading the allocation" count={4} />;
  if (allocation) return <Shown allocation={allocation} board={board} />;
  if (allocation === null) return <Nothing dealId={board.deal_id} />;
  return <LoadFailed title="The allocation did not load" onRetry={refetch} />;
}

function Nothing({ dealId }: { dealId: string }) {
  const { act, isPending } = useWorkOut(dealId);
  return (
    <EmptyState
      isCard
      heading="h2"
      title="Nothing is worked out yet"
      text="Once commitments have closed, a draft shows who would get how many shares. Nobody is told of a draft."
      action={
        <Button busyLabel={isPending && messages.working} onClick={() => act({ method: null })}>
          Work out a draft
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
        title={`${board.company_name}, who gets what`}
        above={
          <>
            <Badge tone={isDraft ? "waiting" : "live"}>{messages.states[state]}</Badge>
            {formatLondonTime(created_at)}. Terms version {terms_number}, {formatPrice(price)}
          </>
        }
      >
        {isDraft && <Methods allocation={allocation} />}
        {isConfirmable && <Confirmation allocation={allocation} />}
      </PartHead>
      {isConfirmable && !allocation.can.confirm && (
        <p className="note">
          It is confirmed by an admin who did not work it out, changed no line and takes no part in the deal, and only
          if the shares reach the club’s minimum.
        </p>
      )}
      {isDraft && is_stale && <Stale allocation={allocation} />}
      {isDraft && method !== published_method && (
        <Notice>
          Members were told {allocationMethodLabels[published_method]}. This draft is to look at; only the published
          method can be confirmed.
        </Notice>
      )}
      <Facts allocation={allocation} />
      {isDraft && (
        <p className="note">
          Worked out from all commitments of that moment. Once one of them changes, it has to be worked out again.
        </p>
      )}
      <AllocationTable allocation={allocation} />
      {state === "final" && <TopUps board={board} />}
    </section>
  );
}

/** Each works the draft out by another method. Changes by hand would be lost: then it asks first. */
function Methods({ allocation }: { allocation: Allocation }) {
  const { deal_id, method: current, changed_lines } = allocation;
  const { act, isPending, variables } = useWorkOut(deal_id);
  const [asked, setAsked] = useState<AllocationMethod>();
  const shown = isPending ? variables?.method : current;
  const choose = (method: AllocationMethod) => {
    if (method === shown || isPending) return;
    if (changed_lines > 0) setAsked(method);
    else act({ method });
  };
  const confirm = () => {
    if (asked) act({ method: asked });
    setAsked(undefined);
  };
  return (
    <fieldset className="closing-methods">
      <legend className="sr-only">Method</legend>
      {allocationMethods.map((method) => (
        <Button
          key={method}
          variant={method === shown ? "secondary" : "outline"}
          isSmall
          aria-pressed={method === shown}
          onClick={() => choose(method)}
        >
          {allocationMethodLabels[method]}
        </Button>
      ))}
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Work it out by another method?"
        text={messages.methodText(changed_lines)}
        confirmLabel={messages.again}
        cancelLabel="Keep this draft"
        onConfirm={confirm}
      />
    </fieldset>
  );
}

function Stale({ allocation: { deal_id, method } }: { allocation: Allocation }) {
  const { act, isPending } = useWorkOut(deal_id);
  const button = useLeaveFocus();
  return (
    <Notice tone="warning" title="Commitments have changed since this draft.">
      It cannot be confirmed as it is.
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
        Capacity <b>{capacity_shares.toLocaleString("en-GB")}</b> shares, {formatPence(capacity_pence)}
      </span>
      <span>
        Asked <b>{asked_shares.toLocaleString("en-GB")}</b>, {timesAsked(allocation)} times
      </span>
      <span>
        Priority share <b>{priority_share_percent}%</b>
      </span>
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

function Confirmation({ allocation }: { allocation: Allocation }) {
  const { deal_id, members, updated_at, can } = allocation;
  if (!can.confirm) {
    return <AskSecond kind="allocation" subject_id={deal_id} deal_id={deal_id} />;
  }
  return (
    <ActionButton
      path={`/deals/${deal_id}/allocation/confirm`}
      body={{ expected_version: updated_at }}
      label="Confirm"
      labelEnd={messages.caption}
      busy="Confirming..."
      confirm={{
        title: messages.confirmTitle(members),
        text: "Everybody is told at once. After that nothing of it can be changed.",
        cancel: "Not now",
      }}
      done="Allocation is final"
      failed="Not confirmed"
      invalidates={dealMoneyKeys}
    />
  );
}

/** Tells the other admins that something waits for one of them; once a day. */
function AskSecond(record: ConfirmationInput) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<{ told: number }>("POST", "/confirmation-requests", record),
    onSuccess: ({ told }) =>
      toast(
        told > 0
          ? {
              title: told === 1 ? "The other admin is told" : `${told} other admins are told`,
              description: "By notice and by mail. Who worked it out or changed it cannot confirm it.",
            }
          : {
              title: "They were told today",
              description: "There is no other admin, or they were told today. Tomorrow you can ask again.",
            },
      ),
    onError: (error) => toastFailure("Nobody was asked", error),
  });
  return (
    <Button variant="outline" isSmall busyLabel={isPending && "Asking..."} onClick={() => mutate()}>
      Ask a second admin to confirm
    </Button>
  );
}
