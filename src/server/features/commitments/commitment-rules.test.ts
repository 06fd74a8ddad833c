import { sql } from "kysely";
import { expect, it } from "vitest";
import { commitmentStates, endedStates } from "#shared/commitments/commitment-messages.ts";
import { feeOfCostPence, mostCosts } from "#shared/commitments/share-costs.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { db } = await openTestDatabase();

async function readOne<Value>(query: ReturnType<typeof sql<{ value: Value }>>): Promise<Value> {
  const { rows } = await query.execute(db);
  return (rows[0] as { value: Value }).value;
}

it("The fee of the database, that of a line of an allocation and the browser's are the same", async () => {
  const ofLine = await readOne(sql<{ value: string }>`
    select pg_get_expr(d.adbin, d.adrelid) as value from pg_attrdef d join pg_attribute a on (a.attrelid, a.attnum) = (d.adrelid, d.adnum)
     where d.adrelid = 'allocation_lines'::regclass and a.attname = 'fee_pence'`);
  const { rows } = await sql<{ cost_pence: number; fee_bp: number; fee: number; of_line: number }>`
    select g.cost_pence, g.fee_bp, fee_of(g.cost_pence, g.fee_bp) as fee, ${sql.raw(ofLine)} as of_line
      from (select c::bigint as cost_pence, bp as fee_bp
              from generate_series(1, 4000, 7) c, unnest('{0, 1, 33, 250, 400, 1250, 4999, 5000, 9999, 10000}'::integer[]) bp
            union all
            select (i::bigint * 7919 * 104729) % 900000000000, i * 37 % 10001 from generate_series(1, 6000) i) g`.execute(
    db,
  );
  expect(rows.length).toBeGreaterThan(10_000);
  const differing = rows.filter(
    ({ cost_pence, fee_bp, fee, of_line }) => fee !== of_line || fee !== feeOfCostPence(cost_pence, fee_bp),
  );
  expect(differing).toEqual([]);
  const ofNoCost = await readOne(sql<{ value: number | null }>`select fee_of(null, 1250) as value`);
  expect(ofNoCost).toBe(null);
});

it("The most that can be called is the same in the database and in the browser, at prices of up to six decimals", async () => {
  const { rows } = await sql<{ shares: number; price: string; fee_bp: number; most: number }>`
    select shares, price::text, fee_bp, most_due(shares, price, fee_bp) as most
      from (select (i * 7919 % 250000 + 1)::bigint as shares, ((i * 104729 % 9999999) / 1000000.0)::numeric(12, 6) as price,
                   i * 37 % 10001 as fee_bp from generate_series(1, 5000) i
            union all
            select n, p, 1250 from generate_series(1, 300) n, unnest('{1, 1.2, 0.83, 0.834, 0.8349, 0.83333, 0.000001}'::numeric[]) p) g
     where price > 0`.execute(db);
  expect(rows.length).toBeGreaterThan(7000);
  const differing = rows.filter(
    ({ shares, price, fee_bp: feeBp, most }) => most !== mostCosts({ price, shares, feeBp }).duePence,
  );
  expect(differing).toEqual([]);
});

it("A commitment is live in the states that the browser, the index and the function know", async () => {
  const ofIndex = await readOne(sql<{ value: string }>`
    select pg_get_expr(indpred, indrelid) as value from pg_index where indexrelid = 'commitments_live_idx'::regclass`);
  const { rows } = await sql<{ state: string; is_live: boolean; is_in_index: boolean }>`
    select state, is_live_commitment(state) as is_live, ${sql.raw(ofIndex)} as is_in_index
      from unnest(${commitmentStates}::text[]) as state`.execute(db);
  expect(rows).toEqual(
    commitmentStates.map((state) => {
      const isLive = !endedStates.includes(state);
      return { state, is_live: isLive, is_in_index: isLive };
    }),
  );
});

it("PostgreSQL reads the list of states in a query as if it stood there", async () => {
  const { rows } = await sql<{ "QUERY PLAN": string }>`
    explain select from commitments where is_live_commitment(state)`.execute(db);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("state <> ALL");
  expect(plan).not.toContain("is_live_commitment");
});
