import { sql } from "kysely";
import type { Database } from "./connect.ts";
import { collectEffects } from "./effects.ts";
import { settingsOf } from "./read-as.ts";
import type { AsActor, Queue } from "./types.ts";

export function createAsActor(db: Database, queue: Queue): AsActor {
  return (actor, work) =>
    db.transaction().execute(async (tx) => {
      // What this writes is later than that: the same request reads it from the primary.
      actor.asOf = undefined;
      const [role, userId, adminRights, now] = settingsOf(actor);
      await sql`select set_config('role', ${role}, true), set_config('app.user_id', ${userId}, true),
                       set_config('app.admin_rights', ${adminRights}, true), set_config('app.now', ${now}, true),
                       set_config('transaction_read_only', ${actor.isReadOnly ? "on" : "off"}, true)`.execute(tx);
      const { effects, hasEffects, write } = collectEffects(actor.userId, queue, actor.apiKeyId);
      const result = await work(tx, effects);
      if (hasEffects()) {
        await sql`set local role none`.execute(tx);
        await write(tx);
      }
      return result;
    });
}
