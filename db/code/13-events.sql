-- A place depends on membership and statement, but not on whether deals are switched on.
create or replace function may_keep_event_place(p_audience text, p_person_id uuid, p_at timestamptz) returns boolean
language sql stable security definer as $$
  select coalesce(case p_audience
           when 'members' then public.membership_status_of(p_person_id) in ('pending', 'approved')
           when 'approved' then public.membership_status_of(p_person_id) = 'approved'
           else public.membership_status_of(p_person_id) = 'approved' and public.live_statement_of(p_person_id, p_at) is not null
         end, false) $$;

-- The check of event_places refuses more answers than there are places.
create or replace function count_event_places() returns trigger language plpgsql security definer as $$
declare before integer := 0; after integer := 0;
begin
  if tg_op <> 'INSERT' and old.state in ('going', 'offered') then before := old.seats; end if;
  if tg_op <> 'DELETE' and new.state in ('going', 'offered') then after := new.seats; end if;
  if after <> before then
    update public.event_places set taken = taken + after - before
     where event_id = case when tg_op = 'DELETE' then old.event_id else new.event_id end;
  end if;
  return null;
end $$;

create or replace function event_moment(p_content jsonb, p_time text) returns timestamptz language sql stable as $$
  select (coalesce(case when p_time = 'end_time' then nullif(p_content ->> 'end_date', '') end, p_content ->> 'date')
          || ' ' || (p_content ->> p_time))::timestamp at time zone 'Europe/London' $$;

-- The calendar entry follows the published event, except for the number of people who were there.
create or replace function keep_event_places() returns trigger language plpgsql security definer as $$
begin
  if new.published is null or not new.published ?& array['date', 'start_time', 'end_time'] then return null; end if;
  if tg_op = 'UPDATE' and old.published - 'attendees' is not distinct from new.published - 'attendees' then return null; end if;
  insert into public.event_places as p (event_id, starts_at, ends_at, changed_at)
  values (new.id, public.event_moment(new.published, 'start_time'), public.event_moment(new.published, 'end_time'),
          public.app_now())
  on conflict (event_id) do update
    set starts_at = excluded.starts_at, ends_at = excluded.ends_at, sequence = p.sequence + 1, changed_at = excluded.changed_at
    where p.cancelled_at is null;
  if tg_op = 'UPDATE' and old.published ->> 'date' is distinct from new.published ->> 'date' then
    update public.event_answers set reminded_at = null where event_id = new.id and reminded_at is not null;
  end if;
  return null;
end $$;

-- An event with answers is cancelled first, so that people are told, and can be deleted a month later.
create or replace function keep_answered_event() returns trigger language plpgsql security definer as $$
begin
  if not old.is_example and exists (
       select from public.event_answers a join public.event_places p on p.event_id = a.event_id
        where a.event_id = old.id and a.state in ('going', 'waiting', 'offered') and p.ends_at > public.app_now()
          and (p.cancelled_at is null or p.cancelled_at > public.app_now() - interval '30 days')) then
    raise check_violation using constraint = 'event_is_answered';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- Free places are offered in turn: a person who asked for two places waits for both.
create or replace function settle_event(p_event_id uuid, p_at timestamptz) returns void language plpgsql security definer as $$
declare place public.event_places; next public.event_answers;
begin
  select * into place from public.event_places where event_id = p_event_id for update;
  if place.event_id is null or place.cancelled_at is not null or place.starts_at <= p_at then return; end if;
  update public.event_answers a
     set state = 'not_going', guest_name = null, turn = null, offered_until = null, news = 'lost'
   where event_id = p_event_id and state in ('going', 'waiting', 'offered')
     -- A lookup for each person would be slow, so open memberships are found together.
     and case when place.audience <> 'investors'
                   and exists (select from public.user_roles r
                                where r.user_id = a.user_id and r.role = 'member'
                                  and num_nonnulls(r.suspended_at, r.ended_at) = 0
                                  and (r.status = 'approved' or place.audience = 'members' and r.status = 'pending'))
              then false else not public.may_keep_event_place(place.audience, user_id, p_at) end;
  update public.event_answers set state = 'lapsed', guest_name = null, offered_until = null, news = 'lapsed'
   where event_id = p_event_id and state = 'offered' and offered_until <= p_at;
  loop
    select * into place from public.event_places where event_id = p_event_id;
    select * into next from public.event_answers where event_id = p_event_id and state = 'waiting' order by turn limit 1;
    exit when next.id is null or place.taken + next.seats > place.capacity;
    update public.event_answers
       set state = 'offered', turn = null, news = 'offered',
           offered_until = least(p_at + make_interval(hours => place.offer_hours), place.starts_at) where id = next.id;
  end loop;
end $$;

-- The function returns going, not_going, waiting or null.
create or replace function answer_event(p_event_id uuid, p_is_going boolean, p_guest_name text, p_waits boolean) returns text
language plpgsql security definer as $$
declare
  at constant timestamptz := public.app_now();
  place public.event_places;
  own public.event_answers;
  seats constant integer := case when p_guest_name is null then 1 else 2 end;
  held integer;
  outcome text := 'not_going';
begin
  if not public.is_member() then raise insufficient_privilege; end if;
  select * into place from public.event_places where event_id = p_event_id for update;
  if place.event_id is null or not public.is_in_event_audience(place.audience)
     or not exists (select from public.content_items where id = p_event_id and published is not null) then
    return null;
  end if;
  if place.cancelled_at is not null or place.starts_at <= at then raise sqlstate 'KC001' using message = 'event_closed'; end if;
  perform public.settle_event(p_event_id, at);
  select * into place from public.event_places where event_id = p_event_id;
  select * into own from public.event_answers where event_id = p_event_id and user_id = public.app_user_id();
  if p_is_going then
    held := case when own.state in ('going', 'offered') then own.seats else 0 end;
    if place.guests = 0 and p_guest_name is not null and own.guest_name is null then
      raise sqlstate 'KC001' using message = 'event_without_guests';
    end if;
    if place.answer_until <= at and seats > held and (own.state is null or own.state not in ('waiting', 'offered')) then
      raise sqlstate 'KC001' using message = 'event_too_late';
    end if;
    if seats > place.capacity then raise sqlstate 'KC001' using message = 'event_guest_too_many'; end if;
    if seats <= held
       or (place.capacity is null or place.taken + seats - held <= place.capacity)
          and not exists (select from public.event_answers
                           where event_id = p_event_id and state = 'waiting' and (own.turn is null or turn < own.turn)) then
      outcome := 'going';
    elsif held > 0 then
      raise sqlstate 'KC001' using message = 'event_guest_too_many';
    elsif p_waits or own.state = 'waiting' then
      outcome := 'waiting';
    else
      raise sqlstate 'KC001' using message = 'event_full';
    end if;
  end if;
  if outcome = 'waiting' and own.turn is null then
    update public.event_places set last_turn = last_turn + 1 where event_id = p_event_id returning last_turn into own.turn;
  end if;
  insert into public.event_answers as a (event_id, user_id, state, guest_name, answered_at, turn, told_sequence)
  values (p_event_id, public.app_user_id(), outcome, case when p_is_going then p_guest_name end, at,
          case when outcome = 'waiting' then own.turn end, place.sequence)
  on conflict (event_id, user_id) do update
    set state = excluded.state, guest_name = excluded.guest_name, answered_at = excluded.answered_at, turn = excluded.turn,
        offered_until = null, told_sequence = excluded.told_sequence, news = null;
  perform public.settle_event(p_event_id, at);
  return outcome;
end $$;

create or replace function find_calendar_feed(p_token_hash text) returns uuid language sql stable security definer as $$
  select user_id from public.calendar_feeds where token_hash = p_token_hash $$;

create or replace view shown_events with (security_barrier) as
  select p.event_id as id, p.starts_at, p.ends_at, p.capacity, p.guests, p.answer_until, p.offer_hours, p.taken, p.cancelled_at,
         p.cancelled_reason, p.sequence, p.changed_at,
         (select count(*)::integer from event_answers a where a.event_id = p.event_id and a.state = 'waiting') as waiting,
         (select coalesce(sum(a.seats), 0)::integer from event_answers a
           where a.event_id = p.event_id and a.state = 'going') as going,
         own.id as answer_id,
         case when own.state = 'offered' and own.offered_until <= (select app_now()) then 'lapsed' else own.state end as answer,
         own.guest_name, own.offered_until, own.attended_at, case when own.turn is not null then
           (select count(*)::integer from event_answers a where a.event_id = p.event_id and a.turn <= own.turn) end as turn,
         (select coalesce(sum(a.seats), 0)::integer from event_answers a
           where a.event_id = p.event_id and a.attended_at is not null) as attended,
         own.answered_at, own.entry_changes
    from event_places p
    join content_items c on c.id = p.event_id
    left join event_answers own on own.event_id = p.event_id and own.user_id = (select app_user_id())
   where c.published is not null and is_in_event_audience(p.audience)
     and (p.cancelled_at is null or p.cancelled_at > (select app_now()) - interval '30 days');

create or replace view event_attendees with (security_barrier) as
  select a.id, a.event_id, a.user_id, (select name from people where id = a.user_id) as full_name, a.guest_name, a.answered_at,
         a.turn, a.offered_until, a.attended_at,
         case when a.state = 'offered' and a.offered_until <= (select app_now()) then 'lapsed' else a.state end as state,
         case a.state when 'going' then 1 when 'offered' then 2 when 'waiting' then 3 else 4 end as rank,
         coalesce(a.turn, 0) as place_in_line
    from event_answers a where (select is_admin());

create or replace function count_entry_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.entry_changes := case new.state when 'going' then 1 else 0 end;
  elsif (new.state = 'going') <> (old.state = 'going') or (new.state = 'not_going') <> (old.state = 'not_going')
        or (new.state = 'going' and new.guest_name is distinct from old.guest_name) then
    new.entry_changes := old.entry_changes + 1;
  end if;
  return new;
end $$;

create or replace function calendar_domain() returns text language sql stable security definer as $$
  select domain from public.calendar_domains $$;

create trigger count_event_places after insert or update or delete on event_answers
  for each row execute function count_event_places();
create trigger keep_event_places after insert or update of published on content_items
  for each row when (new.kind = 'event') execute function keep_event_places();
create trigger keep_answered_event before delete on content_items
  for each row when (old.kind = 'event') execute function keep_answered_event();
create trigger keep_answered_event_published before update of published on content_items
  for each row when (old.kind = 'event' and old.published is not null and new.published is null)
  execute function keep_answered_event();
create trigger count_entry_changes before insert or update of state, guest_name on event_answers
  for each row execute function count_entry_changes();

grant select on shown_events, event_attendees to club_member;
grant execute on function answer_event to club_member;
grant execute on function find_calendar_feed to club_visitor;
grant execute on function calendar_domain to club_member, club_visitor;
