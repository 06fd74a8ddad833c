import { type ZodType, z } from "zod";
import { extensionInputSchema, reasonInputSchema, refundInputSchema } from "#shared/funds/funds.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { ActionDialog, type ActionDialogProps, type DialogState } from "./action-dialog.tsx";
import { callApi } from "./api.ts";
import { count, pounds, typedAs } from "./form-codecs.ts";

type Kind = "reason" | "amount" | "hours";

const fields = z.object({ reason: z.string(), amount_pence: pounds, hours: count });
type ReasonValues = z.input<typeof fields>;
type ReasonInput = { reason: string };

const schemas: Record<Kind, ZodType<ReasonInput, ReasonValues>> = {
  reason: typedAs(fields, reasonInputSchema),
  amount: typedAs(fields, refundInputSchema.omit({ commitment_id: true })),
  hours: typedAs(fields, extensionInputSchema),
};

export interface ReasonDialogProps<Answer>
  extends DialogState,
    Pick<
      ActionDialogProps<ReasonValues, ReasonInput, Answer>,
      "words" | "variant" | "whom" | "onDone" | "invalidates"
    > {
  /** Of the API, or what sends the reason. */
  to: string | ((reason: string) => Promise<Answer>);
  /** Goes along with what is typed. */
  body?: object;
  /** What is asked: a reason, or a reason and an amount or hours. */
  kind?: Kind;
  amount?: string;
  /** The hint says what becomes of the reason. */
  hint?: string;
}

/** Asks why, and where it is needed for an amount or hours. */
export function ReasonForm<Answer = unknown>(props: ReasonDialogProps<Answer>) {
  const { to, body, kind = "reason", amount = "", hint = "It is recorded with your name.", ...dialog } = props;
  return (
    <ActionDialog<ReasonValues, ReasonInput, Answer>
      {...dialog}
      draft={typeof to === "string" ? to : undefined}
      schema={schemas[kind]}
      defaultValues={{ reason: "", amount_pence: amount, hours: "24" }}
      refusalFocus="reason"
      send={(input) => (typeof to === "string" ? callApi<Answer>("POST", to, { ...body, ...input }) : to(input.reason))}
    >
      {(form) => (
        <>
          {kind === "amount" && (
            <NumberField form={form} name="amount_pence" kind="pounds" label="Amount" className="max-w-60" />
          )}
          {kind === "hours" && <NumberField form={form} name="hours" kind="count" label="Hours" className="max-w-40" />}
          <FormField form={form} name="reason" label="Reason" hint={hint}>
            <Textarea
              className="field-sizing-content max-h-80"
              minimumHeightPx={80}
              rows={3}
              maxLength={maximumTextLength}
            />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}
