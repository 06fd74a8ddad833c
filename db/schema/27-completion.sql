-- Whom the club asked for the company's account by the link of a mail. The link is signed with the row's id, so the database holds no secret.
create table company_account_requests (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  name text not null check (btrim(name) <> '' and length(name) <= 120),
  email text not null check (btrim(email) <> '' and length(email) <= 254),
  asked_at timestamptz(3) not null default app_now(),
  asked_by uuid references auth.users (id) on delete set null,
  expires_at timestamptz(3) not null check (expires_at > asked_at),
  used_at timestamptz(3),
  -- The company was asked again, or another account was confirmed.
  ended_at timestamptz(3),
  check (num_nonnulls(used_at, ended_at) < 2));
create index company_account_requests_deal_id_idx on company_account_requests (deal_id, asked_at desc, id desc);
create unique index company_account_requests_open_idx on company_account_requests (deal_id)
  where used_at is null and ended_at is null;
create index company_account_requests_asked_by_idx on company_account_requests (asked_by);

-- The round is paid to this account, which an admin or the company itself enters and two sign after a call back.
create table company_accounts (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  account_name text not null check (btrim(account_name) <> '' and length(account_name) <= 120),
  sort_code text not null check (sort_code ~ '^\d{2}-\d{2}-\d{2}$'),
  account_number text not null check (account_number ~ '^\d{8}$'),
  bank text not null check (btrim(bank) <> '' and length(bank) <= 120),
  entered_at timestamptz(3) not null default app_now(),
  entered_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  -- Whom a signer called back, at which number from which source; null where the account is known from another deal.
  call_back_note text check (btrim(call_back_note) <> '' and length(call_back_note) <= 5000),
  replaced_at timestamptz(3),
  -- The company entered it, by the link of this request.
  request_id uuid unique references company_account_requests (id),
  check (confirmed_at is not null or call_back_note is null), check (request_id is null or entered_by is null));
create unique index company_accounts_current_idx on company_accounts (deal_id)
  where confirmed_at is not null and replaced_at is null;
create unique index company_accounts_entered_idx on company_accounts (deal_id)
  where confirmed_at is null and replaced_at is null;
create index company_accounts_entered_by_idx on company_accounts (entered_by);
create index company_accounts_confirmed_by_idx on company_accounts (confirmed_by);

-- The newest decision counts.
create table success_fee_decisions (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  decided_at timestamptz(3) not null default app_now(),
  decided_by uuid references auth.users (id) on delete set null,
  article text check (btrim(article) <> '' and length(article) <= 120),
  -- The law allows 10% at most.
  allowed_bp integer check (allowed_bp between 1 and 1000),
  waived_because text check (btrim(waived_because) <> '' and length(waived_because) <= 5000),
  check (num_nulls(article, allowed_bp) in (0, 2)), check ((article is null) <> (waived_because is null)));
create index success_fee_decisions_deal_id_idx on success_fee_decisions (deal_id, decided_at desc, id desc);
create index success_fee_decisions_decided_by_idx on success_fee_decisions (decided_by);

create table deal_completions (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  -- The day is that of the company's register.
  issued_on date not null,
  replaced_at timestamptz(3),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  -- The hash of `ledger_text` up to that transaction proves the ledger.
  ledger_number integer,
  ledger_sha256 text check (ledger_sha256 ~ '^[0-9a-f]{64}$'),
  check (confirmed_at is null or replaced_at is null), check (num_nulls(confirmed_at, ledger_number, ledger_sha256) in (0, 3)));
create unique index deal_completions_current_idx on deal_completions (deal_id) where replaced_at is null;
create index deal_completions_deal_id_idx on deal_completions (deal_id);
create index deal_completions_proposed_by_idx on deal_completions (proposed_by);
create index deal_completions_confirmed_by_idx on deal_completions (confirmed_by);
create index deal_completions_waiting_idx on deal_completions (deal_id) where confirmed_at is null and replaced_at is null;

-- The numbers have no gaps.
create table success_fee_invoices (
  id uuid primary key default app_uuid_v7(),
  number integer not null unique check (number > 0),
  deal_id uuid not null unique references deals (id),
  invoiced_on date not null,
  raised_pence bigint not null check (raised_pence > 0),
  fee_bp integer not null check (fee_bp between 1 and 1000),
  fee_pence bigint not null check (fee_pence > 0), article text not null);

-- Rights

grant select on company_account_requests, company_accounts, success_fee_decisions, deal_completions, success_fee_invoices to club_member;
create policy "admins see who was asked for an account" on company_account_requests for select to club_member
  using ((select is_admin()));
create policy "admins see accounts of companies" on company_accounts for select to club_member using ((select is_admin()));

create policy "admins see decisions on success fees" on success_fee_decisions for select to club_member
  using ((select is_admin()));

create policy "admins see completions" on deal_completions for select to club_member using ((select is_admin()));
create policy "admins see invoices" on success_fee_invoices for select to club_member using ((select is_admin()));
