import { enquiryColumns } from "./deal-desk-messages.ts";

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** What is wrong with a row, by the titles of its columns: "Founder email: Please enter a valid email address." */
export const describeEnquiryProblems = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => [columnAt(path), message].filter(Boolean).join(": ")).join("; ");

function columnAt([field, , part]: readonly PropertyKey[]): string | undefined {
  const name = field === "founders" ? (part === "email" ? "founder_email" : "founder") : field;
  return enquiryColumns[name as keyof typeof enquiryColumns];
}
