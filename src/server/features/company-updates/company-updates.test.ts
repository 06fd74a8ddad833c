import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#server/ops/start/create-log.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildPerson } from "#server/sample/builders.ts";
import { alderFigures, buildHeldCompany, buildUpdate } from "#tests/support/build-company-update.ts";
import { buildFirstAdmin } from "#tests/support/build-first-admin.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { companyUpdateJobs } from "./index.ts";

const day = 24 * 60 * 60 * 1000;
const unknownId = "01900000-0000-7000-8000-000000000000";
const noToken = `${unknownId}.${"x".repeat(43)}`;
const start = new Date("2029-10-02T03:00:00Z");
const pdf = goodPdf("letter");
const type = { "content-type": "application/pdf" };
const content = { ...alderFigures, text: "We know why they left.", offer: null, letter_id: null };
const lines: string[] = [];

let clock = start;
const log = createLog("debug", { write: (line) => void lines.push(line) });
const club = await openTestApp({ now: () => clock, hasLastingSessions: true, log });
const admin = await club.as(await buildFirstAdmin(club.db, { full_name: "Owen Pryce" }));
const jonas = await buildInvestor(club.db, { full_name: "Jonas Weber", signed_at: new Date("2029-01-10T10:00Z") });
const mine = await club.as(jonas);
const amara = await buildInvestor(club.db, { full_name: "Amara Okafor" });
const stranger = await club.as(await buildInvestor(club.db, { signed_at: new Date("2029-09-10T10:00Z") }));
const company = await buildHeldCompany(club.db, { records: [jonas.record_id, amara.record_id] });
await setDeals(club.db);
beforeEach(async () => {
  clock = start;
  await sql`truncate company_updates, company_update_offers, company_update_requests, company_update_letters, notices,
    auth.rate_limits, audit_events`.execute(club.db);
  await club.db.updateTable("companies").set({ is_asked_for_updates: true }).execute();
  await takeMails(club);
});

const later = (days: number) => {
  clock = new Date(start.getTime() + days * day);
};
const runJob = () => companyUpdateJobs["company-update-requests"].run(club);
const tokenOf = (url = "") => new URLSearchParams(url.split("?")[1]).get("token") ?? "";
async function askedToken(): Promise<string> {
  await runJob();
  const [mail] = await takeMails(club);
  return tokenOf(mail?.link);
}
const read = (token: string) => club.visitor("POST", "/api/company-update-links/read", { token });
const send = (token: string, change: object = {}) =>
  club.visitor("POST", "/api/company-update-links/send", { ...content, ...change, token });
const upload = (token: string, body: Uint8Array = pdf, name = "letter.pdf") =>
  club.visitor("POST", `/api/company-update-links/letter?file_name=${name}`, body, { ...type, "x-link-token": token });
const deskPath = () => `/api/companies/${company.id}/updates`;
const ownPath = () => `/api/portfolio/me/companies/${company.id}/updates`;
const desk = async () => (await admin("GET", deskPath())).body;
const kindsOf = async () =>
  (await club.db.selectFrom("audit_events").select(["kind", "actor_id", "details"]).orderBy("id").execute()).map(
    ({ kind, actor_id, details }) => [kind, actor_id === null ? "nobody" : "somebody", details],
  );
/** Sent by the founder and published. */
async function publishFromFounder(change: object = {}) {
  expect((await send(await askedToken(), change)).status).toBe(201);
  const { id } = (await desk()).quarters[0].versions[0];
  expect((await admin("POST", `/api/company-updates/${id}/publish`)).status).toBe(200);
  return id;
}

describe("The nightly job", () => {
  it("The nightly job asks the first founder with an address for the last quarter by a link, naming no member", async () => {
    await runJob();
    const [mail, ...others] = await takeMails(club);
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([
      "tom@alder.example",
      "Alder Analytics: your update for the third quarter of 2029",
    ]);
    expect(mail?.text).toContain("Hello Tom,");
    expect(mail?.text).toContain("The link works once, until 1 November 2029.");
    expect(mail?.text).not.toMatch(/Jonas|Weber|Amara|6,879|8,529/);
    expect(mail?.link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/#\/company-update\?token=[\da-f-]{36}\.[\w-]{43}$/);
    expect(await kindsOf()).toEqual([["company_update_requested", "nobody", { quarter: "2029-Q3" }]]);
  });

  it("Two processes ask a founder once, and no token is stored or logged", async () => {
    await Promise.all([runJob(), runJob()]);
    await runJob();
    const mails = await takeMails(club);
    expect(mails).toHaveLength(1);
    const [, secret = ""] = tokenOf(mails[0]?.link).split(".");
    const kept = await sql<{ row: string }>`select r::text as row from company_update_requests r`.execute(club.db);
    expect(kept.rows).toHaveLength(1);
    expect(kept.rows[0]?.row).not.toContain(secret);
    expect(lines.join()).not.toContain(secret);
  });

  it("A founder is reminded once after 14 days with the same link, and not one who has sent the update", async () => {
    const token = await askedToken();
    later(13);
    await runJob();
    expect(await takeMails(club)).toEqual([]);
    later(14);
    await Promise.all([runJob(), runJob()]);
    const [reminder, ...others] = await takeMails(club);
    expect(others).toEqual([]);
    expect(reminder?.subject).toBe("Reminder: Alder Analytics: your update for the third quarter of 2029");
    expect(tokenOf(reminder?.link)).toBe(token);
    later(15);
    await runJob();
    expect(await takeMails(club)).toEqual([]);
  });

  it("Nobody who has sent the update is reminded", async () => {
    await send(await askedToken());
    later(20);
    await runJob();
    expect(await takeMails(club)).toEqual([]);
  });

  it.each([
    [
      "an admin ended the asking",
      () => club.db.updateTable("companies").set({ is_asked_for_updates: false }).execute(),
    ],
    ["the update is entered already", () => buildUpdate(club.db, { company_id: company.id, quarter: "2029-Q3" })],
    ["the 30 days are over", () => later(29)],
  ])("The nightly job asks nothing where %s", async (_why, change) => {
    await change();
    await runJob();
    expect(await takeMails(club)).toEqual([]);
    expect(await club.db.selectFrom("company_update_requests").select("id").execute()).toEqual([]);
  });

  it("The nightly job asks nothing for a quarter that ended before members held shares", async () => {
    clock = new Date("2027-01-05T03:00:00Z");
    await runJob();
    expect(await takeMails(club)).toEqual([]);
    clock = new Date("2027-04-05T03:00:00Z");
    await runJob();
    expect(await takeMails(club)).toHaveLength(1);
  });

  it("The nightly job removes a letter that no update has named within 30 days, with its file", async () => {
    const token = await askedToken();
    const kept = await upload(token);
    const unused = await admin("POST", `/api/companies/${company.id}/update-letters?file_name=a.pdf`, pdf, type);
    expect(unused.status).toBe(201);
    await send(token, { letter_id: kept.body.id });
    await club.db.updateTable("company_update_letters").set({ created_at: start }).execute();
    later(30);
    await runJob();
    const left = await club.db.selectFrom("company_update_letters").select("id").execute();
    expect(left).toEqual([{ id: kept.body.id }]);
    const files = club.db.selectFrom("files").select("id").where("kind", "=", "company_letter");
    expect(await files.execute()).toHaveLength(1);
  });
});

describe("The link of the mail", () => {
  it("The link of the mail says what is asked for, to anyone who has it, as often as it is read", async () => {
    const token = await askedToken();
    for (const _ of [1, 2]) {
      const { status, body } = await read(token);
      expect([status, body]).toEqual([
        200,
        { company_name: "Alder Analytics", quarter: "2029-Q3", expires_at: "2029-11-01T03:00:00.000Z" },
      ]);
    }
  });

  it.each([
    ["made up", noToken],
    ["cut off", "01900000"],
    ["of a newsletter", "newsletter"],
  ])("The link of the mail is refused if it is %s", async (_how, token) => {
    await runJob();
    for (const answer of [await read(token), await send(token), await upload(token)]) {
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_token"]);
    }
    expect((await desk()).quarters[0].versions).toEqual([]);
  });

  it("A link that has expired says until when it worked", async () => {
    const token = await askedToken();
    later(30);
    for (const answer of [await read(token), await send(token), await upload(token)]) {
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        400,
        "invalid_token",
        "This link worked until 1 November 2029. Ask the club for a new one.",
      ]);
    }
  });

  it("The link of the mail sends one update, even if it is pressed twice at once, and says so afterwards", async () => {
    const token = await askedToken();
    later(10);
    const answers = await Promise.all([send(token), send(token, { headcount: 13 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const { status, body } = await read(token);
    expect([status, body.code, body.detail]).toEqual([
      400,
      "invalid_token",
      "This link has been used: the update was sent on 12 October 2029. If something in it is wrong, tell the club.",
    ]);
    expect(await club.db.selectFrom("company_updates").select("version").execute()).toEqual([{ version: 1 }]);
  });

  it("An update sent by the link is told to admins, recorded as by nobody, and not shown to members yet", async () => {
    await send(await askedToken());
    const notices = club.db.selectFrom("notices").select(["kind", "subject_id"]);
    expect(await notices.execute()).toEqual([{ kind: "company_update_sent", subject_id: company.id }]);
    expect((await kindsOf()).at(-1)).toEqual(["company_update_sent", "nobody", { quarter: "2029-Q3", version: 1 }]);
    const { quarters } = await desk();
    expect(quarters[0]).toMatchObject({
      quarter: "2029-Q3",
      state: "to_publish",
      versions: [{ ...content, source: "founder", published_at: null, can: { publish: true, correct: true } }],
    } as object);
    expect((await mine("GET", ownPath())).body).toEqual({ items: [], missed: [] });
  });

  it("The link of the mail accepts an update with numbers left out, and refuses an empty one at its field", async () => {
    const token = await askedToken();
    const empty = {
      arr_pence: null,
      nrr_bp: null,
      gross_margin_bp: null,
      net_burn_pence: null,
      runway_months: null,
      headcount: null,
      text: " ",
    };
    const refused = await send(token, { ...empty, offer: "Shares at £2." });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ path: "text", message: "Write a text, attach a letter or give at least one number" }],
    ]);
    const wrong = await send(token, { headcount: 12.5, gross_margin_bp: 10_001 });
    expect(wrong.body.errors.map(({ path }: { path: string }) => path)).toEqual(["gross_margin_bp", "headcount"]);
    expect((await send(token, { ...empty, headcount: 12 })).status).toBe(201);
  });

  it("The link of the mail accepts a PDF as the letter, and no other file", async () => {
    const token = await askedToken();
    const picture = await upload(token, Buffer.from("89504e470d0a1a0a0000", "hex"));
    expect([picture.status, picture.body.code]).toEqual([422, "file_type_refused"]);
    const large = await upload(token, Buffer.alloc(10 * 1024 * 1024 + 1, "%PDF-"));
    expect([large.status, large.body.code]).toEqual([413, "body_too_large"]);
    const { status, body } = await upload(token, pdf, "Q3%20letter.pdf");
    expect([status, body]).toEqual([201, { id: body.id, file_name: "Q3 letter.pdf" }]);
  });

  it("The link of the mail has one letter, the newest, until the update is sent", async () => {
    const token = await askedToken();
    const files = async () =>
      (await club.db.selectFrom("files").select("id").where("kind", "=", "company_letter").execute()).length;
    const before = await files();
    const first = await upload(token);
    const second = await upload(token);
    const letters = () => club.db.selectFrom("company_update_letters").select("id").execute();
    expect([await letters(), await files()]).toEqual([[{ id: second.body.id }], before + 1]);
    expect((await send(token, { letter_id: first.body.id })).body.errors?.[0]?.path).toBe("letter_id");
    expect((await send(token, { letter_id: second.body.id })).status).toBe(201);
    expect(await letters()).toEqual([{ id: second.body.id }]);
  });

  it("The link of the mail takes no letter of another company, of an admin, or any other file", async () => {
    const token = await askedToken();
    const admins = await admin("POST", `/api/companies/${company.id}/update-letters?file_name=a.pdf`, pdf, type);
    expect(admins.status).toBe(201);
    const { file_id } = await club.db.selectFrom("company_update_letters").select("file_id").executeTakeFirstOrThrow();
    for (const letter_id of [admins.body.id, file_id, unknownId]) {
      const { status, body } = await send(token, { letter_id });
      expect([status, body.errors?.[0]?.path]).toEqual([422, "letter_id"]);
    }
  });

  it("The link of the mail allows 20 letters a day, and 60 requests of a network in ten minutes", async () => {
    const token = await askedToken();
    const statuses = [];
    for (let index = 0; index < 21; index++) statuses.push((await upload(token)).status);
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
    for (let index = 21; index < 60; index++) await read(token);
    expect((await read(token)).status).toBe(429);
  });

  it("The link of the mail is written to no log, whatever is done with it", async () => {
    const token = await askedToken();
    await read(token);
    await upload(token);
    await send(token);
    await read(token);
    expect(lines.join()).toContain("/api/company-update-links/send");
    expect(lines.join()).not.toContain(token.split(".")[1]);
  });

  it("The link of the mail works for a browser of another site's page only without the member's cookie", async () => {
    const cookie = await club.cookieOf(jonas);
    const token = await askedToken();
    const headers = { cookie, origin: "https://elsewhere.example" };
    const { status, body } = await club.visitor(
      "POST",
      "/api/company-update-links/send",
      { ...content, token },
      headers,
    );
    expect([status, body.code]).toEqual([403, "foreign_origin"]);
  });
});

describe("GET /portfolio/me/companies/{id}/updates", () => {
  it("returns 404 to a member who holds no share of the company", async () => {
    const newcomer = await club.as(await buildPerson(club.db));
    for (const call of [stranger, newcomer]) {
      const { status, body } = await call("GET", ownPath());
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
  });

  it("returns published updates: the newest version of each quarter, with its letter", async () => {
    const token = await askedToken();
    const { body: letter } = await upload(token);
    await send(token, { letter_id: letter.id });
    const [version] = (await desk()).quarters[0].versions;
    await admin("POST", `/api/company-updates/${version.id}/publish`);
    await buildUpdate(club.db, { company_id: company.id, quarter: "2029-Q2", headcount: 11, sent_at: start });
    const { body } = await mine("GET", ownPath());
    expect(body.items).toEqual([
      {
        ...alderFigures,
        id: version.id,
        quarter: "2029-Q3",
        version: 1,
        text: content.text,
        offer: null,
        letter: { file_name: "letter.pdf", bytes: pdf.length },
        sent_at: start.toISOString(),
        corrects_sent_at: null,
      },
      expect.objectContaining({ quarter: "2029-Q2", headcount: 11, letter: null }),
    ]);
  });

  it("returns the quarters of which nothing came in 30 days, until an update comes", async () => {
    await runJob();
    later(28);
    expect((await mine("GET", ownPath())).body.missed).toEqual([]);
    later(29);
    expect((await mine("GET", ownPath())).body.missed).toEqual(["2029-Q3"]);
    expect((await desk()).quarters[0].state).toBe("missed");
    await buildUpdate(club.db, { company_id: company.id, quarter: "2029-Q3" });
    expect((await mine("GET", ownPath())).body.missed).toEqual([]);
  });

  it("shows an offer only while the reader's gate is open, to the day, and the update for ever", async () => {
    await publishFromFounder({ offer: "New shares at £2.48 until Christmas." });
    const offerAt = async (at: string) => {
      clock = new Date(at);
      const { status, body } = await mine("GET", ownPath());
      return [status, body.items[0].text, body.items[0].offer];
    };
    // Signed on 10 January 2029: good through 9 January 2030 in London.
    const shown = "New shares at £2.48 until Christmas.";
    expect(await offerAt("2030-01-09T23:59:59Z")).toEqual([200, content.text, shown]);
    expect(await offerAt("2030-01-10T00:00:00Z")).toEqual([200, content.text, null]);
    clock = start;
    await setDeals(club.db, { kill_switch: true });
    expect((await mine("GET", ownPath())).body.items[0].offer).toBeNull();
    await setDeals(club.db);
    expect((await mine("GET", ownPath())).body.items[0].offer).toBe(shown);
    const asAdmin = await admin("GET", ownPath());
    expect(asAdmin.body.items[0].offer).toBeNull();
    expect((await desk()).quarters[0].versions[0].offer).toBe(shown);
  });
});

describe("GET /company-updates/{id}/letter", () => {
  it("returns the letter to those who may read the update, and 404 to others", async () => {
    const token = await askedToken();
    await send(token, { letter_id: (await upload(token)).body.id });
    const [{ id }] = (await desk()).quarters[0].versions;
    const path = `/api/company-updates/${id}/letter`;
    expect((await mine("GET", path)).status).toBe(404);
    expect((await admin("GET", path)).status).toBe(200);
    await admin("POST", `/api/company-updates/${id}/publish`);
    const { status, headers, body } = await mine("GET", path);
    expect([status, headers.get("content-type"), headers.get("content-disposition"), body]).toEqual([
      200,
      "application/pdf",
      expect.stringContaining("attachment"),
      pdf.toString(),
    ]);
    expect((await stranger("GET", path)).status).toBe(404);
  });
});

describe("GET /company-updates", () => {
  it("lists the companies of which members hold shares, with what is missing", async () => {
    await runJob();
    later(40);
    await buildUpdate(club.db, { company_id: company.id, quarter: "2029-Q1" });
    await buildUpdate(club.db, { company_id: company.id, quarter: "2028-Q4", published_at: null });
    const { status, body } = await admin("GET", "/api/company-updates");
    expect([status, body]).toEqual([
      200,
      {
        items: [
          {
            id: company.id,
            name: "Alder Analytics",
            is_asked_for_updates: true,
            has_contact: true,
            held_since: "2027-02-02",
            last_quarter: { quarter: "2029-Q3", state: "missed" },
            latest_published: "2029-Q1",
            missed: 1,
            to_publish: 1,
          },
        ],
        next_cursor: null,
      },
    ]);
  });
});

describe("GET /companies/{id}/updates", () => {
  it("lists the quarters since members hold shares, with what was asked", async () => {
    await runJob();
    const { quarters } = await desk();
    expect(quarters.map(({ quarter }: { quarter: string }) => quarter)).toHaveLength(11);
    expect([quarters[0], quarters.at(-1)]).toEqual([
      {
        quarter: "2029-Q3",
        state: "awaited",
        versions: [],
        request: {
          asked_at: start.toISOString(),
          expires_at: "2029-11-01T03:00:00.000Z",
          reminded_at: null,
          used_at: null,
        },
      },
      { quarter: "2027-Q1", state: "not_asked", request: null, versions: [] },
    ]);
  });
});

const entered = { ...content, quarter: "2029-Q2", expected_version: 0 };
describe("POST /companies/{id}/updates", () => {
  it("enters an update by hand, which members do not see before it is published", async () => {
    const { status, body } = await admin("POST", deskPath(), { ...entered, offer: "A loan at 8%." });
    expect(status).toBe(201);
    expect(body.quarters[1].versions).toMatchObject([
      { version: 1, source: "admin", offer: "A loan at 8%.", published_at: null, headcount: 12 },
    ]);
    expect((await mine("GET", ownPath())).body.items).toEqual([]);
    expect((await kindsOf()).at(-1)).toEqual([
      "company_update_entered",
      "somebody",
      { quarter: "2029-Q2", version: 1 },
    ]);
  });
  it("corrects the founder's update as the next version, and answers 409 with the record after another correction", async () => {
    await publishFromFounder();
    const correction = { ...entered, quarter: "2029-Q3", headcount: 11, expected_version: 1 };
    expect((await admin("POST", deskPath(), correction)).status).toBe(201);
    expect((await mine("GET", ownPath())).body.items[0]).toMatchObject({ version: 1, headcount: 12 });
    const second = await admin("POST", deskPath(), correction);
    expect([second.status, second.body.code, second.body.record.quarters[0].versions.length]).toEqual([
      409,
      "revision_conflict",
      2,
    ]);
    const [{ id }] = (await desk()).quarters[0].versions;
    await admin("POST", `/api/company-updates/${id}/publish`);
    expect((await mine("GET", ownPath())).body.items).toMatchObject([
      { version: 2, headcount: 11, corrects_sent_at: start.toISOString() },
    ]);
  });
  it("refuses a quarter that is not over, or in which members held nothing, at its field", async () => {
    for (const quarter of ["2029-Q4", "2026-Q4"]) {
      const { status, body } = await admin("POST", deskPath(), { ...entered, quarter });
      expect([status, body.errors?.[0]?.path]).toEqual([422, "quarter"]);
    }
    expect((await admin("POST", deskPath(), { ...entered, quarter: "third" })).status).toBe(422);
  });
});

describe("POST /company-updates/{id}/publish", () => {
  it("tells those who hold shares by a notice and a mail without a figure, once", async () => {
    const id = await publishFromFounder({ offer: "Shares at £2.48." });
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      expect.arrayContaining([[jonas.email, "Alder Analytics: update for the third quarter of 2029"]]),
    );
    expect(mails).toHaveLength(2);
    expect(mails[0]?.text.replace(company.id, "")).not.toMatch(/310|104|72|£|2\.48|know why/);
    expect(mails[0]?.link).toBe(`http://127.0.0.1:3000/#/members?tab=investments&view=mine&company=${company.id}`);
    const notices = club.db.selectFrom("notices").select(["kind", "user_id"]).where("user_id", "=", jonas.id);
    expect(await notices.execute()).toEqual([{ kind: "company_update_published", user_id: jonas.id }]);
    const again = await admin("POST", `/api/company-updates/${id}/publish`);
    expect([again.status, again.body.code]).toEqual([409, "revision_conflict"]);
    expect(await takeMails(club)).toEqual([]);
  });
  it("calls a corrected update a correction", async () => {
    await publishFromFounder();
    await admin("POST", deskPath(), { ...entered, quarter: "2029-Q3", expected_version: 1 });
    await takeMails(club);
    const [{ id }, first] = (await desk()).quarters[0].versions;
    expect(first.can).toEqual({ publish: false, correct: false });
    await admin("POST", `/api/company-updates/${id}/publish`);
    const [mail] = await takeMails(club);
    expect(mail?.subject).toBe("Alder Analytics has corrected an update");
  });
});

const asking = { quarter: "2029-Q3" };
describe("POST /companies/{id}/update-requests", () => {
  const path = () => `/api/companies/${company.id}/update-requests`;
  it("sends a lost link again, and makes an expired one work again", async () => {
    const token = await askedToken();
    later(31);
    expect((await read(token)).status).toBe(400);
    const { status, body } = await admin("POST", path(), asking);
    expect([status, body.quarters[0].request.expires_at]).toEqual([201, "2029-12-02T03:00:00.000Z"]);
    const [mail] = await takeMails(club);
    expect(tokenOf(mail?.link)).toBe(token);
    expect((await read(token)).status).toBe(200);
  });
  it("asks for a quarter long past by its name and days, and awaits the update until the link ends", async () => {
    const { status, body } = await admin("POST", path(), { quarter: "2028-Q4" });
    const stateOf = (quarters: { quarter: string; state: string }[]) =>
      quarters.find(({ quarter }) => quarter === "2028-Q4")?.state;
    expect([status, stateOf(body.quarters)]).toEqual([201, "awaited"]);
    const [mail] = await takeMails(club);
    expect(mail?.subject).toBe("Alder Analytics: your update for the fourth quarter of 2028");
    expect(mail?.text.replaceAll(/\s+/g, " ")).toContain(
      "This is about the fourth quarter of 2028, 1 October to 31 December 2028. The link works once, until 1 November 2029.",
    );
    expect((await mine("GET", ownPath())).body.missed).toEqual([]);
    later(30);
    expect(stateOf((await desk()).quarters)).toBe("awaited");
    later(31);
    expect(stateOf((await desk()).quarters)).toBe("missed");
    expect((await mine("GET", ownPath())).body.missed).toEqual(["2028-Q4"]);
  });
  it("returns 409 once the founder has sent the update, and 422 without an address or for another quarter", async () => {
    await send(await askedToken());
    const used = await admin("POST", path(), asking);
    expect([used.status, used.body.code]).toEqual([409, "revision_conflict"]);
    expect((await admin("POST", path(), { quarter: "2029-Q4" })).status).toBe(422);
    const companies = club.db.updateTable("companies").where("id", "=", company.id);
    const { founders } = await club.db
      .selectFrom("companies")
      .select("founders")
      .where("id", "=", company.id)
      .executeTakeFirstOrThrow();
    await companies.set({ founders: "[]" }).execute();
    const { status, body } = await admin("POST", path(), { quarter: "2029-Q2" });
    await companies.set({ founders: JSON.stringify(founders) }).execute();
    expect([status, body.errors?.[0]?.path]).toEqual([422, "quarter"]);
    expect(await takeMails(club)).toEqual([]);
  });
});

const stop = { is_asked_for_updates: false };
describe("PUT /companies/{id}/update-asking", () => {
  it("ends the asking, once", async () => {
    const path = `/api/companies/${company.id}/update-asking`;
    for (const _ of [1, 2]) {
      const { status, body } = await admin("PUT", path, stop);
      expect([status, body.is_asked_for_updates]).toEqual([200, false]);
    }
    expect(await kindsOf()).toEqual([["company_update_asking_changed", "somebody", { is_asked: false }]]);
  });
});

describe("POST /companies/{id}/update-letters", () => {
  it("accepts a PDF for an update that is entered by hand", async () => {
    const path = `/api/companies/${company.id}/update-letters?file_name=a.pdf`;
    const { status, body } = await admin("POST", path, pdf, type);
    expect(status).toBe(201);
    const saved = await admin("POST", deskPath(), { ...entered, letter_id: body.id });
    expect(saved.body.quarters[1].versions[0].letter).toEqual({ file_name: "a.pdf", bytes: pdf.length });
    const refused = await admin("POST", path, Buffer.from("hello"), type);
    expect([refused.status, refused.body.code]).toEqual([422, "file_type_refused"]);
  });
});
