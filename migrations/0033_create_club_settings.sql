-- What the club says of itself: a row for each key that an admin has changed. Schemas and defaults are the application's.
create table club_settings (
  id uuid primary key default app_uuid_v7(),
  key text not null unique check (key ~ '^[a-z_]{1,40}$'),
  value jsonb not null check (octet_length(value::text) <= 65536),
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by uuid references auth.users (id) on delete set null
);
create index club_settings_updated_by_idx on club_settings (updated_by);

-- Every value that a key has had. Append-only.
create table club_setting_revisions (
  id uuid primary key default app_uuid_v7(),
  key text not null references club_settings (key),
  revision integer not null,
  value jsonb not null,
  created_at timestamptz(3) not null default now(),
  created_by uuid references auth.users (id) on delete set null,
  unique (key, revision)
);
create index club_setting_revisions_created_by_idx on club_setting_revisions (created_by);

alter table club_settings enable row level security;
alter table club_setting_revisions enable row level security;
grant select, insert (key, value), update (value) on club_settings to club_member;
grant select on club_setting_revisions to club_member;
create policy "admins see settings" on club_settings for select to club_member using ((select is_admin()));
create policy "admins add settings" on club_settings for insert to club_member with check ((select is_admin()));
create policy "admins change settings" on club_settings for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
create policy "admins see earlier settings" on club_setting_revisions for select to club_member using ((select is_admin()));

-- Counts revisions and notes who made them, whatever the statement says.
create function stamp_club_setting() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  new.revision := case when tg_op = 'INSERT' then 1 else old.revision + 1 end;
  new.updated_at := now();
  new.updated_by := public.app_user_id();
  return new;
end
$$;
create trigger stamp_club_setting before insert or update of value on club_settings
  for each row execute function stamp_club_setting();

create function keep_club_setting_revision() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.club_setting_revisions (key, revision, value, created_at, created_by)
  values (new.key, new.revision, new.value, new.updated_at, new.updated_by);
  return null;
end
$$;
create trigger keep_club_setting_revision after insert or update of value on club_settings
  for each row execute function keep_club_setting_revision();
create trigger mark_content_revision after insert or update of value or delete on club_settings
  for each statement execute function mark_content_revision();
