import { describe, expect, it } from "vitest";
import { readCertificate } from "./read-certificate.ts";

const nothing = { name: null, shares: null, amount_pence: null, issued_on: null, uir: null };
const jonas = {
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
  ])("%s is read", (_form, text) => {
    expect(readCertificate(text)).toEqual(jonas);
  });

  it.each([
    ["nothing", "", nothing],
    ["the whole amount of pounds, alone", "Amount subscribed\n8529", { ...nothing, amount_pence: 852_900 }],
    ["a fourth of the month before the twelfth", "Date of issue: 04/03/2027", { ...nothing, issued_on: "2027-03-04" }],
  ])("that says %s", (_what, text, found) => {
    expect(readCertificate(text)).toEqual(found);
  });

  it.each([
    ["two amounts", "Amount subscribed £8,529.96\nAmount subscribed £9,596.21"],
    ["no day", "Date of issue: 31/02/2027"],
    ["figures before their labels", "6,879 Number of shares £8,529.96 Amount subscribed 2 February 2027 Date of issue"],
    ["labels apart from figures", "Number of shares\nAmount subscribed\nDate of issue\nJonas Weber"],
    ["a price among them", "Number of shares: 1.24\nAmount subscribed: see overleaf\nUIR: pending"],
    ["an amount that continues", "Amount subscribed: £8,529.96.50\nNumber of shares: 6,879/2"],
  ])("with %s leaves it to be read by an admin", (_what, text) => {
    expect(readCertificate(text)).toEqual(nothing);
  });
});
