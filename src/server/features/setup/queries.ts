import { type Kysely, sql, type Transaction } from "kysely";
import type { SetupState } from "#shared/setup/setup.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export interface SetupRow extends Pick<SetupState, "state" | "started_by_name"> {
  /** It is `null` where nobody has begun it, or their account is gone; people who are no admins see only themselves. */
  started_by: string | null;
}

export async function readSetup(db: Kysely<DB>): Promise<SetupRow> {
  const row = await db.selectFrom("club_setup_state").selectAll().executeTakeFirstOrThrow();
  return row as SetupRow;
}

const actorId = sql<string>`app_user_id()`;

/** @returns false when it is finished already. */
export async function markFinished(tx: Transaction<DB>): Promise<boolean> {
  await tx
    .insertInto("club_setup")
    .values({ started_by: actorId })
    .onConflict((row) => row.doNothing())
    .execute();
  const finished = await tx
    .updateTable("club_setup")
    // The moment of the settings that the setup writes.
    .set({ finished_at: sql`app_now()`, finished_by: actorId })
    .where("finished_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return finished !== undefined;
}
