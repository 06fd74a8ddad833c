-- A rejection by mistake is undone like a suspension: reinstating somebody who was rejected approves them. Answers admitted then.
create or replace function change_membership_standing(target_user_id uuid, change text, reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  membership public.user_roles;
begin
  if change not in ('suspended', 'ended', 'reinstated') then raise invalid_parameter_value; end if;
  -- Nobody is made an admin meanwhile.
  perform pg_advisory_xact_lock(hashtext('admin roles'));
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into membership from public.user_roles where user_id = target_user_id and role = 'member' for update;
  if not found then return null; end if;
  if target_user_id = public.app_user_id() then return 'own'; end if;
  if public.is_admin_person(target_user_id) then return 'admin'; end if;
  if membership.status = 'rejected' and change = 'reinstated' then
    update public.user_roles
       set status = 'approved', approved_at = now(), approved_by = public.app_user_id(),
           standing_reason = reason, standing_by = public.app_user_id()
     where id = membership.id;
    return 'admitted';
  end if;
  if membership.status <> 'approved' then return 'undecided'; end if;
  if change = (case when membership.ended_at is not null then 'ended'
                    when membership.suspended_at is not null then 'suspended' else 'reinstated' end) then
    return 'unchanged';
  end if;
  if change = 'suspended' and membership.ended_at is not null then return 'ended'; end if;

  update public.user_roles
     set suspended_at = case when change = 'suspended' then now() end,
         ended_at = case when change = 'ended' then now() end,
         standing_reason = reason, standing_by = public.app_user_id()
   where id = membership.id;
  -- Programs go with the sessions that their tokens belong to.
  if change <> 'reinstated' then delete from auth.sessions where user_id = target_user_id; end if;
  return 'changed';
end
$$;
