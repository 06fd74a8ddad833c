-- The owner writes notices in the transaction of the change.
create table notices (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- No foreign key: a notice outlives its subject.
  subject_id uuid,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  -- A notice of its reader's own money keeps its sentence; null means the general words of its kind.
  text text check (btrim(text) <> '' and length(text) <= 1000));
create index notices_newest_idx on notices (user_id, created_at desc, id desc);
create index notices_unread_idx on notices (user_id) where read_at is null;
create index notices_created_at_idx on notices (created_at);
comment on table notices is 'own';

-- A row differs from the usual; what people are owed has no choice.
create table notice_choices (
  user_id uuid not null references auth.users (id) on delete cascade,
  topic text not null check (topic ~ '^[a-z_]+$' and length(topic) <= 50),
  choice text not null check (choice in ('mail', 'daily', 'weekly', 'here', 'never')),
  chosen_at timestamptz(3) not null, primary key (user_id, topic));
comment on table notice_choices is 'own';

-- A mail that bundles: what waits for a member, once a week, and for an admin, at once or once a day. Its content is read as it
-- leaves. queued → sending → sent; one that was being sent when its process ended is unknown and never sent again.
create table notice_mails (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('weekly', 'daily', 'at_once')),
  -- The day is London's: its Monday for a weekly mail.
  day date not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'unknown', 'empty')),
  created_at timestamptz(3) not null, changed_at timestamptz(3) not null);
-- The index keeps anybody from getting two, whatever crashes.
create unique index notice_mails_once_idx on notice_mails (user_id, kind, day) where kind <> 'at_once';
create index notice_mails_user_id_idx on notice_mails (user_id, created_at desc);
create index notice_mails_created_at_idx on notice_mails (created_at);
comment on table notice_mails is 'own';

-- A row keeps an admin from being told twice; it goes when nothing waits.
create table told_waiting (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  subject_id uuid not null,
  notice_mail_id uuid not null references notice_mails (id) on delete cascade, primary key (user_id, kind, subject_id));
create index told_waiting_notice_mail_id_idx on told_waiting (notice_mail_id);
comment on table told_waiting is 'own';

-- Mails refused for good are counted since the last one that was taken.
create table mail_refusals (
  mail_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade, email text not null, refused_at timestamptz(3) not null);
create index mail_refusals_user_id_idx on mail_refusals (user_id, refused_at desc);
comment on table mail_refusals is 'own';

-- Rights

alter table notices enable row level security;
grant select, update (read_at) on notices to club_member;
create policy "people mark their own notices as read" on notices for update to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
create policy "people see their own notices, of deals while deals are shown to them" on notices for select to club_member
  using (user_id = (select app_user_id())
         and (kind not in ('deal_opened', 'deal_closes_soon', 'deal_call_planned', 'deal_answered') or (select is_investor())));

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

alter table notice_mails enable row level security;

alter table told_waiting enable row level security;

alter table mail_refusals enable row level security;
grant select on mail_refusals to club_member;
create policy "people and admins see which mails do not arrive" on mail_refusals for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
