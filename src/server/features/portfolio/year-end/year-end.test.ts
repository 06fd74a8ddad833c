import { describe, expect, it } from "vitest";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildMember } from "#server/sample/builders.ts";
import type { YearEndPack } from "#shared/portfolio/year-end-pack.ts";
import { expectSameInPoppler, readPdf } from "#tests/support/read-pdf.ts";
import { openTestApp } from "#tests/support/test-app.ts";

let now = new Date("2027-04-05T12:00:00Z");
const path = "/portfolio/me/year-end";

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const investor = await buildInvestor(club.db, { full_name: "Jonas Weber" });
const cookie = await club.cookieOf(investor);
const member = await club.as(investor);
const other = await club.as(await buildInvestor(club.db));
await buildHeldRound(club.db, {
  company: { name: "Alder Analytics" },
  terms: { price: "1.24", scheme: "SEIS", share_class: "Ordinary" },
  code: "A7F",
  called_on: "2027-01-25",
  wired_on: "2027-02-01",
  issued_on: "2027-02-02",
  members: [{ record_id: investor.record_id, tier: "trial", shares: 6879, paid_on: "2027-01-28" }],
});

const read = async (query = "", by = member): Promise<YearEndPack> => (await by("GET", `/api${path}${query}`)).body;

describe(`GET ${path}`, () => {
  it("returns the running tax year by default, of the member's own holdings alone", async () => {
    const year = await read();
    expect([year.tax_year, year.is_over, year.years]).toEqual([2026, false, [2026]]);
    expect(year.totals).toMatchObject({ paid_pence: 959_621, cost_pence: 852_996, fees_pence: 106_625 });
    expect((await read("", other)).bought).toEqual([]);
  });
  it("begins a tax year on 6 April in London", async () => {
    now = new Date("2027-04-05T22:59:59Z");
    expect((await read()).tax_year).toBe(2026);
    now = new Date("2027-04-05T23:00:00Z");
    expect(await read()).toMatchObject({ tax_year: 2027, years: [2027, 2026], bought: [] });
    expect(await read("?tax_year=2026")).toMatchObject({ is_over: true, bought: [{ name: "Alder Analytics" }] });
  });
  it("refuses a year to come, and a year that is none", async () => {
    for (const year of ["2028", "soon", "26"]) {
      const { status, body } = await member("GET", `/api${path}?tax_year=${year}`);
      expect([status, body.errors[0].path]).toEqual([422, "tax_year"]);
    }
  });
});

describe(`GET ${path}.csv`, () => {
  it("writes a row for each payment and purchase", async () => {
    const { body, headers } = await member("GET", `/api${path}.csv?tax_year=2026`);
    expect(headers.get("content-disposition")).toContain("tax-year-2026-27");
    expect(body).toContain("Paid,2027-01-28,Alder Analytics");
    expect(body).toMatch(/Bought,2027-02-02,Alder Analytics,.*,SEIS,6879,8529\.96,1066\.25,/);
  });
});

describe(`GET ${path}.pdf`, () => {
  it("returns the year's figures, for whom and until when, and that it is no advice", async () => {
    const headers = { cookie };
    const answer = await club.fetch(new Request(`${club.appUrl}/api${path}.pdf?tax_year=2026`, { headers }));
    expect([answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      ...["application/pdf", "private, no-store"],
    ]);
    const { pageCount, text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pageCount).toBe(1);
    expect(text).toContain("Tax year 2026/27");
    expect(text).toContain("Jonas Weber · 6 April 2026 to 5 April 2027");
    expect(text).toContain("It is no advice");
    expect(text).not.toContain("Nothing falls in this tax year.");
    expect(text).toMatch(/Alder Analytics SEIS 2 February 2027 6,879 £8,529\.96 £1,066\.25 Awaited 31 January 2033/);
    expect(text).toContain("SEIS £8,529.96 £200,000.00 £0.00");
  });
  it("returns words for a year without entries, and the profile's name of a member without an investor record", async () => {
    const headers = { cookie: await club.cookieOf(await buildMember(club.db, { full_name: "Ada Lovell" })) };
    const answer = await club.fetch(new Request(`${club.appUrl}/api${path}.pdf?tax_year=2026`, { headers }));
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(text).toContain("Nothing falls in this tax year.");
    expect(text).toContain("Ada Lovell · 6 April 2026 to 5 April 2027");
  });
  it("returns a PDF in which Poppler reads the same words", async (context) => {
    const answer = await club.fetch(
      new Request(`${club.appUrl}/api${path}.pdf?tax_year=2026`, { headers: { cookie } }),
    );
    await expectSameInPoppler(context, new Uint8Array(await answer.arrayBuffer()));
  });
});
