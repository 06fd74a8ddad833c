import { bankMappingInputSchema, matchInputSchema } from "#shared/funds/funds.ts";
import { bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { rulesOf } from "#web/lib/form-rules.ts";
import {
  leftOver,
  type MappingValues,
  type MatchValues,
  mappingFieldOf,
  matchFieldOf,
  toMappingInput,
  toMatchInput,
} from "./match-values.ts";

/** The parts are at most what is open of the line. */
export const matchRules = (line: { open_pence: number }) =>
  rulesOf<MatchValues>(matchInputSchema, toMatchInput, matchFieldOf).superRefine(({ parts }, context) => {
    const rest = leftOver(line, parts);
    const message = messages.tooMuchParts(formatPence(-rest));
    if (rest < 0) context.addIssue({ code: "custom", path: ["parts", parts.length - 1, "amount"], message });
  });

export const mappingRules = (header: readonly string[]) =>
  rulesOf<MappingValues>(bankMappingInputSchema, (values) => toMappingInput(values, header), mappingFieldOf);
