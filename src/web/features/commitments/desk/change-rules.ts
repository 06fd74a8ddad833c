import { allocationLineInputSchema } from "#shared/commitments.ts";
import { rulesOf } from "#web/lib/form-rules.ts";
import { type ChangeValues, toChangeInput } from "./change-values.ts";

export const changeRules = rulesOf<ChangeValues>(
  allocationLineInputSchema.omit({ expected_version: true }),
  toChangeInput,
);
