-- Revision of the directory, for conditional requests: every change of a profile replaces it. Values are never reused, and
-- there is none before the first change, so that a database restored from a backup cannot match an outdated ETag.
create table directory_revisions (
  id uuid primary key default app_uuid_v7(),
  revision uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now()
);
create unique index directory_revisions_only_idx on directory_revisions ((true));
-- For the owner only: requests read the revision with their session.
alter table directory_revisions enable row level security;

create function mark_directory_revision() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.directory_revisions default values
  on conflict ((true)) do update set revision = excluded.revision;
  return null;
end
$$;
-- Triggers fire by name: this one last, so that a transaction locks the shared row as briefly as possible.
create trigger z_mark_directory_revision after insert or update or delete on member_profiles
  for each statement execute function mark_directory_revision();
