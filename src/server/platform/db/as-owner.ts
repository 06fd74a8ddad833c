import type { Database } from "./connect.ts";
import { collectEffects } from "./effects.ts";
import type { AsOwner, EnqueueMail } from "./types.ts";

export function createAsOwner(db: Database, enqueueMail: EnqueueMail): AsOwner {
  return (actorId, work) =>
    db.transaction().execute(async (tx) => {
      const { effects, write } = collectEffects(actorId, enqueueMail);
      const result = await work(tx, effects);
      await write(tx);
      return result;
    });
}
