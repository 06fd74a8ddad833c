import { updateContentSchema } from "#shared/company-updates/company-updates.ts";
import { rulesOf } from "#web/lib/form-rules.ts";
import { toUpdateInput, updateFieldOf } from "./update-values.ts";

export const updateRules = rulesOf(updateContentSchema, toUpdateInput, updateFieldOf);
