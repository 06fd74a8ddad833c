create table notices (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- The id has no foreign key, because a notice stays without its subject.
  subject_id uuid,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  -- A notice about the reader's money keeps its sentence; null stands for the words of its kind.
  text text check (btrim(text) <> '' and length(text) <= 1000));
create index notices_newest_idx on notices (user_id, created_at desc, id desc);
create index notices_unread_idx on notices (user_id) where read_at is null;
create index notices_created_at_idx on notices (created_at);
comment on table notices is 'own';

-- A row is a choice that differs from the default.
create table notice_choices (
  user_id uuid not null references auth.users (id) on delete cascade,
  topic text not null check (topic ~ '^[a-z_]+$' and length(topic) <= 50),
  choice text not null check (choice in ('mail', 'daily', 'never')),
  chosen_at timestamptz(3) not null, primary key (user_id, topic));
comment on table notice_choices is 'own';

-- A mail lists what waits for its reader at the time of sending. A mail whose process ended while sending stays unknown.
create table notice_mails (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('weekly', 'daily', 'at_once')),
  -- A weekly mail has the London Monday.
  day date not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'unknown', 'empty')),
  created_at timestamptz(3) not null, changed_at timestamptz(3) not null);
create unique index notice_mails_once_idx on notice_mails (user_id, kind, day) where kind <> 'at_once';
create index notice_mails_user_id_idx on notice_mails (user_id, created_at desc);
create index notice_mails_created_at_idx on notice_mails (created_at);
comment on table notice_mails is 'own';

-- A row prevents a second mail; it is deleted when nothing waits.
create table told_waiting (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  subject_id uuid not null,
  notice_mail_id uuid not null references notice_mails (id) on delete cascade, primary key (user_id, kind, subject_id));
create index told_waiting_notice_mail_id_idx on told_waiting (notice_mail_id);
comment on table told_waiting is 'own';

-- The rows are deleted when a mail is accepted again.
create table mail_refusals (
  mail_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade, email text not null, refused_at timestamptz(3) not null,
  -- The answer of the mail server is a code, such as "550 5.1.1"; its text quotes addresses.
  answer text check (length(answer) <= 40));
create index mail_refusals_user_id_idx on mail_refusals (user_id, refused_at desc);
comment on table mail_refusals is 'own';

-- Rights

grant select, update (read_at) on notices to club_member;
create policy "people mark their own notices as read" on notices for update to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
create policy "people see their own notices, of deals while deals are shown to them" on notices for select to club_member
  using (user_id = (select app_user_id())
         and (kind not in ('deal_opened', 'deal_closes_soon', 'deal_call_planned', 'deal_answered', 'message_offer')
              or (select is_investor())));

grant select, insert (user_id, topic, choice, chosen_at), update (choice, chosen_at), delete on notice_choices to club_member;
create policy "people see their own choices" on notice_choices for select to club_member
  using (user_id = (select app_user_id()));
create policy "people make their own choices" on notice_choices for insert to club_member
  with check (user_id = (select app_user_id()));
create policy "people change their own choices" on notice_choices for update to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
create policy "people take back their own choices" on notice_choices for delete to club_member
  using (user_id = (select app_user_id()));

grant select, delete on mail_refusals to club_member;
create policy "people and admins see which mails do not arrive" on mail_refusals for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "admins let mails to an address be tried again" on mail_refusals for delete to club_member using ((select is_admin()));
