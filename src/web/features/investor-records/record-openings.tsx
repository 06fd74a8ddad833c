import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import { formatDateTime } from "#web/lib/format.ts";

/** Latest first. */
export function RecordOpenings({ openings }: Pick<OwnInvestorRecord, "openings">) {
  if (openings.length === 0) return <p className="muted">No admin has opened it.</p>;
  return (
    <ul className="grid w-full max-w-[40rem] border-t border-line">
      {openings.map(({ id, created_at, reason, opened_by_name }) => (
        <li key={id} className="grid gap-1 border-b border-line py-3">
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{adminNameFirst(opened_by_name)}</span>
            <span className="note num">{formatDateTime(created_at)}</span>
          </div>
          <p className="note whitespace-pre-line wrap-anywhere" dir="auto">
            {reason}
          </p>
        </li>
      ))}
    </ul>
  );
}
