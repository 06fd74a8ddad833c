import type { InvestorRecord, InvestorRecordInput } from "#shared/investor-records/investor-records.ts";

/** What the form's controls hold; empty for what is not known yet. */
export interface RecordValues {
  legal_name: string;
  date_of_birth: string;
  address: string;
  country: string;
  is_uk_taxpayer: "" | "yes" | "no";
  bank_account_name: string;
}

export const toFormValues = (record: InvestorRecord): RecordValues => ({
  legal_name: record.legal_name ?? "",
  date_of_birth: shownDay(record.date_of_birth),
  address: record.address ?? "",
  country: record.country ?? "",
  is_uk_taxpayer: record.is_uk_taxpayer === null ? "" : record.is_uk_taxpayer ? "yes" : "no",
  bank_account_name: record.bank_account_name ?? "",
});

export const toInput = (values: RecordValues): InvestorRecordInput => ({
  legal_name: values.legal_name,
  date_of_birth: typedDay(values.date_of_birth),
  address: values.address,
  country: values.country || null,
  is_uk_taxpayer: values.is_uk_taxpayer === "" ? null : values.is_uk_taxpayer === "yes",
  bank_account_name: values.bank_account_name,
});

/** "27/03/1980". */
const shownDay = (day: string | null): string => day?.split("-").reverse().join("/") ?? "";

/** Takes 27/3/1980, 27.03.1980, 27031980 and what a browser fills in, 1980-03-27. Anything else stays as typed. */
export function typedDay(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return null;
  const parts = /^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (!parts) return text;
  const [, day = "", month = "", year = ""] = parts;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
