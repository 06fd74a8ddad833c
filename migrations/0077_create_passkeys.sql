-- Passkeys: public keys only. Schema auth is closed to the request roles.
create table auth.passkeys (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Chosen by the authenticator, base64url.
  credential_id text not null unique,
  -- SubjectPublicKeyInfo, DER.
  public_key bytea not null,
  -- The authenticator's own count of signatures; 0 where it keeps none.
  sign_count bigint not null,
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user_id_idx on auth.passkeys (user_id);
alter table auth.passkeys enable row level security;
