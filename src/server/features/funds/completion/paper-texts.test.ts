import { expect, it } from "vitest";
import { defaultSettings } from "#shared/settings/club.ts";
import {
  beneficialCertificate,
  type CommitmentFacts,
  type DealFacts,
  type HoldingFacts,
  type PaperText,
  signedCommitment,
  successFeeInvoice,
} from "./paper-texts.ts";

const deal: DealFacts = {
  company_name: "Weir Robotics Ltd",
  company_number: "12345678",
  deal_name: "Seed",
  nominee: "Sample Nominee",
  issued_on: "2027-02-02",
  ledger_number: 26,
  ledger_sha256: "a".repeat(64),
};
const holding: HoldingFacts = {
  legal_name: "Jonas Weber",
  email: null,
  address: "1 Quay Street,\nBristol\nBS1 4DJ",
  member: 9,
  shares: 6879,
  share_class: "Ordinary",
  price: "1.24",
  cost_pence: 852_996,
  fee_pence: 0,
  certificate_number: "A7F-009",
};
const commitment = (share_class: string): CommitmentFacts => ({
  signed_as: "Jonas Weber",
  placed_at: new Date("2027-01-14T12:00:00Z"),
  amount_pence: 1_200_000,
  shares: 9677,
  least_shares: 404,
  fee_bp: 0,
  wants_relief: true,
  terms: { number: 2, price: "1.24", share_class, instrument: "ordinary_shares", vehicle: "Nominee" },
  declared: null,
  history: [],
});
const wordsOf = ({ lines }: PaperText): string =>
  lines.flatMap((line) => ("rows" in line ? line.rows.flat() : line.runs.map(({ text }) => text))).join("\n");

it.each([
  [["The Old Customs House", "3 Quay Street", "Chepstow", "NP16 5EX"]],
  [["Severn & Wye Angels LLP", "The Old Customs House", "3 Quay Street", "Chepstow", "NP16 5EX"]],
])("An invoice has every line of the club's address, and its name once: %j", (address) => {
  const invoice = { number: 1, invoiced_on: "2027-02-03", raised_pence: 9_999_980, fee_bp: 800, fee_pence: 799_998 };
  const club = {
    operator: "Severn & Wye Angels LLP",
    company_number: "OC421187",
    address,
    contact_email: "desk@severn.example",
  };
  const wordsWith = (account: typeof defaultSettings.fee_account) =>
    wordsOf(successFeeInvoice(deal, { ...invoice, article: "14" }, club, account));
  expect(wordsWith(defaultSettings.fee_account)).toContain(
    "From Severn & Wye Angels LLP, company number OC421187, The Old Customs House, 3 Quay Street, Chepstow, NP16 5EX\n",
  );
  expect(wordsWith(defaultSettings.fee_account)).toContain("to the account that Severn & Wye Angels LLP gives you.");
  const account = { account_name: "Severn Fees", sort_code: "20-00-00", account_number: "55779911", bank: "Barclays" };
  expect(wordsWith(account)).toContain(
    "Please pay it with the reference Invoice 1 to Severn Fees, sort code 20-00-00, account number 55779911, Barclays. Questions",
  );
});

const made = { club: { operator: "Severn & Wye Angels LLP", company_number: "OC421187" }, madeOn: "2027-02-03" };

it("A certificate has the lines of an address with commas between them", () => {
  expect(wordsOf(beneficialCertificate(deal, holding, made))).toContain("1 Quay Street, Bristol, BS1 4DJ");
});

it.each([
  ["Ordinary", "Version 2: Ordinary shares, at £1.24 a share"],
  ["Ordinary shares, one vote each", "Version 2: Ordinary shares, one vote each, at £1.24 a share"],
  ["A", "Version 2: Ordinary shares, A, at £1.24 a share"],
])("An instruction names shares of the class %s once", (share_class, words) => {
  expect(wordsOf(signedCommitment(deal, holding, commitment(share_class)))).toContain(words);
});

it("An instruction without a fee has none", () => {
  expect(wordsOf(signedCommitment(deal, holding, commitment("A")))).toContain("6,879, for £8,529.96 and no fee");
});
