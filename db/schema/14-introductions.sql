-- A person without a row can ask and be asked.
create table introduction_settings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  is_off boolean not null default false,
  -- The person is told the reason of the bar.
  barred_at timestamptz(3),
  barred_because text check (btrim(barred_because) <> '' and length(barred_because) <= 5000),
  check ((barred_at is null) = (barred_because is null)));
comment on table introduction_settings is 'own';

create table introductions (
  id uuid primary key default app_uuid_v7(),
  asker_id uuid not null references auth.users (id) on delete cascade,
  asked_id uuid not null references auth.users (id) on delete cascade,
  message text not null check (length(btrim(message)) between 20 and 600),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  asked_at timestamptz(3) not null default app_now(),
  expires_at timestamptz(3) not null check (expires_at > asked_at),
  ended_at timestamptz(3),
  -- A request to a person who blocked the asker is shown to its asker alone.
  is_unheard boolean not null default false, check (asker_id <> asked_id), check ((state = 'open') = (ended_at is null)));
create unique index introductions_open_key on introductions (asker_id, asked_id) where state = 'open';
create index introductions_asker_idx on introductions (asker_id, asked_at desc, id desc);
create index introductions_asked_idx on introductions (asked_id, asked_at desc, id desc);
comment on table introductions is 'others; own: message state asked_at expires_at ended_at';

create table introduction_blocks (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  blocked_id uuid not null references auth.users (id) on delete cascade,
  blocked_at timestamptz(3) not null default app_now(), unique (user_id, blocked_id), check (user_id <> blocked_id));
create index introduction_blocks_blocked_id_idx on introduction_blocks (blocked_id);
comment on table introduction_blocks is 'own';

-- Admins read the message once it is reported.
create table introduction_reports (
  id uuid primary key default app_uuid_v7(),
  introduction_id uuid not null unique references introductions (id) on delete cascade,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  reported_at timestamptz(3) not null default app_now(),
  outcome text check (outcome in ('dismissed', 'barred')),
  note text check (length(note) <= 5000),
  closed_at timestamptz(3),
  closed_by uuid references auth.users (id) on delete set null, check ((outcome is null) = (closed_at is null)));
create index introduction_reports_newest_idx on introduction_reports (reported_at desc, id desc);
create index introduction_reports_closed_by_idx on introduction_reports (closed_by);
comment on table introduction_reports is 'others';

-- Rights

grant select, insert (user_id, is_off), update (is_off) on introduction_settings to club_member;
create policy "people see their own settings of introductions" on introduction_settings for select to club_member
  using (user_id = (select app_user_id()));
create policy "people choose whether they are asked" on introduction_settings for insert to club_member
  with check (user_id = (select app_user_id()));
create policy "people change whether they are asked" on introduction_settings for update to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));

grant select (id, asker_id, asked_id, message, state, asked_at, expires_at, ended_at) on introductions to club_member;
create policy "people see their own introductions, admins reported ones" on introductions for select to club_member
  using ((select app_user_id()) = asker_id or ((select app_user_id()) = asked_id and not is_unheard)
         or ((select is_admin()) and exists (select from introduction_reports r where r.introduction_id = introductions.id)));

grant select, delete on introduction_blocks to club_member;
create policy "people see whom they blocked" on introduction_blocks for select to club_member
  using (user_id = (select app_user_id()));
create policy "people end their blocks" on introduction_blocks for delete to club_member
  using (user_id = (select app_user_id()));

grant select, insert (introduction_id, reason) on introduction_reports to club_member;
create policy "people see their own reports, admins all" on introduction_reports for select to club_member
  using ((select is_admin()) or was_asked(introduction_id));
create policy "people report what they were asked" on introduction_reports for insert to club_member
  with check (was_asked(introduction_id));
