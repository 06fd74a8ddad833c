import type { Kysely } from "kysely";
import { ledgerListSchema, ledgerQuerySchema } from "#shared/funds/funds.ts";
import { ledgerAccountLabels } from "#shared/funds/funds-messages.ts";
import { plainPounds } from "#shared/pence.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { type CsvExport, csvExport } from "../../../platform/http/csv-stream.ts";
import { onlyPost } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { type LedgerEntry, listLedger, listTransactions, readNames } from "./ledger-queries.ts";

const route = routesOf("Funds");

const read = route("get", "/deals/{id}/ledger", {
  name: "getLedger",
  summary: "A deal's account in plain words, oldest first",
  audience: "member",
  params: idParameter,
  query: ledgerQuerySchema,
  answer: ledgerListSchema,
});

const download = route("post", "/deals/{id}/ledger.csv", {
  name: "exportLedger",
  summary: "All entries of a deal's ledger, as a CSV file that sums to zero",
  audience: "member",
  params: idParameter,
  file: "text/csv",
});

/** A row for each entry: together they are zero. Admins read the members' names, others their own place alone. */
export const ledgerCsv = (isAdmin: boolean, dealId: string): CsvExport<Row> => ({
  name: "ledger",
  columns: [
    ...["Company", "Number", "Date", "What happened", "Account", "Name of the account", "Member", "Name of the member"],
    "Amount (GBP)",
  ],
  toRow: (row) => [
    row.company_name,
    String(row.number),
    row.booked_on,
    row.text,
    row.account,
    ledgerAccountLabels[row.account],
    row.member === null ? "" : String(row.member),
    row.name,
    plainPounds(row.amount_pence),
  ],
  list: (tx, page) => listEntries(tx, isAdmin, dealId, page),
  audit: (effects) => effects.audit("ledger_exported", dealId),
});

export const ledgerRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    return c.json(await listLedger(dependencies.readAs(actor), actor.isAdmin, id, c.req.valid("query")), 200);
  })
  .openapi(download, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    // 404 before the file begins.
    await listLedger(dependencies.readAs(actor), actor.isAdmin, id, { limit: 1 });
    return c.body(...(await csvExport(c.var, ledgerCsv(actor.isAdmin, id)))) as never;
  });
ledgerRoutes.get(download.getRoutingPath(), onlyPost);

type Transaction = Awaited<ReturnType<typeof listTransactions>>["items"][number];
type Row = Omit<Transaction, "entries" | "member"> & LedgerEntry & { company_name: string; name: string };

async function listEntries(db: Kysely<DB>, isAdmin: boolean, dealId: string, page: { limit: number; cursor?: string }) {
  const { items, next_cursor } = await listTransactions(db, isAdmin, dealId, page);
  const company_name = await readCompany(db, isAdmin, dealId);
  const entries = items.flatMap(({ entries: some, ...transaction }) =>
    some.map((entry) => ({ ...transaction, ...entry })),
  );
  const nameOf = isAdmin ? await readNames(db, dealId, entries) : await readPlace(db, dealId);
  const rows = entries.map((entry) => ({
    ...entry,
    company_name,
    name: entry.member === null ? "" : nameOf(entry.member),
  }));
  return { items: rows, next_cursor };
}

async function readCompany(db: Kysely<DB>, isAdmin: boolean, dealId: string): Promise<string> {
  const company = isAdmin
    ? await db
        .selectFrom("deals as d")
        .innerJoin("companies as c", "c.id", "d.company_id")
        .select("c.name as company_name")
        .where("d.id", "=", dealId)
        .executeTakeFirst()
    : await db.selectFrom("own_commitments").select("company_name").where("deal_id", "=", dealId).executeTakeFirst();
  return company?.company_name ?? "";
}

async function readPlace(db: Kysely<DB>, dealId: string) {
  const sums = await db
    .selectFrom("deal_ledger_sums")
    .select("own_member")
    .where("deal_id", "=", dealId)
    .executeTakeFirst();
  return (member: number) => (member === sums?.own_member ? "You" : `Member ${member}`);
}
