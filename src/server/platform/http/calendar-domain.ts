import { type Kysely, sql } from "kysely";
import type { DB } from "../db/database.generated.ts";

/** Notes the host of the club's first start, which the UIDs of calendar entries keep when its address changes. */
export const keepCalendarDomain = (db: Kysely<DB>, appUrl: string) =>
  db
    .insertInto("calendar_domains")
    .values({ domain: new URL(appUrl).hostname })
    .onConflict((row) => row.doNothing())
    .execute();

export async function getCalendarDomain(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ domain: string | null }>`select calendar_domain() as domain`.execute(db);
  const domain = rows[0]?.domain;
  if (!domain) throw new Error("The club has not noted the domain of its calendar.");
  return domain;
}
