import { z } from "zod";
import { type AllocationLine, allocationLineInputSchema } from "#shared/commitments/commitments.ts";
import { allocationPartMessages as messages } from "#shared/commitments/commitments-desk-messages.ts";
import { closingMessages } from "#shared/funds/funds-desk-messages.ts";
import { memberName } from "#shared/people/person-name.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { shares, typedAs } from "#web/lib/form-codecs.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Textarea } from "#web/ui/input.tsx";

export const changeForm = typedAs(
  z.object({ shares, reason: z.string() }),
  allocationLineInputSchema.omit({ expected_version: true }),
);

interface ChangeDialogProps extends DialogState {
  dealId: string;
  line: AllocationLine;
  /** The version is that of the allocation that was read. */
  version: string;
}

export function ChangeDialog({ dealId, line, version, ...state }: ChangeDialogProps) {
  const { commitment_id, full_name, wish, least, shares, reason } = line;
  return (
    <ActionDialog
      invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: `Change what ${memberName(full_name)} gets`,
        text: messages.changeText(wish, least),
        submit: "Save the change",
        busy: "Saving...",
        done: "Line changed",
      }}
      draft={`/deals/${dealId}/allocation/lines/${commitment_id}`}
      schema={changeForm}
      defaultValues={{ shares: shares.toLocaleString("en-GB"), reason: reason ?? "" }}
      send={(input) =>
        callApi("PUT", `/deals/${dealId}/allocation/lines/${commitment_id}`, {
          ...input,
          expected_version: version,
        })
      }
    >
      {(form) => (
        <>
          <NumberField form={form} name="shares" kind="shares" label="Shares" className="max-w-60" />
          <FormField form={form} name="reason" label={closingMessages.reason} hint={closingMessages.publicReasonHint}>
            <Textarea className="field-sizing-content max-h-80" rows={3} />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}
