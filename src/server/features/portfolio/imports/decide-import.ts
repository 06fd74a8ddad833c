import type { Caller } from "../../../context.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { confirmImport, confirmUndo, getImport, reasoned } from "./import-queries.ts";

/** By another admin, whose shares are not in it: members hold what it says from then on, and are told. @throws HttpError */
export const confirmHoldings = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const decided = await confirmImport(tx, id);
    const confirmed = await getImport(tx, actor, id);
    const { file_name, sha256, members, lots, distributions, cost_pence } = confirmed;
    effects.audit("holdings_import_confirmed", actor.userId, {
      ...{ import_id: id, file_name, sha256, members, lots, distributions, cost_pence },
    });
    for (const user_id of decided.members) {
      effects.notify(user_id, "holdings_imported", id);
      effects.mail("holdings-imported", { user_id, import_id: id });
    }
    return confirmed;
  });

/** By any admin, its author too. @throws HttpError */
export const refuseHoldings = (caller: Caller, id: string, reason: string) =>
  decideWithReason(caller, id, { reason, call: "refuse", kind: "holdings_import_refused" });

/** Nothing changes before another admin confirms it. @throws HttpError */
export const proposeUndo = (caller: Caller, id: string, reason: string) =>
  decideWithReason(caller, id, {
    ...{ reason, call: "propose_undo", kind: "holdings_import_undo_proposed" },
  });

/** @throws HttpError */
export const refuseUndo = (caller: Caller, id: string, reason: string) =>
  decideWithReason(caller, id, {
    ...{ reason, call: "refuse_undo", kind: "holdings_import_undo_refused" },
  });

interface Decision {
  reason: string;
  call: keyof typeof reasoned;
  kind: "holdings_import_refused" | "holdings_import_undo_proposed" | "holdings_import_undo_refused";
}

const decideWithReason = ({ dependencies, actor }: Caller, id: string, { reason, call, kind }: Decision) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, reasoned[call](id, reason), "import");
    const decided = await getImport(tx, actor, id);
    effects.audit(kind, actor.userId, { import_id: id, file_name: decided.file_name, reason });
    return decided;
  });

/** By another admin, whose shares are not in it: its lots are gone, and their members are told. @throws HttpError */
export const undoHoldings = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const decided = await confirmUndo(tx, id);
    const undone = await getImport(tx, actor, id);
    effects.audit("holdings_import_undone", actor.userId, {
      ...{ import_id: id, file_name: undone.file_name, members: undone.members, lots: undone.lots },
    });
    for (const user_id of decided.members) {
      effects.notify(user_id, "holdings_import_undone", id);
      effects.mail("holdings-import-undone", { user_id, import_id: id });
    }
    return undone;
  });
