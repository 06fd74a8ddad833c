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

-- The company enters its account itself.
alter table company_accounts add column request_id uuid unique references company_account_requests (id),
  add check (request_id is null or entered_by is null);
alter table company_account_requests enable row level security;

-- Rights

grant select on company_account_requests to club_member;
create policy "admins see who was asked for an account" on company_account_requests for select to club_member
  using ((select is_admin()));
