import { exitInputSchema } from "#shared/funds-exits.ts";
import { rulesOf } from "#web/lib/form-rules.ts";
import { type ExitValues, exitFieldOf, toExitInput } from "./exit-values.ts";

export const exitRules = rulesOf<ExitValues>(exitInputSchema, toExitInput, exitFieldOf);
