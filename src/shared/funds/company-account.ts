import { z } from "zod";
import { linkToken } from "#shared/company-link.ts";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { emailSchema, lineUpTo } from "#shared/text.ts";
import { accountNumberSchema, sortCodeSchema } from "./bank-account.ts";
import { companyAccountMessages as messages } from "./company-account-messages.ts";
import { completionMessages } from "./funds-completion-messages.ts";

const line = (length: number) => lineUpTo(length).trim().min(1, completionMessages.required);

const account = {
  account_name: line(120),
  sort_code: sortCodeSchema,
  account_number: accountNumberSchema,
  bank: line(120),
};
export const companyAccountInputSchema = namedObject("CompanyAccountInput", account);

export const companyContactSchema = namedObject("CompanyContact", { name: line(120), email: emailSchema });

const may_give = z.literal(true, messages.mayGive);
export const sentAccountRules = z.object({ ...account, may_give });
export const sentAccountSchema = namedObject("SentAccount", {
  account: companyAccountInputSchema,
  may_give,
  token: linkToken,
});
export const accountLinkSchema = namedObject("AccountLink", {
  company_name: z.string(),
  expires_at: momentSchema,
});
export type AccountLink = z.infer<typeof accountLinkSchema>;
