import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { paymentReference } from "#shared/funds/payment-reference.ts";
import { usualPriceAges } from "#shared/portfolio/portfolio-figures.ts";
import { plansOf, scannedTables } from "#tests/support/explain.ts";
import { type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { describePortfolio } from "./describe-portfolio.ts";
import { readPortfolio } from "./portfolio-queries.ts";
import { listSharePrices } from "./valuation-queries.ts";

/** A member with 200 holdings of 40 companies, 600 prices of these, and 10,000 holders of one of them. */
const holdings = 200;
const companies = 40;
const holders = 10_000;
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
let club: TestApp;
let member: Call;
let admin: Call;
let memberId: string;
let adminId: string;
let companyId: string;

beforeAll(async () => {
  club = await createTestApp();
  const { db } = club;
  const investor = await buildInvestor(db, { full_name: "Jonas Weber" });
  const owen = await buildAdmin(db);
  [memberId, adminId] = [investor.id, owen.id];
  [member, admin] = [await club.as(investor), await club.as(owen)];
  const terms = { price: "1.24", scheme: "SEIS" as const, share_class: "Ordinary" };
  const deal = await buildDeal(db, { state: "completed", terms });
  companyId = deal.company_id;
  await sql`insert into companies (name) select 'Company ' || n from generate_series(2, ${companies}::int) n`.execute(
    db,
  );
  await sql`insert into deals (company_id, name, enquired_on, state, released_at)
    select c.id, 'Round ' || n, '2020-01-01', 'completed', now()
      from (select id, row_number() over (order by id) as place from companies) c, generate_series(1, 5) n
     where c.id <> ${companyId} or n < 5`.execute(db);
  await sql`insert into deal_terms select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'deal_id', d.id))).*
      from deal_terms t, deals d where t.id = ${deal.terms_id} and d.id <> ${deal.id}`.execute(db);
  await sql`insert into auth.users (email, name, email_verified)
    select 'many-' || n || '@castell.example', 'Ben Lindqvist', true from generate_series(2, ${holders}::int) n`.execute(
    db,
  );
  await sql`insert into investor_records (user_id, legal_name)
    select id, name from auth.users where email like 'many-%'`.execute(db);
  const code = (place: number) => [27_000, 900, 30, 1].map((unit) => alphabet[Math.floor(place / unit) % 30]).join("");
  const references = Array.from({ length: holders + holdings }, (_, place) => paymentReference("SC4", code(place)));
  // The member in each deal, all others in one of them.
  await sql`insert into commitments (deal_id, record_id, number, state, terms_id, tier, fee_bp, band, placed_at, amount_pence,
      ceiling_pence, shares, least_shares, allocated_shares, cost_pence, fee_pence, called_at, due_at, grace_until, reference)
    select w.deal_id, w.record_id, w.number, 'completed', w.terms_id, 'trial', 1250, 'general', now(), 124000, 124000, 1000, 1, 1000,
           124000, 15500, now(), now(), now(), (${references}::text[])[row_number() over (order by w.deal_id, w.number)]
      from (select t.deal_id, t.id as terms_id, r.id as record_id, row_number() over (partition by t.deal_id order by r.id) as number
              from deal_terms t join investor_records r on r.id = ${investor.record_id} or t.deal_id = ${deal.id}) w`.execute(
    db,
  );
  await db.transaction().execute(async (tx) => {
    await sql`insert into ledger_transactions (deal_id, number, booked_on, kind, commitment_id)
      select deal_id, number, '2020-01-25'::date + (number % 300)::integer, 'receipt', id from commitments
      union all
      select deal_id, 100000 + row_number() over (order by deal_id), '2021-02-01', 'wire', null from deal_terms`.execute(
      tx,
    );
    await sql`insert into ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
      select t.id, t.deal_id, e.account, case when e.account = '1100' then t.commitment_id end, e.pence
        from ledger_transactions t
        join (values ('receipt', '1000', 139500), ('receipt', '1100', -139500), ('wire', '1000', -1), ('wire', '2300', 1))
             e (kind, account, pence) on e.kind = t.kind`.execute(tx);
  });
  await sql`insert into holdings (deal_id, company_id, commitment_id, record_id, shares, share_class, price, cost_pence, fee_pence,
      scheme, issued_on, certificate_number)
    select c.deal_id, d.company_id, c.id, c.record_id, 1000, 'Ordinary', 1.24, 124000, 15500, 'SEIS', '2021-02-02', c.reference
      from commitments c join deals d on d.id = c.deal_id`.execute(db);
  await sql`insert into share_prices (company_id, as_of, basis, price, source, entered_by, confirmed_at)
    select c.id, '2021-03-01'::date + n * 90, 'last_round', 1 + n * 0.1, 'A filing.', ${adminId}, now()
      from companies c, generate_series(1, 15) n`.execute(db);
  await sql`vacuum analyze`.execute(db);
}, 240_000);
afterAll(() => club.close());

/** Those that are scanned whole, and have a row for each member. */
const large = (plans: string) =>
  scannedTables(plans).filter((table) =>
    ["commitments", "holdings", "investor_records", "ledger_entries", "ledger_transactions", "users"].includes(table),
  );

describe("With 200 holdings, and 10,000 holders of one company", () => {
  it("A portfolio of 200 holdings is read by indexes and worked out in one moment", async () => {
    const { own, plans } = await club.asActor({ userId: memberId }, async (tx) => ({
      plans: await plansOf(tx, (explained) => readPortfolio(explained, usualPriceAges)),
      own: await readPortfolio(tx, usualPriceAges),
    }));
    expect(large(plans)).toEqual([]);
    expect([own.lots.length, own.prices.length]).toEqual([holdings, companies * 16]);
    // Of some runs the quickest: a busy machine slows each of them, and not all alike.
    const runs = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      const { figures, companies: shown } = describePortfolio(own, [], "2026-11-23");
      const { user, system } = process.cpuUsage(before);
      expect([figures.payments, shown.length]).toEqual([holdings, companies]);
      return (user + system) / 1000;
    });
    expect(Math.min(...runs)).toBeLessThan(400);
  });
  it("Page, files and the desk's list are answered with 200 holdings and 10,000 holders", async () => {
    for (const path of ["", "/holdings.csv", "/flows.csv", "/valuations.csv"])
      expect((await member("GET", `/api/portfolio/me${path}`)).status).toBe(200);
    const price = { basis: "impaired", impaired_percent: 50, as_of: "2026-01-01", source: "Accounts." };
    expect((await admin("POST", `/api/companies/${companyId}/valuations`, price)).status).toBe(201);
    const plans = await club.asActor({ userId: adminId }, (tx) =>
      plansOf(tx, (explained) =>
        listSharePrices(explained, { userId: adminId, isAdmin: true, isMember: true }, companyId, { limit: 50 }),
      ),
    );
    expect(large(plans)).toEqual([]);
  });
});
