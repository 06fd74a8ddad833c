-- Better Auth's tables, as its generator writes them for our names, with time-ordered ids by default.

-- Version 7 of RFC 9562: 48 bits of milliseconds, then random. PostgreSQL has it built in from 18 on; we run on 15 and later.
create function app_uuid_v7() returns uuid language sql volatile set search_path = pg_catalog as $$
  select encode(set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112), 'hex')::uuid
    from (select overlay(uuid_send(gen_random_uuid())
                         placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                         from 1 for 6)) as random_with_time (bytes)
$$;

create schema auth;

create table auth.users (
  id uuid primary key default app_uuid_v7(),
  name text not null,
  email text not null unique check (email = lower(btrim(email))),
  email_verified boolean not null,
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table auth.sessions (
  id uuid primary key default app_uuid_v7(),
  expires_at timestamptz(3) not null,
  token text not null unique,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  user_id uuid not null references auth.users (id) on delete cascade
);
create index sessions_user_id_idx on auth.sessions (user_id);

create table auth.accounts (
  id uuid primary key default app_uuid_v7(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  unique (provider_id, account_id)
);
create index accounts_user_id_idx on auth.accounts (user_id);

create table auth.verifications (
  id uuid primary key default app_uuid_v7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verifications_identifier_idx on auth.verifications (identifier);

-- rate-limiter-flexible's table: attempts per key, shared by all processes. Keys are hashes, never e-mails.
create table auth.rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
