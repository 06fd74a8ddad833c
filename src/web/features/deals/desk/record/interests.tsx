import { interestLabels } from "#shared/deals/deal-messages.ts";
import type { DealInterest, DealRecord } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { shortDate } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

/** By level, each with its sums, which are of all. */
export function Interests({ deal: { id, interest_sums } }: { deal: DealRecord }) {
  const list = useList<DealInterest>({
    path: `/deals/${id}/interests`,
    failureMessage: "What members think could not be loaded",
  });
  return (
    <ListView
      list={list}
      noun="answers"
      loading="Loading who thinks what"
      empty={
        <p className="note">
          Nobody has said what they think yet. Members do so on the deal’s page once it is released.
        </p>
      }
    >
      {(interests) => (
        <div className="grid gap-6">
          {interest_sums.map(({ level, count, amount_pence }) => {
            const rows = interests.filter((interest) => interest.level === level);
            return (
              <section key={level} aria-label={interestLabels[level]}>
                <h3 className="d4 mb-1">
                  {interestLabels[level]} <span className="muted num">{count.toLocaleString("en-GB")}</span>
                  {amount_pence > 0 && <span className="muted num">, {formatPounds(amount_pence)}</span>}
                </h3>
                {rows.length > 0 && (
                  <RecordTable
                    caption={`Who thinks what: ${interestLabels[level]}`}
                    columns={columns}
                    rows={rows}
                    rowKey={({ id }) => id}
                    isDense
                  />
                )}
              </section>
            );
          })}
        </div>
      )}
    </ListView>
  );
}

const columns: RecordColumn<DealInterest>[] = [
  { header: "Name", className: "wrap-anywhere", cell: ({ full_name }) => full_name ?? "A sealed record" },
  {
    header: "Amount",
    isRight: true,
    className: "num whitespace-nowrap",
    cell: ({ amount_pence }) => (amount_pence === null ? "–" : formatPounds(amount_pence)),
  },
  { header: "Reason", className: "wrap-anywhere", cell: ({ reason }) => reason },
  { header: "Said on", className: "num whitespace-nowrap", cell: ({ updated_at }) => shortDate(updated_at) },
];
