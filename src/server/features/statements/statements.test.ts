import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin, buildMember, buildPerson, type Person } from "#server/sample/builders.ts";
import { sampleStatementForms } from "#server/sample/sample-statement-forms.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { expectSameInPoppler, readPdf } from "#tests/support/read-pdf.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { type Call, createTestApp, openTestApp } from "#tests/support/test-app.ts";
import { unzip } from "#tests/support/unzip.ts";
import { statementJobs } from "./index.ts";
import { statementFormHash } from "./statement-form-hash.ts";

const noon = new Date("2026-11-22T12:00:00Z");
let now = noon;
let mina: Person;
let mine: Call;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
await setDeals(club.db);
const forms: Record<string, string> = {};
for (const sample of sampleStatementForms) {
  const form = { ...sample, valid_from: "2020-01-01", valid_until: null, is_sample: true };
  const signed = { sha256: statementFormHash(form), signed_off_at: noon, content: JSON.stringify(form.content) };
  const inserted = club.db
    .insertInto("statement_forms")
    .values({ ...form, ...signed })
    .returning("id");
  forms[sample.kind] = (await inserted.executeTakeFirstOrThrow()).id;
}
beforeEach(async () => {
  now = noon;
  [mina, mine] = await investor();
});

const record = {
  legal_name: "Mina Jane Castell",
  date_of_birth: "1980-02-29",
  address: "4 Ferry Lane\nLeeds LS1 1AA",
  country: "GB",
  is_uk_taxpayer: true,
  bank_account_name: "M J Castell",
};

async function investor(given: object = {}): Promise<[Person, Call]> {
  const person = await buildPerson(club.db, { full_name: "Mina Castell" });
  const call = await club.as(person);
  expect((await call("PUT", "/api/investor-records/me", { ...record, ...given })).status).toBe(200);
  return [person, call];
}

const no = { applies: false, fields: {} };
const yes = (fields: object) => ({ applies: true, fields });
const statement = (changes: object = {}) => ({
  kind: "high_net_worth",
  form_version_id: forms.high_net_worth,
  answers: { income: yes({ amount: 120_000 }), net_assets: no },
  none_apply: false,
  declarations: ["true", "risk", "advice"],
  legal_name: record.legal_name,
  signature: "mina  JANE castell",
  ...changes,
});
const sophisticated = (answers: object) =>
  statement({
    kind: "self_certified_sophisticated",
    form_version_id: forms.self_certified_sophisticated,
    answers: { private_equity: no, director: no, investments: no, network: no, ...answers },
  });
const sign = (call: Call, changes: object = {}) => call("POST", "/api/statements", statement(changes));
const auditOf = async (id: string) =>
  (await club.auditOf(id, "kind", "actor_id", "details")).filter(({ kind }) => kind.startsWith("statement"));
const gateOf = async (call: Call) => (await call("GET", "/api/statements/me")).body.gate;
const mailsTo = async ({ id }: Person) => {
  const { rows } = await sql<{ template: string; days: number | null }>`
    select data->>'template' as template, (data->>'days_before')::int as days from pgboss.job
     where data->>'user_id' = ${id} order by created_on, id`.execute(club.db);
  return rows.map(({ template, days }) => (days === null ? template : `${template} ${days}`));
};

describe("POST /statements", () => {
  it("signs a statement: the page is kept byte for byte under its hash, and encrypted", async () => {
    const { status, body } = await sign(mine);
    expect([status, body.outcome]).toEqual([201, "live"]);
    expect(body.statement).toMatchObject({
      kind: "high_net_worth",
      version_label: "Sample 1",
      signed_at: noon.toISOString(),
      signed_on: "2026-11-22",
      valid_through: "2027-11-21",
      state: "live",
      flags: [],
      can: { withdraw: true },
    });
    const kept = await club.db
      .selectFrom("statement_pages")
      .select(["key_id", "sealed"])
      .where("statement_id", "=", body.statement.id)
      .executeTakeFirstOrThrow();
    const page = club.pageSeal.open(body.statement.id, kept);
    expect(
      createHash("sha256")
        .update(page?.html ?? "")
        .digest("hex"),
    ).toBe(body.statement.page_sha256);
    expect(page?.html).toContain("Signed by typing: mina  JANE castell");
    expect(page?.html).toContain("120,000");
    expect(kept.sealed.toString("latin1")).not.toContain("120");
    expect(() => club.pageSeal.open(mina.id, kept)).toThrow();
    expect(await mailsTo(mina)).toEqual(["statement-signed"]);
    expect(await gateOf(mine)).toBe("open");
  });

  const message = {
    unanswered: "Answer No or Yes",
    income: "Income is entered to the nearest £10,000: £130,000 in place of £125,500",
    less: "You answered Yes to £100,000 or more, but entered less",
    assets: "Net assets are entered to the nearest £100,000: £300,000 in place of £250,000",
    assetsLess: "You answered Yes to £250,000 or more, but entered less",
    none: 'You answered Yes to a condition and also "None of these apply to me"',
    name: "Type your name as Mina Jane Castell",
  };
  it.each([
    [
      "an answer that is missing",
      { answers: { income: yes({ amount: 120_000 }) } },
      "answers.net_assets.applies",
      message.unanswered,
      "invalid_body",
    ],
    [
      "income that is not rounded",
      { answers: { income: yes({ amount: 125_500 }), net_assets: no } },
      "answers.income.fields.amount",
      message.income,
      "figure_not_rounded",
    ],
    [
      "income below the threshold",
      { answers: { income: yes({ amount: 90_000 }), net_assets: no } },
      "answers.income.fields.amount",
      message.less,
      "figure_below_threshold",
    ],
    [
      "income that only rounding brings to the threshold",
      { answers: { income: yes({ amount: 99_999 }), net_assets: no } },
      "answers.income.fields.amount",
      message.less,
      "figure_below_threshold",
    ],
    [
      "net assets that only rounding brings to the threshold",
      { answers: { income: no, net_assets: yes({ amount: 249_999 }) } },
      "answers.net_assets.fields.amount",
      message.assetsLess,
      "figure_below_threshold",
    ],
    [
      "net assets that are not rounded",
      { answers: { income: no, net_assets: yes({ amount: 250_000 }) } },
      "answers.net_assets.fields.amount",
      message.assets,
      "figure_not_rounded",
    ],
    [
      "net assets below the threshold",
      { answers: { income: no, net_assets: yes({ amount: 200_000 }) } },
      "answers.net_assets.fields.amount",
      message.assetsLess,
      "figure_below_threshold",
    ],
    ["a Yes and none", { none_apply: true }, "none_apply", message.none, "contradiction"],
    ["another name", { signature: "Mina Castell" }, "signature", message.name, "signature_mismatch"],
    [
      "a declaration that is not ticked",
      { declarations: ["true", "advice"] },
      "declarations.risk",
      "Please tick this, or leave the page without signing",
      "invalid_body",
    ],
    [
      "only No",
      { answers: { income: no, net_assets: no } },
      "none_apply",
      'Answer Yes to a condition that applies, or choose "None of these apply to me"',
      "invalid_body",
    ],
  ])("refuses %s with a message on its field", async (_what, changes, path, text, code) => {
    const { status, body } = await sign(mine, changes);
    expect([status, body.code, body.errors]).toEqual([422, code, [{ path, message: text }]]);
    expect(await gateOf(mine)).toBe("statement_required");
  });

  it("accepts £250,000 of net assets as £300,000, and two investments", async () => {
    expect((await sign(mine, { answers: { income: no, net_assets: yes({ amount: 300_000 }) } })).status).toBe(201);
    const two = await mine("POST", "/api/statements", sophisticated({ investments: yes({ number: 2 }) }));
    expect(two.status).toBe(201);
    const one = await mine("POST", "/api/statements", sophisticated({ investments: yes({ number: 1 }) }));
    expect(one.body.code).toBe("figure_below_threshold");
  });

  it("counts this club as a network after six months of approved membership", async () => {
    const ours = sophisticated({ network: yes({ network: "Kindling Club" }) });
    const early = await mine("POST", "/api/statements", ours);
    expect((await mine("GET", "/api/statements/me")).body.young_network).toBe("Kindling");
    expect(early.body.errors).toEqual([
      {
        path: "answers.network.fields.network",
        message: "Your membership of this club has to be older than six months to count here",
      },
    ]);
    await club.db
      .updateTable("user_roles")
      .set({ approved_at: new Date("2026-05-01T10:00:00Z") })
      .where("user_id", "=", mina.id)
      .execute();
    expect((await mine("POST", "/api/statements", ours)).body.outcome).toBe("live");
  });

  it("needs a complete record, of somebody who is 18 today", async () => {
    const [, incomplete] = await investor({ address: null });
    expect((await sign(incomplete)).body.code).toBe("record_incomplete");
    const refused = await mine("PUT", "/api/investor-records/me", { ...record, date_of_birth: "2008-11-23" });
    expect(refused.body.errors).toEqual([{ path: "date_of_birth", message: "You have to be 18 or older" }]);
    expect((await sign(mine)).body.outcome).toBe("live");
    const bornOn = (date_of_birth: string) =>
      club.db.updateTable("investor_records").set({ date_of_birth }).where("user_id", "=", mina.id).execute();
    await bornOn("2008-11-23");
    expect(await gateOf(mine)).toBe("too_young");
    expect((await mine("GET", "/api/open-deals")).body.code).toBe("too_young");
    expect((await sign(mine, { signature: "Mina Jane Castell" })).body.errors).toEqual(refused.body.errors);
    await bornOn("2008-11-22");
    expect(await gateOf(mine)).toBe("open");
    const [, grown] = await investor({ date_of_birth: "2008-11-22" });
    expect((await sign(grown)).body.outcome).toBe("live");
  });

  it("counts a birthday on 29 February as 1 March in other years, as the database does", async () => {
    const [, leap] = await investor({ date_of_birth: "2008-02-29" });
    now = new Date("2026-02-28T12:00:00Z");
    expect((await sign(leap)).body.errors).toEqual([{ path: "date_of_birth", message: "You have to be 18 or older" }]);
    now = new Date("2026-03-01T12:00:00Z");
    expect((await sign(leap)).body.outcome).toBe("live");
  });

  it("makes one statement of two presses", async () => {
    const pressed = await Promise.all([sign(mine), sign(mine)]);
    expect(new Set(pressed.map(({ body }) => body.statement.id)).size).toBe(1);
    expect((await mine("GET", "/api/statements/me")).body.items).toHaveLength(1);
    expect(await mailsTo(mina)).toEqual(["statement-signed"]);
    expect(await auditOf(mina.id)).toHaveLength(0);
    const other = await sign(mine, { answers: { income: yes({ amount: 130_000 }), net_assets: no } });
    expect(other.body.statement.id).not.toBe(pressed[0]?.body.statement.id);
  });

  it("allows twenty tries a day", async () => {
    for (let count = 0; count < 20; count++) expect((await sign(mine, { signature: "M" })).status).toBe(422);
    const { status, body } = await sign(mine);
    expect([status, body.code]).toEqual([429, "rate_limited"]);
  });

  it("refuses a form that does not count any more", async () => {
    const { body } = await sign(mine, { form_version_id: forms.self_certified_sophisticated });
    expect([body.code, body.status]).toEqual(["form_replaced", 409]);
  });

  it("signs nothing when none of the conditions apply, and asks an admin the next time", async () => {
    const none = { answers: { income: no, net_assets: no }, none_apply: true, declarations: [], signature: "" };
    const declined = await sign(mine, none);
    expect([declined.status, declined.body]).toEqual([201, { outcome: "declined", statement: null }]);
    expect(await auditOf(mina.id)).toEqual([
      { kind: "statement_declined", actor_id: mina.id, details: { kind: "high_net_worth" } },
    ]);
    expect((await sign(mine)).body.outcome).toBe("in_review");
    expect(await gateOf(mine)).toBe("statement_in_review");
    const { body } = await admin("GET", "/api/statements?state=in_review&limit=1");
    expect(body.items[0]).toMatchObject({ user_id: mina.id, flags: ["declined"] });
    now = new Date("2027-02-21T12:00:00Z");
    expect((await sign(mine)).body.outcome).toBe("live");
  });

  it("gives a nameless member the name of the signature, and no other member another name", async () => {
    const nameless = await buildPerson(club.db, { full_name: "", email: "carys@pugh.example" });
    const calls = await club.as(nameless);
    const carys = { ...record, legal_name: "Carys Pugh", bank_account_name: "Carys Pugh" };
    expect((await calls("PUT", "/api/investor-records/me", carys)).status).toBe(200);
    const nameOf = async (call: Call) => (await call("GET", "/api/session")).body.session.user.user_metadata.full_name;
    expect(await nameOf(calls)).toBeNull();
    await takeMails(club);
    expect((await sign(calls, { legal_name: "Carys Pugh", signature: "Carys Pugh" })).status).toBe(201);
    expect(await nameOf(calls)).toBe("Carys Pugh");
    expect((await takeMails(club))[0]?.text).toContain("Hello Carys,");
    await sign(mine);
    expect(await nameOf(mine)).toBe("Mina Castell");
    const profiled = await buildMember(club.db, { full_name: "", profile: { full_name: "Nia Rees" } });
    const other = await club.as(profiled);
    await other("PUT", "/api/investor-records/me", { ...carys, legal_name: "Eluned Nia Rees" });
    await sign(other, { legal_name: "Eluned Nia Rees", signature: "Eluned Nia Rees" });
    const people = await club.db.selectFrom("people").select("full_name").where("id", "=", profiled.id).execute();
    expect(people).toEqual([{ full_name: "Nia Rees" }]);
  });

  it("counts a try and a decline of somebody who has no record yet, and signs nothing without a record", async () => {
    const person = await buildPerson(club.db, { full_name: "Nils Castell" });
    const calls = await club.as(person);
    expect((await sign(calls)).body.code).toBe("record_incomplete");
    const less = { answers: { income: yes({ amount: 90_000 }), net_assets: no } };
    expect((await sign(calls, less)).body.errors[0]).toMatchObject({ path: "answers.income.fields.amount" });
    const none = { answers: { income: no, net_assets: no }, none_apply: true, declarations: [], signature: "" };
    expect((await sign(calls, none)).body.outcome).toBe("declined");
    const attempts = await club.db
      .selectFrom("statement_attempts as a")
      .innerJoin("investor_records as r", "r.id", "a.record_id")
      .select(["a.outcome", "r.is_complete"])
      .where("r.user_id", "=", person.id)
      .orderBy("a.id")
      .execute();
    expect(attempts).toEqual([
      { outcome: "refused", is_complete: false },
      { outcome: "declined", is_complete: false },
    ]);
    expect((await calls("PUT", "/api/investor-records/me", record)).status).toBe(200);
    expect((await sign(calls)).body.statement.flags).toEqual(["attempts", "declined"]);
  });

  it("asks an admin after a contradiction, at the third try of a day, and for a country that is not allowed", async () => {
    await sign(mine, { none_apply: true });
    expect((await sign(mine)).body.statement.state).toBe("in_review");
    const [tired, calls] = await investor();
    const less = { answers: { income: yes({ amount: 90_000 }), net_assets: no } };
    await sign(calls, less);
    await sign(calls, less);
    await takeMails(club);
    const third = await sign(calls);
    expect([third.body.outcome, third.body.statement.flags]).toEqual(["in_review", ["attempts"]]);
    expect((await takeMails(club))[0]?.text).toContain(
      "You tried three times on one day, so an admin reads your answers first. You are told what comes of it.",
    );
    // Slips are no tries.
    const [, careless] = await investor();
    await sign(careless, { signature: "M" });
    const unrounded = await sign(careless, { answers: { income: yes({ amount: 123_456 }), net_assets: no } });
    expect(unrounded.body.code).toBe("figure_not_rounded");
    await sign(careless, { answers: { income: no, net_assets: no } });
    expect((await sign(careless)).body.outcome).toBe("live");
    const [french, away] = await investor({ country: "FR" });
    expect((await sign(away)).body.outcome).toBe("in_review");
    const { body } = await admin("GET", "/api/statements?limit=100");
    const flagsOf = (person: Person) =>
      body.items.find(({ user_id }: { user_id: string }) => user_id === person.id).flags;
    expect([flagsOf(mina), flagsOf(tired), flagsOf(french)]).toEqual([["contradiction"], ["attempts"], ["country"]]);
  });
});

describe("The days of a statement", () => {
  it.each([
    ["in winter", "2026-11-22T12:00:00Z", "2027-11-21T23:59:59Z", "2027-11-22T00:00:00Z", "2027-11-21"],
    [
      "signed just after midnight in summer",
      "2027-06-30T23:00:00Z",
      "2028-06-30T22:59:59Z",
      "2028-06-30T23:00:00Z",
      "2028-06-30",
    ],
    [
      "signed just before midnight in summer",
      "2027-06-30T22:59:59Z",
      "2028-06-29T22:59:59Z",
      "2028-06-29T23:00:00Z",
      "2028-06-29",
    ],
    ["signed on 29 February", "2028-02-29T12:00:00Z", "2029-02-27T23:59:59Z", "2029-02-28T00:00:00Z", "2029-02-27"],
    [
      "signed on 1 March of a leap year",
      "2028-03-01T12:00:00Z",
      "2029-02-28T23:59:59Z",
      "2029-03-01T00:00:00Z",
      "2029-02-28",
    ],
  ])("A statement ends after a year less a day, London time: %s", async (_when, signed, last, first, through) => {
    now = new Date(signed);
    expect((await sign(mine)).body.statement.valid_through).toBe(through);
    now = new Date(last);
    expect(await gateOf(mine)).toBe("open");
    now = new Date(first);
    expect(await gateOf(mine)).toBe("statement_expired");
    expect((await mine("GET", "/api/statements/me")).body.items[0].state).toBe("expired");
    now = new Date(signed);
    now.setMilliseconds(-1);
    expect(await gateOf(mine)).not.toBe("open");
  });
});

describe("The gate", () => {
  it("The gate has the application's defaults where no admin has changed them", async () => {
    const undone = new Error("undone");
    const reading = club.db.transaction().execute(async (tx) => {
      await tx.deleteFrom("club_setting_revisions").execute();
      await tx.deleteFrom("club_settings").execute();
      const { rows } = await sql<{ found: object }>`select deal_settings() as found`.execute(tx);
      expect(rows[0]?.found).toEqual(defaultSettings.deals);
      throw undone;
    });
    await expect(reading).rejects.toBe(undone);
  });

  it("The gate is checked on each request of a route for investors, an admin's too", async () => {
    const refusal = async (call: Call) => (await call("GET", "/api/open-deals")).body.code;
    expect([await refusal(admin), await refusal(mine)]).toEqual(["statement_required", "statement_required"]);
    await sign(mine);
    expect(await refusal(mine)).toBeUndefined();
    await mine("POST", "/api/statements/me/withdraw");
    expect(await refusal(mine)).toBe("statement_required");
  });

  it("The gate is closed while deals are off or stopped, and for another country", async () => {
    await sign(mine);
    await setDeals(club.db, { is_enabled: false });
    expect(await gateOf(mine)).toBe("deals_disabled");
    await setDeals(club.db, { kill_switch: true });
    expect(await gateOf(mine)).toBe("deals_disabled");
    await setDeals(club.db, { countries_allowed: ["IE"] });
    expect(await gateOf(mine)).toBe("country_not_allowed");
    await setDeals(club.db);
    expect(await gateOf(mine)).toBe("open");
  });

  it("The gate is closed to a member who is suspended", async () => {
    await sign(mine);
    const gate = async () => {
      const { rows } = await sql<{ gate: string }>`select offer_gate(${mina.id}, ${now}) as gate`.execute(club.db);
      return rows[0]?.gate;
    };
    expect(await gate()).toBe("open");
    await admin("POST", `/api/people/${mina.id}/suspend`, { reason: "A doubt." });
    expect(await gate()).toBe("membership_required");
  });
});

describe("A delivery", () => {
  it("The database refuses a delivery on any day outside its statement, ten thousand times over", async () => {
    const { body } = await sign(mine);
    const { record_id } = await club.db
      .selectFrom("statements")
      .select("record_id")
      .where("id", "=", body.statement.id)
      .executeTakeFirstOrThrow();
    const { version_id } = await buildDeal(club.db);
    await sql`
      create function try_deliveries(p_statement_id uuid, p_record_id uuid, p_version_id uuid)
      returns table (inside integer, outside integer, kept integer) language plpgsql as $$
      declare
        statement statements := (select s from statements s where id = p_statement_id);
        moment timestamptz;
      begin
        inside := 0; outside := 0; kept := 0;
        for i in 1..10500 loop
          -- Years before and after, and each second around its first and its last moment.
          moment := case i % 3
            when 0 then statement.signed_at + (random() * 6 - 3) * interval '1 year'
            when 1 then statement.signed_at + (i % 101 - 50) * interval '1 second'
            else ((statement.valid_through + 1)::timestamp at time zone 'Europe/London') + (i % 101 - 50) * interval '1 second' end;
          if moment >= statement.signed_at and moment < (statement.valid_through + 1)::timestamp at time zone 'Europe/London'
          then inside := inside + 1; else outside := outside + 1; end if;
          begin
            insert into deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
            values (p_record_id, p_statement_id, statement.signed_on, statement.valid_through, 'page', app_uuid_v7(), p_version_id, moment);
            kept := kept + 1;
          exception when check_violation or integrity_constraint_violation then null;
          end;
        end loop;
        return next;
      end
      $$`.execute(club.db);
    const { rows } = await sql<{ inside: number; outside: number; kept: number }>`
      select * from try_deliveries(${body.statement.id}::uuid, ${record_id}::uuid, ${version_id}::uuid)`.execute(
      club.db,
    );
    expect(rows[0]?.outside).toBeGreaterThan(4000);
    expect(rows[0]?.kept).toBe(rows[0]?.inside);
  });
});

describe("POST /statements/me/withdraw", () => {
  it("ends the live statement, at once and for good", async () => {
    await sign(mine);
    const { body } = await mine("POST", "/api/statements/me/withdraw");
    expect([body.gate, body.items[0].state, body.items[0].can]).toEqual([
      "statement_required",
      "withdrawn",
      { withdraw: false },
    ]);
    expect((await sign(mine)).body.outcome).toBe("live");
    expect((await mine("GET", "/api/statements/me")).body.items).toHaveLength(2);
  });
  it("tells the member when, by a mail and a notice, once for all the withdrawn statements", async () => {
    await sign(mine, { none_apply: true });
    await sign(mine);
    now = new Date("2026-11-27T14:05:00Z");
    await sign(mine);
    await takeMails(club);
    await mine("POST", "/api/statements/me/withdraw");
    await mine("POST", "/api/statements/me/withdraw");
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [mina.email, "You withdrew your investor statements"],
    ]);
    expect(mails[0]?.text).toContain(
      "“High net worth individual” of 27 November 2026 and “High net worth individual” of 22 November 2026 on 27 November 2026, 14:05, in London.",
    );
    expect(mails[0]?.text).toContain("If this was not you, choose a new password at once");
    const { items } = (await mine("GET", "/api/notices")).body;
    expect(items.map(({ text, path }: { text: string; path: string }) => [text, path])).toEqual([
      [
        "You withdrew your investor statement on Fri 27 Nov, 14:05. Deals are hidden until you sign again, apart from those that you bought shares in. If this was not you, write to us.",
        "/members?tab=account&view=investor",
      ],
    ]);
  });
  it("records the withdrawal once for two requests at once", async () => {
    const { id } = (await sign(mine)).body.statement;
    const withdraw = () => mine("POST", "/api/statements/me/withdraw");
    const answers = await meetAtRow(club.db, "statements", id, [withdraw, withdraw]);
    expect(answers.map(({ status, body }) => [status, body.gate])).toEqual([
      [200, "statement_required"],
      [200, "statement_required"],
    ]);
    expect(await auditOf(id)).toEqual([
      {
        kind: "statement_signed",
        actor_id: mina.id,
        details: { kind: "high_net_worth", version: "Sample 1", outcome: "live" },
      },
      { kind: "statement_withdrawn", actor_id: mina.id, details: { kind: "high_net_worth" } },
    ]);
  });
});

describe("GET /statements/me/{id}", () => {
  it("returns the signed statement to its owner, on the page and as a PDF, and 404 to others", async () => {
    const { body } = await sign(mine);
    const path = `/api/statements/me/${body.statement.id}`;
    const own = await mine("GET", path);
    expect(own.body.lines).toContainEqual({
      style: "answer",
      runs: [{ text: "Income, to the nearest £10,000: £120,000", is_bold: false }],
    });
    const pdf = await mine("GET", `${path}/pdf`);
    expect([pdf.headers.get("content-type"), String(pdf.body).slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
    expect((await admin("GET", path)).status).toBe(404);
    expect((await admin("GET", `${path}/pdf`)).status).toBe(404);
  });

  const signedPdf = async () => {
    const { id, page_sha256 } = (await sign(mine)).body.statement;
    const headers = { cookie: await club.cookieOf(mina) };
    const answer = await club.fetch(new Request(`${club.appUrl}/api/statements/me/${id}/pdf`, { headers }));
    return { file: Buffer.from(await answer.arrayBuffer()), page_sha256 };
  };
  it("returns the answers and the hash of the signed page in a PDF of one page", async () => {
    const { file, page_sha256 } = await signedPdf();
    const { pageCount, text } = await readPdf(file);
    expect(pageCount).toBe(1);
    for (const words of [
      "Mina Jane Castell",
      "Income, to the nearest £10,000: £120,000",
      "What was ticked Ticked:",
      "Signed on 22 November 2026 at 12:00 in London",
      `SHA-256 of the page as signed: ${page_sha256}`,
    ])
      expect(text).toContain(words);
    expect(text.replaceAll(" ", "")).toContain(`${page_sha256}·Page1of1`);
  });
  it("returns a PDF in which Poppler reads the same words", async (context) =>
    expectSameInPoppler(context, (await signedPdf()).file));
});

describe("POST /statements/{id}/accept", () => {
  it("makes a statement count from now on, and tells its owner", async () => {
    await sign(mine, { none_apply: true });
    const { id } = (await sign(mine)).body.statement;
    now = new Date("2026-11-23T09:00:00Z");
    const accepted = await admin("POST", `/api/statements/${id}/accept`, { reason: "Spoke to her." });
    expect([accepted.status, accepted.body.state, accepted.body.can.revoke]).toEqual([200, "live", true]);
    expect(await gateOf(mine)).toBe("open");
    expect(await mailsTo(mina)).toEqual(["statement-signed", "statement-decided"]);
    const again = await admin("POST", `/api/statements/${id}/refuse`, { reason: "No." });
    expect([again.status, again.body.code]).toEqual([409, "statement_closed"]);
  });

  it("refuses the admin's own statement", async () => {
    await admin("PUT", "/api/investor-records/me", record);
    await sign(admin, { none_apply: true });
    const { id } = (await sign(admin)).body.statement;
    const own = await admin("POST", `/api/statements/${id}/accept`, { reason: "Mine." });
    expect([own.status, own.body.code]).toEqual([409, "own_record"]);
    expect((await admin("POST", `/api/statements/${id}/open`, { reason: "Mine." })).body.code).toBe("own_record");
  });
});

describe("POST /statements/{id}/refuse", () => {
  it("refuses a statement with a reason that the member is told", async () => {
    await sign(mine, { none_apply: true });
    const { id } = (await sign(mine)).body.statement;
    await admin("POST", `/api/statements/${id}/refuse`, { reason: "The answers contradict each other." });
    const { gate, items } = (await mine("GET", "/api/statements/me")).body;
    expect([gate, items[0].state, items[0].reason]).toEqual([
      "statement_required",
      "refused",
      "The answers contradict each other.",
    ]);
  });
  it("tells that deals are hidden only where no other statement counts", async () => {
    const hides = async () => (await takeMails(club)).some(({ text }) => text.includes("Deals are hidden until"));
    await sign(mine, { none_apply: true });
    const first = (await sign(mine)).body.statement;
    const second = (await sign(mine)).body.statement;
    await admin("POST", `/api/statements/${first.id}/accept`, { reason: "Spoke to her." });
    await takeMails(club);
    await admin("POST", `/api/statements/${second.id}/refuse`, { reason: "One is enough." });
    expect(await hides()).toBe(false);
    await admin("POST", `/api/statements/${first.id}/revoke`, { reason: "Not true any more." });
    expect(await hides()).toBe(true);
  });
});

describe("POST /statements/{id}/revoke", () => {
  it("ends a live statement with a reason", async () => {
    const { id } = (await sign(mine)).body.statement;
    expect((await admin("POST", `/api/statements/${id}/revoke`, { reason: "Not true." })).body.state).toBe("revoked");
    expect(await gateOf(mine)).toBe("statement_required");
    expect((await auditOf(id)).at(-1)).toMatchObject({ kind: "statement_revoked", actor_id: owen.id });
  });
});

describe("POST /statements/{id}/open", () => {
  it("returns the figures for a reason, which the owner reads", async () => {
    const { id } = (await sign(mine)).body.statement;
    const listed = await admin("GET", "/api/statements?limit=100");
    expect(JSON.stringify(listed.body)).not.toContain("120,000");
    const opened = await admin("POST", `/api/statements/${id}/open`, { reason: "The regulator asks." });
    expect(JSON.stringify(opened.body.lines)).toContain("120,000");
    const { openings } = (await mine("GET", "/api/investor-records/me")).body;
    expect(openings[0]).toMatchObject({ reason: "The regulator asks.", opened_by_name: "Owen Pryce" });
    expect((await auditOf(id)).at(-1)).toEqual({
      kind: "statement_opened",
      actor_id: owen.id,
      details: { opening_id: expect.any(String) },
    });
  });
});

describe("POST /statements/evidence", () => {
  it("packs the register, each page byte for byte, and its PDF", async () => {
    const { id, page_sha256, signed_on } = (await sign(mine)).body.statement;
    const headers = { cookie: await club.cookieOf(owen), origin: club.appUrl, "content-type": "application/json" };
    const body = JSON.stringify({ ids: [id], reason: "The regulator asks." });
    const answer = await club.fetch(
      new Request(`${club.appUrl}/api/statements/evidence`, { method: "POST", headers, body }),
    );
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    expect([...files.keys()]).toEqual(["register.csv", `${signed_on}-${id}.html`, `${signed_on}-${id}.pdf`]);
    expect(
      createHash("sha256")
        .update(files.get(`${signed_on}-${id}.html`) ?? "")
        .digest("hex"),
    ).toBe(page_sha256);
    expect(files.get("register.csv")?.toString()).toContain(page_sha256);
    expect((await mine("GET", "/api/investor-records/me")).body.openings).toHaveLength(1);
  });
});

describe("GET /statements", () => {
  it("finds statements by state, kind and part of a name", async () => {
    const { id } = (await sign(mine)).body.statement;
    const found = async (query: string) =>
      (await admin("GET", `/api/statements?limit=100&${query}`)).body.items.some(
        (item: { id: string }) => item.id === id,
      );
    expect(await found("state=live&kind=high_net_worth&q=castell")).toBe(true);
    expect(await found("state=expired")).toBe(false);
    expect(await found("kind=self_certified_sophisticated")).toBe(false);
    expect(await found("q=nobody")).toBe(false);
    const csv = await admin("POST", "/api/statements.csv?state=live");
    expect(csv.body).toContain(mina.email);
    const exported = club.db.selectFrom("audit_events").select(["actor_id", "details"]);
    expect(await exported.where("kind", "=", "statements_exported").execute()).toEqual([
      { actor_id: owen.id, details: { state: "live", kind: null, is_search: false } },
    ]);
    now = new Date("2027-11-22T00:00:00Z");
    expect(await found("state=expired")).toBe(true);
  });
});

describe("One's own data", () => {
  it("A member's own data has every statement with the page as it was signed", async () => {
    const { id, page_sha256 } = (await sign(mine)).body.statement;
    const headers = { cookie: await club.cookieOf(mina), origin: club.appUrl };
    const answer = await club.fetch(new Request(`${club.appUrl}/api/account/export`, { method: "POST", headers }));
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const { statements } = JSON.parse(files.get("your-data.json")?.toString() ?? "{}");
    const path = `documents/2026-11-22-statement-as-you-signed-it-${id.slice(-8)}.html`;
    expect(statements).toMatchObject([{ id, state: "live", page: path }]);
    const page = files.get(path) ?? "";
    expect(createHash("sha256").update(page).digest("hex")).toBe(page_sha256);
  });
});

describe("Reminders", () => {
  const remind = async (moment: string) => {
    now = new Date(moment);
    await statementJobs["statement-reminders"].run({ ...club, log: silentLog });
  };
  it("Reminders go 60, 30, 7 and 1 days before and on the first day without, each once, the latest of those missed", async () => {
    await sign(mine);
    for (const day of [
      "2027-09-20",
      "2027-09-21",
      "2027-09-22",
      "2027-09-23",
      "2027-10-22",
      "2027-11-14",
      "2027-11-20",
      "2027-11-21",
      "2027-11-22",
      "2027-11-23",
    ])
      await remind(`${day}T03:00:00Z`);
    expect(await mailsTo(mina)).toEqual([
      "statement-signed",
      "statement-ends 60",
      "statement-ends 30",
      "statement-ends 7",
      "statement-ends 1",
      "statement-ends 0",
    ]);
    const [late, calls] = await investor();
    now = noon;
    await sign(calls);
    await remind("2027-11-17T03:00:00Z");
    expect(await mailsTo(late)).toEqual(["statement-signed", "statement-ends 7"]);
  });
  it("No reminder is sent of a statement that was renewed", async () => {
    await sign(mine);
    now = new Date("2027-10-01T12:00:00Z");
    await sign(mine);
    await remind("2027-11-22T03:00:00Z");
    expect(await mailsTo(mina)).toEqual(["statement-signed", "statement-signed"]);
  });
});

describe("A version of a form that is withdrawn", () => {
  it("A withdrawn version of a form ends the statements signed under it, and their signers are told", async () => {
    const content = JSON.stringify(sampleStatementForms[0]?.content);
    const { id } = await club.db
      .insertInto("statement_forms")
      .values({
        kind: "high_net_worth",
        version_label: "wrong",
        law_reference: "x",
        content,
        valid_from: "2026-11-22",
        sha256: "a".repeat(64),
        signed_off_at: noon,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const signed = await sign(mine, { form_version_id: id });
    expect(signed.body.outcome).toBe("live");
    await admin("POST", `/api/statement-forms/${id}/withdraw`, { reason: "A threshold is wrong." });
    const { gate, items } = (await mine("GET", "/api/statements/me")).body;
    expect([gate, items[0].state, items[0].reason]).toEqual(["statement_required", "revoked", "A threshold is wrong."]);
    expect(await mailsTo(mina)).toEqual(["statement-signed", "statement-decided"]);
    expect((await auditOf(signed.body.statement.id)).at(-1)).toEqual({
      kind: "statement_revoked",
      actor_id: owen.id,
      details: { kind: "high_net_worth", is_form_withdrawn: true },
    });
  });
});

describe("A new secret", () => {
  it("A new secret decrypts pages that the previous one encrypted, and they are re-encrypted at night", async () => {
    const { id } = (await sign(mine)).body.statement;
    const database = club.database;
    const authSecret = "another secret for tests, of 32 characters and more";
    const keyOf = async () =>
      (
        await club.db
          .selectFrom("statement_pages")
          .select("key_id")
          .where("statement_id", "=", id)
          .executeTakeFirstOrThrow()
      ).key_id;
    const before = await keyOf();
    const without = await createTestApp({ now: () => now, hasLastingSessions: true, database, authSecret });
    const unread = await (await without.as(mina))("GET", `/api/statements/me/${id}`);
    expect([unread.status, unread.body.code]).toEqual([409, "statement_unreadable"]);
    await without.close();
    const next = await createTestApp({
      now: () => now,
      hasLastingSessions: true,
      database,
      authSecret,
      previousAuthSecret: club.authSecret,
    });
    const call = await next.as(mina);
    expect((await call("GET", `/api/statements/me/${id}`)).status).toBe(200);
    await statementJobs["statement-pages"].run({ ...next, log: silentLog });
    expect(await keyOf()).not.toBe(before);
    expect((await call("GET", `/api/statements/me/${id}`)).status).toBe(200);
    await next.close();
  });
});
