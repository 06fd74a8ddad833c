create table event_places (
  event_id uuid primary key references content_items (id) on delete cascade,
  -- A trigger copies the times from the published content.
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  audience text not null default 'members' check (audience in ('members', 'approved', 'investors')),
  -- A null capacity means room for everybody.
  capacity integer check (capacity between 1 and 100000),
  guests integer not null default 0 check (guests in (0, 1)),
  answer_until timestamptz(3),
  offer_hours integer not null default 24 check (offer_hours between 1 and 168),
  -- A trigger counts the places of those going or offered one, guests included.
  taken integer not null default 0 check (taken >= 0),
  -- This is the last number of the waiting list.
  last_turn integer not null default 0 check (last_turn >= 0),
  cancelled_at timestamptz(3),
  cancelled_reason text check (btrim(cancelled_reason) <> '' and length(cancelled_reason) <= 1000),
  -- Each change raises the sequence of the calendar entry (RFC 5545).
  sequence integer not null default 0 check (sequence >= 0),
  changed_at timestamptz(3) not null,
  revision integer not null default 1 check (revision > 0),
  constraint event_places_enough check (capacity is null or taken <= capacity),
  check (num_nulls(cancelled_at, cancelled_reason) in (0, 2)));
create index event_places_starts_at_idx on event_places (starts_at, event_id);

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
  told_sequence integer not null default 0,
  news text check (news in ('offered', 'lapsed', 'lost')),
  -- The sequence of a person's calendar entry is that of the event plus this one, which each changed answer raises (RFC 5546).
  entry_changes integer not null default 0 check (entry_changes >= 0),
  unique (event_id, user_id),
  unique (event_id, turn),
  check ((turn is not null) = (state = 'waiting')), check ((offered_until is not null) = (state = 'offered')));
create index event_answers_user_id_idx on event_answers (user_id);
comment on table event_answers is 'own';

-- Anybody who has the token reads the feed.
create table calendar_feeds (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'), created_at timestamptz(3) not null);
comment on table calendar_feeds is 'own; secret: token_hash';

-- The UIDs of calendar entries keep the club's first host when its address changes, as another UID would be another entry.
create table calendar_domains (
  id uuid primary key default app_uuid_v7(),
  domain text not null check (domain <> ''), created_at timestamptz(3) not null default now());
create unique index calendar_domains_only_idx on calendar_domains ((true));

-- Rights

grant select, update (audience, capacity, guests, answer_until, offer_hours, cancelled_at, cancelled_reason, sequence,
  changed_at, revision) on event_places to club_member;
create policy "admins see the places of events" on event_places for select to club_member using ((select is_admin()));
create policy "admins set the places of events" on event_places for update to club_member
  using ((select is_admin())) with check ((select is_admin()));

grant select, update (attended_at) on event_answers to club_member;
create policy "people see their answers, admins all" on event_answers for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "admins note who was there" on event_answers for update to club_member
  using ((select is_admin())) with check ((select is_admin()));

grant select (id, user_id, created_at), insert (user_id, token_hash, created_at), update (token_hash, created_at),
  delete on calendar_feeds to club_member;
create policy "people see their feed" on calendar_feeds for select to club_member using (user_id = (select app_user_id()));
create policy "members start their feed" on calendar_feeds for insert to club_member
  with check (user_id = (select app_user_id()) and (select is_member()));
create policy "members renew their feed" on calendar_feeds for update to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()) and (select is_member()));
create policy "people end their feed" on calendar_feeds for delete to club_member using (user_id = (select app_user_id()));
