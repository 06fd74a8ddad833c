-- One function per table, `transition_<table>`, changes a status: it checks rights and allowed transitions, and compares the
-- version that was read with the locked row. It returns changed, unchanged (already so), conflict (not allowed from the
-- current state), or null without such a row.
drop function approve_member_submission(uuid), reject_member_submission(uuid, text),
              approve_user_membership(uuid), reject_user_membership(uuid), decide_user_membership(uuid, text);

create function assert_transition_allowed(p_from text[], p_to text, p_allowed_from text[], p_allowed_to text[]) returns void
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if (p_from <@ p_allowed_from and p_to = any (p_allowed_to)) is not true then raise invalid_parameter_value; end if;
end
$$;

create function transition_outcome(p_status text, p_version timestamptz, p_from text[], p_to text, p_expected_version timestamptz)
returns text language sql immutable set search_path = pg_catalog as $$
  select case when p_status = p_to then 'unchanged'
              when p_status <> all (p_from) or p_version <> p_expected_version then 'conflict'
              else 'changed' end
$$;

-- The version of a submission is its submitted_at.
create function transition_member_profile_submissions(p_id uuid, p_from text[], p_to text,
                                                      p_expected_version timestamptz, p_note text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  submission public.member_profile_submissions;
  outcome text;
begin
  perform public.assert_transition_allowed(p_from, p_to, array['pending'], array['approved', 'rejected']);
  select * into submission from public.member_profile_submissions where id = p_id for update;
  if not found then return null; end if;
  outcome := public.transition_outcome(submission.status, submission.submitted_at, p_from, p_to, p_expected_version);
  if outcome <> 'changed' then return outcome; end if;

  update public.member_profile_submissions
     set status = p_to, reviewed_at = now(), reviewed_by = public.app_user_id(),
         admin_notes = case when p_to = 'rejected' then p_note end
   where id = p_id;
  if p_to = 'approved' then
    insert into public.member_profiles (user_id, full_name, bio, position, company, location, services_offered, expertise,
                                        linkedin_url, website_url, profile_image_url, is_visible)
    values (submission.user_id, submission.full_name, submission.bio, submission.position, submission.company,
            submission.location, submission.services_offered, submission.expertise, submission.linkedin_url,
            submission.website_url, submission.profile_image_url, true)
    on conflict (user_id) do update
       set full_name = excluded.full_name, bio = excluded.bio, position = excluded.position, company = excluded.company,
           location = excluded.location, services_offered = excluded.services_offered, expertise = excluded.expertise,
           linkedin_url = excluded.linkedin_url, website_url = excluded.website_url,
           profile_image_url = excluded.profile_image_url, is_visible = true, updated_at = now();
  end if;
  return outcome;
end
$$;

-- For a membership, by the person's id; the version is the time of the request. Nobody decides on their own, and an admin's
-- role has to be revoked before their membership is rejected.
create function transition_user_roles(p_id uuid, p_from text[], p_to text,
                                      p_expected_version timestamptz, p_note text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  membership public.user_roles;
  outcome text;
begin
  perform public.assert_transition_allowed(p_from, p_to, array['pending'], array['approved', 'rejected']);
  select * into membership from public.user_roles where user_id = p_id and role = 'member' for update;
  if not found then return null; end if;
  if p_id = public.app_user_id() then return 'conflict'; end if;
  outcome := public.transition_outcome(membership.status, membership.requested_at, p_from, p_to, p_expected_version);
  if outcome <> 'changed' then return outcome; end if;
  if p_to = 'rejected' and public.is_admin_person(p_id) then return 'conflict'; end if;

  update public.user_roles
     set status = p_to, approved_at = now(), approved_by = public.app_user_id()
   where id = membership.id;
  return outcome;
end
$$;

grant execute on function transition_member_profile_submissions(uuid, text[], text, timestamptz, text),
                          transition_user_roles(uuid, text[], text, timestamptz, text) to club_member;
