import type { Transaction } from "kysely";
import type { Backup } from "#shared/system/system.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";

type Wanted = { id: string } | { name: string };
type Row = NonNullable<Awaited<ReturnType<typeof findBackup>>>;

export async function listBackups(tx: Transaction<DB>, caller: Caller, page: { cursor?: string; limit: number }) {
  const { items, next_cursor } = await keysetPage(
    tx.selectFrom("backups").selectAll(),
    newestFirst("created_at"),
    page,
  );
  return { items: items.map((row) => toBackup(caller, row)), next_cursor };
}

/** @throws HttpError 404. */
export async function getBackup(tx: Transaction<DB>, caller: Caller, wanted: Wanted): Promise<Backup> {
  const row = await findBackup(tx, wanted);
  if (!row) throw notFound("backup");
  return toBackup(caller, row);
}

export const findBackup = (tx: Transaction<DB>, wanted: Wanted) => {
  const backup = tx.selectFrom("backups").selectAll();
  const found = "id" in wanted ? backup.where("id", "=", wanted.id) : backup.where("name", "=", wanted.name);
  return found.executeTakeFirst();
};

function toBackup({ dependencies }: Caller, row: Row): Backup {
  const { name, host, state, sha256, reason } = row;
  return {
    name,
    host,
    state,
    sha256,
    reason,
    started_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    bytes: row.bytes,
    rows_total: row.rows_total,
    rows_written: row.rows_written,
    rows_read_back: row.rows_read_back,
    can: { download: state === "verified" && host === dependencies.backups.host },
  };
}
