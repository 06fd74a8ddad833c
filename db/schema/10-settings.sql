-- A key has a row once an admin has changed it. The defaults are in the application.
create table club_settings (
  id uuid primary key default app_uuid_v7(),
  key text not null unique check (key ~ '^[a-z_]{1,40}$'),
  value jsonb not null check (octet_length(value::text) <= 65536),
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(), updated_by uuid references auth.users (id) on delete set null);
create index club_settings_updated_by_idx on club_settings (updated_by);

create table club_setting_revisions (
  id uuid primary key default app_uuid_v7(),
  key text not null references club_settings (key),
  revision integer not null,
  value jsonb not null,
  created_at timestamptz(3) not null default now(),
  created_by uuid references auth.users (id) on delete set null, unique (key, revision));
create index club_setting_revisions_created_by_idx on club_setting_revisions (created_by);

-- A change of what members pay and have time for. Another admin confirms it, and it is in force a day later.
create table setting_proposals (
  id uuid primary key default app_uuid_v7(),
  key text not null check (key in ('deals', 'fee_account', 'terms')),
  value jsonb not null check (octet_length(value::text) <= 65536),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  ended_at timestamptz(3),
  outcome text check (outcome in ('in_force', 'withdrawn', 'failed')),
  check (num_nulls(ended_at, outcome) in (0, 2)));
create unique index setting_proposals_open_idx on setting_proposals (key) where ended_at is null;
create index setting_proposals_proposed_by_idx on setting_proposals (proposed_by);
create index setting_proposals_confirmed_by_idx on setting_proposals (confirmed_by);

create table brand_files (
  id uuid primary key default app_uuid_v7(),
  file_id uuid not null unique references files (id),
  role text not null check (role in ('logo', 'icon', 'preview')),
  -- A preview is shown in links to the site.
  logo_file_id uuid references brand_files (file_id) on delete cascade,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(), check ((role = 'preview') = (logo_file_id is not null)));
create index brand_files_logo_file_id_idx on brand_files (logo_file_id);
create index brand_files_created_by_idx on brand_files (created_by);

-- There is no row before the first admin has registered.
create table club_setup (
  id uuid primary key default app_uuid_v7(),
  -- Any admin continues once this account is deleted.
  started_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  finished_by uuid references auth.users (id) on delete set null, check (finished_at is not null or finished_by is null));
create unique index club_setup_only_idx on club_setup ((true));
create index club_setup_started_by_idx on club_setup (started_by);
create index club_setup_finished_by_idx on club_setup (finished_by);

-- Rights

grant select, insert (key, value), update (value) on club_settings to club_member;
create policy "admins see settings" on club_settings for select to club_member using ((select is_admin()));
create policy "admins add settings" on club_settings for insert to club_member with check ((select is_admin()));
create policy "admins change settings" on club_settings for update to club_member
  using ((select is_admin())) with check ((select is_admin()));

grant select on club_setting_revisions to club_member;
create policy "admins see earlier settings" on club_setting_revisions for select to club_member using ((select is_admin()));

grant select on setting_proposals to club_member;
create policy "admins see proposals of settings" on setting_proposals for select to club_member using ((select is_admin()));

grant select on brand_files to club_visitor;
grant select, insert (file_id, role, logo_file_id, width, height, created_by) on brand_files to club_member;
create policy "people see the logo and icon in use, admins all" on brand_files for select to club_visitor, club_member
  using (is_brand_file(file_id));
create policy "admins add brand files in their own name" on brand_files for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));

grant select, insert (started_by), update (finished_at, finished_by) on club_setup to club_member;
create policy "admins see the setup" on club_setup for select to club_member using ((select is_admin()));
create policy "admins start the setup in their own name" on club_setup for insert to club_member
  with check ((select is_admin()) and started_by = (select app_user_id()));
create policy "admins finish the setup once" on club_setup for update to club_member
  using ((select is_admin()) and finished_at is null)
  with check (finished_at is not null and finished_by = (select app_user_id()));
