import { dealRecordMessages as messages } from "#shared/deal-desk-messages.ts";
import { interestLabels, interestLevels } from "#shared/deal-messages.ts";
import type { DealRecord } from "#shared/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { shortDate } from "#web/lib/format.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

type Interest = DealRecord["interests"][number] & { key: string };

/** By level, the amounts that were named added up. */
export function Interests({ interests }: Pick<DealRecord, "interests">) {
  if (interests.length === 0) return <p className="note">{messages.noInterest}</p>;
  const keyed = interests.map((interest, index) => ({ ...interest, key: `${index}` }));
  return (
    <div className="grid gap-6">
      {interestLevels.map((level) => {
        const rows = keyed.filter((interest) => interest.level === level);
        if (rows.length === 0) return null;
        const sum = rows.reduce((total, { amount_pence }) => total + (amount_pence ?? 0), 0);
        return (
          <section key={level} aria-label={interestLabels[level]}>
            <h3 className="d4 mb-1">
              {interestLabels[level]} <span className="muted num">{rows.length}</span>
              {sum > 0 && <span className="muted num">, {formatPounds(sum)}</span>}
            </h3>
            <RecordTable
              caption={`${messages.interestCaption}: ${interestLabels[level]}`}
              columns={columns}
              rows={rows}
              rowKey={({ key }) => key}
              isDense
            />
          </section>
        );
      })}
    </div>
  );
}

const columns: RecordColumn<Interest>[] = [
  { header: "Name", className: "wrap-anywhere", cell: ({ full_name }) => full_name ?? messages.sealed },
  {
    header: messages.amount,
    isRight: true,
    className: "num whitespace-nowrap",
    cell: ({ amount_pence }) => (amount_pence === null ? "–" : formatPounds(amount_pence)),
  },
  { header: "Reason", className: "wrap-anywhere", cell: ({ reason }) => reason },
  { header: "Said on", className: "num whitespace-nowrap", cell: ({ updated_at }) => shortDate(updated_at) },
];
