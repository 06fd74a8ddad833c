import { createHash } from "node:crypto";
import { londonDate } from "#shared/london-time.ts";
import { holdingColumnSpecs } from "#shared/portfolio/holding-columns.ts";
import type { HoldingPreview } from "#shared/portfolio/holding-imports.ts";
import { holdingImportLimits, holdingFileMessages as messages } from "#shared/portfolio/holding-imports-messages.ts";
import { readMatch } from "#shared/tables/titles.ts";
import type { Caller } from "../../../context.ts";
import type { FileKind } from "../../../platform/files/inspect-content.ts";
import { withNewFile } from "../../../platform/files/with-new-file.ts";
import { HttpError, refusedField } from "../../../platform/http/http-error.ts";
import { checkLines, describePreview, toStoredLine } from "./check-lines.ts";
import { getImport, isFileKnown, proposeImport } from "./import-queries.ts";
import { HoldingFileError, readHoldingFile } from "./read-holding-file.ts";

const importFile: FileKind = {
  name: "holding_import",
  maximumBytes: holdingImportLimits.bytes,
  mediaTypes: ["text/csv"],
};

/** What would be imported of a file, line by line. @throws HttpError 409 for a file that is imported, 422 for one that cannot be read. */
export async function previewImport(caller: Caller, bytes: Uint8Array, columns?: string): Promise<HoldingPreview> {
  const { sha256, lines, ...leftOut } = await readLines(caller, bytes, columns);
  return { ...describePreview(sha256, lines), ...leftOut };
}

/** The file with its new lines, for another admin to confirm: all of them or none. @throws HttpError */
export async function proposeHoldings(caller: Caller, file_name: string, bytes: Uint8Array, columns?: string) {
  const { dependencies, actor } = caller;
  const { sha256, lines } = await readLines(caller, bytes, columns);
  const faulty = lines.filter(({ state }) => state === "faulty").length;
  if (faulty > 0) throw refusedField("file", messages.faulty(faulty));
  const fresh = lines.filter(({ state }) => state === "new");
  if (fresh.length === 0) throw new HttpError("file_already_imported", messages.nothingNew);
  return withNewFile(dependencies.files, { content: [bytes], kind: importFile }, ({ id: file_id }) =>
    dependencies.asActor(actor, async (tx, effects) => {
      const import_id = await proposeImport(tx, { file_name, file_id, sha256, lines: fresh.map(toStoredLine) });
      const { lots, distributions, cost_pence, members } = await getImport(tx, actor, import_id);
      effects.audit("holdings_import_proposed", actor.userId, {
        ...{ import_id, file_name, sha256, members, lots, distributions, cost_pence },
      });
      return getImport(tx, actor, import_id);
    }),
  );
}

async function readLines({ dependencies, actor }: Caller, bytes: Uint8Array, columns?: string) {
  const db = dependencies.readAs(actor);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (await isFileKnown(db, sha256)) throw new HttpError("file_already_imported", messages.known);
  const { lines, ...leftOut } = read(bytes, londonDate(dependencies.now()), columns);
  return { sha256, lines: await checkLines(db, lines), ...leftOut };
}

function read(bytes: Uint8Array, today: string, columns?: string) {
  try {
    return readHoldingFile(bytes, today, columns === undefined ? undefined : readMatch(columns, holdingColumnSpecs));
  } catch (error) {
    throw error instanceof HoldingFileError ? refusedField("file", error.message) : error;
  }
}
