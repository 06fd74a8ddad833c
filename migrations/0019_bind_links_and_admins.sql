-- Links that verify an e-mail, each for one account and one address. Like all of auth, accessible to the owner only.
create table auth.email_verifications (
  -- SHA-256 of the token in the link.
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null check (email = lower(btrim(email))),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check (expires_at > created_at)
);
create index email_verifications_user_id_idx on auth.email_verifications (user_id);
create index email_verifications_expires_at_idx on auth.email_verifications (expires_at);
alter table auth.email_verifications enable row level security;

-- When the e-mail last changed; null while it is the one of the registration.
alter table auth.users add column email_changed_at timestamptz(3);
update auth.users u
   set email_changed_at = c.changed_at
  from (select subject_id, max(created_at) as changed_at from audit_events where kind = 'email_changed' group by 1) c
 where c.subject_id = u.id;

create function mark_email_change() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.email_changed_at := now();
  return new;
end
$$;
create trigger mark_email_change before update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function mark_email_change();

-- Rights by a row in user_roles, or by a verified e-mail in admin_emails that the account was registered with.
create or replace function is_admin_person(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.user_roles
                 where user_id = p_user_id and role = 'admin' and status = 'approved')
      or exists (select from auth.users u join public.admin_emails a on a.email = u.email
                 where u.id = p_user_id and u.email_verified and u.email_changed_at is null)
$$;

create or replace view people as
  select u.id, u.email, u.email_verified,
         coalesce((select p.full_name from member_profiles p where p.user_id = u.id),
                  (select s.full_name from member_profile_submissions s where s.user_id = u.id),
                  nullif(u.name, ''),
                  (select i.full_name from pending_members i where i.email = u.email)) as full_name,
         u.email_changed_at is null and exists (select from admin_emails e where e.email = u.email) as is_first_admin
    from auth.users u;

create or replace view admins with (security_barrier) as
  select p.id, p.email, p.full_name, p.is_first_admin,
         coalesce(a.approved_at, m.approved_at, m.requested_at) as admin_since,
         a.approved_by as given_by,
         (select coalesce(g.full_name, g.email) from people g where g.id = a.approved_by) as given_by_name,
         a.approved_by is null and not exists (select from audit_events e where e.subject_id = p.id
                                                 and e.kind = 'admin_role_given') as is_given_by_club
    from people p
    join user_roles m on m.user_id = p.id and m.role = 'member'
    left join user_roles a on a.user_id = p.id and a.role = 'admin' and a.status = 'approved'
   where p.id in (select user_id from user_roles where role = 'admin' and status = 'approved'
                  union
                  select u.id from admin_emails e join auth.users u on u.email = e.email
                   where u.email_verified and u.email_changed_at is null)
     and (select is_admin());

create or replace function count_membership_requests() returns integer
language sql stable security definer set search_path = pg_catalog as $$
  select count(*)::integer from public.user_roles
   where role = 'member' and status = 'pending' and public.is_admin()
     and user_id not in (select u.id from public.admin_emails e join auth.users u on u.email = e.email
                          where u.email_changed_at is null)
$$;
