import { randomBytes } from "node:crypto";
import { type Selectable, sql, type Transaction } from "kysely";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { AuthSessions, DB } from "../../platform/db/database.generated.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import type { CurrentSession } from "./session-types.ts";

const secretBytes = 32;

interface RenewedSession {
  id: string;
  /** For the cookie; undefined for a program's session, which has none. */
  cookieToken: string | undefined;
}

/**
 * Gives a browser's session another id and secret, so that a copy of its cookie, and every token made for it, is void.
 * A program's session stays as it is: its tokens are short-lived or work once.
 * @throws HttpError session_missing when it has ended in the meantime.
 */
export async function renewSession(
  tx: Transaction<DB>,
  { id, tokenType }: Pick<CurrentSession, "id" | "tokenType">,
  changes: Partial<Pick<Selectable<AuthSessions>, "factor_at">> = {},
): Promise<RenewedSession> {
  const isCookie = tokenType === "cookie";
  if (isCookie) await tx.deleteFrom("auth.refresh_tokens").where("session_id", "=", id).execute();
  const token = randomBytes(secretBytes).toString("base64url");
  const renewed = await tx
    .updateTable("auth.sessions")
    .set({ updated_at: sql<Date>`now()`, ...changes, ...(isCookie && { id: sql<string>`app_uuid_v7()`, token }) })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!renewed) throw new HttpError(401, "session_missing", sessionMissingMessage);
  return { id: renewed.id, cookieToken: isCookie ? token : undefined };
}
