import type { OwnAllocation } from "#shared/commitments/commitments.ts";
import { allocationMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { inThousands } from "../commitment-words.ts";

type Change = OwnAllocation["changes"][number];

const columns: RecordColumn<Change>[] = [
  { header: messages.member, cell: ({ number, is_own }) => messages.memberName(number, is_own) },
  { header: messages.from, isRight: true, className: "num", cell: ({ from_shares }) => inThousands(from_shares) },
  { header: messages.to, isRight: true, className: "num", cell: ({ to_shares }) => inThousands(to_shares) },
  {
    header: messages.reason,
    className: "@min-[40rem]:w-1/2 wrap-anywhere",
    cell: ({ reason }) => <span dir="auto">{reason}</span>,
  },
];

/** Everybody in the round reads the same reasons. */
export function AllocationChanges({ changes }: { changes: OwnAllocation["changes"] }) {
  return (
    <div className="grid gap-2">
      <h3 className="d4">{messages.changes}</h3>
      <RecordTable
        caption={messages.changesCaption}
        columns={columns}
        rows={changes}
        rowKey={({ number }) => String(number)}
      />
    </div>
  );
}
