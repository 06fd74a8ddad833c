import { expectedRights } from "./rights.generated.ts";

/** Runs a query that answers lines. */
export type ReadLines = (query: string) => Promise<string[]>;

/**
 * A line for each fact of the catalogue on which the walls of the database stand: the request roles, what they and PUBLIC may do,
 * policies, row-level security, barriers of views, and which functions run as their owner. Nothing in it depends on the owner's
 * name or on how a version of PostgreSQL writes an expression.
 */
export const readRights = (read: ReadLines): Promise<string[]> => read(query);

/** The schemas of the club; what else there is belongs to the queue, to extensions or to the operator. */
const schemas = "('public', 'auth')";
const requestRoles = "('club_visitor', 'club_member')";
const isRequestGrant = `(a.grantee = 0 or a.grantee in (select oid from pg_roles where rolname in ${requestRoles}))`;
const grantee = "case a.grantee when 0 then 'PUBLIC' else pg_get_userbyid(a.grantee) end";
const verb = "lower(a.privilege_type) || case when a.is_grantable then ' with grant option' else '' end";

const query = `
  with relations as (
    select c.oid, c.relacl, c.relowner, c.relkind, c.relrowsecurity, c.reloptions, n.nspname || '.' || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${schemas} and c.relkind in ('r', 'p', 'v', 'm', 'S')),
  functions as (
    select p.oid, p.proacl, p.proowner, p.prosecdef, p.proconfig,
           n.nspname || '.' || p.proname || '(' || (
             select coalesce(string_agg((
                      select case when tn.nspname = 'pg_catalog' then '' else tn.nspname || '.' end || t.typname
                        from pg_type t join pg_namespace tn on tn.oid = t.typnamespace where t.oid = a.type), ', ' order by a.place), '')
               from unnest(p.proargtypes) with ordinality a (type, place)) || ')' as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ${schemas}),
  lines as (
    select 'role ' || rolname || ': ' || concat_ws(', ', case when rolcanlogin then 'login' else 'no login' end,
             case when rolsuper then 'superuser' end, case when rolbypassrls then 'bypasses row-level security' end) as line
      from pg_roles where rolname in ${requestRoles}
    union all
    select 'schema ' || n.nspname || ': ' || ${grantee} || ' ' || ${verb}
      from pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
     where n.nspname in ${schemas} and ${isRequestGrant}
    union all
    select 'table ' || name || ': row-level security ' || case when relrowsecurity then 'on' else 'off' end
      from relations where relkind in ('r', 'p')
    union all
    select 'view ' || name || ': ' || coalesce(array_to_string(reloptions, ', '), 'no options')
      from relations where relkind = 'v'
    union all
    select 'grant on ' || r.name || ': ' || ${grantee} || ' ' || ${verb}
      from relations r, aclexplode(coalesce(r.relacl, acldefault(case r.relkind when 'S' then 's' else 'r' end::"char", r.relowner))) a
     where ${isRequestGrant}
    union all
    select 'grant on ' || r.name || ': ' || ${grantee} || ' ' || ${verb} || ' (' || string_agg(c.attname, ', ' order by c.attname collate "C") || ')'
      from relations r join pg_attribute c on c.attrelid = r.oid and not c.attisdropped, aclexplode(c.attacl) a
     where ${isRequestGrant} group by r.name, a.grantee, a.privilege_type, a.is_grantable
    union all
    select 'policy on ' || r.name || ': ' || concat_ws(' ', '"' || p.polname || '"', case when p.polpermissive then null else 'restrictive' end,
             case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end, 'to',
             (select string_agg(case role when 0 then 'PUBLIC' else pg_get_userbyid(role) end, ', '
                                order by pg_get_userbyid(role) collate "C") from unnest(p.polroles) role))
      from relations r join pg_policy p on p.polrelid = r.oid
    union all
    select 'function ' || name || ': ' || case when prosecdef then 'as its owner' else 'as its caller' end
             || ', ' || coalesce(array_to_string(proconfig, ', '), 'no search path')
      from functions
    union all
    select 'grant on ' || f.name || ': ' || ${grantee} || ' ' || ${verb}
      from functions f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a where ${isRequestGrant})
  select line from lines order by line collate "C"`;

const mostShown = 5;

/** The database lacks rights or rules of this version, or lets the request roles do more. */
export class WrongRightsError extends Error {
  override name = "WrongRightsError";
  /** Each line begins with what is wrong with it. */
  readonly differences: readonly string[];
  constructor(differences: readonly string[]) {
    const shown = differences.slice(0, mostShown).map((line) => `  ${line}\n`);
    super(
      `The rights of the database are not those of this version: ${differences.length} differ, such as\n${shown.join("")}Without them members could see too much, or nothing. A database that was restored without its roles or privileges is like this: create the roles club_visitor and club_member, then restore it again with its privileges (pg_restore without --no-privileges). docs/operations/backup.md has the steps, under pg_dump and pg_restore.`,
    );
    this.differences = differences;
  }
}

/** @throws WrongRightsError */
export async function assertRights(read: ReadLines): Promise<void> {
  const differences = compareRights(await readRights(read));
  if (differences.length > 0) throw new WrongRightsError(differences);
}

/** What the operator has added beside the club is no difference, unless it opens something of the club. */
export function compareRights(present: readonly string[], expected: readonly string[] = expectedRights): string[] {
  const [is, wanted] = [new Set(present), new Set(expected)];
  const known = new Set(["auth", ...expected.map(subjectOf)]);
  return [
    ...expected.filter((line) => !is.has(line)).map((line) => `missing: ${line}`),
    ...present
      .filter((line) => !wanted.has(line) && /^(grant|policy|role|schema) /.test(line) && known.has(subjectOf(line)))
      .map((line) => `too much: ${line}`),
  ];
}

/** "grant on public.deals: …" is about public.deals, as "table public.deals: …" is. */
const subjectOf = (line: string): string => line.replace(/^\w+ (on )?/, "").replace(/: .*$/, "");
