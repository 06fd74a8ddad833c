import { expect, it } from "vitest";
import type { DealContent } from "./deals.ts";
import { renderDealPage } from "./render-deal-page.ts";

const content: DealContent = {
  company: {
    name: "Alder & <Analytics>",
    company_number: "00000000",
    website: "https://alder.example/?a=1&b=2",
    sector: "Health",
    one_line: 'Forecasts "how many" vets a practice needs.',
    place: "Leeds",
    founded_year: 2024,
    country: "GB",
    logo: null,
  },
  deal_name: "Seed round 2027",
  page: {
    why_we_like_it: ["Fourteen practices pay."],
    what_would_make_it_fail: ["Two chains could build their own."],
    team: [{ name: "Ruth Sandford", history: "Head nurse, nine years." }],
    traction: [{ what: "Revenue", figure: "£8,400", as_of: "31 Dec 2026", source: "Bank statements" }],
    scheme_note: "Relief can be lost.",
  },
  terms: {
    id: "01900000-0000-7000-8000-000000000000",
    number: 1,
    created_at: "2027-06-30T23:30:00.000Z",
    scheme: "SEIS",
    instrument: "ordinary_shares",
    share_class: "Ordinary shares, one vote each",
    rights: "First refusal on new shares.",
    price: "1.20",
    pre_money_pence: 1_500_000_00,
    round_total_pence: 150_000_00,
    club_minimum_pence: 60_000_00,
    club_maximum_pence: 100_000_00,
    minimum_commitment_pence: 500_40,
    assurance: "given",
    assurance_on: "2026-11-18",
    seis_raised_pence: 0,
    schemes_raised_pence: 0,
    schemes_raised_year_pence: 0,
    use_of_funds: [{ what: "Two engineers", percent: 100 }],
    other_investors: "£50,000 from people the founders know.",
    club_invests: "Nothing.",
    conflicts: "None.",
    vehicle: "The nominee, for each member by name.",
    risks: ["Customers leave."],
    allocation_method: "pro_rata",
    priority_share_percent: 40,
    priority_tiers: ["premium", "vip"],
    opens_at: "2027-01-11T10:00:00.000Z",
    priority_until: "2027-01-14T10:00:00.000Z",
    closes_at: "2027-07-01T16:00:00.000Z",
    completion_expected_on: "2027-08-02",
  },
  documents: [],
  answers: [],
  warnings: { headline: "You could lose all of it.", risk: "Most fail.", sender: "Sent by us.", exemption: "For you." },
  success_fee_bp: 850,
};

it("A rendered deal page has the warnings first, every text escaped, and times as London's", () => {
  const page = renderDealPage(content);
  expect(page.split("\n").slice(3, 11)).toEqual([
    "<body>",
    "<p><b>You could lose all of it.</b></p>",
    "<p>Most fail.</p>",
    "<p>Sent by us.</p>",
    "<p>For you.</p>",
    "<h1>Alder &amp; &lt;Analytics&gt;</h1>",
    "<p>Forecasts &quot;how many&quot; vets a practice needs.</p>",
    "<p>Seed round 2027</p>",
  ]);
  for (const line of [
    "<h2>Terms, version 1, 1 July 2027</h2>",
    "<dt>Closes</dt><dd>1 July 2027, 17:00</dd>",
    "<dt>Smallest commitment</dt><dd>£500.40</dd>",
    "<dt>Price of a share</dt><dd>£1.20</dd>",
    "<dt>How shares are allocated</dt><dd>Pro rata. 40% of what is left after everybody’s minimum goes to Premium, VIP commitments placed before 14 January 2027, 10:00</dd>",
    "<p>The company pays the club 8.5% of the funds raised through the club, which is what its members invest, after completion and never out of their money.</p>",
  ])
    expect(page.split("\n")).toContain(line);
});

it("A deal page renders the same content to the same bytes: a change is for later versions, and meant", async () => {
  const bytes = new TextEncoder().encode(renderDealPage(structuredClone(content)));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  expect(hex).toBe("a39af87228b77da48b6c1f388a096b22006c25611d771a809f1b37cb80d9c9e6");
});

it("A rendered deal page has a logo's hash alone", () => {
  const logo = { file_id: "01900000-0000-7000-8000-000000000001", sha256: "a".repeat(64) };
  const page = renderDealPage({ ...content, company: { ...content.company, logo } });
  expect(page.split("\n")).toContain(`<p>Logo, SHA-256 ${"a".repeat(64)}</p>`);
  expect(page).not.toContain(logo.file_id);
});

it("A rendered deal page leaves out what is not known", () => {
  const { company, page, terms } = content;
  const nothing = {
    company_number: null,
    website: null,
    sector: null,
    one_line: null,
    place: null,
    founded_year: null,
  };
  const sparse = renderDealPage({
    ...content,
    company: { ...company, ...nothing },
    page: { ...page, scheme_note: null },
    terms: { ...terms, scheme: "none", assurance: "none", assurance_on: null, priority_tiers: [] },
  });
  expect(sparse).not.toMatch(/null|undefined|The scheme|Advance assurance|of what is left/);
});
