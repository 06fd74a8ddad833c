-- A bank's own list of a deal's account, read only. The club holds a token of the account's holder.
create table bank_feeds (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  account_id uuid not null references collection_accounts (id),
  -- The sandbox is Starling's test bank, whose money is not real.
  environment text not null check (environment in ('live', 'sandbox')),
  -- The bank's ids of the account and of the money in it that is in no space.
  bank_account_id text not null check (btrim(bank_account_id) <> '' and length(bank_account_id) <= 100),
  bank_category_id text not null check (btrim(bank_category_id) <> '' and length(bank_category_id) <= 100),
  entered_at timestamptz(3) not null default app_now(),
  entered_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  stopped_at timestamptz(3),
  stopped_by uuid references auth.users (id) on delete set null,
  stopped_because text check (stopped_because in ('admin', 'replaced', 'account_changed', 'access_ended', 'token_lost')),
  -- Admins read this reason.
  stop_reason text check (btrim(stop_reason) <> '' and length(stop_reason) <= 5000),
  -- No other process reads the feed before this time.
  claimed_until timestamptz(3),
  -- The last reading that agreed.
  read_at timestamptz(3),
  balance_pence bigint,
  -- The sum counts payments that were on their way at that reading.
  pending_pence bigint not null default 0,
  failing_since timestamptz(3),
  failures integer not null default 0 check (failures >= 0),
  failure text check (failure in ('unreachable', 'rate_limited', 'unreadable', 'balance_differs')),
  -- The bank's balance less what its lines and those of files lead to.
  gap_pence bigint,
  retry_at timestamptz(3),
  -- Admins are told once of a failure that lasts.
  told_at timestamptz(3),
  check (num_nulls(stopped_at, stopped_because) in (0, 2)),
  check (stop_reason is null or stopped_because = 'admin'),
  check (num_nulls(read_at, balance_pence) in (0, 2)),
  check (num_nulls(failing_since, failure, retry_at) in (0, 3)),
  check ((failure is not distinct from 'balance_differs') = (gap_pence is not null)));
create unique index bank_feeds_waiting_idx on bank_feeds (deal_id) where confirmed_at is null and stopped_at is null;
create unique index bank_feeds_active_idx on bank_feeds (deal_id) where confirmed_at is not null and stopped_at is null;
create index bank_feeds_deal_id_idx on bank_feeds (deal_id, entered_at desc, id desc);
create index bank_feeds_account_id_idx on bank_feeds (account_id);
create index bank_feeds_entered_by_idx on bank_feeds (entered_by);
create index bank_feeds_confirmed_by_idx on bank_feeds (confirmed_by);
create index bank_feeds_stopped_by_idx on bank_feeds (stopped_by);
comment on table bank_feeds is 'club';

-- Encrypted, and deleted once the feed is stopped.
create table bank_feed_tokens (
  feed_id uuid primary key references bank_feeds (id) on delete cascade, key_id text not null, sealed bytea not null);
comment on table bank_feed_tokens is 'secret';

-- Payments that the bank showed as settled, by its own ids, so that a reversal of one is noticed.
create table bank_feed_items (
  deal_id uuid not null references deals (id),
  item_id text not null check (length(item_id) <= 100),
  settled_on date not null,
  seen_at timestamptz(3) not null default app_now(),
  primary key (deal_id, item_id));
comment on table bank_feed_items is 'club';

create table bank_feed_files (
  file_id uuid primary key references bank_files (id), feed_id uuid not null references bank_feeds (id));
create index bank_feed_files_feed_id_idx on bank_feed_files (feed_id);
comment on table bank_feed_files is 'club';
