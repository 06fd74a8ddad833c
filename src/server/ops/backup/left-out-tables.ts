import type { ClientBase } from "pg";
import type { ClubTable } from "./backup-header.ts";
import { qualified } from "./club-tables.ts";

/**
 * Tables whose rows are in no backup: with the secret in the same file a session is a valid cookie. Refresh tokens
 * reference sessions. A backup has these tables, empty.
 */
const leftOut: ClubTable[] = ["refresh_tokens", "sessions", "verifications", "rate_limits"].map((name) => ({
  schema: "auth",
  name,
  columns: [],
}));

const names = new Set(leftOut.map(qualified));

export const isLeftOut = (table: ClubTable): boolean => names.has(qualified(table));

/** Also what a backup of an earlier version holds: nobody is signed in after a restore. */
export async function emptyLeftOutTables(client: ClientBase): Promise<void> {
  for (const table of leftOut) await client.query(`delete from ${qualified(table)}`);
}
