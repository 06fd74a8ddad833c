import { useState } from "react";
import { investorRecordListMessages as messages } from "#shared/investor-records/investor-record-messages.ts";
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
        labelEnd={name ?? messages.sealedUntil(record.retain_until)}
        isRow
        to={`/investor-records/${id}/open`}
        words={{
          title: messages.openTitle(name),
          text: sealed_at ? messages.openSealedText : messages.openText,
          submit: messages.open,
          failed: messages.openFailed,
        }}
        hint={sealed_at ? messages.openSealedHint : messages.openHint}
        onDone={setOpened}
        invalidates={[]}
      />
      <OpenedRecord name={name} record={opened} onClose={() => setOpened(null)} />
    </>
  );
}
