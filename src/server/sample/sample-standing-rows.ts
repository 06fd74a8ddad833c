import { randomBytes, randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { NoticeKind } from "#shared/notices/notices.ts";
import type { Tier } from "#shared/people/people-messages.ts";
import type { DB } from "../platform/db/database.generated.ts";
import { writeOwnNotices } from "../platform/db/notice-facts.ts";
import { momentAgo, type PlannedPerson, sampleAdminEmail } from "./sample-plan.ts";

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
  // Rows are inserted one by one: the latest is the one with the latest id.
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

interface SampleTier {
  tier: Tier;
  from_days_ago: number;
  /** Negative once it has ended; null without an end. */
  days_left: number | null;
  reason: string;
}

/** Who is or was on another tier than Trial, in the order in which it was set. */
const sampleTiers: Readonly<Record<string, readonly SampleTier[]>> = {
  "eleanor@kindling.example": [{ tier: "vip", from_days_ago: 540, days_left: null, reason: "Co-founder." }],
  "daniel@kindling.example": [{ tier: "vip", from_days_ago: 540, days_left: null, reason: "Co-founder." }],
  "amara@kindling.example": [{ tier: "premium", from_days_ago: 540, days_left: null, reason: "Works for the club." }],
  "tomasz@wieczorek.example": [
    { tier: "premium", from_days_ago: 490, days_left: -126, reason: "Paid for a year by bank transfer." },
    { tier: "vip", from_days_ago: 125, days_left: 239, reason: "Moved up on renewal." },
  ],
  "fiona.macaskill@glenview.example": [
    { tier: "premium", from_days_ago: 210, days_left: 154, reason: "Paid for a year." },
  ],
  "kwame@harbourline.example": [{ tier: "premium", from_days_ago: 96, days_left: 268, reason: "Paid for a year." }],
  "meilin@fenlight.example": [{ tier: "vip", from_days_ago: 60, days_left: 304, reason: "Paid for a year." }],
  "z.alhakim@saffrongate.example": [{ tier: "vip", from_days_ago: 330, days_left: 34, reason: "Paid for a year." }],
  "aoife@tidewrack.example": [
    { tier: "premium", from_days_ago: 385, days_left: -21, reason: "Paid for a year, not renewed yet." },
  ],
  "sam@bellwetherdesk.example": [{ tier: "premium", from_days_ago: 300, days_left: 64, reason: "Paid for a year." }],
  "priya@ledgerlight.example": [
    { tier: "premium", from_days_ago: 236, days_left: 128, reason: "Paid for a year by bank transfer." },
  ],
  "ingrid@nordlyskraft.example": [{ tier: "vip", from_days_ago: 150, days_left: 214, reason: "Paid for a year." }],
  "leila.moradi@plovermedical.example": [
    { tier: "premium", from_days_ago: 40, days_left: 324, reason: "Paid for a year." },
  ],
  "luca@ferrante-imports.example": [
    { tier: "premium", from_days_ago: 130, days_left: 234, reason: "Paid for a year." },
  ],
};

interface SampleStanding {
  change: "suspended" | "ended";
  days_ago: number;
  reason: string;
}

/** Approved members who are not in the club at the moment. */
const sampleStandings: Readonly<Record<string, SampleStanding>> = {
  "luca@ferrante-imports.example": {
    change: "suspended",
    days_ago: 12,
    reason: "You sent another member’s deck to a newsletter. Please call us, and we talk about how to go on.",
  },
  "dominic@vaneaccess.example": {
    change: "ended",
    days_ago: 20,
    reason: "Members told us three times that you advertised to them after we had asked you to stop.",
  },
};

/** Nobody else can sign in as one of these: the secret of their authenticator app is not known. */
const sampleSecondFactors: ReadonlySet<string> = new Set([
  "fiona.macaskill@glenview.example",
  "tomasz@wieczorek.example",
  "kwame@harbourline.example",
  "meilin@fenlight.example",
  "ingrid@nordlyskraft.example",
  "grace@umojapay.example",
  "vikram@lantanasecurity.example",
  "nils@akerblom.example",
]);

/** Hidden by themselves. */
const sampleHiddenByOwner: ReadonlySet<string> = new Set(["hello@studiominami.example"]);

const hour = 60 * 60 * 1000;

interface Told {
  kind: NoticeKind;
  /** Without it, when what it tells of happened. */
  hoursAgo?: number;
  isUnread?: true;
  /** Its company. */
  deal?: string;
}

const alder = "Alder Analytics";
const callPlanned: Told = { kind: "deal_call_planned", hoursAgo: 24, deal: alder };
const dealOpened: Told = { kind: "deal_opened", hoursAgo: 2 * 24, deal: alder };
const dealNews = [callPlanned, dealOpened];

const told: Record<string, readonly Told[]> = {
  "priya@ledgerlight.example": [
    { ...callPlanned, isUnread: true },
    dealOpened,
    { kind: "introduction_asked", hoursAgo: 49 },
    { kind: "company_update_published", isUnread: true },
    { kind: "shares_issued" },
    { kind: "payment_arrived" },
  ],
  "tomasz@wieczorek.example": dealNews,
  "eleanor@kindling.example": dealNews,
  "amara@kindling.example": [
    { kind: "company_update_sent", isUnread: true },
    { kind: "company_update_published", isUnread: true },
    { kind: "funds_released", hoursAgo: 12 * 24 },
  ],
};

export async function insertNotices(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string }[],
  { now }: { now: Date },
): Promise<void> {
  const deals = await tx
    .selectFrom("deals as d")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["d.id", "c.name"])
    .execute();
  const facts = await readFacts(tx);
  const rows = people.flatMap(({ id, email }) =>
    (told[email] ?? []).map(({ kind, hoursAgo, isUnread, deal }) => {
      const fact = facts.find((one) => one.kind === kind && (one.user_id === id || one.user_id === null));
      const created_at = hoursAgo === undefined ? fact?.happened_at : new Date(now.getTime() - hoursAgo * hour);
      if (!created_at) throw new Error(`The sample club has nothing that ${kind} could tell ${email}.`);
      const subject_id = deals.find(({ name }) => name === deal)?.id ?? fact?.subject_id ?? null;
      return { user_id: id, kind, subject_id, created_at, read_at: isUnread ? null : created_at };
    }),
  );
  const texts = await writeOwnNotices(
    tx,
    rows.map((row) => ({ ...row, pence: undefined })),
  );
  await tx
    .insertInto("notices")
    .values(rows.map((row, index) => ({ ...row, text: texts[index] ?? null })))
    .execute();
}

interface Fact {
  kind: NoticeKind;
  /** `null` means all admins. */
  user_id: string | null;
  subject_id: string | null;
  happened_at: Date;
}

/** What last happened to each, with the days of ledger and register; notices are kept for a year. */
async function readFacts(tx: Transaction<DB>): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    with lots as (
      select distinct on (r.user_id) r.user_id, h.commitment_id, h.issued_on
        from holdings h join investor_records r on r.id = h.record_id
       where h.commitment_id is not null order by r.user_id, h.issued_on desc, h.id desc)
    select 'shares_issued' as kind, user_id, commitment_id as subject_id, issued_on + time '12:30' as happened_at from lots
    union all
    select 'payment_arrived', l.user_id, l.commitment_id,
           (select max(t.booked_on) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
             where t.kind = 'receipt' and e.commitment_id = l.commitment_id) + time '14:00' from lots l
    union all
    (select distinct on (r.user_id) 'company_update_published', r.user_id, u.company_id, u.published_at
       from company_updates u join holdings h on h.company_id = u.company_id join investor_records r on r.id = h.record_id
      where u.published_at is not null order by r.user_id, u.published_at desc, u.company_id)
    union all
    (select 'company_update_sent', null, u.company_id, u.sent_at from company_updates u
      where u.published_at is null order by u.sent_at desc limit 1)`.execute(tx);
  return rows;
}

const sentMessages = [
  {
    days_ago: 21,
    kind: "service",
    purpose: "rules",
    subject: "The rules of the club, from next month",
    text: "Dear {first_name|member},\n\nfrom the first of next month a member who cannot come to an event says so two days before it. Until now it was one day.\n\nThe rest of the rules stays as it is. You find all of them on the page Terms.",
    not_offer_because: "The rules of the club",
  },
  {
    days_ago: 6,
    kind: "club",
    purpose: null,
    subject: "The winter supper, and who is new",
    text: "Dear {first_name|member},\n\nthe winter supper is at one long table again. Member Events has the day and the place.\n\nThree people have joined since we last wrote. They are in the member directory:\n\n- say hello to them at the supper\n- or ask for an introduction before\n\nAmara",
    not_offer_because: "An evening of the club",
  },
] as const;

/** What the first admin wrote to all members, each of whom got it by email. */
export async function insertMessages(tx: Transaction<DB>, now: Date): Promise<void> {
  for (const { days_ago, ...message } of sentMessages) {
    const at = new Date(now.getTime() - days_ago * 24 * hour);
    await sql`
      with author as (select user_id from user_roles where role = 'admin' order by requested_at, id limit 1), sent as (
        insert into messages (kind, purpose, subject, text, audience, is_offer, not_offer_because, is_personal, state, created_at,
                              created_by, updated_at, updated_by, tested_at, started_at, started_by, ended_at)
        select ${message.kind}, ${message.purpose}, ${message.subject}, ${message.text}, '{"members": true}', false,
               ${message.not_offer_because}, true, 'sent', ${at}, a.user_id, ${at}, a.user_id, ${at}, ${at}, a.user_id, ${at}
          from (select (select user_id from author)) a (user_id)
        returning id
      )
      insert into message_mails (message_id, user_id, state, changed_at)
      select sent.id, r.user_id, 'sent', ${at} from sent cross join user_roles r
       where r.role = 'member' and r.status = 'approved' and r.suspended_at is null and r.ended_at is null
         and r.approved_at <= ${at}`.execute(tx);
  }
}
