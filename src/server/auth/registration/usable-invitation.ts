import { type RawBuilder, sql } from "kysely";

/** A row of invitations that somebody can still register with: unused and not expired. */
export const isUsableInvitation = (now: Date | RawBuilder<Date>) =>
  sql<boolean>`invitations.used_at is null and invitations.expires_at > ${now}`;
