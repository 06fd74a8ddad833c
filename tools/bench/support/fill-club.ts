import type { Client } from "pg";

export interface ClubSize {
  members: number;
  /** Pending ones, and every tenth rejected, each of a person of their own who waits for approval as well. */
  submissions: number;
  /** Half used, a tenth expired. */
  invitations: number;
}

/** More words than a small club has, so that a search finds some of the people and not all or none. */
const words = {
  first:
    "Amina Bruno Celeste Darragh Edith Farouk Greta Hamish Ines Jolyon Keiko Lachlan Maeve Nikhil Odette Piotr Ruth",
  last: "Abara Bexley Castell Drummond Eriksen Fairweather Gilmour Haddad Ishikawa Jansen Kowalczyk Lindqvist Mbeki Nair Ó_Briain",
  company:
    "Alder Beacon Cinder Drystone Estuary Fathom Granary Harbour Isobar Juniper Kestrel Lantern Meridian Northgate",
  place: "London Manchester Edinburgh Bristol Leeds Cardiff Belfast Glasgow Cambridge Oxford Lisbon Zürich",
  skill:
    "Pricing|B2B SaaS|Fundraising|Enterprise sales|Data privacy|Hiring|Payments|Climate|Health care|Go-to-market|Product",
} as const;

const pick = (list: string, index: string): string => {
  const items = list.split(list.includes("|") ? "|" : " ").map((item) => `'${item.replace("_", " ")}'`);
  return `(array[${items}])[1 + abs(hashint8(${index})) % ${items.length}]`;
};

const fullName = `${pick(words.first, "n")} || ' ' || ${pick(words.last, "n * 7")} || ' ' || n`;
/** The oldest member. */
export const rareMember = "Una Thistlewood";

/** Fills the tables by statements of their owner, many rows at a time, and lets the planner look at them. */
export async function fillClub(owner: Client, { members, submissions, invitations }: ClubSize): Promise<void> {
  const statements = [
    peopleSql("member", members),
    peopleSql("newcomer", submissions),
    rolesSql("member", "approved"),
    rolesSql("newcomer", "pending"),
    writingsSql("member_profiles", "member"),
    writingsSql("member_profile_submissions", "newcomer"),
    writingsSql("member_profile_submissions", "member"),
    reviewsSql,
    invitationsSql(invitations),
    deletionRequestsSql,
    sessionsSql,
    picturesSql,
    auditSql,
  ];
  await owner.query(["begin", ...statements, "commit"].join(";"));
  // Autovacuum would do this in time: a bench needs to have it behind it.
  await owner.query("vacuum analyze");
}

const peopleSql = (kind: string, count: number): string => `
  insert into auth.users (name, email, email_verified, created_at, updated_at)
  select case when '${kind}-' || n = 'member-${count}' then '${rareMember}' else ${fullName} end, '${kind}-' || n || '@large.example', true,
         now() - n * interval '1 minute', now()
    from generate_series(1, ${count}) as n`;

const rolesSql = (kind: string, status: "approved" | "pending"): string => `
  insert into user_roles (user_id, role, status, requested_at, approved_at)
  select id, 'member', '${status}', created_at, ${status === "approved" ? "created_at" : "null"}
    from auth.users where email like '${kind}-%@large.example'`;

const writingsSql = (table: string, kind: string): string => `
  insert into ${table} (user_id, full_name, bio, position, company, location, services_offered, expertise, linkedin_url, created_at)
  select id, name, 'Built a company in ' || place || ', sold it, and now backs people who do the same. ' || repeat('Asks about churn first. ', 6),
         'Founder', company, place, 'Two hours a month for founders who price for the first time.',
         array[skill, other_skill], 'https://www.linkedin.example/in/' || n, created_at
    from (select u.*, row_number() over (order by created_at) as n from auth.users u where email like '${kind}-%@large.example') as person,
         lateral (select ${pick(words.company, "n * 3")} || ' ' || n % 400 as company, ${pick(words.place, "n * 5")} as place,
                         ${pick(words.skill, "n * 11")} as skill, ${pick(words.skill, "n * 13")} || ' ' || n % 50 as other_skill) as made`;

/** Members' submissions are approved. */
const reviewsSql = `
  update member_profile_submissions s
     set submitted_at = s.created_at, status = decided.status, reviewed_at = case when decided.status <> 'pending' then s.created_at end
    from (select id, case when email like 'member-%' then 'approved' when email like '%0@%' then 'rejected' else 'pending' end as status
            from auth.users where email like '%@large.example') as decided
   where s.user_id = decided.id`;

const invitationsSql = (count: number): string => `
  insert into invitations (email, code, created_at, expires_at, used_at, used_by)
  select 'guest-' || n || '@large.example', 'L' || lpad(n::text, 9, '0'), now() - n * interval '1 minute',
         case when n % 10 = 5 then now() - n * interval '30 seconds' else now() + interval '20 days' end,
         case when n % 2 = 0 then now() - n * interval '30 seconds' end, case when n % 2 = 0 then u.id end
    from generate_series(1, ${count}) as n left join auth.users u on u.email = 'member-' || n || '@large.example'`;

/** Every two hundredth member, all within the last thirty days. */
const deletionRequestsSql = `
  insert into deletion_requests (user_id, requested_at, due_at)
  select id, now() - n * interval '1 second', now() - n * interval '1 second' + interval '30 days'
    from (select id, row_number() over (order by created_at) as n from auth.users where email like 'member-%@large.example') as member
   where n % 200 = 0`;

const sessionsSql = `
  insert into auth.sessions (user_id, token, expires_at, created_at, updated_at, user_agent)
  select id, 'large-' || id, now() + interval '7 days', now(), now(), 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
    from auth.users where email like '%@large.example'`;

/** Analysed on the way: each picture looks its file up, and with the statistics of an empty table would read all that are not attached. */
const picturesSql = `
  insert into files (kind, user_id, storage, state, media_type, bytes, sha256, created_at)
  select 'picture', id, 'database', 'uploaded', 'image/webp', 64 + length(name), repeat('0', 64), created_at
    from auth.users where email like 'member-%@large.example';
  analyze files;
  insert into file_chunks (file_id, first_byte, content)
  select id, 0, decode(repeat('00', bytes), 'hex') from files where kind = 'picture' and state = 'uploaded';
  insert into pictures (user_id, name, width, height, file_id, created_at)
  select user_id, 'me-' || right(user_id::text, 4) || '.webp', 512, 512, id, created_at
    from files where kind = 'picture' and state = 'uploaded'`;

/** Everybody registered, signed in twice, and handed something in. */
const auditSql = `
  insert into audit_events (actor_id, kind, subject_id, created_at)
  select id, kind, id, created_at + n * interval '1 second'
    from auth.users, unnest(array['account_registered', 'signed_in', 'signed_in']) with ordinality as step (kind, n)
   where email like '%@large.example'
  union all
  select user_id, 'submission_created', id, submitted_at from member_profile_submissions`;
