import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { mostRows, watchPlans } from "#tests/support/nested-plans.ts";
import { buildPaidAlder, type PaidAlder } from "#tests/support/paid-alder.ts";
import { goodPdf } from "#tests/support/raw-pdf.ts";
import { type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { readCompletion } from "./completion-queries.ts";
import { listOwnPapers, listPapers } from "./paper-queries.ts";

/** As many members again as the sample has, each with a holding, a certificate and what they signed. */
const members = 10_000;
let club: TestApp;
let owen: Person;
let admin: Call;
let deal: PaidAlder;
let watched: Awaited<ReturnType<typeof watchPlans>>;

beforeAll(async () => {
  club = await createTestApp();
  const { db } = club;
  owen = await buildAdmin(db);
  admin = await club.as(owen);
  deal = await buildPaidAlder(db, { code: "7F2" });
  await sql`update deals set state = 'completed' where id = ${deal.id}`.execute(db);
  await sql`update commitments set state = 'completed' where deal_id = ${deal.id}`.execute(db);
  await sql`insert into auth.users (email, name, email_verified)
    select 'holder-' || n || '@members.example', 'Holder ' || n, true from generate_series(1, ${members}::int) n`.execute(
    db,
  );
  await sql`insert into investor_records (user_id, legal_name)
    select id, name from auth.users where email like 'holder-%'`.execute(db);
  await sql`insert into commitments (deal_id, record_id, number, terms_id, tier, fee_bp, band, placed_at, amount_pence,
                                     ceiling_pence, shares, least_shares)
    select ${deal.id}, r.id, 20 + row_number() over (order by r.id), ${deal.terms_id}, 'vip', 0, 'general', now(), 124000,
           124000, 1000, 404
      from investor_records r where r.legal_name like 'Holder %'`.execute(db);
  await sql`insert into holdings (deal_id, company_id, commitment_id, record_id, shares, share_class, price, cost_pence, fee_pence,
                                  scheme, issued_on, certificate_number)
    select ${deal.id}, ${deal.company_id}, c.id, c.record_id, c.shares, 'Ordinary', 1.24, 124000, 0, 'SEIS', '2027-02-02',
           '7F2-' || c.number
      from commitments c where c.deal_id = ${deal.id}`.execute(db);
  await sql`with kinds (kind) as (values ('beneficial_certificate'), ('signed_commitment'), ('ledger')),
      wanted as (
        select k.kind, case when k.kind <> 'ledger' then c.id end as commitment_id, gen_random_uuid() as file_id
          from kinds k join commitments c on c.deal_id = ${deal.id} and (k.kind <> 'ledger' or c.number = 1)),
      stored as (
        insert into files (id, kind, storage, state, media_type, bytes, sha256)
        select file_id, 'paper', 'database', 'uploaded', 'application/pdf', 1000, repeat('a', 64) from wanted returning id)
    insert into papers (deal_id, commitment_id, kind, file_name, file_id, dated_on)
    select ${deal.id}, commitment_id, kind, 'paper.pdf', file_id, '2027-02-03' from wanted
     where file_id in (select id from stored)`.execute(db);
  await sql`vacuum analyze`.execute(db);
  watched = await watchPlans(club.database);
}, 240_000);
afterAll(async () => {
  await watched.close();
  await club.close();
});

const rowsOf = async (actor: Parameters<typeof watched.plansOf>[0], work: Parameters<typeof watched.plansOf>[1]) =>
  mostRows((await watched.plansOf(actor, work)).join("\n"));

describe("A completed round of 10,000", () => {
  it("A member's own papers of a round of 10,000 are looked up in those of the deal once", async () => {
    const person = deal.people[0];
    if (!person) throw new Error("There is nobody.");
    const { status, body } = await (await club.as(person))("GET", "/api/papers/me");
    expect([status, body.items.map(({ kind }: { kind: string }) => kind).toSorted()]).toEqual([
      200,
      ["beneficial_certificate", "ledger", "signed_commitment"],
    ]);
    expect(await rowsOf({ userId: person.id }, (tx) => listOwnPapers(tx))).toBeLessThan(2.1 * members);
  }, 60_000);

  it("Admins read the completion of 10,000 and every paper, and nothing is compared with everything", async () => {
    const { status, body } = await admin("GET", `/api/deals/${deal.id}/completion`);
    expect([status, body.deal_state, body.papers.length]).toEqual([200, "completed", 2 * (members + 11) + 1]);
    const actor = { userId: owen.id, isAdmin: true, isMember: true };
    expect(await rowsOf(actor, (tx) => listPapers(tx, deal.id))).toBeLessThan(3 * members);
    expect(await rowsOf(actor, (tx) => readCompletion(tx, actor, deal.id, "2027-02-02"))).toBeLessThan(5 * members);
  }, 60_000);

  it("Each of 10,000 holders is told, and a company's certificate is filed for all of them", async () => {
    const pdf = goodPdf();
    const type = { "content-type": "application/pdf" };
    const path = `/api/deals/${deal.id}/papers?kind=company_certificate&file_name=certificate.pdf`;
    expect((await admin("POST", path, pdf, type)).status).toBe(201);
    const { rows } = await sql`select count(*)::int as told, count(distinct user_id)::int as people from notices
      where kind = 'paper_delivered'`.execute(club.db);
    expect(rows).toEqual([{ told: members + 11, people: members + 11 }]);
  }, 60_000);
});
