-- For listing and counting pending requests, however many were decided before.
create index user_roles_pending_idx on user_roles (role, requested_at desc, id desc) where status = 'pending';

-- Display name of a person, for the views below only. A lookup per row: a join would read all names before the limit applies.
create view people as
  select u.id, u.email, u.email_verified,
         coalesce((select p.full_name from member_profiles p where p.user_id = u.id),
                  (select s.full_name from member_profile_submissions s where s.user_id = u.id),
                  nullif(u.name, ''),
                  (select i.full_name from pending_members i where i.email = u.email)) as full_name,
         exists (select from admin_emails e where e.email = u.email) as is_first_admin
    from auth.users u;

create or replace view membership_requests with (security_barrier) as
  select r.id, r.user_id, r.role, r.status, r.requested_at, r.approved_at, r.approved_by,
         p.email, p.email_verified, p.full_name,
         exists (select from user_roles a where a.user_id = r.user_id and a.role = 'admin' and a.status = 'approved')
           or (p.is_first_admin and p.email_verified) as is_admin,
         p.is_first_admin,
         (select coalesce(d.full_name, d.email) from people d where d.id = r.approved_by) as approved_by_name,
         -- Nobody stands there either where the admin who decided has left; the audit still knows that one did.
         r.status <> 'pending' and r.approved_by is null
           and not exists (select from audit_events e where e.subject_id = r.user_id and e.actor_id is not null
                             and e.kind in ('membership_approved', 'membership_rejected')) as is_decided_by_club
    from user_roles r
    join people p on p.id = r.user_id
   where r.role = 'member' and (select is_admin());

-- Everybody with admin rights, by a granted role or as a first admin.
create view admins with (security_barrier) as
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
                  select u.id from admin_emails e join auth.users u on u.email = e.email where u.email_verified)
     and (select is_admin());
grant select on admins to club_member;
