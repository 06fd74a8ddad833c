import { describe, expect, it } from "vitest";
import type { CompanyUpdate, CompanyUpdates as Updates } from "#shared/company-updates/company-updates.ts";
import { markupOf } from "#tests/support/static-markup.tsx";
import { recordsOf } from "#web/lib/chart-figure.tsx";
import { CompanyUpdates, figureTable } from "./company-updates.tsx";
import { UpdateCompanyPage } from "./desk/update-company-page.tsx";
import { ownUpdatesQuery, updateCompanyQuery } from "./update-queries.ts";

const companyId = "0190a0a0-0000-7000-8000-00000000000a";
const latest: CompanyUpdate = {
  id: companyId,
  quarter: "2029-Q3",
  version: 1,
  arr_pence: 31_000_000,
  nrr_bp: 10_400,
  gross_margin_bp: 7200,
  net_burn_pence: 2_200_000,
  runway_months: 16,
  headcount: 12,
  text: "One chain left in September.",
  offer: null,
  letter: { file_name: "letter.pdf", bytes: 20_480 },
  sent_at: "2029-10-12T09:00:00.000Z",
  corrects_sent_at: null,
};
const earlier: CompanyUpdate = { ...latest, quarter: "2027-Q4", id: "earlier", arr_pence: 9_500_000, headcount: null };

const show = (updates: Partial<Updates>, isHeld = true): string =>
  markupOf(<CompanyUpdates companyId={companyId} name="Alder Analytics" isHeld={isHeld} />, [
    [ownUpdatesQuery(companyId).queryKey, { items: [], missed: [], ...updates }],
  ]);
const namesIn = (markup: string) => [...markup.matchAll(/role="img" aria-label="([^"]+)"/g)].map(([, name]) => name);

describe("A company's updates", () => {
  it("Updates draw six numbers up to the latest quarter, each with its result as its name", () => {
    const markup = show({ items: [latest, earlier] });
    expect(namesIn(markup)).toEqual([
      "Recurring revenue a year: £95k in 2027 Q4, £310k in 2029 Q3",
      "Net revenue kept: 104% in 2027 Q4, 104% in 2029 Q3",
      "Gross margin: 72% in 2027 Q4, 72% in 2029 Q3",
      "Spent a month, net: £22k in 2027 Q4, £22k in 2029 Q3",
      "Months of money left: 16 in 2027 Q4, 16 in 2029 Q3",
      "People: 12 in 2029 Q3",
    ]);
    expect(markup).toContain("Third quarter of 2029, sent 12 October 2029");
    expect(markup).toContain("“One chain left in September.”");
    expect(markup).toContain("Quarterly letter (PDF, 20.5 kB)");
    expect(markup).not.toContain("Offered by the company");
  });

  it("Updates leave out a number that was never given, and tell where the latest one was not", () => {
    const markup = show({
      items: [
        { ...latest, arr_pence: null, nrr_bp: null },
        { ...earlier, nrr_bp: null },
      ],
    });
    expect(namesIn(markup)[0]).toBe("Recurring revenue a year: £95k in 2027 Q4");
    expect(markup).toContain(">not given</b>");
    expect(namesIn(markup)).toHaveLength(5);
  });

  it("Updates show what was missed, corrected and offered, with the risk first", () => {
    const corrected = { ...latest, sent_at: "2029-10-20T09:00:00.000Z", corrects_sent_at: latest.sent_at };
    const markup = show({ items: [{ ...corrected, offer: "New shares at £2.48." }], missed: ["2029-Q2", "2029-Q1"] });
    expect(markup).toContain("sent 12 October 2029, corrected 20 October 2029");
    expect(markup).toContain("The company sent nothing for the second quarter of 2029, first quarter of 2029.");
    expect(markup.indexOf("Do not invest unless")).toBeLessThan(markup.indexOf("New shares at £2.48."));
  });

  it("Updates are a table and a file too, in pounds and per cent, empty where nothing was given", () => {
    expect(show({ items: [latest, earlier] })).toMatch(/>As a table<.*>CSV</s);
    expect(recordsOf(figureTable([latest, earlier]))).toEqual([
      {
        Quarter: "2029-Q3",
        "Recurring revenue a year (GBP)": 310_000,
        "Net revenue kept": 104,
        "Gross margin": 72,
        "Spent a month, net (GBP)": 22_000,
        "Months of money left": 16,
        People: 12,
      },
      expect.objectContaining({ Quarter: "2027-Q4", "Recurring revenue a year (GBP)": 95_000, People: "" }),
    ]);
  });

  it("Updates promise nothing, and miss nothing, once no shares are held", () => {
    const markup = show({ missed: ["2029-Q2"] }, false);
    expect(markup).toContain("You hold no shares of it any more.");
    expect(markup).not.toMatch(/sent nothing|is asked after|no update yet/);
  });

  it("A company that has sent no update is shown as such", () => {
    expect(show({})).toContain("The company has sent no update yet.");
  });
});

it("The page of a company without a founder's address tells that nobody is asked for updates", () => {
  const shown = (has_contact: boolean) =>
    markupOf(<UpdateCompanyPage id={companyId} />, [
      [
        updateCompanyQuery(companyId).queryKey,
        { id: companyId, name: "Alder Analytics", is_asked_for_updates: true, has_contact, quarters: [] },
      ],
    ]);
  expect(shown(true)).toContain("After each quarter Alder Analytics gets a link by email");
  expect(shown(false)).toContain(
    "No founder of this company has an email address. Add one in Admin → Companies. Until then nobody is asked",
  );
  expect(shown(false)).not.toContain("gets a link by email");
});
