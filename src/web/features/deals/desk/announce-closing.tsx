import { z } from "zod";
import { closingInputSchema, type DealRecord } from "#shared/deals/deals.ts";
import { shortMoment } from "#shared/london-time.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { londonMoment, typedAs } from "#web/lib/form-codecs.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { useDealChanged } from "./deal-queries.ts";

/** An earlier or later end of commitments. */
export function AnnounceClosing({ deal, ...state }: DialogState & { deal: DealRecord }) {
  const changed = useDealChanged();
  const present = deal.closing_proposal;
  return (
    <ActionDialog
      {...state}
      words={{
        title: "Propose another closing",
        text: `Commitments end on ${deal.closes_at ? shortMoment(deal.closes_at) : ""}. Where there is another admin, they confirm it; then everybody who can commit is told at once, on the page, here and by mail.${present ? ` ${adminNameFirst(present.proposed_by_name)} has proposed ${shortMoment(present.closes_at)}; another time takes its place.` : ""}`,
        submit: "Propose it",
        busy: "Proposing…",
        done: "Proposed",
        failed: "Not proposed",
      }}
      invalidates={[queryKeys.deals]}
      schema={closingForm}
      defaultValues={{ closes_at: "", reason: "" }}
      send={(input) =>
        callApi<DealRecord>("POST", `/deals/${deal.id}/closing-announcements`, {
          ...input,
          expected_proposal_id: present?.id ?? null,
        })
      }
      onDone={(record) => void changed(record)}
    >
      {(form) => (
        <>
          <DateField form={form} name="closes_at" label="Closes" hint="London time, at least 24 hours ahead." hasTime />
          <FormField form={form} name="reason" label="Reason" hint="Members read it.">
            <Textarea className="field-sizing-content max-h-80" rows={3} maxLength={maximumTextLength} />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}

/** The control holds London time. */
const moment = z.string().transform((typed) => {
  const [date = "", time = ""] = typed.split("T");
  return londonMoment(date, time);
});
const closingForm = typedAs(
  z.object({ closes_at: moment, reason: z.string() }),
  closingInputSchema.omit({ expected_proposal_id: true }),
);
