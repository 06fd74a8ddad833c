import type { Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { listPartOwners } from "../../funds/announced/announce.ts";

interface Confirmed {
  tx: Transaction<DB>;
  effects: Effects;
  id: string;
  by: string | null;
}

export async function tellImportConfirmed({ tx, effects, id, by }: Confirmed): Promise<void> {
  const { file_name, sha256, members, lots, distributions, cost_pence } = await tx
    .selectFrom("holding_import_list")
    .select(["file_name", "sha256", "members", "lots", "distributions", "cost_pence"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const details = { import_id: id, file_name, sha256, members, lots, distributions, cost_pence };
  effects.audit("holdings_import_confirmed", by, details, by);
  for (const user_id of await listPartOwners(tx, "import", id)) {
    effects.notify(user_id, "holdings_imported", id);
    effects.mail("holdings-imported", { user_id, import_id: id });
  }
}

/** @param id of the proposal to take it back. */
export async function tellImportUndone({ tx, effects, id, by }: Confirmed): Promise<void> {
  const {
    id: import_id,
    file_name,
    members,
    lots,
  } = await tx
    .selectFrom("holding_import_list")
    .select(["id", "file_name", "members", "lots"])
    .where("undo_id", "=", id)
    .executeTakeFirstOrThrow();
  effects.audit("holdings_import_undone", by, { import_id, file_name, members, lots }, by);
  for (const user_id of await listPartOwners(tx, "import_undo", id)) {
    effects.notify(user_id, "holdings_import_undone", import_id);
    effects.mail("holdings-import-undone", { user_id, import_id });
  }
}
