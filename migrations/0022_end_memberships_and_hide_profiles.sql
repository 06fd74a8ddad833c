-- Memberships can be suspended or ended, and profiles hidden by their owner or by an admin.

-- The status remains the decision on the request; suspension and end are separate columns, for approved members only.
alter table user_roles
  add column suspended_at timestamptz(3),
  add column ended_at timestamptz(3),
  -- Of the latest suspension, end or reinstatement: the person is told it.
  add column standing_reason text check (length(standing_reason) <= 5000),
  add column standing_by uuid references auth.users (id) on delete set null,
  add check (num_nonnulls(suspended_at, ended_at) <= 1),
  add check (num_nonnulls(suspended_at, ended_at) = 0 or (role = 'member' and status = 'approved'));
create index user_roles_standing_by_idx on user_roles (standing_by);
create index user_roles_ended_idx on user_roles (ended_at) where ended_at is not null;

-- pending, approved, rejected, or null without a request. Suspended and ended members count as rejected. Admins are
-- approved members.
create or replace function membership_status_of(p_user_id uuid) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select case when public.is_admin_person(p_user_id) then 'approved'
              else (select case when num_nonnulls(suspended_at, ended_at) = 0 then status else 'rejected' end
                      from public.user_roles where user_id = p_user_id and role = 'member') end
$$;

-- Returns changed, unchanged (already so), undecided (not an approved member), ended (which cannot be suspended), own,
-- admin (whose role has to be revoked first), or null without a membership.
create function change_membership_standing(target_user_id uuid, change text, reason text) returns text
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
grant execute on function change_membership_standing(uuid, text, text) to club_member;

create or replace function can_become_admin(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select public.is_admin()
     and exists (select from public.user_roles r join auth.users u on u.id = r.user_id
                  where r.user_id = p_user_id and r.role = 'member' and r.status = 'approved'
                    and num_nonnulls(r.suspended_at, r.ended_at) = 0 and u.email_verified)
$$;

-- As before, without those who are suspended or whose membership has ended among the candidates.
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
           case when p_only_candidates then ' and status = ''approved'' and suspended_at is null and ended_at is null
             and not exists (select from public.user_roles a
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
                             and e.kind in ('membership_approved', 'membership_rejected')) as is_decided_by_club,
         r.suspended_at, r.ended_at, r.standing_reason
    from user_roles r
    join people p on p.id = r.user_id
   where r.role = 'member' and (select is_admin());

-- Only active memberships are listed: denormalised into the profile, so that the directory needs one index of one table.
create function is_membership_open(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.user_roles
                  where user_id = p_user_id
                    and (role = 'admin' and status = 'approved'
                         or role = 'member' and status <> 'rejected' and suspended_at is null and ended_at is null))
$$;

alter table member_profiles
  add column hidden_by_owner_at timestamptz(3),
  add column hidden_by_admin_at timestamptz(3),
  add column hidden_reason text check (length(hidden_reason) <= 5000),
  add column is_membership_open boolean not null default true,
  -- What stands in the directory.
  add column is_listed boolean not null generated always as
    (is_visible and hidden_by_owner_at is null and hidden_by_admin_at is null and is_membership_open) stored,
  add check (hidden_reason is null or hidden_by_admin_at is not null);
-- Only functions and triggers write the rest.
grant update (hidden_by_owner_at) on member_profiles to club_member;

drop policy "members see visible profiles, everyone their own, admins all" on member_profiles;
create policy "members see listed profiles, everyone their own, admins all" on member_profiles for select to club_member
  using ((is_listed and (select is_member())) or user_id = (select app_user_id()) or (select is_admin()));
drop policy "people see their own pictures, members those of visible profiles, admins all" on pictures;
create policy "people see their own pictures, members those of listed profiles, admins all" on pictures
  for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin())
         or ((select is_member()) and exists (select from member_profiles p
                                               where p.user_id = pictures.user_id and p.picture_id = pictures.id
                                                 and p.is_listed)));

drop index member_profiles_directory_idx, member_profiles_location_idx;
create index member_profiles_directory_idx on member_profiles (created_at desc, id desc) where is_listed;
create index member_profiles_location_idx on member_profiles (lower(location), created_at desc, id desc) where is_listed;

create or replace function find_directory_profiles(p_words text, p_expertise text, p_location text,
                                                   p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
declare
  words constant text[] := array(select distinct word from regexp_split_to_table(public.folded(p_words), '\s+') as word
                                  where word <> '');
  skill constant text := case when p_expertise is not null then format('expertise_keys @> array[%L]', lower(p_expertise)) end;
  place constant text := case when p_location is not null then format('lower(location) = %L', lower(p_location)) end;
  condition text;
  indexed text;
  grams text;
begin
  if not public.is_member() then return; end if;
  -- The directory itself, and what is in one place of it, stands in an index newest first.
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
                   -- By themselves where trigrams are asked as well, which have every condition looked at again in each row.
                   case when bool_and(public.is_short(word)) then grams
                        else 'id in (select id from public.member_profiles where is_listed and ' || grams || ')' end)
    into indexed from unnest(words) as word;
  return query select public.find_newest('member_profiles', 'created_at', 'is_listed', condition, indexed,
                                         p_before, p_before_id, p_limit);
end
$$;

create or replace function count_directory_terms() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
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
end
$$;

create function set_profile_membership() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  new.is_membership_open := public.is_membership_open(new.user_id);
  return new;
end
$$;
create trigger set_profile_membership before insert on member_profiles
  for each row execute function set_profile_membership();

create function follow_membership() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  person constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  is_open constant boolean := public.is_membership_open(person);
begin
  -- Asked first: an update that meets no row would still give the directory a new mark.
  if exists (select from public.member_profiles where user_id = person and is_membership_open <> is_open) then
    update public.member_profiles set is_membership_open = is_open where user_id = person;
  end if;
  return null;
end
$$;
create trigger follow_membership after insert or update or delete on user_roles
  for each row execute function follow_membership();

do $$ begin
  if exists (select from member_profiles where not is_membership_open(user_id)) then
    update member_profiles set is_membership_open = false where not is_membership_open(user_id);
  end if;
end $$;

-- Both return changed, unchanged (already so), own, or null without a profile.
create function hide_member_profile(target_user_id uuid, reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  profile public.member_profiles;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into profile from public.member_profiles where user_id = target_user_id for update;
  if not found then return null; end if;
  if target_user_id = public.app_user_id() then return 'own'; end if;
  if profile.hidden_by_admin_at is not null then return 'unchanged'; end if;
  update public.member_profiles set hidden_by_admin_at = now(), hidden_reason = reason where id = profile.id;
  return 'changed';
end
$$;

create function show_member_profile(target_user_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  profile public.member_profiles;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into profile from public.member_profiles where user_id = target_user_id for update;
  if not found then return null; end if;
  if target_user_id = public.app_user_id() then return 'own'; end if;
  if profile.hidden_by_admin_at is null then return 'unchanged'; end if;
  update public.member_profiles set hidden_by_admin_at = null, hidden_reason = null where id = profile.id;
  return 'changed';
end
$$;
grant execute on function hide_member_profile(uuid, text), show_member_profile(uuid) to club_member;

analyze member_profiles;
