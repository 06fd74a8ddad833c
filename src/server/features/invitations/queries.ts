import { randomInt } from "node:crypto";
import { sql, type Transaction } from "kysely";
import {
  invitationCodeAlphabet,
  invitationCodeLength,
  invitationLifetimeDays,
} from "#shared/invitations/invitations.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export const invitationColumns = [
  "id",
  "email",
  "code",
  "created_at",
  "expires_at",
  "used_at",
  "used_by",
  "created_by",
  "full_name",
  "tier",
  "note",
] as const;

const day = 24 * 60 * 60 * 1000;
export const invitationExpiry = (now: Date): Date => new Date(now.getTime() + invitationLifetimeDays * day);

export const findInvitation = (tx: Transaction<DB>, id: string) =>
  tx.selectFrom("invitations").select(invitationColumns).where("id", "=", id).executeTakeFirst();

/** @returns undefined when none is unused. */
export const deleteInvitation = (tx: Transaction<DB>, id: string) =>
  tx
    .deleteFrom("invitations")
    .where("id", "=", id)
    .where("used_at", "is", null)
    .returning(invitationColumns)
    .executeTakeFirst();

/** @returns undefined when none is unused. */
export const extendInvitation = (tx: Transaction<DB>, id: string, now: Date) =>
  tx
    .updateTable("invitations")
    .set({ expires_at: invitationExpiry(now) })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .returning(invitationColumns)
    .executeTakeFirst();

/** @param before deletes only those expired by then; null for all. */
export function deleteUnused(
  tx: Transaction<DB>,
  emails: readonly string[],
  before: Date | null,
): Promise<{ id: string }[]> {
  return tx
    .deleteFrom("invitations")
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .where("used_at", "is", null)
    .$if(before !== null, (query) => query.where("expires_at", "<=", sql<Date>`${before}`))
    .returning("id")
    .execute();
}

export const findUnused = (tx: Transaction<DB>, email: string) =>
  tx
    .selectFrom("invitations")
    .select(invitationColumns)
    .where("email", "=", email)
    .where("used_at", "is", null)
    .executeTakeFirst();

/** 31 ^ 10, about 49 bits. */
export const createInvitationCode = (): string =>
  Array.from(
    { length: invitationCodeLength },
    () => invitationCodeAlphabet[randomInt(invitationCodeAlphabet.length)],
  ).join("");
