import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildHolding } from "#tests/support/build-holding.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const released = new Date("2026-01-11T10:00:00Z");
/** Statements of January 2026 have ended by then. */
const later = new Date("2027-06-01T10:00:00Z");
let now = released;
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
await setDeals(club.db);
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });

let deal: Awaited<ReturnType<typeof buildDeal>>;
let commitmentId: string;
let buyer: Call;
let withdrawn: Call;
let stranger: Call;
let current: Call;
const address = () => `/api/open-deals/${deal.id}`;
const deck = () => `${address()}/documents/${deal.documents[0]?.id}`;

beforeAll(async () => {
  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#fff" } })
    .webp()
    .toBuffer();
  deal = await buildDeal(club.db, {
    at: released,
    author_id: owen.id,
    documents: [{ pages: [{ content, width: 60, height: 40, text: "Forecasts" }] }],
  });
  const investor = (signed_at: Date) => buildInvestor(club.db, { signed_at });
  const [rosa, ben, luc, ida] = [
    await investor(released),
    await investor(released),
    await investor(released),
    await investor(new Date("2027-05-01T10:00:00Z")),
  ];
  const given = { deal_id: deal.id, terms_id: deal.terms_id, price: "1.20", shares: 1666, placed_at: released };
  const bought = {
    ...given,
    number: 1,
    record_id: rosa.record_id,
    state: "completed" as const,
    allocated_shares: 1666,
    cost_pence: 1_999_20,
    fee_pence: 249_90,
    reference: "KD23456789",
    called_at: released,
    due_at: released,
    grace_until: released,
  };
  const commitment = await buildCommitment(club.db, bought);
  commitmentId = commitment.id;
  await buildHolding(club.db, commitment, { shares: 1666, issued_on: "2027-02-02" });
  await buildCommitment(club.db, { ...given, number: 2, record_id: ben.record_id, state: "withdrawn" });
  [buyer, withdrawn, stranger, current] = [
    await club.as(rosa),
    await club.as(ben),
    await club.as(luc),
    await club.as(ida),
  ];
  await buyer("POST", `${address()}/questions`, { question: "How long does a practice stay?" });
  await club.db.updateTable("deals").set({ state: "completed" }).where("id", "=", deal.id).execute();
  now = later;
});

it("Who bought still reads the deal: page, documents and questions, without a statement and without a delivery", async () => {
  const page = await buyer("GET", address());
  expect([page.status, page.body.content.company.name, page.body.state]).toEqual([200, "Alder Analytics", "closed"]);
  expect(page.body).toMatchObject({
    bought: { commitment_id: commitmentId, shares: 1666, held_shares: 1666, issued_on: "2027-02-02" },
    valid_through: null,
  });
  const opened = await buyer("POST", `${deck()}/openings`);
  expect([opened.status, opened.body.pages]).toEqual([201, [{ number: 1, width: 60, height: 40 }]]);
  const text = await buyer("GET", `${deck()}/pages/1/text?opening=${opened.body.opening_id}`);
  expect([text.status, text.body.text]).toEqual([200, "Forecasts"]);
  const questions = await buyer("GET", `${address()}/questions`);
  expect(questions.body.items).toMatchObject([{ question: "How long does a practice stay?", is_mine: true }]);
  expect((await buyer("GET", `${address()}/openings`)).body.items).toHaveLength(1);
  const shown = club.db.selectFrom("deliveries").select("id").where("delivered_at", ">=", later);
  expect(await shown.execute()).toEqual([]);
});

it("Bought deals are in no list of open deals, and take no answer, question or commitment", async () => {
  expect((await buyer("GET", "/api/open-deals")).status).toBe(403);
  expect((await buyer("PUT", `${address()}/interest`, { level: "watching" })).status).toBe(403);
  expect((await buyer("POST", `${address()}/questions`, { question: "May I buy some more?" })).status).toBe(403);
  expect((await current("GET", "/api/open-deals")).body.items).toEqual([]);
});

it("Bought deals are closed to everybody else, with a statement or without, and to who withdrew", async () => {
  const { opening_id } = (await buyer("POST", `${deck()}/openings`)).body;
  const paths = [
    ["GET", address()],
    ["GET", `${address()}/questions`],
    ["GET", `${address()}/openings`],
    ["POST", `${deck()}/openings`],
    ["GET", `${deck()}/pages/1/text?opening=${opening_id}`],
  ] as const;
  for (const [method, path] of paths) {
    expect([path, (await stranger(method, path)).body.code]).toEqual([path, "statement_expired"]);
    expect([path, (await withdrawn(method, path)).body.code]).toEqual([path, "statement_expired"]);
    expect([path, (await current(method, path)).status]).toEqual([path, 404]);
  }
});

it("An answer given after completion is shown to who bought, and its asker is told where it stands", async () => {
  const admin = await club.as(owen);
  const path = `/api/deals/${deal.id}/questions`;
  const [asked] = (await admin("GET", path)).body.items;
  const input = { answer: "Six years on average.", expected_version: asked.updated_at };
  expect((await admin("POST", `${path}/${asked.id}/answer`, input)).status).toBe(200);
  expect((await buyer("GET", `${address()}/questions`)).body.items).toMatchObject([
    { answer: "Six years on average." },
  ]);
  const told = club.db.selectFrom("notices").select("subject_id").where("kind", "=", "deal_question_settled");
  expect(await told.execute()).toEqual([{ subject_id: deal.id }]);
});
