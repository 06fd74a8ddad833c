-- What the directory was when a browser last asked for it: a mark that every change of a profile replaces. It is never
-- used twice, and there is none before the first change, so that a club restored from a backup cannot take an old answer
-- for the present one.
create table directory_revisions (
  id uuid primary key default app_uuid_v7(),
  revision uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now()
);
create unique index directory_revisions_only_idx on directory_revisions ((true));
-- The owner's alone: requests read the mark with their session.
alter table directory_revisions enable row level security;

create function mark_directory_revision() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.directory_revisions default values
  on conflict ((true)) do update set revision = excluded.revision;
  return null;
end
$$;
-- Named to come last of all, so that a transaction holds the one row that all changes share for as short as it can.
create trigger z_mark_directory_revision after insert or update or delete on member_profiles
  for each statement execute function mark_directory_revision();
