import type { Transaction } from "kysely";
import type { DB } from "../platform/db/database.generated.ts";
import { buildHoldingImport } from "./build-holding-import.ts";

interface Admins {
  proposed_by: string;
  confirmed_by: string;
}

/** What two members held before the club kept its rounds here, imported. @param day so many months ago. */
export async function insertEarlierHoldings(
  tx: Transaction<DB>,
  holders: readonly { id: string; email: string }[],
  { proposed_by, confirmed_by }: Admins,
  day: (months: number, days?: number) => string,
): Promise<void> {
  const company = await tx
    .insertInto("companies")
    .values({ name: "Withy & Reed", one_line: "Packaging grown on wetlands", place: "Taunton", sector: "Materials" })
    .returning(["id", "name"])
    .executeTakeFirstOrThrow();
  const noon = (date: string) => new Date(`${date}T12:00:00Z`);
  await buildHoldingImport(tx, {
    ...{ company, proposed_by, confirmed_by, file_name: "holdings-before-the-club.csv" },
    ...{ proposed_at: noon(day(4)), confirmed_at: noon(day(4, 1)) },
    lots: holders.map(({ id, email }, index) => ({
      ...{ user_id: id, email, shares: 4000 * (index + 1), price: "1.25", cost_pence: 500_000 * (index + 1) },
      ...{ scheme: "EIS", happened_on: day(30), uir: `EIS-SAMPLE-${index + 1}`, certificate_on: day(25) },
    })),
  });
}
