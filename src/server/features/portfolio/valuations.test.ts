import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { HeldCompany } from "#shared/portfolio/portfolio.ts";
import { meetAtRow, meetAtWrites } from "#tests/support/held-row.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import { openTestApp } from "#tests/support/test-app.ts";

let now = new Date("2028-06-01T12:00:00Z");
let companyId: string;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const daniel = await buildAdmin(club.db, { full_name: "Daniel Achebe" });
const ruth = await buildInvestor(club.db, { full_name: "Ruth Bell" });
const investor = await buildInvestor(club.db, { full_name: "Jonas Weber" });
const record_id = investor.record_id;
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const [admin, second] = [await club.as(daniel), await club.as(owen)];
const member = await club.as(investor);
const codes = (function* () {
  for (const first of "23456789ABC") for (const last of "DEFGHJKMNP") yield `${first}${last}Y`;
})();
const hold = (given: { price?: string; company_id?: string; share_class?: string; issued_on?: string } = {}) =>
  buildHeldRound(club.db, {
    ...(given.company_id !== undefined && { company_id: given.company_id }),
    terms: { price: given.price ?? "1.24", scheme: "SEIS", share_class: given.share_class ?? "Ordinary" },
    code: codes.next().value ?? "",
    called_on: "2027-01-25",
    wired_on: "2027-02-01",
    issued_on: given.issued_on ?? "2027-02-02",
    members: [
      { record_id, tier: "trial", shares: 6879, paid_on: "2027-01-28" },
      { record_id: ruth.record_id, tier: "vip", shares: 100, paid_on: "2027-01-28" },
    ],
  });
beforeEach(async () => {
  now = new Date("2028-06-01T12:00:00Z");
  companyId = (await hold()).company_id;
});

const round = { basis: "last_round", price: "2.48", as_of: "2028-03-15", source: "A filing." };
const lower = { basis: "club_estimate", price: "1.00", as_of: "2028-04-01", source: "Accounts of March." };
const enter = (input: object = round, by = admin, id = companyId) =>
  by("POST", `/api/companies/${id}/valuations`, input);
const confirm = (id: string, by = second) => by("POST", `/api/valuations/${id}/confirm`);
const refuse = (id: string, by = second, reason = "The filing says £2.40.") =>
  by("POST", `/api/valuations/${id}/refuse`, { reason });
const price = async (input: object) => {
  const { body } = await enter(input);
  expect((await confirm(body.id)).status).toBe(200);
};
const worth = async () => (await member("GET", `/api/portfolio/me/companies/${companyId}`)).body.company;
const auditOf = (id: string) =>
  club.db.selectFrom("audit_events").select(["kind", "details"]).where("subject_id", "=", id).orderBy("id").execute();

describe("GET /companies/{id}/valuations", () => {
  it("lists entered prices, newest first, a page at a time", async () => {
    for (const as_of of ["2028-03-15", "2028-03-16", "2028-03-17"]) await enter({ ...round, as_of });
    const path = `/api/companies/${companyId}/valuations`;
    const first = (await admin("GET", `${path}?limit=2`)).body;
    expect(first.items.map(({ as_of }: { as_of: string }) => as_of)).toEqual(["2028-03-17", "2028-03-16"]);
    const rest = (await admin("GET", `${path}?limit=2&cursor=${first.next_cursor}`)).body;
    expect([rest.items.length, rest.items[0].as_of, rest.next_cursor]).toEqual([1, "2028-03-15", null]);
  });
});

describe("POST /companies/{id}/valuations", () => {
  it("enters a price that waits, and members see none of it", async () => {
    const { status, body } = await enter({ ...round, shares_in_issue: 1_637_857 });
    expect([status, body]).toMatchObject([
      201,
      {
        ...round,
        share_class: null,
        shares_in_issue: 1_637_857,
        impaired_percent: null,
        price_before: "1.24",
        entered_by_name: "Daniel Achebe",
        confirmed_at: null,
        refused_at: null,
        can: { confirm: false, refuse: true },
      },
    ]);
    expect((await worth()).price).toMatchObject({ price: "1.24", basis: "our_round" });
    expect(await auditOf(companyId)).toEqual([
      { kind: "share_price_entered", details: { basis: "last_round", as_of: "2028-03-15", price: "2.48" } },
    ]);
  });
  it.each([
    ["price", { ...round, price: "0" }, "Enter a price above £0"],
    ["price", { ...round, price: "1.2345678" }, "Enter a price above £0"],
    ["as_of", { ...round, as_of: "2028-06-02" }, "Choose today or an earlier day"],
    ["share_class", { ...round, share_class: "B" }, "Choose a class that members hold, or all classes"],
    ["source", { ...round, source: " " }, undefined],
    ["basis", { ...round, basis: "our_round" }, undefined],
    ["impaired_percent", { ...round, basis: "impaired", impaired_percent: 60 }, undefined],
    [
      "price",
      { ...lower, price: "1.25" },
      "The club may lower a price, not raise it: enter £1.24 or less, or what others paid",
    ],
    [
      "shares_in_issue",
      { ...round, shares_in_issue: 6_978 },
      "Members alone held 6,979 shares on that day: enter 6,979 or more, or leave it empty",
    ],
    [
      "as_of",
      { ...round, as_of: "2027-02-01" },
      "Nobody held shares of this company on that day: choose 2 February 2027 or a later day",
    ],
    ["as_of", { ...round, as_of: "1926-11-20" }, "Please check the year"],
  ])("returns 422 for an invalid %s: %o", async (path, input, message) => {
    const { status, body } = await enter(input);
    expect([status, body.errors[0].path]).toEqual([422, path]);
    if (message) expect(body.errors[0].message).toBe(message);
  });
  it("asks whether a price ten times the last one is meant, or a tenth of it", async () => {
    const far = { ...round, price: "124.00" };
    const { status, body } = await enter(far);
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          path: "is_far_meant",
          message:
            "£124.00 is 100 times the last price, £1.24. Did you mean £1.24? Tick that it is right, or correct it",
        },
      ],
    ]);
    expect((await admin("GET", `/api/companies/${companyId}/valuations`)).body.items).toEqual([]);
    expect((await enter({ ...far, is_far_meant: true })).body).toMatchObject({ price: "124.00", price_before: "1.24" });
  });
  it("marks a price as replaced by another of the same day, on the desk and for members", async () => {
    await price(round);
    await price({ ...round, price: "2.60" });
    const marks = (items: { price: string; is_replaced: boolean }[]) =>
      items.map((item) => [item.price, item.is_replaced]);
    const desk = (await admin("GET", `/api/companies/${companyId}/valuations`)).body.items;
    expect(marks(desk)).toEqual([
      ["2.60", false],
      ["2.48", true],
    ]);
    const own = (await member("GET", `/api/portfolio/me/companies/${companyId}`)).body.prices;
    expect(marks(own)).toEqual([
      ["2.60", false],
      ["2.48", true],
      ["1.24", false],
    ]);
  });
  it("works out an impairment from the price that other people paid last, and never up again", async () => {
    await price(round);
    const impaired = { basis: "impaired", as_of: "2028-05-01", source: "Board minutes." };
    await price({ ...impaired, impaired_percent: 75 });
    const { price: shown, lots, state } = await worth();
    expect([shown.price, shown.basis, lots[0].value_pence, state]).toEqual(["0.62", "impaired", 426_498, "active"]);
    const { status, body } = await enter({ ...impaired, impaired_percent: 50 });
    expect([status, body.errors[0].path]).toEqual([422, "impaired_percent"]);
    expect(body.errors[0].message).toContain("enter £0.62 or less");
  });
  it("asks for the class where each class would be worth another price", async () => {
    await hold({ company_id: companyId, price: "2.00", share_class: "B", issued_on: "2028-02-02" });
    const impaired = { basis: "impaired", impaired_percent: 50, as_of: "2028-05-01", source: "Board minutes." };
    const { status, body } = await enter(impaired);
    expect([status, body.errors]).toEqual([
      422,
      [{ path: "share_class", message: "The classes cost different prices: enter an impairment for each class" }],
    ]);
    expect((await enter({ ...impaired, share_class: "B" })).body.price).toBe("1.00");
  });
});

describe("POST /valuations/{id}/confirm", () => {
  it("needs another admin, once, and gives members the price", async () => {
    const { id } = (await enter()).body;
    const own = await confirm(id, admin);
    expect([own.status, own.body.code]).toEqual([403, "second_person_required"]);
    const answers = await meetAtRow(club.db, "companies", companyId, [() => confirm(id), () => confirm(id)]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [409, "revision_conflict"],
    ]);
    expect(answers[0]?.body).toMatchObject({
      confirmed_by_name: "Owen Pryce",
      can: { confirm: false, refuse: false, add_evidence: false },
    });
    expect((await worth()).price).toMatchObject({ price: "2.48", basis: "last_round", source: "A filing." });
    expect((await auditOf(companyId)).map(({ kind }) => kind)).toEqual([
      "share_price_entered",
      "share_price_confirmed",
    ]);
  });
  it("refuses a price that would raise one lowered meanwhile", async () => {
    const { id } = (await enter(lower)).body;
    await price({ basis: "nil", as_of: "2028-03-20", source: "Liquidator’s letter." });
    const { status, body } = await confirm(id);
    expect([status, body.code]).toEqual([409, "revision_conflict"]);
    expect(body.detail).toContain("Another price was confirmed meanwhile");
    expect(await worth()).toMatchObject({ state: "written_off", price: { basis: "nil", price: "0.00" } });
  });
});

describe("A price of nothing left", () => {
  it("is told to those who still hold shares, by notice and mail, with their shares, the day and the last day of a claim", async () => {
    const { body } = await enter(nothingLeft);
    await takeMails(club);
    expect((await confirm(body.id)).status).toBe(200);
    const { items } = (await member("GET", "/api/notices")).body;
    const words =
      "Nothing is left of your 6,879 shares of Alder Analytics since 1 May 2028. You may be able to claim a loss by 31 January 2031.";
    expect(items.filter(({ subject_id }: { subject_id: string }) => subject_id === companyId)).toMatchObject([
      { kind: "shares_lost", text: words },
    ]);
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([investor.email, ruth.email].toSorted());
    const mail = mails.find(({ to }) => to === investor.email);
    expect(mail?.subject).toBe("Alder Analytics: nothing is left of your shares");
    expect(mail?.text).toContain("You hold 6,879 shares");
    expect(mail?.text).toContain("by 31 January 2031");
    expect(mail?.link).toContain("part=claim");
  });
  it("is the only price that holders get a mail about", async () => {
    await takeMails(club);
    await price(lower);
    expect(await takeMails(club)).toEqual([]);
  });
});

describe("POST /valuations/{id}/refuse", () => {
  it("stores the refused price with the reason, once, and members never see it", async () => {
    const { id } = (await enter()).body;
    expect((await refuse(id, second, " ")).status).toBe(422);
    const { status, body } = await refuse(id);
    expect([status, body.refused_because, body.can]).toEqual([
      200,
      "The filing says £2.40.",
      { confirm: false, refuse: false, add_evidence: false },
    ]);
    expect((await refuse(id)).body.code).toBe("revision_conflict");
    expect((await confirm(id)).body.code).toBe("revision_conflict");
    expect((await worth()).price.price).toBe("1.24");
    expect((await auditOf(companyId)).at(-1)).toEqual({
      kind: "share_price_refused",
      details: { basis: "last_round", as_of: "2028-03-15", price: "2.48", reason: "The filing says £2.40." },
    });
  });
});

describe("A price of a share", () => {
  it("A price of a share is never changed or deleted, by the owner of the database either", async () => {
    const { id } = (await enter()).body;
    await confirm(id);
    for (const change of [
      sql`update share_prices set price = 9 where id = ${id}`,
      sql`update share_prices set confirmed_at = null, confirmed_by = null where id = ${id}`,
      sql`delete from share_prices where id = ${id}`,
    ])
      await expect(change.execute(club.db)).rejects.toThrow("never changed or deleted");
  });
  it("A price of the club's own round raises no shares that were bought before, and lowers them", async () => {
    await hold({ company_id: companyId, price: "2.00", issued_on: "2028-01-10" });
    const before = await worth();
    expect(before.lots.map(({ value_pence }: { value_pence: number }) => value_pence)).toEqual([852_996, 1_375_800]);
    await hold({ company_id: companyId, price: "1.00", issued_on: "2028-02-10" });
    const after = await worth();
    expect(after.lots.map(({ value_pence }: { value_pence: number }) => value_pence)).toEqual([
      ...[687_900, 687_900, 687_900],
    ]);
  });
});

describe("GET /held-companies", () => {
  const list = async () => (await admin("GET", "/api/held-companies?limit=100")).body.items as HeldCompany[];
  const one = async (id = companyId) => (await list()).find((company) => company.id === id);
  it("returns what members' shares are worth, and since when", async () => {
    await price(round);
    await enter({ ...round, as_of: "2028-05-01" });
    expect(await one()).toMatchObject({
      state: "active",
      shares: 6979,
      shares_left: 6979,
      value_pence: 1_730_792,
      range_pence: 0,
      price: { price: "2.48", as_of: "2028-03-15", basis: "last_round", months: 2, age: "fresh" },
      rounds: [{ share_class: "Ordinary", price: "1.24", issued_on: "2027-02-02", shares: 6979, shares_left: 6979 }],
      waiting_prices: 1,
      waiting_exits: 0,
    });
  });
  it("lists companies that need a new price first, then those written off", async () => {
    const fresh = companyId;
    await price(round);
    const lost = (await hold({ price: "0.50" })).company_id;
    await enter({ basis: "nil", as_of: "2028-05-01", source: "A letter." }, admin, lost).then(({ body }) =>
      confirm(body.id),
    );
    const old = (await hold({ price: "0.85" })).company_id;
    const places = [old, fresh, lost].map(async (id) => (await list()).findIndex((company) => company.id === id));
    const [first, then, last] = await Promise.all(places);
    expect([(first ?? 0) < (then ?? 0), (then ?? 0) < (last ?? 0)]).toEqual([true, true]);
    expect(await one(lost)).toMatchObject({ state: "written_off", value_pence: 0, price: { age: "fresh" } });
    expect(await one(old)).toMatchObject({ price: { basis: "our_round", months: 15, age: "stale" } });
  });
  it("returns each company once, page by page", async () => {
    const all = (await list()).map(({ id }) => id);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await admin("GET", `/api/held-companies?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.body.items.map(({ id }: HeldCompany) => id));
      cursor = page.body.next_cursor;
    }
    expect(seen).toEqual(all);
  });
});

describe("GET /held-companies/{id}", () => {
  it("returns all prices that count", async () => {
    await price(round);
    expect((await admin("GET", `/api/held-companies/${companyId}`)).body).toMatchObject({
      id: companyId,
      as_of: "2028-06-01",
      prices: [
        { basis: "our_round", price: "1.240000", share_class: "Ordinary", as_of: "2027-02-02" },
        { basis: "last_round", price: "2.480000", share_class: null, as_of: "2028-03-15" },
      ],
    });
  });
  it("counts prices as PostgreSQL does", async () => {
    const others = [round, lower, { ...lower, price: "0.90", as_of: "2028-04-02" }, { ...round, as_of: "2028-04-03" }];
    for (const input of others) await price(input);
    const { body } = await admin("GET", `/api/held-companies/${companyId}`);
    const read = sql<{ price: string; as_of: string; basis: string }>`
        select f.price, f.as_of, f.basis from price_in_force(${companyId}, 'Ordinary', '2028-06-01', false) f`;
    const { rows } = await club.asActor({ userId: daniel.id }, (tx) => read.execute(tx));
    expect(rows).toEqual([{ price: "2.480000", as_of: "2028-04-03", basis: "last_round" }]);
    expect(body.price).toMatchObject({ price: "2.48", as_of: "2028-04-03", basis: "last_round" });
  });
});

const pdf = goodPdf("The company is wound up.");
const addEvidence = (id: string, content: Uint8Array = pdf, by = admin) =>
  by("POST", `/api/valuations/${id}/evidence?file_name=letter.pdf`, content, { "content-type": "application/pdf" });
const files = async () =>
  (await club.db.selectFrom("files").select("id").where("kind", "=", "price_evidence").execute()).length;
const nothingLeft = { basis: "nil", as_of: "2028-05-01", source: "The liquidator's letter." };

describe("POST /valuations/{id}/evidence", () => {
  it("stores a document for a price that waits, once", async () => {
    const { body } = await enter(nothingLeft);
    const added = await addEvidence(body.id);
    expect([added.status, added.body.evidence_name, added.body.can]).toEqual([
      201,
      "letter.pdf",
      { confirm: false, refuse: true, add_evidence: false },
    ]);
    expect((await auditOf(companyId)).at(-1)).toEqual({
      kind: "share_price_evidence_added",
      details: { price_id: body.id, file_name: "letter.pdf" },
    });
    expect((await addEvidence(body.id)).status).toBe(409);
  });
  it("stores one of two documents that are sent at once, and no file of the other", async () => {
    const { id } = (await enter(nothingLeft)).body;
    const before = await files();
    const answers = await meetAtWrites(club.db, "price_evidence", [() => addEvidence(id), () => addEvidence(id)]);
    // Both wait for the table, and either may get it first.
    const inOrder = answers.toSorted((one, other) => one.status - other.status);
    expect(inOrder.map(({ status, body }) => [status, body.code, body.detail])).toEqual([
      [201, undefined, undefined],
      [409, "revision_conflict", "This price is decided, or has a document. Refuse it and enter it again"],
    ]);
    expect(await files()).toBe(before + 1);
  });
  it("refuses a file that is no PDF, and a document once the price is decided, and stores neither", async () => {
    const { body } = await enter(nothingLeft);
    const before = await files();
    expect((await addEvidence(body.id, Buffer.from("MZ"))).status).toBe(422);
    await confirm(body.id);
    expect((await addEvidence(body.id)).status).toBe(409);
    expect(await files()).toBe(before);
  });
});

describe("GET /valuations/{id}/evidence", () => {
  it("returns the document to holders once the price is confirmed, and to nobody else", async () => {
    const { body } = await enter(nothingLeft);
    await addEvidence(body.id);
    const path = `/api/valuations/${body.id}/evidence`;
    expect((await member("GET", path)).status).toBe(404);
    await confirm(body.id);
    const other = await club.as(await buildInvestor(club.db, { full_name: "Ben Lindqvist" }));
    expect([(await member("GET", path)).status, (await other("GET", path)).status]).toEqual([200, 404]);
    const { prices } = (await member("GET", `/api/portfolio/me/companies/${companyId}`)).body;
    expect(prices.map(({ evidence_of }: { evidence_of: string | null }) => evidence_of)).toEqual([body.id, null]);
  });
});
