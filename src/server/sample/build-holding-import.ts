import { type Insertable, type Kysely, sql } from "kysely";
import { plainPounds } from "#shared/pence.ts";
import { holdingColumns } from "#shared/portfolio/holding-imports-messages.ts";
import { toCsv } from "#shared/to-csv.ts";
import type { DB, HoldingImportLines } from "../platform/db/database.generated.ts";
import { buildFile } from "./builders.ts";

interface Given {
  file_name?: string;
  proposed_by: string;
  proposed_at?: Date;
  /** It is `null` while the import waits. */
  confirmed_by: string | null;
  confirmed_at?: Date;
  company: { id: string; name: string };
  lots: readonly (Pick<Insertable<HoldingImportLines>, "shares" | "price" | "cost_pence" | "scheme" | "happened_on"> & {
    user_id: string;
    email: string;
    uir?: string;
    certificate_on?: string;
  })[];
}

const pounds = (pence: unknown) => plainPounds(Number(pence));

/** A file of earlier holdings of one company, and what its members hold of it once it is confirmed. Past every rule, as the others. */
export async function buildHoldingImport(db: Kysely<DB>, { company, lots, ...given }: Given): Promise<{ id: string }> {
  const { proposed_by, confirmed_by, proposed_at = new Date(), confirmed_at = proposed_at } = given;
  const rows = lots.map((lot) => ({
    [holdingColumns.email]: lot.email,
    [holdingColumns.company]: company.name,
    [holdingColumns.shares]: lot.shares,
    [holdingColumns.price]: lot.price,
    [holdingColumns.cost]: pounds(lot.cost_pence),
    [holdingColumns.acquired_on]: lot.happened_on,
    [holdingColumns.scheme]: lot.scheme ?? "none",
    [holdingColumns.uir]: lot.uir ?? "",
    [holdingColumns.certificate_on]: lot.certificate_on ?? "",
  }));
  const file = await buildFile(db, null, {
    kind: "holding_import",
    media_type: "text/csv",
    content: Buffer.from(toCsv(rows)),
  });
  const { id } = await db
    .insertInto("holding_imports")
    .values({
      file_name: given.file_name ?? "earlier.csv",
      file_id: file.id,
      sha256: file.sha256,
      proposed_by,
      proposed_at,
      ...(confirmed_by !== null && { confirmed_by, confirmed_at }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("holding_import_lines")
    .values(
      lots.map(({ email: _email, ...lot }, index) => ({
        ...lot,
        import_id: id,
        line_number: index + 2,
        kind: "holding" as const,
        company_id: company.id,
        share_class: "Ordinary",
        fee_pence: 0,
      })),
    )
    .execute();
  if (confirmed_by === null) return { id };
  await db
    .insertInto("investor_records")
    .values(lots.map(({ user_id }) => ({ user_id })))
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  await sql`
    insert into holdings (created_at, import_id, company_id, record_id, shares, share_class, price, cost_pence, fee_pence,
                          scheme, issued_on, uir, certificate_on)
    select ${confirmed_at}, l.import_id, l.company_id, r.id, l.shares, l.share_class, l.price, l.cost_pence, l.fee_pence, l.scheme,
           l.happened_on, l.uir, l.certificate_on
      from holding_import_lines l join investor_records r on r.user_id = l.user_id
     where l.import_id = ${id} order by l.line_number`.execute(db);
  return { id };
}
