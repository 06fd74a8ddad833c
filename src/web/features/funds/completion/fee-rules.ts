import { successFeeInputSchema } from "#shared/funds-completion.ts";
import { rulesOf } from "#web/lib/form-rules.ts";
import { type FeeValues, feeFieldOf, toFeeInput } from "./fee-values.ts";

export const feeRules = () => rulesOf<FeeValues>(successFeeInputSchema, toFeeInput, feeFieldOf);
