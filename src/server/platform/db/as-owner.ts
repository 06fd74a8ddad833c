import { sql } from "kysely";
import type { Database } from "./connect.ts";
import { collectEffects } from "./effects.ts";
import type { AsOwner, Queue } from "./types.ts";

/** @param now what `app_now()` answers in the transaction. */
export function createAsOwner(db: Database, queue: Queue, now: () => Date): AsOwner {
  return (actorId, work) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('app.now', ${now().toISOString()}, true)`.execute(tx);
      const { effects, write } = collectEffects(actorId, queue);
      const result = await work(tx, effects);
      await write(tx);
      return result;
    });
}
