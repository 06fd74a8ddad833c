create or replace function introduction_outlook(p_profile_id uuid)
returns table (state text, left_this_week integer, again_at timestamptz, email text) language plpgsql stable security definer as $$
declare
  me constant uuid := public.app_user_id();
  at constant timestamptz := public.app_now();
  owner uuid;
  latest public.introductions;
begin
  if coalesce(public.membership_status_of(me), '') <> 'approved' then raise insufficient_privilege; end if;
  select p.user_id into owner from public.member_profiles p where p.id = p_profile_id and p.is_listed;
  if owner is null then return; end if;
  left_this_week := greatest(5 - (select count(*) from public.introductions i
                                   where i.asker_id = me and i.asked_at > at - interval '7 days')::integer, 0);
  select * into latest from public.introductions i
   where i.asker_id = me and i.asked_id = owner order by i.asked_at desc, i.id desc limit 1;
  -- Whichever of the two asked, both have the address.
  if exists (select from public.introductions i where i.state = 'accepted'
                and (i.asker_id, i.asked_id) in ((me, owner), (owner, me))) then
    select u.email into email from auth.users u where u.id = owner;
  end if;
  if latest.state in ('declined', 'expired') then again_at := latest.ended_at + interval '90 days'; end if;
  if latest.state = 'open' and latest.expires_at <= at then again_at := latest.expires_at + interval '90 days'; end if;
  state := case
    when owner = me then 'own'
    when email is not null then 'accepted'
    when exists (select from public.introduction_settings s where s.user_id = me and s.barred_at is not null) then 'barred'
    when latest.state = 'open' and latest.expires_at > at then 'asked'
    when (select p.full_name from public.people p where p.id = me) is null then 'no_name'
    when exists (select from public.introductions i where i.asker_id = owner and i.asked_id = me
                    and i.state = 'open' and i.expires_at > at and not i.is_unheard) then 'asks_you'
    when coalesce(public.membership_status_of(owner), '') <> 'approved'
      or exists (select from public.introduction_settings s where s.user_id = owner and s.is_off) then 'unavailable'
    when again_at > at then 'too_soon' when left_this_week = 0 then 'limit' else 'can_ask' end;
  if state <> 'too_soon' then again_at := null; end if;
  return next;
end $$;

-- The asked_id that is returned is null where that person has blocked the caller, so that nobody is told.
create or replace function ask_for_introduction(p_profile_id uuid, p_message text)
returns table (introduction_id uuid, asked_id uuid) language plpgsql security definer as $$
declare me constant uuid := public.app_user_id(); outlook text; owner uuid; is_blocked boolean;
begin
  -- The lock prevents that two requests at once exceed the limit.
  perform pg_advisory_xact_lock(hashtextextended('introductions of ' || me::text, 0));
  select o.state into outlook from public.introduction_outlook(p_profile_id) o;
  if outlook is null then return; end if;
  if outlook <> 'can_ask' then
    raise sqlstate 'KC001' using message = 'introduction_not_possible', detail = jsonb_build_object('state', outlook)::text;
  end if;
  select p.user_id into owner from public.member_profiles p where p.id = p_profile_id;
  is_blocked := exists (select from public.introduction_blocks b where b.user_id = owner and b.blocked_id = me);
  update public.introductions i set state = 'expired', ended_at = i.expires_at
   where i.asker_id = me and i.asked_id = owner and i.state = 'open';
  insert into public.introductions as i (asker_id, asked_id, message, expires_at, is_unheard)
  values (me, owner, p_message, public.app_now() + interval '30 days', is_blocked) returning i.id into introduction_id;
  asked_id := case when not is_blocked then owner end;
  return next;
end $$;

create or replace function transition_introductions(p_id uuid, p_from text[], p_to text, p_expected_version timestamptz, p_note text)
returns text language plpgsql security definer as $$
declare me constant uuid := public.app_user_id(); one public.introductions;
begin
  if coalesce(public.membership_status_of(me), '') <> 'approved' then raise insufficient_privilege; end if;
  select * into one from public.introductions i
   where i.id = p_id and (p_to = 'withdrawn' or not i.is_unheard)
     and me = case p_to when 'withdrawn' then i.asker_id when 'accepted' then i.asked_id
                        when 'declined' then i.asked_id end for update;
  if one.id is null then return null; end if;
  if one.state = p_to then return 'unchanged'; end if;
  if one.state <> 'open' or one.expires_at <= public.app_now() or not one.state = any (p_from) then
    raise sqlstate 'KC001' using message = 'introduction_answered';
  end if;
  if p_to = 'accepted' and coalesce(public.membership_status_of(one.asker_id), '') <> 'approved' then
    raise sqlstate 'KC001' using message = 'introduction_answered';
  end if;
  update public.introductions set state = p_to, ended_at = public.app_now() where id = p_id;
  -- A request that the asked one sent meanwhile has nothing left to ask.
  update public.introductions i set state = 'withdrawn', ended_at = public.app_now()
   where p_to = 'accepted' and i.asker_id = one.asked_id and i.asked_id = one.asker_id and i.state = 'open';
  return 'changed';
end $$;

create or replace function block_asker(p_id uuid) returns boolean language plpgsql security definer as $$
declare asker uuid;
begin
  select i.asker_id into asker from public.introductions i where i.id = p_id and i.asked_id = public.app_user_id();
  if asker is null then return false; end if;
  insert into public.introduction_blocks (user_id, blocked_id) values (public.app_user_id(), asker) on conflict do nothing;
  update public.introductions set state = 'declined', ended_at = public.app_now()
   where asker_id = asker and asked_id = public.app_user_id() and state = 'open';
  return true;
end $$;

-- An asker who is barred cannot ask again, and their open requests end.
create or replace function close_introduction_report(p_id uuid, p_outcome text, p_note text) returns text
language plpgsql security definer as $$
declare report public.introduction_reports; asker uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into report from public.introduction_reports where id = p_id for update;
  if report.id is null then return null; end if;
  if report.outcome = p_outcome then return 'unchanged'; end if;
  if report.outcome is not null then raise sqlstate 'KC001' using message = 'report_closed'; end if;
  select i.asker_id into asker from public.introductions i where i.id = report.introduction_id;
  if asker = public.app_user_id() then raise sqlstate 'KC001' using message = 'report_about_oneself'; end if;
  update public.introduction_reports
     set outcome = p_outcome, note = p_note, closed_at = public.app_now(), closed_by = public.app_user_id() where id = p_id;
  if p_outcome = 'barred' then
    insert into public.introduction_settings as s (user_id, barred_at, barred_because)
    values (asker, public.app_now(), p_note)
    on conflict (user_id) do update set barred_at = excluded.barred_at, barred_because = excluded.barred_because
      where s.barred_at is null;
    update public.introductions set state = 'withdrawn', ended_at = public.app_now() where asker_id = asker and state = 'open';
  end if;
  return 'changed';
end $$;

create or replace function lift_introduction_bar(p_user_id uuid) returns boolean language plpgsql security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  update public.introduction_settings set barred_at = null, barred_because = null
   where user_id = p_user_id and barred_at is not null and user_id <> public.app_user_id();
  return found;
end $$;

-- The policies of two tables would read each other, so this bypasses row-level security.
create or replace function was_asked(p_introduction_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.introductions i
                  where i.id = p_introduction_id and i.asked_id = public.app_user_id() and not i.is_unheard) $$;

create or replace view own_introductions with (security_barrier) as
  select i.id, i.asker_id = app_user_id() as is_asker, i.message, i.asked_at, i.expires_at,
         case when i.state = 'open' and i.expires_at <= app_now() then 'expired' else i.state end as state,
         case when i.state = 'open' and i.expires_at <= app_now() then i.expires_at else i.ended_at end as ended_at,
         coalesce(other.full_name, 'A member') as name,
         case when i.state = 'accepted' then other.email end as email,
         profile.id as profile_id, profile.location, tier.tier,
         (select r.approved_at from user_roles r where r.user_id = other.id and r.role = 'member' and r.status = 'approved') as member_since,
         exists (select from introduction_reports r where r.introduction_id = i.id) and i.asked_id = app_user_id() as is_reported,
         exists (select from introduction_blocks b
                  where b.user_id = app_user_id() and b.blocked_id = i.asker_id) as is_blocked
    from introductions i
    join people other on other.id = case when i.asker_id = app_user_id() then i.asked_id else i.asker_id end
    left join member_profiles profile on profile.user_id = other.id and profile.is_listed
    left join shown_tiers tier on tier.profile_id = profile.id
   where app_user_id() = i.asker_id or (app_user_id() = i.asked_id and not i.is_unheard);

create or replace view own_introduction_blocks with (security_barrier) as
  select b.id, b.blocked_at, coalesce(p.full_name, 'A member') as name
    from introduction_blocks b join people p on p.id = b.blocked_id where b.user_id = app_user_id();

create or replace view introduction_report_list with (security_barrier) as
  select r.id, r.reported_at, r.reason, r.outcome, r.note, r.closed_at,
         (select name from people where id = r.closed_by) as closed_by_name, i.asker_id,
         coalesce(asker.full_name, asker.email) as asker_name, i.asked_at, i.message,
         coalesce(asked.full_name, asked.email) as asked_name,
         exists (select from introduction_settings s where s.user_id = i.asker_id and s.barred_at is not null) as is_barred
    from introduction_reports r
    join introductions i on i.id = r.introduction_id
    join people asker on asker.id = i.asker_id
    join people asked on asked.id = i.asked_id where (select is_admin());

grant select on own_introductions, own_introduction_blocks, introduction_report_list to club_member;
grant execute on function introduction_outlook, ask_for_introduction, transition_introductions, block_asker,
  close_introduction_report, lift_introduction_bar, was_asked to club_member;
