import type { Relief } from "#shared/funds/funds-relief.ts";
import { reliefPartMessages as messages } from "#shared/funds/funds-relief-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { shortDate } from "#web/lib/format.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { OpenPaper } from "../completion/open-paper.tsx";

type Member = Relief["members"][number];

const tones: Record<Member["state"], BadgeTone> = {
  waiting: "waiting",
  delivered: "live",
  not_wanted: "over",
  not_a_taxpayer: "over",
};

/** Everybody who holds shares of the round, and who is due a certificate. */
export function ReliefMembers({ relief: { members, delivered, due } }: { relief: Relief }) {
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
          columns={columns.map((column) => ({ ...column, total: totals[column.header] }))}
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
    cell: ({ state }) => <Badge tone={tones[state]}>{messages.states[state]}</Badge>,
  },
  {
    header: messages.actions,
    isActions: true,
    cell: (member) =>
      member.paper_id && (
        <OpenPaper id={member.paper_id} label={messages.open} labelEnd={nameOf(member)} failed={messages.openFailed} />
      ),
  },
];

function nameOf({ full_name }: Member): string {
  return memberName(full_name);
}
