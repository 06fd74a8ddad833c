-- Errors of browsers, counted by what they say. E-mail addresses and tokens are removed before they are stored.
create table client_errors (
  id uuid primary key default app_uuid_v7(),
  fingerprint text not null unique,
  message text not null check (length(message) <= 500),
  stack text check (length(stack) <= 2000),
  path text not null check (length(path) <= 200),
  build text not null check (length(build) <= 100),
  count integer not null default 1 check (count > 0),
  created_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now()
);
create index client_errors_last_at_idx on client_errors (last_at desc, id desc);
alter table client_errors enable row level security;
grant select on client_errors to club_member;
create policy "admins see errors of browsers" on client_errors for select to club_member using ((select is_admin()));
