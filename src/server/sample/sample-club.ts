import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../db/database.generated.ts";
import { createInvitationCode } from "../features/invitations/invitation-code.ts";
import { invitationEnd } from "../features/invitations/queries.ts";
import { toProfileRow } from "../features/member-profiles/profile-row.ts";
import { buildPeople } from "./builders.ts";
import { auditOf, type SettledGuest, type SettledPerson } from "./sample-audit.ts";
import { sampleGuests, sampleNewcomers } from "./sample-newcomers.ts";
import { type SamplePerson, sampleMembers } from "./sample-people.ts";
import { momentAgo, timelineOf } from "./sample-timeline.ts";

/** Everybody's in the sample club. */
const password = "many-small-sticks";
const adminEmail = "amara@kindling.example";

export const sampleAccounts = {
  admin: { email: adminEmail, password },
  member: { email: "priya@ledgerlight.example", password },
} as const;

interface Making {
  /** As the sign-in checks it. */
  hashPassword: (password: string) => Promise<string>;
  /** What "days ago" of the sample counts back from. */
  now: Date;
}

/** Fills an empty club with invented people, all at once or not at all; one that has people already is left alone. */
export async function createSampleClub(db: Kysely<DB>, { hashPassword, now }: Making): Promise<void> {
  if (await hasPeople(db)) return;
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    // Of two processes that start at once, the second has to see the people of the first.
    await sql`lock table auth.users in share row exclusive mode`.execute(tx);
    if (await hasPeople(tx)) return;
    const people = await insertPeople(tx, passwordHash, now);
    const guests = inviteGuests(people, now);
    await insertInvitations(tx, people, guests);
    await insertImports(tx, people, guests);
    await insertSubmissions(tx, people);
    await insertProfiles(tx, people);
    await tx.insertInto("audit_events").values(auditOf(people, guests)).execute();
  });
}

const hasPeople = async (db: Kysely<DB>): Promise<boolean> =>
  (await db.selectFrom("auth.users").select("id").limit(1).executeTakeFirst()) !== undefined;

/** The first admins come first, since everybody else was let in by one of them. */
async function insertPeople(tx: Transaction<DB>, password_hash: string, now: Date): Promise<SettledPerson[]> {
  const ids = new Map<string, string>();
  const hostOf = (person: SamplePerson) => (person.is_admin ? null : (ids.get(person.host ?? adminEmail) ?? null));
  const everybody = [...sampleMembers, ...sampleNewcomers].map((person, index) => ({
    ...person,
    times: timelineOf(person.registered_days_ago, index, now),
  }));
  for (const isAdmin of [true, false]) {
    const people = everybody.filter((person) => (person.is_admin ?? false) === isAdmin);
    const inputs = people.map((person) => ({
      email: person.email,
      full_name: person.full_name,
      email_verified: person.email_verified ?? true,
      password_hash,
      status: person.membership ?? "approved",
      is_admin: isAdmin,
      created_at: person.times.registered,
      decided_at: isAdmin || person.is_imported ? person.times.registered : person.times.decided,
      decided_by: person.is_imported || person.membership === "pending" ? null : hostOf(person),
    }));
    for (const { id, email } of await buildPeople(tx, inputs)) ids.set(email, id);
  }
  return everybody.map((person) => ({ ...person, id: ids.get(person.email) as string, host_id: hostOf(person) }));
}
