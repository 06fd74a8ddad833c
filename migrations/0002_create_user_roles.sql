-- Roles and membership status. Access to tables in public needs a grant and a policy; otherwise only the owner has it.
revoke all on schema public from public;
alter default privileges revoke execute on functions from public;
revoke execute on function app_uuid_v7() from public;
grant usage on schema public to club_visitor, club_member;
grant execute on function app_uuid_v7() to club_member;

-- Filled from the setting ADMIN_EMAILS at every start.
create table admin_emails (
  id uuid primary key default app_uuid_v7(),
  email text not null unique check (email = lower(btrim(email))),
  created_at timestamptz(3) not null default now()
);
alter table admin_emails enable row level security;

create table user_roles (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'member')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_at timestamptz(3) not null default now(),
  -- When and by whom it was decided, whichever way; nobody where the club decided by itself.
  approved_at timestamptz(3),
  approved_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  unique (user_id, role),
  check ((status = 'pending') = (approved_at is null))
);
create index user_roles_requested_idx on user_roles (role, requested_at desc, id desc);
create index user_roles_decided_idx on user_roles (role, approved_at desc, id desc) where status <> 'pending';
alter table user_roles enable row level security;

-- The signed-in person of this transaction, or null.
create function app_user_id() returns uuid language sql stable set search_path = pg_catalog as $$
  select nullif(current_setting('app.user_id', true), '')::uuid
$$;

-- Rights by a row in user_roles, or by a verified e-mail in admin_emails.
create function is_admin_person(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.user_roles
                 where user_id = p_user_id and role = 'admin' and status = 'approved')
      or exists (select from auth.users u join public.admin_emails a on a.email = u.email
                 where u.id = p_user_id and u.email_verified)
$$;

-- pending, approved, rejected, or null for somebody who never asked. Admins are approved members.
create function membership_status_of(p_user_id uuid) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select case when public.is_admin_person(p_user_id) then 'approved'
              else (select status from public.user_roles where user_id = p_user_id and role = 'member') end
$$;

create function is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select public.is_admin_person(public.app_user_id())
$$;

-- Signed in and not rejected: what the members area and its data are open to.
create function is_member() returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(public.membership_status_of(public.app_user_id()) in ('pending', 'approved'), false)
$$;

grant execute on function app_user_id(), is_admin(), is_member() to club_visitor, club_member;

grant select, insert (user_id, role, status, approved_at, approved_by), delete on user_roles to club_member;
grant update (status, approved_at, approved_by) on user_roles to club_member;

create policy "people see their own roles, admins all" on user_roles for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "admins give the admin role to others" on user_roles for insert to club_member
  with check ((select is_admin()) and role = 'admin' and user_id <> (select app_user_id()));
create policy "admins decide on others" on user_roles for update to club_member
  using ((select is_admin()) and user_id <> (select app_user_id()))
  with check ((select is_admin()) and user_id <> (select app_user_id()));
create policy "admins take the admin role from others" on user_roles for delete to club_member
  using ((select is_admin()) and role = 'admin' and user_id <> (select app_user_id()));
