import type { Transaction } from "kysely";
import { requireOpenGate } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";

/** Where the gate closes while a request is answered, the database refuses. @throws HttpError 403 with the gate's reason then. */
export async function whileOpen<Result>(
  caller: Caller,
  work: (tx: Transaction<DB>, effects: Effects) => Promise<Result>,
): Promise<Result> {
  try {
    return await caller.dependencies.asActor(caller.actor, work);
  } catch (error) {
    await requireOpenGate(caller);
    throw error;
  }
}
