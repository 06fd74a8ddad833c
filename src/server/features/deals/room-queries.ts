import type { Transaction } from "kysely";
import { dealRoomMessages as messages } from "#shared/deal-room-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { refusedField } from "./refused-field.ts";

/** What a version takes along, by title. @throws HttpError 422 while one of them is being checked. */
export async function listCurrentDocuments(tx: Transaction<DB>, dealId: string) {
  const rows = await tx
    .selectFrom("deal_room")
    .select(["id", "title", "file_name", "number", "created_at", "media_type", "bytes", "sha256", "pages"])
    .select(["is_downloadable", "state"])
    .where("deal_id", "=", dealId)
    .where("is_current", "=", true)
    .orderBy("title")
    .orderBy("id")
    .execute();
  if (rows.some(({ state }) => state === "checking")) throw refusedField("documents", messages.stillChecking);
  return rows.map(({ created_at, state: _ready, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}
