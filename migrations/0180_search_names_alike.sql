-- One search of people's names for all lists: letter case, accents and the kind of apostrophe make no difference, and the words
-- may be in any order, with commas between them.

-- Indexes need it immutable, so a changed dictionary of `unaccent` needs a `reindex`; who saves a name evaluates the index. The
-- request roles cannot use the schema of the extensions.
alter function folded(text) immutable strict security definer parallel safe;
grant execute on function folded(text) to club_member;

create function search_words(p_text text) returns text[] language sql stable set search_path = pg_catalog as $$
  select array(select distinct word from regexp_split_to_table(public.folded(p_text), '[\s,]+') as word where word <> '')
$$;

-- For lists that no index narrows.
create function has_every_word(p_text text, p_words text[]) returns boolean language sql stable set search_path = pg_catalog as $$
  select coalesce(bool_and(strpos(folded, word) > 0), true) from public.folded(p_text), unnest(p_words) as word
$$;
grant execute on function search_words(text), has_every_word(text, text[]) to club_member;

-- As `contains` and `contains_by_index`, for each of the words; null without one.
create function contains_all(p_column text, p_words text[]) returns text language sql immutable set search_path = pg_catalog as $$
  select string_agg(public.contains(p_column, word), ' and ') from unnest(p_words) as word
$$;
create function contains_all_by_index(p_column text, p_words text[]) returns text
language sql immutable set search_path = pg_catalog as $$
  select string_agg(public.contains_by_index(p_column, word), ' and ') from unnest(p_words) as word
$$;

drop index auth.users_search_idx, member_profiles_name_idx, member_profile_submissions_name_idx, pending_members_name_idx;
create index users_search_idx on auth.users
  using gin (folded(name) extensions.gin_trgm_ops, short_grams(folded(name)), email extensions.gin_trgm_ops, short_grams(email));
create index member_profiles_name_idx on member_profiles
  using gin (folded(full_name) extensions.gin_trgm_ops, short_grams(folded(full_name)));
create index member_profile_submissions_name_idx on member_profile_submissions
  using gin (folded(full_name) extensions.gin_trgm_ops, short_grams(folded(full_name)));
create index pending_members_name_idx on pending_members
  using gin (folded(full_name) extensions.gin_trgm_ops, short_grams(folded(full_name)));

create or replace function find_people(p_part text, p_status text, p_tier text, p_only_candidates boolean,
                            p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
declare
  words constant text[] := public.search_words(p_part);
  -- All of them in the name, or all in the e-mail.
  conditions constant text := concat_ws(' and ',
    case when cardinality(words) > 0 then format('(%s or %s or p.id::text = %L)',
      public.contains_all('public.folded(p.full_name)', words), public.contains_all('p.email', words),
      array_to_string(words, ' ')) end,
    case when p_only_candidates then 'p.email_verified and not p.is_first_admin' end);
  is_named constant text := 'exists (select from public.people p where p.id = user_id and ' || nullif(conditions, '') || ')';
  is_named_by_index constant text := format(
    'user_id in (select id from auth.users where %s or %s
                 union all select user_id from public.member_profiles where %3$s
                 union all select user_id from public.member_profile_submissions where %3$s
                 union all select u.id from public.pending_members m join auth.users u on u.email = m.email
                            where %4$s
                 union all select %5$s)',
    public.contains_all_by_index('public.folded(name)', words), public.contains_all_by_index('email', words),
    public.contains_all_by_index('public.folded(full_name)', words),
    public.contains_all_by_index('public.folded(m.full_name)', words),
    -- A whole id, where that is what was typed.
    format('%L::uuid', substring(array_to_string(words, ' ') from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')));
  has_tier constant text := case
    when p_tier = 'trial' then 'not exists (select from public.current_tiers t where t.person_id = user_id and t.tier <> ''trial'')'
    when p_tier is not null then format('user_id in (select person_id from public.current_tiers where tier = %L)', p_tier) end;
  among constant text := concat_ws(' and ', 'role = ''member''',
    case p_status when 'pending' then 'status = ''pending'''
                  when 'rejected' then 'status = ''rejected'''
                  when 'approved' then 'status = ''approved'' and suspended_at is null and ended_at is null'
                  when 'suspended' then 'suspended_at is not null'
                  when 'ended' then 'ended_at is not null' end,
    case when p_tier is not null then 'status = ''approved''' end,
    case when p_only_candidates then 'status = ''approved'' and suspended_at is null and ended_at is null
      and not exists (select from public.user_roles a
                       where a.user_id = user_roles.user_id and a.role = ''admin'' and a.status = ''approved'')' end);
begin
  if not public.is_admin() then return; end if;
  if is_named is null and p_tier is null then
    return query execute concat_ws(' and ', 'select id from public.user_roles where ' || among,
      case when p_before is not null then format('(requested_at, id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id) end)
      || format(' order by requested_at desc, id desc limit %s', p_limit);
    return;
  end if;
  return query select public.find_newest(
    'user_roles', 'requested_at', among,
    concat_ws(' and ', is_named, has_tier),
    concat_ws(' and ', case when cardinality(words) > 0 then is_named_by_index end, is_named, has_tier),
    p_before, p_before_id, p_limit);
end
$$;

create or replace function find_invited(p_part text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
declare
  words constant text[] := public.search_words(p_part);
  is_named constant text := case when cardinality(words) > 0 then format(
    '(%s or exists (select from public.pending_members m (import_id, imported_name, imported_email)
                     where m.imported_email = email and %s))',
    public.contains_all('email', words), public.contains_all('public.folded(m.imported_name)', words)) end;
  is_named_by_index constant text := case when cardinality(words) > 0 then format(
    'id in (select id from public.invitations where %s
            union all select i.id from public.pending_members m
                        join public.invitations i on i.email = m.email and i.used_at is null where %s)',
    public.contains_all_by_index('email', words), public.contains_all_by_index('public.folded(m.full_name)', words)) end;
  among constant text := 'used_at is null and expires_at > now()
    and not exists (select from auth.users u where u.email = invitations.email)';
begin
  if not public.is_admin() then return; end if;
  if is_named is null then
    return query execute concat_ws(' and ', 'select id from public.invitations where ' || among,
      case when p_before is not null then format('(created_at, id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id) end)
      || format(' order by created_at desc, id desc limit %s', p_limit);
    return;
  end if;
  return query select public.find_newest(
    'invitations', 'created_at', among, is_named, is_named_by_index, p_before, p_before_id, p_limit);
end
$$;

create or replace function find_directory_profiles(p_words text, p_expertise text, p_location text,
                                                   p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
declare
  words constant text[] := public.search_words(p_words);
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
