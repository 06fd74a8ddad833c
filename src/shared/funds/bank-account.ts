import { z } from "zod";
import { fundsMessages as messages } from "./funds-messages.ts";

/** "123456", "12 34 56" and "12–34–56", as word processors have it, become "12-34-56". */
export const sortCodeSchema = z
  .string()
  .trim()
  .transform((text) => text.replace(/[\s\p{Dash}]/gu, ""))
  .pipe(z.string().regex(/^\d{6}$/, messages.sortCode))
  .transform((digits) => digits.replace(/(..)(..)(..)/, "$1-$2-$3"));
export const accountNumberSchema = z
  .string()
  .trim()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{8}$/, messages.accountNumber));
