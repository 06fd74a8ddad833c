import { createHash, randomUUID } from "node:crypto";
import type { Insertable, Kysely, OnConflictBuilder, Selectable } from "kysely";
import { createInvitationCode, invitationExpiry } from "../features/invitations/queries.ts";
import type {
  ContentItems,
  DB,
  Files,
  Invitations,
  MemberProfileSubmissions,
  MemberProfiles,
  Pictures,
} from "../platform/db/database.generated.ts";

/**
 * Believable records, for the sample club and for tests: each makes what it needs and leaves the rest alone. They write
 * as the owner, past every rule, so nothing that people do goes through here.
 */

export interface Person {
  id: string;
  email: string;
  full_name: string;
}

/** Somebody with an account and a membership request, approved unless said otherwise. */
export async function buildPerson(db: Kysely<DB>, input: PersonInput = {}): Promise<Person> {
  const [person] = await buildPeople(db, [input]);
  return person as Person;
}

/** As `buildPerson` does, for many at once and in their order. */
export async function buildPeople(db: Kysely<DB>, inputs: readonly PersonInput[]): Promise<Person[]> {
  const people = inputs.map(completePerson);
  await db.insertInto("auth.users").values(people.map(userOf)).execute();
  await db.insertInto("auth.accounts").values(people.map(accountOf)).execute();
  await db.insertInto("user_roles").values(people.flatMap(rolesOf)).execute();
  const signatories = people.flatMap(signatoryOf);
  if (signatories.length > 0) {
    const isOfSetting = (row: OnConflictBuilder<DB, "signatories">) =>
      row.columns(["user_id", "capacity"]).where("ended_at", "is", null).doNothing();
    await db.insertInto("signatories").values(signatories).onConflict(isOfSetting).execute();
  }
  return people.map(({ id, email, full_name }) => ({ id, email, full_name }));
}

type ProfileInput = Partial<Omit<Insertable<MemberProfiles>, "user_id">>;

/** An approved member whose profile is listed in the directory. */
export async function buildMember(
  db: Kysely<DB>,
  input: PersonInput & { profile?: ProfileInput } = {},
): Promise<Person & { profile: Selectable<MemberProfiles> }> {
  const person = await buildPerson(db, input);
  const profile = await db
    .insertInto("member_profiles")
    .values({
      full_name: person.full_name,
      created_at: input.created_at ?? new Date(),
      ...input.profile,
      user_id: person.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...person, profile };
}

const userOf = ({ id, email, full_name, email_verified, created_at }: CompletePerson) => ({
  id,
  email,
  name: full_name,
  email_verified,
  created_at,
  updated_at: created_at,
});

const accountOf = ({ id, password_hash, created_at }: CompletePerson) => ({
  user_id: id,
  account_id: id,
  provider_id: "credential",
  password: password_hash,
  created_at,
  updated_at: created_at,
});

export const buildAdmin = (db: Kysely<DB>, input: PersonInput = {}): Promise<Person> =>
  buildPerson(db, { full_name: "Amara Okafor", ...input, is_admin: true });

/** Gives a member the admin role as they had it long ago. */
export async function giveAdminRole(db: Kysely<DB>, { id, ...person }: Person): Promise<void> {
  const admin = completePerson({ ...person, id, is_admin: true });
  await db
    .insertInto("user_roles")
    .values(rolesOf(admin).filter(({ role }) => role === "admin"))
    .execute();
  await db.insertInto("signatories").values(signatoryOf(admin)).execute();
}

export async function takeAdminRole(db: Kysely<DB>, { id }: Pick<Person, "id">): Promise<void> {
  await db.deleteFrom("user_roles").where("user_id", "=", id).where("role", "=", "admin").execute();
  const open = db.updateTable("signatories").where("user_id", "=", id).where("ended_at", "is", null);
  await open.set({ ended_at: new Date() }).execute();
}

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

/** A picture that nobody uses yet. Its content is not one, so nothing can show it. */
export async function buildPicture(
  db: Kysely<DB>,
  userId: string,
  input: Partial<Insertable<Pictures>> = {},
): Promise<Selectable<Pictures>> {
  const file_id = input.file_id ?? (await buildFile(db, userId)).id;
  return db
    .insertInto("pictures")
    .values({ name: "me.jpg", width: 64, height: 64, ...input, file_id, user_id: userId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A file that nothing names yet, of one mebibyte at most. */
export async function buildFile(
  db: Kysely<DB>,
  userId: string | null,
  { content = Buffer.from("picture"), ...input }: Partial<Insertable<Files>> & { content?: Buffer } = {},
): Promise<Selectable<Files> & { sha256: string }> {
  const sha256 = createHash("sha256").update(content).digest("hex");
  const whole = { media_type: "image/webp", bytes: content.length, sha256, state: "uploaded" as const };
  const file = await db
    .insertInto("files")
    .values({ kind: "picture", storage: "database", ...whole, ...input, user_id: userId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db.insertInto("file_chunks").values({ file_id: file.id, first_byte: 0, content }).execute();
  return { ...file, sha256 };
}

/** A published item whose text is only a title, unless said otherwise. */
export function buildContent(
  db: Kysely<DB>,
  {
    kind = "co_founder",
    title = "Ines Calder",
    published = true,
    ...input
  }: Partial<Omit<Insertable<ContentItems>, "published" | "draft" | "title">> & { title?: string; published?: boolean },
): Promise<Selectable<ContentItems>> {
  const draft = JSON.stringify({ title });
  const now = new Date();
  const publication = { published: draft, published_revision: 1, first_published_at: now, published_at: now };
  return db
    .insertInto("content_items")
    .values({ kind, slug: `item-${randomUUID()}`, draft, ...(published && publication), ...input })
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
      expires_at: invitationExpiry(created_at),
      ...input,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface PersonInput {
  id?: string;
  email?: string;
  full_name?: string;
  email_verified?: boolean;
  /** Better Auth's hash; without one the person cannot sign in by password. */
  password_hash?: string;
  status?: "pending" | "approved" | "rejected";
  is_admin?: boolean;
  /** Of an admin; long ago, so that they are standing, by default. */
  announced_at?: Date;
  created_at?: Date;
  /** When the membership was decided on; when they registered, by default. */
  decided_at?: Date;
  /** This person decided on the membership; nobody by default. */
  decided_by?: string | null;
}

/** Fills in whatever a test or the sample does not care about. */
function completePerson(input: PersonInput) {
  const { created_at = new Date(), status = "approved" } = input;
  return {
    id: input.id ?? randomUUID(),
    email: input.email ?? `person-${randomUUID()}@members.example`,
    full_name: input.full_name ?? "Robin Ashdown",
    email_verified: input.email_verified ?? true,
    password_hash: input.password_hash ?? null,
    is_admin: input.is_admin ?? false,
    announced_at: input.announced_at ?? new Date("2020-01-01T12:00:00Z"),
    status,
    created_at,
    decided_at: status === "pending" ? null : (input.decided_at ?? created_at),
    decided_by: input.decided_by ?? null,
  };
}

type CompletePerson = ReturnType<typeof completePerson>;

function rolesOf({ id, status, is_admin, created_at, decided_at, decided_by }: CompletePerson) {
  const asked = { user_id: id, requested_at: created_at, created_at };
  const member = { ...asked, role: "member" as const, status, approved_at: decided_at, approved_by: decided_by };
  const admin = { ...asked, role: "admin" as const, status: "approved" as const, approved_at: created_at };
  return is_admin ? [member, admin] : [member];
}

function signatoryOf({ id, is_admin, announced_at }: CompletePerson) {
  const at = { proposed_at: announced_at, confirmed_at: announced_at, announced_at, told_at: announced_at };
  return is_admin ? [{ user_id: id, capacity: "admin" as const, origin: "taken_over" as const, ...at }] : [];
}
