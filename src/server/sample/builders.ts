import { randomUUID } from "node:crypto";
import type { Insertable, Kysely, Selectable } from "kysely";
import type { DB, Invitations, MemberProfileSubmissions, MemberProfiles } from "../db/database.generated.ts";
import { createInvitationCode } from "../features/invitations/invitation-code.ts";
import { invitationEnd } from "../features/invitations/queries.ts";

/**
 * Believable records, for the sample club and for tests: each makes what it needs and leaves the rest alone. They write
 * as the owner, past every rule, so nothing that people do goes through here.
 */

export interface Person {
  id: string;
  email: string;
  full_name: string;
}

export interface PersonInput {
  email?: string;
  full_name?: string;
  email_verified?: boolean;
  /** Better Auth's hash; without one the person cannot sign in by password. */
  password_hash?: string;
  status?: "pending" | "approved" | "rejected";
  is_admin?: boolean;
  created_at?: Date;
  /** When the membership was decided on; when they registered, by default. */
  decided_at?: Date;
  /** Who decided on the membership; nobody by default. */
  decided_by?: string | null;
}

/** Somebody with an account and a membership request, approved unless said otherwise. */
export async function buildPerson(db: Kysely<DB>, input: PersonInput = {}): Promise<Person> {
  const [person] = await buildPeople(db, [input]);
  return person as Person;
}

/** As `buildPerson` does, for many at once and in their order. */
export async function buildPeople(db: Kysely<DB>, inputs: readonly PersonInput[]): Promise<Person[]> {
  const rows = inputs.map((input) => ({ ...personDefaults(), ...input }));
  const users = await db
    .insertInto("auth.users")
    .values(
      rows.map(({ email, full_name, email_verified, created_at }) => ({
        email,
        name: full_name,
        email_verified,
        created_at,
        updated_at: created_at,
      })),
    )
    .returning(["id", "email"])
    .execute();
  const ids = new Map(users.map(({ id, email }) => [email, id]));
  const people = rows.map((row) => ({ ...row, id: ids.get(row.email) as string }));
  await db
    .insertInto("auth.accounts")
    .values(
      people.map(({ id, password_hash, created_at }) => ({
        user_id: id,
        account_id: id,
        provider_id: "credential",
        password: password_hash ?? null,
        created_at,
        updated_at: created_at,
      })),
    )
    .execute();
  await db.insertInto("user_roles").values(people.flatMap(rolesOf)).execute();
  return people.map(({ id, email, full_name }) => ({ id, email, full_name }));
}

const personDefaults = () => ({
  email: `person-${randomUUID()}@members.example`,
  full_name: "Robin Ashdown",
  email_verified: true,
  status: "approved" as const,
  created_at: new Date(),
});

function rolesOf(person: PersonInput & { id: string; status: NonNullable<PersonInput["status"]>; created_at: Date }) {
  const { id: user_id, status, created_at, decided_at = created_at, decided_by = null } = person;
  const asked = { user_id, requested_at: created_at, created_at };
  const approved_at = status === "pending" ? null : decided_at;
  const member = { ...asked, role: "member" as const, status, approved_at, approved_by: decided_by };
  const admin = { ...asked, role: "admin" as const, status: "approved" as const, approved_at: decided_at, approved_by: null };
  return person.is_admin ? [member, admin] : [member];
}

type ProfileInput = Partial<Omit<Insertable<MemberProfiles>, "user_id">>;

/** An approved member whose profile stands in the directory. */
export async function buildMember(
  db: Kysely<DB>,
  input: PersonInput & { profile?: ProfileInput } = {},
): Promise<Person & { profile: Selectable<MemberProfiles> }> {
  const person = await buildPerson(db, input);
  const profile = await db
    .insertInto("member_profiles")
    .values({ full_name: person.full_name, created_at: input.created_at ?? new Date(), ...input.profile, user_id: person.id })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...person, profile };
}

export const buildAdmin = (db: Kysely<DB>, input: PersonInput = {}): Promise<Person> =>
  buildPerson(db, { full_name: "Amara Okafor", ...input, is_admin: true });

/** A submission, pending unless said otherwise, of a new person unless one is given. */
export async function buildSubmission(
  db: Kysely<DB>,
  input: Partial<Insertable<MemberProfileSubmissions>> = {},
): Promise<Selectable<MemberProfileSubmissions>> {
  const user_id = input.user_id ?? (await buildPerson(db)).id;
  const isReviewed = input.status !== undefined && input.status !== "pending";
  return db
    .insertInto("member_profile_submissions")
    .values({ full_name: "Robin Ashdown", reviewed_at: isReviewed ? new Date() : null, ...input, user_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An unused invitation with a month to go. */
export function buildInvitation(
  db: Kysely<DB>,
  input: Partial<Insertable<Invitations>> = {},
): Promise<Selectable<Invitations>> {
  const created_at = (input.created_at as Date | undefined) ?? new Date();
  return db
    .insertInto("invitations")
    .values({
      email: `guest-${randomUUID()}@members.example`,
      code: createInvitationCode(),
      created_at,
      expires_at: invitationEnd(created_at),
      ...input,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
