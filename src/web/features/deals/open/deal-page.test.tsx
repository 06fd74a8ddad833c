import { describe, expect, it, vi } from "vitest";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import type { OpenCall } from "#shared/deals/deal-calls.ts";
import type { OpenQuestion } from "#shared/deals/deal-questions.ts";
import type { OwnOpenings } from "#shared/deals/deal-room.ts";
import type { DealContent, OpenDeal } from "#shared/deals/deals.ts";
import type { NoticeChoice } from "#shared/notices/notice-topics.ts";
import { alderTerms } from "#tests/support/alder-terms.ts";
import { type CachedQuery, markupOf, textOf } from "#tests/support/static-markup.tsx";
import { offerQuery } from "#web/features/commitments/commitment-queries.ts";
import { noticeChoicesQuery } from "#web/features/notices/notice-queries.ts";
import type { Gated } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { DealPage } from "./deal-page.tsx";
import { OpenDealList } from "./open-deals.tsx";

const ofTwelve = (key: string) => (key.startsWith("deal-amount:") ? "£12,000" : null);
const typed = vi.fn<(key: string) => string | null>(ofTwelve);
vi.stubGlobal("sessionStorage", { getItem: typed });

const id = "0190a0a0-0000-7000-8000-000000000009";

const terms: DealContent["terms"] = { id, number: 1, created_at: "2027-01-11T09:00:00.000Z", ...alderTerms };

const content: DealContent = {
  company: {
    logo: null,
    name: "Alder Analytics",
    company_number: "00000000",
    website: null,
    sector: null,
    one_line: "Forecasts how many vets a practice needs.",
    place: "Leeds",
    founded_year: 2024,
    country: "GB",
  },
  deal_name: "Seed round 2027",
  page: {
    why_we_like_it: ["Fourteen practices pay."],
    what_would_make_it_fail: ["Five months of money are left."],
    team: [{ name: "Ruth Sandford", history: "Chief executive." }],
    traction: [{ what: "Practices that pay", figure: "14", as_of: "31 Dec 2026", source: "Export" }],
    scheme_note: null,
  },
  terms,
  documents: [],
  answers: [],
  warnings: {
    headline: "You could lose all the money you invest in this company.",
    risk: "Do not invest unless you are prepared for that.",
    sender: "Sent by Kindling Club Ltd.",
    exemption: "To members whose statement is current.",
  },
  success_fee_bp: 800,
};

const deal: OpenDeal = {
  id,
  bought: null,
  state: "open",
  closes_at: terms.closes_at,
  instead_of: null,
  closing_reason: null,
  released_at: "2027-01-11T10:00:00.000Z",
  version_id: id,
  version_number: 1,
  approved_at: "2027-01-11T09:30:00.000Z",
  content,
  seen: null,
  valid_through: "2027-11-21",
  tier: "trial",
  fees_bp: { trial: 1250, premium: 400, vip: 0 },
  interest: { level: "watching", amount_pence: null, reason: null },
  panel: [
    { name: "Amara Okafor", capacity: "admin", arranges: true, invests_pence: 200_000 },
    { name: "Ruth Bell", capacity: "second", arranges: false, invests_pence: null },
  ],
  withdrawn_at: null,
  demand: "over_half",
};

const call: OpenCall = {
  id: "0190a0a0-0000-7000-8000-0000000000c1",
  starts_at: "2100-01-14T18:30:00.000Z",
  ends_at: "2100-01-14T19:30:00.000Z",
  about: "Video, one hour, both founders",
  cancelled_reason: null,
  requested_at: null,
  joined_at: null,
  is_joinable: false,
};
const pastCall: OpenCall = { ...call, starts_at: "2020-01-14T18:30:00.000Z", ends_at: "2020-01-14T19:30:00.000Z" };
const requested_at = "2020-01-12T08:00:00.000Z";

const questionId = (number: number) => `0190a0a0-0000-7000-8000-00000000000${number}`;
const question: OpenQuestion = {
  id: questionId(1),
  asked_at: "2027-01-12T10:00:00.000Z",
  question: "Who answers for the data?",
  is_mine: false,
  is_followed: false,
  answer: null,
  answered_at: null,
  merged_into: null,
  declined_reason: null,
};
const answer = {
  id: questionId(5),
  question: "Why did the two practices leave?",
  asked_at: "2027-01-11T10:00:00.000Z",
  answer: "Both were bought by chains.",
  answered_at: "2027-01-12T12:00:00.000Z",
};

const committed: Partial<OwnCommitment> = {
  ...({ state: "committed", history: [] } as const),
  shares: 729,
  asked_shares: 729,
  fee_bp: 0,
  cost_pence: 1_000_57,
  fee_pence: 0,
  due_pence: 1_000_57,
  terms: { ...terms, price: "1.372511" },
};

interface Around {
  commitment?: Partial<OwnCommitment> | null;
  /** Of the offer, besides the commitment. */
  offer?: object;
  openings?: OwnOpenings["items"];
  questions?: OpenQuestion[];
  calls?: OpenCall[];
  choice?: NoticeChoice;
}

const renderDeal = (
  answer: Gated<OpenDeal>,
  { openings = [], questions = [], calls = [], commitment, offer, choice }: Around = {},
) =>
  markupOf(<DealPage id={id} backTo="/" />, [
    [queryKeys.openDeal(id), answer],
    [queryKeys.ownOpenings(id), { gate: "open", answer: { items: openings } }],
    [queryKeys.openQuestions(id), { gate: "open", answer: { items: questions } }],
    [queryKeys.openCalls(id), { gate: "open", answer: { items: calls } }],
    [noticeChoicesQuery.queryKey, choice && { items: [{ topic: "deal_call", choice }] }],
    ...(commitment !== undefined ? [[offerQuery(id).queryKey, offerOf(commitment, offer)] as CachedQuery] : []),
  ]);
const offerOf = (commitment: object | null, offer: object = {}) => ({
  gate: "open",
  answer: {
    obstacle: "closed",
    cooling_off_until: null,
    ...offer,
    commitment: commitment && {
      id: questionId(7),
      deal_id: id,
      placed_at: "2027-01-14T09:10:00.000Z",
      fee_bp: 1250,
      reconsent: null,
      cost_pence: 0,
      fee_pence: 0,
      due_pence: 0,
      ceiling_pence: 0,
      least_shares: 417,
      wants_relief: null,
      band: "general",
      terms,
      signed_as: null,
      can: { change: false, withdraw: false, reconsent: false },
      ...commitment,
    },
  },
});
const show = (changes: Partial<OpenDeal> = {}, around: Around = {}) =>
  renderDeal({ gate: "open", answer: { ...deal, ...changes } }, around);

function expectInOrder(markup: string, texts: readonly string[]): void {
  const places = texts.map((text) => markup.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
}

describe("A deal's page", () => {
  it("A deal's printed page shows for whom it is printed, and leaves out what is pressed", () => {
    const markup = show();
    expect(textOf(markup)).toContain("Alder Analytics, printed for");
    expect(markup).toContain('class="inline-link deal-print"');
  });

  it("A deal's page warns first, then tells what the deal is, costs and risks, and asks last", () => {
    expectInOrder(show({}, { calls: [call] }), [
      "You could lose all the money you invest in this company.",
      "Do not invest unless you are prepared for that.",
      "Sent by Kindling Club Ltd. To members whose statement is current. Your investor statement is valid until 21 November 2027.",
      "Leeds, founded 2024, company 00000000, Seed round 2027",
      ">Alder Analytics</h1>",
      ">What it costs you</h2>",
      ">Why we like it</h2>",
      ">What would make it fail</h2>",
      ">Risks</h3>",
      ">The company</h2>",
      ">Terms</h3>",
      ">Team</h3>",
      ">Traction</h3>",
      ">Use of funds</h3>",
      ">Who else invests</h3>",
      ">SEIS</h3>",
      ">Conflicts and what the club earns</h2>",
      ">Documents and questions</h2>",
      ">Documents</h3>",
      ">Questions</h3>",
      ">Founder call</h2>",
      ">Timeline</h2>",
      "Open until Mon 18 Jan 2027, 17:00.",
      "Demand so far: <b>over half of the club’s maximum</b>.",
    ]);
  });

  it("A deal's page shows what the club puts in and conflicts, even where the answer is a word", () => {
    expectInOrder(textOf(show()), [
      "What the club and its founders put in",
      "The founders put in £20,000.",
      "Conflicts of interest",
      "None known.",
    ]);
  });

  it("A deal's page shows who signs for the money, before anybody commits", () => {
    expectInOrder(textOf(show()), [
      "Who signs for the money",
      "Your money is moved only by a list that two of them have signed.",
      "Amara Okafor, an admin, arranges the round and takes part with shares for at most £2,000.00",
      "Ruth Bell, a second signatory",
    ]);
  });

  it("A deal's page tells what £12,000 costs a Trial member, with and without reliefs", () => {
    expectInOrder(textOf(show()), [
      "From £500.00 to £100,000.00",
      "10,000 shares at £1.20 £12,000.00",
      "Kindling’s fee, 12.5% (Trial) £1,500.00",
      "You send £13,500.00",
      "If it fails, with no relief −£13,500.00",
      "after SEIS Income Tax relief, if you qualify −£7,500.00",
      "and loss relief at 40%, if you qualify −£5,100.00",
      "As Premium the fee would be £480.00, as VIP nothing. Premium costs £395 a year on top; VIP costs £985 a year on top.",
      "a share has to be worth £1.35: 1.125× its price.",
      "Your fee, at £12,000.00 £1,500.00",
      "8% from the company, if the club fills £99,999.60 £7,999.97",
      "8% if it reaches the minimum of £60,000.00 £4,800.00",
    ]);
  });

  it("No sum is announced to screen readers before it has settled", () => {
    expect(show()).toContain('<p class="sr-only" role="status"></p>');
    expect(show({}, { commitment: committed })).toContain('<p class="sr-only" role="status"></p>');
  });

  it("A Premium member reads that the free tier has no yearly price", () => {
    expect(textOf(show({ tier: "premium" }))).toContain(
      "As Trial the fee would be £1,500.00, as VIP nothing. Trial has no yearly price; VIP costs £985 a year in place of £395.",
    );
  });

  it("No relief is counted without a scheme", () => {
    const markup = show({ content: { ...content, terms: { ...terms, scheme: "none", assurance: "none" } } });
    expect(markup).toContain("These shares qualify for no relief under SEIS or EIS.");
    expect(markup).not.toContain("Income Tax relief, if you qualify");
  });

  it.each([
    ["none", "Assurance in advance was not applied for. The certificate (SEIS3) comes months after the shares"],
    [
      "applied",
      "Assurance in advance is applied for and not given yet. It is no promise: the certificate (SEIS3) comes months",
    ],
  ] as const)(
    "A deal's page tells whether there is an assurance, and that one is no promise: %s",
    (assurance, words) => {
      expect(textOf(show({ content: { ...content, terms: { ...terms, scheme: "SEIS", assurance } } }))).toContain(
        words,
      );
    },
  );

  const bar = (markup: string) => textOf(markup.slice(markup.indexOf("stay-bar")));
  const answers = (changes: Partial<OpenDeal>) => bar(show(changes, { commitment: null }));

  it("A deal's bar asks to commit, with Not for me beside it and watching as the quiet third", () => {
    expect(answers({ interest: null, demand: null })).toMatch(/£12,000\.00, you send £13,500\.00\. Keep watching/);
    const markup = show({ interest: null, state: "open" }, { commitment: null });
    expect(markup).toMatch(/class="btn btn-outline"[^>]*>Not for me</);
    expect(textOf(markup)).not.toMatch(/Considering|Likely|Watching/);
  });

  it("A deal's bar shows what its reader answered, and offers the way back", () => {
    expect(answers({})).toContain("You are watching this deal.");
    expect(answers({})).not.toContain("Keep watching");
    const notForMe = answers({ interest: { level: "not_for_me", amount_pence: null, reason: null } });
    expectInOrder(notForMe, [
      "You said: not for me.",
      "You get no more emails about it.",
      "Say why",
      "Commit",
      "Keep watching",
    ]);
  });

  it.each(["open", "closed"] as const)(
    "A deal's bar shows no sum to send once the reader has withdrawn: %s",
    (state) => {
      const withdrawn = answers({ state, withdrawn_at: "2027-01-14T09:05:00.000Z" });
      expect(withdrawn).toContain("You withdrew on Thu 14 Jan 2027, 09:05. You owe nothing.");
      expect(withdrawn).not.toMatch(/you send|£/);
    },
  );

  it("A deal's bar shows what the reader has committed to, and then asks for no answer", () => {
    const can = { change: true, withdraw: true, reconsent: false, say_sent: false };
    const own = bar(show({ interest: null, demand: null }, { commitment: { ...committed, can } }));
    expectInOrder(own, [
      "You committed £1,000.57.",
      "729 shares, you send £1,000.57 at most. Change or withdraw until the shares are allocated.",
      "Your commitment Change Withdraw",
    ]);
    expect(own).not.toMatch(/Not for me|Keep watching/);
    const allocated = bar(show({ demand: null }, { commitment: { ...committed, state: "allocated" } }));
    expectInOrder(allocated, ["Allocated, 729 shares.", "Your commitment"]);
    expect(allocated).not.toMatch(/Change|Withdraw/);
  });

  it("A deal's page tells at its top from when a first commitment can be placed", () => {
    const waits = { obstacle: "cooling_off", cooling_off_until: "2027-01-14T09:05:00.000Z" };
    const markup = show({}, { commitment: null, offer: waits });
    expectInOrder(textOf(markup), ["Your first commitment: from Thursday, 14 January 2027, 09:05.", "Club round"]);
    expect(bar(markup)).toContain("You can commit from Thu 14 Jan 2027, 09:05.");
  });

  it("No risk is repeated, and none is in a fold", () => {
    const risks = ["Five months of money are left.", "Shares cannot be sold."];
    const markup = show({ content: { ...content, terms: { ...terms, risks } } });
    expect(markup.match(/Five months of money are left/g)).toHaveLength(1);
    expect(markup.indexOf("Shares cannot be sold")).toBeLessThan(markup.indexOf("<details"));
  });

  it("A commitment's own figures are shown once there is one, whatever was typed", () => {
    typed.mockImplementation((key) => (key.startsWith("deal-amount:") ? "£9,000" : null));
    const text = textOf(show({ tier: "trial" }, { commitment: { ...committed, tier: "premium" } }));
    typed.mockImplementation(ofTwelve);
    expect(text).toContain("These are the figures of your commitment.");
    expect(text).toMatch(
      /729 shares at £1\.372511, at most ?£1,000\.57 ?Kindling’s fee, 0% \(Premium\) ?£0\.00 ?You send ?£1,000\.57/,
    );
    expect(text).toContain("a share has to be worth £1.372525: a little over its price.");
    expect(text).toContain("Your fee, at £1,000.57");
    expect(text).not.toMatch(/£9,000|You want to put into shares/);
  });

  it("A number of shares has one cost, at most, where the price has parts of a penny", () => {
    const broken = { ...content, terms: { ...terms, price: "1.3725", minimum_commitment_pence: 1_000_00 } };
    typed.mockImplementation(() => null);
    const text = textOf(show({ content: broken, interest: null }));
    typed.mockImplementation(ofTwelve);
    expect(text).toContain("Smallest commitment £1,000.56, 729 shares");
    expect(text).toContain("The fewest shares that can be had are 729, which cost £1,000.56.");
    expect(text).toMatch(/729 shares at £1\.3725, at most ?£1,000\.56/);
    expect(text).toContain("rounded up to the penny: it is the most");
    expect(text).not.toContain("£1,000.55");
  });

  it("A priority that is over shows when it ended", () => {
    const ended = { ...terms, priority_until: "2020-01-12T09:21:00.000Z" };
    const text = textOf(show({ content: { ...content, terms: ended } }));
    expect(text).toMatch(/Commitments are taken\. [A-Za-z ]+ priority ended Sun 12 Jan/);
    expect(text).not.toContain("priority until");
  });

  it("A deal's page tells which amount its figures are of while another cannot be read", () => {
    expect(textOf(show())).not.toContain("These figures are still of");
    typed.mockImplementation((key) => (key.startsWith("deal-amount:") ? "twelve" : null));
    const text = textOf(show());
    typed.mockImplementation((key) => (key.startsWith("deal-amount:") ? "12" : null));
    const tooLittle = textOf(show());
    typed.mockImplementation(ofTwelve);
    expect(text).toContain("Please enter an amount like 500 or 500.50");
    expect(tooLittle).toContain("Please enter an amount from £500.00 to £100,000.00");
    expect(text).toContain("These figures are still of £500.00, the last amount that could be read and fits.");
  });

  it("A closed deal takes no answer", () => {
    const markup = show({ state: "closed", demand: null });
    expect(bar(markup)).toContain("Closed since Mon 18 Jan 2027, 17:00.");
    expect(bar(markup)).not.toMatch(/Commit|Not for me|Keep watching/);
  });

  it("A deal that was bought asks and promises nothing, and has no links to what is closed", () => {
    const asked = { ...question, is_mine: true, is_followed: true };
    const bought = { commitment_id: questionId(7), shares: 1_666, held_shares: 1_666, issued_on: "2027-02-02" };
    const markup = show(
      { state: "closed", bought, demand: null },
      { questions: [asked, { ...question, id: otherId }] },
    );
    expect(textOf(markup)).toContain("It was not answered before the deal was over.");
    expect(textOf(markup)).not.toMatch(/What it costs you|Your fee, at|waits for its answer|You are told/);
    expect(bar(markup)).toContain("This deal was completed. You hold 1,666 shares. Your commitment");
    expect(textOf(markup)).toContain("Done: Shares were issued Tuesday, 2 February 2027");
    const left = (held_shares: number) =>
      bar(show({ state: "closed", bought: { ...bought, held_shares }, demand: null }));
    expect(left(400)).toContain("You were issued 1,666 shares on 2 February 2027; you hold 400 now.");
    expect(left(0)).toContain("You were issued 1,666 shares on 2 February 2027; you hold none of them now.");
  });

  const closedEarly = {
    closes_at: "2027-01-13T12:00:00.000Z",
    instead_of: terms.closes_at,
    closing_reason: "The round is full.",
  };

  it("A deal's terms tell when the deal closed, where it closed earlier", () => {
    expect(textOf(show({ state: "closed", ...closedEarly }))).toMatch(
      /Commitments are taken From .{5,40} to Wed 13 Jan/,
    );
  });

  it("Priority lasted until the deal closed, where it closed earlier", () => {
    expect(textOf(show({ state: "closed", ...closedEarly }))).toMatch(/priority until Wed 13 Jan/);
  });

  it("Lines and sections that differ from what the reader saw last are marked, and no others", () => {
    const seen = {
      ...content,
      page: { ...content.page, team: [] },
      terms: { ...terms, price: "1.25", pre_money_pence: 1_400_000_00 },
    };
    const markup = show({ seen, approved_at: "2027-01-19T12:00:00.000Z" });
    expect(markup).toMatch(/This page changed on Tuesday,? 19 January 2027\./);
    expect(markup).toContain("The price is £1.20 instead of £1.25.");
    expect([...markup.matchAll(/<del>(.*?)<\/del> <ins>(.*?)<\/ins>/g)].map(([, was, now]) => [was, now])).toEqual([
      ["£1.25", "£1.20"],
      ["£1,400,000", "£1,500,000"],
      ["400 shares, £500.00", "417 shares, £500.40"],
    ]);
    expect(markup).toContain("3 lines changed.");
    const marked = [...markup.matchAll(/-heading">([^<]*)<\/h3><span>[^<]*<span class="deal-changed">Changed</g)];
    expect(marked.map(([, section]) => section)).toEqual(["Team"]);
    expect(show()).not.toContain("Changed");
    expect(markup).not.toContain("No longer there");
  });

  it("A deal's page lists sections that the reader saw and are gone", () => {
    const gone = { ...content, page: { ...content.page, team: [], traction: [] } };
    const markup = show({ seen: content, content: gone, approved_at: "2027-01-19T12:00:00.000Z" });
    expect(markup).toContain("No longer there: Team and Traction.");
  });

  it("The company's logo stands before its name, where the version has one", () => {
    const logo = { file_id: "01900000-0000-7000-8000-00000000000c", sha256: "a".repeat(64) };
    const markup = show({ content: { ...content, company: { ...content.company, logo } } });
    expect(markup).toMatch(/src="\/api\/open-deals\/[^"]+\/logo\?file=01900000-0000-7000-8000-00000000000c" alt=""/);
    expect(show()).not.toContain("/logo");
  });

  const deck: DealContent["documents"][number] = {
    id,
    title: "Founders’ deck",
    file_name: "deck.pdf",
    number: 1,
    created_at: "2027-01-11T09:00:00.000Z",
    media_type: "application/pdf",
    bytes: 90_000,
    sha256: "a".repeat(64),
    pages: 18,
    is_downloadable: false,
  };
  const otherId = "0190a0a0-0000-7000-8000-000000000010";
  const sheet = {
    ...deck,
    id: otherId,
    title: "Cap table",
    number: 2,
    media_type: "text/csv",
    pages: null,
    is_downloadable: true,
  };

  it("A deal's page lists its version's documents, what the reader opened, and that this is recorded", () => {
    const opening = { document_id: id, downloaded_at: null };
    const openings = [
      { ...opening, opened_at: "2027-01-12T09:00:00.000Z", pages: [2, 3, 9] },
      { ...opening, opened_at: "2027-01-11T09:00:00.000Z", pages: [1, 2] },
    ];
    const markup = show(
      { content: { ...content, documents: [deck, sheet] }, seen: { ...content, documents: [deck] } },
      { openings },
    );
    expectInOrder(textOf(markup), [
      "Founders’ deck 18 v1, 11 Jan 2027 Opened 12 Jan, pages 1–3, 9 Read Founders’ deck",
      "Cap table CSV, download allowed – v2, 11 Jan 2027 New Not opened Download Cap table",
      "Every opening is recorded: who, which version, which pages, when. You see your own record, admins see all. Each page you read carries your name.",
    ]);
    expect(markup).toContain(`?document=${id}`);
    expect(markup).not.toContain(`?document=${otherId}`);
    expect(markup).toMatch(/Documents<\/h3><span>2 documents, 1 opened<span class="deal-changed">Changed/);
  });

  it("A spreadsheet that may not be downloaded is marked, and an empty room is told", () => {
    const documents = [{ ...sheet, is_downloadable: false }];
    const text = textOf(show({ content: { ...content, documents } }));
    expect(text).toContain("CSV, not to be downloaded");
    expect(text).not.toContain("Download Cap table");
    expect(textOf(show())).toContain("No documents yet.");
  });

  it("Answers come first, then the reader's own questions and their fate, then how many others wait", () => {
    const own = { ...question, is_mine: true, is_followed: true };
    const questions: OpenQuestion[] = [
      question,
      { ...own, id: questionId(2), question: "When do you break even?" },
      { ...own, id: questionId(3), question: "Why did practices go?", merged_into: answer.id },
      { ...own, id: questionId(4), question: "What do you earn?", declined_reason: "The founders do not say that." },
      { ...own, id: answer.id, question: answer.question },
    ];
    const markup = show({ content: { ...content, answers: [answer] } }, { questions });
    expectInOrder(textOf(markup), [
      "Why did the two practices leave? Both were bought by chains. Asked by you, 11 January. Answered by the founders, 12 January 2027",
      "When do you break even? Asked by you, 12 January 2027. It waits for its answer. You are told of its answer under Notices.",
      "Why did practices go? Asked by you, 12 January 2027. It was put together with “Why did the two practices leave?”.",
      "What do you earn? Asked by you, 12 January 2027. It is not answered: The founders do not say that.",
      "1 question of another member waits for its answer",
      "Who answers for the data? Asked by a member, 12 January 2027.",
      "Ask a question",
      "Members see the question without your name.",
    ]);
    expect(markup.match(/Why did the two practices leave\?<\/p>/g)).toHaveLength(1);
  });

  it("A question that was answered in the next year shows its year, and hides who asked", () => {
    const long = { ...answer, asked_at: "2026-12-30T10:00:00.000Z" };
    expect(textOf(show({ content: { ...content, answers: [long] } }))).toContain(
      "Asked by a member, 30 December 2026. Answered by the founders, 12 January 2027",
    );
  });

  it("Answers that are new or changed since the reader's last visit are marked", () => {
    const other = { ...answer, id: questionId(6) };
    const seen = { ...content, answers: [{ ...answer, answer: "We do not know." }] };
    const markup = show({ seen, content: { ...content, answers: [answer, other] } });
    expect([...markup.matchAll(/class="deal-changed">(\w+)<\/p>/g)].map(([, word]) => word)).toEqual([
      "Changed",
      "New",
    ]);
    expect(markup).toMatch(/Questions<\/h3><span>2 answered, 0 waiting<span class="deal-changed">Changed/);
  });

  it("A closed deal takes no question", () => {
    const markup = show({ state: "closed" });
    expect(markup).toContain("This deal is closed, so questions are not taken any more.");
    expect(markup).not.toContain("Ask a question");
    expect(markup).toContain("Nobody has asked anything yet.");
  });

  it("A followed question tells whether its reader is told of the answer", () => {
    const questions = [{ ...question, is_followed: true }];
    const told = (choice: NoticeChoice) => textOf(show({}, { questions, choice }));
    expect(told("mail")).toContain("Asked by a member, 12 January 2027. You get an email once it is answered.");
    expect(told("never")).toContain("You are told of its answer under Notices.");
  });

  it("A deal's page tells when the reader withdrew, until they commit anew", () => {
    const withdrawn = { withdrawn_at: "2027-01-12T13:52:00.000Z" };
    expect(textOf(show(withdrawn, { commitment: null }))).toContain("You withdrew on Tue 12 Jan 2027, 13:52.");
    expect(textOf(show(withdrawn, { commitment: committed }))).not.toContain("You withdrew");
  });

  it("A deal without a call has no section for calls", () => {
    expect(show()).not.toContain("Founder call");
  });

  it("A call is asked for with a tick in its words, and its reader learns when the link comes", () => {
    const asking = textOf(show({}, { calls: [call] }));
    expect(asking).toMatch(/Thursday,? 14 January 2100, 18:30 Video, one hour, both founders\./);
    expect(asking).toContain("I know that they want my money and that I could lose all of it.");
    expect(asking).not.toContain("Add to calendar");
    const asked = textOf(show({}, { calls: [{ ...call, requested_at }] }));
    expect(asked).toContain("You asked to join; the link appears here at 18:15.");
    expectInOrder(asked, ["Add to calendar", "Not coming after all"]);
    expect(asked).not.toContain("Ask to join");
    expect(asked).not.toContain("expects you");
  });

  it("A reader who wants nothing more of a deal is told that a call which they asked for stays", () => {
    const notForMe = { interest: { level: "not_for_me", amount_pence: null, reason: null } } as const;
    const expected = "The club expects you until you press “Not coming after all”.";
    expect(textOf(show(notForMe, { calls: [{ ...call, requested_at }] }))).toContain(expected);
    expect(textOf(show(notForMe, { calls: [call] }))).not.toContain(expected);
  });

  it("A call can be joined at its time, and the page tells afterwards whether the reader joined", () => {
    const open = textOf(show({}, { calls: [{ ...call, requested_at, is_joinable: true }] }));
    expect(open).toContain("Join the call");
    expect(open).not.toContain("the link appears");
    const words = (changes: Partial<OpenCall>) => textOf(show({}, { calls: [{ ...pastCall, ...changes }] }));
    expect(words({})).toContain("You did not ask to join.");
    expect(words({ requested_at })).toContain("You asked to join, but did not.");
    expect(words({ requested_at, joined_at: "2020-01-14T18:31:00.000Z" })).toContain("You joined at 18:31.");
    for (const text of [words({}), words({ requested_at })]) expect(text).not.toMatch(/Ask to join|Not coming/);
  });

  it("A cancelled call shows why, and takes nothing more", () => {
    const text = textOf(show({}, { calls: [{ ...call, requested_at, cancelled_reason: "Ruth is ill." }] }));
    expect(text).toContain("Cancelled: Ruth is ill.");
    expect(text).not.toMatch(/Not coming|Add to calendar|Ask to join/);
  });

  it("A closed gate shows nothing of a deal", () => {
    const markup = renderDeal({ gate: "statement_expired" });
    expect(markup).toContain("Deals are shown to members with a current investor statement.");
    expect(markup).not.toContain("Alder");
    expect(renderDeal({ gate: "deals_disabled" })).toContain("Deals are switched off at the moment.");
  });
});

describe("The list of deals", () => {
  const item = {
    id,
    company_name: "Alder Analytics",
    one_line: null,
    scheme: "SEIS",
    price: "0.8349",
    club_minimum_pence: 1_000_000_00,
    club_maximum_pence: 2_500_000_00,
    state: "opens_soon",
    opens_at: "2027-01-20T10:00:00.000Z",
    closes_at: "2027-01-28T17:00:00.000Z",
    interest: null,
    commitment: null,
    withdrawn_at: null,
    is_new: true,
  };
  const showList = (items: unknown[]) =>
    markupOf(<OpenDealList linkTo={(deal) => `/?deal=${deal}`} />, [
      [
        queryKeys.openDealList,
        { gate: "open", answer: { warnings: content.warnings, valid_through: "2027-11-21", items } },
      ],
    ]);

  it("The list of deals warns before the first company's name, and tells when a deal opens", () => {
    expectInOrder(textOf(showList([item])), [
      "You could lose all the money you invest in this company.",
      "your investor statement is valid until 21 November 2027.",
      "Alder Analytics",
      "£0.8349",
      "£1,000,000–£2,500,000",
      "Opens Wed 20 Jan 2027, 10:00",
      "Not answered",
      "What I was shown",
    ]);
  });

  it("A listed deal shows what the reader has committed to in place of an answer", () => {
    const text = textOf(showList([{ ...item, state: "open", commitment: { state: "committed", shares: 9_677 } }]));
    expect(text).toContain("Committed, 9,677 shares");
    expect(text).not.toContain("Not answered");
  });

  it("A listed deal shows when the reader withdrew, until they commit anew", () => {
    const withdrawn = { ...item, withdrawn_at: "2027-01-12T13:52:00.000Z" };
    const text = textOf(showList([withdrawn]));
    expect(text).toContain("You withdrew on Tue 12 Jan 2027, 13:52");
    expect(text).not.toContain("Not answered");
    const again = { ...withdrawn, commitment: { state: "committed", shares: 9_677 } };
    expect(textOf(showList([again]))).not.toContain("You withdrew");
  });

  it("An empty list tells that no deal is open", () => {
    expect(showList([])).toContain("No deal is open");
  });

  it("A closed gate shows no list of deals", () => {
    const markup = markupOf(<OpenDealList linkTo={() => "/"} />, [
      [queryKeys.openDealList, { gate: "statement_in_review" }],
    ]);
    expect(markup).toContain("An admin is looking at your investor statement.");
  });
});
