create table backups (
  id uuid primary key default app_uuid_v7(),
  name text not null unique check (name ~ '^[a-z0-9][A-Za-z0-9-]{0,120}\.backup$'),
  host text not null check (host <> ''),
  state text not null default 'running' check (state in ('running', 'verified', 'failed')),
  rows_total bigint check (rows_total >= 0),
  rows_written bigint not null default 0,
  rows_read_back bigint not null default 0,
  bytes bigint check (bytes > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  reason text,
  requested_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  check ((state = 'running') = (finished_at is null)),
  check (state <> 'verified' or (bytes is not null and sha256 is not null)), check ((state = 'failed') = (reason is not null)));
create index backups_requested_by_idx on backups (requested_by);
create unique index backups_running_idx on backups ((true)) where state = 'running';

-- E-mail addresses and tokens are removed before an error is stored.
create table client_errors (
  id uuid primary key default app_uuid_v7(),
  fingerprint text not null unique,
  message text not null check (length(message) <= 500),
  stack text check (length(stack) <= 2000),
  path text not null check (length(path) <= 200),
  build text not null check (length(build) <= 100),
  count integer not null default 1 check (count > 0),
  created_at timestamptz(3) not null default now(), last_at timestamptz(3) not null default now());
create index client_errors_last_at_idx on client_errors (last_at desc, id desc);

-- Rights

grant select on backups, client_errors to club_member;
create policy "admins see backups" on backups for select to club_member using ((select is_admin()));
create policy "admins see errors of browsers" on client_errors for select to club_member using ((select is_admin()));
