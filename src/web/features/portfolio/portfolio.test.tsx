import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ListedCommitment } from "#shared/commitments/commitments.ts";
import type { AdviserView } from "#shared/portfolio/adviser-seats.ts";
import { adviserWords } from "#shared/portfolio/adviser-seats-messages.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import type { TypedCompany } from "#shared/portfolio/typed-holdings.ts";
import { defaultClub } from "#shared/settings/club.ts";
import {
  alderId,
  birchId,
  jonasAlderOn,
  jonasOn,
  jonas as jonasOwn,
  jonasWith,
  manyHoldings,
} from "#tests/support/golden-portfolio.ts";
import { ownPapersQuery } from "#web/features/funds/own-funds-queries.ts";
import { recordsOf } from "#web/lib/chart-figure.tsx";
import { createSiteData, SiteDataProvider } from "#web/lib/site-data.tsx";
import { listOptions } from "#web/lib/use-list.ts";
import { AdviserHoldings } from "./advisers/adviser-view.tsx";
import { calendarTable } from "./calendar-part.tsx";
import { CalendarDrawing } from "./charts/calendar-chart.tsx";
import { CompanyChart } from "./charts/company-chart.tsx";
import { ValueDrawing } from "./charts/value-chart.tsx";
import { CompanyFigures, CompanyPage, Lots } from "./company/company-page.tsx";
import { Prices } from "./company/prices.tsx";
import { ShareChanges } from "./company/share-changes.tsx";
import { TaxTimeline } from "./company/tax-timeline.tsx";
import { CompanyPart, companyTable } from "./company-part.tsx";
import { grossOf } from "./company-sums.ts";
import { FigureFold, MainFigures } from "./head-figures.tsx";
import { HoldingsTable } from "./holdings-table.tsx";
import { Charts, MyInvestments } from "./my-investments.tsx";
import { NextList } from "./next-list.tsx";
import { OwnSummary } from "./own-summary.tsx";
import { ownCompanyQuery, portfolioOnQuery } from "./portfolio-queries.ts";
import { portfolioQuery } from "./portfolio-query.ts";
import { ReaderWordsProvider } from "./reader-words.ts";
import { Splits, yearTable } from "./splits.tsx";
import { TypedPart } from "./typed/typed-part.tsx";
import { valueTable } from "./value-part.tsx";

vi.stubGlobal("sessionStorage", { getItem: () => null });

const siteData = createSiteData(() => Promise.reject(new Error("Nothing else is read.")), { "/settings": defaultClub });

function markupOf(children: ReactNode, client = new QueryClient(), at = "/"): string {
  return renderToStaticMarkup(
    <SiteDataProvider data={siteData}>
      <MemoryRouter initialEntries={[at]}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </MemoryRouter>
    </SiteDataProvider>,
  );
}

const wordsOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&#x27;", "'");

const jonas = jonasOn("2029-12-31");

describe("The figures at the top", () => {
  const figuresOf = (portfolio: Portfolio) => wordsOf(markupOf(<MainFigures portfolio={portfolio} />));
  const foldOf = (portfolio: Portfolio) => wordsOf(markupOf(<FigureFold portfolio={portfolio} />));

  it("A portfolio's figures show value, what went in, what came back and the return, in this order", () => {
    expect(figuresOf(jonas)).toContain(
      "Value £17,059.92 At 31 Dec 2029, from the last prices You paid in £11,846.21 Shares £10,529.96, fees £1,316.25 You received £0.00 Nothing has been sold yet Return so far 1.44 × 13.5% a year since 28 January 2027.",
    );
  });

  it("The figures' workings are in a fold", () => {
    const words = foldOf(jonas);
    expect(words).toContain("How these figures are worked out");
    expect(words).toContain("The value is at a price of 15 March 2028, 21 months old.");
    expect(words).toContain("not what you could sell for today. Two payments in all.");
    expect(words).toContain(
      "Before fees 1.62×. With the reliefs you recorded and keep, £4,864.98, it is 1.85× for each £1, 30.7% a year. The yearly rate counts each payment on its day at the bank and the value at the end, with the days between them over 365. Without reliefs, XIRR in a spreadsheet gives the same from the exported tables.",
    );
    expect(foldOf({ ...jonas, figures: { ...jonas.figures, relief_pence: 0 } })).toContain(
      "over 365. XIRR in a spreadsheet gives the same from the exported tables.",
    );
  });

  it("A portfolio's figures have no yearly rate before a year is over, and tell why the return starts under 1", () => {
    const young = jonasOn("2027-06-30");
    expect(figuresOf(young)).toContain(
      "0.89 × Less than a year: no yearly rate yet. The fee is why it starts under 1.",
    );
    expect(figuresOf(young)).not.toContain("a year since");
    expect(foldOf(young)).not.toContain("reliefs you recorded");
  });

  it("A portfolio's figures show what is sold and not paid out yet", () => {
    const { figures } = jonas;
    const due = { ...figures, value_pence: figures.held_pence + 583_333 };
    const note = "£5,833.33 still to be paid out, counted in the value";
    const wordsWith = (changed: typeof figures) => figuresOf({ ...jonas, figures: changed });
    expect(wordsWith(due)).toContain(`You received £0.00 ${note}`);
    expect(wordsWith({ ...due, received_pence: 100_00, paid_out_multiple: 0.01 })).toContain(
      `You received £100.00 0.01× of what you paid in. ${note}`,
    );
  });

  it("A portfolio's figures of older holdings tell what is true, with no fee where the multiple does not show it", () => {
    const young = jonasOn("2027-06-30");
    const rateWith = (changed: Partial<typeof young.figures>, as_of = young.as_of) =>
      figuresOf({ ...young, as_of, figures: { ...young.figures, ...changed } });
    expect(rateWith({ net_multiple: 0.996 })).not.toContain("The fee is why");
    const older = rateWith({ net_rate: { ...young.figures.net_rate, since: "2024-03-15" } });
    expect(older).toContain("Most of what was paid in has been in for less than a year: no yearly rate yet.");
    expect(older).not.toContain("The fee is why");
  });

  it("A value whose price is too old is outside the total, as a range", () => {
    const old = jonasOn("2031-06-30");
    const words = figuresOf(old);
    expect(words).toContain("Value £0.00–£17,059.92");
    expect(words).toContain("Up to £17,059.92 of it is at a price that is too old to count");
    expect(words).toContain("Return so far 0.00×–1.44× No rate: a price is too old.");
    expect(foldOf(old)).toContain("Before fees 0.00×–1.62×");
    expect(words).not.toContain("% a year");
    const holdings = wordsOf(markupOf(<HoldingsTable portfolio={old} />));
    expect(holdings).toContain("Too old to count, 39 months");
    expect(holdings).toContain("All £11,846.21 £0.00–£17,059.92 0.00×–1.44×");
    const companies = wordsOf(markupOf(<CompanyPart portfolio={old} />));
    expect(companies).toContain(
      "The median company stands at 0.00×–1.00× of its cost, all the money together at 0.00×–1.62×.",
    );
    const bars = markupOf(<CompanyChart portfolio={old} />);
    expect(wordsOf(bars)).toContain("£8,529.96 cost £0.00–£17,059.92 value; a price is too old to count");
    expect(bars).toContain(
      "Of 2 holdings, 0 worth more than the cost, 1 worth less, 0 the same, 1 with a price that is too old to say.",
    );
    expect(recordsOf(companyTable(old.companies))[0]).toMatchObject({
      "Value and proceeds, before costs of sale (GBP)": "0.00",
      "At most, where a price is too old (GBP)": "17059.92",
    });
    expect(recordsOf(valueTable(old)).at(-1)).toMatchObject({ "At most, where a price is too old (GBP)": "17059.92" });
    const chart = markupOf(<ValueDrawing portfolio={old} width={1160} />);
    expect(wordsOf(chart)).toContain("Price too old");
    expect(chart).toContain("what you own is worth £0.00–£17,059.92, as a price is too old to count");
    expect(chart).toContain('class="range"');
  });

  it("A range whose ends read the same is one value", () => {
    const old = jonasOn("2031-06-30");
    const range = { low: 0.9631, high: 0.9632 };
    const figures = { ...old.figures, net_multiple_range: range, gross_multiple_range: { low: 1.031, high: 1.0311 } };
    expect(figuresOf({ ...old, figures })).toContain("Return so far 0.96× No rate: a price is too old.");
    expect(foldOf({ ...old, figures })).toContain("Before fees 1.03×.");
  });

  it("Shares count from the day of their issue, not from the day they were paid for", () => {
    expect(jonasOn("2027-02-01")).toMatchObject({ companies: [], steps: [], figures: { value_pence: 0 } });
    expect(jonasOn("2027-02-02")).toMatchObject({
      figures: { value_pence: 8_529_96, paid_in_pence: 9_596_21 },
      steps: [
        { day: "2027-01-28", paid_in_pence: 9_596_21, worth_pence: 0 },
        { day: "2027-02-02", paid_in_pence: 9_596_21, worth_pence: 8_529_96 },
      ],
    });
  });

  it("A portfolio's figures tell that nothing is left once all is sold or written off", () => {
    const { companies, ...rest } = jonas;
    const gone = (state: "sold" | "written_off") =>
      companies.map((company) => ({ ...company, state, figures: { ...company.figures, value_pence: 0 } }));
    const none = { ...rest, oldest_price: null, figures: { ...rest.figures, value_pence: 0 } };
    const words = (state: "sold" | "written_off") => figuresOf({ ...none, companies: gone(state) });
    expect(words("sold")).toContain("£0.00 None of the shares are left");
    expect(words("sold")).toContain("Nothing has been paid out yet");
    expect(words("written_off")).toContain("£0.00 All shares are sold or written off");
  });

  it("A portfolio's figures tell which price is the oldest, and that the club may have lowered some", () => {
    const words = foldOf(manyHoldings(9));
    expect(words).toContain("The oldest price in the value is of 20 April 2027, 32 months old.");
    expect(words).toContain("or less where the club thinks that less is left");
    expect(figuresOf(manyHoldings(9))).toContain("−5.0% a year");
  });
});

describe("What a member has to do", () => {
  const next = (one: Partial<Portfolio["next"][number]>): Portfolio["next"][number] => ({
    kind: "pay",
    company_id: null,
    name: "Alder Analytics",
    commitment_id: alderId,
    lot_id: null,
    day: "2027-01-27",
    at: null,
    pence: null,
    early_shares: 0,
    ...one,
  });
  const listOf = (rows: Portfolio["next"], given: Partial<Portfolio> = {}) =>
    markupOf(<NextList portfolio={{ ...jonas, next: rows, ...given }} />);
  const hrefsOf = (markup: string) => [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

  it("An act within 90 days is shown as due; later ones are folded, with every date", () => {
    const words = wordsOf(listOf(jonas.next));
    expect(words).toContain("Dates within 90 days 1 By 9 Jan 2030 Sign your statement again");
    expect(words).toContain("All 11 dates, 2027 to 2032");
    expect(words).not.toContain("you may claim a loss");
    expect(hrefsOf(listOf(jonas.next))).toEqual(["/members?tab=account&amp;view=sign"]);
  });

  it("The next date is shown where nothing is due", () => {
    const later = jonas.next.filter(({ kind }) => kind === "loss_claim");
    expect(wordsOf(listOf(later))).toContain(
      "None of your dates is within 90 days. Next: Birch Systems: you may claim a loss of £1,400.00, 31 Jan 2032",
    );
    expect(wordsOf(listOf([], { calendar: [] }))).toBe(" Dates within 90 days None of your dates is within 90 days. ");
  });

  it("The end of the time to claim is named while the certificate is late, within 90 days of it", () => {
    const ask = { kind: "ask_certificate", company_id: alderId, commitment_id: null } as const;
    const said = (day: string) => wordsOf(listOf([next({ ...ask, day })], { as_of: "2032-12-02" }));
    expect(said("2033-01-31")).toContain(
      "Alder Analytics: the time to claim the relief ends on 31 Jan 2033, and its certificate has not come.",
    );
    for (const day of ["2032-12-01", "2033-04-05"])
      expect(said(day)).toContain("None of your dates is within 90 days.");
  });

  it("A late certificate waits for those who owe it, whenever it can be claimed", () => {
    const ask = next({ kind: "ask_certificate", day: "2033-01-31", company_id: alderId, commitment_id: null });
    const markup = listOf([ask]);
    expect(wordsOf(markup)).toContain("Waiting for others Alder Analytics: certificate for your tax return Late");
    expect(wordsOf(markup)).toContain("Claim by 31 Jan 2033, with it in hand");
    expect(markup).not.toContain("btn");
  });

  it("An awaited certificate shows its scheme, and the round of a company that has two", () => {
    const alder = jonas.companies.find(({ company_id }) => company_id === alderId);
    const [lot] = alder?.lots ?? [];
    if (!alder || !lot) throw new Error("Not held");
    const ids = { id: "0190a0a0-0000-7000-8000-0000000000e1", deal_id: "0190a0a0-0000-7000-8000-0000000000e2" };
    const second = { ...lot, ...ids, deal_name: "Second round" };
    const ask = next({ kind: "ask_certificate", day: "2033-01-31", company_id: alderId, commitment_id: null });
    const titleOf = (lot_id: string, lots: (typeof lot)[]) =>
      wordsOf(listOf([{ ...ask, lot_id }], { companies: [{ ...alder, lots }] }));
    expect(titleOf(second.id, [lot, { ...second, scheme: "EIS" }])).toContain(
      "Alder Analytics, second round: EIS3 certificate for your tax return Late",
    );
    expect(titleOf(lot.id, [lot])).toContain("Alder Analytics: SEIS3 certificate for your tax return Late");
  });

  it("A claim of relief tells which shares it leaves out", () => {
    const claim = next({
      kind: "claim_relief",
      day: "2030-01-31",
      company_id: alderId,
      pence: 375_00,
      early_shares: 100,
    });
    expect(wordsOf(listOf([claim]))).toContain(
      "you may claim £375.00 of relief If you qualify. Without 100 shares that were sold within three years",
    );
  });

  it("An act leads to its commitment, and only the first has a filled button", () => {
    const kinds = ["reconsent", "pay", "top_up"] as const;
    const at = "2999-01-27T10:00:00Z";
    const markup = listOf(kinds.map((kind) => next({ kind, at, pence: 9_596_21 })));
    expect(hrefsOf(markup)).toEqual(
      kinds.map(() => `/members?tab=investments&amp;view=mine&amp;commitment=${alderId}`),
    );
    expect(markup.match(/btn-secondary/g)).toHaveLength(1);
    expect(wordsOf(markup)).toContain("By Sun 27 Jan 2999, 10:00 Pay £9,596.21 for Alder Analytics");
    const late = wordsOf(listOf([next({ at: "2020-01-28T10:00:00Z", pence: 9_596_21 })]));
    expect(late).toContain("Late since Tue 28 Jan 2020, 10:00 Pay £9,596.21 for Alder Analytics");
  });
});

describe("The charts", () => {
  it("Charts are drawn once there are two days, and compare where there are two companies", () => {
    const [lot] = jonasOwn.lots;
    if (!lot) throw new Error("Not held");
    const firstDay = jonasWith({ lots: [lot], reliefs: [] }, "2027-01-28");
    expect(markupOf(<Charts portfolio={firstDay} />)).toBe("");
    const one = wordsOf(markupOf(<Charts portfolio={jonasWith({ lots: [lot], reliefs: [] }, "2027-02-28")} />));
    expect(one).toContain("Value against what you paid in As a table");
    expect(one).not.toContain("By company");
    expect(wordsOf(markupOf(<Charts portfolio={jonas} />))).toContain("By company, sector and year");
  });
});

describe("A day that is chosen", () => {
  afterEach(() => vi.useRealTimers());
  const list = { pages: [{ items: [committed()], next_cursor: null }], pageParams: [""] };
  function pageOn(today: string, on: string): string {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${today}T12:00:00Z`) });
    const client = new QueryClient();
    const query = on ? portfolioOnQuery(on) : portfolioQuery;
    client.setQueryData(query.queryKey, jonasOn(on || today));
    client.setQueryData(listOptions({ path: "/commitments/me" }).queryKey, list);
    return wordsOf(markupOf(<MyInvestments />, client, `/members?tab=investments&view=mine&on=${on}`));
  }

  it("A chosen day is shown at the value, without today's commitments", () => {
    const then = pageOn("2029-12-31", "2028-12-31");
    expect(then).toContain("Value £19,059.92 At 31 Dec 2028, from the last prices");
    expect(then).toContain("What you do not hold yet is shown as of today alone.");
    expect(then).not.toContain("Rowan Systems");
  });

  it("Today's page shows the value now, and a commitment with nothing to do", () => {
    const words = pageOn("2029-12-31", "");
    expect(words).toContain("Value £17,059.92");
    expect(words).toMatch(/Rowan Systems .* £1,350\.00 Nothing to do/);
    expect(words).not.toContain("as of today alone");
  });
});

function committed(): ListedCommitment {
  return {
    id: alderId,
    deal_id: alderId,
    company_name: "Rowan Systems",
    deal_name: "Seed round",
    deal_state: "released",
    state: "committed",
    shares: 1_000,
    cost_pence: 1_200_00,
    fee_pence: 150_00,
    due_pence: 1_350_00,
    next: null,
    refunded_pence: 0,
    refunded_on: null,
    state_since: "2028-12-01T12:00:00.000Z",
    placed_at: "2028-12-01T12:00:00.000Z",
    due_at: null,
  };
}

describe("A company that was sold", () => {
  const [lot] = jonasOwn.lots.map(({ id }) => id);
  const sale = {
    lot_id: lot ?? "",
    happened_on: "2031-06-30",
    shares_sold: 6879,
    gross_pence: 929_766,
    costs_pence: 8_530,
    paid_on: "2031-07-02",
  };
  const sold = jonasWith({ proceeds: [sale] }, "2031-12-31");

  it("A sold company has one multiple before fees and costs, in its head, its bars and its table", () => {
    const company = sold.companies.find(({ company_id }) => company_id === alderId);
    if (!company) throw new Error("Not held");
    const { cost, worth } = grossOf(company);
    expect([(worth / cost).toFixed(6), company.figures.gross_multiple?.toFixed(6)]).toEqual(["1.090000", "1.090000"]);
    expect(wordsOf(markupOf(<CompanyChart portfolio={sold} />))).toContain("£9,297.66 value and proceeds");
    expect(recordsOf(companyTable([company]))).toMatchObject([
      {
        "Cost (GBP)": "8529.96",
        "Value and proceeds, before costs of sale (GBP)": "9297.66",
        "On cost (GBP)": "767.70",
      },
    ]);
  });
});

describe("The tax of a lot", () => {
  const [held] = jonasAlderOn("2027-10-31").company.lots;
  if (!held) throw new Error("Not held");
  const { losses } = jonasAlderOn("2027-10-31");
  const timeline = (change: Partial<typeof held>, given: Partial<Parameters<typeof TaxTimeline>[0]> = {}) => {
    const calendar = jonasAlderOn("2027-10-31").calendar;
    const lots = [{ ...held, ...change }];
    return wordsOf(markupOf(<TaxTimeline lots={lots} losses={losses} calendar={calendar} reliefs={[]} {...given} />));
  };
  const loss = {
    lot_id: held.id,
    kind: "sold" as const,
    day: "2027-10-01",
    shares: 1,
    cost_pence: 1,
    relief_kept_pence: 0,
    usual_relief_pence: null,
    proceeds_pence: 0,
    loss_pence: 1,
    claim_until: "2030-01-31",
    three_years_on: null,
    relief_withdrawn_pence: 0,
    is_recorded: false,
  };

  it("The tax of a lot offers what can be recorded, and nothing once all of it is", () => {
    expect(timeline({})).toContain("Record income tax relief");
    expect(timeline({ relief_left_pence: 0 })).not.toContain("Record");
    expect(timeline({ relief_left_pence: 0 }, { losses: [loss] })).toContain("Record loss relief");
    expect(timeline({}, { losses: [loss] })).toContain("Record a claim");
    expect(timeline({ relief_left_pence: 0 }, { losses: [{ ...loss, is_recorded: true }] })).not.toContain("Record");
  });

  it("The tax of a lot tells why no certificate is awaited any more, and what was sold too early", () => {
    const words = (change: Partial<typeof held>) => timeline({ certificate_on: null, ...change });
    expect(words({ certificate: "late" })).toContain(
      "SEIS3 is late The company asks HMRC for it and sends it to the club. Ask the club where it is:",
    );
    expect(words({ certificate: "sold_early" })).toContain("sold within three years, so no relief is kept on them");
    expect(words({ certificate: "nothing_left" })).toContain("No SEIS3 came before the company was wound up");
    expect(words({ certificate: "too_late" })).toContain("the last day to claim has passed");
    expect(timeline({ early_shares: 100, relief_withdrawn_pence: 74_400 })).toContain(
      "100 shares sold within three years: relief on these is reduced. £744.00 of what was recorded may have to go back to HMRC",
    );
    expect(timeline({ early_shares: 100 })).toContain("100 shares sold within three years: relief on these is reduced");
  });

  it("A claim whose certificate was withdrawn later says so, and a carried back one names its year", () => {
    const [claim] = jonasAlderOn("2027-12-31").calendar.filter(({ kind }) => kind === "relief_claimed");
    if (!claim) throw new Error("Not claimed");
    const relief = {
      id: held.id,
      lot_id: held.id,
      kind: "income" as const,
      claimed_on: claim.day,
      pence: claim.pence ?? 0,
      is_carried_back: true,
      lost_on: null,
    };
    const withdrawn = { certificate_on: null, certificate: "late" as const, certificate_withdrawn_on: "2027-12-01" };
    const words = timeline(withdrawn, { calendar: [claim], reliefs: [relief] });
    expect(words).toContain("You claimed £4,264.98, carried back to 2025/26");
    expect(words).toContain("The SEIS3 that it rests on was withdrawn on 1 December 2027.");
    expect(words).toContain("The club withdrew the SEIS3 on 1 December 2027. SEIS3 is late");
    const early = timeline({ ...withdrawn, certificate_withdrawn_on: "2027-01-01" }, { calendar: [claim] });
    expect(early).not.toContain("rests on");
  });

  it("The tax of very many lots is folded", () => {
    const ids = Array.from({ length: 40 }, (_, index) => `lot ${index}`);
    const lots = ids.map((id, index) => ({ ...held, id, shares: 1001 + index }));
    const told = jonasAlderOn("2027-10-31").calendar;
    const calendar = ids.flatMap((lot_id) => told.map((entry) => ({ ...entry, lot_id })));
    const words = timeline({}, { lots, calendar });
    expect(words).toContain("1,006 shares of");
    expect(words).not.toContain("1,007 shares of");
    expect(words).toContain("All 40 lots");
  });
});

describe("The drawings", () => {
  it("Each drawing's accessible name is its result", () => {
    expect(markupOf(<ValueDrawing portfolio={jonas} width={1160} />)).toContain(
      'role="img" aria-label="On 31 December 2029 what you own is worth £17,059.92, £5,213.71 more than the £11,846.21 you paid in."',
    );
    expect(markupOf(<CompanyChart portfolio={jonas} />)).toContain(
      'aria-label="Of 2 holdings, 1 worth more than the cost, 1 worth less, 0 the same."',
    );
    expect(markupOf(<CalendarDrawing portfolio={jonas} width={1160} />)).toContain(
      'aria-label="11 dates. The next that is open: 2 Feb 2030, Alder Analytics, Three years."',
    );
  });

  it("A drawing shows what moved the value, each with its day and amount", () => {
    const words = wordsOf(markupOf(<ValueDrawing portfolio={jonas} width={1160} />));
    expect(words).toContain("Alder Analytics: others pay £2.48 a share 15 March 2028, £1.24 before");
    expect(words).toContain("Birch Systems written off 30 September 2029, −£2,000.00");
    expect(words).toContain("Value £17,059.92 Paid in £11,846.21");
    expect(words).toContain("£0 £5,000 £10,000 £15,000 £20,000");
  });

  it("A phone has a drawing of its own: short sums, and no words above the line but the last", () => {
    const words = wordsOf(markupOf(<ValueDrawing portfolio={jonas} width={320} />));
    expect(words).toContain("£0 £5k £10k £15k £20k");
    expect(words).toContain("Value £17,059.92 Paid in £11,846.21");
    expect(words).not.toContain("others pay");
    const list = markupOf(<CalendarDrawing portfolio={jonas} width={320} />);
    expect(list).not.toContain("<svg");
    expect(wordsOf(list)).toContain("31 Jan 2032 Birch Systems: Last day to claim the loss, £1,400.00");
    expect(wordsOf(list)).toContain("15 Nov 2027 Alder Analytics: SEIS relief claimed, £4,264.98");
    expect(wordsOf(list)).not.toContain("Last day of the SEIS claim");
  });

  it("A loss is never left out of a drawing, and is drawn from the same £0", () => {
    const markup = markupOf(<CompanyChart portfolio={jonas} />);
    expect(wordsOf(markup)).toContain("Birch Systems written off £2,000.00 cost £0.00 value, −£2,000.00 on cost");
    expect(markup).toContain("<circle");
    const nine = wordsOf(markupOf(<CompanyChart portfolio={manyHoldings(20)} />));
    expect(nine).toContain("Northumbrian Agricultural Robotics and Soil Measurement Company");
  });

  it("A calendar of very many lots, and a list of very many dates, are folded", () => {
    const many = manyHoldings(200);
    const lines = markupOf(<CalendarDrawing portfolio={many} width={1160} />);
    expect(lines.match(/own-calendar-row/g)).toHaveLength(12);
    expect(wordsOf(lines)).toContain("All 200 lots");
    const list = markupOf(<CalendarDrawing portfolio={many} width={320} />);
    expect(list.match(/<li>/g)).toHaveLength(12);
  });
});

describe("The tables of the charts", () => {
  it("The value table tells after a split what an earlier price was for a new share, with no gain by it", () => {
    const split = {
      id: "split",
      company_id: alderId,
      effective_on: "2028-06-01",
      new_shares: 10,
      old_shares: 1,
      share_class: null,
      source: "A resolution",
      has_evidence: false,
      is_by_two_admins: true,
      lines: [],
    };
    const lots = jonasOwn.lots.map((lot) =>
      lot.company_id === alderId ? { ...lot, changes: [{ day: "2028-06-01", shares_added: 9 * lot.shares }] } : lot,
    );
    const after = jonasWith({ lots, actions: [split] }, "2029-12-31");
    const said = "Alder Analytics: others pay £2.48 a share (£0.248 after the split of 10 for 1 on 1 June 2028)";
    const expected = recordsOf(valueTable(jonas)).map((row) =>
      row.From === "2028-03-15" ? { ...row, "What happened": said } : row,
    );
    expect(recordsOf(valueTable(after))).toEqual(expected);
  });
  it("The charts' tables hold the numbers that are drawn, as a spreadsheet reads them", () => {
    expect(recordsOf(valueTable(jonas))).toEqual(
      [
        ["2027-01-28", "9596.21", "0.00", "-9596.21", "Alder Analytics, £9,596.21"],
        ["2027-02-02", "9596.21", "8529.96", "-1066.25", ""],
        ["2027-05-10", "11846.21", "8529.96", "-3316.25", "Birch Systems, £2,250.00"],
        ["2027-05-17", "11846.21", "10529.96", "-1316.25", ""],
        ["2028-03-15", "11846.21", "19059.92", "7213.71", "Alder Analytics: others pay £2.48 a share"],
        ["2029-09-30", "11846.21", "17059.92", "5213.71", "Birch Systems written off"],
        ["2029-12-31", "11846.21", "17059.92", "5213.71", ""],
      ].map(([day, paid, worth, difference, happened]) => ({
        From: day,
        "Paid in (GBP)": paid,
        "Value and back (GBP)": worth,
        "Difference (GBP)": difference,
        "What happened": happened,
      })),
    );
    const [company] = jonas.companies;
    const odd = company && { ...company, figures: { ...company.figures, gross_multiple: 0.36666666666666664 } };
    expect(recordsOf(companyTable(odd ? [odd] : []))).toMatchObject([
      { "Multiple of cost, before fees and costs of sale": 0.37 },
    ]);
    expect(recordsOf(companyTable(jonas.companies))).toEqual([
      {
        Company: "Alder Analytics",
        "Cost (GBP)": "8529.96",
        "Value and proceeds, before costs of sale (GBP)": "17059.92",
        "On cost (GBP)": "8529.96",
        "Multiple of cost, before fees and costs of sale": 2,
      },
      {
        Company: "Birch Systems",
        "Cost (GBP)": "2000.00",
        "Value and proceeds, before costs of sale (GBP)": "0.00",
        "On cost (GBP)": "-2000.00",
        "Multiple of cost, before fees and costs of sale": 0,
      },
    ]);
    expect(recordsOf(calendarTable(jonas.calendar)).at(-1)).toEqual({
      Day: "2032-01-31",
      Company: "Birch Systems",
      What: "Last day to claim the loss",
      "Amount (GBP)": "1400.00",
      State: "Open",
    });
  });
});

describe("Holdings", () => {
  it("Holdings show what each value rests on, mark what is stale, and add up", () => {
    const markup = markupOf(<HoldingsTable portfolio={jonas} />);
    const words = wordsOf(markup);
    expect(words).toContain(
      "Alder Analytics SEIS claimed 2 Feb 2027 6,879 £9,596.21 £17,059.92 1.78× 15 Mar 2028, last round 21 months old",
    );
    expect(words).toContain(
      "Birch Systems Loss to claim 17 May 2027 4,000 £2,250.00 £0.00 0.00× 30 Sep 2029, Liquidator’s letter",
    );
    expect(words).toContain("All £11,846.21 £17,059.92 1.44×");
    expect(markup).toContain(`href="/members?tab=investments&amp;view=mine&amp;company=${alderId}"`);
  });

  it("Holdings show what is still to claim and what is awaited", () => {
    const words = wordsOf(markupOf(<HoldingsTable portfolio={jonasOn("2027-09-01")} />));
    expect(words).toContain("SEIS to claim");
    expect(words).toContain("EIS3 awaited");
    const lots = jonasOwn.lots.map((lot) => ({ ...lot, certificate_on: null }));
    const stateOn = (day: string) =>
      wordsOf(markupOf(<HoldingsTable portfolio={jonasWith({ lots, reliefs: [] }, day)} />));
    expect(stateOn("2027-12-01")).toMatch(/SEIS3 is late .* EIS3 is late/);
    expect(stateOn("2033-02-01")).toMatch(/Too late to claim/);
  });

  it("Holdings do not show a claim as settled whose certificate was withdrawn, or of which a sale takes a part", () => {
    const statesOf = (change: Parameters<typeof jonasWith>[0], day: string) =>
      wordsOf(markupOf(<HoldingsTable portfolio={jonasWith(change, day)} />));
    expect(statesOf({}, "2028-03-01")).toContain("SEIS claimed 2 Feb 2027");
    const lots = jonasOwn.lots.map((lot) => ({
      ...lot,
      certificate_on: null,
      certificate_withdrawn_on: "2028-02-20",
    }));
    expect(statesOf({ lots }, "2028-03-01")).toContain("SEIS claimed, SEIS3 withdrawn");
    const sale = {
      lot_id: jonasOwn.lots[0]?.id ?? "",
      happened_on: "2028-02-25",
      shares_sold: 1000,
      gross_pence: 200_000,
      costs_pence: 0,
      paid_on: "2028-02-26",
    };
    expect(statesOf({ proceeds: [sale] }, "2028-03-01")).toMatch(/SEIS claimed, £\d+\.\d\d may have to go back/);
  });

  it("Holdings are split by sector and year, with years without a purchase", () => {
    const words = wordsOf(markupOf(<Splits portfolio={jonas} />));
    expect(words).toContain("Software for health and vets £8,529.96, 81% Industrial software £2,000.00, 19%");
    expect(words).toContain("2027 £10,529.96, 100% 2028 and 2029 £0.00");
    expect(recordsOf(yearTable(jonas))).toEqual([
      { Year: "2027", "Cost (GBP)": "10529.96" },
      { Year: "2028 and 2029", "Cost (GBP)": "0.00" },
    ]);
  });
});

describe("A company's page", () => {
  function pageOn(day: string, earlier = ""): string {
    const client = new QueryClient();
    const own = jonasAlderOn(day);
    client.setQueryData(ownCompanyQuery(alderId, earlier).queryKey, own);
    const commitment_id = own.company.lots[0]?.commitment_id ?? "";
    const paper = {
      id: alderId,
      commitment_id,
      deal_id: alderId,
      company_name: "",
      deal_name: "",
      scheme: "SEIS" as const,
    };
    client.setQueryData(ownPapersQuery.queryKey, {
      items: [
        {
          ...paper,
          kind: "relief_certificate",
          dated_on: "2027-08-12",
          bytes: 1,
          sha256: "",
          created_at: "2027-08-12T10:00:00.000Z",
        },
        {
          ...paper,
          id: birchId,
          commitment_id: birchId,
          kind: "signed_commitment",
          dated_on: "2027-05-01",
          bytes: 1,
          sha256: "",
          created_at: "2027-05-01T10:00:00.000Z",
        },
      ],
      awaited: [],
    });
    return markupOf(<CompanyPage id={alderId} on={earlier} backTo="?view=mine" toToday="?view=today" />, client);
  }

  it("A company's page has its own figures, prices with their sources, tax dates and papers", () => {
    const words = wordsOf(pageOn("2029-12-31"));
    expect(words).toContain(
      "Status: Active SEIS Alder Analytics 6,879 shares, held for you by the nominee since 2 February 2027",
    );
    expect(words).toContain("Value £17,059.92 £2.48 a share, 15 March 2028");
    expect(words).toContain("You paid in £9,596.21 Shares £8,529.96, fees £1,066.25");
    expect(words).toContain("Return so far 1.78 × Before fees 2.00×");
    expect(words).toContain("Your part 0.42% 0.50% at issue, before the round of 2028");
    expect(words).toContain("15 Mar 2028 £2.48 Round led by others Companies House filing, 28 Mar 2028 Two admins");
    expect(words).toContain("The club never raises a price by itself; it may lower one.");
    expect(words).toContain("You claimed £4,264.98 15 November 2027 Remove the claim of £4,264.98");
    expect(words).toContain("Three years 2 February 2030");
    expect(words).not.toMatch(/Claim open until|if carried back/);
    expect(words).toContain("SEIS3, for your tax return 12 August 2027 PDF");
    expect(words).toContain("What you signed It is being made");
  });

  it("A company's page tells what is awaited before the certificate has come", () => {
    const words = wordsOf(pageOn("2027-06-30"));
    expect(words).toContain("SEIS3 is awaited");
    expect(words).toContain("Claim open until 31 January 2033 31 January 2032 if carried back to the year before");
    expect(words).not.toContain("You claimed");
    expect(words).toContain("Your part 0.50% As at issue");
  });

  /** Bought as 4,162, 2,004 of them sold and not paid for yet, and the other 2,158 made 647 by a consolidation. */
  it("A company's page counts what is held after a part sale and a consolidation, and shows what was sold", () => {
    const ratio = { new_shares: 3, old_shares: 10 };
    const [first] = jonasOwn.lots;
    if (!first) throw new Error("Not held");
    const cost = { shares: 4_162, price: "1.20", cost_pence: 4_994_40, fee_pence: 199_78 };
    const lot = { ...first, ...cost, changes: [{ day: "2029-01-18", shares_added: -1_511 }] };
    const sold = {
      lot_id: lot.id,
      happened_on: "2029-01-10",
      shares_sold: 2_004,
      gross_pence: 5_010_00,
      costs_pence: 16_70,
      paid_on: null,
    };
    const consolidation = {
      ...ratio,
      id: "split",
      company_id: alderId,
      effective_on: "2029-01-18",
      share_class: null,
      source: "A resolution",
      has_evidence: false,
      is_by_two_admins: true,
      lines: [{ holding_id: lot.id, shares_before: 2_158, shares_after: 647 }],
    };
    const change = { lots: [lot], proceeds: [sold], prices: [], reliefs: [], actions: [consolidation] };
    const own = jonasAlderOn("2029-01-20", change);
    const lots = wordsOf(markupOf(<Lots lots={own.company.lots} />));
    expect(lots).toContain("647 bought as 4,162 2,004 sold 10 Jan 2029 £1.20");
    expect(lots).toContain("£2,589.60 of £4,994.40 for all £2,588.00");
    expect(wordsOf(markupOf(<CompanyFigures own={own} />))).toContain(
      "Value £7,581.30 £4.00 a share, after the consolidation of 3 for 10 on 18 January 2029; £1.20 before, 2 February 2027. £4,993.30 of it is for shares that were sold, still to be paid",
    );
    const drawing = wordsOf(markupOf(<CalendarDrawing portfolio={jonasWith(change, "2029-01-20")} width={1160} />));
    expect(drawing).toContain("Alder Analytics SEIS, 647 shares");
    expect(drawing).toContain("Consolidation 18 Jan");
    expect(drawing).not.toMatch(/Split|2,651/);
    const earlier = wordsOf(markupOf(<Lots lots={jonasAlderOn("2029-01-12", change).company.lots} />));
    expect(earlier).toContain("2,158 of 4,162 £1.20 £2,589.60 of £4,994.40 for all £2,589.60");
  });

  it("A lot that its holder entered says what the shares that are left cost, once some are sold", () => {
    const own = jonasAlderOn("2029-12-31");
    const [lot] = own.company.lots;
    if (!lot) throw new Error("Not held");
    const entered = (cost_left_pence: number) => {
      const company = { ...own.company, lots: [{ ...lot, cost_left_pence, shares_left: 600, value_pence: 75_000 }] };
      const typed: TypedCompany = {
        holdings: [
          {
            id: lot.id,
            shares: 1_000,
            share_class: "Ordinary",
            price: "1.25",
            cost_pence: 125_000,
            fee_pence: 0,
            scheme: null,
            issued_on: "2027-04-12",
            certificate_on: null,
            note: null,
            updated_at: "2027-04-12T10:00:00.000Z",
            needed_on: null,
            can: { remove: true },
          },
        ],
        sales: [],
        prices: [],
      };
      return wordsOf(markupOf(<TypedPart company={company} typed={typed} backTo="/" />));
    };
    expect(entered(75_000)).toContain("600 of 1,000 £1.25 £750.00 of £1,250.00 for all £750.00");
    expect(entered(125_000)).not.toContain("for all");
  });

  it("A company of the same name that is not held through the club is marked on the first screen", () => {
    const [first] = jonas.companies;
    if (!first) throw new Error("Not held");
    const twin = { ...first, company_id: "0199f0aa-0000-7000-8000-0000000000ab", origin: "typed" as const };
    const client = new QueryClient();
    client.setQueryData(portfolioQuery.queryKey, { ...jonas, companies: [first, twin] });
    const words = wordsOf(markupOf(<OwnSummary />, client));
    expect(
      words
        .split(first.name)
        .slice(1)
        .map((row) => row.startsWith(" Not through the club ")),
    ).toEqual([false, true]);
  });

  it("A company whose shares count at several prices shows no single price", () => {
    const [first] = jonasOwn.lots;
    if (!first) throw new Error("Not held");
    const bought = (shares: number, price: string, issued_on: string) => ({
      ...first,
      id: issued_on,
      origin: "typed" as const,
      shares,
      price,
      issued_on,
      fee_pence: 0,
      cost_pence: shares * Number(price) * 100,
      payments: [{ day: issued_on, pence: shares * 100 }],
    });
    const change = {
      lots: [bought(500, "3.10", "2027-04-12"), bought(250, "4.00", "2027-06-01")],
      prices: [],
      reliefs: [],
    };
    const own = jonasAlderOn("2027-12-31", change);
    expect(own.company.price_range).toEqual({ low: "3.10", high: "4.00" });
    const words = wordsOf(markupOf(<CompanyFigures own={own} />));
    expect(words).toContain("Value £2,550.00 From £3.10 to £4.00 a share");
    const portfolio = jonasWith(change, "2027-12-31");
    expect(wordsOf(markupOf(<FigureFold portfolio={portfolio} />))).toContain(
      "The oldest price in the value is of 12 April 2027, 8 months old",
    );
    expect(wordsOf(markupOf(<HoldingsTable portfolio={portfolio} />))).toContain("12 Apr 2027, the oldest of several");
    expect(jonasAlderOn("2027-12-31").company.price_range).toBeNull();
  });

  it("A company's page of an earlier day is marked, has a link to today, and records nothing", () => {
    const markup = pageOn("2028-12-31", "2028-12-31");
    const words = wordsOf(markup);
    expect(words).toContain("Figures, prices and dates as of 31 December 2028. Today");
    expect(markup).toContain('href="/?view=today"');
    expect(words).toContain("Value £17,059.92");
    expect(words).not.toMatch(/Record |Remove|Papers/);
  });
});

describe("What an adviser reads", () => {
  const alder = jonasAlderOn("2029-12-31");
  const otherId = "0199f0aa-0000-7000-8000-0000000000aa";
  const paper = {
    id: alderId,
    commitment_id: alderId,
    dated_on: "2027-02-02",
    scheme: "SEIS" as const,
    bytes: 1,
    company_name: "Alder Analytics",
    deal_name: "Seed round",
  };
  const view: AdviserView = {
    seat: {
      name: "Hale & Partners",
      member_name: "Jonas Weber",
      expires_at: "2030-03-01T00:00:00.000Z",
      shows_reliefs: true,
      shows_papers: true,
    },
    portfolio: { ...jonas, next: [] },
    companies: [{ ...alder, prices: alder.prices.map((price) => ({ ...price, evidence_of: alderId })) }],
    papers: [
      { ...paper, kind: "beneficial_certificate" },
      { ...paper, id: birchId, kind: "relief_certificate" },
      { ...paper, id: otherId, kind: "signed_commitment" },
    ],
    tax_years: [2029],
  };
  const read = (at: string) =>
    wordsOf(
      markupOf(
        <AdviserHoldings view={view} token="token" onDay={() => {}} onRefused={() => false} />,
        new QueryClient(),
        at,
      ),
    );

  it('An adviser reads of the member, not of "you", on all pages', () => {
    for (const at of ["/adviser", `/adviser?company=${alderId}`]) expect(read(at)).not.toMatch(/\byours?\b|\byou\b/i);
    expect(read("/adviser")).toContain(
      "With the reliefs that the member recorded and keeps, £4,864.98, it is 1.85× for each £1, 30.7% a year.",
    );
    expect(read("/adviser")).toContain("Certificate of beneficial ownership Alder Analytics, 2 February 2027");
    expect(read("/adviser")).toContain("SEIS3, for the tax return Alder Analytics");
    expect(read("/adviser")).toContain("What the member signed Alder Analytics");
    expect(read(`/adviser?company=${alderId}`)).toContain("6,879 shares, held for the member by the nominee");
  });

  it("An adviser sees no table of prices that nobody entered, and no admin at what the member typed", () => {
    const pricesOf = (prices: typeof alder.prices) =>
      wordsOf(
        markupOf(
          <ReaderWordsProvider value={adviserWords}>
            <Prices origin="typed" prices={prices} hasDocuments={false} />
          </ReaderWordsProvider>,
        ),
      );
    const [price] = alder.prices;
    if (!price) throw new Error("No price");
    const own = { ...price, basis: "own_word" as const, source: null, is_by_two_admins: false };
    expect(pricesOf([])).toBe(" Prices of a share No price yet: a share counts at the price that the member paid. ");
    expect(pricesOf([own])).toContain("15 Mar 2028 £2.48 Own word");
    expect(pricesOf([own])).not.toMatch(/admin|Confirmed|The terms|The club/);
  });

  it("An adviser sees no document of a price or a split, which are the member's alone", () => {
    expect(read(`/adviser?company=${alderId}`)).not.toContain("PDF");
  });

  it("An adviser sees splits in the member's shares", () => {
    const split = {
      id: alderId,
      share_class: null,
      new_shares: 10,
      old_shares: 1,
      effective_on: "2028-06-01",
      source: "SH02",
      has_evidence: true,
      is_by_two_admins: true,
      shares_before: 6879,
      shares_after: 68790,
    };
    const words = wordsOf(
      markupOf(
        <ReaderWordsProvider value={adviserWords}>
          <ShareChanges splits={[split]} hasDocuments={false} />
        </ReaderWordsProvider>,
      ),
    );
    expect(words).toContain("How the number of the member’s shares changed");
    expect(words).not.toMatch(/\byours?\b|PDF/i);
  });
});
