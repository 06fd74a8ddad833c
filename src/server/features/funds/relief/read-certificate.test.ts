import { describe, expect, it } from "vitest";
import { readCertificate } from "./read-certificate.ts";

const elsewhere = { companies: [], company_numbers: [], scheme: null };
const nothing = { name: null, shares: null, amount_pence: null, issued_on: null, uir: null, ...elsewhere };
const jonas = {
  ...elsewhere,
  name: "Jonas Weber",
  shares: 6879,
  amount_pence: 852_996,
  issued_on: "2027-02-02",
  uir: "Z1234 567",
};

describe("A certificate", () => {
  it.each([
    [
      "in a table",
      "Name of the investor Jonas Weber\nNumber of shares 6,879\nAmount subscribed £8,529.96\nDate of issue 2 February 2027\nUnique investment reference Z1234 567",
    ],
    [
      "in another order, with colons",
      "Unique Investment Reference (UIR): Z1234 567\nDate on which the shares were issued: 02/02/2027\nTotal amount subscribed for the shares: £8,529.96\nNumber of shares issued: 6879\nInvestor’s full name: Jonas Weber",
    ],
    [
      "with each figure below its label",
      "NAME OF INVESTOR\nJonas Weber\nNUMBER OF ORDINARY SHARES\n6879\nAMOUNT SUBSCRIBED (£)\n8529.96\nISSUE DATE\n2027-02-02\nUIR\nZ1234 567\n",
    ],
    [
      "that says everything twice",
      "Shares issued to: Jonas Weber\nShares issued 6,879\nSubscription amount £8,529.96\nShare issue date: 2nd Feb 2027\nUIR Z1234 567\n\nAmount invested: £8,529.96\nDate of issue of shares 02.02.2027\nUIR: Z1234 567",
    ],
  ])("A certificate %s is read", (_form, text) => {
    expect(readCertificate(text)).toEqual(jonas);
  });

  it.each([
    ["nothing", "", nothing],
    ["the whole amount of pounds, alone", "Amount subscribed\n8529", { ...nothing, amount_pence: 852_900 }],
    ["a fourth of the month before the twelfth", "Date of issue: 04/03/2027", { ...nothing, issued_on: "2027-03-04" }],
  ])("A certificate that says %s is read as just that", (_what, text, found) => {
    expect(readCertificate(text)).toEqual(found);
  });

  it.each([
    ["labels", "Name of company: Quern Ltd\nRegistered number: 0123 4567", ["Quern Ltd"], ["01234567"]],
    ["a table", "Company name Quern\nCompany number SC123456", ["Quern"], ["SC123456"]],
    ["an address", "Name and address of the company: Quern & Sons Limited, 1 Quay", ["Quern & Sons Limited"], []],
    ["a label above", "NAME OF COMPANY\nQUERN PLC\nCRN\n01234567", ["QUERN PLC"], ["01234567"]],
    ["two names", "Company name: Quern Ltd\nCompany’s name: Dunlin Ltd", ["Quern Ltd", "Dunlin Ltd"], []],
    ["a letterhead", "Quern of Avon Limited, Registered number 12345678", ["Quern of Avon Limited"], ["12345678"]],
    ["two letterheads", "Quern Ltd\nHarbour Nominees Ltd", [], []],
    ["the nominee of the investor", "Name of investor: Harbour Nominees Ltd\nHarbour Nominees Ltd", [], []],
    ["a sentence", "I certify that Quern Ltd issued shares\nVAT registration number 123 4567 89", [], []],
    ["labels alone", "Name of company\nRegistered number\nName of company secretary: Ruth", [], []],
  ])("A certificate names its company by %s", (_how, text, companies, company_numbers) => {
    expect(readCertificate(text)).toMatchObject({ companies, company_numbers });
  });

  it("A certificate is of the scheme that its form is named after, where it names no other", () => {
    const schemeOf = (text: string) => readCertificate(text).scheme;
    expect(["EIS3", "Form SEIS 3 (SEIS3)", "EIS3, or SEIS3", "EIS"].map(schemeOf)).toEqual(["EIS", "SEIS", null, null]);
  });

  it("An amount is read whose thousands are apart", () => {
    const amountOf = (text: string) => readCertificate(`Amount subscribed: ${text}`).amount_pence;
    expect(["£1 664.84", "£1\u202F664.84", "1 664 000.00", "£1 664"].map(amountOf)).toEqual([
      166_484, 166_484, 166_400_000, 166_400,
    ]);
  });

  it.each([
    ["two amounts", "Amount subscribed £8,529.96\nAmount subscribed £9,596.21"],
    ["no day", "Date of issue: 31/02/2027"],
    ["figures before their labels", "6,879 Number of shares £8,529.96 Amount subscribed 2 February 2027 Date of issue"],
    ["labels apart from figures", "Number of shares\nAmount subscribed\nDate of issue\nJonas Weber"],
    ["a price among them", "Number of shares: 1.24\nAmount subscribed: see overleaf\nUIR: pending"],
    ["an amount that may be two figures", "Amount subscribed: £100 200 shares"],
    ["an amount with more decimals than pence", "Amount subscribed: £1 664.845"],
    ["an amount that continues", "Amount subscribed: £8,529.96.50\nNumber of shares: 6,879/2"],
  ])("A certificate with %s is left to be read by an admin", (_what, text) => {
    expect(readCertificate(text)).toEqual(nothing);
  });
});
