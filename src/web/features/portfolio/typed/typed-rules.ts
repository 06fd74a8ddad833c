import { z } from "zod";
import { typedHoldingInputSchema, typedPriceInputSchema, typedSaleInputSchema } from "#shared/typed-holdings.ts";
import {
  type HoldingValues,
  type PriceValues,
  type SaleValues,
  toHoldingInput,
  toPriceInput,
  toSaleInput,
} from "./typed-values.ts";

/** The rules of the API, for what the controls hold. */
const rulesOf = <Values>(schema: z.ZodType, toInput: (values: Values) => unknown) =>
  z.custom<Values>().superRefine((values, context) => {
    for (const { path, message } of schema.safeParse(toInput(values)).error?.issues ?? [])
      context.addIssue({ code: "custom", path: [...path], message });
  });

export const holdingRules = rulesOf<HoldingValues>(typedHoldingInputSchema, toHoldingInput);
export const priceRules = rulesOf<PriceValues>(typedPriceInputSchema, toPriceInput);
export const saleRules = rulesOf<SaleValues>(typedSaleInputSchema, toSaleInput);
