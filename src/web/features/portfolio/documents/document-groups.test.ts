import { describe, expect, it } from "vitest";
import type { OwnDocument } from "#shared/portfolio/own-documents.ts";
import { jonas, jonasOn, jonasWith } from "#tests/support/golden-portfolio.ts";
import { documentGroups } from "./document-groups.ts";

const [alder, birch] = jonas.lots;
if (!alder || !birch) throw new Error("Not held");

const document = (given: Partial<OwnDocument> & Pick<OwnDocument, "kind">): OwnDocument => ({
  id: `${given.kind} ${given.company_name}`,
  title: "",
  added_at: "2027-08-12T10:00:00.000Z",
  dated_on: "2027-08-12",
  bytes: 1,
  sha256: "",
  scheme: null,
  company_id: alder.company_id,
  company_name: "Alder Analytics",
  deal_id: alder.deal_id,
  deal_name: "Seed round 2027",
  quarter: null,
  ...given,
});
const seis3 = document({ kind: "relief_certificate", scheme: "SEIS" });

const linesOf = (groups: ReturnType<typeof documentGroups>) =>
  [...groups.tax, ...groups.others].map(({ heading, rows }) => [
    heading,
    ...rows.map(({ name, note }) => `${name}: ${note}`),
  ]);

describe("The groups of documents", () => {
  it("The groups of documents begin with the newest tax year, and a certificate is in its shares' year", () => {
    const { tax } = documentGroups([seis3], jonasOn("2028-06-30"), null);
    expect(tax.map(({ heading }) => heading)).toEqual([
      "For your tax return, 2028/29",
      "For your tax return, 2027/28",
      "For your tax return, 2026/27",
    ]);
    expect(tax[0]?.note).toBe("6 April 2028 to 5 April 2029");
    expect(tax[2]?.rows.map(({ name, note, target }) => [name, note, target])).toEqual([
      ["SEIS3 certificate, Alder Analytics", "£8,529.96. Claimed", { file: `/papers/${seis3.id}` }],
      [
        "Year-end summary 2026/27",
        "Paid, received, sold, and reliefs you recorded",
        { file: "/portfolio/me/year-end.pdf?tax_year=2026" },
      ],
    ]);
  });

  it("A certificate says by when its relief is claimed, until all of it is recorded as claimed", () => {
    const noteOn = (reliefs: typeof jonas.reliefs) =>
      documentGroups([seis3], jonasWith({ reliefs }, "2028-06-30"), null).tax[2]?.rows[0]?.note;
    expect(noteOn([])).toBe("£8,529.96. Claim by 31 January 2033");
    expect(noteOn(jonas.reliefs)).toBe("£8,529.96. Claimed");
  });

  it("A certificate that has not come has a row that leads to its company", () => {
    const lots = jonas.lots.map((lot) => ({ ...lot, certificate_on: null }));
    const { tax } = documentGroups([], jonasWith({ lots, reliefs: [] }, "2027-12-01"), null);
    expect(tax[0]?.rows[0]).toMatchObject({
      name: "EIS3 certificate, Birch Systems",
      state: "late",
      target: { company: birch.company_id },
      note: "£2,000.00. Claim by 31 January 2034",
    });
  });

  it("A row tells what a document is, and with which amount", () => {
    const others = [
      document({ kind: "beneficial_certificate" }),
      document({ kind: "ledger" }),
      document({ kind: "signed_commitment" }),
      document({ kind: "signed_statement", company_id: null, company_name: null, deal_id: null }),
      document({ kind: "deal_document", title: "Deck" }),
    ];
    expect(linesOf({ ...documentGroups(others, jonasOn("2028-06-30"), "2027-01-10T10:00:00.000Z"), tax: [] })).toEqual([
      ["What you own", "Certificate of beneficial ownership, Alder Analytics: 6,879 shares, issued 2 February 2027"],
      ["What you signed", "Commitment, Alder Analytics: 12 August 2027", "Investor statement: 12 August 2027"],
      [
        "Deals as you were shown them",
        "Every deal you were shown: When, how, and with which terms",
        "Deck, Alder Analytics: Seed round 2027, 12 August 2027",
      ],
      ["Payments", "All payments of this deal, Alder Analytics: You paid £9,596.21 in full by 28 January 2027"],
    ]);
  });

  it("A certificate's row tells what is held now, where shares were sold or split since", () => {
    const portfolio = jonasOn("2028-06-30");
    const held = (shares_left: number, shares_added: number) => ({
      ...portfolio,
      companies: portfolio.companies.map((company) => ({
        ...company,
        lots: company.lots.map((lot) => ({ ...lot, shares_left, shares_added })),
      })),
    });
    const noteWith = (shares_left: number, shares_added = 0) =>
      documentGroups([document({ kind: "beneficial_certificate" })], held(shares_left, shares_added), null).others[0]
        ?.rows[0]?.note;
    expect([noteWith(0), noteWith(68_790, 61_911)]).toEqual([
      "6,879 shares, issued 2 February 2027. You hold none of them now",
      "6,879 shares, issued 2 February 2027, before the split. You hold 68,790 shares now",
    ]);
  });

  it("Somebody who has nothing has no groups of documents", () => {
    const nothing = { as_of: "2028-06-30", companies: [], unissued: [], events: [], steps: [] };
    expect(documentGroups([], nothing, null)).toEqual({ tax: [], others: [] });
  });

  it("A note tells that what was signed comes with the shares, while a payment waits for them", () => {
    const statement = document({ kind: "signed_statement" });
    const waiting = { ...jonasOn("2028-06-30"), unissued: [{ company_id: "c", name: "Hazel Health", pence: 1 }] };
    const noteOf = (portfolio: typeof waiting) => documentGroups([statement], portfolio, null).others.at(-1)?.note;
    expect(noteOf(waiting)).toBe("What you signed for a deal comes here once its shares are issued");
    expect(noteOf({ ...waiting, unissued: [] })).toBeUndefined();
  });
});
