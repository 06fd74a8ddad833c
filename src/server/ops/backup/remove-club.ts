import type { ClientBase } from "pg";

/**
 * Takes away, in the caller's transaction, all that migrations have made. The schema public stays, with what extensions
 * have put there, and so do the queue's own tables, which no migration makes.
 */
export async function removeClub(client: ClientBase): Promise<void> {
  await client.query("drop schema if exists auth cascade");
  await client.query("drop schema migrations cascade");
  await client.query(`do $$
declare
  statement text;
begin
  for statement in
    with own as (
      select 'pg_class'::regclass as catalogue, oid, 1 as turn,
             format('drop %s if exists %s cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
                    when 'S' then 'sequence' else 'table' end, oid::regclass) as statement
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'pg_proc'::regclass, oid, 2, format('drop routine if exists %s cascade', oid::regprocedure)
        from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 'pg_type'::regclass, oid, 3, format('drop type if exists %s cascade', oid::regtype)
        from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
    )
    select own.statement from own
     where not exists (select from pg_depend d
                        where d.classid = own.catalogue and d.objid = own.oid and d.deptype = 'e')
     order by turn
  loop
    execute statement;
  end loop;
end $$`);
}
