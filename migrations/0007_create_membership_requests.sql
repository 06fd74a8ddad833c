-- Membership requests with the person, for admins. A view runs with its owner's rights, so its condition replaces a policy.
create view membership_requests with (security_barrier) as
  select r.id, r.user_id, r.role, r.status, r.requested_at, r.approved_at, r.approved_by,
         u.email, u.email_verified,
         coalesce(p.full_name, s.full_name, nullif(u.name, ''), i.full_name) as full_name,
         exists (select from user_roles a where a.user_id = r.user_id and a.role = 'admin' and a.status = 'approved')
           or exists (select from admin_emails e where e.email = u.email and u.email_verified) as is_admin,
         exists (select from admin_emails e where e.email = u.email) as is_first_admin
    from user_roles r
    join auth.users u on u.id = r.user_id
    left join member_profiles p on p.user_id = r.user_id
    left join member_profile_submissions s on s.user_id = r.user_id
    left join pending_members i on i.email = u.email
   where r.role = 'member' and (select is_admin());
grant select on membership_requests to club_member;

-- Both return changed, unchanged (already so), decided (the other decision), own, admin (whose request
-- cannot be rejected), or null without a request.
create function decide_user_membership(target_user_id uuid, decision text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  current_status text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select status into current_status from public.user_roles
   where user_id = target_user_id and role = 'member' for update;
  if not found then return null; end if;
  if target_user_id = public.app_user_id() then return 'own'; end if;
  if current_status = decision then return 'unchanged'; end if;
  if current_status <> 'pending' then return 'decided'; end if;
  if decision = 'rejected' and public.is_admin_person(target_user_id) then return 'admin'; end if;

  update public.user_roles
     set status = decision, approved_at = now(), approved_by = public.app_user_id()
   where user_id = target_user_id and role = 'member';
  return 'changed';
end
$$;

create function approve_user_membership(target_user_id uuid) returns text
language sql security definer set search_path = pg_catalog as $$
  select public.decide_user_membership(target_user_id, 'approved')
$$;
create function reject_user_membership(target_user_id uuid) returns text
language sql security definer set search_path = pg_catalog as $$
  select public.decide_user_membership(target_user_id, 'rejected')
$$;
grant execute on function approve_user_membership(uuid), reject_user_membership(uuid) to club_member;
