import { useState } from "react";
import type { ExitDetails } from "#shared/funds/funds-exits.ts";
import { exitDeskMessages as messages } from "#shared/funds/funds-exits-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { shortDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

type Member = ExitDetails["members_paid"][number];
interface Row extends Omit<Member, "lots"> {
  lot: Member["lots"][number];
}

/** Members at first: a round may have thousands. */
const atFirst = 50;

/** A row for each lot. */
export function ExitStatement({ exit }: { exit: ExitDetails }) {
  const [isAll, setAll] = useState(false);
  const { members_paid: members } = exit;
  const rows = (isAll ? members : members.slice(0, atFirst)).flatMap(({ lots, ...member }) =>
    lots.map((lot): Row => ({ ...member, lot })),
  );
  return (
    <div className="grid gap-4">
      <RecordTable
        caption="What each member gets, lot by lot"
        columns={columnsOf(exit)}
        rows={rows}
        rowKey={({ lot }) => lot.id}
        isDense
      />
      {!isAll && members.length > atFirst && (
        <p>
          <Button variant="outline" isSmall onClick={() => setAll(true)}>
            All {members.length.toLocaleString("en-GB")} members
          </Button>
        </p>
      )}
    </div>
  );
}

function columnsOf(exit: ExitDetails): RecordColumn<Row>[] {
  const money = (header: string, name: "gross_pence" | "costs_pence" | "paid_pence"): RecordColumn<Row> => ({
    ...{ header, isRight: true, className: "num", total: formatPence(exit[name]) },
    cell: ({ lot }) => formatPence(lot[name]),
  });
  return [
    {
      ...{ header: "Member", className: "wrap-anywhere", total: "Together" },
      cell: ({ full_name }) => memberName(full_name),
    },
    {
      ...{ header: "Lot", className: "num wrap-anywhere", isWideOnly: true, total: "" },
      cell: ({ lot }) =>
        lot.issued_on === null
          ? "Import taken back"
          : messages.lotOf(lot.certificate_number ?? "Imported", shortDate(lot.issued_on)),
    },
    {
      ...{ header: messages.shares, isRight: true, className: "num", total: exit.shares.toLocaleString("en-GB") },
      cell: ({ lot }) => lot.shares.toLocaleString("en-GB"),
    },
    money(messages.gross, "gross_pence"),
    money(messages.costs, "costs_pence"),
    money(messages.paid, "paid_pence"),
    {
      ...{ header: "Paid on", className: "num whitespace-nowrap", total: "" },
      cell: ({ lot }) => (lot.paid_on === null ? messages.notPaid : shortDate(lot.paid_on)),
    },
  ];
}
