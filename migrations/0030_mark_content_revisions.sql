-- Revision of the public pages' content: every change replaces it, and processes render again.
create table content_revisions (
  id uuid primary key default app_uuid_v7(),
  revision uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now()
);
create unique index content_revisions_only_idx on content_revisions ((true));
-- For the owner only: requests read rendered pages.
alter table content_revisions enable row level security;

-- For a trigger `after insert or update or delete … for each statement` on each table that holds content.
create function mark_content_revision() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.content_revisions default values
  on conflict ((true)) do update set revision = excluded.revision;
  -- Delivered with the commit.
  perform pg_notify('content_revision', '');
  return null;
end
$$;
