-- As before, but people whose membership stands are found together: asking for each of them took most of the time of an answer.
create or replace function settle_event(p_event_id uuid, p_at timestamptz) returns void
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
     -- In this order: the second is asked of the few that the first leaves open.
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
