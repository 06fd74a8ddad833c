import { useState } from "react";
import { countryName } from "#shared/investor-records/countries.ts";
import {
  investorRecordFields,
  investorRecordMessages,
  investorRecordLabels as labels,
} from "#shared/investor-records/investor-record-messages.ts";
import type {
  InvestorRecord,
  ListedInvestorRecord,
  OpenedInvestorRecord,
} from "#shared/investor-records/investor-records.ts";
import { personName } from "#shared/people/person-name.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { None, type RecordColumn } from "#web/ui/record-table.tsx";

const columns: RecordColumn<ListedInvestorRecord>[] = [
  {
    header: "Name",
    className: "@min-[40rem]:w-1/2",
    cell: ({ full_name, email, sealed_at }) =>
      sealed_at ? (
        <span className="muted">Deleted account</span>
      ) : (
        <BreakableText text={personName({ full_name, email }) ?? ""} />
      ),
  },
  {
    header: "Email",
    className: "@min-[40rem]:w-1/2",
    cell: ({ email }) => (email ? <BreakableText text={email} /> : <None />),
  },
  {
    header: "Record",
    isBeside: true,
    cell: ({ is_complete }) => (
      <Badge tone={is_complete ? "live" : "waiting"} isPlain>
        {is_complete ? "Complete" : "Incomplete"}
      </Badge>
    ),
  },
  { header: "Begun on", className: "num whitespace-nowrap", cell: ({ created_at }) => shortDate(created_at) },
  {
    header: "Sealed until",
    className: "num whitespace-nowrap",
    cell: ({ retain_until }) => (retain_until ? shortDate(retain_until) : <None />),
  },
  {
    header: "Actions",
    isActions: true,
    cell: (record) => (record.can.open ? <OpenRecord record={record} /> : <span className="note">Your own</span>),
  },
];

export const InvestorRecords = () => (
  <ListScreen<ListedInvestorRecord>
    title="Investor Records"
    path="/investor-records"
    noun="records"
    loading="Loading investor records"
    caption="Investor records, newest first"
    columns={columns}
    empty={{ title: "No investor records", text: "Members fill theirs in on their account page." }}
  />
);

/** Asks for a reason, then shows the record until its dialog closes. */
function OpenRecord({ record }: { record: ListedInvestorRecord }) {
  const { id, full_name, email, sealed_at } = record;
  const name = personName({ full_name, email });
  const [opened, setOpened] = useState<OpenedInvestorRecord | null>(null);
  return (
    <>
      <ReasonButton<OpenedInvestorRecord>
        label={messages.open}
        labelEnd={name ?? `a sealed record, kept until ${record.retain_until}`}
        isRow
        to={`/investor-records/${id}/open`}
        words={{
          title: name ? `Open the record of ${name}?` : "Open a sealed record?",
          text: sealed_at
            ? "Its owner has left, so nobody is told. Your name and your reason stay in the audit until the record is erased."
            : "Its owner reads your name and your reason on their account page. You see the record once.",
          submit: messages.open,
          failed: "Failed to open the record.",
        }}
        hint={sealed_at ? "Admins read it in the audit." : "Its owner reads it, and admins in the audit."}
        onDone={setOpened}
        invalidates={[]}
      />
      <OpenedRecord name={name} record={opened} onClose={() => setOpened(null)} />
    </>
  );
}

interface OpenedRecordProps {
  name: string | null;
  record: InvestorRecord | null;
  onClose: () => void;
}

function OpenedRecord({ name, record, onClose }: OpenedRecordProps) {
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

const messages = {
  open: "Open",
} as const;
