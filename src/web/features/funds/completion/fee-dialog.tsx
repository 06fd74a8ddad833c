import { z } from "zod";
import { type Completion, successFeeInputSchema } from "#shared/funds/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { percent, typedAs } from "#web/lib/form-codecs.ts";
import { percent as percentOf } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

const fields = z.object({
  decision: z.enum(["allowed", "waived"]),
  article: z.string(),
  allowed_bp: percent,
  reason: z.string(),
});
/** The API ignores what does not belong to the decision. */
export const feeForm = typedAs(fields, successFeeInputSchema);

interface FeeDialogProps extends DialogState {
  completion: Completion;
}

/** The article that allows the success fee, or why there is none. */
export function FeeDialog({ completion: { deal_id, success_fee_bp, success_fee }, ...state }: FeeDialogProps) {
  return (
    <ActionDialog
      invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: messages.feeTitle,
        text: `${shownFee(success_fee_bp)} A company may pay it where its articles of association allow it. They are filed at Companies House.`,
        submit: "Save",
        busy: "Saving...",
        done: "Success fee decided",
      }}
      draft={`/deals/${deal_id}/success-fee`}
      schema={feeForm}
      defaultValues={feeValues({ success_fee })}
      send={(input) => callApi("POST", `/deals/${deal_id}/success-fee`, input)}
    >
      {(form) => <FeeFields form={form as unknown as ServerForm} prefix="" />}
    </ActionDialog>
  );
}

/** @param bp of the version that members read; null before a page is frozen. */
export const shownFee = (bp: number | null): string =>
  bp === null
    ? "There is no version of the page yet, which says what the company is asked for."
    : `The page says ${percentOf(bp / 10_000)} of what is raised, asked of the company.`;

/** What was decided, as the fields hold it. */
export const feeValues = ({ success_fee }: Pick<Completion, "success_fee">): z.input<typeof fields> => ({
  decision: success_fee?.waived_because ? "waived" : "allowed",
  article: success_fee?.article ?? "",
  allowed_bp: success_fee?.allowed_bp ? z.encode(percent, success_fee.allowed_bp) : "",
  reason: success_fee?.waived_because ?? "",
});

/** @param prefix of the fields' names where they are part of a larger form. */
export function FeeFields({ form, prefix }: { form: ServerForm; prefix: "" | "fee." }) {
  return (
    <>
      <FormField form={form} name={`${prefix}decision`} label="Success fee" className="max-w-72">
        <Select>
          <option value="allowed">The articles of association allow it</option>
          <option value="waived">It is waived</option>
        </Select>
      </FormField>
      {form.watch(`${prefix}decision`) === "allowed" ? (
        <>
          <FormField
            form={form}
            name={`${prefix}article`}
            label="Article that allows it"
            hint="Its number in the company’s articles of association, such as 14"
          >
            <Input autoComplete="off" maxLength={120} />
          </FormField>
          <NumberField
            form={form}
            name={`${prefix}allowed_bp`}
            kind="percent"
            label="Allows up to, in %"
            hint="0.01 to 10, the most that the law allows"
            className="max-w-72"
          />
        </>
      ) : (
        <FormField form={form} name={`${prefix}reason`} label="Why it is waived">
          <Textarea className="field-sizing-content max-h-80" rows={3} />
        </FormField>
      )}
    </>
  );
}
