import { type RawBuilder, sql } from "kysely";

export const isUsableInvitation = (now: Date | RawBuilder<Date>) =>
  sql<boolean>`invitations.used_at is null and invitations.expires_at > ${now}`;
