import type { Transaction } from "kysely";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { listPartOwners, tellAnnounced, tellNotEffective } from "../../funds/announced/announce.ts";
import { confirmImport, confirmUndo, findUndo, getImport, reasoned } from "./import-queries.ts";

/** By another admin: members hold what it says from then on, and are told. @throws HttpError */
export const confirmHoldings = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    if ((await confirmImport(tx, id)) === "announced") await tellAnnounced(tx, effects, "import", id);
    else await tellImportConfirmed({ tx, effects, id, by: actor.userId });
    return getImport(tx, actor, id);
  });

/** By any admin, its author too. @throws HttpError */
export const refuseHoldings = (caller: Caller, id: string, reason: string) =>
  decideWithReason(caller, id, { reason, call: "refuse", kind: "holdings_import_refused" });

/** Nothing changes before another admin confirms it. @throws HttpError */
export const proposeUndo = (caller: Caller, id: string, reason: string) =>
  decideWithReason(caller, id, {
    reason,
    call: "propose_undo",
    kind: "holdings_import_undo_proposed",
  });

/** @throws HttpError */
export const refuseUndo = (caller: Caller, id: string, reason: string) =>
  decideWithReason(caller, id, {
    reason,
    call: "refuse_undo",
    kind: "holdings_import_undo_refused",
  });

interface Decision {
  reason: string;
  call: keyof typeof reasoned;
  kind: "holdings_import_refused" | "holdings_import_undo_proposed" | "holdings_import_undo_refused";
}

const decideWithReason = ({ dependencies, actor }: Caller, id: string, { reason, call, kind }: Decision) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const undo = call === "refuse_undo" ? await findUndo(tx, id) : null;
    await runCommand(tx, reasoned[call](id, reason), "import");
    if (call === "refuse") await tellNotEffective(tx, effects, "import", id);
    if (undo) await tellNotEffective(tx, effects, "import_undo", undo);
    const decided = await getImport(tx, actor, id);
    effects.audit(kind, actor.userId, { import_id: id, file_name: decided.file_name, reason });
    return decided;
  });

/** By another admin: its lots are gone, and their members are told. @throws HttpError */
export const undoHoldings = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const undo = await findUndo(tx, id);
    const outcome = await confirmUndo(tx, id);
    if (undo && outcome === "announced") await tellAnnounced(tx, effects, "import_undo", undo);
    else if (undo) await tellImportUndone({ tx, effects, id: undo, by: actor.userId });
    return getImport(tx, actor, id);
  });

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
