-- Sign-in with Google and by API clients. Like all of auth, accessible to the owner only.

-- E-mail of the connected Google account, shown to the person; Better Auth neither reads nor writes it.
alter table auth.accounts add column email text;

-- The keys that sign access tokens: the table of Better Auth's plugin under our names.
create table auth.jwks (
  id uuid primary key default app_uuid_v7(),
  public_key text not null,
  -- Encrypted with AUTH_SECRET.
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3)
);
alter table auth.jwks enable row level security;

-- Refresh tokens: single-use, rotated. The tokens of a session are one family, deleted with it.
create table auth.refresh_tokens (
  -- HMAC-SHA256 with AUTH_SECRET, so that the table alone lets nobody in.
  token_hash text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null check (expires_at > created_at),
  used_at timestamptz(3)
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
alter table auth.refresh_tokens enable row level security;
