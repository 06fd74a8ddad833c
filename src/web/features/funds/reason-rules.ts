import { extensionInputSchema, fundsCallInputSchema, reasonInputSchema, refundInputSchema } from "#shared/funds.ts";
import { rulesOf } from "./form-rules.ts";
import { type ReasonKind, type ReasonValues, reasonFieldOf, toReasonInput } from "./reason-values.ts";

const schemas = {
  reason: reasonInputSchema,
  call: fundsCallInputSchema,
  amount: refundInputSchema.omit({ commitment_id: true }),
  extension: extensionInputSchema,
};

export const reasonRules = (kind: ReasonKind) =>
  rulesOf<ReasonValues>(schemas[kind], (values) => toReasonInput(kind, values), reasonFieldOf);
