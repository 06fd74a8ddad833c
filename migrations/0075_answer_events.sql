-- What members answer to an event, who has a place, who waits for one, and each member's calendar feed.
create table event_places (
  event_id uuid primary key references content_items (id) on delete cascade,
  -- Of the published text, which says them in London's time.
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  audience text not null default 'members' check (audience in ('members', 'approved', 'investors')),
  -- Without one there is room for everybody.
  capacity integer check (capacity between 1 and 100000),
  guests integer not null default 0 check (guests in (0, 1)),
  answer_until timestamptz(3),
  offer_hours integer not null default 24 check (offer_hours between 1 and 168),
  -- Places of who is going or offered one, their guests included; moved by a trigger of the answers.
  taken integer not null default 0 check (taken >= 0),
  -- Of the waiting list: the number that was given out last.
  last_turn integer not null default 0 check (last_turn >= 0),
  cancelled_at timestamptz(3),
  cancelled_reason text check (btrim(cancelled_reason) <> '' and length(cancelled_reason) <= 1000),
  -- Of its calendar entry (RFC 5545): one more with each change, which is made at this time.
  sequence integer not null default 0 check (sequence >= 0),
  changed_at timestamptz(3) not null,
  -- For optimistic locking of what admins set.
  revision integer not null default 1 check (revision > 0),
  constraint event_places_enough check (capacity is null or taken <= capacity),
  check (num_nulls(cancelled_at, cancelled_reason) in (0, 2))
);
create index event_places_starts_at_idx on event_places (starts_at, event_id);
alter table event_places enable row level security;

create table event_answers (
  id uuid primary key default app_uuid_v7(),
  event_id uuid not null references event_places (event_id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  state text not null check (state in ('going', 'not_going', 'waiting', 'offered', 'lapsed')),
  guest_name text check (btrim(guest_name) <> '' and length(guest_name) <= 200),
  seats integer not null generated always as (case when guest_name is null then 1 else 2 end) stored,
  answered_at timestamptz(3) not null,
  turn integer,
  offered_until timestamptz(3),
  attended_at timestamptz(3),
  reminded_at timestamptz(3),
  -- What the person was told of the event, and what they have still to be told of their place.
  told_sequence integer not null default 0,
  news text check (news in ('offered', 'lapsed', 'lost')),
  unique (event_id, user_id),
  unique (event_id, turn),
  check ((turn is not null) = (state = 'waiting')),
  check ((offered_until is not null) = (state = 'offered'))
);
create index event_answers_user_id_idx on event_answers (user_id);
alter table event_answers enable row level security;

-- The token is shown once; anybody who has it reads the feed.
create table calendar_feeds (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null
);
alter table calendar_feeds enable row level security;

grant select, update (audience, capacity, guests, answer_until, offer_hours, cancelled_at, cancelled_reason, sequence,
                      changed_at, revision) on event_places to club_member;
grant select, update (attended_at) on event_answers to club_member;
grant select (id, user_id, created_at), insert (user_id, token_hash, created_at), update (token_hash, created_at), delete
  on calendar_feeds to club_member;
create policy "admins see the places of events" on event_places for select to club_member using ((select is_admin()));
create policy "admins set the places of events" on event_places for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
create policy "people see their answers, admins all" on event_answers for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "admins note who was there" on event_answers for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
create policy "people see their feed" on calendar_feeds for select to club_member using (user_id = (select app_user_id()));
create policy "members start their feed" on calendar_feeds for insert to club_member
  with check (user_id = (select app_user_id()) and (select is_member()));
create policy "members renew their feed" on calendar_feeds for update to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()) and (select is_member()));
create policy "people end their feed" on calendar_feeds for delete to club_member using (user_id = (select app_user_id()));

-- Whether the caller is one of those an event is for.
create function is_in_event_audience(p_audience text) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select case p_audience
           when 'members' then public.is_member()
           when 'approved' then coalesce(public.membership_status_of(public.app_user_id()) = 'approved', false)
           else public.is_investor()
         end
$$;
grant execute on function is_in_event_audience(text) to club_visitor, club_member;

-- A place outlives a day on which deals are switched off, but neither the membership nor the statement that it rests on.
create function may_keep_event_place(p_audience text, p_person_id uuid, p_at timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(case p_audience
           when 'members' then public.membership_status_of(p_person_id) in ('pending', 'approved')
           when 'approved' then public.membership_status_of(p_person_id) = 'approved'
           else public.membership_status_of(p_person_id) = 'approved' and public.live_statement_of(p_person_id, p_at) is not null
         end, false)
$$;

-- The check of the places refuses what does not fit, however many answer at the same time.
create function count_event_places() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  before integer := 0;
  after integer := 0;
begin
  if tg_op <> 'INSERT' and old.state in ('going', 'offered') then before := old.seats; end if;
  if tg_op <> 'DELETE' and new.state in ('going', 'offered') then after := new.seats; end if;
  if after <> before then
    update public.event_places set taken = taken + after - before
     where event_id = case when tg_op = 'DELETE' then old.event_id else new.event_id end;
  end if;
  return null;
end
$$;
create trigger count_event_places after insert or update or delete on event_answers
  for each row execute function count_event_places();

create function event_moment(p_content jsonb, p_time text) returns timestamptz
language sql stable set search_path = pg_catalog as $$
  select ((p_content ->> 'date') || ' ' || (p_content ->> p_time))::timestamp at time zone 'Europe/London'
$$;

-- What is published of an event is what its calendar entry says; how many were there is not in it.
create function keep_event_places() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.published is null or not new.published ?& array['date', 'start_time', 'end_time'] then return null; end if;
  if tg_op = 'UPDATE' and old.published - 'attendees' is not distinct from new.published - 'attendees' then return null; end if;
  insert into public.event_places as p (event_id, starts_at, ends_at, changed_at)
  values (new.id, public.event_moment(new.published, 'start_time'), public.event_moment(new.published, 'end_time'),
          public.app_now())
  on conflict (event_id) do update
    set starts_at = excluded.starts_at, ends_at = excluded.ends_at, sequence = p.sequence + 1, changed_at = excluded.changed_at;
  if tg_op = 'UPDATE' and old.published ->> 'date' is distinct from new.published ->> 'date' then
    update public.event_answers set reminded_at = null where event_id = new.id and reminded_at is not null;
  end if;
  return null;
end
$$;
create trigger keep_event_places after insert or update of published on content_items
  for each row when (new.kind = 'event') execute function keep_event_places();
insert into event_places (event_id, starts_at, ends_at, changed_at)
select id, event_moment(published, 'start_time'), event_moment(published, 'end_time'), published_at
  from content_items
 where kind = 'event' and published ?& array['date', 'start_time', 'end_time'];

-- Who is going is told first: an event that was answered is cancelled, and goes a month later.
create function keep_answered_event() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not old.is_example and exists (
       select from public.event_answers a join public.event_places p on p.event_id = a.event_id
        where a.event_id = old.id and a.state in ('going', 'waiting', 'offered') and p.ends_at > public.app_now()
          and (p.cancelled_at is null or p.cancelled_at > public.app_now() - interval '30 days')) then
    raise check_violation using constraint = 'event_is_answered';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger keep_answered_event before delete on content_items
  for each row when (old.kind = 'event') execute function keep_answered_event();
create trigger keep_answered_event_published before update of published on content_items
  for each row when (old.kind = 'event' and old.published is not null and new.published is null)
  execute function keep_answered_event();

-- Ends what is over, and offers free places to who waits, in turn: nobody is passed over, so one who asked for two places
-- waits for both.
create function settle_event(p_event_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  place public.event_places;
  next public.event_answers;
begin
  select * into place from public.event_places where event_id = p_event_id for update;
  if place.event_id is null or place.cancelled_at is not null or place.starts_at <= p_at then return; end if;
  update public.event_answers a
     set state = 'not_going', guest_name = null, turn = null, offered_until = null, news = 'lost'
   where event_id = p_event_id and state in ('going', 'waiting', 'offered')
     -- People whose membership stands are found together: to ask for each of them took most of the time of an answer.
     and case when place.audience <> 'investors'
                   and exists (select from public.user_roles r
                                where r.user_id = a.user_id and r.role = 'member'
                                  and num_nonnulls(r.suspended_at, r.ended_at) = 0
                                  and (r.status = 'approved' or place.audience = 'members' and r.status = 'pending'))
              then false
              else not public.may_keep_event_place(place.audience, user_id, p_at)
         end;
  update public.event_answers set state = 'lapsed', guest_name = null, offered_until = null, news = 'lapsed'
   where event_id = p_event_id and state = 'offered' and offered_until <= p_at;
  loop
    select * into place from public.event_places where event_id = p_event_id;
    select * into next from public.event_answers where event_id = p_event_id and state = 'waiting' order by turn limit 1;
    exit when next.id is null or place.taken + next.seats > place.capacity;
    update public.event_answers
       set state = 'offered', turn = null, news = 'offered',
           offered_until = least(p_at + make_interval(hours => place.offer_hours), place.starts_at)
     where id = next.id;
  end loop;
end
$$;

-- The caller's answer. Returns going, not_going or waiting as it is now; full, no_guests, guest_too_many or too_late, which
-- change nothing; closed once it began or is cancelled; or null.
create function answer_event(p_event_id uuid, p_is_going boolean, p_guest_name text, p_waits boolean) returns text
language plpgsql security definer set search_path = pg_catalog as $$
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
  if place.cancelled_at is not null or place.starts_at <= at then return 'closed'; end if;
  perform public.settle_event(p_event_id, at);
  select * into place from public.event_places where event_id = p_event_id;
  select * into own from public.event_answers where event_id = p_event_id and user_id = public.app_user_id();
  if p_is_going then
    held := case when own.state in ('going', 'offered') then own.seats else 0 end;
    if place.guests = 0 and p_guest_name is not null and own.guest_name is null then return 'no_guests'; end if;
    if place.answer_until <= at and seats > held
       and (own.state is null or own.state not in ('waiting', 'offered')) then
      return 'too_late';
    end if;
    if seats > place.capacity then return 'guest_too_many'; end if;
    if seats <= held
       or (place.capacity is null or place.taken + seats - held <= place.capacity)
          and not exists (select from public.event_answers
                           where event_id = p_event_id and state = 'waiting'
                             and (own.turn is null or turn < own.turn)) then
      outcome := 'going';
    elsif held > 0 then
      return 'guest_too_many';
    elsif p_waits or own.state = 'waiting' then
      outcome := 'waiting';
    else
      return 'full';
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
end
$$;
grant execute on function answer_event(uuid, boolean, text, boolean) to club_member;

-- Whose feed it is.
create function find_calendar_feed(p_token_hash text) returns uuid
language sql stable security definer set search_path = pg_catalog as $$
  select user_id from public.calendar_feeds where token_hash = p_token_hash
$$;
grant execute on function find_calendar_feed(text) to club_visitor;

-- Without a name: how many, and the caller's own answer.
create view shown_events with (security_barrier) as
  select p.event_id as id, p.starts_at, p.ends_at, p.capacity, p.guests, p.answer_until, p.offer_hours,
         p.taken, p.cancelled_at, p.cancelled_reason, p.sequence, p.changed_at,
         (select count(*)::integer from event_answers a where a.event_id = p.event_id and a.state = 'waiting') as waiting,
         (select coalesce(sum(a.seats), 0)::integer from event_answers a
           where a.event_id = p.event_id and a.state = 'going') as going,
         own.id as answer_id,
         case when own.state = 'offered' and own.offered_until <= (select app_now()) then 'lapsed' else own.state end as answer,
         own.guest_name, own.offered_until, own.attended_at,
         case when own.turn is not null then
           (select count(*)::integer from event_answers a where a.event_id = p.event_id and a.turn <= own.turn) end as turn
    from event_places p
    join content_items c on c.id = p.event_id
    left join event_answers own on own.event_id = p.event_id and own.user_id = (select app_user_id())
   where c.published is not null and is_in_event_audience(p.audience)
     and (p.cancelled_at is null or p.cancelled_at > (select app_now()) - interval '30 days');

-- Who answered, for admins.
create view event_attendees with (security_barrier) as
  select a.id, a.event_id, a.user_id, p.full_name, a.guest_name, a.answered_at, a.turn, a.offered_until, a.attended_at,
         case when a.state = 'offered' and a.offered_until <= (select app_now()) then 'lapsed' else a.state end as state,
         case a.state when 'going' then 1 when 'offered' then 2 when 'waiting' then 3 else 4 end as rank,
         coalesce(a.turn, 0) as place_in_line
    from event_answers a
    left join people p on p.id = a.user_id
   where (select is_admin());
grant select on shown_events, event_attendees to club_member;

create or replace view published_content with (security_barrier) as
  select id, kind, slug, published as content, first_published_at, published_at, position, is_example
    from content_items c
   where published is not null
     and (kind not in ('event', 'company') or (select is_member()))
     and (kind <> 'event' or (select is_admin())
          or coalesce((select is_in_event_audience(p.audience)
                         and (p.cancelled_at is null or p.cancelled_at > (select app_now()) - interval '30 days')
                        from event_places p where p.event_id = c.id), true));
-- Asked for by the view above, which visitors read too.
grant execute on function app_now() to club_visitor;
