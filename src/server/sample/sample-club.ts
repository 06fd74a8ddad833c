import { type Kysely, sql, type Transaction } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import type { PageSeal } from "../features/statements/page-seal.ts";
import { statementFormHash } from "../features/statements/statement-form-hash.ts";
import type { DB } from "../platform/db/database.generated.ts";
import { buildPeople } from "./builders.ts";
import { auditOf } from "./sample-audit.ts";
import { insertDeals } from "./sample-deals.ts";
import { insertEventAnswers } from "./sample-events.ts";
import { insertHoldings } from "./sample-holdings.ts";
import { insertIntroductions } from "./sample-introductions.ts";
import { insertNotices } from "./sample-notices.ts";
import { planSampleClub, sampleAdminEmail } from "./sample-plan.ts";
import { importsOf, openInvitationOf, personOf, profilesOf, submissionsOf, usedInvitationOf } from "./sample-rows.ts";
import { insertStandings } from "./sample-standing-rows.ts";
import { sampleStatementForms } from "./sample-statement-forms.ts";
import { insertStatements } from "./sample-statements.ts";

const password = "many-small-sticks";

/** Everybody else in the sample club has the same password. */
export const sampleAccounts = {
  admin: { email: sampleAdminEmail, password },
  member: { email: "priya@ledgerlight.example", password },
} as const;

interface Making {
  /** As the sign-in checks it. */
  hashPassword: (password: string) => Promise<string>;
  /** As the second step of signing in decrypts it. */
  encrypt: (secret: string) => Promise<string>;
  pageSeal: PageSeal;
  /** With the files of the sample's room. */
  builtRoot: string;
  /** What the sample's dates count back from. */
  now: Date;
}

/** Fills an empty club with invented people, all at once or not at all; one that has people already is left alone. */
export async function createSampleClub(db: Kysely<DB>, { hashPassword, now, ...given }: Making): Promise<void> {
  if (await hasPeople(db)) return;
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    // Of two processes that start at once, the second has to see the people of the first.
    await sql`lock table auth.users in share row exclusive mode`.execute(tx);
    if (!(await hasPeople(tx))) await insertClub(tx, { password_hash, now, ...given });
  });
}

const hasPeople = async (db: Kysely<DB>): Promise<boolean> =>
  (await db.selectFrom("auth.users").select("id").limit(1).executeTakeFirst()) !== undefined;

async function insertClub(
  tx: Transaction<DB>,
  { password_hash, encrypt, pageSeal, builtRoot, now }: Omit<Making, "hashPassword"> & { password_hash: string },
): Promise<void> {
  const { people, guests } = planSampleClub(now);
  const invitations = [...people.map(usedInvitationOf), ...guests.map(openInvitationOf)];
  await buildPeople(
    tx,
    people.map((person) => ({ ...personOf(person), password_hash })),
  );
  await tx.insertInto("invitations").values(invitations).execute();
  await tx.insertInto("pending_members").values(importsOf(people, guests)).execute();
  await tx.insertInto("member_profile_submissions").values(people.flatMap(submissionsOf)).execute();
  await tx.insertInto("member_profiles").values(people.flatMap(profilesOf)).execute();
  await tx.insertInto("audit_events").values(auditOf(people, guests)).execute();
  await tx.insertInto("club_setup").values({ finished_at: now }).execute();
  await insertStandings(tx, people, { encrypt, now });
  await tx.insertInto("statement_forms").values(statementFormsOf(people, now)).execute();
  await insertStatements(tx, people, { pageSeal, now });
  const deals = { ...defaultSettings.deals, is_enabled: true };
  await tx
    .insertInto("club_settings")
    .values([
      { key: "deals", value: JSON.stringify(deals) },
      { key: "nominee", value: JSON.stringify(sampleNominee) },
    ])
    .execute();
  await insertDeals(tx, people, { builtRoot, now });
  await insertHoldings(tx, people, { builtRoot, now });
  await insertEventAnswers(tx, now);
  await insertIntroductions(tx, people, { now });
  await insertNotices(tx, people, { now });
}

const sampleNominee = {
  ...{ name: "Sample Nominee Services Ltd", company_number: "00000001" },
  address: ["2 Sample Street", "London", "EC1A 1AA", "United Kingdom"],
};

/** Signed off by the admin, and written by nobody of the club. */
function statementFormsOf(people: readonly { id: string; email: string }[], now: Date) {
  const admin = people.find(({ email }) => email === sampleAdminEmail);
  const valid = { valid_from: londonDate(new Date(now.getTime() - 400 * 24 * 60 * 60 * 1000)), valid_until: null };
  return sampleStatementForms.map((form) => {
    const row = { ...form, ...valid, is_sample: true };
    const signed = { signed_off_at: now, signed_off_by: admin?.id ?? null, sha256: statementFormHash(row) };
    return { ...row, ...signed, content: JSON.stringify(form.content) };
  });
}
