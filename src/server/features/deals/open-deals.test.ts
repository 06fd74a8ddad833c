import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "#server/open-app.ts";
import { buildDeal, freezeDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import type { Person } from "#server/sample/builders.ts";
import { buildCall, buildQuestion } from "#server/sample/sample-questions.ts";
import { buildDocument } from "#server/sample/sample-room.ts";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import { buildFirstAdmin } from "#tests/support/build-first-admin.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { unzip } from "#tests/support/unzip.ts";
import { dealJobs } from "./jobs.ts";

const noon = new Date("2026-01-13T12:00:00Z");
const released = new Date("2026-01-11T10:00:00Z");
/** Signed on the day of the release: good through 2027-01-10. */
const signedAt = new Date("2026-01-11T08:00:00Z");
let now = noon;
let jonas: Awaited<ReturnType<typeof buildInvestor>>;
let mine: Call;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildFirstAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
await setDeals(club.db);
const deal = await buildDeal(club.db, { at: released, author_id: owen.id });
const approved = await buildDeal(club.db, { at: released, state: "approved", company: { name: "Birch Systems" } });
beforeEach(async () => {
  now = noon;
  [jonas, mine] = await investor();
});

/** A member with a statement of signedAt. */
async function investor() {
  const person = await buildInvestor(club.db, { full_name: "Jonas Weber", signed_at: signedAt });
  return [person, await club.as(person)] as const;
}

const shownTo = async ({ id }: Person) => {
  const { rows } = await sql<{ channel: string; day: string; statement: boolean; version_id: string }>`
    select d.channel, (d.delivered_at at time zone 'Europe/London')::date::text as day, d.deal_version_id as version_id
      from deliveries d join investor_records r on r.id = d.record_id where r.user_id = ${id} order by d.delivered_at, d.id`.execute(
    club.db,
  );
  return rows;
};

/** The same deal with another price, approved later. */
async function reprice(given: typeof deal, price: string, approved_at: Date) {
  const content = { ...given.content, terms: { ...given.content.terms, price, number: 2 } };
  return freezeDeal(club.db, {
    deal_id: given.id,
    content,
    created_at: approved_at,
    approved_at,
    terms_id: given.terms_id,
    number: 2,
    author_id: null,
    approved_by: null,
  });
}

describe("GET /open-deals", () => {
  it("lists released deals alone, with the last day of the reader's statement", async () => {
    const { status, body } = await mine("GET", "/api/open-deals");
    expect(status).toBe(200);
    expect(body.valid_through).toBe("2027-01-10");
    expect(body.warnings.headline).toBe("You could lose all the money you put into any of these.");
    expect(body.warnings.risk).toBe(deal.content.warnings.risk);
    expect(body.items).toEqual([
      {
        id: deal.id,
        company_name: "Alder Analytics",
        one_line: "Forecasts how many vets and nurses a practice needs next week.",
        scheme: "SEIS",
        price: "1.20",
        club_minimum_pence: 6_000_000,
        club_maximum_pence: 10_000_000,
        state: "open",
        opens_at: "2026-01-11T10:00:00.000Z",
        closes_at: "2026-01-18T10:00:00.000Z",
        instead_of: null,
        closing_reason: null,
        interest: null,
        commitment: null,
        withdrawn_at: null,
        is_new: true,
      },
    ]);
  });

  it("records that a deal was shown, once a day, and nothing for HEAD or another site", async () => {
    await mine("HEAD", "/api/open-deals");
    expect((await mine("GET", "/api/open-deals", undefined, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await shownTo(jonas)).toEqual([]);
    await mine("GET", "/api/open-deals");
    await mine("GET", "/api/open-deals");
    now = new Date("2026-01-14T12:00:00Z");
    await mine("GET", "/api/open-deals");
    const version_id = deal.version_id;
    expect(await shownTo(jonas)).toEqual([
      { channel: "list", day: "2026-01-13", version_id },
      { channel: "list", day: "2026-01-14", version_id },
    ]);
  });

  it("finds deals by words of the company's name, and records only those that it found", async () => {
    const other = await buildDeal(club.db, { at: released, company: { name: "Hazel Hëalth" } });
    const namesFor = async (q: string) => {
      const { body } = await mine("GET", `/api/open-deals?${new URLSearchParams({ q })}`);
      return body.items.map(({ company_name }: { company_name: string }) => company_name);
    };
    expect(await namesFor("zzz")).toEqual([]);
    expect(await shownTo(jonas)).toEqual([]);
    expect(await namesFor("health HAZ")).toEqual(["Hazel Hëalth"]);
    expect(await shownTo(jonas)).toEqual([{ channel: "list", day: "2026-01-13", version_id: other.version_id }]);
    expect((await mine("GET", "/api/open-deals?q=%20")).status).toBe(422);
    await sql`update deals set state = 'declined' where id = ${other.id}`.execute(club.db);
    expect(await namesFor("hazel")).toEqual([]);
  });

  it("returns to the second that a deal opens soon, is open, and is closed", async () => {
    const later = await buildDeal(club.db, {
      at: released,
      company: { name: "Hazel Health" },
      terms: {
        opens_at: new Date("2026-01-20T10:00:00Z"),
        priority_until: new Date("2026-01-23T10:00:00Z"),
        closes_at: new Date("2026-01-27T17:00:00Z"),
      },
    });
    const stateAt = async (moment: string) => {
      now = new Date(moment);
      const { body } = await mine("GET", "/api/open-deals");
      return body.items.find(({ id }: { id: string }) => id === later.id).state;
    };
    expect(await stateAt("2026-01-20T09:59:59Z")).toBe("opens_soon");
    expect(await stateAt("2026-01-20T10:00:00Z")).toBe("open");
    expect(await stateAt("2026-01-27T16:59:59Z")).toBe("open");
    expect(await stateAt("2026-01-27T17:00:00Z")).toBe("closed");
    await sql`update deals set state = 'declined' where id = ${later.id}`.execute(club.db);
  });
});

describe("GET /open-deals/{id}", () => {
  it("shows the version that was approved last, with the reader's tier and every tier's fee", async () => {
    await sql`insert into memberships (user_id, tier, from_date, reason) values (${jonas.id}, 'premium', '2025-01-01', 'x')`.execute(
      club.db,
    );
    const { status, body } = await mine("GET", `/api/open-deals/${deal.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: "open",
      version_number: 1,
      tier: "premium",
      fees_bp: { trial: 1250, premium: 400, vip: 0 },
      valid_through: "2027-01-10",
      seen: null,
      interest: null,
      withdrawn_at: null,
      demand: null,
      content: { company: { name: "Alder Analytics" }, terms: { price: "1.20", number: 1 }, success_fee_bp: 800 },
    });
    expect(await shownTo(jonas)).toEqual([{ channel: "page", day: "2026-01-13", version_id: deal.version_id }]);
  });

  it("answers more readers at once than there are connections to the database", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => mine("GET", `/api/open-deals/${deal.id}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  it("returns what the reader saw before beside a new version, until the next one", async () => {
    const cedar = await buildDeal(club.db, { at: released, company: { name: "Cedar" } });
    const address = `/api/open-deals/${cedar.id}`;
    expect((await mine("GET", address)).body.seen).toBeNull();
    now = new Date("2026-01-19T12:00:00Z");
    await reprice(cedar, "1.24", now);
    const [, newcomer] = await investor();
    expect((await newcomer("GET", address)).body.seen).toBeNull();
    for (let visits = 0; visits < 2; visits += 1) {
      const { body } = await mine("GET", address);
      expect([body.version_number, body.content.terms.price, body.seen.terms.price]).toEqual([2, "1.24", "1.20"]);
    }
    await sql`update deals set state = 'declined' where id = ${cedar.id}`.execute(club.db);
  });

  it("returns 404 for a deal that is not released, and for one that is approved but was not released", async () => {
    expect((await mine("GET", `/api/open-deals/${approved.id}`)).status).toBe(404);
    expect(await shownTo(jonas)).toEqual([]);
  });
});

describe("PUT /open-deals/{id}/interest", () => {
  const say = (call: Call, body: object, id = deal.id) => call("PUT", `/api/open-deals/${id}/interest`, body);

  it("stores the latest interest, and then tells how much is wanted", async () => {
    const first = await say(mine, { level: "likely", amount_pence: 4_000_000 });
    expect(first.body).toMatchObject({
      interest: { level: "likely", amount_pence: 4_000_000 },
      demand: "under_half",
    });
    const [, ben] = await investor();
    const [, chloe] = await investor();
    expect((await ben("GET", `/api/open-deals/${deal.id}`)).body.demand).toBeNull();
    expect((await say(ben, { level: "considering", amount_pence: 1_000_000 })).body.demand).toBe("over_half");
    expect((await say(chloe, { level: "likely", amount_pence: 5_000_000 })).body.demand).toBe("full");
    expect((await say(ben, { level: "considering", amount_pence: 1_000_001 })).body.demand).toBe("oversubscribed");
    expect((await say(chloe, { level: "not_for_me", reason: "Too early." })).body).toMatchObject({
      interest: { level: "not_for_me", amount_pence: null, reason: "Too early." },
      demand: "over_half",
    });
    expect((await mine("GET", "/api/open-deals")).body.items[0].interest.level).toBe("likely");
  });

  it("returns 422 with the field of a value that cannot be stored", async () => {
    const without = await say(mine, { level: "likely" });
    expect([without.status, without.body.errors]).toEqual([
      422,
      [{ path: "amount_pence", message: "Please enter how much you think of" }],
    ]);
    expect((await say(mine, { level: "considering", amount_pence: 0.5 })).status).toBe(422);
    for (const [body, path] of [
      [{ level: "watching", amount_pence: 100 }, "amount_pence"],
      [{ level: "not_for_me", amount_pence: 5 }, "amount_pence"],
      [{ level: "watching", reason: "Too early." }, "reason"],
    ] as const) {
      const refused = await say(mine, body);
      expect([refused.status, refused.body.errors?.[0]?.path], JSON.stringify(body)).toEqual([422, path]);
    }
  });

  it("returns 409 for a deal that is not shown any more", async () => {
    const gone = await buildDeal(club.db, { at: released, state: "cancelled", company: { name: "Gone" } });
    const { status, body } = await say(mine, { level: "watching" }, gone.id);
    expect([status, body.code]).toEqual([409, "deal_not_open"]);
  });
});

describe("GET /deliveries/me", () => {
  it("lists what the member was shown, newest first, with the deal's name only while deals are shown", async () => {
    await mine("GET", "/api/open-deals");
    now = new Date("2026-01-13T13:00:00Z");
    await mine("GET", `/api/open-deals/${deal.id}`);
    const { body } = await mine("GET", "/api/deliveries/me?limit=1");
    expect(body.items).toMatchObject([
      {
        delivered_at: "2026-01-13T13:00:00.000Z",
        channel: "page",
        company_name: "Alder Analytics",
        version_number: 1,
        terms_number: 1,
        terms_set_at: expect.any(String),
        signed_on: "2026-01-11",
        valid_through: "2027-01-10",
      },
    ]);
    const next = await mine("GET", `/api/deliveries/me?limit=1&cursor=${encodeURIComponent(body.next_cursor)}`);
    expect(next.body.items).toMatchObject([{ channel: "list", document_title: null }]);
    expect(next.body.next_cursor).toBeNull();
    now = new Date("2027-01-11T00:00:00Z");
    const lapsed = await mine("GET", "/api/deliveries/me");
    expect(lapsed.body.items.map(({ company_name }: { company_name: string | null }) => company_name)).toEqual([
      null,
      null,
    ]);
  });
});

describe("GET /deliveries", () => {
  it("lists deliveries with person and channel, of one deal and of one person", async () => {
    await mine("GET", `/api/open-deals/${deal.id}`);
    const { body } = await admin("GET", `/api/deliveries?user_id=${jonas.id}&deal_id=${deal.id}`);
    expect(body.items).toMatchObject([
      {
        user_id: jonas.id,
        full_name: "Jonas Weber",
        deal_id: deal.id,
        company_name: "Alder Analytics",
        channel: "page",
      },
    ]);
    const [other] = await investor();
    expect((await admin("GET", `/api/deliveries?user_id=${other.id}`)).body.items).toEqual([]);
  });
});

describe("POST /deliveries.csv", () => {
  it("downloads the register with its filter, and is not asked for by GET", async () => {
    await mine("GET", `/api/open-deals/${deal.id}`);
    const { status, body } = await admin("POST", `/api/deliveries.csv?user_id=${jonas.id}`);
    expect(status).toBe(200);
    expect(body).toMatch(/\n2026-01-13T12:00:00.000Z,Jonas Weber,Alder Analytics,1,page,/);
    const exported = club.db.selectFrom("audit_events").select("details").where("kind", "=", "deliveries_exported");
    expect(await exported.execute()).toEqual([{ details: { deal: null, person: jonas.id } }]);
    expect((await admin("GET", "/api/deliveries.csv")).status).toBe(405);
  });
});

describe("The seals of the register", () => {
  const night = async (moment: string) => {
    now = new Date(moment);
    await dealJobs["delivery-seals"].run({ ...club, log: silentLog });
  };
  const problems = async () => (await sql`select day::text, problem from check_delivery_seals()`.execute(club.db)).rows;

  it("Seals chain each day that is over, and find a row that was changed, added or taken away", async () => {
    await mine("GET", "/api/open-deals");
    now = new Date("2026-01-14T12:00:00Z");
    await mine("GET", "/api/open-deals");
    await night("2026-01-15T03:17:00Z");
    await night("2026-01-15T03:17:00Z");
    const { rows } = await sql<{ day: string; previous_sha256: string; sha256: string }>`
      select day::text, previous_sha256, sha256 from delivery_seals order by day desc limit 2`.execute(club.db);
    expect(rows.map(({ day }) => day)).toEqual(["2026-01-14", "2026-01-13"]);
    expect(rows[0]?.previous_sha256).toBe(rows[1]?.sha256);
    expect(await problems()).toEqual([]);

    const undone = new Error("undone");
    const seen: string[][] = [];
    for (const change of [
      sql`update deliveries set channel = 'mail' where (delivered_at at time zone 'Europe/London')::date = '2026-01-14'`,
      sql`delete from deliveries where (delivered_at at time zone 'Europe/London')::date = '2026-01-14'`,
      sql`update delivery_seals set row_hashes = '' where day = '2026-01-14'`,
    ]) {
      const work = club.db.transaction().execute(async (tx) => {
        // As somebody with the owner's rights, who takes triggers and checks away first.
        await sql`alter table deliveries disable trigger user`.execute(tx);
        await sql`alter table delivery_seals disable trigger user`.execute(tx);
        await sql`alter table delivery_seals drop constraint delivery_seals_check`.execute(tx);
        await change.execute(tx);
        const found = await sql<{ problem: string }>`select problem from check_delivery_seals()`.execute(tx);
        seen.push(found.rows.map(({ problem }) => problem));
        throw undone;
      });
      await expect(work).rejects.toBe(undone);
    }
    expect(seen).toEqual([["missing_row", "unsealed_row"], ["missing_row"], ["broken_link", "unsealed_row"]]);
  });

  it("Seals hold after a record was erased with what it was shown", async () => {
    now = new Date("2026-01-16T12:00:00Z");
    await mine("GET", "/api/open-deals");
    await night("2026-01-17T03:17:00Z");
    await sql`delete from investor_records where user_id = ${jonas.id}`.execute(club.db);
    expect(await problems()).toEqual([]);
  });

  it("Seals that do not match are reported to admins", async () => {
    now = new Date("2026-01-17T12:00:00Z");
    await mine("GET", "/api/open-deals");
    await night("2026-01-18T03:17:00Z");
    await sql`update delivery_seals set erased = erased + 1 where day = '2026-01-17'`.execute(club.db);
    await night("2026-01-19T03:17:00Z");
    const { body } = await admin("GET", "/api/notices");
    expect(body.items[0]).toMatchObject({ kind: "register_mismatch" });
  });
});

describe("The gate", () => {
  type Door = [method: string, path: string, body?: object];
  /** Their successes leave a delivery, so that the gate can close while they wait for the statement. */
  const recorded = (): Door[] => [
    ["GET", "/api/open-deals"],
    ["GET", `/api/open-deals/${deal.id}`],
    ["PUT", `/api/open-deals/${deal.id}/interest`, { level: "watching" }],
    ["POST", `/api/open-deals/${deal.id}/calls/${meeting.id}/join`],
  ];
  const doors = (): Door[] => {
    const [questions, calls] = [`/api/open-deals/${deal.id}/questions`, `/api/open-deals/${deal.id}/calls`];
    return [
      ["PUT", `${calls}/${meeting.id}/request`, { asks: true }],
      ...recorded(),
      ["GET", questions],
      ["POST", questions, { question: "Why did the two practices leave?" }],
      ["PUT", `${questions}/${question.id}/follow`, { follows: true }],
      ["GET", calls],
      ["GET", `${calls}/${meeting.id}.ics`],
    ];
  };
  const knock = async () => {
    const outcomes = [];
    for (const door of doors()) {
      const { status, body } = await mine(...door);
      outcomes.push(status < 300 ? "open" : body.code);
    }
    return [...new Set(outcomes)];
  };
  let question: Awaited<ReturnType<typeof buildQuestion>>;
  let meeting: Awaited<ReturnType<typeof buildCall>>;
  beforeAll(async () => {
    const { record_id } = await buildInvestor(club.db, { signed_at: signedAt });
    question = await buildQuestion(club.db, {
      deal_id: deal.id,
      record_id,
      question: "Who owns Alder Analytics?",
      answer: "Its founders own Alder Analytics.",
      answered_at: noon,
    });
    meeting = await buildCall(club.db, {
      deal_id: deal.id,
      starts_at: new Date("2027-01-10T23:59:59Z"),
      about: "The founders of Alder Analytics",
    });
  });

  it("The gate closes every door at midnight in London after the last day of a statement", async () => {
    now = new Date("2027-01-10T23:59:59.999Z");
    expect(await knock()).toEqual(["open"]);
    now = new Date("2027-01-11T00:00:00Z");
    expect(await knock()).toEqual(["statement_expired"]);
  });

  it("The gate answers as of the moment of the request where the statement is withdrawn just after it", async () => {
    await sql`update statements set state = 'withdrawn', ended_at = ${new Date(noon.getTime() + 1)}
               where record_id in (select id from investor_records where user_id = ${jonas.id})`.execute(club.db);
    for (const path of ["", `/${deal.id}`]) {
      const { status, body } = await mine("GET", `/api/open-deals${path}`);
      expect([status, body.valid_through]).toEqual([200, "2027-01-10"]);
    }
    now = new Date(noon.getTime() + 1);
    expect((await mine("GET", `/api/open-deals/${deal.id}`)).body.code).toBe("statement_required");
  });

  it("The gate answers as a closed one where it closes while a request is answered", async () => {
    for (const [method, path, body] of recorded()) {
      const [person, call] = await investor();
      now = new Date("2027-01-10T23:59:59.999Z");
      await call("PUT", `/api/open-deals/${deal.id}/calls/${meeting.id}/request`, { asks: true });
      const { id } = await club.db
        .selectFrom("statements as s")
        .innerJoin("investor_records as r", "r.id", "s.record_id")
        .select("s.id")
        .where("r.user_id", "=", person.id)
        .executeTakeFirstOrThrow();
      const [withdrawn, answer] = await meetAtRow(club.db, "statements", id, [
        () => call("POST", "/api/statements/me/withdraw"),
        () => call(method, path, body),
      ]);
      expect(withdrawn?.status).toBe(200);
      expect([method, path, answer?.status, answer?.body.code]).toEqual([method, path, 403, "statement_required"]);
      expect(await shownTo(person)).toEqual([]);
    }
  });

  it("The kill switch closes every door of deals, and opens them again", async () => {
    now = new Date("2027-01-10T23:59:59.999Z");
    await setDeals(club.db, { kill_switch: true });
    expect(await knock()).toEqual(["deals_disabled"]);
    await setDeals(club.db);
    expect(await knock()).toEqual(["open"]);
  });

  it("A lapsed member's export has what the member said and was shown, and no deal's name", async () => {
    await mine("GET", `/api/open-deals/${deal.id}`);
    await mine("PUT", `/api/open-deals/${deal.id}/interest`, { level: "not_for_me", reason: "Too early." });
    await mine("POST", `/api/open-deals/${deal.id}/questions`, { question: "Why did the two practices leave?" });
    await mine("PUT", `/api/open-deals/${deal.id}/questions/${question.id}/follow`, { follows: true });
    await mine("PUT", `/api/open-deals/${deal.id}/calls/${meeting.id}/request`, { asks: true });
    const { id: document_id } = await buildDocument(club.db, deal.id, { title: "Alder’s deck" });
    const records = club.db.selectFrom("investor_records").select("id").where("user_id", "=", jonas.id);
    const { id: record_id } = await records.executeTakeFirstOrThrow();
    const opening = { document_id, record_id, deal_version_id: deal.version_id, pages: [1, 2] };
    await club.db
      .insertInto("document_openings")
      .values({ ...opening, opened_at: now })
      .execute();
    now = new Date("2027-01-11T00:00:00Z");
    const headers = { cookie: await club.cookieOf(jonas), origin: club.appUrl };
    const answer = await createApp(club).request(`${club.appUrl}/api/account/export`, { method: "POST", headers });
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const text = files.get("your-data.json")?.toString() ?? "";
    expect(JSON.parse(text)).toMatchObject({
      what_you_were_shown: [{ company: null, channel: "page", terms_number: 1 }],
      interest_in_deals: [{ company: null, level: "not_for_me", reason: "Too early." }],
      questions_about_deals: [{ deal_id: deal.id, question: "Why did the two practices leave?" }],
      questions_you_follow: [{}, { question_id: question.id }],
      documents_you_opened: [{ document_id, pages: [1, 2], downloaded_at: null }],
      calls_you_asked_for: [{ call_id: meeting.id, wording: dealCallMessages.request, withdrawn_at: null }],
    });
    const page = files.get("your-data.html")?.toString() ?? "";
    expect(text + page).not.toContain("Alder");
    expect(page).toContain("<h3>Hidden while deals are closed to you, 10 January 2027</h3>");
  });

  it("A lapsed member finds no deal's name on any route", async () => {
    await mine("GET", "/api/open-deals");
    await mine("GET", `/api/open-deals/${deal.id}`);
    await mine("POST", `/api/open-deals/${deal.id}/questions`, { question: "Why did the two practices leave?" });
    await mine("PUT", `/api/open-deals/${deal.id}/calls/${meeting.id}/request`, { asks: true });
    const { updated_at: expected_version } = (await admin("GET", `/api/deals/${deal.id}/calls`)).body.items[0];
    const reason = "A founder of Alder Analytics is ill.";
    await admin("POST", `/api/deals/${deal.id}/calls/${meeting.id}/cancel`, { reason, expected_version });
    now = new Date("2027-01-11T00:00:00Z");
    const { body } = await club.visitor("GET", "/api/openapi.json");
    const ids = [deal.id, deal.company_id, deal.terms_id, deal.version_id, question.id, meeting.id];
    // So that what lies below a deal is reached, too.
    const nested = { question_id: question.id, call_id: meeting.id } as Record<string, string>;
    const known = [deal.content.company.name, deal.name, deal.content.company.one_line ?? "", "Birch Systems"];
    let asked = 0;
    for (const [path, methods] of Object.entries(body.paths as Record<string, object>)) {
      for (const method of Object.keys(methods)) {
        // Signing out would end the walk.
        if (path.startsWith("/session") || path.includes("sessions") || path.startsWith("/auth")) continue;
        for (const id of path.includes("{") ? ids : [""]) {
          const answer = await mine(
            method.toUpperCase(),
            `/api${path.replaceAll(/\{(\w+)\}/g, (_, name) => nested[name] ?? id)}`,
            method === "get" ? undefined : {},
          );
          asked += 1;
          const text = JSON.stringify(answer.body) ?? "";
          expect([path, known.filter((word) => text.includes(word))]).toEqual([path, []]);
        }
      }
    }
    expect(asked).toBeGreaterThan(150);
  }, 60_000);
});

it("The list says what the reader has committed to, until the commitment ends, and nothing of others'", async () => {
  const { id: deal_id, terms_id } = await buildDeal(club.db, { at: released });
  const said = async () => {
    const { items } = (await mine("GET", "/api/open-deals")).body;
    return items.find(({ id }: { id: string }) => id === deal_id).commitment;
  };
  const withdrawnAt = async () => {
    const { items } = (await mine("GET", "/api/open-deals")).body;
    const listed = items.find(({ id }: { id: string }) => id === deal_id).withdrawn_at;
    return [listed, (await mine("GET", `/api/open-deals/${deal_id}`)).body.withdrawn_at];
  };
  const of = { deal_id, terms_id };
  await buildCommitment(club.db, { ...of, record_id: (await investor())[0].record_id, number: 2, shares: 500 });
  expect(await said()).toBeNull();
  const { id } = await buildCommitment(club.db, { ...of, record_id: jonas.record_id, number: 1, shares: 10_000 });
  const set = (values: object) => club.db.updateTable("commitments").set(values).where("id", "=", id).execute();
  expect(await said()).toEqual({ state: "committed", shares: 10_000 });
  await set({ state: "allocated", allocated_shares: 6879, cost_pence: 825_480, fee_pence: 103_185 });
  expect(await said()).toEqual({ state: "allocated", shares: 6879 });
  expect(await withdrawnAt()).toEqual([null, null]);
  const state_since = "2026-01-12T09:30:00.000Z";
  await set({ state: "withdrawn", state_since });
  expect(await said()).toBeNull();
  expect(await withdrawnAt()).toEqual([state_since, state_since]);
  // An answer given since is what they say now.
  await mine("PUT", `/api/open-deals/${deal_id}/interest`, { level: "watching" });
  expect(await withdrawnAt()).toEqual([null, null]);
});
