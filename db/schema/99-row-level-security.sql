-- A table of `public` without a policy is open to the owner alone.

-- Rights

do $$
declare name regclass;
begin
  for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
    execute format('alter table %s enable row level security', name);
  end loop;
end $$;
