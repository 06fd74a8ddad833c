import { useState } from "react";

import type { ListedInvestorRecord, OpenedInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { personName } from "#shared/people/person-name.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { OpenedRecord } from "./opened-record.tsx";

/** Asks for a reason, then shows the record until its dialog closes. */
export function OpenRecord({ record }: { record: ListedInvestorRecord }) {
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

/** Of the admins' list. */
const messages = {
  open: "Open",
} as const;
