import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { readZip } from "#server/platform/files/read-zip.ts";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { documentPath } from "#shared/portfolio/own-documents-messages.ts";
import type { OwnCompany, Portfolio } from "#shared/portfolio/portfolio.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import { readCsvRecords } from "#tests/support/read-csv.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

let now = new Date("2028-06-15T12:00:00Z");
let jonas: Person & { record_id: string };
let member: Call;
let companyId: string;

const codes = (function* () {
  for (const first of "23456789ABC") for (const last of "DEFGHJKMNP") yield `${first}${last}Z`;
})();
interface Round {
  company_id?: string;
  share_class?: string;
  issued_on?: string;
  jonas?: number;
  daniel?: number;
}
const hold = (given: Round = {}) =>
  buildHeldRound(club.db, {
    ...(given.company_id !== undefined && { company_id: given.company_id }),
    terms: { price: "1.24", scheme: "SEIS", share_class: given.share_class ?? "Ordinary" },
    code: codes.next().value ?? "",
    called_on: "2027-01-25",
    wired_on: "2027-02-01",
    issued_on: given.issued_on ?? "2027-02-02",
    members: [
      { record_id: jonas.record_id, tier: "trial", shares: given.jonas ?? 6879, paid_on: "2027-01-28" },
      { record_id: daniel.record_id, tier: "vip", shares: given.daniel ?? 100, paid_on: "2027-01-28" },
    ],
  });

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const daniel = await buildInvestor(club.db, { full_name: "Daniel Achebe", is_admin: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
const second = await club.as(daniel);
const neutral = await club.as(await buildAdmin(club.db));
const other = await club.as(await buildInvestor(club.db));
beforeEach(async () => {
  now = new Date("2028-06-15T12:00:00Z");
  jonas = await buildInvestor(club.db, { full_name: "Jonas Weber" });
  member = await club.as(jonas);
  companyId = (await hold()).company_id;
});

const tenForOne = { new_shares: 10, old_shares: 1, effective_on: "2028-06-01", source: "Companies House filing SH02." };
const propose = (input: object = tenForOne) => admin("POST", `/api/companies/${companyId}/share-actions`, input);
const confirm = (id: string, by = second) => by("POST", `/api/share-actions/${id}/confirm`);
const refuse = (id: string, reason = "It is 20 for 1.", by = second) =>
  by("POST", `/api/share-actions/${id}/refuse`, { reason });
const split = async (input: object = tenForOne) => {
  const { status, body } = await propose(input);
  expect([status, body.errors]).toEqual([201, undefined]);
  expect((await confirm(body.id)).status).toBe(200);
  return body.id as string;
};
const enterPrice = async (input: object) => {
  const { body } = await admin("POST", `/api/companies/${companyId}/valuations`, input);
  expect((await neutral("POST", `/api/valuations/${body.id}/confirm`)).status).toBe(200);
};
const exit = { kind: "sale", happened_on: "2028-06-10", price: "0.30", costs_pence: 0, costs_payee: null, note: null };
const proposeExit = (input: object = {}) =>
  admin("POST", `/api/companies/${companyId}/exits`, { ...exit, shares: null, ...input });
const sell = async (input: object = {}) => {
  const { status, body } = await proposeExit(input);
  expect(status).toBe(201);
  expect((await neutral("POST", `/api/exits/${body.id}/confirm`)).status).toBe(200);
  return body;
};
const own = async (query = ""): Promise<OwnCompany> =>
  (await member("GET", `/api/portfolio/me/companies/${companyId}${query}`)).body;
const auditOf = (id: string) =>
  club.db.selectFrom("audit_events").select(["kind", "details"]).where("subject_id", "=", id).orderBy("id").execute();

describe("POST /companies/{id}/share-actions", () => {
  it("proposes a split with what it makes of members' shares, and members see none of it", async () => {
    const { status, body } = await propose();
    expect([status, body]).toMatchObject([
      201,
      {
        ...tenForOne,
        share_class: null,
        members: 2,
        shares_before: 6979,
        shares_after: 69_790,
        rounded_members: 0,
        proposed_by_name: "Owen Pryce",
        confirmed_at: null,
        evidence_name: null,
        can: { confirm: false, refuse: true, add_evidence: true },
      },
    ]);
    const { company, splits } = await own();
    expect([company.lots[0]?.shares_left, splits]).toEqual([6879, []]);
    expect((await auditOf(companyId)).at(-1)).toMatchObject({
      kind: "share_action_proposed",
      details: { new_shares: 10, old_shares: 1, effective_on: "2028-06-01" },
    });
  });
  it.each([
    ["new_shares", { new_shares: 0 }, "Enter a whole number from 1 to 1,000,000"],
    ["new_shares", { new_shares: 1 }, "Enter two different numbers, such as 10 new shares for 1 old one"],
    ["effective_on", { effective_on: "2028-06-16" }, "Choose today or an earlier day"],
    ["effective_on", { effective_on: "2027-02-02" }, "Members hold no shares that were issued before that day"],
    ["share_class", { share_class: "B" }, "Choose a class that members hold, or all classes"],
    ["source", { source: " " }, undefined],
    [
      "old_shares",
      { new_shares: 1, old_shares: 5000 },
      "Somebody would be left without a share. The company has to pay them out, or choose another ratio",
    ],
  ])("returns 422 for an invalid %s: %o", async (path, change, message) => {
    const { status, body } = await propose({ ...tenForOne, ...change });
    expect([status, body.errors[0].path]).toEqual([422, path]);
    if (message) expect(body.errors[0].message).toBe(message);
    const kept = club.db.selectFrom("share_actions").select("id").where("company_id", "=", companyId);
    expect(await kept.execute()).toEqual([]);
  });
  it("refuses another split while one waits, and one before a later one", async () => {
    const { body } = await propose();
    expect((await propose()).body.detail).toBe("Another split of this company waits: confirm or refuse it first");
    await confirm(body.id);
    const earlier = await propose({ ...tenForOne, effective_on: "2028-05-31" });
    expect([earlier.status, earlier.body.errors[0].message]).toEqual([
      422,
      "A later split is confirmed: choose 1 June 2028 or a later day",
    ]);
    // A split of the same day mends a wrong ratio.
    expect((await propose({ ...tenForOne, new_shares: 2 })).body).toMatchObject({
      shares_before: 69_790,
      shares_after: 139_580,
    });
  });
  it("waits for an exit that is not decided, and for none that was told in old shares", async () => {
    const { body } = await proposeExit();
    expect((await propose()).body.detail).toContain("An exit of this company waits");
    await admin("POST", `/api/exits/${body.id}/withdraw`, { reason: "Too early." });
    await sell({ shares: 79 });
    expect((await propose()).body.errors[0].message).toContain("An exit is recorded from that day on");
    expect((await propose({ ...tenForOne, effective_on: "2028-06-11" })).body.shares_after).toBe(69_000);
  });
});

describe("GET /companies/{id}/share-actions", () => {
  it("lists splits, newest first, a page at a time", async () => {
    const first = await split();
    const then = (await propose({ ...tenForOne, effective_on: "2028-06-02" })).body.id;
    const path = `/api/companies/${companyId}/share-actions?limit=1`;
    const page = (await admin("GET", path)).body;
    const rest = (await admin("GET", `${path}&cursor=${page.next_cursor}`)).body;
    expect([page.items[0].id, rest.items[0].id, rest.next_cursor]).toEqual([then, first, null]);
  });
});

describe("GET /share-actions/{id}/lots", () => {
  it("lists members whose shares do not divide first: whole shares in all, by largest remainder", async () => {
    const even = await buildInvestor(club.db, { full_name: "Esther Brown" });
    await buildHeldRound(club.db, {
      company_id: companyId,
      terms: { price: "2.00", scheme: "EIS", share_class: "Ordinary" },
      code: codes.next().value ?? "",
      called_on: "2028-01-25",
      wired_on: "2028-02-01",
      issued_on: "2028-02-02",
      members: [
        { record_id: even.record_id, tier: "vip", shares: 400, paid_on: "2028-01-28" },
        { record_id: jonas.record_id, tier: "vip", shares: 13, paid_on: "2028-01-28" },
        { record_id: daniel.record_id, tier: "vip", shares: 7, paid_on: "2028-01-28" },
      ],
    });
    // 7,399 in all are 1,849.75 of four each: 1,849. Jonas's 6,892 are 1,723 exactly; Daniel's 107 are 26.75.
    const { body } = await propose({ ...tenForOne, new_shares: 1, old_shares: 4 });
    expect(body).toMatchObject({ members: 3, shares_before: 7399, shares_after: 1849, rounded_members: 1 });
    const { items } = (await admin("GET", `/api/share-actions/${body.id}/lots`)).body;
    const told = items.map((lot: Record<string, unknown>) => [
      ...[lot.full_name, lot.shares_before, lot.shares_after, lot.is_rounded],
    ]);
    expect(told.toSorted()).toEqual([
      ["Daniel Achebe", 100, 25, false],
      ["Daniel Achebe", 7, 1, true],
      ["Esther Brown", 400, 100, false],
      ["Jonas Weber", 13, 3, true],
      ["Jonas Weber", 6879, 1720, true],
    ]);
    expect(told.slice(0, 3).every(([, , , isRounded]: unknown[]) => isRounded)).toBe(true);
    const page = (await admin("GET", `/api/share-actions/${body.id}/lots?limit=4`)).body;
    const rest = (await admin("GET", `/api/share-actions/${body.id}/lots?limit=4&cursor=${page.next_cursor}`)).body;
    expect([...page.items, ...rest.items]).toEqual(items);
  });
});

describe("POST /share-actions/{id}/confirm", () => {
  it("needs another admin, once, who may hold shares: nobody gains by a split", async () => {
    const { id } = (await propose()).body;
    const mine = await confirm(id, admin);
    expect([mine.status, mine.body.code]).toEqual([403, "second_person_required"]);
    const answers = await meetAtRow(club.db, "companies", companyId, [() => confirm(id), () => confirm(id)]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [409, "revision_conflict"],
    ]);
    expect(answers[0]?.body).toMatchObject({
      confirmed_by_name: "Daniel Achebe",
      can: { confirm: false, refuse: false, add_evidence: false },
    });
    expect((await auditOf(companyId)).at(-1)).toMatchObject({
      kind: "share_action_confirmed",
      details: { action_id: id, members: 2, shares_before: 6979, shares_after: 69_790 },
    });
  });
  it("tells members whose shares the split changes, by notice and by mail as they chose", async () => {
    await takeMails(club);
    const choose = (choice: string) => member("PUT", "/api/notice-choices/me", { topic: "companies", choice });
    const told = async () => {
      const { body } = await member("GET", "/api/notices");
      return body.items.filter(({ kind }: { kind: string }) => kind === "shares_split");
    };
    const { id } = (await propose()).body;
    expect([await told(), await takeMails(club)]).toEqual([[], []]);
    await confirm(id);
    expect(await told()).toMatchObject([{ subject_id: companyId }]);
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([daniel.email, jonas.email].toSorted());
    const mail = mails.find(({ to }) => to === jonas.email);
    expect(mail?.subject).toMatch(/: a split of your shares$/);
    expect(mail?.text).toContain("From 1 June 2028 on you have 10 new shares for each old share");
    expect(mail?.text).not.toMatch(/68,790|£/);
    expect((await other("GET", "/api/notices")).body.items).toEqual([]);
    expect((await choose("never")).status).toBe(200);
    await split({ ...tenForOne, effective_on: "2028-06-02" });
    expect((await takeMails(club)).map(({ to }) => to)).toEqual([daniel.email]);
    expect(await told()).toHaveLength(2);
    await split({ ...tenForOne, new_shares: 1, old_shares: 10, effective_on: "2028-06-03" });
    const [last] = await takeMails(club);
    expect(last?.text).toContain("1 new share for every 10 old shares");
    expect(await told()).toHaveLength(3);
  });
  it("refuses a split whose lots have changed since", async () => {
    const { id } = (await propose()).body;
    await hold({ company_id: companyId, issued_on: "2028-05-31" });
    expect((await confirm(id)).body.detail).toContain("What members hold has changed since");
    expect((await refuse(id)).status).toBe(200);
    expect((await propose()).body.shares_before).toBe(2 * 6979);
  });
});

describe("POST /share-actions/{id}/refuse", () => {
  it("stores the refused split with the reason, once, and counts it nowhere", async () => {
    const { id } = (await propose()).body;
    expect((await refuse(id, " ")).status).toBe(422);
    const { status, body } = await refuse(id);
    expect([status, body.refused_because]).toEqual([200, "It is 20 for 1."]);
    expect([(await refuse(id)).body.code, (await confirm(id)).body.code]).toEqual([
      ...["revision_conflict", "revision_conflict"],
    ]);
    expect((await own()).company.lots[0]?.shares_left).toBe(6879);
    expect((await auditOf(companyId)).at(-1)).toMatchObject({
      kind: "share_action_refused",
      details: { action_id: id, new_shares: 10, reason: "It is 20 for 1." },
    });
  });
});

describe("A split that is confirmed", () => {
  const valued = async (query = "") => {
    const { company } = await own(query);
    const [lot] = company.lots;
    const { figures, price } = company;
    return [lot?.shares, lot?.shares_left, lot?.cost_pence, figures.value_pence, price.price, price.price_given];
  };
  it("A confirmed split leaves cost, day and value to the penny, from its day on", async () => {
    await enterPrice({ basis: "last_round", price: "2.48", as_of: "2028-03-15", source: "A filing." });
    await split();
    expect(await valued("?on=2028-05-31")).toEqual([6879, 6879, 852_996, 1_705_992, "2.48", null]);
    expect(await valued()).toEqual([6879, 68_790, 852_996, 1_705_992, "0.248", "2.48"]);
    const { company, prices, splits, calendar } = await own();
    expect(company.lots[0]).toMatchObject({ issued_on: "2027-02-02", three_years_on: "2030-02-02", price: "1.24" });
    expect(prices.map(({ price, price_now }) => [price, price_now])).toEqual([
      ["2.48", "0.248"],
      ["1.24", "0.124"],
    ]);
    expect(splits).toMatchObject([
      { ...tenForOne, is_by_two_admins: true, has_evidence: false, shares_before: 6879, shares_after: 68_790 },
    ]);
    expect(calendar.find(({ kind }) => kind === "split")).toMatchObject({
      day: "2028-06-01",
      ratio: { new_shares: 10, old_shares: 1 },
      is_done: true,
    });
  });
  it("A confirmed split compares later prices with what a new share was worth, as PostgreSQL does", async () => {
    await enterPrice({ basis: "last_round", price: "2.48", as_of: "2028-03-15", source: "A filing." });
    await split();
    const estimate = { basis: "club_estimate", as_of: "2028-06-02", source: "Accounts." };
    const path = `/api/companies/${companyId}/valuations`;
    const above = await admin("POST", path, { ...estimate, price: "0.25" });
    expect(above.body.errors[0].message).toContain("enter £0.248 or less");
    const impaired = { basis: "impaired", impaired_percent: 50, as_of: "2028-06-03", source: "Board minutes." };
    const { body } = await admin("POST", path, impaired);
    expect([body.price, body.price_before]).toEqual(["0.124", "0.248"]);
    await enterPrice({ ...estimate, price: "0.20" });
    const desk = (await admin("GET", `/api/held-companies/${companyId}`)).body;
    expect(desk).toMatchObject({
      shares: 6979,
      shares_added: 62_811,
      shares_left: 69_790,
      value_pence: 1_395_800,
      price: { price: "0.20", price_given: null },
      actions: [{ effective_on: "2028-06-01", new_shares: 10, old_shares: 1 }],
    });
    const read = sql<{ price: string; as_of: string }>`
      select price, as_of from price_in_force(${companyId}, 'Ordinary', '2028-06-01', false)`;
    const { rows } = await club.asActor({ userId: daniel.id }, (tx) => read.execute(tx));
    expect(rows).toEqual([{ price: "0.248000", as_of: "2028-03-15" }]);
  });
  it("After a split a price of thirds is shown rounded half up, and no estimate above its exact value is accepted", async () => {
    await enterPrice({ basis: "last_round", price: "0.625", as_of: "2028-03-15", source: "A filing." });
    await split({ ...tenForOne, new_shares: 3, old_shares: 2 });
    const read = sql<{ price: string; bound: string }>`
      select price, bound from price_in_force(${companyId}, 'Ordinary', '2028-06-01', false)`;
    const { rows } = await club.asActor({ userId: daniel.id }, (tx) => read.execute(tx));
    expect(rows).toEqual([{ price: "0.416667", bound: "0.416666" }]);
    const desk = (await admin("GET", `/api/held-companies/${companyId}`)).body;
    // 6,979 shares at £0.625; 10,468 of now at £0.41666…, exactly £4,361.666….
    expect(desk).toMatchObject({ shares_left: 10_468, price: { price: "0.416667" }, value_pence: 436_167 });
    const estimate = { basis: "club_estimate", as_of: "2028-06-02", source: "Accounts." };
    const above = await admin("POST", `/api/companies/${companyId}/valuations`, { ...estimate, price: "0.416667" });
    expect(above.body.errors[0].message).toContain("enter £0.416666 or less");
  });
  it("Split shares are sold as new shares, the earliest lot first, and their cost goes with them", async () => {
    await hold({ company_id: companyId, issued_on: "2028-01-10", jonas: 1000, daniel: 1 });
    await split();
    const details = await sell({ shares: 70_800, price: "0.30" });
    const [lot, late] = (await own()).company.lots;
    // Jonas holds 78,790 of 79,800 shares: 69,903.9 of 70,800.
    expect([lot?.shares_left, late?.shares_left]).toEqual([0, 8886]);
    expect(details.members_paid.flatMap((paid: { shares: number }) => paid.shares).toSorted()).toEqual([69_904, 896]);
    const { body } = await member("GET", "/api/portfolio/me/year-end?tax_year=2028");
    const costs = body.proceeds?.map(({ shares, cost_pence }: { shares: number; cost_pence: number }) => [
      ...[shares, cost_pence],
    ]);
    expect(costs?.toSorted()).toEqual([
      [1114, 13_814],
      [68_790, 852_996],
    ]);
  });
  /** Jonas sold 965 of 6,879, Daniel 14 of 100; 5,914 and 86 become 1,774.2 and 25.8, whole by largest remainder. */
  it("A split after a part sale shows everywhere the shares held now, and whose part of a share it took or gave", async () => {
    const { commitment_id, deal_id } = (await own()).company.lots[0] ?? {};
    const heldOf = async () => {
      const [commitment, deal] = [
        await member("GET", `/api/commitments/${commitment_id}`),
        await member("GET", `/api/open-deals/${deal_id}`),
      ];
      return [commitment.body.held_shares, deal.body.bought];
    };
    const bought = { commitment_id, shares: 6879, issued_on: "2027-02-02" };
    expect(await heldOf()).toEqual([6879, { ...bought, held_shares: 6879 }]);
    await sell({ happened_on: "2028-05-10", shares: 979, price: "2.00" });
    expect(await heldOf()).toEqual([5914, { ...bought, held_shares: 5914 }]);
    await takeMails(club);
    await split({ ...tenForOne, new_shares: 3, old_shares: 10 });
    expect(await heldOf()).toEqual([1774, { ...bought, held_shares: 1774 }]);
    // Daniel holds the other 26.
    const { rounds } = (await admin("GET", `/api/held-companies/${companyId}`)).body;
    expect(rounds).toMatchObject([{ shares: 6979, shares_added: -4200, shares_left: 1800 }]);
    expect((await own()).company.lots).toMatchObject([
      {
        shares: 6879,
        shares_left: 1774,
        sales: [{ day: "2028-05-10", shares: 965 }],
        early_shares: 965,
        cost_pence: 852_996,
        cost_left_pence: 733_336,
      },
    ]);
    const mails = await takeMails(club);
    const mailTo = (email: string) => mails.find(({ to }) => to === email)?.text.replaceAll(/\s+/g, " ");
    expect(mailTo(jonas.email)).toContain(
      "Shares stay whole: you have 0.2 of a share less than the ratio gives, and what your shares are worth together is that part of a share less.",
    );
    expect(mailTo(daniel.email)).toContain("you have 0.2 of a share more than the ratio gives");
    await sell({ happened_on: "2028-06-10", shares: 100, price: "2.00" });
    // 965 are 289 in shares of the later sale, of which Jonas sells 99 (98.56).
    expect((await own()).company.lots).toMatchObject([{ shares_left: 1675, early_shares: 388 }]);
  });
  it("A split accepts no sale from before its day, and leaves the recorded one", async () => {
    const sold = await sell({ happened_on: "2028-05-10", shares: 6979 / 7, price: "2.00" });
    await split();
    const refused = await proposeExit({ happened_on: "2028-05-20" });
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      422,
      "The shares were split on 1 June 2028: enter a day from then on, in the new shares, or a dividend",
    ]);
    const kept = await admin("POST", `/api/exits/${sold.id}/withdraw`, { reason: "Wrong." });
    expect([kept.status, kept.body.code, kept.body.detail]).toEqual([
      409,
      "revision_conflict",
      "The rest of these shares was split since then, so that this exit stays. Ask for help with the records.",
    ]);
    const [lot] = (await own()).company.lots;
    expect([lot?.shares, lot?.shares_left]).toEqual([6879, (6879 - 983) * 10]);
    // A dividend of before is on the shares of before.
    const dividend = await proposeExit({ kind: "dividend", happened_on: "2028-05-20", price: "0.01" });
    expect(dividend.body.shares).toBe(6979 - 997);
  });
  it("A split reaches old shares that are recorded after it, and none issued on its day", async () => {
    await split();
    await hold({ company_id: companyId, issued_on: "2028-05-31", jonas: 15, daniel: 3 });
    await hold({ company_id: companyId, issued_on: "2028-06-01", jonas: 20, daniel: 4 });
    expect((await own()).company.lots.map(({ shares, shares_left }) => [shares, shares_left])).toEqual([
      ...[
        [6879, 68_790],
        [15, 150],
        [20, 20],
      ],
    ]);
  });
  it("A split is of one class where it says so", async () => {
    await hold({ company_id: companyId, share_class: "B", issued_on: "2028-01-10", jonas: 50, daniel: 5 });
    await split({ ...tenForOne, share_class: "B" });
    expect((await own()).company.lots.map(({ shares_left }) => shares_left)).toEqual([6879, 500]);
  });
  it("A split is never changed or deleted, by the owner of the database either", async () => {
    const id = await split();
    for (const change of [
      sql`update share_actions set new_shares = 9 where id = ${id}`,
      sql`update share_actions set confirmed_at = null, confirmed_by = null where id = ${id}`,
      sql`update share_action_lines set shares_after = 9 where action_id = ${id}`,
      sql`delete from share_action_lines where action_id = ${id}`,
      sql`delete from share_actions where id = ${id}`,
    ])
      await expect(change.execute(club.db)).rejects.toThrow("never changed or deleted");
  });
  it("A split is in its members' export, and an adviser reads it", async () => {
    await split();
    const data = await club.asOwner(null, (tx) => collectData(tx, jonas.id, club));
    expect(data.splits_of_your_shares).toMatchObject([{ new_shares: 10, shares_before: 6879, shares_after: 68_790 }]);
    const seat = { name: "Hale", email: null, shows_reliefs: false, shows_papers: false };
    const { body } = await member("POST", "/api/portfolio/me/adviser-seats", seat);
    const token = String(body.link).split("token=").at(-1);
    const read = await club.visitor("POST", "/api/adviser-links/read", { token });
    expect(read.status).toBe(200);
    expect(JSON.stringify(read.body)).toContain('"shares_left":68790');
  });
});

const pdf = goodPdf("The shares are split.");
const addEvidence = (id: string, content: Uint8Array = pdf) =>
  admin("POST", `/api/share-actions/${id}/evidence?file_name=sh02.pdf`, content, { "content-type": "application/pdf" });

describe("POST /share-actions/{id}/evidence", () => {
  it("stores a document for a split that waits, once, and no file that is refused", async () => {
    const { id } = (await propose()).body;
    const files = async () =>
      (await club.db.selectFrom("files").select("id").where("kind", "=", "share_action_evidence").execute()).length;
    const before = await files();
    expect((await addEvidence(id, Buffer.from("MZ"))).status).toBe(422);
    const added = await addEvidence(id);
    expect([added.status, added.body.evidence_name, added.body.can.add_evidence]).toEqual([201, "sh02.pdf", false]);
    expect((await addEvidence(id)).status).toBe(409);
    expect(await files()).toBe(before + 1);
    expect((await auditOf(companyId)).at(-1)?.kind).toBe("share_action_evidence_added");
  });
});

describe("GET /share-actions/{id}/evidence", () => {
  it("returns the document to holders once the split is confirmed, and to nobody else", async () => {
    const { id } = (await propose()).body;
    await addEvidence(id);
    const path = `/api/share-actions/${id}/evidence`;
    expect((await member("GET", path)).status).toBe(404);
    await confirm(id);
    expect([(await member("GET", path)).status, (await other("GET", path)).status]).toEqual([200, 404]);
    expect((await own()).splits[0]?.has_evidence).toBe(true);
  });
  it("A split's document is among its holders' documents, and in their copy of everything", async () => {
    const { id } = (await propose()).body;
    await addEvidence(id);
    const documents = async (by: Call) => (await by("GET", "/api/portfolio/me/documents")).body.items;
    const ofSplit = async (by: Call) =>
      (await documents(by)).filter(({ kind }: { kind: string }) => kind === "split_evidence");
    expect(await ofSplit(member)).toEqual([]);
    await confirm(id);
    const [document] = await ofSplit(member);
    expect(document).toMatchObject({ id, title: tenForOne.source, dated_on: "2028-06-01", company_id: companyId });
    expect((await member("GET", `/api${documentPath(document)}`)).status).toBe(200);
    expect(await ofSplit(other)).toEqual([]);
    const headers = { cookie: await club.cookieOf(jonas) };
    const zip = await club.fetch(new Request(`${club.appUrl}/api/portfolio/me/bundle.zip`, { headers }));
    const files = new Map<string, Buffer>();
    for await (const entry of readZip(Buffer.from(await zip.arrayBuffer()), { entries: 1000, unpackedBytes: 1e8 }))
      files.set(entry.name, await buffer(await entry.read()));
    const name = [...files.keys()].find((one) => one.includes("what-shows-a-split"));
    expect(files.get(name ?? "")).toEqual(pdf);
    expect(`${files.get("index.html")}`).toContain(`What shows a split: ${tenForOne.source}`);
  });
});

describe("The files of what one holds", () => {
  /** Knows the columns and the formulas alone. */
  it("A member's files give every value and cost with splits, sales and prices in any order", async () => {
    await enterPrice({ basis: "last_round", price: "2.48", as_of: "2028-03-15", source: "A filing." });
    await sell({ happened_on: "2028-04-10", shares: 979, price: "2.50" });
    await split({ ...tenForOne, new_shares: 1, old_shares: 3, effective_on: "2028-05-01" });
    await split();
    await sell({ shares: 5000, price: "0.30" });
    await enterPrice({ basis: "club_estimate", price: "0.70", as_of: "2028-06-12", source: "Accounts." });
    const rowsOf = async (name: string) => readCsvRecords((await member("GET", `/api/portfolio/me/${name}.csv`)).body);
    const [lots, flows, prices] = [await rowsOf("holdings"), await rowsOf("flows"), await rowsOf("valuations")];
    for (const day of ["2028-03-20", "2028-04-30", "2028-05-01", "2028-06-01", "2028-06-11", "2028-06-15"]) {
      const value = lots.reduce((sum, lot) => {
        const until = flows.filter((flow) => flow.Lot === lot.Lot && (flow.Day ?? "") <= day);
        const add = (column: string) => until.reduce((shares, flow) => shares + Number(flow[column]), 0);
        const shares = Number(lot["Shares bought"]) + add("Shares added") - add("Shares sold");
        const given = prices.filter(({ "Price (GBP)": price, From = "" }) => price !== "" && From <= day).at(-1);
        const since = prices.filter(
          ({ "Old shares": old, From = "" }) => old !== "" && From > (given?.From ?? "") && From <= day,
        );
        const price = since.reduce(
          (amount, row) => (amount * Number(row["Old shares"])) / Number(row["New shares"]),
          Number(given?.["Price (GBP)"]),
        );
        return sum + Math.round(shares * price * 100 - 1e-6);
      }, 0);
      const { figures }: Portfolio = (await member("GET", `/api/portfolio/me?on=${day}`)).body;
      const held = figures.value_pence - dueOf(flows, day);
      expect([day, held]).toEqual([day, value]);
    }
  });
  /** Sold and not paid out yet. */
  const dueOf = (flows: Record<string, string>[], day: string) =>
    flows
      .filter(({ What, Day = "" }) => What === "Sold" && Day <= day)
      .reduce((sum, row) => sum + Math.round((Number(row["Gross (GBP)"]) - Number(row["Costs (GBP)"])) * 100), 0);
});
