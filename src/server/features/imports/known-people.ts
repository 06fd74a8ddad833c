import { sql, type Transaction } from "kysely";
import type { ImportCandidate } from "#shared/imports.ts";
import type { DB } from "../../platform/db/database.generated.ts";

/** Excludes imported or registered e-mails, members' names, and duplicates within the list. */
export async function findNewcomers(
  tx: Transaction<DB>,
  candidates: readonly ImportCandidate[],
): Promise<Set<ImportCandidate>> {
  const { emails, names } = await findKnown(tx, candidates);
  const newcomers = new Set<ImportCandidate>();
  for (const candidate of candidates) {
    if (emails.has(candidate.email) || names.has(candidate.full_name)) continue;
    emails.add(candidate.email);
    newcomers.add(candidate);
  }
  return newcomers;
}

async function findKnown(tx: Transaction<DB>, candidates: readonly ImportCandidate[]) {
  const emails = candidates.map(({ email }) => email);
  const names = candidates.map(({ full_name }) => full_name);
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
