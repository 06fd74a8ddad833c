import { CompiledQuery, type Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";

type Lines = Promise<string[]>;
type Read = (query: string) => Lines;

/** Schemas that no request role may use: their grants are read, their functions belong to pg-boss and to extensions. */
const ownSchemas = "n.nspname !~ '^(pg_|information_schema|extensions)'";

const grantee = "coalesce(nullif(a.grantee, 0)::regrole::text, 'PUBLIC')";
const verb = "lower(a.privilege_type) || case when a.is_grantable then ' with grant option' else '' end";
/** PostgreSQL formats an expression over several lines, and repeats the name of a function that is called once a statement. */
const onOneLine = (expression: string) =>
  `regexp_replace(regexp_replace(${expression}, '\\s+', ' ', 'g'), '\\( SELECT (\\w+\\(\\)) AS \\w+\\)', '\\1', 'g')`;

/** One line for each right that the catalogue knows, under its heading. */
export async function readRights(db: Kysely<DB>, migratedDatabase: string): Promise<Record<string, string[]>> {
  const read: Read = async (query) =>
    (await db.executeQuery<{ line: string }>(CompiledQuery.raw(query))).rows.map(({ line }) => line);
  return {
    "Roles of requests": await readRoles(read),
    "The migrated database": await read(`
      select ${grantee} || ' ' || string_agg(${verb}, ', ' order by a.privilege_type) as line
        from pg_database d, aclexplode(d.datacl) a
       where d.datname = '${migratedDatabase}' and a.grantee <> d.datdba group by a.grantee order by 1`),
    "Default privileges": await read(`
      select 'a new ' || case d.defaclobjtype when 'f' then 'function' when 'r' then 'table' when 'S' then 'sequence'
               when 'n' then 'schema' else d.defaclobjtype::text end
             || coalesce(' of ' || nullif(d.defaclnamespace, 0)::regnamespace, '')
             || ': ' || coalesce((select string_agg(distinct ${grantee} || ' ' || ${verb}, ', ')
                                    from aclexplode(d.defaclacl) a where a.grantee <> d.defaclrole), 'its owner alone') as line
        from pg_default_acl d order by 1`),
    Schemas: await read(`
      select n.nspname || ': ' || coalesce(
               (select string_agg(${grantee} || ' ' || ${verb}, ', ' order by ${grantee}, a.privilege_type)
                  from aclexplode(n.nspacl) a where a.grantee <> n.nspowner), 'its owner alone') as line
        from pg_namespace n where n.nspname !~ '^(pg_|information_schema)' order by n.nspname collate "C"`),
    "Tables, views and sequences": await readRelations(read),
    "Functions (the search path is pg_catalog unless a line says otherwise)": await readFunctions(read),
  };
}

const readRoles = (read: Read): Lines =>
  read(`
    select r.rolname || ': ' || concat_ws(', ',
             case when r.rolcanlogin then 'login' else 'no login' end,
             case when r.rolsuper then 'superuser' end,
             case when r.rolbypassrls then 'bypasses row-level security' end,
             case when r.rolcreaterole then 'creates roles' end,
             case when r.rolcreatedb then 'creates databases' end,
             (select 'member of ' || string_agg(m.roleid::regrole::text, ', ' order by 1) from pg_auth_members m where m.member = r.oid),
             'owns ' || (select count(*) from pg_class c where c.relowner = r.oid) || ' relations and '
               || (select count(*) from pg_proc p where p.proowner = r.oid) || ' functions') as line
      from pg_roles r where r.rolname in ('club_visitor', 'club_member') order by r.rolname collate "C"`);

/** A line for the relation, one for each role that has rights, one for each policy and one for each trigger. */
const readRelations = (read: Read): Lines =>
  read(`
    with relations as (
      select c.oid, c.relacl, c.relowner, c.oid::regclass::text as name,
             concat_ws(', ',
               case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
                    when 'f' then 'foreign table' else 'table' end,
               case when c.relkind in ('r', 'p') then
                 'row-level security ' || case when not c.relrowsecurity then 'OFF' when c.relforcerowsecurity then 'forced' else 'on' end end,
               case when c.relkind = 'v' then coalesce(array_to_string(c.reloptions, ', '), 'no options') end,
               case when c.relowner <> current_user::regrole then 'owner ' || c.relowner::regrole end) as facts
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'v', 'm', 'p', 'S', 'f') and ${ownSchemas}),
    grants as (
      select r.oid, a.grantee, ${verb} as verb, null as columns from relations r, aclexplode(r.relacl) a where a.grantee <> r.relowner
      union all
      select r.oid, a.grantee, ${verb}, '(' || string_agg(c.attname, ', ' order by c.attnum) || ')'
        from relations r join pg_attribute c on c.attrelid = r.oid and not c.attisdropped, aclexplode(c.attacl) a
       where a.grantee <> r.relowner group by r.oid, a.grantee, a.privilege_type, a.is_grantable),
    lines as (
      select r.oid, r.name, 1 as rank, r.facts || case when exists (select from grants g where g.oid = r.oid) then ''
               else ', granted to nobody' end as line from relations r
      union all
      select r.oid, r.name, 2, ${grantee} || ': ' || string_agg(concat_ws(' ', a.verb, a.columns), ', ' order by a.verb)
        from relations r join grants a on a.oid = r.oid group by r.oid, r.name, a.grantee
      union all
      select r.oid, r.name, 3, concat_ws(' ', case when p.polpermissive then 'policy' else 'restrictive policy' end, '"' || p.polname || '"',
               case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
               'to', (select string_agg(coalesce(nullif(role, 0)::regrole::text, 'PUBLIC'), ', ') from unnest(p.polroles) role),
               'using ' || ${onOneLine("pg_get_expr(p.polqual, p.polrelid)")},
               'with check ' || ${onOneLine("pg_get_expr(p.polwithcheck, p.polrelid)")})
        from relations r join pg_policy p on p.polrelid = r.oid
      union all
      select r.oid, r.name, 4, regexp_replace(${onOneLine("pg_get_triggerdef(t.oid)")}, '^CREATE TRIGGER (\\S+)(.*) ON \\S+ ', 'trigger \\1\\2 ')
             || case when t.tgenabled = 'O' then '' else ' (enabled: ' || t.tgenabled::text || ')' end
        from relations r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal)
    select l.name || ' ' || l.line as line from lines l
     where l.oid in (select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace)
        or l.oid in (select g.oid from grants g)
     order by l.name collate "C", l.rank, l.line collate "C"`);

const readFunctions = (read: Read): Lines =>
  read(`
    select p.oid::regprocedure || ' ' || concat_ws(', ',
             case when p.prosecdef then 'definer' else 'invoker' end,
             nullif(coalesce(array_to_string(p.proconfig, ', '), 'NO SEARCH PATH'), 'search_path=pg_catalog'),
             case when p.proleakproof then 'leakproof' end,
             case when p.proowner <> current_user::regrole then 'owner ' || p.proowner::regrole end,
             'called by ' || coalesce((select string_agg(${grantee}, ', ' order by ${grantee})
               from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner), 'its owner alone')) as line
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ownSchemas} and n.nspname <> 'pgboss' order by p.oid::regprocedure::text collate "C"`);
