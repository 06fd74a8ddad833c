import { boardPartMessages, closingMessages as messages } from "#shared/funds-desk-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { ActionDialog, type ActionDialogProps, type DialogState } from "./action-dialog.tsx";
import { type ReasonKind, type ReasonValues, reasonFieldOf, toReasonInput } from "./reason-values.ts";

interface ReasonDialogProps extends DialogState, Pick<ActionDialogProps<ReasonValues>, "onChanged"> {
  /** Of the API. */
  path: string;
  /** Goes along with what is typed. */
  body?: object;
  kind?: ReasonKind;
  /** Pounds that the field begins with. */
  amount?: string;
  isReasonOptional?: boolean;
  reasonHint?: string;
  words: ActionDialogProps<ReasonValues>["words"];
}

/** A reason, and where it is asked for an amount or hours. */
export function ReasonDialog({ path, body, kind = "reason", amount = "", ...rest }: ReasonDialogProps) {
  const { isReasonOptional = false, reasonHint = messages.reasonHint, ...dialog } = rest;
  return (
    <ActionDialog<ReasonValues>
      {...dialog}
      schema={() => import("./reason-rules.ts").then(({ reasonRules }) => reasonRules(kind))}
      defaultValues={{ reason: "", amount, hours: "24" }}
      fieldOfPath={reasonFieldOf}
      send={(values) => callApi("POST", path, { ...body, ...toReasonInput(kind, values) })}
    >
      {(form) => (
        <>
          {kind === "amount" && (
            <NumberField form={form} name="amount" kind="pounds" label={messages.amount} className="max-w-60" />
          )}
          {kind === "extension" && (
            <NumberField form={form} name="hours" kind="count" label={boardPartMessages.hours} className="max-w-40" />
          )}
          <FormField form={form} name="reason" label={messages.reason} hint={reasonHint} isOptional={isReasonOptional}>
            <Textarea className="field-sizing-content max-h-80" rows={3} />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}
