import type { OwnAllocation } from "#shared/commitments/commitments.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { inThousands } from "../commitment-words.ts";

type Change = OwnAllocation["changes"][number];

const columns: RecordColumn<Change>[] = [
  { header: "Member", cell: ({ number, is_own }) => (is_own ? "You" : `Member ${number}`) },
  { header: "Worked out", isRight: true, className: "num", cell: ({ from_shares }) => inThousands(from_shares) },
  { header: "Given", isRight: true, className: "num", cell: ({ to_shares }) => inThousands(to_shares) },
  {
    header: "Reason",
    className: "@min-[40rem]:w-1/2 wrap-anywhere",
    cell: ({ reason }) => <span dir="auto">{reason}</span>,
  },
];

/** Everybody in the round reads the same reasons. */
export function AllocationChanges({ changes }: { changes: OwnAllocation["changes"] }) {
  return (
    <div className="grid gap-2">
      <h3 className="d4">Changed by hand</h3>
      <RecordTable
        caption="Lines that admins changed by hand, with their reasons"
        columns={columns}
        rows={changes}
        rowKey={({ number }) => String(number)}
      />
    </div>
  );
}
