import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { buildHeldRound, buildOwner } from "#tests/support/build-lots.ts";
import { type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";

/** A round of 1,000 members with 100 shares each, sold at £2.00. */
const members = 1000;
/** Banks' names have no digits. */
const nameOf = (number: number) => `Member ${[...String(number)].map((digit) => "klmnopqrst"[Number(digit)]).join("")}`;
let club: TestApp;
let admin: Call;
let second: Call;
let round: Awaited<ReturnType<typeof buildHeldRound>>;

beforeAll(async () => {
  club = await createTestApp();
  const { db } = club;
  const admins: Person[] = [await buildAdmin(db), await buildAdmin(db)];
  [admin, second] = [await club.as(admins[0] as Person), await club.as(admins[1] as Person)];
  const owner = await buildOwner(db, nameOf(1));
  round = await buildHeldRound(db, { issued_on: "2025-02-02", held: [[owner, 100]] });
  await sql`insert into auth.users (email, name, email_verified)
    select 'many-' || n || '@castell.example', 'Member ' || translate(n::text, '0123456789', 'klmnopqrst'), true from generate_series(2, ${members}::int) n`.execute(
    db,
  );
  await sql`insert into investor_records (user_id, legal_name)
    select id, name from auth.users where email like 'many-%'`.execute(db);
  await sql`insert into commitments (deal_id, record_id, number, state, terms_id, tier, fee_bp, band, placed_at, amount_pence,
      ceiling_pence, shares, least_shares, allocated_shares, cost_pence, fee_pence, called_at, due_at, grace_until, reference)
    select ${round.id}, r.id, 1 + row_number() over (order by r.id), 'completed', d.terms_id, 'vip', 0, 'general', now(), 12000,
           12000, 100, 1, 100, 12000, 0, now(), now(), now(),
           'KD' || translate(lpad(to_hex(row_number() over (order by r.id) + 65536), 8, '0'), '0123456789abcdef', '23456789ABCDEFGH')
      from investor_records r, (select terms_id from commitments where deal_id = ${round.id}) d
     where r.legal_name <> ${nameOf(1)}`.execute(db);
  await sql`insert into holdings (deal_id, company_id, commitment_id, record_id, shares, share_class, price, cost_pence, fee_pence,
      issued_on, certificate_number)
    select ${round.id}, ${round.company_id}, c.id, c.record_id, 100, 'A', 1.2, 12000, 0, '2025-02-02', 'MANY-' || c.number
      from commitments c where c.number > 1`.execute(db);
  await sql`vacuum analyze`.execute(db);
}, 240_000);
afterAll(() => club.close());

const file = (lines: readonly (readonly [string, number])[]) => {
  let balance = 0;
  const rows = lines.map(([payer, pence]) => {
    balance += pence;
    return `02/01/2026,${payer},EXIT,FPI,${(pence / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
  });
  return ["Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)", ...rows, ""].join("\n");
};
const importFile = (lines: Parameters<typeof file>[0]) =>
  admin("POST", `/api/deals/${round.id}/bank-files?name=a.csv`, file(lines), { "content-type": "text/csv" });
const openLines = async () => (await admin("GET", `/api/deals/${round.id}/bank-lines?show=open`)).body.items;

it("An exit of 1,000 members is worked out, confirmed, paid out and booked", async () => {
  const sale = { kind: "sale", happened_on: "2026-01-02", price: "2", costs_pence: 0 };
  const { status, body: exit } = await admin("POST", `/api/companies/${round.company_id}/exits`, sale);
  expect([status, exit.members, exit.paid_pence]).toEqual([201, members, members * 20_000]);
  expect((await second("POST", `/api/exits/${exit.id}/confirm`)).status).toBe(200);
  await importFile([["NORTHGATE", members * 20_000]]);
  const [line] = await openLines();
  const parts = [{ kind: "exit", exit_id: exit.id, amount_pence: members * 20_000 }];
  const matched = await admin("POST", `/api/bank-lines/${line.id}/match`, { parts, reason: "The buyer’s." });
  expect(matched.status).toBe(200);
  const all = { payments: members, pence: members * 20_000, left_out: 0 };
  expect((await admin("POST", `/api/exits/${exit.id}/payments`, { reason: "The sale." })).body).toEqual(all);
  expect((await second("POST", `/api/exits/${exit.id}/payments/approve`)).body).toEqual(all);
  const read = await admin("GET", `/api/exits/${exit.id}`);
  expect(read.body.members_paid).toHaveLength(members);
  const paid = Array.from({ length: members - 1 }, (_, place) => [nameOf(place + 1).toUpperCase(), -20_000] as const);
  const imported = await importFile([["NORTHGATE", members * 20_000], ...paid]);
  expect([imported.status, imported.body.booked.lines]).toEqual([201, members - 1]);
}, 180_000);
