-- A subscription counts once it is confirmed, and is deleted when it ends or is not confirmed in time.
create table newsletter_subscriptions (
  id uuid primary key default app_uuid_v7(),
  email text not null unique check (email = lower(btrim(email)) and length(email) <= 254),
  -- The wording is kept as the confirming mail showed it.
  agreed_text text not null check (btrim(agreed_text) <> '' and length(agreed_text) <= 1000),
  requested_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3) check (confirmed_at >= requested_at), created_at timestamptz(3) not null default now());
create index newsletter_subscriptions_newest_idx on newsletter_subscriptions (created_at desc, id desc);
comment on table newsletter_subscriptions is 'club; own: email agreed_text requested_at confirmed_at';

-- Rights

grant select, delete on newsletter_subscriptions to club_member;
create policy "admins see newsletter subscriptions" on newsletter_subscriptions for select to club_member
  using ((select is_admin()));
create policy "admins remove newsletter subscriptions" on newsletter_subscriptions for delete to club_member
  using ((select is_admin()));
