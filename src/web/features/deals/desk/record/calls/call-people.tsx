import { callsPartMessages as messages } from "#shared/deals/deal-call-messages.ts";
import type { DeskCall } from "#shared/deals/deal-calls.ts";
import { memberName } from "#shared/people/person-name.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

type Person = DeskCall["people"][number];

/** Who asked to join, who does not come after all, and who joined. */
export function CallPeople({ people }: Pick<DeskCall, "people">) {
  if (people.length === 0) return <p className="note">{messages.nobody}</p>;
  const coming = people.filter(({ withdrawn_at }) => withdrawn_at === null);
  const joined = people.filter(({ joined_at }) => joined_at !== null);
  return (
    <div>
      <p className="note num">{messages.people(coming.length, joined.length)}</p>
      <RecordTable caption={messages.caption} columns={columns} rows={people} rowKey={({ id }) => id} isDense />
    </div>
  );
}

const at = (moment: string | null): string => (moment === null ? "–" : formatDateTime(moment));
const time = "num whitespace-nowrap";

const columns: RecordColumn<Person>[] = [
  { header: messages.name, className: "wrap-anywhere", cell: ({ full_name }) => memberName(full_name) },
  { header: messages.asked, className: time, cell: ({ requested_at }) => at(requested_at) },
  { header: messages.withdrawn, className: time, cell: ({ withdrawn_at }) => at(withdrawn_at) },
  { header: messages.joined, className: time, cell: ({ joined_at }) => at(joined_at) },
];
