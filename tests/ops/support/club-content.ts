import type { DatabaseAddress } from "#server/platform/db/database-address.ts";
import { connectTo } from "./database.ts";

const ours = "not in ('pg_catalog', 'information_schema', 'pg_toast', 'pgboss', 'migrations')";

/** Row count and hash per table, from the catalogue. */
export async function rowsOf(address: DatabaseAddress): Promise<Record<string, string>> {
  const client = await connectTo(address);
  try {
    await client.query("set timezone = 'UTC'; set extra_float_digits = 1");
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema ${ours} order by 1`,
    );
    const content: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text collate "C")), '') as content
           from ${name} t`,
      );
      content[name] = rows[0].content;
    }
    return content;
  } finally {
    await client.end();
  }
}

const grants = (acl: string, owner: string) => `(
  select string_agg(coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC') || ' ' || a.privilege_type, ', '
                    order by a.grantee::regrole::text, a.privilege_type)
    from aclexplode(${acl}) a where a.grantee <> ${owner})`;

/** The whole schema of the club, a line for each fact, sorted: the order in which things were made does not show. */
export async function schemaOf(address: DatabaseAddress): Promise<string[]> {
  const client = await connectTo(address);
  try {
    const { rows } = await client.query<{ fact: string }>(
      `with n as (select oid, nspname, nspacl, nspowner from pg_namespace where nspname ${ours} and nspname !~ '^pg_'),
            extended as (select objid from pg_depend where deptype = 'e'),
            c as (select c.*, n.nspname || '.' || c.relname as name from pg_class c join n on n.oid = c.relnamespace
                   where c.oid not in (select objid from extended))
       select fact from (
         select concat_ws(' ', 'schema', nspname, ${grants("nspacl", "nspowner")}) from n
         union all select concat_ws(' ', 'default rights', defaclobjtype, ${grants("defaclacl", "defaclrole")}) from pg_default_acl
         union all
         select concat_ws(' ', 'relation', relkind, name, relrowsecurity, relforcerowsecurity, reloptions, ${grants("relacl", "relowner")})
           from c where relkind not in ('i', 't')
         union all
         select concat_ws(' ', 'column', name, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity,
                          attstorage, attstattarget, pg_get_expr(adbin, adrelid), ${grants("attacl", "relowner")})
           from c join pg_attribute on attrelid = c.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'i')
         union all select concat_ws(' ', 'comment', name, obj_description(oid, 'pg_class')) from c where relkind = 'r'
         union all select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from c where relkind = 'v'
         union all select concat_ws(' ', 'index', pg_get_indexdef(oid)) from c where relkind = 'i'
         union all
         select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
           from pg_constraint where connamespace in (select oid from n) and contype <> 'n'
         union all
         select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
           from pg_trigger t join c on c.oid = t.tgrelid where not tgisinternal
         union all
         select concat_ws(' ', 'policy', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check)
           from pg_policies where schemaname in (select nspname from n)
         union all
         select concat_ws(' ', 'function', pg_get_functiondef(oid), ${grants("coalesce(proacl, acldefault('f', proowner))", "proowner")})
           from pg_proc where pronamespace in (select oid from n) and prokind in ('f', 'p')
            and oid not in (select objid from extended)
         union all select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext
         union all select concat_ws(' ', 'migration', name) from migrations.applied
       ) as facts (fact) order by fact collate "C"`,
    );
    return rows.map(({ fact }) => fact);
  } finally {
    await client.end();
  }
}
