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

/** Columns, constraints, indexes, triggers, policies, functions, grants. */
export async function schemaOf(address: DatabaseAddress): Promise<string[]> {
  const client = await connectTo(address);
  try {
    const { rows } = await client.query<{ fact: string }>(
      `with n as (select oid, nspname from pg_namespace where nspname ${ours} and nspname !~ '^pg_')
       select fact from (
         select concat_ws(' ', 'column', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                          a.attgenerated, a.attacl, c.relacl, c.relrowsecurity)
           from pg_attribute a join pg_class c on c.oid = a.attrelid
          where c.relnamespace in (select oid from n) and a.attnum > 0 and c.relkind in ('r', 'v')
         union all
         select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
           from pg_constraint where connamespace in (select oid from n) and contype <> 'n'
         union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname in (select nspname from n)
         union all
         select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
           from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where not tgisinternal and c.relnamespace in (select oid from n)
         union all
         select concat_ws(' ', 'policy', schemaname, tablename, policyname, roles, cmd, qual, with_check)
           from pg_policies where schemaname in (select nspname from n)
         union all
         select concat_ws(' ', 'function', pg_get_functiondef(oid), proacl)
           from pg_proc where pronamespace in (select oid from n) and prokind in ('f', 'p')
         union all select concat_ws(' ', 'migration', name) from migrations.applied
       ) as facts (fact) order by fact collate "C"`,
    );
    return rows.map(({ fact }) => fact);
  } finally {
    await client.end();
  }
}
