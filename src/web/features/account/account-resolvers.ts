import { zodResolver } from "@hookform/resolvers/zod";
import {
  accountNameInputSchema,
  emailChangeInputSchema,
  passwordChangeInputSchema,
  passwordOnlyInputSchema,
  totpInputSchema,
} from "#shared/account.ts";

export const nameResolver = zodResolver(accountNameInputSchema);
export const emailChangeResolver = zodResolver(emailChangeInputSchema);
export const passwordChangeResolver = zodResolver(passwordChangeInputSchema);
export const passwordOnlyResolver = zodResolver(passwordOnlyInputSchema);
export const totpResolver = zodResolver(totpInputSchema);
