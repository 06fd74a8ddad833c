import type { Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";

export interface Deletion {
  /** Null where the club does it by itself. */
  actorId: string | null;
  reason: "requested" | "terminated" | "unverified";
}

export type IsDue = (tx: Transaction<DB>) => Promise<boolean>;

/** What a feature is given: the account is deleted with the owner's rights, which the feature itself does not have. */
export type DeleteAccount = (userId: string, deletion: Deletion, isDue: IsDue) => Promise<boolean>;
