import { z } from "zod";

const message = "Please enter a company number like 01234567 or SC123456";

/** As Companies House writes it: eight digits, or two letters and six digits. Seven digits have lost their first 0. */
export const companyNumberSchema = z
  .string()
  .overwrite(tidy)
  .regex(/^(\d{8}|[A-Z]{2}\d{6})$/, message);

function tidy(text: string): string {
  const plain = text.replaceAll(/[\s\p{Cf}]/gu, "").toUpperCase();
  return /^\d{7}$/.test(plain) ? `0${plain}` : plain;
}
