-- Directory search. Each profile has its search text in a column, lower case and without accents.
-- The request roles cannot use the schema of the extensions; both are trusted, so the database's owner may create them.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

create function folded(p_text text) returns text language sql stable set search_path = pg_catalog as $$
  select lower(extensions.unaccent(normalize(p_text, nfkc)))
$$;

alter table member_profiles
  add column search_text text not null default '',
  add column expertise_keys text[] not null default '{}';

-- Triggers, not generated columns: those need functions that members may execute and that are declared immutable, but a
-- dictionary can change.
create function set_profile_search() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  new.search_text := public.folded(concat_ws(E'\n', new.full_name, new.company, new.position, new.location, new.bio,
                                             new.services_offered, array_to_string(new.expertise, E'\n')));
  new.expertise_keys := array(select lower(skill) from unnest(new.expertise) as skill);
  return new;
end
$$;
create trigger set_profile_search before insert or update on member_profiles
  for each row execute function set_profile_search();
update member_profiles set updated_at = updated_at;

create index member_profiles_search_idx on member_profiles using gin (search_text extensions.gin_trgm_ops)
  where is_visible;
create index member_profiles_expertise_idx on member_profiles using gin (expertise_keys) where is_visible;
create index member_profiles_location_idx on member_profiles (lower(location), created_at desc, id desc)
  where is_visible;

-- A page of ids for the directory, newest first. A security definer, so it checks visibility itself: under a policy
-- PostgreSQL uses no index for operators that are not leakproof, and those of search are not.
-- Dynamic SQL, so that each condition can use its index; user input is quoted by %L.
create function find_directory_profiles(p_words text, p_expertise text, p_location text,
                                        p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
declare
  word text;
  statement text := 'select id from public.member_profiles where is_visible';
begin
  if not public.is_member() then return; end if;
  for word in select distinct w from regexp_split_to_table(public.folded(p_words), '\s+') as w where w <> '' loop
    statement := statement
      || format(' and search_text like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%');
  end loop;
  if p_expertise is not null then
    statement := statement || format(' and expertise_keys @> array[%L]', lower(p_expertise));
  end if;
  if p_location is not null then
    statement := statement || format(' and lower(location) = %L', lower(p_location));
  end if;
  if p_before is not null then
    statement := statement || format(' and (created_at, id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id);
  end if;
  return query execute statement || format(' order by created_at desc, id desc limit %s', p_limit);
end
$$;
grant execute on function find_directory_profiles(text, text, text, timestamptz, uuid, integer) to club_member;

-- Number of visible profiles per skill and location, updated when profiles change, because counting reads every profile.
-- Spellings are separate rows, merged when read.
create table directory_terms (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind in ('expertise', 'location')),
  term text not null,
  members integer not null,
  created_at timestamptz(3) not null default now(),
  unique (kind, term)
);
alter table directory_terms enable row level security;
grant select on directory_terms to club_member;
create policy "members see what the directory can be filtered by" on directory_terms for select to club_member
  using ((select is_member()));

create index directory_terms_unused_idx on directory_terms (kind, term) where members <= 0;

create function directory_terms_of(p_is_visible boolean, p_location text, p_expertise text[])
returns table (kind text, term text) language sql stable set search_path = pg_catalog as $$
  select 'location', p_location where p_is_visible and p_location is not null
  union all
  select 'expertise', (array_agg(skill))[1] from unnest(p_expertise) as skill where p_is_visible group by lower(skill)
$$;

-- Statement-level: thousands of updates of one row in one transaction become slow. In a fixed order, to avoid deadlocks.
create function count_directory_terms() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  terms constant text := 'select terms.*, %s as change from %s, public.directory_terms_of(is_visible, location, expertise) as terms';
begin
  execute format('insert into public.directory_terms as counted (kind, term, members)
                  select kind, term, sum(change) from (%s) as changes
                   group by kind, term having sum(change) <> 0 order by kind, term
                  on conflict (kind, term) do update set members = counted.members + excluded.members',
                 concat_ws(' union all ', case when tg_op <> 'DELETE' then format(terms, 1, 'new_rows') end,
                                          case when tg_op <> 'INSERT' then format(terms, -1, 'old_rows') end));
  delete from public.directory_terms where members <= 0;
  return null;
end
$$;
create trigger count_inserted_terms after insert on member_profiles referencing new table as new_rows
  for each statement execute function count_directory_terms();
create trigger count_updated_terms after update on member_profiles referencing old table as old_rows new table as new_rows
  for each statement execute function count_directory_terms();
create trigger count_deleted_terms after delete on member_profiles referencing old table as old_rows
  for each statement execute function count_directory_terms();

insert into directory_terms (kind, term, members)
select kind, term, count(*) from member_profiles, directory_terms_of(is_visible, location, expertise) group by kind, term;
