import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { buildQuestion } from "#server/sample/sample-questions.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import type { DeskQuestion, FrozenAnswer, OpenQuestion } from "#shared/deals/deal-questions.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { approveVersion } from "#tests/support/past-the-lists.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const noon = new Date("2026-11-23T12:00:00Z");
const unknownId = "018f0000-0000-7000-8000-000000000000";
const version = "2026-11-23T12:00:00.000Z";
const words = "What happens to the data if you close?";
let now = noon;
let deal: Awaited<ReturnType<typeof buildDeal>>;
let jonas: Investor;
let mine: Call;
let hers: Call;
let chloe: Investor;

type Investor = Awaited<ReturnType<typeof buildInvestor>>;

const club = await openTestApp({ now: () => now });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const [admin, second] = [await club.as(owen), await club.as(await buildAdmin(club.db, { full_name: "Ada Birch" }))];
await setDeals(club.db);
beforeEach(async () => {
  now = noon;
  deal = await buildDeal(club.db, { at: new Date("2026-11-21T10:00:00Z"), author_id: owen.id });
  [jonas, mine] = await investor("Jonas Weber");
  [chloe, hers] = await investor("Chloe Grant");
});

async function investor(full_name: string): Promise<[Investor, Call]> {
  const person = await buildInvestor(club.db, { full_name, signed_at: new Date("2026-11-20T08:00:00Z") });
  return [person, await club.as(person)];
}

const open = (call: Call, id = deal.id) => call("GET", `/api/open-deals/${id}/questions`);
const ask = (call: Call, question = words, id = deal.id) =>
  call("POST", `/api/open-deals/${id}/questions`, { question });
const follow = (call: Call, id: string, follows: boolean) =>
  call("PUT", `/api/open-deals/${deal.id}/questions/${id}/follow`, { follows });
const atDesk = async (call = admin): Promise<DeskQuestion[]> =>
  (await call("GET", `/api/deals/${deal.id}/questions`)).body.items;
const atDeskOf = async (id: string) => (await atDesk()).find((question) => question.id === id);
const build = (given: Partial<Parameters<typeof buildQuestion>[1]> = {}) =>
  buildQuestion(club.db, { deal_id: deal.id, record_id: jonas.record_id, asked_at: noon, ...given });
async function change(id: string, action: "answer" | "merge" | "decline", input: object, call = admin) {
  const { updated_at } = (await atDeskOf(id)) ?? { updated_at: version };
  const body = { expected_version: updated_at, ...input };
  return call("POST", `/api/deals/${deal.id}/questions/${id}/${action}`, body);
}
const auditOf = () => club.auditOf(deal.id, "kind", "details", "actor_id");
const followersOf = async (question_id: string) => {
  const rows = await club.db
    .selectFrom("deal_question_follows")
    .select("record_id")
    .where("question_id", "=", question_id)
    .execute();
  return rows.map(({ record_id }) => record_id).sort();
};

describe("GET /open-deals/{id}/questions", () => {
  it("lists what others ask too, newest first, without the asker", async () => {
    const hersFirst = await build({
      record_id: chloe.record_id,
      asked_at: new Date("2026-11-22T12:00:00Z"),
      question: "Who owns the forecasts?",
    });
    const own = await build();
    const { status, body } = await open(mine);
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        id: own.id,
        asked_at: "2026-11-23T12:00:00.000Z",
        question: "Why did the two practices leave?",
        is_mine: true,
        is_followed: true,
        merged_into: null,
        declined_reason: null,
        answer: null,
        answered_at: null,
      },
      {
        id: hersFirst.id,
        asked_at: "2026-11-22T12:00:00.000Z",
        question: "Who owns the forecasts?",
        is_mine: false,
        is_followed: false,
        merged_into: null,
        declined_reason: null,
        answer: null,
        answered_at: null,
      },
    ]);
  });
  it("A member who asked is on no page of another member", async () => {
    const asked = await build({ record_id: chloe.record_id, answer: "Both were bought.", answered_at: noon });
    await build({ record_id: chloe.record_id, question: "May I see the accounts?", declined_reason: "Private." });
    await freeze();
    const read = [
      await open(mine),
      await follow(mine, asked.id, true),
      await ask(mine),
      await mine("GET", `/api/open-deals/${deal.id}`),
      await mine("GET", "/api/open-deals"),
      await mine("GET", "/api/deliveries/me"),
    ];
    expect(read.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200, 200]);
    const text = JSON.stringify(read.map(({ body }) => body));
    expect(text).toContain("Both were bought.");
    for (const secret of ["Chloe", chloe.id, chloe.record_id, chloe.email, "Private.", "May I see"])
      expect(text).not.toContain(secret);
  });
  it("shows a merged or declined question to its asker alone, and one merged into a declined one as declined", async () => {
    const kept = await build({ record_id: chloe.record_id });
    const merged = await build({ question: "Why did practices leave?", merged_into: kept.id });
    const declined = await build({ question: "May I see the accounts?", declined_reason: "They are private." });
    const shown = async (call: Call) =>
      (await open(call)).body.items.map(({ id, merged_into, declined_reason }: OpenQuestion) => [
        id,
        merged_into,
        declined_reason,
      ]);
    expect(await shown(hers)).toEqual([[kept.id, null, null]]);
    expect(new Set(await shown(mine))).toEqual(
      new Set([
        [declined.id, null, "They are private."],
        [merged.id, kept.id, null],
        [kept.id, null, null],
      ]),
    );
    await change(kept.id, "decline", { reason: "Both left under contract." });
    expect(new Set(await shown(mine))).toEqual(
      new Set([
        [declined.id, null, "They are private."],
        [merged.id, kept.id, "Both left under contract."],
      ]),
    );
  });
  it("records no delivery", async () => {
    await build();
    await open(mine);
    await mine("HEAD", `/api/open-deals/${deal.id}/questions`);
    const deliveries = club.db.selectFrom("deliveries").select("channel").where("record_id", "=", jonas.record_id);
    expect(await deliveries.execute()).toEqual([]);
  });
  it("returns 404 for a deal that is not shown", async () => {
    for (const state of ["preparing", "approved", "completed", "cancelled"] as const) {
      const hidden = await buildDeal(club.db, { state });
      await build({ deal_id: hidden.id });
      expect((await open(mine, hidden.id)).status).toBe(404);
    }
  });
});

describe("POST /open-deals/{id}/questions", () => {
  it("stores a question, which its asker follows", async () => {
    const { status, body } = await ask(mine, `  ${words}\n`);
    expect(status).toBe(201);
    expect(body.items).toMatchObject([
      { question: words, asked_at: "2026-11-23T12:00:00.000Z", is_mine: true, is_followed: true },
    ]);
    expect((await open(hers)).body.items).toMatchObject([{ question: words, is_mine: false, is_followed: false }]);
  });
  it.each([
    ["Why not?", "Ask in at least 10 characters"],
    [`Why ${" ".repeat(20)}`, "Ask in at least 10 characters"],
    ["x".repeat(2001), "At most 2,000 characters"],
  ])("refuses %j", async (question, message) => {
    const { status, body } = await ask(mine, question);
    expect([status, body.errors]).toEqual([422, [{ path: "question", message }]]);
  });
  it("stores one question when a button is pressed twice, and another in other words or of somebody else", async () => {
    const answers = await meetAtRow(club.db, "investor_records", jonas.record_id, [() => ask(mine), () => ask(mine)]);
    expect(answers.map(({ status, body }) => [status, body.items.length])).toEqual([
      [201, 1],
      [201, 1],
    ]);
    expect((await ask(mine, `${words} And if you are sold?`)).body.items).toHaveLength(2);
    expect((await ask(hers)).body.items).toHaveLength(3);
  });
  it("accepts ten waiting questions of one person on one deal, two at once included, and one more after an answer", async () => {
    const waiting = [];
    for (let number = 1; number <= 9; number += 1) waiting.push(await build({ question: `Question number ${number}` }));
    await build({ question: "One that is declined", declined_reason: "Private." });
    await build({ question: "One that is merged", merged_into: waiting[0]?.id ?? null });
    const answers = await meetAtRow(club.db, "investor_records", jonas.record_id, [
      () => ask(mine, "The tenth question"),
      () => ask(mine, "The eleventh question"),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code, body.detail])).toEqual([
      [201, undefined, undefined],
      [409, "too_many_questions", "Ten of your questions on this deal wait for an answer; wait for the first"],
    ]);
    expect((await ask(mine, "The tenth question")).status).toBe(201);
    const other = await buildDeal(club.db);
    expect((await ask(mine, "The eleventh question", other.id)).status).toBe(201);
    expect((await ask(hers, "The eleventh question")).status).toBe(201);
    await change(waiting[0]?.id ?? "", "answer", { answer: "Because." });
    expect((await ask(mine, "The eleventh question")).status).toBe(201);
  });
  it("returns 409 for a deal that is not shown any more", async () => {
    const gone = await buildDeal(club.db, { state: "cancelled" });
    const { status, body } = await ask(mine, words, gone.id);
    expect([status, body.code]).toEqual([409, "deal_not_open"]);
  });
});

describe("PUT /open-deals/{id}/questions/{question_id}/follow", () => {
  it("follows a question once, and unfollows it", async () => {
    const { id } = await build();
    expect((await follow(hers, id, true)).body.items).toMatchObject([{ is_mine: false, is_followed: true }]);
    await follow(hers, id, true);
    expect(await followersOf(id)).toEqual([jonas.record_id, chloe.record_id].sort());
    expect((await follow(hers, id, false)).body.items).toMatchObject([{ is_followed: false }]);
    expect(await followersOf(id)).toEqual([jonas.record_id]);
    expect((await follow(mine, id, false)).body.items).toMatchObject([{ is_mine: true, is_followed: false }]);
  });
  it("returns 404 for a question of another deal, and for a declined one of somebody else", async () => {
    const other = await buildDeal(club.db);
    const elsewhere = await build({ deal_id: other.id });
    const declined = await build({ declined_reason: "Private." });
    for (const { id } of [elsewhere, declined]) expect((await follow(hers, id, true)).status).toBe(404);
    expect(await followersOf(elsewhere.id)).toEqual([jonas.record_id]);
  });
});

describe("GET /deals/{id}/questions", () => {
  it("shows the desk who asked and how many follow", async () => {
    const { id } = await build({ followers: [chloe.record_id] });
    const [question] = await atDesk();
    expect(question).toEqual({
      id,
      asked_at: "2026-11-23T12:00:00.000Z",
      updated_at: expect.any(String),
      question: "Why did the two practices leave?",
      asked_by_name: "Jonas Weber",
      followers: 2,
      answer: null,
      answered_at: null,
      answered_by_name: null,
      merged_into: null,
      declined_reason: null,
      is_shown: false,
    });
  });
});

describe("POST /deals/{id}/questions/{question_id}/answer", () => {
  it("answers a question, and changes the answer", async () => {
    const { id } = await build();
    const { status, body } = await change(id, "answer", { answer: " Both were bought. " });
    expect([status, body.items]).toMatchObject([
      200,
      [{ answer: "Both were bought.", answered_at: "2026-11-23T12:00:00.000Z", answered_by_name: "Owen Pryce" }],
    ]);
    expect((await change(id, "answer", { answer: "One was bought." }, second)).body.items).toMatchObject([
      { answer: "One was bought.", answered_by_name: "Ada Birch" },
    ]);
    expect(await auditOf()).toMatchObject([
      { kind: "deal_question_answered", details: { question_id: id }, actor_id: owen.id },
      { kind: "deal_question_answered", details: { question_id: id } },
    ]);
  });
  it("answers after completion too, and tells the asker", async () => {
    const { id } = await build();
    await club.db.updateTable("deals").set({ state: "completed" }).where("id", "=", deal.id).execute();
    expect((await change(id, "answer", { answer: "It stays with the practice." })).body.items).toMatchObject([
      { answer: "It stays with the practice.", is_shown: true },
    ]);
    const told = club.db.selectFrom("notices").select("kind").where("user_id", "=", jonas.id);
    expect(await told.execute()).toEqual([{ kind: "deal_question_closed" }]);
  });
  it("refuses an answer once nobody reads the deal's page", async () => {
    const { id } = await build();
    await club.db.updateTable("deals").set({ state: "cancelled" }).where("id", "=", deal.id).execute();
    const { status, body } = await change(id, "answer", { answer: "It stays with the practice." });
    expect([status, body.code]).toEqual([409, "deal_not_open"]);
    expect((await change(id, "decline", { reason: "The deal is cancelled." })).status).toBe(200);
  });
  it("shows members the answer with an approved version, and another answer with the next one", async () => {
    const { id } = await build();
    await change(id, "answer", { answer: "Both were bought." });
    const read = async () =>
      (await hers("GET", `/api/open-deals/${deal.id}`)).body.content.answers.map(({ answer }: FrozenAnswer) => answer);
    const isShown = async () => (await atDeskOf(id))?.is_shown;
    expect([await read(), await isShown()]).toEqual([[], false]);
    await freeze({ approved: false });
    expect([await read(), await isShown()]).toEqual([[], false]);
    await approveVersion(club, deal.id);
    expect([await read(), await isShown()]).toEqual([["Both were bought."], true]);
    expect((await hers("GET", `/api/open-deals/${deal.id}`)).body.content.answers).toEqual([
      {
        id,
        question: "Why did the two practices leave?",
        asked_at: "2026-11-23T12:00:00.000Z",
        answer: "Both were bought.",
        answered_at: "2026-11-23T12:00:00.000Z",
      },
    ]);
    await change(id, "answer", { answer: "One was bought." });
    expect([await read(), await isShown()]).toEqual([["Both were bought."], false]);
    await freeze();
    expect([await read(), await isShown()]).toEqual([["One was bought."], true]);
    await change(id, "answer", { answer: "Both were bought." });
    expect([await read(), await isShown()]).toEqual([["One was bought."], false]);
  });
  it("saves the answer of the first of two admins, and gives the second the present question", async () => {
    const { id } = await build();
    const expected_version = (await atDeskOf(id))?.updated_at;
    const answering = (by: Call, answer: string) => () =>
      by("POST", `/api/deals/${deal.id}/questions/${id}/answer`, { answer, expected_version });
    const [first, other] = await meetAtRow(club.db, "deal_questions", id, [
      answering(admin, "Both were bought."),
      answering(second, "They moved."),
    ]);
    expect(first?.status).toBe(200);
    expect([other?.status, other?.body.code, other?.body.record]).toMatchObject([
      409,
      "revision_conflict",
      { id, answer: "Both were bought." },
    ]);
    expect(await auditOf()).toHaveLength(1);
  });
  it("answers without a conflict after followers were told", async () => {
    const { id } = await build({ answer: "Both were bought.", answered_at: noon });
    const expected_version = (await atDeskOf(id))?.updated_at;
    await club.db.updateTable("deal_questions").set({ told_at: noon }).where("id", "=", id).execute();
    expect((await change(id, "answer", { answer: "One was bought.", expected_version })).status).toBe(200);
  });
  it("refuses an empty answer, a closed question and one of another deal", async () => {
    const { id } = await build({ declined_reason: "Private." });
    const empty = await change(id, "answer", { answer: " " });
    expect([empty.status, empty.body.errors]).toEqual([422, [{ path: "answer", message: "This field is required" }]]);
    const closed = await change(id, "answer", { answer: "Both were bought." });
    expect([closed.status, closed.body.code, closed.body.detail]).toEqual([
      409,
      "question_closed",
      "This question was put together with another one or declined",
    ]);
    const elsewhere = await build({ deal_id: (await buildDeal(club.db)).id });
    expect((await change(elsewhere.id, "answer", { answer: "Both were bought." })).status).toBe(404);
    expect(await auditOf()).toEqual([]);
  });
});

describe("POST /deals/{id}/questions/{question_id}/merge", () => {
  it("moves followers on, and questions that were merged before", async () => {
    const [first, middle, last] = [await build(), await build({ record_id: chloe.record_id }), await build()];
    await change(first.id, "merge", { into: middle.id });
    expect(await followersOf(middle.id)).toEqual([jonas.record_id, chloe.record_id].sort());
    const { status, body } = await change(middle.id, "merge", { into: last.id });
    expect(status).toBe(200);
    const mergedInto = new Map(body.items.map(({ id, merged_into }: DeskQuestion) => [id, merged_into]));
    expect([first.id, middle.id, last.id].map((id) => mergedInto.get(id))).toEqual([last.id, last.id, null]);
    expect(await followersOf(last.id)).toEqual([jonas.record_id, chloe.record_id].sort());
    expect((await auditOf()).map(({ kind, details }) => [kind, details])).toEqual([
      ["deal_question_merged", { question_id: first.id }],
      ["deal_question_merged", { question_id: middle.id }],
    ]);
  });
  it("returns 422 for merging a question into itself, a closed one, one of another deal and an unknown one", async () => {
    const { id } = await build();
    const declined = await build({ declined_reason: "Private." });
    const elsewhere = await build({ deal_id: (await buildDeal(club.db)).id });
    for (const into of [id, declined.id, elsewhere.id, unknownId]) {
      const { status, body } = await change(id, "merge", { into });
      const message = "Choose the question that it is put together with";
      expect([status, body.errors]).toEqual([422, [{ path: "into", message }]]);
    }
    expect((await atDeskOf(id))?.merged_into).toBeNull();
  });
  it("merges one of two questions that are merged into each other at once", async () => {
    const [one, other] = [await build(), await build()];
    const [oneRead, otherRead] = [await atDeskOf(one.id), await atDeskOf(other.id)];
    const merging = (id: string, into: string, expected_version = "") =>
      admin("POST", `/api/deals/${deal.id}/questions/${id}/merge`, { into, expected_version });
    const held = [one.id, other.id].sort()[0] ?? "";
    const answers = await meetAtRow(club.db, "deal_questions", held, [
      () => merging(one.id, other.id, oneRead?.updated_at),
      () => merging(other.id, one.id, otherRead?.updated_at),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 422]);
    expect((await atDesk()).filter(({ merged_into }) => merged_into !== null)).toMatchObject([{ id: one.id }]);
  });
});

describe("POST /deals/{id}/questions/{question_id}/decline", () => {
  it("withdraws an answer, and stores the reason", async () => {
    const { id } = await build({ answer: "Both were bought.", answered_at: noon });
    const { status, body } = await change(id, "decline", { reason: "They are private." });
    expect([status, body.items]).toMatchObject([
      200,
      [{ declined_reason: "They are private.", answer: null, answered_at: null, answered_by_name: null }],
    ]);
    expect(await auditOf()).toMatchObject([{ kind: "deal_question_declined", details: { question_id: id } }]);
    expect((await change(id, "merge", { into: unknownId })).body.code).toBe("question_closed");
    expect((await change(id, "decline", { reason: " " })).body.errors).toEqual([
      { path: "reason", message: "This field is required" },
    ]);
  });
});

describe("A question", () => {
  it("A question stays as it was asked, for the owner of the database too", async () => {
    const { id } = await build();
    const changing = club.db.updateTable("deal_questions").set({ question: "May I have it all?" }).where("id", "=", id);
    await expect(changing.execute()).rejects.toThrow("what a deal has recorded is never changed or deleted");
  });
});

describe("A question of somebody whose account is deleted", () => {
  it("A deleted account's question loses its asker, goes with the sealed record, and stays answered in the version", async () => {
    const answered = await build({ answer: "Both were bought.", answered_at: noon });
    const merged = await build({ record_id: chloe.record_id, question: "Why did they go?", merged_into: answered.id });
    await freeze();
    expect((await atDeskOf(answered.id))?.asked_by_name).toBe("Jonas Weber");
    await club.deleteAccount(jonas.id, { actorId: null, reason: "requested" }, async () => true);
    expect((await atDeskOf(answered.id))?.asked_by_name).toBeNull();
    await club.db.deleteFrom("investor_records").where("id", "=", jonas.record_id).execute();
    expect((await atDesk()).map(({ id, merged_into }) => [id, merged_into])).toEqual([[merged.id, null]]);
    const { body } = await hers("GET", `/api/open-deals/${deal.id}`);
    expect(body.content.answers).toMatchObject([{ id: answered.id, answer: "Both were bought." }]);
    expect(JSON.stringify(body)).not.toContain("Jonas");
    await freeze();
    expect((await hers("GET", `/api/open-deals/${deal.id}`)).body.content.answers).toEqual([]);
  });
});

async function freeze({ approved = true } = {}): Promise<void> {
  const checklist = [...checklistItems];
  expect((await admin("POST", `/api/deals/${deal.id}/versions`, { checklist })).status).toBe(201);
  if (approved) await approveVersion(club, deal.id);
}
