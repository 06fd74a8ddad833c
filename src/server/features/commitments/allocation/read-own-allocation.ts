import type { Kysely } from "kysely";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { withCan } from "../../../platform/http/policy.ts";
import { findOwnAllocation, listChanges } from "./allocation-queries.ts";
import { topUpPolicy } from "./policy.ts";
import { findOwnTopUp } from "./top-up-queries.ts";

/** @returns undefined for somebody else's commitment, and before the allocation is final. */
export async function readOwnAllocation(db: Kysely<DB>, actor: Caller["actor"], commitmentId: string) {
  const own = await findOwnAllocation(db, commitmentId);
  if (!own) return undefined;
  const offer = await findOwnTopUp(db, commitmentId);
  return {
    ...own,
    changes: await listChanges(db, commitmentId),
    top_up: offer ? withCan(topUpPolicy, actor, offer) : null,
  };
}
