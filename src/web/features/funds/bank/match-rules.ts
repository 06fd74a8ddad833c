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

/** The parts are at most what is open of a line that came in, and all of one that went out. */
export const matchRules = (line: { open_pence: number }) =>
  rulesOf<MatchValues>(matchInputSchema, toMatchInput, matchFieldOf).superRefine(({ parts }, context) => {
    const rest = leftOver(line, parts);
    if (rest === 0 || (rest > 0 && line.open_pence > 0)) return;
    const message = (rest < 0 ? messages.tooMuchParts : messages.tooLittleParts)(formatPence(Math.abs(rest)));
    context.addIssue({ code: "custom", path: ["parts", parts.length - 1, "amount"], message });
  });

export const mappingRules = (header: readonly string[]) =>
  rulesOf<MappingValues>(bankMappingInputSchema, (values) => toMappingInput(values, header), mappingFieldOf);
