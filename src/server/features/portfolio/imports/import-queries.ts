import { type Kysely, sql, type Transaction } from "kysely";
import type { SecondPersonReason } from "#shared/people/second-person.ts";
import { sharesAfter } from "#shared/portfolio/share-actions.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../../platform/http/keyset-page.ts";
import type { PolicyActor } from "../../../platform/http/policy.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { listActions, splitsSince } from "../held-companies.ts";
import { holdingImportPolicy } from "../policy.ts";

const imports = (db: Kysely<DB>) =>
  db
    .selectFrom("holding_import_list")
    .select(["id", "file_name", "sha256", "state", "members", "companies", "lots", "distributions", "cost_pence"])
    .select(["gross_pence", "proposed_at", "proposed_by_name", "confirmed_at", "confirmed_by_name", "refused_at"])
    .select(["refused_by_name", "refused_because", "undone_at", "undone_by_name", "obstacle"])
    .select(["refusal", "undo_id", "undo_because", "undo_proposed_at", "undo_proposed_by_name"])
    .select(["undo_refusal", "confirmable_from", "takes_effect_at", "announced_by_name"]);

type Row = Awaited<ReturnType<ReturnType<typeof imports>["executeTakeFirstOrThrow"]>>;

function shown(actor: PolicyActor, row: Row) {
  const { refusal, undo_refusal, undo_id, ...rest } = row;
  const { undo_because: because, undo_proposed_at, undo_proposed_by_name, ...given } = rest;
  return {
    ...given,
    refusal: (row.state === "proposed" ? refusal : undo_refusal) as SecondPersonReason | null,
    undo:
      because === null || undo_proposed_at === null
        ? null
        : { because, proposed_at: undo_proposed_at, proposed_by_name: undo_proposed_by_name },
    can: holdingImportPolicy(actor, row),
  };
}

interface Page {
  limit: number;
  cursor?: string | undefined;
}

export async function listImports(db: Kysely<DB>, actor: PolicyActor, page: Page) {
  const { items, next_cursor } = await keysetPage(imports(db), newestFirst("proposed_at"), page);
  return { items: items.map((row) => shown(actor, row)), next_cursor };
}

/** Finds an import with its lines. @throws HttpError 404 */
export async function getImport(db: Kysely<DB>, actor: PolicyActor, id: string) {
  const row = await imports(db).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("import");
  const lines = await db
    .selectFrom("holding_import_line_list")
    .select(["line_number", "kind", "full_name", "email", "company_name", "happened_on", "shares", "share_class"])
    .select(["price", "cost_pence", "fee_pence", "scheme", "uir", "certificate_on", "gross_pence", "costs_pence"])
    .select("company_id")
    .where("import_id", "=", id)
    .orderBy("line_number")
    .execute();
  const counted = await withSplits(db, lines);
  return { ...shown(actor, row), lines: counted.map(({ company_id: _company, ...line }) => line) };
}

/** What is kept of it, as it was uploaded. */
export const findImportFile = (db: Kysely<DB>, id: string) =>
  db.selectFrom("holding_imports").select(["file_name", "file_id"]).where("id", "=", id).executeTakeFirst();

/** "proposed" or "confirmed" for a file that is known. */
export const findStateOfFile = async (db: Kysely<DB>, sha256: string): Promise<string | undefined> => {
  const query = db.selectFrom("holding_imports").select("state").where("sha256", "=", sha256);
  return (await query.where("state", "in", ["proposed", "confirmed"]).executeTakeFirst())?.state;
};

interface Proposal {
  file_name: string;
  file_id: string;
  sha256: string;
  lines: readonly object[];
}

export const proposeImport = (tx: Transaction<DB>, { file_name, file_id, sha256, lines }: Proposal) =>
  runCommand<string>(
    tx,
    sql`propose_holding_import(${file_name}, ${file_id}, ${sha256}, ${JSON.stringify(lines)}::jsonb)`,
    "import",
  );

/** The proposal to take it back that waits. */
export const findUndo = async (db: Kysely<DB>, id: string): Promise<string | null> =>
  (await db.selectFrom("holding_import_list").select("undo_id").where("id", "=", id).executeTakeFirst())?.undo_id ??
  null;

/** @throws HttpError 404 for no such import. */
export const confirmImport = (tx: Transaction<DB>, id: string) =>
  runCommand<"confirmed" | "announced">(tx, sql`confirm_holding_import(${id})`, "import");

/** @throws HttpError 404 for no such import. */
export const confirmUndo = (tx: Transaction<DB>, id: string) =>
  runCommand<"undone" | "announced">(tx, sql`confirm_import_undo(${id})`, "import");

/** Each with its reason. */
export const reasoned = {
  refuse: (id: string, reason: string) => sql`refuse_holding_import(${id}, ${reason})`,
  propose_undo: (id: string, reason: string) => sql`propose_import_undo(${id}, ${reason})`,
  refuse_undo: (id: string, reason: string) => sql`refuse_import_undo(${id}, ${reason})`,
};

interface Line {
  company_id: string | null;
  share_class: string | null;
  happened_on: string | null;
  shares: number | null;
}

/** Each line with the splits since its day, and what they make of its shares; null without shares. */
export async function withSplits<Given extends Line>(db: Kysely<DB>, lines: readonly Given[]) {
  const ids = [...new Set(lines.flatMap(({ company_id }) => company_id ?? []))];
  const actions = ids.length === 0 ? [] : await listActions(db, ids);
  return lines.map((line) => {
    const { company_id, share_class, happened_on, shares } = line;
    const splits =
      company_id === null || happened_on === null || shares === null
        ? []
        : splitsSince(actions, { company_id, share_class }, happened_on, latestDay);
    return { ...line, splits, shares_now: shares === null ? null : sharesAfter(shares, splits) };
  });
}

/** No split is confirmed before its day. */
const latestDay = "9999-12-31";
