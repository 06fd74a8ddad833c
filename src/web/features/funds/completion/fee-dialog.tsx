import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import type { Completion } from "#shared/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds-completion-desk-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { percent } from "#web/lib/format.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { type FeeValues, feeFieldOf, toFeeInput } from "./fee-values.ts";

interface FeeDialogProps extends DialogState {
  completion: Completion;
}

/** The article that allows the success fee, or why there is none. */
export function FeeDialog({ completion: { deal_id, success_fee_bp, success_fee }, ...state }: FeeDialogProps) {
  return (
    <ActionDialog<FeeValues>
 invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: messages.feeTitle,
        text: messages.feeText(percent(success_fee_bp / 10_000)),
        submit: messages.feeSave,
        busy: messages.feeSaving,
        done: messages.feeSaved,
      }}
      schema={() => import("./fee-rules.ts").then(({ feeRules }) => feeRules())}
      defaultValues={{
        decision: success_fee?.waived_because ? "waived" : "allowed",
        article: success_fee?.article ?? "",
        allowed: success_fee?.allowed_bp ? `${success_fee.allowed_bp / 100}` : "",
        reason: success_fee?.waived_because ?? "",
      }}
      fieldOfPath={feeFieldOf}
      send={(values) => callApi("POST", `/deals/${deal_id}/success-fee`, toFeeInput(values))}
    >
      {(form) => (
        <>
          <FormField form={form} name="decision" label={messages.feeDecision} className="max-w-72">
            <Select>
              <option value="allowed">{messages.feeAllowed}</option>
              <option value="waived">{messages.feeWaived}</option>
            </Select>
          </FormField>
          {form.watch("decision") === "allowed" ? (
            <>
              <FormField form={form} name="article" label={messages.feeArticle} hint={messages.feeArticleHint}>
                <Input autoComplete="off" maxLength={120} />
              </FormField>
              <NumberField
                form={form}
                name="allowed"
                kind="percent"
                label={messages.feeMost}
                hint={messages.feeMostHint}
                className="max-w-72"
              />
            </>
          ) : (
            <FormField form={form} name="reason" label={messages.feeReason}>
              <Textarea className="field-sizing-content max-h-80" rows={3} />
            </FormField>
          )}
        </>
      )}
    </ActionDialog>
  );
}
