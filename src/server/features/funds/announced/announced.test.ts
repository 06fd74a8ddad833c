import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, takeAdminRole } from "#server/sample/builders.ts";
import type { BankLine } from "#shared/funds/funds.ts";
import type { ExitDetails } from "#shared/funds/funds-exits.ts";
import { buildHeldRound } from "#tests/support/build-lots.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { announcedJobs } from "./jobs.ts";

const noon = new Date("2031-07-02T12:00:00Z");
const hour = 60 * 60 * 1000;
const csv = { "content-type": "text/csv" };
let now = noon;

/** Of two admins, who both hold shares, and a member who does. */
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const { db } = club;
const amara = await buildInvestor(db, { full_name: "Amara Okafor", is_admin: true });
const daniel = await buildInvestor(db, { full_name: "Daniel Price", is_admin: true });
const ben = await buildInvestor(db, { full_name: "Ben Lindqvist" });
const [amaras, daniels, bens] = [await club.as(amara), await club.as(daniel), await club.as(ben)];
const everybody = [amara.email, ben.email, daniel.email].toSorted();
let deal: Awaited<ReturnType<typeof buildHeldRound>>;
let company: { id: string; name: string };
beforeEach(async () => {
  now = noon;
  deal = await buildHeldRound(db, {
    issued_on: "2027-02-02",
    held: [
      [amara, 100],
      [daniel, 50],
      [ben, 50],
    ],
  });
  company = await db
    .selectFrom("companies")
    .select(["id", "name"])
    .where("id", "=", deal.company_id)
    .executeTakeFirstOrThrow();
  await takeMails(club);
  await sql`delete from notices`.execute(db);
  await sql`delete from pgboss.job where name like 'announced-%'`.execute(db);
});

const pass = (hours: number) => moveClock(club, (time) => (now = time), new Date(now.getTime() + hours * hour));
const told = async () =>
  (await takeMails(club))
    .map(({ to, subject }) => [to, subject] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
const noticesOf = async (by: Call) =>
  (await by("GET", "/api/notices?limit=100")).body.items.map(({ text }: { text: string }) => text);
/** Admins who hold nothing, for as long as that takes. */
async function withAdmins(names: readonly string[], work: (...calls: Call[]) => Promise<void>) {
  const admins = await Promise.all(names.map((full_name) => buildAdmin(db, { full_name })));
  try {
    await work(...(await Promise.all(admins.map((admin) => club.as(admin)))));
  } finally {
    for (const admin of admins) await takeAdminRole(db, admin);
  }
}
const effectAt = "2031-07-03T12:00:00.000Z";
const withdrawal = { reason: "The buyer has not signed." };

const sale = {
  kind: "sale",
  happened_on: "2031-06-30",
  price: "2",
  costs_pence: 0,
  earlier_id: null,
  shares: null,
  costs_payee: null,
  note: null,
};
const proposeExit = async (by = amaras): Promise<ExitDetails> =>
  (await by("POST", `/api/companies/${company.id}/exits`, sale)).body;
const readExit = async (id: string, by = amaras): Promise<ExitDetails> => (await by("GET", `/api/exits/${id}`)).body;
const confirmExit = (id: string, by = daniels) => by("POST", `/api/exits/${id}/confirm`);
const waiting = async (by: Call) => (await by("GET", "/api/waiting-counts")).body.companies;

describe("An exit that an admin confirms who holds some of the shares", () => {
  const name = "Alder Analytics: a sale at £2.00 a share, of 30 June 2031";

  it("An exit confirmed by a holder is announced to all who hold shares, and takes effect 24 hours later", async () => {
    const before = await waiting(daniels);
    const { id } = await proposeExit();
    expect([await waiting(daniels), (await readExit(id, daniels)).can.confirm]).toEqual([before + 1, true]);
    expect((await confirmExit(id, amaras)).body.code).toBe("second_person_required");
    const { status, body } = await confirmExit(id);
    expect([status, body]).toMatchObject([
      200,
      {
        state: "proposed",
        takes_effect_at: effectAt,
        announced_by_name: "Daniel Price",
        confirmed_at: null,
        can: { confirm: false, withdraw: true, propose_payments: false },
      },
    ]);
    expect(await waiting(daniels)).toBe(before);
    expect(await told()).toEqual(everybody.map((to) => [to, name]));
    expect((await noticesOf(bens))[0]).toBe(
      `${name}. You get £100.00 for your 50 shares; there are no costs. Amara Okafor proposed it and Daniel Price confirmed it. Both hold some of the shares themselves. Takes effect on Thu 3 Jul, 13:00, unless an admin withdraws it.`,
    );
    const again = await confirmExit(id);
    expect([again.status, again.body.detail]).toEqual([
      409,
      "This is confirmed already. Takes effect on Thu 3 Jul, 13:00, unless an admin withdraws or refuses it.",
    ]);

    await pass(23.9);
    expect((await readExit(id)).state).toBe("proposed");
    expect((await bens("GET", "/api/exits/me")).body.items).toEqual([]);
    await pass(0.1);
    expect(await readExit(id)).toMatchObject({
      state: "confirmed",
      confirmed_at: noon.toISOString(),
      in_effect_at: effectAt,
      confirmed_by_name: "Daniel Price",
      takes_effect_at: null,
    });
    expect(await told()).toContainEqual([ben.email, "Alder Analytics: you get £100.00 for your shares"]);
    expect((await club.auditOf(company.id, "kind", "actor_id")).at(-1)).toEqual({
      kind: "exit_confirmed",
      actor_id: daniel.id,
    });
    await announcedJobs["announced-confirmations"].run(club);
    expect(await told()).toEqual([]);
    const cookie = await club.cookieOf(ben);
    const request = new Request(`${club.appUrl}/api/exits/${id}/statement.pdf`, { headers: { cookie } });
    const { text } = await readPdf(Buffer.from(await (await club.fetch(request)).arrayBuffer()));
    expect(text).toContain("Confirmed on 2 July 2031");
    expect(text).toContain("In effect since 3 July 2031");
  });

  it("An announced exit tells each holder what they get, before costs and after, and what admins say", async () => {
    const { body } = await amaras("POST", `/api/companies/${company.id}/exits`, {
      ...sale,
      shares: 100,
      costs_pence: 2000,
      costs_payee: "Mills & Co",
      note: "Northgate plc buys them.",
    });
    await confirmExit(body.id);
    const words = "You get £45.00 for 25 of your 50 shares: £50.00 before costs, less your part of the costs, £5.00.";
    expect((await noticesOf(bens))[0]).toContain(words);
    const mails = await takeMails(club);
    const text = mails.find(({ to }) => to === ben.email)?.text;
    expect(text).toContain(words);
    expect(text).toContain("What the admins say of it: Northgate plc buys them.");
    expect(mails.find(({ to }) => to === amara.email)?.text).toContain("You get £90.00 for 50 of your 100 shares");
  });

  it("An exit is announced where only its author holds shares, and takes effect at once where neither admin does", () =>
    withAdmins(["Owen Pryce", "Ruth Bell"], async (owens, ruths) => {
      if (!owens || !ruths) return;
      const { id } = await proposeExit();
      expect((await confirmExit(id, owens)).body).toMatchObject({ state: "proposed", takes_effect_at: effectAt });
      expect((await noticesOf(bens))[0]).toMatch(/confirmed it\. Amara Okafor is among those who hold the shares\./);
      // An admin who holds none is told too, and can withdraw it.
      expect(await noticesOf(ruths)).toHaveLength(1);
      expect((await ruths("POST", `/api/exits/${id}/withdraw`, withdrawal)).body.state).toBe("withdrawn");
      const other = await proposeExit(owens);
      expect((await confirmExit(other.id, ruths)).body).toMatchObject({ state: "confirmed", takes_effect_at: null });
    }));

  it("An announced exit does not take effect once an admin withdraws it, and who was told is told why", async () => {
    const { id } = await proposeExit();
    await confirmExit(id);
    // Mails that are queued still say nothing that is over.
    const { body } = await amaras("POST", `/api/exits/${id}/withdraw`, withdrawal);
    expect(body).toMatchObject({ state: "withdrawn", takes_effect_at: null });
    expect(await told()).toEqual(everybody.map((to) => [to, `${name}: it does not take effect`]));
    expect((await noticesOf(bens))[0]).toBe(
      `${name}. It does not take effect: an admin withdrew it. The reason: The buyer has not signed.`,
    );
    await pass(25);
    expect([(await readExit(id)).state, await told()]).toEqual(["withdrawn", []]);
  });

  it("An announced exit does not take effect where the holdings have changed, and can be withdrawn then", async () => {
    const { id } = await proposeExit();
    await confirmExit(id);
    await told();
    await buildHeldRound(db, { issued_on: "2030-01-01", company_id: company.id, held: [[ben, 7]] });
    await pass(24);
    expect(await readExit(id)).toMatchObject({ state: "proposed", takes_effect_at: null });
    expect(await told()).toEqual(everybody.map((to) => [to, `${name}: it does not take effect`]));
    expect((await noticesOf(daniels))[0]).toBe(
      `${name}. It does not take effect. What members hold has changed since it was proposed.`,
    );
    expect((await confirmExit(id)).body.code).toBe("revision_conflict");
    expect((await amaras("POST", `/api/exits/${id}/withdraw`, withdrawal)).status).toBe(200);
    expect(await told()).toEqual([]);
  });

  it("An announced exit does not take effect where who confirmed it is no admin any more", async () => {
    const { id } = await proposeExit();
    await withAdmins(["Owen Pryce"], async (owens) => {
      if (owens) await confirmExit(id, owens);
    });
    await pass(24);
    expect((await readExit(id)).state).toBe("proposed");
    expect((await noticesOf(bens))[0]).toMatch(/do not count as two persons any more\.$/);
  });

  it("An exit is not confirmed by an admin who is not standing", async () => {
    const roles = db.updateTable("user_roles").where("user_id", "=", ben.id);
    await roles.set({ role: "admin" }).execute();
    const { id } = await proposeExit();
    const { status, body } = await confirmExit(id, bens);
    await roles.set({ role: "member" }).execute();
    expect([status, body.code, body.reason]).toEqual([403, "second_person_required", "not_standing"]);
  });

  it("An announced exit takes effect by the clock alone", async () => {
    const { id } = await proposeExit();
    await confirmExit(id);
    const open = await db
      .selectFrom("announced_confirmations")
      .select("id")
      .where("subject_id", "=", id)
      .executeTakeFirstOrThrow();
    const calls = [
      sql`select take_effect(${open.id})`,
      sql`select withdraw_announced('exit', ${id}, 'No.')`,
      sql`select confirms_now('exit', ${id}, null, 'exit_second_person')`,
      sql`update announced_confirmations set takes_effect_at = app_now() where id = ${open.id}`,
    ];
    for (const call of calls)
      await expect(club.asActor({ userId: daniel.id, at: now }, (tx) => call.execute(tx))).rejects.toThrow(
        "permission denied",
      );
    await announcedJobs["announced-confirmation"].run(club, { announced_id: open.id });
    await expect(club.asOwner(null, (tx) => sql`select confirm_exit(${id})`.execute(tx))).rejects.toThrow();
    expect((await readExit(id)).state).toBe("proposed");
    expect(
      await club.asActor({ userId: ben.id, at: now }, (tx) =>
        tx.selectFrom("announced_confirmations").selectAll().execute(),
      ),
    ).toEqual([]);
  });

  it("Two holders pay an exit out: the first proposes, the second approves, and the first the second's own payment", async () => {
    const { id } = await proposeExit();
    await confirmExit(id);
    await pass(24);
    const lines = async (...rows: [string, number][]): Promise<BankLine[]> => {
      let balance = 0;
      const text = rows.map(([payer, pence], place) => {
        balance += pence;
        return `02/07/2031,${payer},EXIT ${place},FASTER PAYMENT,${(pence / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
      });
      const header = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)";
      await amaras("POST", `/api/deals/${deal.id}/bank-files?name=a.csv`, [header, ...text, ""].join("\n"), csv);
      return (await amaras("GET", `/api/deals/${deal.id}/bank-lines?show=open&limit=100`)).body.items;
    };
    const next = async (by: Call) => {
      const { text, act, exit_id } = (await by("GET", `/api/deals/${deal.id}/next`)).body;
      return [text, act, exit_id === id];
    };
    const what = "the sale of Alder Analytics on 30 June 2031";
    expect(await next(amaras)).toEqual([`Bring the bank file with £400.00 of ${what}.`, "bank_file", true]);
    const [arrival] = await lines(["NORTHGATE PLC", 40_000]);
    expect(await next(amaras)).toEqual([
      ...[`£400.00 came and is not booked. Match it with ${what}, or say what it is.`, "lines", true],
    ]);
    const parts = [{ kind: "exit", exit_id: id, amount_pence: 40_000 }];
    const matched = await amaras("POST", `/api/bank-lines/${arrival?.id}/match`, { parts, reason: "The buyer." });
    expect(matched.status).toBe(200);

    const pay = (by: Call) => by("POST", `/api/exits/${id}/payments`, { reason: "The sale." });
    const approve = (by: Call) => by("POST", `/api/exits/${id}/payments/approve`);
    const approveOne = async (payment: string) =>
      expect((await daniels("POST", `/api/outgoing-payments/${payment}/approve`)).status).toBe(200);
    const pounds = ({ amount_pence }: { amount_pence: number }) => `£${(amount_pence / 100).toFixed(2)}`;
    expect(await next(daniels)).toEqual([
      ...[`Propose what is paid out of ${what}: 3 payments, £400.00 together.`, "exit", true],
    ]);
    expect((await pay(amaras)).body).toMatchObject({ payments: 3, pence: 40_000 });
    // Daniel Price approves all but his own.
    expect(await next(amaras)).toEqual([
      ...[`Another admin approves what is paid out of ${what}: 3 payments, £400.00 together.`, null, true],
    ]);
    expect(await next(daniels)).toEqual([
      `Amara Okafor proposed what is paid out of ${what}. Approve 2 payments, £300.00 together.`,
      ...["exit", true],
    ]);
    expect(await readExit(id, daniels)).toMatchObject({
      to_propose: { payments: 1, pence: 10_000 },
      to_approve: { payments: 2, pence: 30_000 },
      can: { propose_payments: true, approve_payments: true },
    });
    // One by one, what the other founder is paid stays the first one's proposal, which nobody else could approve.
    const { payments: each } = (await daniels("GET", `/api/deals/${deal.id}/closing`)).body;
    const [one, other] = each.filter(({ payee }: { payee: string }) => payee !== "Daniel Price");
    await approveOne(one.id);
    expect(await next(amaras)).toEqual([
      `Pay what is approved of ${what}: 1 payment, ${pounds(one)}. Then bring the bank file. Another admin approves 1 payment, ${pounds(other)} more. Daniel Price first proposes what they are paid themselves: 1 payment, £100.00. Then you approve it.`,
      ...["bank_file", true],
    ]);
    expect((await approve(daniels)).body).toEqual({ payments: 1, pence: other.amount_pence, left_out: 1 });
    expect((await readExit(id, daniels)).can).toMatchObject({ propose_payments: false, approve_payments: false });
    expect((await approve(daniels)).body.code).toBe("second_person_required");
    expect(await next(daniels)).toEqual([
      `Pay what is approved of ${what}: 2 payments, £300.00 together. Then bring the bank file. Another admin approves 1 payment, £100.00 more.`,
      ...["bank_file", true],
    ]);
    expect(await next(amaras)).toEqual([
      `Daniel Price proposed what is paid out of ${what}. Approve 1 payment, £100.00.`,
      ...["exit", true],
    ]);
    expect((await approve(amaras)).body).toEqual({ payments: 1, pence: 10_000, left_out: 0 });
    expect((await next(amaras))[0]).toBe(
      `Pay what is approved of ${what}: 3 payments, £400.00 together. Then bring the bank file.`,
    );

    const open = await lines(
      ["NORTHGATE PLC", 40_000],
      ["AMARA OKAFOR", -20_000],
      ["BEN LINDQVIST", -10_000],
      ["DANIEL PRICE", -10_000],
    );
    expect(await next(amaras)).toEqual([`Another admin books what you were paid of ${what}.`, null, true]);
    expect(await next(daniels)).toEqual(["1 line of the bank is not booked. Say what it is.", "lines", true]);
    // Nobody books their own; each of the two books the other's.
    const { payments } = (await amaras("GET", `/api/deals/${deal.id}/closing`)).body;
    for (const line of open) {
      const payee =
        line.payer === "AMARA OKAFOR"
          ? "Amara Okafor"
          : line.payer === "BEN LINDQVIST"
            ? "Ben Lindqvist"
            : "Daniel Price";
      const payment = payments.find((one: { payee: string }) => one.payee === payee);
      const by = payee === "Amara Okafor" ? daniels : amaras;
      const distribution = { kind: "distribution", payment_id: payment.id, amount_pence: -line.amount_pence };
      const booked = await by("POST", `/api/bank-lines/${line.id}/match`, {
        parts: [distribution],
        reason: "By name.",
      });
      expect([booked.body.detail, booked.status]).toEqual([undefined, 200]);
    }
    const { rows } = await sql<{ pence: number }>`
      select distinct sum(amount_pence)::int as pence from ledger_entries where deal_id = ${deal.id} group by account`.execute(
      db,
    );
    expect(rows).toEqual([{ pence: 0 }]);
    expect((await amaras("GET", `/api/deals/${deal.id}`)).body.state).toBe("exited");
    expect((await next(amaras))[0]).toBe("This deal is over.");
  });

  it("An admin who alone is paid may propose the payment in place of the other one", async () => {
    const alone = await buildHeldRound(db, { issued_on: "2027-02-02", held: [[daniel, 10]] });
    company = { ...company, id: alone.company_id };
    const { id } = await proposeExit();
    await confirmExit(id);
    await pass(24);
    const text =
      "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)\n02/07/2031,NORTHGATE PLC,EXIT,FASTER PAYMENT,20.00,20.00\n";
    await amaras("POST", `/api/deals/${alone.id}/bank-files?name=a.csv`, text, csv);
    const [line] = (await amaras("GET", `/api/deals/${alone.id}/bank-lines?show=open`)).body.items;
    const parts = [{ kind: "exit", exit_id: id, amount_pence: 2000 }];
    await amaras("POST", `/api/bank-lines/${line.id}/match`, { parts, reason: "The buyer." });
    const pay = (by: Call) => by("POST", `/api/exits/${id}/payments`, { reason: "The sale." });
    await pay(amaras);
    expect((await readExit(id, daniels)).can).toMatchObject({ propose_payments: true, approve_payments: false });
    expect((await pay(daniels)).body).toEqual({ payments: 1, pence: 2000, left_out: 0 });
    expect((await amaras("POST", `/api/exits/${id}/payments/approve`)).body).toMatchObject({
      payments: 1,
      pence: 2000,
    });
  });
});

describe("A price that raises what an admin holds", () => {
  const round = { basis: "last_round", price: "2.48", as_of: "2031-03-15", source: "A filing." };
  const name = "Alder Analytics: a price of £2.48 a share from 15 March 2031 on, in place of £1.20";
  const list = async (by: Call) => (await by("GET", `/api/companies/${company.id}/valuations`)).body.items[0];
  const confirm = (id: string, by = daniels) => by("POST", `/api/valuations/${id}/confirm`);
  const entered = async (hasEvidence = true): Promise<string> => {
    const { id } = (await amaras("POST", `/api/companies/${company.id}/valuations`, round)).body;
    const evidence = `/api/valuations/${id}/evidence?file_name=SH01.pdf`;
    if (hasEvidence)
      expect((await amaras("POST", evidence, goodPdf(), { "content-type": "application/pdf" })).status).toBe(201);
    return id;
  };

  it("A price that raises an admin's holding needs its document before it is confirmed", async () => {
    const before = await waiting(daniels);
    const id = await entered(false);
    expect([(await list(daniels)).can, await waiting(daniels)]).toMatchObject([
      { confirm: false, add_evidence: true },
      before + 1,
    ]);
    expect([(await list(amaras)).needs_evidence, (await list(daniels)).needs_evidence]).toEqual([true, true]);
    const { status, body } = await confirm(id);
    expect([status, body.detail]).toEqual([
      409,
      "You or who entered it hold shares: add the document that shows this higher price first",
    ]);
    expect(await told()).toEqual([]);
  });
  it("A price that raises an admin's holding is announced with both prices, and counts 24 hours later", async () => {
    const before = await waiting(daniels);
    const id = await entered();
    expect([(await list(daniels)).can.confirm, await waiting(daniels)]).toEqual([true, before + 1]);
    expect((await confirm(id)).body).toMatchObject({
      confirmed_at: null,
      refusal: "announced",
      takes_effect_at: effectAt,
      announced_by_name: "Daniel Price",
      can: { confirm: false, refuse: true },
    });
    expect(await waiting(daniels)).toBe(before);
    expect(await told()).toEqual(everybody.map((to) => [to, name]));
    expect((await noticesOf(bens))[0]).toMatch(/unless an admin refuses it\.$/);
    const worth = async () => (await amaras("GET", `/api/held-companies/${company.id}`)).body.price.price;
    expect(await worth()).toBe("1.20");
    await pass(24);
    expect(await worth()).toBe("2.48");
    expect(await list(amaras)).toMatchObject({ confirmed_by_name: "Daniel Price" });
    expect(await list(amaras)).toMatchObject({ confirmed_at: noon.toISOString(), in_effect_at: effectAt });
  });
  it("An announced price does not count once it is refused, and who was told is told why", async () => {
    const id = await entered();
    await confirm(id);
    await told();
    await amaras("POST", `/api/valuations/${id}/refuse`, { reason: "The filing says £2.40." });
    expect(await told()).toEqual(everybody.map((to) => [to, `${name}: it does not take effect`]));
    await pass(25);
    expect(await list(amaras)).toMatchObject({ confirmed_at: null, refused_because: "The filing says £2.40." });
  });
  it("A price that lowers an admin's holding counts at once", async () => {
    const lower = { basis: "club_estimate", price: "1.00", as_of: "2031-04-01", source: "Accounts of March." };
    const { id } = (await amaras("POST", `/api/companies/${company.id}/valuations`, lower)).body;
    expect((await confirm(id)).body).toMatchObject({ confirmed_by_name: "Daniel Price", takes_effect_at: null });
  });
});

describe("An import of earlier holdings in which both admins are", () => {
  let counted = 0;
  const proposed = async () => {
    const lots = [amara, daniel, ben].map(
      ({ email }) => `${email},${company.name},${4000 + ++counted},1.00,${4000 + counted}.00,2024-03-15`,
    );
    const text = ["Email,Company,Shares,Price,Cost,Acquired on", ...lots].join("\n");
    const { status, body } = await amaras("POST", "/api/holding-imports?file_name=earlier.csv", text, csv);
    expect([body.detail, status]).toEqual([undefined, 201]);
    return body.id as string;
  };
  beforeEach(async () => {
    company = await db
      .insertInto("companies")
      .values({ name: `Birch ${++counted}` })
      .returning(["id", "name"])
      .executeTakeFirstOrThrow();
  });
  const call = (id: string, what: string, by = daniels, body?: object) =>
    by("POST", `/api/holding-imports/${id}/${what}`, body);
  const lotsOf = async () =>
    (await bens("GET", `/api/portfolio/me/companies/${company.id}`)).body.company?.lots?.length ?? 0;

  it("An import in which both admins are is announced, taken in 24 hours later, and taken back in the same way", async () => {
    const id = await proposed();
    expect((await call(id, "confirm", amaras)).body.code).toBe("second_person_required");
    expect((await call(id, "confirm")).body).toMatchObject({
      state: "proposed",
      takes_effect_at: effectAt,
      announced_by_name: "Daniel Price",
      can: { confirm: false, refuse: true },
    });
    expect(await told()).toEqual(
      everybody.map((to) => [to, `${company.name}: an import of shares that were bought earlier`]),
    );
    expect(await lotsOf()).toBe(0);
    await pass(24);
    expect(await lotsOf()).toBe(1);
    expect((await amaras("GET", `/api/holding-imports/${id}`)).body).toMatchObject({
      state: "confirmed",
      confirmed_by_name: "Daniel Price",
      takes_effect_at: null,
    });
    await told();

    await call(id, "undo", amaras, { reason: "Of another fund." });
    expect((await call(id, "undo/confirm")).body).toMatchObject({ state: "confirmed", can: { confirm_undo: false } });
    expect(await told()).toEqual(everybody.map((to) => [to, `${company.name}: the removal of imported shares`]));
    await pass(24);
    expect([await lotsOf(), (await amaras("GET", `/api/holding-imports/${id}`)).body.state]).toEqual([0, "undone"]);
    expect((await told()).map(([to]) => to)).toEqual(everybody);
  });
  it("An import stays as it was where the import or its undoing is refused in between", async () => {
    const refused = await proposed();
    await call(refused, "confirm");
    await told();
    await call(refused, "refuse", amaras, { reason: "Twice in it." });
    expect((await told()).map(([to]) => to)).toEqual(everybody);
    await pass(25);
    expect(await lotsOf()).toBe(0);
    const kept = await proposed();
    await call(kept, "confirm");
    await pass(24);
    await call(kept, "undo", amaras, { reason: "Of another fund." });
    await call(kept, "undo/confirm");
    await told();
    await call(kept, "undo/refuse", amaras, { reason: "It is ours." });
    expect((await told()).map(([to]) => to)).toEqual(everybody);
    await pass(25);
    expect(await lotsOf()).toBe(1);
  });
  it("An exit of imported holdings is paid outside by the word of both admins, a day after the second", async () => {
    await call(await proposed(), "confirm");
    await pass(24);
    const { id } = await proposeExit();
    await confirmExit(id);
    await pass(24);
    const day = { paid_on: "2031-07-01", source: "The buyer’s letter." };
    await amaras("POST", `/api/exits/${id}/outside-payment`, day);
    await told();
    const { body } = await daniels("POST", `/api/exits/${id}/outside-payment/confirm`);
    expect(body.outside).toMatchObject({
      paid_on: null,
      can: { confirm: false, refuse: true },
      waiting: { announced_by_name: "Daniel Price", takes_effect_at: "2031-07-05T12:00:00.000Z" },
    });
    expect(await told()).toEqual(
      everybody.map((to) => [to, `${company.name}: a payment for imported shares on 1 July 2031`]),
    );
    await pass(24);
    expect((await readExit(id)).outside).toMatchObject({ paid_on: "2031-07-01", waiting: null });
  });
  it("A payment outside can be refused before it takes effect", async () => {
    await call(await proposed(), "confirm");
    await pass(24);
    const { id } = await proposeExit();
    await confirmExit(id);
    await pass(24);
    await amaras("POST", `/api/exits/${id}/outside-payment`, { paid_on: "2031-07-01", source: "A letter." });
    await daniels("POST", `/api/exits/${id}/outside-payment/confirm`);
    await told();
    await amaras("POST", `/api/exits/${id}/outside-payment/refuse`, { reason: "Another day." });
    expect((await told()).map(([to]) => to)).toEqual(everybody);
    await pass(25);
    expect((await readExit(id)).outside).toMatchObject({ paid_on: null, waiting: null });
  });
});
