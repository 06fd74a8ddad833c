create table auth.users (
  id uuid primary key default app_uuid_v7(),
  name text not null,
  email text not null unique check (email = lower(btrim(email))),
  email_verified boolean not null,
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  two_factor_enabled boolean not null default false,
  -- The time is null until the e-mail changes.
  email_changed_at timestamptz(3));
create index users_search_idx on auth.users
  using gin (folded(name) extensions.gin_trgm_ops, short_grams(folded(name)), email extensions.gin_trgm_ops, short_grams(email));
comment on table auth.users is 'own';

create table auth.sessions (
  id uuid primary key default app_uuid_v7(),
  expires_at timestamptz(3) not null,
  token text not null unique,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The time is null without the second factor.
  factor_at timestamptz(3),
  -- The owner last confirmed at this time, by password or passkey, that it is still them.
  confirmed_at timestamptz(3));
create index sessions_user_id_idx on auth.sessions (user_id);
comment on table auth.sessions is 'secret; own: created_at updated_at expires_at ip_address user_agent';

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
  -- Better Auth does not use this column; the person is shown the e-mail of their Google account.
  email text, unique (provider_id, account_id));
create index accounts_user_id_idx on auth.accounts (user_id);
comment on table auth.accounts is 'secret; own: provider_id email created_at updated_at';

create table auth.verifications (
  id uuid primary key default app_uuid_v7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now());
create index verifications_identifier_idx on auth.verifications (identifier);
comment on table auth.verifications is 'secret';

-- The package rate-limiter-flexible keeps hashes as keys, never e-mails.
create table auth.rate_limits (
  key text primary key, points integer not null default 0, expire bigint);

create table auth.two_factors (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  -- The secret and the recovery codes that are left are encrypted with AUTH_SECRET.
  secret text not null,
  backup_codes text not null,
  -- An unverified factor guards nothing.
  verified boolean not null,
  -- The plugin's own count is off, as auth.rate_limits counts wrong codes.
  failed_verification_count integer not null default 0,
  locked_until timestamptz(3), created_at timestamptz(3) not null default now());
comment on table auth.two_factors is 'secret';

-- The time steps are 30 seconds; a code is used once.
create table auth.used_totp_codes (
  user_id uuid not null references auth.two_factors (user_id) on delete cascade,
  time_step integer not null, primary key (user_id, time_step));
comment on table auth.used_totp_codes is 'secret';

-- The keys sign access tokens.
create table auth.jwks (
  id uuid primary key default app_uuid_v7(),
  public_key text not null,
  -- The key is encrypted with AUTH_SECRET.
  private_key text not null, alg text, crv text, created_at timestamptz(3) not null default now(), expires_at timestamptz(3));
comment on table auth.jwks is 'secret';

-- Refresh tokens are single-use. The tokens of a session are one family, deleted with it.
create table auth.refresh_tokens (
  -- The hash is HMAC-SHA256 with AUTH_SECRET.
  token_hash text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null check (expires_at > created_at), used_at timestamptz(3));
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
comment on table auth.refresh_tokens is 'secret';

-- An e-mail changes once both addresses have confirmed.
create table auth.email_changes (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  old_email text not null check (old_email = lower(btrim(old_email))),
  new_email text not null check (new_email = lower(btrim(new_email))),
  -- The hashes are SHA-256 and are deleted once the link is followed.
  old_token_hash text unique,
  new_token_hash text unique,
  old_confirmed_at timestamptz(3),
  new_confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- The row stays for a while after the change, for a notice to the old address.
  changed_at timestamptz(3),
  check (old_email <> new_email),
  check (expires_at > created_at),
  check (changed_at is null or (old_confirmed_at is not null and new_confirmed_at is not null)));
create unique index email_changes_pending_idx on auth.email_changes (user_id) where changed_at is null;
create index email_changes_user_id_idx on auth.email_changes (user_id);
create index email_changes_new_email_idx on auth.email_changes (new_email) where changed_at is null;
create index email_changes_expires_at_idx on auth.email_changes (expires_at);
comment on table auth.email_changes is 'secret; own: old_email new_email created_at expires_at changed_at';

-- A link verifies the e-mail of one account at one address.
create table auth.email_verifications (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null check (email = lower(btrim(email))),
  created_at timestamptz(3) not null default now(), expires_at timestamptz(3) not null, check (expires_at > created_at));
create index email_verifications_user_id_idx on auth.email_verifications (user_id);
create index email_verifications_expires_at_idx on auth.email_verifications (expires_at);
comment on table auth.email_verifications is 'secret';

create table auth.passkeys (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- The count is 0 for an authenticator that does not count.
  sign_count bigint not null,
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(), last_used_at timestamptz(3));
create index passkeys_user_id_idx on auth.passkeys (user_id);
comment on table auth.passkeys is 'secret; own: name created_at last_used_at';

-- Browsers in which somebody has signed in: a hash of the cookie that each keeps for a year.
create table auth.devices (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  device_hash text not null check (device_hash ~ '^[0-9a-f]{64}$'),
  first_seen_at timestamptz(3) not null default app_now(),
  last_seen_at timestamptz(3) not null default app_now(), unique (user_id, device_hash));
create index devices_device_hash_idx on auth.devices (device_hash);
comment on table auth.devices is 'secret; own: first_seen_at last_seen_at';

create table auth.api_keys (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 60),
  scope text not null check (scope in ('read', 'write')),
  -- A plain SHA-256 suffices: the key holds 256 random bits.
  key_hash text not null unique check (key_hash ~ '^[0-9a-f]{64}$'),
  last_four text not null check (char_length(last_four) = 4),
  factor_at timestamptz(3),
  created_at timestamptz(3) not null default app_now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid references auth.users (id) on delete set null,
  check (expires_at > created_at and expires_at <= created_at + interval '366 days'));
create index api_keys_user_id_idx on auth.api_keys (user_id);
create index api_keys_revoked_by_idx on auth.api_keys (revoked_by);
create index api_keys_newest_idx on auth.api_keys (created_at desc, id desc);
comment on table auth.api_keys is 'secret; own: name scope created_at expires_at last_used_at revoked_at';

-- Rights

alter table auth.two_factors enable row level security;
alter table auth.used_totp_codes enable row level security;
alter table auth.jwks enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.email_changes enable row level security;
alter table auth.email_verifications enable row level security;
alter table auth.passkeys enable row level security;
alter table auth.api_keys enable row level security;
