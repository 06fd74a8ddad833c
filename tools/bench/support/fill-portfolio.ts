import { sql } from "kysely";
import type { Database } from "#server/platform/db/connect.ts";

const companies = 40;
const lotsEach = 5;
export const lots = companies * lotsEach;

/** Lots of one's own count in every figure as those of the club do. */
export async function fillPortfolio(db: Database, email: string): Promise<void> {
  await sql`insert into typed_companies (user_id, name)
    select u.id, 'Company ' || n from auth.users u, generate_series(1, ${companies}::int) n where u.email = ${email}`.execute(
    db,
  );
  await sql`insert into typed_holdings (user_id, company_id, shares, share_class, price, cost_pence, fee_pence, scheme, issued_on)
    select c.user_id, c.id, 1000, 'Ordinary', 1.24, 124000, 0, 'SEIS', '2021-02-02'::date + n * 200
      from typed_companies c, generate_series(1, ${lotsEach}::int) n where c.name like 'Company %'`.execute(db);
  await sql`insert into typed_prices (user_id, company_id, as_of, price, source)
    select c.user_id, c.id, '2022-03-01'::date + n * 90, 1 + n * 0.1, 'A letter'
      from typed_companies c, generate_series(1, 15) n where c.name like 'Company %'`.execute(db);
}
