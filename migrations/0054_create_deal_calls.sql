-- A call with the founders. Nobody is asked to it who has not asked for it.
create table deal_calls (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  -- For optimistic locking; a trigger moves it.
  updated_at timestamptz(3) not null default now(),
  deal_id uuid not null references deals (id),
  author_id uuid references auth.users (id) on delete set null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  about text not null check (btrim(about) <> '' and length(about) <= 500),
  -- Given to one person at a time, at the time.
  join_url text not null check (join_url ~ '^https://' and length(join_url) <= 2000),
  cancelled_reason text check (btrim(cancelled_reason) <> '' and length(cancelled_reason) <= 1000),
  -- Of its calendar entry (RFC 5545): one more with each change.
  sequence integer not null default 0 check (sequence >= 0),
  check (ends_at > starts_at and ends_at <= starts_at + interval '8 hours')
);
create index deal_calls_deal_id_idx on deal_calls (deal_id, starts_at, id);
create index deal_calls_author_id_idx on deal_calls (author_id);
alter table deal_calls enable row level security;
create trigger mark_change before update on deal_calls for each row execute function mark_change();

-- Each tick by which somebody asked for a call, and who then joined it.
create table deal_call_requests (
  id uuid primary key default app_uuid_v7(),
  requested_at timestamptz(3) not null,
  call_id uuid not null references deal_calls (id),
  record_id uuid not null references investor_records (id) on delete cascade,
  -- What was ticked, in its words.
  wording text not null check (btrim(wording) <> '' and length(wording) <= 1000),
  withdrawn_at timestamptz(3) check (withdrawn_at >= requested_at),
  joined_at timestamptz(3)
);
create unique index deal_call_requests_current_idx on deal_call_requests (call_id, record_id) where withdrawn_at is null;
create index deal_call_requests_record_id_idx on deal_call_requests (record_id);
create index deal_call_requests_call_id_idx on deal_call_requests (call_id, requested_at, id);
alter table deal_call_requests enable row level security;

grant select, insert (deal_id, author_id, starts_at, ends_at, about, join_url),
      update (starts_at, ends_at, about, join_url, cancelled_reason, sequence) on deal_calls to club_member;
grant select on deal_call_requests to club_member;
create policy "admins see calls" on deal_calls for select to club_member using ((select is_admin()));
create policy "admins plan calls in their own name" on deal_calls for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "admins change calls" on deal_calls for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
create policy "people see what they asked for, admins all" on deal_call_requests for select to club_member
  using ((select is_admin()) or ((select is_investor()) and owns_record(record_id)));

-- Without the address to join at.
create view open_deal_calls with (security_barrier) as
  select c.id, c.deal_id, c.starts_at, c.ends_at, c.about, c.cancelled_reason, c.sequence,
         mine.requested_at, mine.joined_at,
         c.cancelled_reason is null and mine.requested_at is not null
           and c.starts_at - interval '15 minutes' <= (select app_now()) and (select app_now()) < c.ends_at as is_joinable
    from deal_calls c
    left join lateral (select r.requested_at, r.joined_at from deal_call_requests r
                        where r.call_id = c.id and r.withdrawn_at is null and owns_record(r.record_id)) mine on true
   where (select is_investor()) and is_deal_shown(c.deal_id);
create view deal_call_people with (security_barrier) as
  select r.id, r.call_id, c.deal_id, r.requested_at, r.withdrawn_at, r.joined_at, i.user_id, p.full_name
    from deal_call_requests r
    join deal_calls c on c.id = r.call_id
    join investor_records i on i.id = r.record_id
    left join people p on p.id = i.user_id
   where (select is_admin());
grant select on open_deal_calls, deal_call_people to club_member;

-- The caller asks for a call, or does not any more. Answers changed, closed for one that is over or cancelled, or null.
create function ask_for_deal_call(p_call_id uuid, p_wording text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  planned public.deal_calls;
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  select * into planned from public.deal_calls where id = p_call_id for share;
  if planned.id is null or not public.is_deal_shown(planned.deal_id) then return null; end if;
  if planned.cancelled_reason is not null or planned.ends_at <= public.app_now() then return 'closed'; end if;
  if p_wording is null then
    update public.deal_call_requests set withdrawn_at = public.app_now()
     where call_id = p_call_id and withdrawn_at is null and public.owns_record(record_id);
  else
    insert into public.deal_call_requests (requested_at, call_id, record_id, wording)
    select public.app_now(), p_call_id, r.id, p_wording from public.investor_records r where r.user_id = public.app_user_id()
    on conflict (call_id, record_id) where withdrawn_at is null do nothing;
  end if;
  return 'changed';
end
$$;

-- From a quarter of an hour before it begins, to whoever asked for it; with a delivery and the attendance. Null otherwise.
create function join_deal_call(p_call_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  address text;
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  select c.join_url into address
    from public.open_deal_calls o join public.deal_calls c on c.id = o.id where o.id = p_call_id and o.is_joinable;
  if address is null then return null; end if;
  update public.deal_call_requests set joined_at = coalesce(joined_at, public.app_now())
   where call_id = p_call_id and withdrawn_at is null and public.owns_record(record_id);
  insert into public.deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
  select s.record_id, s.id, s.signed_on, s.valid_through, 'call', c.id, o.version_id, public.app_now()
    from public.deal_calls c
    join public.open_deals o on o.id = c.deal_id
    join public.statements s on s.id = public.live_statement_of(public.app_user_id(), public.app_now())
   where c.id = p_call_id
  on conflict do nothing;
  return address;
end
$$;
grant execute on function ask_for_deal_call(uuid, text), join_deal_call(uuid) to club_member;
