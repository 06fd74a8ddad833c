-- A person's entry of an event has the number of the event plus this one: each answer that changes it takes the next, also
-- one that takes it out, so that no program mistakes it for an older one (RFC 5546).
alter table event_answers add column entry_changes integer not null default 0 check (entry_changes >= 0);

create function count_entry_changes() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    new.entry_changes := case new.state when 'going' then 1 else 0 end;
  elsif (new.state = 'going') <> (old.state = 'going') or (new.state = 'not_going') <> (old.state = 'not_going')
        or (new.state = 'going' and new.guest_name is distinct from old.guest_name) then
    new.entry_changes := old.entry_changes + 1;
  end if;
  return new;
end
$$;
create trigger count_entry_changes before insert or update of state, guest_name on event_answers
  for each row execute function count_entry_changes();

create or replace view shown_events with (security_barrier) as
  select p.event_id as id, p.starts_at, p.ends_at, p.capacity, p.guests, p.answer_until, p.offer_hours,
         p.taken, p.cancelled_at, p.cancelled_reason, p.sequence, p.changed_at,
         (select count(*)::integer from event_answers a where a.event_id = p.event_id and a.state = 'waiting') as waiting,
         (select coalesce(sum(a.seats), 0)::integer from event_answers a
           where a.event_id = p.event_id and a.state = 'going') as going,
         own.id as answer_id,
         case when own.state = 'offered' and own.offered_until <= (select app_now()) then 'lapsed' else own.state end as answer,
         own.guest_name, own.offered_until, own.attended_at,
         case when own.turn is not null then
           (select count(*)::integer from event_answers a where a.event_id = p.event_id and a.turn <= own.turn) end as turn,
         (select coalesce(sum(a.seats), 0)::integer from event_answers a
           where a.event_id = p.event_id and a.attended_at is not null) as attended,
         own.answered_at, own.entry_changes
    from event_places p
    join content_items c on c.id = p.event_id
    left join event_answers own on own.event_id = p.event_id and own.user_id = (select app_user_id())
   where c.published is not null and is_in_event_audience(p.audience)
     and (p.cancelled_at is null or p.cancelled_at > (select app_now()) - interval '30 days');

-- As before, but a text that is corrected after the event was cancelled is told to nobody.
create or replace function keep_event_places() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
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
end
$$;
