import { sql } from "kysely";
import type { Database } from "#server/platform/db/connect.ts";

/** Visible profiles, each a minute older than the previous; expertise and locations are few and common, or unique. */
export async function buildManyMembers(db: Database, count: number): Promise<void> {
  await sql`
    with people as (
      insert into auth.users (email, name, email_verified)
      select 'many-' || n || '@members.example', 'Member ' || n, true from generate_series(1, ${count}::int) as n
      returning id
    )
    insert into user_roles (user_id, role, status, approved_at) select id, 'member', 'approved', now() from people`.execute(
    db,
  );
  // The rows go into the pending lists of the indexes: one by one, their many terms are four fifths of the time.
  const indexes = ["search", "expertise", "short"].map((name) => `member_profiles_${name}_idx`);
  const collect = (on: boolean) =>
    Promise.all(
      indexes.map((index) => sql`alter index ${sql.id(index)} set (fastupdate = ${sql.lit(on)})`.execute(db)),
    );
  await collect(true);
  await sql`
    insert into member_profiles (user_id, full_name, position, company, location, bio, services_offered, expertise, created_at)
    select id, (array['Zoë','José','Amara','Tomasz','Ines','Gareth','Priya','Conor'])[1 + n % 8] || ' ' || initcap(translate(md5(n::text), '0123456789', 'ghijklmnop')),
           'Partner', 'Company ' || n % (${count}::int / 5), case when n % 3 = 0 then 'London' else 'Town ' || n % 97 end,
           'I met founders for ' || n % 30 || ' years and wrote down what worked. ' || repeat(md5(n::text) || ' ', 8),
           'An hour on pricing.', array['SaaS', 'Skill ' || n % 211, 'Skill ' || n % 13],
           now() - n * interval '1 minute'
      from (select id, substring(email from '[0-9]+')::int as n from auth.users where email like 'many-%') as people`.execute(
    db,
  );
  await collect(false);
  // Owner only; autovacuum would do it later. It also empties the pending lists.
  await sql`vacuum analyze member_profiles`.execute(db);
}
