-- Messages of admins to members, and to the newsletter's subscribers.
create table messages (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind in ('service', 'club', 'company', 'event', 'offer', 'newsletter')),
  -- Nobody can refuse a service message, so it names one of a few purposes.
  purpose text check (purpose in ('rules', 'price', 'privacy', 'security', 'safety', 'meeting', 'money')),
  subject text not null check (btrim(subject) <> '' and length(subject) <= 150),
  text text not null check (btrim(text) <> '' and length(text) <= 20000),
  audience jsonb not null check (jsonb_typeof(audience) = 'object' and octet_length(audience::text) <= 50000),
  -- Null until its author has said whether it is about an offer.
  is_offer boolean,
  not_offer_because text check (btrim(not_offer_because) <> '' and length(not_offer_because) <= 500),
  deal_id uuid references deals (id),
  -- A personal message has its author's name as the sender, and their address for answers.
  is_personal boolean not null default false,
  state text not null default 'draft'
    check (state in ('draft', 'in_review', 'scheduled', 'sending', 'paused', 'stopped', 'sent')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz(3) not null default app_now(),
  created_by uuid references auth.users (id) on delete set null,
  updated_at timestamptz(3) not null default app_now(),
  updated_by uuid references auth.users (id) on delete set null,
  -- Each change empties it: what leaves was seen by an admin as a mail.
  tested_at timestamptz(3),
  submitted_at timestamptz(3),
  submitted_by uuid references auth.users (id) on delete set null,
  approved_at timestamptz(3),
  approved_by uuid references auth.users (id) on delete set null,
  send_at timestamptz(3),
  started_at timestamptz(3),
  started_by uuid references auth.users (id) on delete set null,
  ended_at timestamptz(3),
  constraint messages_service_check check ((kind = 'service') = (purpose is not null)),
  constraint messages_offer_check check ((kind = 'offer') = (is_offer is true)),
  constraint messages_deal_check check ((kind = 'offer') = (deal_id is not null)),
  constraint messages_reason_check check ((is_offer is false) = (not_offer_because is not null)),
  constraint messages_public_check check ((kind = 'newsletter') = (audience ? 'newsletter')),
  constraint messages_scheduled_check check (state <> 'scheduled' or send_at is not null),
  constraint messages_started_check check ((state in ('sending', 'paused', 'stopped', 'sent')) = (started_at is not null)));
create index messages_newest_idx on messages (created_at desc, id desc);
create index messages_deal_id_idx on messages (deal_id);
create index messages_created_by_idx on messages (created_by);
create index messages_updated_by_idx on messages (updated_by);
create index messages_submitted_by_idx on messages (submitted_by);
create index messages_approved_by_idx on messages (approved_by);
create index messages_started_by_idx on messages (started_by);

-- A row for each person, or each subscription, whom a message was meant for as it was started.
create table message_mails (
  id uuid primary key default app_uuid_v7(),
  message_id uuid not null references messages (id),
  user_id uuid references auth.users (id) on delete cascade,
  -- A subscription that ends is erased: the id of the row leads to nobody then.
  subscription_id uuid,
  -- A mail whose process ended while sending stays unknown, until an admin has it sent again.
  state text not null default 'waiting'
    check (state in ('waiting', 'queued', 'sending', 'sent', 'unknown', 'dropped', 'failed', 'stopped')),
  -- What the message or its reader lacked, or what the mail server answered.
  reason text,
  changed_at timestamptz(3) not null,
  constraint message_mails_once unique nulls not distinct (message_id, user_id, subscription_id),
  constraint message_mails_whose_check check (num_nulls(user_id, subscription_id) = 1),
  constraint message_mails_reason_check check ((state in ('dropped', 'failed')) = (reason is not null)));
create index message_mails_user_id_idx on message_mails (user_id);
create index message_mails_state_idx on message_mails (message_id, state, id);
comment on table message_mails is 'own';

-- When the next mail to many may leave, for all processes.
create table bulk_mail_pace (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null);

alter table messages enable row level security;
alter table message_mails enable row level security;
alter table bulk_mail_pace enable row level security;

update club_settings set value = jsonb_build_object('bulk_mails_per_minute', 120) || value where key = 'emails';

alter table mail_refusals add column answer text check (length(answer) <= 40);

-- Rights

grant select, insert (kind, purpose, subject, text, audience, is_offer, not_offer_because, deal_id, is_personal, created_by, updated_by),
  update (kind, purpose, subject, text, audience, is_offer, not_offer_because, deal_id, is_personal, state, version, updated_at,
    updated_by, tested_at, submitted_at, submitted_by, approved_at, approved_by, send_at),
  delete on messages to club_member;
create policy "admins see messages" on messages for select to club_member using ((select is_admin()));
create policy "admins write messages in their own name" on messages for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()) and updated_by = (select app_user_id()));
-- A change makes a draft of it, of which nothing is tested, approved or planned.
create policy "admins change messages that were not started" on messages for update to club_member
  using ((select is_admin()) and started_at is null)
  with check (state = 'draft' and updated_by = (select app_user_id())
              and num_nonnulls(tested_at, submitted_at, submitted_by, approved_at, approved_by, send_at) = 0);
create policy "admins delete drafts" on messages for delete to club_member using ((select is_admin()) and state = 'draft');

grant select on message_mails to club_member;
create policy "people see which messages they were sent, admins all" on message_mails for select to club_member
  using ((select is_admin()) or user_id = (select app_user_id()));

grant delete on mail_refusals to club_member;
create policy "admins let mails to an address be tried again" on mail_refusals for delete to club_member using ((select is_admin()));

drop policy "people see their own notices, of deals while deals are shown to them" on notices;
create policy "people see their own notices, of deals while deals are shown to them" on notices for select to club_member
  using (user_id = (select app_user_id())
         and (kind not in ('deal_opened', 'deal_closes_soon', 'deal_call_planned', 'deal_answered', 'message_offer')
              or (select is_investor())));
