import type { Keys } from "../auth/derive-keys.ts";
import type { Database } from "../platform/db/connect.ts";

export interface ComposeOptions {
  /** As the owner: a mail may say what its recipient could not read for themselves. */
  db: Database;
  appUrl: string;
  keys: Keys;
}
