import { createHash, randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { AuditKind } from "#shared/audit/audit.ts";
import { londonDate } from "#shared/london-time.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { renderSignedStatement, signedStatementLines } from "#shared/statements/signed-statement-lines.ts";
import type { StatementInput } from "#shared/statements/signed-statements.ts";
import { createInvitationCode, invitationExpiry } from "../features/invitations/queries.ts";
import { toProfileRow } from "../features/profiles/queries.ts";
import type { PageSeal } from "../features/statements/page-seal.ts";
import { statementFormHash } from "../features/statements/statement-form-hash.ts";
import type { DB } from "../platform/db/database.generated.ts";
import type { PersonInput } from "./builders.ts";
import { buildPeople } from "./builders.ts";
import { insertDeals } from "./sample-deals.ts";
import { insertHoldings } from "./sample-holdings.ts";
import { type PlannedGuest, type PlannedPerson, planSampleClub, sampleAdminEmail } from "./sample-plan.ts";
import { insertMessages, insertNotices, insertStandings } from "./sample-standing-rows.ts";
import { sampleStatementForms } from "./sample-statement-forms.ts";

const password = "many-small-sticks";

/** Everybody else in the sample club has the same password. */
export const sampleAccounts = {
  admin: { email: sampleAdminEmail, password },
  member: { email: "priya@ledgerlight.example", password },
} as const;

interface Making {
  hashPassword: (password: string) => Promise<string>;
  /** The second step of signing in decrypts it. */
  encrypt: (secret: string) => Promise<string>;
  pageSeal: PageSeal;
  /** The folder has the files of the sample's room. */
  builtRoot: string;
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
  await insertMessages(tx, now);
}

const sampleNominee = {
  name: "Sample Nominee Services Ltd",
  company_number: "00000001",
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

const priya = "priya@ledgerlight.example";
const hour = 60 * 60 * 1000;

/** What members answered to the events that a club begins with: one is full, and some wait for it. */
const answered = [
  { slug: "autumn-dinner", capacity: 16, guests: 1, going: 15, guestOf: 4, waiting: 3, attended: false },
  { slug: "saas-metrics-clinic", capacity: null, guests: 0, going: 11, guestOf: -1, waiting: 0, attended: false },
  { slug: "eis-evening", capacity: null, guests: 0, going: 9, guestOf: -1, waiting: 0, attended: true },
] as const;

async function insertEventAnswers(tx: Transaction<DB>, now: Date): Promise<void> {
  const members = await tx
    .selectFrom("user_roles as r")
    .innerJoin("auth.users as u", "u.id", "r.user_id")
    .select(["u.id", "u.email"])
    .where("r.role", "=", "member")
    .where("r.status", "=", "approved")
    .where("r.suspended_at", "is", null)
    .where("r.ended_at", "is", null)
    .orderBy("u.created_at")
    .orderBy("u.email")
    .execute();
  const own = members.filter(({ email }) => email === priya);
  const others = members.filter(({ email }) => email !== priya);
  for (const { slug, capacity, guests, going, guestOf, waiting, attended } of answered) {
    const event = await tx
      .updateTable("event_places")
      .set({ capacity, guests, last_turn: waiting })
      .where("event_id", "in", (query) =>
        query.selectFrom("content_items").select("id").where("kind", "=", "event").where("slug", "=", slug),
      )
      .returning(["event_id", "starts_at"])
      .executeTakeFirst();
    if (!event) continue;
    // The member who shows the club is going where there is room, and waits where there is none.
    const inOrder =
      waiting > 0 ? [...others.slice(0, going + 1), ...own, ...others.slice(going + 1)] : [...own, ...others];
    const rows = inOrder.slice(0, going + waiting).map(({ id }, index) => ({
      event_id: event.event_id,
      user_id: id,
      state: index < going ? ("going" as const) : ("waiting" as const),
      guest_name: index === guestOf ? "Helen Marsh" : null,
      answered_at: new Date(now.getTime() - (60 - index) * hour),
      turn: index < going ? null : index - going + 1,
      attended_at: attended ? event.starts_at : null,
    }));
    if (rows.length > 0) await tx.insertInto("event_answers").values(rows).execute();
  }
}

interface AuditRow {
  created_at: Date;
  actor_id: string | null;
  kind: AuditKind;
  subject_id: string;
  details: Record<string, string>;
}

/** The rows that people's steps would have left behind, had they taken them on the site; oldest first. */
function auditOf(people: readonly PlannedPerson[], guests: readonly PlannedGuest[]): AuditRow[] {
  const rows = [
    ...people.flatMap((person) => [
      ...invitation(person, person.times.invited),
      ...registration(person),
      ...review(person),
    ]),
    ...guests.flatMap((guest) => invitation(guest, guest.invited)),
  ];
  return rows.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

/** The club leaves no row of the invitations it makes itself. */
function invitation({ host_id, import_id, invitation_id }: PlannedPerson | PlannedGuest, invited: Date): AuditRow[] {
  if (!host_id) return [];
  const created = row(invited, host_id, "invitation_created", invitation_id);
  return import_id ? [row(invited, host_id, "member_imported", import_id), created] : [created];
}

/** Whom the club knew already it has approved itself. */
function registration(person: PlannedPerson): AuditRow[] {
  const { id, host_id, invitation_id, times, membership = "approved" } = person;
  const rows = [row(times.registered, id, "account_registered", id, { invitation_id })];
  if (person.is_imported) rows.push(row(times.registered, null, "membership_approved", id, { by: "import" }));
  if (person.email_verified !== false) rows.push(row(times.verified, id, "email_verified", id));
  if (host_id && !person.is_imported && membership !== "pending") {
    rows.push(row(times.decided, host_id, `membership_${membership}`, id));
  }
  return rows;
}

function review({ id, host_id, submission_id, times, profile, submission }: PlannedPerson): AuditRow[] {
  if (!profile) return [];
  const reviewer = host_id ?? id;
  const created = row(times.submitted, id, "submission_created", submission_id);
  const approved = row(times.reviewed, reviewer, "submission_approved", submission_id, { user_id: id });
  const rejected = row(times.reviewed, reviewer, "submission_rejected", submission_id, { user_id: id });
  const revised = row(times.revised, id, "submission_revised", submission_id);
  if (!submission) return [created, approved];
  if (submission.status === "rejected") return [created, rejected];
  return submission.admin_notes ? [created, rejected, revised] : [created];
}

const row = (
  created_at: Date,
  actor_id: string | null,
  kind: AuditKind,
  subject_id: string,
  details: Record<string, string> = {},
): AuditRow => ({ created_at, actor_id, kind, subject_id, details });

const day = 24 * 60 * 60 * 1000;

/** One request that waits for Priya, one that she made and that came about, and one that somebody reported. */
async function insertIntroductions(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string }[],
  { now }: { now: Date },
): Promise<void> {
  const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? "";
  const between = (asker: string, asked: string, days: number, message: string) => {
    const asked_at = new Date(now.getTime() - days * day);
    return {
      asker_id: idOf(asker),
      asked_id: idOf(asked),
      message,
      asked_at,
      expires_at: new Date(asked_at.getTime() + 30 * day),
    };
  };
  await tx
    .insertInto("introductions")
    .values([
      between(
        "rhys@pritchard-farm.example",
        "priya@ledgerlight.example",
        2,
        "You wrote about pricing for accountants. I look at a company that sells to vets and would like twenty minutes on how you found the plan people pick.",
      ),
      {
        ...between(
          "priya@ledgerlight.example",
          "tomasz@wieczorek.example",
          40,
          "We are hiring our first finance person after eight years without one. I would like to hear what you wish you had asked.",
        ),
        state: "accepted",
        ended_at: new Date(now.getTime() - 38 * day),
      },
    ])
    .execute();
  const { id: introduction_id } = await tx
    .insertInto("introductions")
    .values({
      ...between(
        "callum@strachan-marine.example",
        "fiona.macaskill@glenview.example",
        6,
        "Limited offer for members: survey your boat at half price until Friday. Reply today and bring a friend!",
      ),
      state: "declined",
      ended_at: new Date(now.getTime() - 5 * day),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("introduction_reports")
    .values({
      introduction_id,
      reason: "This is an advertisement, not an introduction.",
      reported_at: new Date(now.getTime() - 5 * day),
    })
    .execute();
}

function personOf(person: PlannedPerson): PersonInput {
  const { id, host_id, times, membership: status = "approved", is_admin = false, is_imported = false } = person;
  const isKnown = is_admin || is_imported;
  return {
    id,
    email: person.email,
    full_name: person.full_name,
    email_verified: person.email_verified ?? true,
    status,
    is_admin,
    announced_at: times.registered,
    created_at: times.registered,
    decided_at: isKnown ? times.registered : times.decided,
    decided_by: isKnown || status === "pending" ? null : host_id,
  };
}

const usedInvitationOf = ({ id, email, host_id, invitation_id, times }: PlannedPerson) => ({
  ...invitationOf(invitation_id, email, host_id, times.invited),
  used_at: times.registered,
  used_by: id,
});

const openInvitationOf = ({ email, host_id, invitation_id, invited }: PlannedGuest) =>
  invitationOf(invitation_id, email, host_id, invited);

const invitationOf = (id: string, email: string, created_by: string | null, created_at: Date) => ({
  id,
  email,
  code: createInvitationCode(),
  created_at,
  expires_at: invitationExpiry(created_at),
  created_by,
});

function importsOf(people: readonly PlannedPerson[], guests: readonly PlannedGuest[]) {
  const registered = people.map((person) => ({ ...person, invited: person.times.invited }));
  const waiting = guests.map((guest) => ({ ...guest, full_name: guest.imported_as ?? "" }));
  return [...registered, ...waiting].flatMap(({ import_id, full_name, email, host_id, invited }) =>
    import_id ? [{ id: import_id, full_name, email, created_by: host_id, created_at: invited }] : [],
  );
}

function submissionsOf({ id, host_id, submission_id, full_name, times, profile, submission }: PlannedPerson) {
  if (!profile) return [];
  const { status, admin_notes = null } = submission ?? { status: "approved" };
  const isRevised = status === "pending" && admin_notes !== null;
  return [
    {
      ...toProfileRow({ full_name, ...profile }),
      id: submission_id,
      user_id: id,
      status,
      created_at: times.submitted,
      submitted_at: isRevised ? times.revised : times.submitted,
      reviewed_at: status === "pending" ? null : times.reviewed,
      reviewed_by: status === "pending" ? null : (host_id ?? id),
      admin_notes,
    },
  ];
}

function profilesOf({ id, full_name, times, profile, submission, is_visible = true }: PlannedPerson) {
  if (!profile || submission) return [];
  const { reviewed: created_at } = times;
  return [{ ...toProfileRow({ full_name, ...profile }), user_id: id, is_visible, created_at, updated_at: created_at }];
}

interface SampleStatement {
  kind: StatementInput["kind"];
  days_ago: number;
  answers: StatementInput["answers"];
  /** Live while its days last, unless something else came of it. */
  came?: "in_review" | "withdrawn" | { state: "refused" | "revoked"; reason: string };
}

const no = { applies: false, fields: {} };
const income = (amount: number) => ({ income: { applies: true, fields: { amount } }, net_assets: no });
const investments = (number: number) => ({
  private_equity: no,
  director: no,
  investments: { applies: true, fields: { number } },
  network: no,
});

/** Of invented people, by e-mail; everybody else has none yet. */
const sampleStatements: Record<string, SampleStatement> = {
  "amara@kindling.example": { kind: "high_net_worth", days_ago: 40, answers: income(180_000) },
  "eleanor@kindling.example": { kind: "self_certified_sophisticated", days_ago: 35, answers: investments(6) },
  "priya@ledgerlight.example": { kind: "high_net_worth", days_ago: 30, answers: income(120_000) },
  // The statement is not yet due for a reminder, which the first night would send.
  "tomasz@wieczorek.example": { kind: "self_certified_sophisticated", days_ago: 280, answers: investments(3) },
  "fiona.macaskill@glenview.example": { kind: "high_net_worth", days_ago: 372, answers: income(150_000) },
  "kwame@harbourline.example": {
    kind: "high_net_worth",
    days_ago: 2,
    answers: income(110_000),
    came: "in_review",
  },
  "meilin@fenlight.example": {
    kind: "self_certified_sophisticated",
    days_ago: 90,
    answers: investments(4),
    came: "withdrawn",
  },
  "ingrid@nordlyskraft.example": {
    kind: "high_net_worth",
    days_ago: 20,
    answers: income(100_000),
    came: {
      state: "refused",
      reason: "The income is that of your company, not your own. Please sign again with yours.",
    },
  },
};

/** What the sample club's register contains: with records that are complete, and pages that can be read. */
async function insertStatements(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string; full_name: string }[],
  { pageSeal, now }: { pageSeal: PageSeal; now: Date },
): Promise<void> {
  const forms = await tx
    .selectFrom("statement_forms")
    .select(["id", "kind", "version_label", "law_reference", "content", "sha256", "is_sample"])
    .execute();
  for (const person of people) {
    const sample = sampleStatements[person.email];
    const form = forms.find(({ kind }) => kind === sample?.kind);
    if (!sample || !form) continue;
    const { id: record_id } = await tx
      .insertInto("investor_records")
      .values(recordOf(person))
      .returning("id")
      .executeTakeFirstOrThrow();
    const signedAt = new Date(now.getTime() - sample.days_ago * 24 * 60 * 60 * 1000);
    const input = {
      answers: sample.answers,
      declarations: ["true", "risk", "advice"],
      legal_name: person.full_name,
      signature: person.full_name,
    };
    const content = form.content as unknown as Parameters<typeof signedStatementLines>[0]["form"]["content"];
    const lines = signedStatementLines({ form: { ...form, content }, input, signedAt, number: randomUUID() });
    const html = renderSignedStatement(lines);
    const id = randomUUID();
    await tx
      .insertInto("statements")
      .values({
        id,
        record_id,
        form_id: form.id,
        signed_at: signedAt,
        page_sha256: createHash("sha256").update(html).digest("hex"),
        ...cameOf(sample, signedAt),
      })
      .execute();
    await tx
      .insertInto("statement_pages")
      .values({ statement_id: id, ...pageSeal.seal(id, { html, lines }) })
      .execute();
  }
}

function cameOf({ came }: SampleStatement, signedAt: Date) {
  const ended_at = new Date(signedAt.getTime() + 24 * 60 * 60 * 1000);
  if (came === undefined) return { state: "live" as const, live_from: signedAt };
  if (came === "in_review") return { state: came, flags: ["contradiction"] };
  if (came === "withdrawn") return { state: came, live_from: signedAt, ended_at };
  return { ...came, ended_at, ...(came.state === "revoked" && { live_from: signedAt }) };
}

const recordOf = ({ id, full_name }: { id: string; full_name: string }) => ({
  user_id: id,
  legal_name: full_name,
  date_of_birth: "1978-04-12",
  address: "12 Sample Street\nLondon N1 0AA",
  country: "GB",
  is_uk_taxpayer: true,
  bank_account_name: full_name,
});
