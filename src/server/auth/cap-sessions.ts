import { sql } from "kysely";
import { writeAudit } from "../db/audit.ts";
import type { Database } from "../db/connect.ts";

/** More than anybody has devices and programs; who knows a password could otherwise add rows without end. */
const maximumSessions = 50;

/** Ends the sessions of a person beyond the fifty used last. */
export async function capSessions(db: Database, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      delete from auth.sessions
       where id in (select id from auth.sessions where user_id = ${userId}
                     order by updated_at desc, id desc offset ${maximumSessions})
       returning id`.execute(tx);
    await writeAudit(
      tx,
      null,
      rows.map(() => ["session_ended", userId, { reason: "too_many_sessions" }]),
    );
  });
}
