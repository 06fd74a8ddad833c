-- How people want to be told of each topic, where it differs from the usual. What is owed to them has no row that counts.
create table notice_choices (
  user_id uuid not null references auth.users (id) on delete cascade,
  topic text not null check (topic ~ '^[a-z_]+$' and length(topic) <= 50),
  choice text not null check (choice in ('mail', 'daily', 'weekly', 'here', 'never')),
  chosen_at timestamptz(3) not null,
  primary key (user_id, topic)
);
alter table notice_choices enable row level security;
grant select, insert (user_id, topic, choice, chosen_at), update (choice, chosen_at), delete on notice_choices to club_member;
create policy "people see their own choices" on notice_choices for select to club_member
  using (user_id = (select app_user_id()));
create policy "people make their own choices" on notice_choices for insert to club_member
  with check (user_id = (select app_user_id()));
create policy "people change their own choices" on notice_choices for update to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
create policy "people take back their own choices" on notice_choices for delete to club_member
  using (user_id = (select app_user_id()));

-- Whether the caller's own address is on the newsletter's list; null where it is not verified and cannot be.
create function own_newsletter() returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.newsletter_subscriptions s where s.email = lower(btrim(u.email)) and s.confirmed_at is not null)
    from auth.users u where u.id = public.app_user_id() and u.email_verified
$$;
-- The tick of somebody who is signed in confirms itself. Answers the subscription; null where nothing changes.
create function set_own_newsletter(p_agrees boolean, p_agreed_text text) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  address text;
  subscription uuid;
begin
  if not public.is_member() then raise insufficient_privilege; end if;
  select lower(btrim(email)) into address from auth.users where id = public.app_user_id() and email_verified;
  if p_agrees then
    insert into public.newsletter_subscriptions as s (email, agreed_text, requested_at, confirmed_at)
    select address, p_agreed_text, public.app_now(), public.app_now() where address is not null
    on conflict (email) do update
      set agreed_text = excluded.agreed_text, requested_at = excluded.requested_at, confirmed_at = excluded.confirmed_at
      where s.confirmed_at is null
    returning id into subscription;
  else
    delete from public.newsletter_subscriptions where email = address returning id into subscription;
  end if;
  return subscription;
end
$$;
grant execute on function own_newsletter(), set_own_newsletter(boolean, text) to club_member;

-- A mail that bundles: what waits for a member, once a week, and for an admin, at once or once a day. Its content is read as it
-- leaves. queued → sending → sent; one that was being sent when its process ended is unknown and never sent again.
create table notice_mails (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('weekly', 'daily', 'at_once')),
  -- The London day of a daily one, the Monday of a weekly one.
  day date not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'unknown', 'empty')),
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null
);
-- Nobody gets two, whatever crashes.
create unique index notice_mails_once_idx on notice_mails (user_id, kind, day) where kind <> 'at_once';
create index notice_mails_user_id_idx on notice_mails (user_id, created_at desc);
create index notice_mails_created_at_idx on notice_mails (created_at);
alter table notice_mails enable row level security;

-- What an admin was told at once to be waiting, so that it is told once; gone when it waits no longer.
create table told_waiting (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  subject_id uuid not null,
  notice_mail_id uuid not null references notice_mails (id) on delete cascade,
  primary key (user_id, kind, subject_id)
);
create index told_waiting_notice_mail_id_idx on told_waiting (notice_mail_id);
alter table told_waiting enable row level security;

-- Which admin asked the others to confirm something, once for each subject and London day.
create table confirmation_requests (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind in ('allocation', 'collection_account', 'company_account', 'completion', 'deal_version', 'exit', 'payment', 'price', 'setting')),
  subject_id uuid not null,
  deal_id uuid references deals (id),
  day date not null,
  asked_by uuid references auth.users (id) on delete set null,
  asked_at timestamptz(3) not null,
  unique (kind, subject_id, day)
);
create index confirmation_requests_asked_by_idx on confirmation_requests (asked_by);
create index confirmation_requests_deal_id_idx on confirmation_requests (deal_id);
alter table confirmation_requests enable row level security;
grant select, insert (kind, subject_id, deal_id, day, asked_by, asked_at) on confirmation_requests to club_member;
create policy "admins see what was asked of them" on confirmation_requests for select to club_member
  using ((select is_admin()));
create policy "admins ask each other" on confirmation_requests for insert to club_member
  with check ((select is_admin()) and asked_by = (select app_user_id()));

-- Mails that a person's mail server refused for good, since the last one that it took.
create table mail_refusals (
  mail_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null,
  refused_at timestamptz(3) not null
);
create index mail_refusals_user_id_idx on mail_refusals (user_id, refused_at desc);
alter table mail_refusals enable row level security;
grant select on mail_refusals to club_member;
create policy "people and admins see which mails do not arrive" on mail_refusals for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
