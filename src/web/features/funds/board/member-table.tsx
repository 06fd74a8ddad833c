import type { ClosingBoard, ClosingMember } from "#shared/funds/funds.ts";
import { closingMessages, boardPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { memberName } from "#shared/people/person-name.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { hasCallSums } from "./closing-sums.ts";
import { bankDates, memberState, missingWords } from "./member-words.ts";

/** Sums are of all, whatever is loaded. */
export function MemberTable({ board }: { board: ClosingBoard }) {
  const { deal_id, deal_state, called_at, counts, shares, due_pence, applied_pence, open_pence } = board;
  const list = useList<ClosingMember>({
    path: `/deals/${deal_id}/closing/members`,
    parameters: { limit: "500" },
    failureMessage: messages.fetchFailed,
  });
  // Sums of what is called.
  const totals: Record<string, string> = hasCallSums(board)
    ? {
        [messages.member]: messages.members(counts.called.members),
        [messages.shares]: shares.toLocaleString("en-GB"),
        [messages.dueColumn]: formatPence(due_pence),
        [messages.appliedColumn]: formatPence(applied_pence),
        [messages.openColumn]: formatPence(open_pence),
      }
    : {};
  const actions: RecordColumn<ClosingMember> = {
    header: messages.actions,
    isActions: true,
    cell: (member) => <Actions member={member} board={board} />,
  };
  return (
    // The focus comes here when an action takes its button away.
    <div className="grid gap-3 outline-none" tabIndex={-1}>
      {board.can.nudge && (
        <p className="flex justify-end">
          <Nudge board={board} />
        </p>
      )}
      <ListView
        list={list}
        noun="members"
        loading={messages.loading}
        empty={<p className="note">{deal_state === "cancelled" ? messages.emptyOver : messages.empty}</p>}
      >
        {(members) => (
          <RecordTable
            caption={called_at ? messages.caption : messages.captionBefore}
            columns={[...columns, actions].map((column) => ({ ...column, total: totals[column.header] }))}
            rows={members}
            rowKey={({ commitment_id }) => commitment_id}
            isDense
            isMarked={({ is_late, open_pence: open }) => is_late && open > 0}
          />
        )}
      </ListView>
    </div>
  );
}

function Nudge({ board: { deal_id, nudgeable } }: { board: ClosingBoard }) {
  return (
    <ActionButton<{ members: number }>
      path={`/deals/${deal_id}/nudge`}
      label={messages.nudge(nudgeable)}
      busy={messages.nudging}
      variant="outline"
      done={({ members }) => messages.nudged(members)}
      failed={messages.actionFailed}
      invalidates={dealMoneyKeys}
    />
  );
}

const money = "num whitespace-nowrap";
const columns: RecordColumn<ClosingMember>[] = [
  { header: messages.member, className: "wrap-anywhere", cell: nameOf },
  { header: messages.tier, isWideOnly: true, cell: ({ tier }) => tierLabels[tier] },
  {
    header: messages.shares,
    isRight: true,
    className: money,
    cell: ({ shares }) => shares.toLocaleString("en-GB"),
  },
  { header: messages.dueColumn, isRight: true, className: money, cell: ({ due_pence }) => formatPence(due_pence) },
  {
    header: messages.appliedColumn,
    isRight: true,
    className: money,
    cell: ({ applied_pence }) => formatPence(applied_pence),
  },
  { header: messages.bankDate, isWideOnly: true, className: "num", cell: ({ bank_days }) => bankDates(bank_days) },
  { header: messages.openColumn, isRight: true, className: money, cell: ({ open_pence }) => formatPence(open_pence) },
  { header: messages.state, className: "num", cell: (member) => <State member={member} /> },
];

function nameOf({ full_name }: ClosingMember): string {
  return memberName(full_name);
}

function State({ member }: { member: ClosingMember }) {
  const { tone, text, note } = memberState(member);
  const missing = missingWords(member);
  return (
    <span className="closing-words inline-flex flex-wrap items-baseline gap-x-2">
      <Badge tone={tone}>{text}</Badge>
      {note && <span className="note">{note}</span>}
      {missing && <span className="note">{missing}</span>}
    </span>
  );
}

function Actions({ member, board: { deal_id, sendable_pence } }: { member: ClosingMember; board: ClosingBoard }) {
  const { commitment_id, open_pence, is_of_admin, can } = member;
  const refundable_pence = member.refund_pence - member.proposed_pence - member.approved_pence;
  const name = nameOf(member);
  const path = `/commitments/${commitment_id}`;
  return (
    <>
      {can.extend && (
        <ReasonButton
          label={messages.extend}
          labelEnd={name}
          isRow
          invalidates={dealMoneyKeys}
          to={`${path}/extension`}
          kind="hours"
          hint={closingMessages.publicReasonHint}
          words={{
            title: messages.extendTitle(name),
            text: messages.extendText,
            submit: messages.extend,
            busy: messages.extending,
            done: messages.extended,
          }}
        />
      )}
      {can.bear && (
        <ReasonButton
          label={messages.bear}
          labelEnd={name}
          isRow
          invalidates={dealMoneyKeys}
          to={`${path}/bear`}
          words={{
            title: messages.bearTitle(name, formatPence(open_pence)),
            text: messages.bearText,
            submit: messages.bear,
            busy: messages.bearing,
            done: messages.borne,
          }}
        />
      )}
      {can.release && (
        <ReasonButton
          label={messages.release}
          labelEnd={name}
          isRow
          invalidates={dealMoneyKeys}
          to={`${path}/release`}
          variant="danger"
          words={{
            title: messages.releaseTitle(name),
            text: messages.releaseText,
            submit: messages.release,
            busy: messages.releasing,
            done: messages.released,
          }}
        />
      )}
      {can.refund && (
        <ReasonButton
          label={messages.refundAction}
          labelEnd={name}
          isRow
          invalidates={dealMoneyKeys}
          to={`/deals/${deal_id}/refunds`}
          body={{ commitment_id }}
          kind="amount"
          amount={formatPence(Math.min(refundable_pence, sendable_pence ?? refundable_pence))}
          words={{
            title: messages.refundTitle(name),
            text: messages.refundText(name, is_of_admin),
            submit: messages.refundAction,
            busy: messages.refunding,
            done: messages.refunded(is_of_admin),
          }}
        />
      )}
    </>
  );
}
