-- Generated columns would need functions that are immutable, but a dictionary can change.
create or replace function set_profile_search() returns trigger language plpgsql security definer as $$
begin
  new.search_text := public.folded(concat_ws(E'\n', new.full_name, new.company, new.position, new.location, new.bio,
                                             new.services_offered, array_to_string(new.expertise, E'\n')));
  new.expertise_keys := array(select lower(skill) from unnest(new.expertise) as skill);
  return new;
end $$;

-- The function checks visibility itself, because under a policy PostgreSQL uses no index for operators that are not leakproof.
-- Dynamic SQL lets each condition use its index.
create or replace function find_directory_profiles(p_words text, p_expertise text, p_location text,
                                                   p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid language plpgsql stable security definer rows 25 as $$
declare
  words constant text[] := public.search_words(p_words);
  skill constant text := case when p_expertise is not null then format('expertise_keys @> array[%L]', lower(p_expertise)) end;
  place constant text := case when p_location is not null then format('lower(location) = %L', lower(p_location)) end;
  condition text;
  indexed text;
  grams text;
begin
  if not public.is_member() then return; end if;
  if cardinality(words) = 0 and skill is null then
    return query execute concat_ws(' and ', 'select id from public.member_profiles where is_listed', place,
      case when p_before is not null then format('(created_at, id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id) end)
      || format(' order by created_at desc, id desc limit %s', p_limit);
    return;
  end if;
  select concat_ws(' and ', skill, place, string_agg(public.contains('search_text', word), ' and ')) into condition
    from unnest(words) as word;
  select string_agg(public.has_short_grams('search_text', word), ' and ') into grams
    from unnest(words) as word where public.is_short(word);
  select concat_ws(' and ', skill, place,
                   string_agg(public.contains(case when public.is_short(word) then $q$search_text || ''$q$ else 'search_text' end,
                                              word), ' and '),
                   -- Short words are a condition of their own, because beside trigrams each row is checked again.
                   case when bool_and(public.is_short(word)) then grams
                        else 'id in (select id from public.member_profiles where is_listed and ' || grams || ')' end)
    into indexed from unnest(words) as word;
  return query select public.find_newest('member_profiles', 'created_at', 'is_listed', condition, indexed,
                                         p_before, p_before_id, p_limit);
end $$;

create or replace function directory_terms_of(p_is_visible boolean, p_location text, p_expertise text[])
returns table (kind text, term text) language sql stable as $$
  select 'location', p_location where p_is_visible and p_location is not null
  union all
  select 'expertise', (array_agg(skill))[1] from unnest(p_expertise) as skill where p_is_visible group by lower(skill) $$;

-- The trigger runs once a statement, because many updates of one row are slow. The order avoids deadlocks.
create or replace function count_directory_terms() returns trigger language plpgsql security definer as $$
declare
  terms constant text := 'select terms.*, %s as change from %s, public.directory_terms_of(is_listed, location, expertise) as terms';
begin
  execute format('insert into public.directory_terms as counted (kind, term, members)
                  select kind, term, sum(change) from (%s) as changes
                   group by kind, term having sum(change) <> 0 order by kind, term
                  on conflict (kind, term) do update set members = counted.members + excluded.members',
                 concat_ws(' union all ', case when tg_op <> 'DELETE' then format(terms, 1, 'new_rows') end,
                                          case when tg_op <> 'INSERT' then format(terms, -1, 'old_rows') end));
  delete from public.directory_terms where members <= 0;
  return null;
end $$;

create or replace function mark_directory_revision() returns trigger language plpgsql security definer as $$
begin
  insert into public.directory_revisions default values on conflict ((true)) do update set revision = excluded.revision;
  return null;
end $$;

create or replace function set_profile_membership() returns trigger language plpgsql security definer as $$
begin
  new.is_membership_open := public.is_membership_open(new.user_id);
  return new;
end $$;

create or replace function follow_membership() returns trigger language plpgsql security definer as $$
declare
  person constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  is_open constant boolean := public.is_membership_open(person);
begin
  -- An update without a row would still change the revision of the directory.
  if exists (select from public.member_profiles where user_id = person and is_membership_open <> is_open) then
    update public.member_profiles set is_membership_open = is_open where user_id = person;
  end if;
  return null;
end $$;

create or replace function hide_member_profile(target_user_id uuid, reason text) returns text language plpgsql security definer as $$
declare profile public.member_profiles;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into profile from public.member_profiles where user_id = target_user_id for update;
  if not found then return null; end if;
  if target_user_id = public.app_user_id() then raise sqlstate 'KC001' using message = 'profile_own'; end if;
  if profile.hidden_by_admin_at is not null then return 'unchanged'; end if;
  update public.member_profiles set hidden_by_admin_at = now(), hidden_reason = reason where id = profile.id;
  return 'changed';
end $$;

create or replace function show_member_profile(target_user_id uuid) returns text language plpgsql security definer as $$
declare profile public.member_profiles;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into profile from public.member_profiles where user_id = target_user_id for update;
  if not found then return null; end if;
  if target_user_id = public.app_user_id() then raise sqlstate 'KC001' using message = 'profile_own'; end if;
  if profile.hidden_by_admin_at is null then return 'unchanged'; end if;
  update public.member_profiles set hidden_by_admin_at = null, hidden_reason = null where id = profile.id;
  return 'changed';
end $$;

create or replace function transition_member_profile_submissions(p_id uuid, p_from text[], p_to text,
                                                      p_expected_version timestamptz, p_note text) returns text
language plpgsql security definer as $$
declare submission public.member_profile_submissions; outcome text;
begin
  perform public.assert_transition_allowed(p_from, p_to, array['pending'], array['approved', 'rejected']);
  select * into submission from public.member_profile_submissions where id = p_id for update;
  if not found then return null; end if;
  outcome := public.transition_outcome(submission.status, submission.submitted_at, p_from, p_to, p_expected_version,
                                       case submission.status when 'pending' then 'submission_changed' else 'submission_reviewed' end);
  if outcome <> 'changed' then return outcome; end if;

  update public.member_profile_submissions
     set status = p_to, reviewed_at = now(), reviewed_by = public.app_user_id(),
         admin_notes = case when p_to = 'rejected' then p_note end where id = p_id;
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
end $$;

create trigger set_profile_search before insert or update on member_profiles for each row execute function set_profile_search();
create trigger count_inserted_terms after insert on member_profiles referencing new table as new_rows
  for each statement execute function count_directory_terms();
create trigger count_updated_terms after update on member_profiles referencing old table as old_rows new table as new_rows
  for each statement execute function count_directory_terms();
create trigger count_deleted_terms after delete on member_profiles referencing old table as old_rows
  for each statement execute function count_directory_terms();
-- Triggers fire by name: this one is the last, so that the shared row is locked briefly.
create trigger z_mark_directory_revision after insert or update or delete on member_profiles
  for each statement execute function mark_directory_revision();
create trigger set_profile_membership before insert on member_profiles for each row execute function set_profile_membership();
create trigger follow_membership after insert or update or delete on user_roles for each row execute function follow_membership();

grant execute on function find_directory_profiles, hide_member_profile, show_member_profile,
  transition_member_profile_submissions to club_member;
