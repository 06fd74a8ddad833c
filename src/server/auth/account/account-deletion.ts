import type { Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";

export interface Deletion {
  /** Null for the nightly job. */
  actorId: string | null;
  reason: "requested" | "terminated" | "unverified";
}

export type IsDue = (tx: Transaction<DB>) => Promise<boolean>;

/** Injected into features, which have no owner connection. */
export type DeleteAccount = (userId: string, deletion: Deletion, isDue: IsDue) => Promise<boolean>;
