-- Only approved members with a verified e-mail can be made admins.
create function can_become_admin(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select public.is_admin()
     and exists (select from public.user_roles r join auth.users u on u.id = r.user_id
                  where r.user_id = p_user_id and r.role = 'member' and r.status = 'approved' and u.email_verified)
$$;
grant execute on function can_become_admin(uuid) to club_member;

drop policy "admins give the admin role to others" on user_roles;
create policy "admins give the admin role to others who are approved members" on user_roles for insert to club_member
  with check ((select is_admin()) and role = 'admin' and status = 'approved' and user_id <> (select app_user_id())
              and can_become_admin(user_id));

-- Only functions change the status: they check which transition is allowed.
drop policy "admins decide on others" on user_roles;
revoke update on user_roles from club_member;

-- As before, but candidates are exactly those who can be made admins.
create or replace function find_people(p_part text, p_only_candidates boolean,
                                       p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
declare
  part constant text := lower(p_part);
  is_named constant text := format(
    'exists (select from public.people p where p.id = user_id and (%s or %s or p.id::text = %L)%s)',
    public.contains('lower(p.full_name)', part), public.contains('p.email', part), part,
    case when p_only_candidates then ' and p.email_verified and not p.is_first_admin' end);
begin
  if not public.is_admin() then return; end if;
  return query select public.find_newest(
    'user_roles', 'requested_at',
    concat('role = ''member''',
           case when p_only_candidates then ' and status = ''approved'' and not exists (select from public.user_roles a
             where a.user_id = user_roles.user_id and a.role = ''admin'' and a.status = ''approved'')' end),
    is_named,
    format('user_id in (select id from auth.users where %s or %s
                        union all select user_id from public.member_profiles where %3$s
                        union all select user_id from public.member_profile_submissions where %3$s
                        union all select u.id from public.pending_members m join auth.users u on u.email = m.email
                                   where %4$s
                        union all select %5$s) and %6$s',
           public.contains_by_index('lower(name)', part), public.contains_by_index('email', part),
           public.contains_by_index('lower(full_name)', part), public.contains_by_index('lower(m.full_name)', part),
           -- A whole id, where that is what was typed.
           format('%L::uuid', substring(part from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')), is_named),
    p_before, p_before_id, p_limit);
end
$$;
