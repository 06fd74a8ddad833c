import { companyKey } from "#shared/company-key.ts";
import { enquiryColumns } from "./deal-desk-messages.ts";

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** What is wrong with a row, by the titles of its columns: "Founder email: Please enter a valid email address." */
export const describeEnquiryProblems = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => [columnAt(path), message].filter(Boolean).join(": ")).join("; ");

interface Company {
  name?: string | undefined;
  company_number?: string | null | undefined;
}

/** @returns whether a company before this one had its name or number. */
export function repeatsOf(): (company: Company) => boolean {
  const seen = new Set<string>();
  return ({ name = "", company_number }) => {
    const keys = [`name ${companyKey(name)}`, ...(company_number ? [`number ${company_number.toUpperCase()}`] : [])];
    const isRepeated = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isRepeated;
  };
}

function columnAt([field, , part]: readonly PropertyKey[]): string | undefined {
  const name = field === "founders" ? (part === "email" ? "founder_email" : "founder") : field;
  return enquiryColumns[name as keyof typeof enquiryColumns];
}
