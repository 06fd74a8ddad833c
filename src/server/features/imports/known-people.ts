import { sql, type Transaction } from "kysely";
import type { ImportMember, ImportOutcome } from "#shared/imports/imports.ts";
import { importMessages } from "#shared/imports/imports-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";

/** Excludes imported or registered e-mails, members' names, and duplicates within the list. */
export async function findNewcomers(tx: Transaction<DB>, members: readonly ImportMember[]): Promise<Set<ImportMember>> {
  const { emails, names } = await findKnown(tx, members);
  const newcomers = new Set<ImportMember>();
  for (const member of members) {
    if (emails.has(member.email) || names.has(member.full_name)) continue;
    emails.add(member.email);
    newcomers.add(member);
  }
  return newcomers;
}

/** The outcome for somebody known, whose tier is left as it is. */
export const existingLine = (member: ImportMember): ImportOutcome => ({
  ...member,
  result: "exists",
  message: importMessages.exists,
  ...(member.tier && { note: importMessages.tierKept }),
});

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
