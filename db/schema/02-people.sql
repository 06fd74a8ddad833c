-- The table is filled from the setting ADMIN_EMAILS at every start.
create table admin_emails (
  id uuid primary key default app_uuid_v7(),
  email text not null unique check (email = lower(btrim(email))), created_at timestamptz(3) not null default now(),
  -- The account that it is for, which stays so as it changes its address.
  user_id uuid references auth.users (id) on delete set null);
create index admin_emails_user_id_idx on admin_emails (user_id);
comment on table admin_emails is 'club';

create table user_roles (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'member')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_at timestamptz(3) not null default now(),
  -- The approver is null where the software decided.
  approved_at timestamptz(3),
  approved_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  -- The status stays the decision on the request; suspension and end are for approved members only.
  suspended_at timestamptz(3),
  ended_at timestamptz(3),
  -- The person is told the reason of the latest suspension, end or reinstatement.
  standing_reason text check (length(standing_reason) <= 5000),
  standing_by uuid references auth.users (id) on delete set null,
  unique (user_id, role),
  check ((status = 'pending') = (approved_at is null)),
  check (num_nonnulls(suspended_at, ended_at) <= 1),
  check (num_nonnulls(suspended_at, ended_at) = 0 or (role = 'member' and status = 'approved')));
create index user_roles_requested_idx on user_roles (role, requested_at desc, id desc);
create index user_roles_decided_idx on user_roles (role, approved_at desc, id desc) where status <> 'pending';
create index user_roles_pending_idx on user_roles (role, requested_at desc, id desc) where status = 'pending';
create index user_roles_standing_by_idx on user_roles (standing_by);
create index user_roles_ended_idx on user_roles (ended_at) where ended_at is not null;
create index user_roles_approved_idx on user_roles (requested_at desc, id desc)
  where role = 'member' and status = 'approved' and suspended_at is null and ended_at is null;
create index user_roles_rejected_idx on user_roles (requested_at desc, id desc) where role = 'member' and status = 'rejected';
create index user_roles_suspended_idx on user_roles (requested_at desc, id desc) where role = 'member' and suspended_at is not null;
create index user_roles_ended_newest_idx on user_roles (requested_at desc, id desc) where role = 'member' and ended_at is not null;
comment on table user_roles is 'own';

-- Imported people are approved at once when they register, with their name filled in.
create table pending_members (
  id uuid primary key default app_uuid_v7(),
  full_name text not null check (btrim(full_name) <> '' and length(full_name) <= 200),
  email text not null unique check (email = lower(btrim(email))),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  -- An imported person without a tier starts on Trial.
  tier text check (tier in ('trial', 'premium', 'vip')));
create index pending_members_created_by_idx on pending_members (created_by);
create index pending_members_name_idx on pending_members
  using gin (folded(full_name) extensions.gin_trgm_ops, short_grams(folded(full_name)));
comment on table pending_members is 'club; own: full_name email tier created_at';

-- Rows are only added: the latest row that has begun counts. After its last day, or without a row, the tier is Trial.
create table memberships (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  tier text not null check (tier in ('trial', 'premium', 'vip')),
  from_date date not null,
  -- Dates are London's.
  until_date date check (until_date >= from_date),
  set_by uuid references auth.users (id) on delete set null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  created_at timestamptz(3) not null default now(),
  end_announced_at timestamptz(3), end_told_at timestamptz(3), check (tier <> 'trial' or until_date is null));
create index memberships_user_id_idx on memberships (user_id, id desc);
create index memberships_tier_idx on memberships (tier, user_id);
create index memberships_set_by_idx on memberships (set_by);
create index memberships_until_date_idx on memberships (until_date) where end_told_at is null;
comment on table memberships is 'own';

-- Rights

grant select on user_roles to club_member;
create policy "people see their own roles, admins all" on user_roles for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));

grant select, insert (full_name, email, created_by, tier) on pending_members to club_member;
create policy "admins see imported people" on pending_members for select to club_member using ((select is_admin()));
create policy "admins import in their own name" on pending_members for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));

grant select, insert (user_id, tier, from_date, until_date, set_by, reason) on memberships to club_member;
create policy "people see their own tiers, admins all" on memberships for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "admins set the tier of other approved members" on memberships for insert to club_member
  with check ((select is_admin()) and set_by = (select app_user_id()) and user_id <> (select app_user_id())
              and exists (select from user_roles r where r.user_id = memberships.user_id and r.role = 'member'
                             and r.status = 'approved' and r.ended_at is null));
