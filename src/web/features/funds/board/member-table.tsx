import { commitmentStateLabels, endedStates } from "#shared/commitments/commitment-messages.ts";
import { refundedWords } from "#shared/commitments/own-commitment-messages.ts";
import { type ClosingBoard, type ClosingMember, mostBornePence } from "#shared/funds/funds.ts";
import { closingMessages, boardPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { shortMoment } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { memberName } from "#shared/people/person-name.ts";
import { bankDay } from "#web/features/funds/clock.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { serverNow } from "#web/lib/server-time.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { None, type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { hasCallSums } from "./closing-sums.ts";

/** Once money is called, the unpaid are listed and the others are one line. Sums are of all, whatever is loaded. */
export function MemberTable({ board }: { board: ClosingBoard }) {
  const { deal_id, deal_state, called_at, counts, shares, due_pence, applied_pence, open_pence } = board;
  const list = useList<ClosingMember>({
    path: `/deals/${deal_id}/closing/members`,
    parameters: { limit: "500" },
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
        {(members) => {
          const settled = called_at === null ? [] : members.filter(isSettled);
          const others = members.filter((member) => !settled.includes(member));
          const isAll = settled.length === 0 || others.length === 0;
          return (
            <>
              {others.length > 0 && (
                <Members
                  board={board}
                  members={others}
                  totals={isAll ? totals : { [messages.member]: messages.unpaid(others.length, members.length) }}
                />
              )}
              {settled.length > 0 && (
                <Fold summary={settledWords(settled, others.some(isPaid))}>
                  {() => <Members board={board} members={settled} totals={isAll ? totals : {}} />}
                </Fold>
              )}
            </>
          );
        }}
      </ListView>
    </div>
  );
}

/** Who owes nothing, is owed nothing and needs nobody. */
const isSettled = ({ open_pence, refund_pence, can }: ClosingMember): boolean =>
  open_pence === 0 && refund_pence === 0 && !(can.extend || can.release || can.bear || can.refund);

const isPaid = ({ open_pence, applied_pence }: ClosingMember): boolean => open_pence === 0 && applied_pence > 0;

/** @param isMore somebody who has paid is listed above them. */
function settledWords(settled: readonly ClosingMember[], isMore: boolean): string {
  const paid = settled.filter(isPaid);
  return messages.settled(
    paid.length,
    formatPence(paid.reduce((sum, { applied_pence }) => sum + applied_pence, 0)),
    settled.length - paid.length,
    isMore,
  );
}

interface MembersProps {
  board: ClosingBoard;
  members: readonly ClosingMember[];
  totals: Record<string, string>;
}

function Members({ board, members, totals }: MembersProps) {
  const actions: RecordColumn<ClosingMember> = {
    header: messages.actions,
    isActions: true,
    cell: (member) => <Actions member={member} board={board} />,
  };
  return (
    <RecordTable
      caption={board.called_at ? messages.caption : messages.captionBefore}
      columns={[...columns, actions].map((column) => ({ ...column, total: totals[column.header] }))}
      rows={members}
      rowKey={({ commitment_id }) => commitment_id}
      isDense
      isMarked={({ is_late, open_pence: open }) => is_late && open > 0}
    />
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
  {
    header: messages.dueColumn,
    isBeside: true,
    isRight: true,
    className: money,
    cell: ({ due_pence }) => formatPence(due_pence),
  },
  {
    header: messages.appliedColumn,
    isRight: true,
    className: money,
    cell: ({ applied_pence, due_pence }) => <UnlessSame pence={applied_pence} as={[0, due_pence]} />,
  },
  { header: messages.bankDate, isWideOnly: true, className: "num", cell: ({ bank_days }) => bankDates(bank_days) },
  {
    header: messages.openColumn,
    isRight: true,
    className: money,
    cell: ({ open_pence, due_pence }) => <UnlessSame pence={open_pence} as={[0, due_pence]} />,
  },
  { header: messages.state, className: "num", cell: (member) => <State member={member} /> },
];

/** A phone leaves out what follows from the sum that is due. */
const UnlessSame = ({ pence, as }: { pence: number; as: readonly number[] }) =>
  as.includes(pence) ? <None>{formatPence(pence)}</None> : formatPence(pence);

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

interface StateWords {
  tone: BadgeTone;
  text: string;
  note: string | null;
}

export function memberState(member: ClosingMember, now = serverNow()): StateWords {
  const { state, open_pence, refund_pence, proposed_pence, approved_pence } = member;
  const { refunded_pence, refunded_on, is_held, is_late, due_at, grace_until } = member;
  const isEnded = endedStates.includes(state);
  const rest = refund_pence - proposed_pence - approved_pence;
  const refund = [
    rest > 0 && (isEnded ? messages.toRefund : messages.tooMuch)(formatPence(rest)),
    proposed_pence > 0 && messages.refundWaits(formatPence(proposed_pence)),
    approved_pence > 0 && messages.refundApproved(formatPence(approved_pence)),
  ];
  const back = refunded_on !== null && refundedWords(refunded_pence, bankDay(refunded_on)).replace(/\.$/, "");
  const note =
    [...refund, back, is_late && open_pence === 0 && !isEnded && messages.paidLate].filter(Boolean).join(", ") || null;
  if (isEnded) return { tone: "over", text: commitmentStateLabels[state], note };
  if (open_pence === 0) return { tone: "live", text: commitmentStateLabels[state], note };
  const label = state === "part_paid" ? commitmentStateLabels[state] : null;
  if (is_late) {
    const isOver = grace_until !== null && new Date(grace_until) <= now;
    const text = isOver || !grace_until ? messages.graceOver : messages.late(shortMoment(grace_until));
    return { tone: "refused", text, note: label };
  }
  if (is_held && due_at) return { tone: "waiting", text: messages.held(shortMoment(due_at)), note: label };
  return {
    tone: "waiting",
    text: label ?? commitmentStateLabels[state],
    note: due_at && messages.waits(shortMoment(due_at)),
  };
}

/** "26 Jan, two payments": the day of the last one. */
export function bankDates(days: readonly string[]): string {
  const last = days.at(-1);
  if (!last) return "";
  const day = bankDay(last);
  return days.length === 1 ? day : messages.inParts(day, days.length);
}

/** What is missing of a payment that has arrived in part, and what an admin can do about it; null where nothing is. */
export function missingWords(member: ClosingMember, now = serverNow()): string | null {
  const { applied_pence, open_pence, grace_until, is_release_waiting, can } = member;
  if (is_release_waiting) return messages.lineWaits;
  if (applied_pence === 0 || open_pence <= mostBornePence || endedStates.includes(member.state)) return null;
  const isGraceOver = grace_until !== null && new Date(grace_until) <= now;
  const release = isGraceOver ? messages.releaseNow : messages.releaseLater;
  const ways = `${can.extend ? messages.extendOr : ""}${release}`;
  return messages.missing(formatPence(open_pence), formatPence(mostBornePence), ways);
}
