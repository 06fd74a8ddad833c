import { outsidePaymentSchema } from "#shared/funds-exits.ts";

/** The rules of the API. */
export const outsideRules = outsidePaymentSchema;
