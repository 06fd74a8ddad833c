import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { investorRecordListMessages as messages } from "#shared/investor-record-messages.ts";
import type { ListedInvestorRecord, OpenedInvestorRecord } from "#shared/investor-records.ts";
import { personName } from "#shared/person-name.ts";
import { ReasonDialog } from "#web/features/people/reason-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { RowAction } from "#web/ui/row-action.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { OpenedRecord } from "./opened-record.tsx";

/** Asks for a reason, then shows the record until its dialog closes. */
export function OpenRecord({ record }: { record: ListedInvestorRecord }) {
  const { id, full_name, email, sealed_at } = record;
  const name = personName({ full_name, email });
  const [isAsking, setAsking] = useState(false);
  const [opened, setOpened] = useState<OpenedInvestorRecord | null>(null);
  const [openings, setOpenings] = useState(0);
  const { mutateAsync, reset } = useMutation({
    mutationFn: (reason: string) => callApi<OpenedInvestorRecord>("POST", `/investor-records/${id}/open`, { reason }),
    onError: (error) => toastFailure(messages.openFailed, error),
    // Nothing of the record stays in the cache.
    gcTime: 0,
  });
  const open = async (reason: string) => {
    setOpened(await mutateAsync(reason).finally(reset));
    setOpenings(openings + 1);
  };
  return (
    <>
      <RowAction labelEnd={name ?? messages.sealedUntil(record.retain_until)} onClick={() => setAsking(true)}>
        {messages.open}
      </RowAction>
      <ReasonDialog
        // Each opening has a reason of its own.
        key={openings}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        label={messages.open}
        title={messages.openTitle(name)}
        text={sealed_at ? messages.openSealedText : messages.openText}
        hint={sealed_at ? messages.openSealedHint : messages.openHint}
        isRemoval={false}
        send={open}
      />
      <OpenedRecord name={name} record={opened} onClose={() => setOpened(null)} />
    </>
  );
}
