import { expect } from "vitest";
import { signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { goodPdf } from "./raw-pdf.ts";
import type { Call } from "./test-app.ts";

export const signedPdf = goodPdf("signed");
export const companyAccount = {
  account_name: "Alder Analytics Ltd",
  sort_code: "10-20-30",
  account_number: "00004321",
  bank: "A Bank",
};

/** The account that the company is paid to: entered by one admin, called back by another. */
export async function callCompanyBack(dealId: string, first: Call, second: Call): Promise<void> {
  const path = `/api/deals/${dealId}/company-account`;
  const { id } = (await first("POST", path, companyAccount)).body.company_account.entered;
  const call_back_note = "Ruth Sandford, at the number of the company's letterhead.";
  expect((await second("POST", `${path}/confirm`, { id, call_back_note })).status).toBe(200);
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

/** A round whose money has arrived and left: its members hold their shares from then on. */
export async function completeDeal(dealId: string, first: Call, second: Call, issued_on = "2027-02-02"): Promise<void> {
  const path = `/api/deals/${dealId}/completion`;
  const { proposal } = (await first("POST", path, { issued_on })).body;
  expect((await second("POST", `${path}/confirm`, { id: proposal.id })).status).toBe(200);
}
