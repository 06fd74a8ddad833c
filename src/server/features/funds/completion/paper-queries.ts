import { type Kysely, sql, type Transaction } from "kysely";
import type { PaperKind } from "#shared/funds/funds-completion-messages.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { runCommand } from "../../../platform/http/run-command.ts";

/** The number is that of the program's drawing. A new number has every paper drawn again that has an earlier one, or none. */
export const paperDrawing = 2;
export const drawnKinds = [
  "ledger",
  "success_fee_invoice",
  "beneficial_certificate",
  "signed_commitment",
] as const satisfies PaperKind[];

/** Of a deal, oldest first; without certificates of relief, which have a list of their own. */
export const listPapers = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("paper_list")
    .select([
      "id",
      "kind",
      "file_name",
      "created_at",
      "dated_on",
      "bytes",
      "sha256",
      "author_name",
      "member",
      "full_name",
    ])
    .where("deal_id", "=", dealId)
    .where((where) => where.or([where("kind", "<>", "relief_certificate"), where("commitment_id", "is not", null)]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** The reader's own, newest first. */
export const listOwnPapers = (db: Kysely<DB>) =>
  db
    .selectFrom("own_papers")
    .select(["id", "deal_id", "commitment_id", "kind", "created_at", "dated_on", "bytes", "sha256"])
    .select(["company_name", "deal_name", "scheme"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** Completed deals with a paper that is still to be drawn, or drawn again, for the owner. */
export const listWithPapersToDraw = (db: Kysely<DB>) =>
  db
    .selectFrom("deal_completions as f")
    .select("f.deal_id")
    .where("f.confirmed_at", "is not", null)
    .where(({ or, not, exists, selectFrom }) =>
      or([
        not(
          exists(
            selectFrom("papers as p")
              .select("p.id")
              .whereRef("p.deal_id", "=", "f.deal_id")
              .where("p.kind", "=", "ledger"),
          ),
        ),
        exists(
          selectFrom("papers as p")
            .select("p.id")
            .whereRef("p.deal_id", "=", "f.deal_id")
            .where("p.kind", "in", drawnKinds)
            .where("p.removed_at", "is", null)
            .where((where) => where.or([where("p.drawing", "is", null), where("p.drawing", "<", paperDrawing)])),
        ),
        exists(
          selectFrom("holdings as h")
            .leftJoin("papers as p", (join) =>
              join
                .onRef("p.commitment_id", "=", "h.commitment_id")
                .on("p.kind", "in", ["beneficial_certificate", "signed_commitment"])
                .on("p.removed_at", "is", null),
            )
            .select("h.id")
            .whereRef("h.deal_id", "=", "f.deal_id")
            .where("h.record_id", "is not", null)
            .groupBy("h.id")
            .having(({ fn }) => fn.count("p.id"), "<", 2),
        ),
      ]),
    )
    .execute();

/** Returns a paper that the reader may see; where it is their own with its company, in which certificates of one file name differ. */
export const findPaper = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom("papers as p")
    .leftJoin("own_papers as own", "own.id", "p.id")
    .select(["p.kind", "p.file_name", "p.file_id", "p.dated_on", "own.company_name", "own.scheme"])
    .where("p.id", "=", id)
    .where("p.removed_at", "is", null)
    .executeTakeFirst();

interface Filing {
  deal_id: string;
  kind: PaperKind;
  file_name: string;
  file_id: string;
  dated_on: string;
  found?: object;
}

/** Inserts a paper in place of another of its kind. @returns its id. */
export const insertPaper = (
  tx: Transaction<DB>,
  { deal_id, kind, file_name, file_id, dated_on, found }: Filing,
): Promise<string> =>
  runCommand(
    tx,
    sql`file_paper(${deal_id}, ${kind}, ${file_name}, ${file_id}, ${dated_on}, ${found ? JSON.stringify(found) : null}::jsonb)`,
    "deal",
  );
