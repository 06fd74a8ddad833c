import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { buildAdmin, buildFile, type Person } from "#server/sample/builders.ts";
import type { FoundOnCertificate, Relief } from "#shared/funds/funds-relief.ts";
import { callCompanyBack, completeDeal, fileForCompletion } from "#tests/support/complete-deal.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { alderMembers, buildPaidAlder, type PaidAlder } from "#tests/support/paid-alder.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { goodPdf, lockedPdf } from "#tests/support/raw-pdf.ts";
import { certificateOf, pdfOfRows } from "#tests/support/relief-certificates.ts";
import { zipOf } from "#tests/support/room-files.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { reliefJobs } from "./founder-contacts.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const completedAt = new Date("2027-02-03T12:00:00Z");
const released = new Date("2027-08-12T12:00:00Z");
const codes = (function* () {
  for (const first of "23456789ABC") for (const last of "DEFGHJKMNP") yield `${first}${last}Y`;
})();

/** A process is started for each upload, from its source. */
const workerTimeoutMs = 60_000;

let now = completedAt;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
const second = await club.as(await buildAdmin(club.db, { full_name: "Daniel Achebe" }));
beforeEach(async () => {
  now = released;
});

async function completed(given: Partial<Parameters<typeof buildPaidAlder>[1]> = {}): Promise<PaidAlder> {
  now = completedAt;
  const deal = await buildPaidAlder(club.db, { code: codes.next().value ?? "", ...given });
  await callCompanyBack(club, deal.id, admin);
  await fileForCompletion(deal.id, admin);
  await completeDeal(club, deal.id, admin);
  now = released;
  return deal;
}
const read = async (id: string): Promise<Relief> => (await admin("GET", `/api/deals/${id}/relief`)).body;
const record = (id: string, step: string, happened_on: string, more: object = {}) =>
  admin("POST", `/api/deals/${id}/relief-steps`, { step, happened_on, ...more });
const upload = (id: string, content: Buffer, name = "seis3.pdf", type = "application/pdf") =>
  admin("POST", `/api/deals/${id}/relief-certificates?file_name=${encodeURIComponent(name)}`, content, {
    "content-type": type,
  });
const match = (id: string, body: object, by = admin) => by("POST", `/api/relief-certificates/${id}/match`, body);
const commitmentOf = (deal: PaidAlder, name: string) =>
  deal.people.find(({ full_name }) => full_name === name)?.commitment_id ?? "";
const certified = (name: string, change: object = {}) => {
  const { shares = 0, cost_pence = 0 } = alderMembers.find((member) => member.name === name) ?? {};
  return certificateOf({ name, shares, amount_pence: cost_pence, ...change });
};
async function filed(deal: PaidAlder, name: string, change: Partial<FoundOnCertificate> = {}) {
  const { shares = null, cost_pence: amount_pence = null } = alderMembers.find((member) => member.name === name) ?? {};
  const found = { name, shares, amount_pence, issued_on: "2027-02-02", uir: "Z1234 567", ...change };
  const { id: file_id } = await buildFile(club.db, null, { kind: "paper", media_type: "application/pdf" });
  return club.db
    .insertInto("papers")
    .values({
      deal_id: deal.id,
      kind: "relief_certificate",
      file_name: "a.pdf",
      file_id,
      dated_on: "2027-08-12",
      found: JSON.stringify(found),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}
const unread: FoundOnCertificate = {
  name: null,
  shares: null,
  amount_pence: null,
  issued_on: null,
  uir: null,
  companies: [],
  company_numbers: [],
  scheme: null,
};
const auditOf = (id: string) =>
  club.db
    .selectFrom("audit_events")
    .select(["kind", "details"])
    .where("subject_id", "=", id)
    .where("kind", "like", "relief%")
    .orderBy("id")
    .execute();

describe("GET /deals/{id}/relief", () => {
  it("lists each member with the relief due, and who gets no certificate", async () => {
    const deal = await completed();
    const relief = await read(deal.id);
    expect(relief).toMatchObject({
      scheme: "SEIS",
      due: 10,
      delivered: 0,
      delivered_pence: 0,
      uir: null,
      certificates: [],
      waiting_days: 191,
      chased_on: null,
      chased_next_on: null,
      can: { record: ["filed"], upload: true },
    });
    expect(relief.steps.map(({ label, on, said }) => [label, on, said])).toEqual([
      ["Advance assurance", "2026-11-18", "Given"],
      ["Shares issued", "2027-02-02", null],
      ["SEIS1 sent to HMRC", null, null],
      ["SEIS2 with the reference", null, null],
      ["SEIS3 made out by the company", null, null],
      ["Delivered to members", null, "0 of 10, £0.00"],
    ]);
    expect(relief.members.map(({ full_name, state }) => [full_name, state])).toEqual(
      alderMembers.map(({ name }) => [name, name === "Hugh Price" ? "not_a_taxpayer" : "waiting"]),
    );
    expect(relief.members[8]).toMatchObject({ shares: 6879, cost_pence: 852_996, issued_on: "2027-02-02" });
  });
  it("returns nothing to follow before completion, and for a round without a scheme", async () => {
    const before = await buildPaidAlder(club.db, { code: codes.next().value ?? "" });
    expect(await read(before.id)).toMatchObject({ due: 0, members: [], can: { record: [], upload: false } });
    const without = await completed({ scheme: "none" });
    expect(await read(without.id)).toMatchObject({ scheme: "none", steps: [], members: [], due: 0 });
    const refused = await record(without.id, "filed", "2027-06-10");
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      "deal_not_open",
      "Nobody in this deal gets a certificate for tax relief.",
    ]);
    expect((await upload(without.id, await certified("Jonas Weber"))).status).toBe(409);
  });
  it("returns that a member wants no relief", async () => {
    const deal = await buildPaidAlder(club.db, { code: codes.next().value ?? "" });
    const keira = commitmentOf(deal, "Keira Doyle");
    await club.db.updateTable("commitments").set({ wants_relief: false }).where("id", "=", keira).execute();
    now = completedAt;
    await callCompanyBack(club, deal.id, admin);
    await fileForCompletion(deal.id, admin);
    await completeDeal(club, deal.id, admin);
    const { due, members } = await read(deal.id);
    expect([due, members[9]?.state]).toEqual([9, "not_wanted"]);
  });
});

describe("POST /deals/{id}/relief-steps", () => {
  it.each([
    ["happened_on", { step: "filed", happened_on: "10 June" }],
    ["uir", { step: "authorised", happened_on: "2027-08-05" }],
    ["uir", { step: "authorised", happened_on: "2027-08-05", uir: " " }],
    ["step", { step: "chased", happened_on: "2027-08-05" }],
  ])("returns 422 for an invalid %s", async (path, body) => {
    const answer = await admin("POST", `/api/deals/${unknownId}/relief-steps`, body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
  });
  it("returns 409 before completion", async () => {
    const { id } = await buildPaidAlder(club.db, { code: codes.next().value ?? "" });
    expect((await record(id, "filed", "2027-06-10")).body.code).toBe("deal_not_open");
  });
  it("records the steps in their order, each day in its place, and the newest of a step counts", async () => {
    const { id } = await completed();
    const errorsOf = async (answer: ReturnType<typeof record>) => (await answer).body.errors[0];
    expect(await errorsOf(record(id, "authorised", "2027-08-05", { uir: "Z1" }))).toEqual({
      path: "step",
      message: "Please record the step before it first",
    });
    expect(await errorsOf(record(id, "filed", "2027-08-13"))).toEqual({
      path: "happened_on",
      message: "This day is still to come",
    });
    expect(await errorsOf(record(id, "filed", "2027-02-01"))).toEqual({
      path: "happened_on",
      message: "The step before it was on 2 February 2027",
    });
    const filed = await record(id, "filed", "2027-06-10");
    expect([filed.status, filed.body.waiting_days, filed.body.can.record]).toEqual([201, 63, ["filed", "authorised"]]);
    expect((await record(id, "authorised", "2027-06-09", { uir: "Z1" })).status).toBe(422);
    await record(id, "authorised", "2027-08-01", { uir: "Z1" });
    expect(await errorsOf(record(id, "filed", "2027-08-02"))).toEqual({
      path: "happened_on",
      message: "The step after it was on 1 August 2027",
    });
    const { body } = await record(id, "authorised", "2027-08-05", { uir: "Z1234 567" });
    expect(body).toMatchObject({
      uir: "Z1234 567",
      waiting_days: 7,
      can: { record: ["filed", "authorised", "certified"] },
    });
    expect((await auditOf(id)).at(-1)).toEqual({
      kind: "relief_step_recorded",
      details: { step: "authorised", happened_on: "2027-08-05", uir: "Z1234 567" },
    });
    await expect(sql`update relief_steps set uir = 'Z2'`.execute(club.db)).rejects.toThrow("never changed");
  });
});

describe("POST /deals/{id}/relief-certificates", () => {
  it("returns 409 before completion and 422 for a file that is no PDF", async () => {
    const pdf = goodPdf();
    const before = await buildPaidAlder(club.db, { code: codes.next().value ?? "" });
    const early = await upload(before.id, pdf);
    expect([early.status, early.body.detail]).toEqual([409, "This is recorded once members hold their shares."]);
    const { id } = await completed();
    expect((await upload(id, Buffer.from("<html>"))).body.code).toBe("file_type_refused");
  });
  it.each([
    ["damaged", "It cannot be opened.", async () => (await certified("Jonas Weber")).subarray(0, 300)],
    ["locked with a password", "It is locked with a password.", async () => lockedPdf],
  ])(
    "refuses a PDF that is %s, and stores nothing",
    async (_what, said, make) => {
      const { id } = await completed();
      const { status, body } = await upload(id, await make());
      expect([status, body.code, body.detail]).toEqual([422, "file_type_refused", expect.stringContaining(said)]);
      expect((await read(id)).certificates).toEqual([]);
    },
    workerTimeoutMs,
  );
  it(
    "accepts the PDFs of a ZIP, and returns each other file with the reason",
    async () => {
      const { id } = await completed();
      const jonas = await certified("Jonas Weber");
      const zip = await zipOf({
        "readme.txt": "Certificates of 2027",
        "__MACOSX/._jonas.pdf": "x",
        "damaged.pdf": jonas.subarray(0, 300),
        "jonas.pdf": jonas,
        "locked.pdf": lockedPdf,
      });
      const { status, body } = await upload(id, zip, "a.zip", "application/zip");
      expect([status, body.certificates, body.left_out]).toMatchObject([
        201,
        [{ file_name: "jonas.pdf" }],
        [
          { file_name: "readme.txt", reason: "not_pdf", said: "It is no PDF." },
          { file_name: "damaged.pdf", reason: "unreadable" },
          { file_name: "locked.pdf", reason: "locked" },
        ],
      ]);
    },
    workerTimeoutMs,
  );
  it(
    "refuses a ZIP without a PDF that opens, and returns its files with the reasons",
    async () => {
      const { id } = await completed();
      const zip = await zipOf({ "readme.txt": "Certificates", "locked.pdf": lockedPdf });
      const mixed = await upload(id, zip, "a.zip", "application/zip");
      expect([mixed.status, mixed.body.code, mixed.body.detail]).toEqual([
        422,
        "file_type_refused",
        "No file of this ZIP can be used as a certificate. readme.txt: It is no PDF. locked.pdf: It is locked with a password. Take the password off, and add it again.",
      ]);
      expect((await read(id)).certificates).toEqual([]);
      const papers = club.db.selectFrom("files").select("id").where("kind", "=", "paper");
      expect(await papers.where("state", "<>", "attached").execute()).toEqual([]);
    },
    workerTimeoutMs,
  );
  it(
    "reads each certificate, and leaves out a file that is there already",
    async () => {
      const { id } = await completed();
      const jonas = await certified("Jonas Weber", { amount_pence: 959_621 });
      const first = await upload(id, jonas);
      expect([first.status, first.body.certificates]).toMatchObject([
        201,
        [
          {
            file_name: "seis3.pdf",
            found: { name: "Jonas Weber", shares: 6879, amount_pence: 959_621, issued_on: "2027-02-02" },
            suggested: { full_name: "Jonas Weber", member: 9 },
          },
        ],
      ]);
      const zip = await zipOf({ "1 Jonas.pdf": jonas, "2 scanned.pdf": await pdfOfRows([["Nothing", "to read"]]) });
      const { body } = await upload(id, zip, "SEIS3.zip", "application/zip");
      expect(body.certificates.slice(1)).toMatchObject([
        { file_name: "2 scanned.pdf", found: { ...unread, companies: ["Alder Analytics Ltd"] }, suggested: null },
      ]);
      expect(body.left_out).toEqual([{ file_name: "1 Jonas.pdf", reason: "known", said: "It is here already." }]);
      expect((await auditOf(id)).at(-1)).toEqual({
        kind: "relief_certificates_uploaded",
        details: { file_name: "SEIS3.zip", certificates: 1 },
      });
    },
    workerTimeoutMs,
  );
});

describe("A certificate that waits", () => {
  it("A waiting certificate names its member, and what differs from the register", async () => {
    const deal = await completed();
    await record(deal.id, "filed", "2027-06-10");
    await record(deal.id, "authorised", "2027-08-05", { uir: "Z1234 567" });
    await filed(deal, "Jonas Weber", { amount_pence: 959_621 });
    await filed(deal, "Keira Doyle", { name: "Mrs K. Doyle", shares: 405, uir: "z1234-568" });
    await filed(deal, "Ben Lindqvist", { name: "Somebody Else", shares: 1 });
    await filed(deal, "Ben Lindqvist", { name: "Benno Lind", uir: "Z1234567" });
    await filed(deal, "Liam Carter", { name: null });
    await filed(deal, "Hugh Price");
    const said = (await read(deal.id)).certificates.map(({ suggested }) => [
      suggested?.full_name,
      suggested?.differences.map((each) => `${each.is_blocking ? "blocks" : "warns"}: ${each.said}`),
    ]);
    expect(said).toEqual([
      ["Jonas Weber", ["blocks: amount is £9,596.21, the shares cost £8,529.96"]],
      [
        "Keira Doyle",
        ["warns: shares are 405, the register has 404", "warns: reference is z1234-568, HMRC gave Z1234 567"],
      ],
      [undefined, undefined],
      ["Ben Lindqvist", ["warns: name is Benno Lind, the register has Ben Lindqvist"]],
      ["Liam Carter", []],
      [undefined, undefined],
    ]);
  });
});

describe("A certificate that fits nobody", () => {
  it("A certificate that fits nobody says why", async () => {
    const deal = await completed();
    const whole = await filed(deal, "Jonas Weber");
    await match(whole.id, { commitment_id: commitmentOf(deal, "Jonas Weber") });
    await filed(deal, "Jonas Weber");
    await filed(deal, "Jonas Weber", { amount_pence: 85_299 });
    await filed(deal, "Hugh Price");
    await filed(deal, "Tom Nobody", { shares: 1 });
    await filed(deal, "", unread);
    await filed(deal, "Keira Doyle");
    expect((await read(deal.id)).certificates.map(({ nobody }) => nobody)).toEqual([
      ["Jonas Weber has a certificate already"],
      [
        "Jonas Weber holds 6,879 shares for £8,529.96; the certificate says 6,879 shares for £852.99",
        "Jonas Weber has a certificate already",
      ],
      ["Hugh Price pays no tax in the UK"],
      ["No member of this deal is called Tom Nobody"],
      ["No name could be read on it, and no single member has its figures"],
      [],
    ]);
  });
});

describe("A certificate of another company or scheme", () => {
  it(
    "A certificate of another company or scheme is given to nobody until an admin matches it by hand",
    async () => {
      const deal = await completed();
      const { id } = (await upload(deal.id, await certified("Jonas Weber", { company: "Quern Ltd" }))).body
        .certificates[0];
      const [waiting] = (await read(deal.id)).certificates;
      expect(waiting).toMatchObject({
        suggested: { full_name: "Jonas Weber", differences: [] },
        of_another: ["The company on it is Quern Ltd, this deal is of Alder Analytics"],
      });
      const all = await admin("POST", `/api/deals/${deal.id}/relief-certificates/match`, { ids: [id] });
      expect([all.status, all.body.delivered]).toEqual([200, 0]);
      const byHand = await match(id, { commitment_id: commitmentOf(deal, "Jonas Weber") });
      expect([byHand.status, byHand.body.delivered]).toEqual([200, 1]);
    },
    workerTimeoutMs,
  );
  it("A certificate says each company or scheme that differs, whoever it is for", async () => {
    const deal = await completed();
    await club.db
      .updateTable("companies")
      .set({ company_number: "01234567" })
      .where("id", "=", deal.company_id)
      .execute();
    await filed(deal, "Somebody Else", {
      companies: ["Quern Ltd", "ALDER ANALYTICS LIMITED"],
      company_numbers: ["12345678", "1234567"],
      scheme: "EIS",
    });
    expect((await read(deal.id)).certificates).toMatchObject([
      {
        suggested: null,
        of_another: [
          "The company on it is Quern Ltd, this deal is of Alder Analytics",
          "The company number on it is 12345678, Alder Analytics has 01234567",
          "It is for EIS, this round is SEIS",
        ],
      },
    ]);
  });
});

describe("POST /relief-certificates/{id}/match", () => {
  it("returns 404 for a member of another deal", async () => {
    const [deal, other] = [await completed(), await completed()];
    const { id } = await filed(deal, "Jonas Weber");
    expect((await match(id, { commitment_id: commitmentOf(other, "Jonas Weber") })).status).toBe(404);
  });
  it("refuses an amount with the fee and another day of issue, in words, for both at once", async () => {
    const deal = await completed();
    const commitment_id = commitmentOf(deal, "Jonas Weber");
    const wrong = await filed(deal, "Jonas Weber", { amount_pence: 959_621 });
    const { status, body } = await match(wrong.id, { commitment_id, amount_pence: 852_996 });
    expect([status, body.code, body.errors]).toEqual([
      422,
      "certificate_mismatch",
      [{ path: "amount_pence", message: "amount is £9,596.21, the shares cost £8,529.96" }],
    ]);
    const both = await filed(deal, "Jonas Weber", { amount_pence: 959_621, issued_on: "2027-02-01" });
    expect((await match(both.id, { commitment_id })).body.errors).toEqual([
      { path: "amount_pence", message: "amount is £9,596.21, the shares cost £8,529.96" },
      { path: "issued_on", message: "issued on 1 February 2027, the register has 2 February 2027" },
    ]);
    expect((await read(deal.id)).delivered).toBe(0);
  });
  it("accepts a penny more or less than the cost where the price has parts of a penny, and never two", async () => {
    const deal = await completed();
    const commitment_id = commitmentOf(deal, "Jonas Weber");
    // 6,879 × £1.240001 is £8,529.97, and the cost £8,529.96.
    await sql`alter table holdings disable trigger user`.execute(club.db);
    await sql`update holdings set price = 1.240001 where commitment_id = ${commitment_id}`.execute(club.db);
    await sql`alter table holdings enable trigger user`.execute(club.db);
    const off = await filed(deal, "Jonas Weber", { amount_pence: 852_998 });
    expect((await match(off.id, { commitment_id })).status).toBe(422);
    const { id } = await filed(deal, "Jonas Weber", { amount_pence: 852_997 });
    expect((await match(id, { commitment_id })).status).toBe(200);
  });
  it("A certificate that is nobody's is the founders' own errand on Today until it is matched or removed", async () => {
    const deal = await completed();
    await admin("POST", `/api/deals/${deal.id}/success-fee/sent`);
    const today = async () => {
      const { rows, waiting } = (await second("GET", "/api/today")).body;
      const isOfDeal = ({ path }: { path: string }) => path.includes(deal.id);
      return { own: rows.filter(isOfDeal), others: waiting.filter(isOfDeal) };
    };
    const before = await today();
    expect([before.own, before.others.length]).toEqual([[], 1]);
    const { id } = await filed(deal, "Jonas Weber", { amount_pence: 852_997 });
    expect((await match(id, { commitment_id: commitmentOf(deal, "Jonas Weber") })).body.errors).toEqual([
      { path: "amount_pence", message: "amount is £8,529.97, the shares cost £8,529.96" },
    ]);
    const { own, others } = await today();
    expect(others).toEqual([]);
    expect(own).toMatchObject([
      {
        act: "certificates",
        text: expect.stringMatching(
          /^1 SEIS3 certificate came in and is given to no member\. Match it, or remove it\./,
        ),
      },
    ]);
    expect((await admin("DELETE", `/api/relief-certificates/${id}`)).status).toBe(200);
    const after = await today();
    expect([after.own, after.others.length]).toEqual([[], 1]);
  });
  it("asks for what could not be read, and compares that too", async () => {
    const deal = await completed();
    const { id } = await filed(deal, "", unread);
    const commitment_id = commitmentOf(deal, "Jonas Weber");
    const untyped = await match(id, { commitment_id });
    expect([untyped.status, untyped.body.code, untyped.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      "invalid_body",
      ["amount_pence", "issued_on"],
    ]);
    const typed = await match(id, { commitment_id, amount_pence: 852_997, issued_on: "2027-02-02" });
    expect(typed.body.errors).toEqual([
      { path: "amount_pence", message: "amount is £8,529.97, the shares cost £8,529.96" },
    ]);
    const right = await match(id, { commitment_id, amount_pence: 852_996, issued_on: "2027-02-02" });
    expect([right.status, right.body.delivered]).toEqual([200, 1]);
    expect((await auditOf(deal.id)).at(-1)).toEqual({
      kind: "relief_certificate_matched",
      details: { paper_id: id, commitment_id, amount_pence: 852_996, issued_on: "2027-02-02" },
    });
  });
  it(
    "gives the certificate to its member, who is told what it is about, and to nobody else, once",
    async () => {
      const deal = await completed();
      await takeMails(club);
      const { id } = (await upload(deal.id, await certified("Jonas Weber"))).body.certificates[0];
      const jonas = deal.people[8] as Person;
      const commitment_id = commitmentOf(deal, "Jonas Weber");
      const answers = await meetAtRow(club.db, "deals", deal.id, [
        () => match(id, { commitment_id }),
        () => match(id, { commitment_id }, second),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 409]);
      expect(answers[0]?.body).toMatchObject({ delivered: 1, delivered_pence: 852_996, certificates: [] });
      expect(answers[0]?.body.members[8]).toMatchObject({ state: "delivered", paper_id: id });
      const mails = await takeMails(club);
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        [jonas.email, "Alder Analytics: your SEIS3 certificate is here"],
      ]);
      expect(mails[0]?.text).toContain("for your 6,879 shares, which cost £8,529.96");
      const notices = club.db.selectFrom("notices").select("subject_id").where("user_id", "=", jonas.id);
      expect(await notices.where("kind", "=", "paper_delivered").execute()).toEqual([{ subject_id: id }]);
      const [mine, esther] = [await club.as(jonas), await club.as(deal.people[4] as Person)];
      expect((await mine("GET", "/api/papers/me")).body.items[0]).toMatchObject({
        id,
        kind: "relief_certificate",
        scheme: "SEIS",
      });
      expect((await mine("GET", `/api/papers/${id}`)).status).toBe(200);
      expect((await esther("GET", `/api/papers/${id}`)).status).toBe(404);
      const data = await club.asOwner(null, (tx) => collectData(tx, jonas.id, club));
      expect(data.papers?.map(({ kind }) => kind)).toEqual(["relief_certificate"]);
      const again = await filed(deal, "Jonas Weber");
      expect((await read(deal.id)).certificates).toMatchObject([{ id: again.id, suggested: null }]);
      const taken = await match(again.id, { commitment_id });
      expect([taken.status, taken.body.errors]).toEqual([
        422,
        [{ path: "commitment_id", message: "This member has a certificate already." }],
      ]);
    },
    workerTimeoutMs,
  );
  it("refuses a member who is due no certificate", async () => {
    const deal = await completed();
    const { id } = await filed(deal, "Hugh Price");
    const { status, body } = await match(id, { commitment_id: commitmentOf(deal, "Hugh Price") });
    expect([status, body.errors]).toEqual([
      422,
      [{ path: "commitment_id", message: "This member is not due a certificate." }],
    ]);
  });
});

describe("POST /deals/{id}/relief-certificates/match", () => {
  it("gives out certificates that differ in nothing, and leaves the others", async () => {
    const deal = await completed();
    const ids = [
      await filed(deal, "Jonas Weber"),
      await filed(deal, "Jonas Weber", { uir: "Z1234 568" }),
      await filed(deal, "Keira Doyle", { shares: 405 }),
      await filed(deal, "Liam Carter", { issued_on: "2027-02-01" }),
      await filed(deal, "Dev Shah", { issued_on: null }),
      await filed(deal, "Isla Reid"),
    ].map(({ id }) => id);
    const left = await filed(deal, "Ben Lindqvist");
    const path = `/api/deals/${deal.id}/relief-certificates/match`;
    const { status, body } = await admin("POST", path, { ids });
    expect([status, body.delivered]).toEqual([200, 2]);
    expect(body.certificates.map(({ id }: { id: string }) => id)).toEqual([...ids.slice(1, 5), left.id]);
    expect((await auditOf(deal.id)).at(-1)).toEqual({
      kind: "relief_certificates_matched",
      details: { certificates: 2 },
    });
    expect((await admin("POST", path, { ids })).body.delivered).toBe(2);
  });
});

describe("POST /relief-certificates/{id}/withdraw", () => {
  const withdraw = (id: string, reason: string) => admin("POST", `/api/relief-certificates/${id}/withdraw`, { reason });
  const reason = "It was made out for another company.";
  it("withdraws a certificate from its member, who reads why, and another is given in its place", async () => {
    const deal = await completed();
    const jonas = deal.people[8] as Person;
    const mine = await club.as(jonas);
    const commitment_id = commitmentOf(deal, "Jonas Weber");
    const [wrong, right] = [await filed(deal, "Jonas Weber"), await filed(deal, "Jonas Weber")];
    await match(wrong.id, { commitment_id });
    await takeMails(club);
    const { status, body } = await withdraw(wrong.id, reason);
    expect([status, body.delivered, body.members[8].state]).toEqual([200, 0, "waiting"]);
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [jonas.email, "Alder Analytics: your SEIS3 certificate was withdrawn"],
    ]);
    expect(mails[0]?.text).toContain(`The reason: ${reason}`);
    const told = club.db.selectFrom("notices").select("subject_id").where("user_id", "=", jonas.id);
    expect(await told.where("kind", "=", "certificate_withdrawn").execute()).toEqual([{ subject_id: commitment_id }]);
    expect((await mine("GET", `/api/papers/${wrong.id}`)).status).toBe(404);
    const awaited = async () => (await mine("GET", "/api/papers/me")).body.awaited;
    expect(await awaited()).toMatchObject([
      { commitment_id, withdrawn: { withdrawn_at: "2027-08-12T12:00:00.000Z", reason } },
    ]);
    const lot = async () => {
      const { companies, next } = (await mine("GET", "/api/portfolio/me")).body;
      const { id, certificate_withdrawn_on } = companies[0].lots[0];
      return { id, certificate_withdrawn_on, next: next.map(({ kind }: { kind: string }) => kind) };
    };
    const { id: lot_id } = await lot();
    const claim = { lot_id, kind: "income", claimed_on: "2027-08-12", pence: 1000, is_carried_back: false };
    expect((await mine("POST", "/api/portfolio/me/reliefs", claim)).status).toBe(201);
    expect(await lot()).toEqual({ id: lot_id, certificate_withdrawn_on: "2027-08-12", next: ["ask_certificate"] });
    expect((await auditOf(deal.id)).at(-1)).toEqual({
      kind: "relief_certificate_withdrawn",
      details: { paper_id: wrong.id, commitment_id, reason },
    });
    const kept = club.db.selectFrom("papers").select(["commitment_id", "withdrawn_reason", "removed_by"]);
    expect(await kept.where("id", "=", wrong.id).execute()).toEqual([
      { commitment_id, withdrawn_reason: reason, removed_by: owen.id },
    ]);
    expect((await match(right.id, { commitment_id })).body.delivered).toBe(1);
    expect(await awaited()).toEqual([]);
    expect((await lot()).certificate_withdrawn_on).toBeNull();
  });
  it("refuses a certificate that is with nobody, and one that was taken back already", async () => {
    const deal = await completed();
    const { id } = await filed(deal, "Jonas Weber");
    const early = await withdraw(id, reason);
    expect([early.status, early.body.code, early.body.detail]).toEqual([
      409,
      "revision_conflict",
      "This certificate is with no member.",
    ]);
    await match(id, { commitment_id: commitmentOf(deal, "Jonas Weber") });
    expect((await withdraw(id, " ")).status).toBe(422);
    await withdraw(id, reason);
    expect((await withdraw(id, reason)).status).toBe(404);
    await expect(sql`update papers set withdrawn_reason = 'x' where id = ${id}`.execute(club.db)).rejects.toThrow(
      "never changed",
    );
  });
  it(
    "leaves the same file to be given to somebody else",
    async () => {
      const deal = await completed();
      const pdf = await pdfOfRows([["Nothing", "to read"]]);
      const typed = { amount_pence: 852_996, issued_on: "2027-02-02" };
      const { id } = (await upload(deal.id, pdf)).body.certificates[0];
      await match(id, { commitment_id: commitmentOf(deal, "Jonas Weber"), ...typed });
      await withdraw(id, reason);
      const again = (await upload(deal.id, pdf)).body;
      expect([again.left_out, again.certificates.length]).toEqual([[], 1]);
      const keira = { commitment_id: commitmentOf(deal, "Keira Doyle"), ...typed, amount_pence: 50_096 };
      expect((await match(again.certificates[0].id, keira)).body.delivered).toBe(1);
    },
    workerTimeoutMs,
  );
});

describe("DELETE /relief-certificates/{id}", () => {
  it("removes a certificate that is not matched, and no other", async () => {
    const deal = await completed();
    const [wrong, right] = [await filed(deal, "Jonas Weber", { shares: 1 }), await filed(deal, "Jonas Weber")];
    const remove = (id: string) => admin("DELETE", `/api/relief-certificates/${id}`);
    const { status, body } = await remove(wrong.id);
    expect([status, body.certificates.map(({ id }: { id: string }) => id)]).toEqual([200, [right.id]]);
    expect((await remove(wrong.id)).status).toBe(404);
    expect((await auditOf(deal.id)).at(-1)).toEqual({
      kind: "relief_certificate_removed",
      details: { paper_id: wrong.id },
    });
    await match(right.id, { commitment_id: commitmentOf(deal, "Jonas Weber") });
    const late = await remove(right.id);
    expect([late.status, late.body.code]).toEqual([409, "revision_conflict"]);
  });
});

describe("POST /deals/{id}/relief-schedule.csv", () => {
  it("returns 405 for a GET", async () => {
    expect((await admin("GET", `/api/deals/${unknownId}/relief-schedule.csv`)).status).toBe(405);
  });
  it("writes a row for each member who is due relief, with the cost and not the fee, and leaves a row in the audit", async () => {
    const deal = await completed();
    await club.db
      .updateTable("investor_records")
      .set({ address: "=1 Quay Street" })
      .where("id", "=", deal.people[8]?.record_id ?? "")
      .execute();
    const { headers, body } = await admin("POST", `/api/deals/${deal.id}/relief-schedule.csv`);
    expect(headers.get("content-disposition")).toContain("relief-schedule-2027-08-12.csv");
    const lines = body.trim().split("\r\n");
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe(
      "Legal name,Address,Shares,Class of shares,Price of a share (GBP),Amount subscribed (GBP),Date of issue,Scheme",
    );
    expect(lines[8]).toBe(
      `Jonas Weber,"'=1 Quay Street",6879,"Ordinary shares, one vote each",1.24,8529.96,2027-02-02,SEIS`,
    );
    expect(body).not.toContain("Hugh Price");
    expect(await auditOf(deal.id)).toEqual([{ kind: "relief_schedule_exported", details: {} }]);
  });
});

describe("A certificate that is still to come", () => {
  it("A certificate to come is named to its member with its first month, until it is delivered", async () => {
    const deal = await completed();
    const [jonas, hugh] = [await club.as(deal.people[8] as Person), await club.as(deal.people[6] as Person)];
    const awaited = async (call: Call) => (await call("GET", "/api/papers/me")).body.awaited;
    const commitment_id = commitmentOf(deal, "Jonas Weber");
    expect([await awaited(jonas), await awaited(hugh), await awaited(admin)]).toEqual([
      [{ commitment_id, deal_id: deal.id, scheme: "SEIS", expected_from: "2027-08", withdrawn: null }],
      [],
      [],
    ]);
    const { id } = await filed(deal, "Jonas Weber");
    await match(id, { commitment_id });
    expect(await awaited(jonas)).toEqual([]);
  });
});

describe("The founders of a company", () => {
  const founders = JSON.stringify([
    { name: "Ruth Sandford", role: "Chief executive", email: "ruth@alder.example", phone: null },
    { name: "Tom Ellery", role: null, email: null, phone: null },
    { name: "Priya Nair", role: null, email: "priya@alder.example", phone: null },
  ]);
  const chase = async (day: string) => {
    now = new Date(`${day}T03:00:00Z`);
    await reliefJobs["relief-chasers"].run(club);
    return (await takeMails(club)).map(({ to }) => to).toSorted();
  };
  const both = ["priya@alder.example", "ruth@alder.example"];

  it("A company's founders are asked for certificates every 14 days, until these are made out, without members' names", async () => {
    const deal = await completed();
    await club.db.updateTable("companies").set({ founders }).where("id", "=", deal.company_id).execute();
    await takeMails(club);
    expect(await chase("2027-02-15")).toEqual([]);
    expect((await read(deal.id)).chased_next_on).toBe("2027-02-16");
    now = new Date("2027-02-16T03:00:00Z");
    await Promise.all([reliefJobs["relief-chasers"].run(club), reliefJobs["relief-chasers"].run(club)]);
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(both);
    for (const { subject, text } of mails) {
      expect(subject).toBe("Alder Analytics: the SEIS3 certificates of your round");
      for (const { name } of alderMembers) expect(text).not.toContain(name.split(" ")[1]);
      expect(text).not.toMatch(/£|80,645|\b10\b|\b11\b/);
    }
    expect(await read(deal.id)).toMatchObject({ chased_on: "2027-02-16", chased_next_on: "2027-03-02" });
    expect(await auditOf(deal.id)).toEqual([{ kind: "relief_certificates_chased", details: { founders: 2 } }]);
    expect([await chase("2027-03-01"), await chase("2027-03-02"), await chase("2027-03-03")]).toEqual([[], both, []]);
    now = released;
    await record(deal.id, "filed", "2027-06-10");
    await record(deal.id, "authorised", "2027-08-05", { uir: "Z1234 567" });
    await record(deal.id, "certified", "2027-08-12");
    expect((await read(deal.id)).chased_next_on).toBeNull();
    expect(await chase("2027-09-30")).toEqual([]);
  });
  it("Founders are not asked where nobody has an address", async () => {
    const deal = await completed();
    await takeMails(club);
    expect([await chase("2027-09-30"), (await read(deal.id)).chased_on]).toEqual([[], null]);
  });
});
