import type { Transaction } from "kysely";
import type { DB } from "../platform/db/database.generated.ts";

/** What a member bought beside the club's, some of it sold again. @param day so many months ago. */
export async function insertTypedHoldings(
  tx: Transaction<DB>,
  user_id: string,
  day: (months: number) => string,
): Promise<void> {
  const { id: company_id } = await tx
    .insertInto("typed_companies")
    .values({ user_id, name: "Tidewater Ceramics" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const own = { user_id, company_id };
  await tx
    .insertInto("typed_holdings")
    .values({
      ...{ ...own, shares: 600, share_class: "Ordinary", price: "2.50", cost_pence: 1_500_00, fee_pence: 0 },
      ...{ scheme: "EIS", issued_on: day(18), certificate_on: day(13), note: "Bought from the founders directly." },
    })
    .execute();
  await tx
    .insertInto("typed_prices")
    .values({ ...own, as_of: day(7), price: "3.10", source: "Their letter to shareholders" })
    .execute();
  await tx
    .insertInto("typed_sales")
    .values({ ...own, sold_on: day(6), shares: 100, gross_pence: 310_00, costs_pence: 4_00 })
    .execute();
}
