import type { Client } from "pg";

export interface ClubSize {
  members: number;
  /** Pending ones, each of a person of their own who waits for approval as well. */
  submissions: number;
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
  const items = list
    .split(list.includes("|") ? "|" : " ")
    .map((item) => `'${item.replace("_", " ")}'`)
    .join(", ");
  return `(array[${items}])[1 + abs(hashint8(${index})) % ${list.split(list.includes("|") ? "|" : " ").length}]`;
};

/** Fills the tables by statements of their owner, many rows at a time, and lets the planner look at them. */
export async function fillClub(owner: Client, { members, submissions, invitations }: ClubSize): Promise<void> {
  await owner.query("begin");
  await owner.query(peopleSql("member", members));
  await owner.query(peopleSql("newcomer", submissions));
  await owner.query(rolesSql("member", "approved"));
  await owner.query(rolesSql("newcomer", "pending"));
  await owner.query(writingsSql("member_profiles", "member"));
  await owner.query(writingsSql("member_profile_submissions", "newcomer"));
  await owner.query(invitationsSql(invitations));
  await owner.query(auditSql);
  await owner.query("commit");
  await owner.query("analyze");
}

const peopleSql = (kind: string, count: number): string => `
  insert into auth.users (name, email, email_verified, created_at, updated_at)
  select ${pick(words.first, "n")} || ' ' || ${pick(words.last, "n * 7")} || ' ' || n, '${kind}-' || n || '@large.example', true,
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

const invitationsSql = (count: number): string => `
  insert into invitations (email, code, created_at, expires_at)
  select 'guest-' || n || '@large.example', 'L' || lpad(n::text, 9, '0'), now() - n * interval '1 minute', now() + interval '20 days'
    from generate_series(1, ${count}) as n`;

const auditSql = `
  insert into audit_events (actor_id, kind, subject_id, created_at)
  select id, 'account_registered', id, created_at from auth.users where email like '%@large.example'`;
