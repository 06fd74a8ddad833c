-- A second factor that an admin resets takes its passkeys along: each of them counts as one.
create or replace function reset_second_factor(target_user_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  was_verified boolean;
begin
  if not public.is_admin() or target_user_id = public.app_user_id() then raise insufficient_privilege; end if;
  -- One change of a way in at a time.
  perform from auth.users where id = target_user_id for no key update;
  delete from auth.two_factors where user_id = target_user_id returning verified into was_verified;
  if was_verified then
    delete from auth.passkeys where user_id = target_user_id;
    delete from auth.sessions where user_id = target_user_id;
  end if;
  return coalesce(was_verified, false);
end
$$;

-- Of prices and settings nobody can be asked.
alter table confirmation_requests drop constraint confirmation_requests_kind_check,
  add constraint confirmation_requests_kind_check
    check (kind in ('allocation', 'collection_account', 'company_account', 'completion', 'deal_version', 'exit', 'payment'));

-- Who was ticked at the door, with the guests that they brought.
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
           where a.event_id = p.event_id and a.attended_at is not null) as attended
    from event_places p
    join content_items c on c.id = p.event_id
    left join event_answers own on own.event_id = p.event_id and own.user_id = (select app_user_id())
   where c.published is not null and is_in_event_audience(p.audience)
     and (p.cancelled_at is null or p.cancelled_at > (select app_now()) - interval '30 days');
