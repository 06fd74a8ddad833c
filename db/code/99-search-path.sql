-- Functions name the schema of everything they use, so that nobody can put another object in its place. What the body of a function with
-- `return` uses is settled when it is created; a search path of its own would keep its expression from being put in place of its call.
do $$
declare name regprocedure;
begin
  for name in select oid from pg_proc where pronamespace in ('public'::regnamespace, 'auth'::regnamespace) and prosqlbody is null
               and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = pg_proc.oid and d.deptype = 'e') loop
    execute format('alter function %s set search_path = pg_catalog', name);
  end loop;
end $$;
