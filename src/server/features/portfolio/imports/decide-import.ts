import type { Caller } from "../../../context.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { tellAnnounced, tellNotEffective } from "../../funds/announced/announce.ts";
import { confirmImport, confirmUndo, findUndo, getImport, reasoned } from "./import-queries.ts";
import { tellImportConfirmed, tellImportUndone } from "./tell-import.ts";

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
