import { randomBytes, randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { DB } from "../platform/db/database.generated.ts";
import { type PlannedPerson, sampleAdminEmail } from "./sample-plan.ts";
import { sampleHiddenByOwner, sampleSecondFactors, sampleStandings, sampleTiers } from "./sample-standings.ts";
import { momentAgo } from "./sample-timeline.ts";

/** Tiers, suspensions, second factors and sign-ins, with the audit rows they would have left. */
export async function insertStandings(
  tx: Transaction<DB>,
  people: readonly PlannedPerson[],
  { encrypt, now }: { encrypt: Encrypt; now: Date },
): Promise<void> {
  const amara = people.find(({ email }) => email === sampleAdminEmail)?.id ?? null;
  const eleanor = people.find(({ email }) => email === "eleanor@kindling.example")?.id ?? null;
  const adminFor = (person: PlannedPerson) => (person.id === amara ? eleanor : amara);
  await insertTiers(tx, people, now, adminFor);
  await insertEnds(tx, people, now, adminFor);
  await insertSecondFactors(tx, people, encrypt);
  await hideProfiles(tx, people, now);
  await tx.insertInto("audit_events").values(signInsOf(people, now)).execute();
}

type Encrypt = (secret: string) => Promise<string>;
type AdminFor = (person: PlannedPerson) => string | null;

async function insertTiers(tx: Transaction<DB>, people: readonly PlannedPerson[], now: Date, adminFor: AdminFor) {
  const rows = people.flatMap((person, seed) =>
    (sampleTiers[person.email] ?? []).map(({ tier, from_days_ago, days_left, reason }) => ({
      user_id: person.id,
      tier,
      from_date: dayOf(momentAgo(from_days_ago, seed, now)),
      until_date: days_left === null ? null : dayOf(momentAgo(-days_left, seed, now)),
      set_by: adminFor(person),
      reason,
      created_at: momentAgo(from_days_ago, seed, now),
    })),
  );
  // One by one: the latest is the one with the latest id.
  for (const row of rows) {
    const { id } = await tx.insertInto("memberships").values(row).returning("id").executeTakeFirstOrThrow();
    const details = { tier: row.tier, from: row.from_date, until: row.until_date, membership_id: id };
    const event = { kind: "tier_changed", actor_id: row.set_by, subject_id: row.user_id, created_at: row.created_at };
    await tx
      .insertInto("audit_events")
      .values({ ...event, details: JSON.stringify(details) })
      .execute();
  }
}

async function insertEnds(tx: Transaction<DB>, people: readonly PlannedPerson[], now: Date, adminFor: AdminFor) {
  for (const [seed, person] of people.entries()) {
    const standing = sampleStandings[person.email];
    if (!standing) continue;
    const { change, days_ago, reason } = standing;
    const [at, by, id] = [momentAgo(days_ago, seed, now), adminFor(person), randomUUID()];
    const kind = `membership_${change}` as const;
    await tx
      .updateTable("user_roles")
      .set({ standing_reason: reason, standing_by: by })
      .set(change === "ended" ? { ended_at: at } : { suspended_at: at })
      .where("user_id", "=", person.id)
      .where("role", "=", "member")
      .execute();
    const action = { id, user_id: person.id, kind, reason, acted_by: by, created_at: at };
    await tx.insertInto("admin_actions").values(action).execute();
    const event = { kind, actor_id: by, subject_id: person.id, created_at: at };
    await tx
      .insertInto("audit_events")
      .values({ ...event, details: JSON.stringify({ action_id: id }) })
      .execute();
  }
}

async function insertSecondFactors(tx: Transaction<DB>, people: readonly PlannedPerson[], encrypt: Encrypt) {
  for (const { id } of people.filter(({ email }) => sampleSecondFactors.has(email))) {
    const secret = await encrypt(randomBytes(16).toString("hex"));
    const factor = { user_id: id, secret, backup_codes: await encrypt("[]"), verified: true };
    await tx.insertInto("auth.two_factors").values(factor).execute();
  }
}

async function hideProfiles(tx: Transaction<DB>, people: readonly PlannedPerson[], now: Date): Promise<void> {
  const ids = people.filter(({ email }) => sampleHiddenByOwner.has(email)).map(({ id }) => id);
  const profiles = tx.updateTable("member_profiles").set({ hidden_by_owner_at: now });
  await profiles.where(sql<boolean>`user_id = any(${ids}::uuid[])`).execute();
}

/** Somebody's first sign-in, and the latest: most were here this month, some not for half a year. */
function signInsOf(people: readonly PlannedPerson[], now: Date) {
  return people.flatMap((person, seed) => {
    if (person.email_verified === false) return [];
    const { id, times, registered_days_ago } = person;
    const first = new Date(times.verified.getTime() + 2 * 60_000);
    const gone = sampleStandings[person.email]?.days_ago ?? 0;
    const latest = momentAgo(Math.max(1, gone + 1, (seed * seed * 7) % (seed % 6 === 0 ? 180 : 30)), seed, now);
    const moments = registered_days_ago > 2 && latest > first ? [first, latest] : [first];
    return moments.map((created_at) => ({ kind: "signed_in", actor_id: id, subject_id: id, created_at }));
  });
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
