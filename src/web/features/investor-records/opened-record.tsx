import { countryName } from "#shared/investor-records/countries.ts";
import {
  investorRecordFields,
  investorRecordMessages,
  investorRecordLabels as labels,
} from "#shared/investor-records/investor-record-messages.ts";
import type { InvestorRecord } from "#shared/investor-records/investor-records.ts";
import { longDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface OpenedRecordProps {
  name: string | null;
  /** Null while it is closed. */
  record: InvestorRecord | null;
  onClose: () => void;
}

export function OpenedRecord({ name, record, onClose }: OpenedRecordProps) {
  return (
    <Dialog
      isOpen={record !== null}
      onClose={onClose}
      title={name ? `Investor record of ${name}` : "Sealed investor record"}
      text="To see it again, open it again with a reason."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {record && (
        <dl className="mt-5 grid gap-4">
          {investorRecordFields.map((field) => (
            <div key={field} className="grid gap-0.5">
              <dt className="note">{labels[field]}</dt>
              <dd className="whitespace-pre-line wrap-anywhere" dir="auto">
                {textOf(record)[field] ?? <span className="muted">Not given</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

const textOf = ({ date_of_birth, country, is_uk_taxpayer, ...texts }: InvestorRecord) => ({
  ...texts,
  date_of_birth: date_of_birth && longDate(date_of_birth),
  country: country && (countryName(country) ?? country),
  is_uk_taxpayer: is_uk_taxpayer === null ? null : investorRecordMessages[is_uk_taxpayer ? "yes" : "no"],
});
