import { beforeEach, describe, expect, it } from "vitest";
import { buildAdmin, buildPerson, type Person } from "#server/sample/builders.ts";
import { buildHeldCompany } from "#tests/support/build-company-update.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { purgeAccounts } from "../../auth/index.ts";
import { investorRecordJobs } from "./index.ts";

let now = new Date("2026-11-22T10:00:00Z");
let mina: Person;
let mine: Call;
const club = await openTestApp({ now: () => now });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
beforeEach(async () => {
  now = new Date("2026-11-22T10:00:00Z");
  mina = await buildPerson(club.db, { full_name: "Mina Castell" });
  mine = await club.as(mina);
});

const path = "/api/investor-records";
const complete = {
  legal_name: "Mina Jane Castell",
  date_of_birth: "1980-02-29",
  address: "4 Ferry Lane\nLeeds LS1 1AA",
  country: "GB",
  is_uk_taxpayer: true,
  bank_account_name: "M J Castell",
};
const nothing = Object.fromEntries(Object.keys(complete).map((field) => [field, null]));

const need = ({ id }: Person, needed_until: string) =>
  club.db.updateTable("investor_records").set({ needed_until }).where("user_id", "=", id).execute();
const recordOf = ({ id }: Person) =>
  club.db.selectFrom("investor_records").select("id").where("user_id", "=", id).executeTakeFirstOrThrow();
const deleteAccountOf = async ({ id }: Person) => {
  await club.db.insertInto("deletion_requests").values({ user_id: id, due_at: now }).execute();
  await purgeAccounts({ ...club, now: () => now, log: silentLog });
};
const auditOf = async (id: string) =>
  (await club.auditOf(id, "kind", "actor_id", "details")).filter(({ kind }) => kind.startsWith("investor_record"));

describe("GET /investor-records/me", () => {
  it("returns an empty record, with all that is missing, where nothing was entered", async () => {
    expect((await mine("GET", `${path}/me`)).body).toEqual({
      updated_at: null,
      record: nothing,
      is_complete: false,
      missing: ["legal_name", "date_of_birth", "address", "country", "is_uk_taxpayer", "bank_account_name"],
      retain_until: null,
      openings: [],
      can: { save: true },
    });
  });
});

describe("PUT /investor-records/me", () => {
  it("confirms a change of the bank account's name or the address to its owner by mail, with when and without what", async () => {
    await takeMails(club);
    await mine("PUT", `${path}/me`, complete);
    await mine("PUT", `${path}/me`, { ...complete, legal_name: "Mina Castell", country: "IE" });
    expect(await takeMails(club)).toEqual([]);
    await mine("PUT", `${path}/me`, { ...complete, bank_account_name: "Rosa Castell", address: "9 Quay Street" });
    const [mail, ...more] = await takeMails(club);
    expect([mail?.to, more]).toEqual([mina.email, []]);
    expect(mail?.text).toContain(
      "On 22 November 2026, 10:00, in London, the name on your bank account and your address in your investor record changed.",
    );
    expect(mail?.text).toContain("If it was not you, choose a new password at once");
    expect(mail?.text).not.toMatch(/Rosa|Quay|Ferry|M J Castell/);
  });
  it("saves the record, returns what is still missing, and audits the change without its content", async () => {
    const { body } = await mine("PUT", `${path}/me`, { ...complete, legal_name: "  Mina   Castell ", address: " " });
    expect(body).toEqual({
      updated_at: expect.any(String),
      record: { ...complete, legal_name: "Mina Castell", address: null },
      is_complete: false,
      missing: ["address"],
      retain_until: null,
      openings: [],
      can: { save: true },
    });
    const saved = await mine("PUT", `${path}/me`, complete);
    expect([saved.body.record, saved.body.is_complete, saved.body.missing]).toEqual([complete, true, []]);
    expect((await mine("GET", `${path}/me`)).body).toEqual(saved.body);
    expect(await auditOf(mina.id)).toEqual([
      { kind: "investor_record_saved", actor_id: mina.id, details: {} },
      { kind: "investor_record_saved", actor_id: mina.id, details: {} },
    ]);
  });
  it("returns 409 with the present record for changes begun before another window saved", async () => {
    const first = await mine("PUT", `${path}/me`, { ...complete, expected_version: null });
    now = new Date("2026-11-22T10:00:01Z");
    const { updated_at } = first.body;
    const moved = await mine("PUT", `${path}/me`, { ...complete, country: "FR", expected_version: updated_at });
    expect(moved.status).toBe(200);
    for (const expected_version of [updated_at, null]) {
      const { status, body } = await mine("PUT", `${path}/me`, { ...complete, expected_version });
      expect([status, body.code, body.record.record.country]).toEqual([409, "revision_conflict", "FR"]);
    }
  });
  it.each([
    ["date_of_birth", "1980-02-30", "Please enter your date of birth"],
    ["country", "ZZ", "Please choose a country"],
    ["country", "United Kingdom", "Please choose a country"],
    ["legal_name", "Mina\u0000", "Please remove invisible control characters"],
    ["bank_account_name", "M".repeat(201), "Please use at most 200 characters"],
  ])("refuses %s %j", async (field, value, message) => {
    const { status, body } = await mine("PUT", `${path}/me`, { ...complete, [field]: value });
    expect([status, body.errors]).toEqual([422, [{ path: field, message }]]);
  });
});

describe("GET /investor-records", () => {
  it("lists whose records there are, newest first, without their contents", async () => {
    await mine("PUT", `${path}/me`, complete);
    await admin("PUT", `${path}/me`, { ...nothing, country: "FR" });
    const { body } = await admin("GET", `${path}?limit=2`);
    const listed = { id: expect.any(String), created_at: expect.any(String), sealed_at: null, retain_until: null };
    const { id: user_id, email } = mina;
    expect(body.items).toEqual([
      {
        ...listed,
        user_id: owen.id,
        full_name: "Owen Pryce",
        email: owen.email,
        is_complete: false,
        can: { open: false },
      },
      { ...listed, user_id, full_name: "Mina Castell", email, is_complete: true, can: { open: true } },
    ]);
  });
});

describe("POST /investor-records/{id}/open", () => {
  it("shows a record to an admin with a reason, which its owner and the audit show", async () => {
    await mine("PUT", `${path}/me`, complete);
    const { id } = await recordOf(mina);
    const { status, body } = await admin("POST", `${path}/${id}/open`, { reason: "The nominee asks." });
    expect([status, body]).toEqual([200, { id, ...complete }]);
    expect((await mine("GET", `${path}/me`)).body.openings).toEqual([
      {
        id: expect.any(String),
        created_at: expect.stringMatching(/Z$/),
        reason: "The nominee asks.",
        opened_by_name: "Owen Pryce",
      },
    ]);
    const log = await admin("GET", "/api/audit-events?kind=investor_record_opened");
    expect(log.body.items[0]).toMatchObject({
      actor: { full_name: "Owen Pryce" },
      subject: { id, full_name: "Mina Castell" },
      reason: "The nominee asks.",
    });
  });
  it("refuses without a reason, and leaves no opening", async () => {
    await mine("PUT", `${path}/me`, complete);
    const { id } = await recordOf(mina);
    const { status, body } = await admin("POST", `${path}/${id}/open`, { reason: " " });
    expect([status, body.errors[0].path]).toEqual([422, "reason"]);
    expect((await mine("GET", `${path}/me`)).body.openings).toEqual([]);
  });
  it("refuses an admin's own record, which has its own page", async () => {
    await admin("PUT", `${path}/me`, complete);
    const { status, body } = await admin("POST", `${path}/${(await recordOf(owen)).id}/open`, { reason: "Mine." });
    expect([status, body.code]).toEqual([409, "own_record"]);
  });
});

describe("When a membership has ended", () => {
  it("Who holds shares changes their details, and who holds none does not", async () => {
    const [holder, other] = [await buildPerson(club.db), await buildPerson(club.db)];
    await (await club.as(holder))("PUT", `${path}/me`, complete);
    await buildHeldCompany(club.db, { records: [(await recordOf(holder)).id] });
    for (const { id } of [holder, other])
      await club.db.updateTable("user_roles").set({ ended_at: now }).where("user_id", "=", id).execute();
    const [holding, without] = [await club.as(holder), await club.as(other)];
    const { body } = await holding("GET", `${path}/me`);
    expect(body.can).toEqual({ save: true });
    const moved = await holding("PUT", `${path}/me`, { ...complete, address: "9 Quay Road\nHull HU1 2BB" });
    expect([moved.status, moved.body.record.address]).toEqual([200, "9 Quay Road\nHull HU1 2BB"]);
    expect((await without("GET", `${path}/me`)).body.can).toEqual({ save: false });
    expect((await without("PUT", `${path}/me`, complete)).status).toBe(403);
  });
});

describe("When an account is deleted", () => {
  it("A deleted account's record that nothing belongs to is deleted too", async () => {
    await mine("PUT", `${path}/me`, complete);
    const { id } = await recordOf(mina);
    await deleteAccountOf(mina);
    const left = club.db.selectFrom("investor_records").select("id").where("id", "=", id);
    expect(await left.execute()).toEqual([]);
  });

  it("A deleted account's record that the law asks for is sealed, as the account said before, and erased on its day", async () => {
    await mine("PUT", `${path}/me`, complete);
    await need(mina, "2027-11-21");
    const { id } = await recordOf(mina);
    await admin("POST", `${path}/${id}/open`, { reason: "Before." });
    expect((await mine("GET", `${path}/me`)).body.retain_until).toBe("2033-11-21");
    expect((await mine("GET", "/api/account")).body.investor_record_kept_until).toBe("2033-11-21");
    await deleteAccountOf(mina);

    const { items } = (await admin("GET", `${path}?limit=100`)).body;
    expect(items.find((item: { id: string }) => item.id === id)).toEqual({
      id,
      created_at: expect.any(String),
      user_id: null,
      full_name: null,
      email: null,
      is_complete: true,
      sealed_at: "2026-11-22T10:00:00.000Z",
      retain_until: "2033-11-21",
      can: { open: true },
    });
    const opened = await admin("POST", `${path}/${id}/open`, { reason: "HMRC asks." });
    expect(opened.body).toEqual({ id, ...complete });
    const openings = club.db.selectFrom("investor_record_openings").select(["user_id", "reason"]);
    expect(await openings.where("record_id", "=", id).orderBy("id").execute()).toEqual([
      { user_id: null, reason: "Before." },
      { user_id: null, reason: "HMRC asks." },
    ]);

    const isThere = async () =>
      (await club.db.selectFrom("investor_records").select("id").where("id", "=", id).execute()).length === 1;
    const run = investorRecordJobs["expired-investor-records"].run;
    now = new Date("2033-11-20T23:59:59Z");
    await run({ ...club, now: () => now, log: silentLog });
    expect(await isThere()).toBe(true);
    now = new Date("2033-11-21T00:00:00Z");
    await run({ ...club, now: () => now, log: silentLog });
    expect(await isThere()).toBe(false);
    const opening = { kind: "investor_record_opened", actor_id: owen.id, details: { opening_id: expect.any(String) } };
    expect(await auditOf(id)).toEqual([
      opening,
      { kind: "investor_record_sealed", actor_id: null, details: { retain_until: "2033-11-21" } },
      opening,
      { kind: "investor_record_erased", actor_id: null, details: {} },
    ]);
  });

  it("A record is kept for as long as the club's settings say, and not when that time has passed", async () => {
    await mine("PUT", `${path}/me`, complete);
    await need(mina, "2020-11-22");
    expect((await mine("GET", `${path}/me`)).body.retain_until).toBeNull();
    const { body } = await admin("GET", "/api/settings/deals");
    expect(body.value.retention_years).toBe(6);
    const saved = await admin("PUT", "/api/settings/deals", {
      value: { ...body.value, retention_years: 7 },
      expected_revision: 0,
    });
    expect(saved.status).toBe(200);
    expect((await mine("GET", `${path}/me`)).body.retain_until).toBe("2027-11-22");
  });

  it("The database refuses to lose the account of a record that was not sealed", async () => {
    await mine("PUT", `${path}/me`, complete);
    await expect(club.db.deleteFrom("auth.users").where("id", "=", mina.id).execute()).rejects.toThrow(
      "investor_records_check",
    );
  });
});
