create table invitations (
  id uuid primary key default app_uuid_v7(),
  email text not null check (email = lower(btrim(email))),
  code text not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_by uuid references auth.users (id) on delete set null,
  -- The creator is null for the first admins.
  created_by uuid references auth.users (id) on delete set null, check (expires_at > created_at),
  -- The invitation may name the person, the tier they get once approved, and a sentence of who invites.
  full_name text check (btrim(full_name) <> '' and length(full_name) <= 200),
  tier text check (tier in ('trial', 'premium', 'vip')),
  note text check (btrim(note) <> '' and length(note) <= 1000));
create unique index invitations_unused_email_idx on invitations (email) where used_at is null;
create index invitations_newest_idx on invitations (created_at desc, id desc);
create index invitations_used_by_idx on invitations (used_by);
create index invitations_created_by_idx on invitations (created_by);
create index invitations_email_idx on invitations using gin (email extensions.gin_trgm_ops, short_grams(email));
alter index invitations_email_idx alter column 2 set statistics 0;
create index invitations_unused_idx on invitations (created_at desc, id desc) where used_at is null;
create index invitations_used_idx on invitations (created_at desc, id desc) where used_at is not null;
create index invitations_waiting_idx on invitations (expires_at) where used_at is null;
comment on table invitations is 'club; own: email created_at expires_at used_at full_name tier note; secret: code';

-- Rights

grant select, insert (email, code, expires_at, created_by, full_name, tier, note), delete, update (expires_at) on invitations to club_member;
create policy "admins see invitations" on invitations for select to club_member using ((select is_admin()));
create policy "admins invite in their own name" on invitations for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));
create policy "admins prolong unused invitations" on invitations for update to club_member
  using ((select is_admin()) and used_at is null) with check ((select is_admin()) and used_at is null);
create policy "admins delete unused invitations" on invitations for delete to club_member
  using ((select is_admin()) and used_at is null);
