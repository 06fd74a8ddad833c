import { expect } from "vitest";
import { signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { completeDeal as complete, confirmCompanyAccount } from "./past-the-lists.ts";
import { goodPdf } from "./raw-pdf.ts";
import type { Call, TestApp } from "./test-app.ts";

export const signedPdf = goodPdf("signed");
export const companyAccount = {
  account_name: "Alder Analytics Ltd",
  sort_code: "10-20-30",
  account_number: "00004321",
  bank: "A Bank",
};

/** The account that the company is paid to: entered by one admin, and signed. @param by who signed last. */
export async function callCompanyBack(
  club: TestApp,
  dealId: string,
  admin: Call,
  by: string | null = null,
): Promise<void> {
  expect((await admin("POST", `/api/deals/${dealId}/company-account`, companyAccount)).status).toBe(201);
  await confirmCompanyAccount(club, dealId, by);
}

/** What was signed, and what the articles allow. */
export async function fileForCompletion(dealId: string, admin: Call): Promise<void> {
  const path = `/api/deals/${dealId}`;
  const type = { "content-type": "application/pdf" };
  for (const kind of signedPaperKinds)
    expect((await admin("POST", `${path}/papers?kind=${kind}&file_name=a.pdf`, signedPdf, type)).status).toBe(201);
  const fee = { decision: "allowed", article: "14", allowed_bp: 800 };
  expect((await admin("POST", `${path}/success-fee`, fee)).status).toBe(201);
}

/** A round whose money has arrived and left: its members hold their shares from then on. @param by who signed last. */
export async function completeDeal(
  club: TestApp,
  dealId: string,
  admin: Call,
  issued_on = "2027-02-02",
  by: string | null = null,
): Promise<void> {
  expect((await admin("POST", `/api/deals/${dealId}/completion`, { issued_on })).status).toBe(201);
  await complete(club, dealId, by);
}
