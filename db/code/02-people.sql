-- An admin has a row in user_roles, or is whom a row of admin_emails is for, with a verified e-mail.
create or replace function is_admin_person(p_user_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.user_roles
                 where user_id = p_user_id and role = 'admin' and status = 'approved')
      or exists (select from auth.users u join public.admin_emails a on a.user_id = u.id
                 where u.id = p_user_id and u.email_verified) $$;

-- Suspended and ended members count as rejected, and admins as approved.
create or replace function membership_status_of(p_user_id uuid) returns text language sql stable security definer as $$
  select case when public.is_admin_person(p_user_id) then 'approved'
              else (select case when num_nonnulls(suspended_at, ended_at) = 0 then status else 'rejected' end
                      from public.user_roles where user_id = p_user_id and role = 'member') end $$;

-- Where admins need a second factor, a session without it has a member's rights.
create or replace function is_admin() returns boolean language sql stable security definer as $$
  select public.is_clock()
      or (coalesce(current_setting('app.admin_rights', true), '') <> 'withheld' and public.is_admin_person(public.app_user_id())) $$;

create or replace function is_member() returns boolean language sql stable security definer as $$
  select coalesce(public.membership_status_of(public.app_user_id()) in ('pending', 'approved'), false) $$;

-- Names are looked up row by row: a join would read all of them before the limit applies.
create or replace view people as
  select p.*, coalesce(p.full_name, p.email) as name
    from (select u.id, u.email, u.email_verified,
                 coalesce((select p.full_name from member_profiles p where p.user_id = u.id),
                          (select s.full_name from member_profile_submissions s where s.user_id = u.id),
                          nullif(u.name, ''),
                          (select i.full_name from pending_members i where i.email = u.email)) as full_name,
                 exists (select from admin_emails e where e.user_id = u.id) as is_first_admin
            from auth.users u) p;

create or replace view admins with (security_barrier) as
  select p.id, p.email, p.full_name, p.is_first_admin, coalesce(a.approved_at, m.approved_at, m.requested_at) as admin_since,
         a.approved_by as given_by,
         (select coalesce(g.full_name, g.email) from people g where g.id = a.approved_by) as given_by_name,
         a.approved_by is null and not exists (select from audit_events e where e.subject_id = p.id
                                                 and e.kind = 'admin_role_given') as is_given_by_club
    from people p
    join user_roles m on m.user_id = p.id and m.role = 'member'
    left join user_roles a on a.user_id = p.id and a.role = 'admin' and a.status = 'approved'
   where p.id in (select user_id from user_roles where role = 'admin' and status = 'approved'
                  union
                  select u.id from admin_emails e join auth.users u on u.id = e.user_id where u.email_verified) and (select is_admin());

create or replace function can_become_admin(p_user_id uuid) returns boolean language sql stable security definer as $$
  select public.is_admin()
     and exists (select from public.user_roles r join auth.users u on u.id = r.user_id
                  where r.user_id = p_user_id and r.role = 'member' and r.status = 'approved'
                    and num_nonnulls(r.suspended_at, r.ended_at) = 0 and u.email_verified) $$;

-- A commitment ends with the membership until its shares are allocated. Afterwards its owner has to reach its page, to pay or to
-- object.
create or replace function running_commitments(p_user_id uuid) returns jsonb language sql stable security definer as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'deal_id', c.deal_id, 'number', c.number, 'company_name', company.name,
                                               'is_allocated', c.state in ('allocated', 'called', 'part_paid', 'paid'),
                                               'pence', coalesce(c.due_pence, c.cost_pence + c.fee_pence, public.most_due(c.shares, t.price, c.fee_bp))) order by company.name, c.id), '[]')
    from public.commitments c
    join public.deal_terms t on t.id = c.terms_id
    join public.investor_records r on r.id = c.record_id
    join public.deals d on d.id = c.deal_id
    join public.companies company on company.id = d.company_id
   where r.user_id = p_user_id and public.is_admin()
     and c.state <> 'completed' and public.is_live_commitment(c.state) $$;

-- The function returns admitted where a person who was rejected is reinstated, otherwise changed, unchanged or null.
create or replace function change_membership_standing(target_user_id uuid, change text, reason text) returns text
language plpgsql security definer as $$
declare membership public.user_roles; allocated jsonb;
begin
  if change not in ('suspended', 'ended', 'reinstated') then raise invalid_parameter_value; end if;
  -- The lock prevents that the person becomes an admin meanwhile.
  perform pg_advisory_xact_lock(hashtext('admin roles'));
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into membership from public.user_roles where user_id = target_user_id and role = 'member' for update;
  if not found then return null; end if;
  if target_user_id = public.app_user_id() then raise sqlstate 'KC001' using message = 'membership_own'; end if;
  if public.is_admin_person(target_user_id) then raise sqlstate 'KC001' using message = 'membership_of_admin'; end if;
  if membership.status = 'rejected' and change = 'reinstated' then
    update public.user_roles
       set status = 'approved', approved_at = now(), approved_by = public.app_user_id(),
           standing_reason = reason, standing_by = public.app_user_id() where id = membership.id;
    return 'admitted';
  end if;
  if membership.status <> 'approved' then raise sqlstate 'KC001' using message = 'membership_undecided'; end if;
  if change = (case when membership.ended_at is not null then 'ended'
                    when membership.suspended_at is not null then 'suspended' else 'reinstated' end) then
    return 'unchanged';
  end if;
  if change = 'suspended' and membership.ended_at is not null then raise sqlstate 'KC001' using message = 'membership_ended'; end if;

  if change <> 'reinstated' then
    -- The deals are locked by this, so that no shares are allocated meanwhile.
    perform public.withdraw_commitments_of(target_user_id, public.app_now(),
                                           case change when 'ended' then 'The membership ended.' else 'The membership was suspended.' end);
    allocated := jsonb_path_query_array(public.running_commitments(target_user_id), '$[*] ? (@.is_allocated == true)');
    if allocated <> '[]' then
      raise sqlstate 'KC001' using message = 'membership_in_round', detail = jsonb_build_object('commitments', allocated)::text;
    end if;
  end if;

  update public.user_roles
     set suspended_at = case when change = 'suspended' then now() end,
         ended_at = case when change = 'ended' then now() end,
         standing_reason = reason, standing_by = public.app_user_id() where id = membership.id;
  if change <> 'reinstated' then delete from auth.sessions where user_id = target_user_id; end if;
  return 'changed';
end $$;

-- The profile has a copy of this, so that the directory reads one index of one table.
create or replace function is_membership_open(p_user_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.user_roles
                  where user_id = p_user_id
                    and (role = 'admin' and status = 'approved'
                         or role = 'member' and status <> 'rejected' and suspended_at is null and ended_at is null)) $$;

create or replace function transition_user_roles(p_id uuid, p_from text[], p_to text,
                                      p_expected_version timestamptz, p_note text) returns text
language plpgsql security definer as $$
declare membership public.user_roles; outcome text;
begin
  perform public.assert_transition_allowed(p_from, p_to, array['pending'], array['approved', 'rejected']);
  select * into membership from public.user_roles where user_id = p_id and role = 'member' for update;
  if not found then return null; end if;
  if p_id = public.app_user_id() then raise sqlstate 'KC001' using message = 'membership_own'; end if;
  outcome := public.transition_outcome(membership.status, membership.requested_at, p_from, p_to, p_expected_version,
                                       'membership_decided');
  if outcome <> 'changed' then return outcome; end if;
  if p_to = 'rejected' and public.is_admin_person(p_id) then raise sqlstate 'KC001' using message = 'membership_of_admin'; end if;

  update public.user_roles set status = p_to, approved_at = now(), approved_by = public.app_user_id() where id = membership.id;
  return outcome;
end $$;

create or replace view current_tiers as
  select m.user_id as person_id, m.tier, m.until_date
    from memberships m
   where m.from_date <= london_today() and (m.until_date is null or m.until_date >= london_today())
     and not exists (select from memberships later where later.user_id = m.user_id and later.id > m.id
                        and later.from_date <= london_today());

create or replace view people_list with (security_barrier) as
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
  select i.id, null, i.created_at, i.email, m.full_name, 'invited',
         case when m.id is not null then coalesce(m.tier, 'trial') end, null, null, false, 'none', false
    from invitations i
    left join pending_members m on m.email = i.email
   where i.used_at is null and i.expires_at > now() and (select is_admin())
     and not exists (select from auth.users u where u.email = i.email);

create or replace view people_sessions with (security_barrier) as
  select id, user_id, user_agent, created_at, updated_at as last_used_at
    from auth.sessions where expires_at > now() and (select is_admin());

create or replace function find_people(p_part text, p_status text, p_tier text, p_only_candidates boolean,
                            p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid language plpgsql stable security definer rows 25 as $$
declare
  words constant text[] := public.search_words(p_part);
  -- Either the name or the e-mail has all words.
  conditions constant text := concat_ws(' and ',
    case when cardinality(words) > 0 then format('(%s or %s or p.id::text = %L)',
      public.contains_all('public.folded(p.full_name)', words), public.contains_all('p.email', words),
      array_to_string(words, ' ')) end, case when p_only_candidates then 'p.email_verified and not p.is_first_admin' end);
  is_named constant text := 'exists (select from public.people p where p.id = user_id and ' || nullif(conditions, '') || ')';
  is_named_by_index constant text := format(
    'user_id in (select id from auth.users where %s or %s
                 union all select user_id from public.member_profiles where %3$s
                 union all select user_id from public.member_profile_submissions where %3$s
                 union all select u.id from public.pending_members m join auth.users u on u.email = m.email where %4$s
                 union all select %5$s)',
    public.contains_all_by_index('public.folded(name)', words), public.contains_all_by_index('email', words),
    public.contains_all_by_index('public.folded(full_name)', words),
    public.contains_all_by_index('public.folded(m.full_name)', words),
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
end $$;

create or replace function find_invited(p_part text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid language plpgsql stable security definer rows 25 as $$
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
end $$;

create or replace function sign_out_everywhere(target_user_id uuid) returns integer language plpgsql security definer as $$
declare sessions integer;
begin
  if not public.is_admin() or target_user_id = public.app_user_id() then raise insufficient_privilege; end if;
  delete from auth.sessions where user_id = target_user_id;
  get diagnostics sessions = row_count;
  return sessions;
end $$;

-- Passkeys are deleted too, as each counts as a second factor.
create or replace function reset_second_factor(target_user_id uuid) returns boolean language plpgsql security definer as $$
declare was_verified boolean;
begin
  if not public.is_admin() or target_user_id = public.app_user_id() then raise insufficient_privilege; end if;
  perform from auth.users where id = target_user_id for no key update;
  delete from auth.two_factors where user_id = target_user_id returning verified into was_verified;
  if was_verified then
    delete from auth.passkeys where user_id = target_user_id;
    delete from auth.sessions where user_id = target_user_id;
  end if;
  return coalesce(was_verified, false);
end $$;

create or replace function count_people() returns table (status text, people integer) language sql stable security definer as $$
  select listed.status, count(*)::integer
    from (select case when r.ended_at is not null then 'ended' when r.suspended_at is not null then 'suspended'
                      else r.status end as status
            from public.user_roles r where r.role = 'member'
          union all
          select 'invited' from public.invitations i
           where i.used_at is null and i.expires_at > now()
             and not exists (select from auth.users u where u.email = i.email)) listed
   where (select public.is_admin()) group by 1 $$;

create or replace view shown_tiers with (security_barrier) as
  select p.id as profile_id, coalesce(t.tier, 'trial') as tier
    from member_profiles p
    left join current_tiers t on t.person_id = p.user_id where p.shows_tier and p.is_listed and (select is_member());

create or replace function admin_ids() returns setof uuid language sql stable security definer as $$
  select a.id
    from (select r.user_id as id from public.user_roles r where r.role = 'admin' and r.status = 'approved'
          union
          select e.user_id from public.admin_emails e) a
   where public.is_admin_person(a.id) $$;

create or replace function first_admin_ids() returns setof uuid language sql stable security definer as $$
  select distinct e.user_id from public.admin_emails e where e.user_id is not null and public.is_admin() $$;

grant select on admins, people_list, people_sessions, shown_tiers to club_member;
grant execute on function is_admin, is_member to club_member, club_visitor;
grant execute on function can_become_admin, running_commitments, change_membership_standing, transition_user_roles, find_people,
  find_invited, sign_out_everywhere, reset_second_factor, count_people, first_admin_ids to club_member;
