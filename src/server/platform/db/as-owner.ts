import type { Database } from "./connect.ts";
import { collectEffects } from "./effects.ts";
import type { AsOwner, Queue } from "./types.ts";

export function createAsOwner(db: Database, queue: Queue): AsOwner {
  return (actorId, work) =>
    db.transaction().execute(async (tx) => {
      const { effects, write } = collectEffects(actorId, queue);
      const result = await work(tx, effects);
      await write(tx);
      return result;
    });
}
