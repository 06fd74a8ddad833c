-- A mail that promotes a deal needs a consent, by kind.
create table mail_consents (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  agreed_at timestamptz(3) not null,
  withdrawn_at timestamptz(3) check (withdrawn_at >= agreed_at),
  -- Some of those that were withdrawn were agreements to a weekly mail, or to notices in the app alone.
  way text not null default 'mail' check (way in ('mail', 'weekly', 'here')),
  constraint mail_consents_way_now_check check (way = 'mail' or withdrawn_at is not null),
  -- `deal_answers` is in `deal_call` now.
  constraint mail_consents_kind_now_check check (kind <> 'deal_answers' or withdrawn_at is not null),
  constraint mail_consents_kind_check check (kind in ('deal_release', 'deal_reminder', 'deal_call', 'deal_answers')));
create unique index mail_consents_current_idx on mail_consents (user_id, kind) where withdrawn_at is null;
create index mail_consents_user_id_idx on mail_consents (user_id, agreed_at desc);
comment on table mail_consents is 'own';

create table deal_mailings (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  created_at timestamptz(3) not null,
  started_by uuid references auth.users (id) on delete set null,
  state text not null default 'sending' check (state in ('sending', 'paused', 'stopped')),
  kind text not null check (kind in ('release', 'reminder', 'call', 'answers')),
  call_id uuid references deal_calls (id), check ((kind = 'call') = (call_id is not null)));
create index deal_mailings_started_by_idx on deal_mailings (started_by);
create unique index deal_mailings_once_idx on deal_mailings (deal_id, kind, call_id) nulls not distinct where kind <> 'answers';
create index deal_mailings_deal_id_idx on deal_mailings (deal_id, created_at desc, id desc);
create index deal_mailings_call_id_idx on deal_mailings (call_id);

create table deal_mails (
  id uuid primary key default app_uuid_v7(),
  mailing_id uuid not null references deal_mailings (id),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- A mail whose process ended while sending stays unknown.
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'sending', 'sent', 'unknown', 'dropped', 'stopped')),
  -- The reason is what claim_deal_mail found.
  reason text check ((state = 'dropped') = (reason is not null)),
  changed_at timestamptz(3) not null, unique (mailing_id, user_id));
create index deal_mails_user_id_idx on deal_mails (user_id);
create index deal_mails_waiting_idx on deal_mails (mailing_id, id) where state = 'waiting';
comment on table deal_mails is 'own';

-- Rights

grant select on mail_consents, deal_mails to club_member;

create policy "people see what they agreed to" on mail_consents for select to club_member
  using (user_id = (select app_user_id()));

create policy "admins see who was mailed" on deal_mails for select to club_member using ((select is_admin()));
