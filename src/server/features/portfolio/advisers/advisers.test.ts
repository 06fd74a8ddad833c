import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { createLog } from "#server/ops/start/create-log.ts";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { buildPaper } from "#tests/support/build-papers.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { adviserSeatJobs } from "../index.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const path = "/portfolio/me/adviser-seats";
const hale = { name: "Hale & Partners", email: "office@hale.example", shows_reliefs: false, shows_papers: false };
const refusal = [
  400,
  "invalid_token",
  "It has ended, was replaced by another, or is not complete. Ask the person who gave it to you for another one.",
];
const start = new Date("2027-12-01T12:00:00Z");
const day = 24 * 60 * 60 * 1000;
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
const lines: string[] = [];

let now = start;
let admin: Call;
let jonas: Person & { record_id: string };
let member: Call;
let other: Call;
let held: Awaited<ReturnType<typeof buildHeldRound>>;
let paperId: string;

const club = await openTestApp({
  now: () => now,
  hasLastingSessions: true,
  log: createLog("debug", { write: (line) => void lines.push(line) }),
});
beforeAll(async () => {
  admin = await club.as(await buildAdmin(club.db));
  const stranger = await buildInvestor(club.db, { full_name: "Amara Castell" });
  other = await club.as(stranger);
  jonas = await buildInvestor(club.db, { full_name: "Jonas Weber", signed_at: new Date("2027-06-01T12:00:00Z") });
  member = await club.as(jonas);
  held = await buildHeldRound(club.db, {
    company: { name: "Larch Analytics" },
    terms: { price: "1.24", scheme: "SEIS" },
    code: "R7C",
    called_on: "2027-01-25",
    wired_on: "2027-02-01",
    issued_on: "2027-02-02",
    members: [
      { record_id: jonas.record_id, tier: "trial", shares: 6879, paid_on: "2027-01-28" },
      { record_id: stranger.record_id, tier: "vip", shares: 500, paid_on: "2027-01-28" },
    ],
  });
  const commitment_id = held.holdings[0]?.commitment_id ?? "";
  paperId = (await buildPaper(club.db, { deal_id: held.id, commitment_id, kind: "relief_certificate" })).id;
  const [lot] = held.holdings;
  const relief = { lot_id: lot?.id, kind: "income", claimed_on: "2027-11-15", pence: 400_123 };
  expect((await member("POST", "/api/portfolio/me/reliefs", relief)).status).toBe(201);
  const typed = await member("POST", "/api/portfolio/me/typed/holdings", {
    company_name: "Rowan Systems",
    shares: 1000,
    share_class: "Ordinary",
    price: "1.50",
    cost_pence: 150_000,
    fee_pence: 0,
    scheme: null,
    issued_on: "2027-02-02",
  });
  expect(typed.status).toBe(201);
});
beforeEach(async () => {
  now = start;
  await sql`truncate adviser_seats, adviser_openings, notices, auth.rate_limits, audit_events`.execute(club.db);
  await takeMails(club);
});

const tokenOf = (link: string) => new URLSearchParams(link.split("?")[1]).get("token") ?? "";
async function grant(change: object = {}, by = member): Promise<{ id: string; token: string; link: string }> {
  const { status, body } = await by("POST", `/api${path}`, { ...hale, ...change });
  expect(status).toBe(201);
  return { id: body.seat.id, link: body.link, token: tokenOf(body.link) };
}
const read = (token: string, userAgent = windows, more: object = {}) =>
  club.visitor("POST", "/api/adviser-links/read", { token, ...more }, { "user-agent": userAgent });
const seats = async () => (await member("GET", `/api${path}`)).body.items;
const answerOf = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.code, body.detail];
const auditOf = async () =>
  (await club.db.selectFrom("audit_events").select(["kind", "actor_id", "subject_id"]).orderBy("id").execute()).map(
    ({ kind, actor_id, subject_id }) => [kind, actor_id === null ? "nobody" : "the member", subject_id === jonas.id],
  );
const noticesOf = async () =>
  (await club.db.selectFrom("notices").select("kind").where("user_id", "=", jonas.id).orderBy("id").execute()).map(
    ({ kind }) => kind,
  );

describe(`POST ${path}`, () => {
  it("returns the link this once, stores only the hash of its token, and tells the member", async () => {
    const { id, token, link } = await grant();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/#\/adviser\?token=[\w-]{43}$/);
    const [seat] = await seats();
    expect(seat).toMatchObject({ ...hale, id, state: "live", openings: [], can: { renew: true, end: true } });
    expect(Date.parse(seat.expires_at) - start.getTime()).toBe(90 * day);
    expect(JSON.stringify(await sql`select * from adviser_seats`.execute(club.db))).not.toContain(token);
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [jonas.email, "Hale & Partners can read what you hold"],
    ]);
    expect(JSON.stringify(mails)).not.toContain(token);
    expect([await noticesOf(), await auditOf()]).toEqual([
      ["adviser_seat_granted"],
      [["adviser_seat_granted", "the member", true]],
    ]);
  });
  it("grants five live seats, and another once one has ended", async () => {
    const all = [];
    for (let count = 0; count < 5; count++) all.push(await grant());
    const sixth = await member("POST", `/api${path}`, hale);
    expect([sixth.status, sixth.body.errors]).toEqual([
      422,
      [{ path: "name", message: "5 advisers can read at a time. End the access of one first" }],
    ]);
    await member("POST", `/api${path}/${all[0]?.id}/end`);
    await grant();
  });
  it.each([
    ["name", { name: " " }],
    ["name", { name: "x".repeat(121) }],
    ["email", { email: "nowhere" }],
    ["shows_papers", { shows_papers: "yes" }],
  ])("returns 422 for an invalid %s: %j", async (field, change) => {
    const { status, body } = await member("POST", `/api${path}`, { ...hale, ...change });
    expect([status, body.errors[0].path]).toEqual([422, field]);
  });
});

describe(`GET ${path}`, () => {
  it("lists the member's own seats with their openings, and no other member's", async () => {
    const { token } = await grant();
    await read(token);
    now = new Date(start.getTime() + 10 * 60_000);
    await read(token);
    await read(token, iphone);
    now = new Date(start.getTime() + day);
    await read(token);
    const [seat] = await seats();
    expect(seat.openings_count).toBe(3);
    expect(seat.openings).toEqual([
      { opened_at: "2027-12-02T12:00:00.000Z", device: "Chrome on Windows", is_new_device: false },
      { opened_at: "2027-12-01T12:10:00.000Z", device: "Safari on iPhone", is_new_device: true },
      { opened_at: "2027-12-01T12:00:00.000Z", device: "Chrome on Windows", is_new_device: true },
    ]);
    for (const by of [other, admin]) expect((await by("GET", `/api${path}`)).body.items).toEqual([]);
  });
  it("leaves seats in their owner's export, without the hash", async () => {
    const { token } = await grant();
    await read(token);
    const data = await club.asOwner(null, (tx) => collectData(tx, jonas.id, club));
    expect(data.advisers_you_let_read).toMatchObject([
      { name: "Hale & Partners", openings: [{ device: "Chrome on Windows" }] },
    ]);
    expect(JSON.stringify(data)).not.toContain("token_hash");
  });
});

describe(`POST ${path}/{id}/renew`, () => {
  it("replaces the link for another 90 days, and the one before opens nothing", async () => {
    const { id, token } = await grant();
    now = new Date(start.getTime() + 80 * day);
    const { status, body } = await member("POST", `/api${path}/${id}/renew`);
    expect(status).toBe(200);
    expect(Date.parse(body.seat.expires_at) - now.getTime()).toBe(90 * day);
    expect(answerOf(await read(token))).toEqual(refusal);
    expect((await read(tokenOf(body.link))).status).toBe(200);
  });
  it("returns 409 with the seat for one that has ended, and 404 for another member's", async () => {
    const { id } = await grant();
    for (const by of [other, admin]) expect((await by("POST", `/api${path}/${id}/renew`)).status).toBe(404);
    now = new Date(start.getTime() + 90 * day);
    const { status, body } = await member("POST", `/api${path}/${id}/renew`);
    expect([status, body.code, body.record.state]).toEqual([409, "revision_conflict", "expired"]);
  });
});

describe(`POST ${path}/{id}/end`, () => {
  it("ends a seat at once, tells the member, and changes nothing another time", async () => {
    const { id, token } = await grant();
    expect((await read(token)).status).toBe(200);
    await takeMails(club);
    const ended = await member("POST", `/api${path}/${id}/end`);
    expect([ended.status, ended.body.state, ended.body.can]).toEqual([200, "ended", { renew: false, end: false }]);
    expect(answerOf(await read(token))).toEqual(refusal);
    const [mail] = await takeMails(club);
    expect(mail?.subject).toBe("Hale & Partners cannot read what you hold any more");
    expect((await member("POST", `/api${path}/${id}/end`)).body.ended_at).toBe(ended.body.ended_at);
    expect(await takeMails(club)).toEqual([]);
  });
  it("returns 404 to anybody else, and the link works on", async () => {
    const { id, token } = await grant();
    for (const by of [other, admin]) expect((await by("POST", `/api${path}/${id}/end`)).status).toBe(404);
    expect((await read(token)).status).toBe(200);
  });
});

describe("POST /adviser-links/read", () => {
  it("returns what the member reads of their holdings, without the tasks that wait for the member", async () => {
    const { token } = await grant({ shows_reliefs: true });
    const { status, body, headers } = await read(token);
    expect([status, headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual([
      ...[200, "no-store", "nosniff"],
    ]);
    expect(body.seat).toEqual({
      name: "Hale & Partners",
      member_name: "Jonas Weber",
      shows_reliefs: true,
      shows_papers: false,
      expires_at: "2028-02-29T12:00:00.000Z",
    });
    // Documents are shown where the member lets them be read.
    const withoutCertificates = (given: object) =>
      JSON.parse(JSON.stringify(given, (name, value) => (name === "certificate_id" ? null : value)));
    const own = withoutCertificates((await member("GET", "/api/portfolio/me")).body);
    expect(body.portfolio).toEqual({ ...own, next: [] });
    expect(own.companies.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      ...["Larch Analytics", "Rowan Systems"],
    ]);
    for (const shown of body.companies) {
      const { company_id } = shown.company;
      expect(shown).toEqual(
        withoutCertificates((await member("GET", `/api/portfolio/me/companies/${company_id}`)).body),
      );
    }
    expect(body.companies).toHaveLength(2);
    const earlier = await read(token, windows, { on: "2027-01-31" });
    expect(earlier.body.portfolio).toEqual({
      ...withoutCertificates((await member("GET", "/api/portfolio/me?on=2027-01-31")).body),
      next: [],
    });
  });

  it("returns no reliefs and no papers unless the member ticked them", async () => {
    const { token } = await grant();
    const { body } = await read(token);
    expect([body.papers, body.companies[0].reliefs, body.portfolio.figures.relief_pence]).toEqual([[], [], 0]);
    expect(JSON.stringify(body)).not.toContain("400123");
    const file = String((await club.visitor("POST", "/api/adviser-links/flows.csv", { token })).body);
    expect(file).toContain("Larch Analytics");
    expect(file).not.toContain("Relief recorded");
    const all = await grant({ shows_reliefs: true, shows_papers: true });
    const shown = (await read(all.token)).body;
    expect([shown.papers.length, shown.portfolio.figures.relief_pence]).toEqual([1, 400_123]);
  });

  it("works out no loss that a hidden relief reduces, on the page and in the CSV", async () => {
    const { body: quern } = await member("POST", "/api/portfolio/me/typed/holdings", {
      company_name: "Quern Optics",
      shares: 1000,
      share_class: "Ordinary",
      price: "3.00",
      cost_pence: 300_000,
      fee_pence: 0,
      scheme: "SEIS",
      issued_on: "2023-05-02",
    });
    const claimed = { lot_id: quern.id, kind: "income", claimed_on: "2024-02-01", pence: 150_000 };
    expect((await member("POST", "/api/portfolio/me/reliefs", claimed)).status).toBe(201);
    const nil = { as_of: "2027-06-01", price: "0", source: "Liquidator’s letter" };
    expect((await member("POST", `/api/portfolio/me/typed/companies/${quern.company_id}/prices`, nil)).status).toBe(
      201,
    );
    const files = async (token: string) => ({
      losses: (await read(token)).body.companies.flatMap(({ losses }: { losses: unknown[] }) => losses),
      csv: String((await club.visitor("POST", "/api/adviser-links/year-end.csv", { token, tax_year: 2027 })).body),
    });
    const hidden = await files((await grant()).token);
    expect(hidden.losses).toEqual([]);
    expect(hidden.csv).toContain("Not shown,Not shown");
    expect(hidden.csv).not.toMatch(/1,?500\.00|-3,?000\.00/);
    const shown = await files((await grant({ shows_reliefs: true })).token);
    expect(shown.losses).toMatchObject([{ kind: "written_off", loss_pence: 150_000 }]);
    expect(shown.csv).toContain("1500.00,-1500.00");
  });

  it("returns nothing of other members, of deals or of statements", async () => {
    const { token } = await grant({ shows_reliefs: true, shows_papers: true });
    const text = JSON.stringify((await read(token)).body);
    expect(text).not.toContain("Castell");
    expect(text).not.toContain(jonas.email);
    expect(text).not.toContain(jonas.id);
  });

  it("tells the member of a new device, once", async () => {
    const { token } = await grant();
    await takeMails(club);
    for (const agent of [windows, windows, iphone]) await read(token, agent);
    const mails = await takeMails(club);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "The link for Hale & Partners was opened on a new device",
      "The link for Hale & Partners was opened on a new device",
    ]);
    const devices = mails.map(({ text }) => /for the first time in (.+?)\. Adviser access/.exec(text)?.[1]);
    expect(devices.toSorted()).toEqual(["Chrome on Windows", "Safari on iPhone"]);
    expect((await auditOf()).slice(1)).toEqual([
      ["adviser_seat_opened", "nobody", true],
      ["adviser_seat_opened", "nobody", true],
    ]);
  });

  it("returns one and the same answer for a wrong, ended or expired link, and of a suspended or deleted member", async () => {
    const ended = await grant();
    await member("POST", `/api${path}/${ended.id}/end`);
    const expired = await grant();
    now = new Date(start.getTime() + 90 * day);
    const answers = [await read("x".repeat(43)), await read(ended.token), await read(expired.token)];
    now = start;
    const leaver = await buildInvestor(club.db);
    const leaving = await grant({}, await club.as(leaver));
    await club.db.deleteFrom("investor_records").where("user_id", "=", leaver.id).execute();
    await club.db.deleteFrom("auth.users").where("id", "=", leaver.id).execute();
    answers.push(await read(leaving.token));
    const suspended = await buildInvestor(club.db);
    const theirs = await grant({}, await club.as(suspended));
    expect((await read(theirs.token)).status).toBe(200);
    await sql`update user_roles set suspended_at = ${now} where user_id = ${suspended.id}`.execute(club.db);
    answers.push(await read(theirs.token));
    expect(answers.map(answerOf)).toEqual([refusal, refusal, refusal, refusal, refusal]);
  });

  it("refuses the link of a member who was suspended and came back", async () => {
    const person = await buildInvestor(club.db);
    const { token } = await grant({}, await club.as(person));
    await sql`update user_roles set suspended_at = ${now} where user_id = ${person.id}`.execute(club.db);
    await sql`update user_roles set suspended_at = null where user_id = ${person.id}`.execute(club.db);
    expect(answerOf(await read(token))).toEqual(refusal);
    const [seat] = (await (await club.as(person))("GET", `/api${path}`)).body.items;
    expect(seat.state).toBe("suspended");
  });

  it("refuses more than twenty wrong links from an address, and then a right one too", async () => {
    const { token } = await grant();
    for (let count = 0; count < 20; count++) await read(`${count}`.padEnd(43, "x"));
    expect([(await read("y".repeat(43))).status, (await read(token)).status]).toEqual([429, 429]);
    await sql`truncate auth.rate_limits`.execute(club.db);
    expect((await read(token)).status).toBe(200);
  });

  it("leaves no token in the log, and GET opens nothing", async () => {
    const { token } = await grant();
    await read(token);
    expect((await club.visitor("GET", `/api/adviser-links/read?token=${token}`)).status).toBe(404);
    expect(lines.join()).toContain("/api/adviser-links/read");
    const before = lines.length;
    await read(token);
    expect(lines.slice(before).join()).not.toContain(token);
  });

  it("returns 422 with the field for a day to come", async () => {
    const { token } = await grant();
    const { status, body } = await read(token, windows, { on: "2027-12-02" });
    expect([status, body.errors[0].path]).toEqual([422, "on"]);
  });
});

describe.each(["holdings", "flows", "valuations"] as const)("POST /adviser-links/%s.csv", (name) => {
  it("returns the member's own file, and 400 without a link that opens it", async () => {
    const { token } = await grant({ shows_reliefs: true });
    const { status, body, headers } = await club.visitor("POST", `/api/adviser-links/${name}.csv`, { token });
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      ...[200, "text/csv; charset=utf-8", "no-store"],
    ]);
    expect(body).toBe((await member("GET", `/api/portfolio/me/${name}.csv`)).body);
    const wrong = await club.visitor("POST", `/api/adviser-links/${name}.csv`, { token: "x" });
    expect(answerOf(wrong)).toEqual(refusal);
  });
});

describe.each(["csv", "pdf"] as const)("POST /adviser-links/year-end.%s", (type) => {
  const open = (token: string, tax_year?: number) =>
    club.visitor("POST", `/api/adviser-links/year-end.${type}`, { token, ...(tax_year && { tax_year }) });
  it("returns the member's own pack, and refuses a year to come and a link that opens nothing", async () => {
    const { token } = await grant({ shows_reliefs: true });
    const { status, headers, body } = await open(token, 2026);
    const own = await member("GET", `/api/portfolio/me/year-end.${type}?tax_year=2026`);
    expect([status, headers.get("content-type")]).toEqual([200, own.headers.get("content-type")]);
    expect(headers.get("content-disposition")).toBe(own.headers.get("content-disposition"));
    if (type === "csv") expect(body).toBe(own.body);
    expect((await open(token, 2028)).body.errors[0].path).toBe("tax_year");
    expect(answerOf(await open("x"))).toEqual(refusal);
  });
});

describe("POST /adviser-links/ledger.csv", () => {
  const open = (token: string) => club.visitor("POST", "/api/adviser-links/ledger.csv", { token });
  const call = async (commitment_id: string, pence: number) => {
    const entries = JSON.stringify([
      { account: "1100", commitment_id, amount_pence: pence },
      { account: "2000", commitment_id, amount_pence: 100 - pence },
      { account: "2100", commitment_id: null, amount_pence: -100 },
    ]);
    await sql`select post_ledger(${held.id}, 'call', '2027-01-25', ${entries}::jsonb, ${commitment_id})`.execute(
      club.db,
    );
  };
  it("returns the entries of the member who granted the link alone, where papers are shown", async () => {
    const [own, others] = held.holdings.map(({ commitment_id }) => commitment_id ?? "");
    await call(own ?? "", 911_111);
    await call(others ?? "", 622_222);
    const { token } = await grant({ shows_papers: true });
    const { status, headers, body } = await open(token);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    const file = String(body);
    expect(file).toContain("2027-01-25,Larch Analytics,");
    expect(file).toContain(",9111.11");
    expect(file).not.toMatch(/6222|Member \d|2100|1000,/);
    expect((await open((await grant()).token)).status).toBe(404);
    expect(answerOf(await open("x"))).toEqual(refusal);
  });
  it("replaces the ledger of the deal, which names others by number and is no paper of an adviser's", async () => {
    const { id } = await buildPaper(club.db, { deal_id: held.id, commitment_id: null, kind: "ledger" });
    const { token } = await grant({ shows_papers: true });
    expect((await read(token)).body.papers.map(({ kind }: { kind: string }) => kind)).toEqual(["relief_certificate"]);
    expect((await club.visitor("POST", `/api/adviser-links/papers/${id}`, { token })).status).toBe(404);
    const hash = createHash("sha256").update(token).digest("base64url");
    const found = await club.asActor({ userId: null }, (tx) =>
      sql<{ file: string | null }>`select adviser_paper_file(${hash}, ${id}) as file`.execute(tx),
    );
    expect(found.rows).toEqual([{ file: null }]);
  });
});

describe("POST /adviser-links/papers/{id}", () => {
  const open = (token: string, id = paperId) => club.visitor("POST", `/api/adviser-links/papers/${id}`, { token });
  it("returns papers that the member ticked and holds alone", async () => {
    const { token } = await grant({ shows_papers: true });
    const { status, headers } = await open(token);
    expect([status, headers.get("cache-control"), headers.get("content-type")]).toEqual([
      ...[200, "private, no-store", "application/pdf"],
    ]);
    expect(headers.get("content-disposition")).toContain("Larch Analytics");
    expect((await open(token, unknownId)).status).toBe(404);
    const without = await grant();
    expect((await open(without.token)).status).toBe(404);
    const stranger = await grant({ shows_papers: true }, other);
    expect((await open(stranger.token)).status).toBe(404);
    expect(answerOf(await open("x"))).toEqual(refusal);
  });
});

describe("In the database alone", () => {
  const asVisitor = (query: ReturnType<typeof sql>) => club.asActor({ userId: null }, (tx) => query.execute(tx));
  it("A visitor reads no seat in the database, and no view of members' holdings, before or after a link was opened", async () => {
    const { token } = await grant({ shows_papers: true });
    const hash = createHash("sha256").update(token).digest("base64url");
    for (const relation of ["adviser_seats", "adviser_openings", "own_holdings", "own_papers", "company_prices"])
      await expect(asVisitor(sql`select from ${sql.table(relation)}`)).rejects.toThrow("permission denied");
    const seen = await club.asActor({ userId: null }, async (tx) => {
      const shown = await sql<{ shown: object }>`select read_as_adviser(${hash}, null) as shown`.execute(tx);
      const after = await sql<{ id: string | null }>`select app_user_id() as id`.execute(tx);
      return [Boolean(shown.rows[0]?.shown), after.rows[0]?.id];
    });
    expect(seen).toEqual([true, null]);
    const wrong = await asVisitor(
      sql`select read_as_adviser(${token}, null) as shown, adviser_paper_file(${token}, ${paperId}) as file`,
    );
    expect(wrong.rows).toEqual([{ shown: null, file: null }]);
  });
});

describe("The nightly job", () => {
  const run = () => adviserSeatJobs["adviser-seats"].run(club);
  it("A member is told a week before an adviser's seat ends, once, and when it has ended", async () => {
    const { id, token } = await grant();
    await takeMails(club);
    now = new Date(start.getTime() + 83 * day - 1);
    await run();
    expect(await takeMails(club)).toEqual([]);
    now = new Date(start.getTime() + 83 * day);
    for (const _ of [1, 2]) await run();
    const [ending, ...more] = await takeMails(club);
    expect([ending?.subject, more]).toEqual(["The access of Hale & Partners ends soon", []]);
    expect(ending?.text).toContain("until 29 February 2028");
    now = new Date(start.getTime() + 90 * day);
    for (const _ of [1, 2]) await run();
    expect((await takeMails(club)).map(({ subject }) => subject)).toEqual([
      "Hale & Partners cannot read what you hold any more",
    ]);
    expect(answerOf(await read(token))).toEqual(refusal);
    const [seat] = await seats();
    expect([seat.id, seat.state, seat.ended_at]).toEqual([id, "expired", "2028-02-29T12:00:00.000Z"]);
    expect(await noticesOf()).toEqual(["adviser_seat_granted", "adviser_seat_ending", "adviser_seat_ended"]);
  });
  it("A renewed seat is reminded of when the renewed link ends", async () => {
    const { id } = await grant();
    now = new Date(start.getTime() + 83 * day);
    await run();
    await member("POST", `/api${path}/${id}/renew`);
    await takeMails(club);
    await run();
    expect(await takeMails(club)).toEqual([]);
    now = new Date(now.getTime() + 83 * day);
    await run();
    expect((await takeMails(club)).map(({ template }) => template)).toEqual(["adviser-seat-ending"]);
  });
  it("A seat is forgotten a year after its end", async () => {
    const { id } = await grant();
    await member("POST", `/api${path}/${id}/end`);
    now = new Date(start.getTime() + 365 * day - 1);
    await run();
    expect(await seats()).toHaveLength(1);
    now = new Date(start.getTime() + 365 * day);
    await run();
    expect(await seats()).toEqual([]);
  });
});
