-- Which tier of membership somebody has had since when. Append-only: of the rows whose first day has come the latest counts,
-- and behind its last day the person is on Trial, as is everybody without a row.
create table memberships (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  tier text not null check (tier in ('trial', 'premium', 'vip')),
  from_date date not null,
  -- The last day, if it is known; dates are London's.
  until_date date check (until_date >= from_date),
  set_by uuid references auth.users (id) on delete set null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  created_at timestamptz(3) not null default now(),
  check (tier <> 'trial' or until_date is null)
);
create index memberships_user_id_idx on memberships (user_id, id desc);
create index memberships_tier_idx on memberships (tier, user_id);
create index memberships_set_by_idx on memberships (set_by);
alter table memberships enable row level security;

grant select, insert (user_id, tier, from_date, until_date, set_by, reason) on memberships to club_member;
create policy "people see their own tiers, admins all" on memberships for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "admins set the tier of other approved members" on memberships for insert to club_member
  with check ((select is_admin()) and set_by = (select app_user_id()) and user_id <> (select app_user_id())
              and exists (select from user_roles r where r.user_id = memberships.user_id and r.role = 'member'
                             and r.status = 'approved' and r.ended_at is null));

create function london_today() returns date language sql stable set search_path = pg_catalog as $$
  select (now() at time zone 'Europe/London')::date
$$;
grant execute on function london_today() to club_member;

-- For functions and views of the owner alone.
create view current_tiers as
  select m.user_id as person_id, m.tier, m.until_date
    from memberships m
   where m.from_date <= london_today() and (m.until_date is null or m.until_date >= london_today())
     and not exists (select from memberships later where later.user_id = m.user_id and later.id > m.id
                        and later.from_date <= london_today());

-- What an admin did to an account and why. The audit holds ids only; the reason goes with the account.
create table admin_actions (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  acted_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create index admin_actions_user_id_idx on admin_actions (user_id);
create index admin_actions_acted_by_idx on admin_actions (acted_by);
alter table admin_actions enable row level security;

grant select, insert (user_id, kind, reason, acted_by) on admin_actions to club_member;
create policy "people see what was done to them, admins all" on admin_actions for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "admins act on others in their own name" on admin_actions for insert to club_member
  with check ((select is_admin()) and acted_by = (select app_user_id()) and user_id <> (select app_user_id()));

-- The audit with the reason that was given, while the account exists.
create or replace view audit_log with (security_barrier) as
  select e.id, e.created_at, e.kind, e.details,
         e.actor_id, actor.email as actor_email, actor.full_name as actor_name,
         e.subject_id, subject.email as subject_email, subject.full_name as subject_name,
         coalesce((select a.reason from admin_actions a where a.id = (e.details->>'action_id')::uuid),
                  (select m.reason from memberships m where m.id = (e.details->>'membership_id')::uuid)) as reason
    from audit_events e
    left join people actor on actor.id = e.actor_id
    left join lateral (
      select email, full_name from people where id = e.subject_id
      union all
      select u.email, s.full_name
        from member_profile_submissions s join auth.users u on u.id = s.user_id where s.id = e.subject_id
      union all
      select u.email, p.full_name from member_profiles p join auth.users u on u.id = p.user_id where p.id = e.subject_id
      union all
      select i.email, null from invitations i where i.id = e.subject_id
      union all
      select m.email, m.full_name from pending_members m where m.id = e.subject_id
    ) subject on true
   where (select is_admin());

create index audit_events_signed_in_idx on audit_events (subject_id, created_at desc) where kind = 'signed_in';

-- Everybody with an account, and who is invited and has none yet. A view runs with its owner's rights, so its own condition
-- is its policy.
create view people_list with (security_barrier) as
  select r.id, r.user_id, r.requested_at as since, p.email, p.full_name,
         case when r.ended_at is not null then 'ended' when r.suspended_at is not null then 'suspended'
              else r.status end as status,
         case when r.status = 'approved' then coalesce(t.tier, 'trial') end as tier,
         case when r.status = 'approved' then t.until_date end as tier_until,
         (select e.created_at from audit_events e where e.subject_id = r.user_id and e.kind = 'signed_in'
           order by e.created_at desc limit 1) as last_signed_in_at,
         exists (select from auth.two_factors f where f.user_id = r.user_id and f.verified) as has_second_factor,
         coalesce((select case when d.hidden_by_admin_at is not null then 'hidden_by_admin'
                               when d.hidden_by_owner_at is not null then 'hidden_by_owner'
                               when d.is_listed then 'shown' else 'not_listed' end
                     from member_profiles d where d.user_id = r.user_id),
                  (select case when s.status = 'rejected' then 'sent_back' else 'in_review' end
                     from member_profile_submissions s where s.user_id = r.user_id),
                  'none') as profile_state,
         exists (select from user_roles a where a.user_id = r.user_id and a.role = 'admin' and a.status = 'approved')
           or (p.is_first_admin and p.email_verified) as is_admin
    from user_roles r
    join people p on p.id = r.user_id
    left join current_tiers t on t.person_id = r.user_id
   where r.role = 'member' and (select is_admin())
  union all
  select i.id, null, i.created_at, i.email, (select m.full_name from pending_members m where m.email = i.email),
         'invited', null, null, null, false, 'none', false
    from invitations i
   where i.used_at is null and i.expires_at > now() and (select is_admin())
     and not exists (select from auth.users u where u.email = i.email);
grant select on people_list to club_member;

-- Without tokens and addresses.
create view people_sessions with (security_barrier) as
  select id, user_id, user_agent, created_at, updated_at as last_used_at
    from auth.sessions where expires_at > now() and (select is_admin());
grant select on people_sessions to club_member;

create index user_roles_approved_idx on user_roles (requested_at desc, id desc)
  where role = 'member' and status = 'approved' and suspended_at is null and ended_at is null;
create index user_roles_rejected_idx on user_roles (requested_at desc, id desc) where role = 'member' and status = 'rejected';
create index user_roles_suspended_idx on user_roles (requested_at desc, id desc) where role = 'member' and suspended_at is not null;
create index user_roles_ended_newest_idx on user_roles (requested_at desc, id desc) where role = 'member' and ended_at is not null;

-- As before, also without words, and in one status or one tier.
drop function find_people(text, boolean, timestamptz, uuid, integer);
create function find_people(p_part text, p_status text, p_tier text, p_only_candidates boolean,
                            p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
declare
  part constant text := lower(p_part);
  is_named constant text := format(
    'exists (select from public.people p where p.id = user_id and (%s or %s or p.id::text = %L)%s)',
    public.contains('lower(p.full_name)', part), public.contains('p.email', part), part,
    case when p_only_candidates then ' and p.email_verified and not p.is_first_admin' end);
  is_named_by_index constant text := format(
    'user_id in (select id from auth.users where %s or %s
                 union all select user_id from public.member_profiles where %3$s
                 union all select user_id from public.member_profile_submissions where %3$s
                 union all select u.id from public.pending_members m join auth.users u on u.email = m.email
                            where %4$s
                 union all select %5$s) and %6$s',
    public.contains_by_index('lower(name)', part), public.contains_by_index('email', part),
    public.contains_by_index('lower(full_name)', part), public.contains_by_index('lower(m.full_name)', part),
    -- A whole id, where that is what was typed.
    format('%L::uuid', substring(part from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')), is_named);
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
  if part is null and p_tier is null then
    return query execute concat_ws(' and ', 'select id from public.user_roles where ' || among,
      case when p_before is not null then format('(requested_at, id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id) end)
      || format(' order by requested_at desc, id desc limit %s', p_limit);
    return;
  end if;
  return query select public.find_newest(
    'user_roles', 'requested_at', among,
    concat_ws(' and ', case when part is not null then is_named end, has_tier),
    concat_ws(' and ', case when part is not null then is_named_by_index end, has_tier),
    p_before, p_before_id, p_limit);
end
$$;
grant execute on function find_people(text, text, text, boolean, timestamptz, uuid, integer) to club_member;

-- Ids of invitations that can be used, of people without an account, newest first; on demand by a part of the e-mail or of
-- the name on an imported list.
create function find_invited(p_part text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid
language plpgsql stable security definer rows 25 set search_path = pg_catalog as $$
declare
  part constant text := lower(p_part);
  among constant text := 'used_at is null and expires_at > now()
    and not exists (select from auth.users u where u.email = invitations.email)';
begin
  if not public.is_admin() then return; end if;
  if part is null then
    return query execute concat_ws(' and ', 'select id from public.invitations where ' || among,
      case when p_before is not null then format('(created_at, id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id) end)
      || format(' order by created_at desc, id desc limit %s', p_limit);
    return;
  end if;
  return query select public.find_newest(
    'invitations', 'created_at', among,
    format('(%s or exists (select from public.pending_members m (import_id, imported_name, imported_email)
                            where m.imported_email = email and %s))',
           public.contains('email', part), public.contains('lower(m.imported_name)', part)),
    format('id in (select id from public.invitations where %s
                   union all select i.id from public.pending_members m
                               join public.invitations i on i.email = m.email and i.used_at is null where %s)',
           public.contains_by_index('email', part), public.contains_by_index('lower(m.full_name)', part)),
    p_before, p_before_id, p_limit);
end
$$;
grant execute on function find_invited(text, timestamptz, uuid, integer) to club_member;

-- Of somebody else. Answers how many sessions there were; the tokens of programs go with them.
create function sign_out_everywhere(target_user_id uuid) returns integer
language plpgsql security definer set search_path = pg_catalog as $$
declare
  sessions integer;
begin
  if not public.is_admin() or target_user_id = public.app_user_id() then raise insufficient_privilege; end if;
  delete from auth.sessions where user_id = target_user_id;
  get diagnostics sessions = row_count;
  return sessions;
end
$$;

-- Of somebody else, who is signed out everywhere. Answers whether there was one.
create function reset_second_factor(target_user_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  was_verified boolean;
begin
  if not public.is_admin() or target_user_id = public.app_user_id() then raise insufficient_privilege; end if;
  -- One change of a way in at a time.
  perform from auth.users where id = target_user_id for no key update;
  delete from auth.two_factors where user_id = target_user_id returning verified into was_verified;
  if was_verified then delete from auth.sessions where user_id = target_user_id; end if;
  return coalesce(was_verified, false);
end
$$;
grant execute on function sign_out_everywhere(uuid), reset_second_factor(uuid) to club_member;

analyze audit_events;
