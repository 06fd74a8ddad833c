import { z } from "zod";
import { companyMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { companyFields, enquiryFields, withCompanyNumber } from "#shared/deals/deals.ts";
import { isBlank, orNaN, readYear } from "#shared/typed-numbers.ts";

/** A year as it is typed. */
const founded_year = z.preprocess((typed) => {
  const text = String(typed ?? "");
  return isBlank(text) ? null : orNaN(readYear(text));
}, z.int(messages.year).min(1600, messages.year).max(2200, messages.year).nullable());

export const companyFormSchema = withCompanyNumber(companyFields.extend({ founded_year }));
export const enquiryFormSchema = withCompanyNumber(enquiryFields.extend({ founded_year }));
