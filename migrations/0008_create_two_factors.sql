-- Two-factor sign-in: the tables of Better Auth's plugin under our names. Schema auth is closed to the request roles.
alter table auth.users add column two_factor_enabled boolean not null default false;

create table auth.two_factors (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  -- Encrypted with AUTH_SECRET, and so are the recovery codes that are left.
  secret text not null,
  backup_codes text not null,
  -- Whether a code of the app was given once; until then it guards nothing.
  verified boolean not null,
  -- The plugin's own count of wrong codes, which is off: auth.rate_limits has it.
  failed_verification_count integer not null default 0,
  locked_until timestamptz(3),
  created_at timestamptz(3) not null default now()
);
alter table auth.two_factors enable row level security;

-- Time steps (30 s) whose code was used: a code is single-use. Deleted together with their secret.
create table auth.used_totp_codes (
  user_id uuid not null references auth.two_factors (user_id) on delete cascade,
  time_step integer not null,
  primary key (user_id, time_step)
);
alter table auth.used_totp_codes enable row level security;
