import { sql, type Transaction } from "kysely";
import { repeatsIn } from "#shared/imports/import-lines.ts";
import type { ImportMember, ImportOutcome } from "#shared/imports/imports.ts";
import { importMessages } from "#shared/imports/imports-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";

/**
 * Without imported or registered e-mails and members' names, and of the others one for each address.
 * @returns with the newcomers who repeats one of them.
 */
export async function findNewcomers(tx: Transaction<DB>, members: readonly ImportMember[]) {
  const { emails, names } = await findKnown(tx, members);
  const unknown = members.filter(({ email, full_name }) => !emails.has(email) && !names.has(full_name));
  const repeated = repeatsIn(unknown);
  return { newcomers: new Set(unknown.filter((member) => !repeated.has(member))), repeated };
}

/** The outcome for somebody known, whose tier is left as it is, and of somebody whom another line has. */
export function existingLine(member: ImportMember, winner: ImportMember | undefined): ImportOutcome {
  if (winner) {
    const note = importMessages.twiceInLine(winner.line);
    return { ...member, result: "exists", message: importMessages.twice, note };
  }
  const note = member.tier && { note: importMessages.tierKept };
  return { ...member, result: "exists", message: importMessages.exists, ...note };
}

async function findKnown(tx: Transaction<DB>, members: readonly ImportMember[]) {
  const emails = members.map(({ email }) => email);
  const names = members.map(({ full_name }) => full_name);
  const imported = await tx
    .selectFrom("pending_members")
    .select("email")
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute();
  const registered = await tx
    .selectFrom("membership_requests")
    .select("email")
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute();
  const profiled = await tx
    .selectFrom("member_profiles")
    .select("full_name")
    .where(sql<boolean>`full_name = any(${names}::text[])`)
    .execute();
  return {
    emails: new Set([...imported, ...registered].map(({ email }) => email)),
    names: new Set(profiled.map(({ full_name }) => full_name)),
  };
}
