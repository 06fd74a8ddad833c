create table webhook_endpoints (
  id uuid primary key default app_uuid_v7(),
  name text not null check (btrim(name) <> '' and char_length(name) <= 60),
  url text not null check (url ~ '^https?://' and char_length(url) <= 500),
  events text[] not null check (cardinality(events) > 0 and events <@ array[
    'membership.requested', 'membership.approved', 'event.rsvp', 'deal.released', 'deal.completed', 'person.deleted']),
  created_at timestamptz(3) not null default app_now(),
  created_by uuid references auth.users (id) on delete set null,
  -- Nothing was delivered since this failure.
  failing_since timestamptz(3),
  switched_off_at timestamptz(3),
  switched_off_because text check (switched_off_because in ('admin', 'failing', 'gone')),
  check ((switched_off_at is null) = (switched_off_because is null)));
create index webhook_endpoints_newest_idx on webhook_endpoints (created_at desc, id desc);
create index webhook_endpoints_created_by_idx on webhook_endpoints (created_by);

-- Two secrets sign for a time, so that a receiver can change over.
create table webhook_secrets (
  id uuid primary key default app_uuid_v7(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  key_id text not null, sealed bytea not null, created_at timestamptz(3) not null default app_now(), ends_at timestamptz(3));
create index webhook_secrets_endpoint_id_idx on webhook_secrets (endpoint_id);
create unique index webhook_secrets_present_key on webhook_secrets (endpoint_id) where ends_at is null;
comment on table webhook_secrets is 'secret';

-- A delivery is inserted in the transaction of its event.
create table webhook_deliveries (
  id uuid primary key default app_uuid_v7(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- The id is the same for all endpoints and attempts.
  event_id uuid not null,
  event_type text not null,
  -- A payload holds ids only.
  data jsonb not null,
  occurred_at timestamptz(3) not null default app_now(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- The time also prevents that a second process sends the delivery.
  next_attempt_at timestamptz(3) default app_now(),
  last_attempt_at timestamptz(3),
  status integer,
  answer text check (octet_length(answer) <= 1024),
  reason text check (char_length(reason) <= 300),
  unique (endpoint_id, event_id), check ((state = 'waiting') = (next_attempt_at is not null)));
create index webhook_deliveries_newest_idx on webhook_deliveries (endpoint_id, occurred_at desc, id desc);
create index webhook_deliveries_waiting_idx on webhook_deliveries (next_attempt_at) where state = 'waiting';
create index webhook_deliveries_occurred_idx on webhook_deliveries (occurred_at);

-- Rights

grant select, insert (name, url, events, created_by), delete, update (name, url, events, failing_since, switched_off_at,
  switched_off_because) on webhook_endpoints to club_member;
create policy "admins see webhooks" on webhook_endpoints for select to club_member using ((select is_admin()));
create policy "admins add webhooks" on webhook_endpoints for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));
create policy "admins change webhooks" on webhook_endpoints for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
create policy "admins remove webhooks" on webhook_endpoints for delete to club_member using ((select is_admin()));

grant select (id, endpoint_id, created_at, ends_at), insert (endpoint_id, key_id, sealed), update (ends_at) on
  webhook_secrets to club_member;
create policy "admins see when secrets end" on webhook_secrets for select to club_member using ((select is_admin()));
create policy "admins add secrets" on webhook_secrets for insert to club_member with check ((select is_admin()));
create policy "admins end secrets" on webhook_secrets for update to club_member
  using ((select is_admin())) with check ((select is_admin()));

grant select on webhook_deliveries to club_member;
create policy "admins see deliveries of webhooks" on webhook_deliveries for select to club_member using ((select is_admin()));
