-- Search in time independent of the number of members. The planner has no statistics on how often words occur together, or
-- short ones at all: the search functions find out how rare the words are.

-- The letters and the pairs of letters in a text.
create function short_grams(p_text text) returns text[]
language plpgsql immutable parallel safe cost 10000 set search_path = pg_catalog as $$
declare
  letters constant text[] := string_to_array(p_text, null);
begin
  return letters || array(select letter || next_letter from unnest(letters, letters[2:]) as pair (letter, next_letter)
                           where letter > ' ' and next_letter > ' ');
end
$$;
-- An index expression is evaluated with the rights of the role that writes the row.
grant execute on function short_grams(text) to club_member;

create function contains(p_column text, p_part text) returns text language sql immutable set search_path = pg_catalog as $$
  select format('%s like %L', p_column, '%' || regexp_replace(p_part, '([\\%_])', '\\\1', 'g') || '%')
$$;

-- A trigram index needs three consecutive letters or digits.
create function is_short(p_part text) returns boolean language sql immutable set search_path = pg_catalog as $$
  select p_part !~ '[a-z0-9]{3}'
$$;

create function has_short_grams(p_column text, p_part text) returns text
language sql immutable set search_path = pg_catalog as $$
  select format('public.short_grams(%s) @> %L::text[]', p_column, public.short_grams(p_part))
$$;

-- `contains` as an index condition, on trigrams or on shorter pieces. For a short pattern `|| ''` keeps the planner off the
-- trigram index, which it would scan completely, and recompute the pieces of each row found.
create function contains_by_index(p_column text, p_part text) returns text
language sql immutable set search_path = pg_catalog as $$
  select case when public.is_short(p_part)
              then concat_ws(' and ', public.contains(p_column || $q$ || ''$q$, p_part), public.has_short_grams(p_column, p_part))
              else public.contains(p_column, p_part) end
$$;

-- A page of the newest of p_rows that match a condition. First the newest few are filtered one by one, which suffices for
-- frequent matches and in a small club. Their hit rate decides how to find the rest: a few more in the same way, a wider range
-- by an index, or all rows when none matched.
-- p_indexed is p_condition in a form that an index supports. The caller quotes both.
create function find_newest(p_table text, p_moment text, p_rows text, p_condition text, p_indexed text,
                            p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid language plpgsql stable set search_path = pg_catalog as $$
declare
  newest_first constant text := format('order by %I desc, id desc', p_moment);
  among text := p_rows;
  reach bigint := 500;
  oldest timestamptz;
  found uuid[];
begin
  if p_before is not null then
    among := among || format(' and (%I, id) < (%L::timestamptz, %L::uuid)', p_moment, p_before, p_before_id);
  end if;
  execute format('select array(select id from (select * from public.%I where %s %s limit %s) as newest where %s %3$s limit %6$s)',
                 p_table, among, newest_first, reach, p_condition, p_limit) into found;
  while cardinality(found) < p_limit loop
    execute format('select %I from public.%I where %s %s offset %s limit 1', p_moment, p_table, among, newest_first, reach)
       into oldest;
    exit when oldest is null;
    reach := reach * 2 * p_limit / nullif(cardinality(found), 0);
    oldest := null;
    if reach is not null then
      execute format('select %I from public.%I where %s %s offset %s limit 1', p_moment, p_table, among, newest_first, reach)
         into oldest;
    end if;
    execute format('with matching as materialized (select id, %1$I from public.%2$I where %3$s and %4$s%5$s)
                    select array(select id from matching %6$s limit %7$s)',
                   p_moment, p_table, among, case when reach <= 2500 then p_condition else p_indexed end,
                   case when oldest is not null then format(' and %I >= %L::timestamptz', p_moment, oldest) end,
                   newest_first, p_limit) into found;
    exit when oldest is null;
  end loop;
  return query select unnest(found);
end
$$;

-- No longer partial: the planner never combines two indexes with a predicate in common. Without fastupdate: every search would
-- scan the pending list, and profiles are saved rarely.
drop index member_profiles_search_idx, member_profiles_expertise_idx;
create index member_profiles_search_idx on member_profiles using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index member_profiles_expertise_idx on member_profiles using gin (expertise_keys) with (fastupdate = off);
create index member_profiles_short_idx on member_profiles using gin (short_grams(search_text)) with (fastupdate = off);

-- The planner uses no statistics on a partial index's expression: it would estimate every location as rare.
create statistics member_profiles_place on lower(location) from member_profiles;

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
    return query execute concat_ws(' and ', 'select id from public.member_profiles where is_visible', place,
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
                        else 'id in (select id from public.member_profiles where is_visible and ' || grams || ')' end)
    into indexed from unnest(words) as word;
  return query select public.find_newest('member_profiles', 'created_at', 'is_visible', condition, indexed,
                                         p_before, p_before_id, p_limit);
end
$$;

-- Invitations by a part of their e-mail, in any state or in one, for admins.
create index invitations_email_idx on invitations
  using gin (email extensions.gin_trgm_ops, short_grams(email));
create index invitations_unused_idx on invitations (created_at desc, id desc) where used_at is null;
create index invitations_used_idx on invitations (created_at desc, id desc) where used_at is not null;

create function find_invitations(p_part text, p_state text, p_now timestamptz,
                                 p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
begin
  if not public.is_admin() then return; end if;
  return query select public.find_newest(
    'invitations', 'created_at',
    case p_state when 'used' then 'used_at is not null'
                 when 'unused' then format('used_at is null and expires_at > %L::timestamptz', p_now)
                 when 'expired' then format('used_at is null and expires_at <= %L::timestamptz', p_now)
                 else 'true' end,
    public.contains('email', p_part), public.contains_by_index('email', p_part), p_before, p_before_id, p_limit);
end
$$;
grant execute on function find_invitations(text, text, timestamptz, timestamptz, uuid, integer) to club_member;

-- People by a part of their name or e-mail, or by their id, for admins. The name may be in any of four tables.
create index users_search_idx on auth.users
  using gin (lower(name) extensions.gin_trgm_ops, short_grams(lower(name)), email extensions.gin_trgm_ops, short_grams(email));
create index member_profiles_name_idx on member_profiles
  using gin (lower(full_name) extensions.gin_trgm_ops, short_grams(lower(full_name)));
create index member_profile_submissions_name_idx on member_profile_submissions
  using gin (lower(full_name) extensions.gin_trgm_ops, short_grams(lower(full_name)));
create index pending_members_name_idx on pending_members
  using gin (lower(full_name) extensions.gin_trgm_ops, short_grams(lower(full_name)));

-- Returns ids of user_roles, latest request first; optionally only approved members who are not admins.
create function find_people(p_part text, p_only_candidates boolean,
                            p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
declare
  part constant text := lower(p_part);
  is_named constant text := format(
    'exists (select from public.people p where p.id = user_id and (%s or %s or p.id::text = %L)%s)',
    public.contains('lower(p.full_name)', part), public.contains('p.email', part), part,
    case when p_only_candidates then ' and not p.is_first_admin' end);
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
grant execute on function find_people(text, boolean, timestamptz, uuid, integer) to club_member;

-- Number of pending requests, without reading the people: first admins are never among them.
create function count_membership_requests() returns integer
language sql stable security definer set search_path = pg_catalog as $$
  select count(*)::integer from public.user_roles
   where role = 'member' and status = 'pending' and public.is_admin()
     and user_id not in (select u.id from public.admin_emails e join auth.users u on u.email = e.email)
$$;
grant execute on function count_membership_requests() to club_member;
create index invitations_waiting_idx on invitations (expires_at) where used_at is null;
create index pictures_size_idx on pictures (size_bytes, id);

-- Admins look up people who request deletion in audit_people.
drop view deletion_requests_with_person;

-- Statistics on short pieces are slow to collect and not used.
alter index member_profiles_short_idx alter column 1 set statistics 0;
alter index invitations_email_idx alter column 2 set statistics 0;
alter index auth.users_search_idx alter column 2 set statistics 0, alter column 4 set statistics 0;
alter index member_profiles_name_idx alter column 2 set statistics 0;
alter index member_profile_submissions_name_idx alter column 2 set statistics 0;
alter index pending_members_name_idx alter column 2 set statistics 0;

analyze auth.users, invitations, member_profiles, member_profile_submissions, pending_members;
