import type { Transaction } from "kysely";
import { pageQuerySchema } from "#shared/lists.ts";
import {
  holdingColumnsQuerySchema,
  holdingFileQuerySchema,
  holdingImportDetailsSchema,
  holdingImportListSchema,
  holdingImportReasonSchema,
  holdingPreviewSchema,
} from "#shared/portfolio/holding-imports.ts";
import { holdingFileMessages, holdingImportLimits } from "#shared/portfolio/holding-imports-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { fileResponse } from "../../../platform/files/file-response.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { listPartOwners, tellAnnounced, tellNotEffective } from "../../funds/announced/announce.ts";
import { previewImport, proposeHoldings } from "./import-holdings.ts";
import {
  confirmImport,
  confirmUndo,
  findImportFile,
  findUndo,
  getImport,
  listImports,
  reasoned,
} from "./import-queries.ts";

const route = routesOf("Valuations and exits");

const preview = route("post", "/holding-imports/preview", {
  name: "previewHoldingImport",
  summary: "Read a file of earlier holdings, with its faults",
  audience: "admin",
  query: holdingColumnsQuerySchema,
  upload: "text/csv",
  limit: { bytes: holdingImportLimits.bytes, message: holdingFileMessages.tooLarge },
  answer: holdingPreviewSchema,
  refuses: ["file_already_imported", "invalid_body"],
});

const propose = route("post", "/holding-imports", {
  name: "proposeHoldingImport",
  summary: "Propose the new lines of a CSV file of earlier holdings",
  audience: "admin",
  query: holdingFileQuerySchema,
  upload: "text/csv",
  limit: { bytes: holdingImportLimits.bytes, message: holdingFileMessages.tooLarge },
  status: 201,
  answer: holdingImportDetailsSchema,
  refuses: [
    "file_already_imported",
    "revision_conflict",
    "file_infected",
    "file_type_refused",
    "invalid_body",
    "files_unavailable",
  ],
});

const list = route("get", "/holding-imports", {
  name: "listHoldingImports",
  summary: "Files of earlier holdings and what became of them",
  audience: "admin",
  query: pageQuerySchema,
  answer: holdingImportListSchema,
});

const read = route("get", "/holding-imports/{id}", {
  name: "getHoldingImport",
  summary: "An import of earlier holdings, line by line",
  audience: "admin",
  params: idParameter,
  answer: holdingImportDetailsSchema,
});

const file = route("get", "/holding-imports/{id}/file", {
  name: "getHoldingImportFile",
  summary: "The file of an import, as it was uploaded",
  audience: "admin",
  params: idParameter,
  file: "text/csv",
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

const confirm = route("post", "/holding-imports/{id}/confirm", {
  name: "confirmHoldingImport",
  summary: "Confirm an import that another admin proposed",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  answer: holdingImportDetailsSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const refuse = route("post", "/holding-imports/{id}/refuse", {
  name: "refuseHoldingImport",
  summary: "Refuse an import that waits, or take back one's own",
  audience: "admin",
  params: idParameter,
  body: holdingImportReasonSchema,
  answer: holdingImportDetailsSchema,
  refuses: ["revision_conflict"],
});

const startUndo = route("post", "/holding-imports/{id}/undo", {
  name: "proposeHoldingImportUndo",
  summary: "Propose to take an import back",
  audience: "admin",
  params: idParameter,
  body: holdingImportReasonSchema,
  answer: holdingImportDetailsSchema,
  refuses: ["revision_conflict"],
});

const confirmUndoRoute = route("post", "/holding-imports/{id}/undo/confirm", {
  name: "confirmHoldingImportUndo",
  summary: "Take an import back, as another admin proposed",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  answer: holdingImportDetailsSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const endUndo = route("post", "/holding-imports/{id}/undo/refuse", {
  name: "refuseHoldingImportUndo",
  summary: "Keep an import that was to be taken back",
  audience: "admin",
  params: idParameter,
  body: holdingImportReasonSchema,
  answer: holdingImportDetailsSchema,
  refuses: ["revision_conflict"],
});

/** By another admin: members hold what it says from then on, and are told. @throws HttpError */
const confirmHoldings = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    if ((await confirmImport(tx, id)) === "announced") await tellAnnounced(tx, effects, "import", id);
    else await tellImportConfirmed({ tx, effects, id, by: actor.userId });
    return getImport(tx, actor, id);
  });

/** By any admin, its author too. @throws HttpError */
const refuseHoldings = (caller: Caller, id: string, reason: string) =>
  decideWithReason(caller, id, { reason, call: "refuse", kind: "holdings_import_refused" });

/** Nothing changes before another admin confirms it. @throws HttpError */
const proposeUndo = (caller: Caller, id: string, reason: string) =>
  decideWithReason(caller, id, {
    reason,
    call: "propose_undo",
    kind: "holdings_import_undo_proposed",
  });

/** @throws HttpError */
const refuseUndo = (caller: Caller, id: string, reason: string) =>
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
const undoHoldings = ({ dependencies, actor }: Caller, id: string) =>
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

export const holdingImportRoutes = createRouter()
  .openapi(preview, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return c.json(await previewImport(c.var, bytes, c.req.valid("query").columns), 200);
  })
  .openapi(propose, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const { file_name, columns } = c.req.valid("query");
    return c.json(await proposeHoldings(c.var, file_name, bytes, columns), 201);
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listImports(dependencies.readAs(actor), actor, c.req.valid("query")), 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await getImport(dependencies.readAs(actor), actor, c.req.valid("param").id), 200);
  })
  .openapi(file, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const found = await findImportFile(db, c.req.valid("param").id);
    const kept = found && (await dependencies.files.open(db, found.file_id));
    if (!kept) throw notFound("file");
    const headers = {
      "cache-control": "private, no-store",
      "content-disposition": attachment(nameOfCsv(found.file_name)),
    };
    return (await fileResponse(c, kept, headers)) as never;
  })
  .openapi(confirm, async (c) => c.json(await confirmHoldings(c.var, c.req.valid("param").id), 200))
  .openapi(refuse, async (c) =>
    c.json(await refuseHoldings(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
  .openapi(startUndo, async (c) =>
    c.json(await proposeUndo(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
  .openapi(confirmUndoRoute, async (c) => c.json(await undoHoldings(c.var, c.req.valid("param").id), 200))
  .openapi(endUndo, async (c) =>
    c.json(await refuseUndo(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  );

/** The CSV that was read from a workbook is kept in its place. */
const nameOfCsv = (fileName: string): string => (/\.xls[xm]?$/i.test(fileName) ? `${fileName}.csv` : fileName);
