-- Keys of programs that act for an admin. Schema auth is closed to the request roles.
create table auth.api_keys (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 60),
  scope text not null check (scope in ('read', 'write')),
  -- SHA-256 of the key, which holds 256 random bits.
  key_hash text not null unique check (key_hash ~ '^[0-9a-f]{64}$'),
  last_four text not null check (char_length(last_four) = 4),
  -- When the session that made it had given the second factor.
  factor_at timestamptz(3),
  created_at timestamptz(3) not null default app_now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid references auth.users (id) on delete set null,
  check (expires_at > created_at and expires_at <= created_at + interval '366 days')
);
create index api_keys_user_id_idx on auth.api_keys (user_id);
create index api_keys_revoked_by_idx on auth.api_keys (revoked_by);
create index api_keys_newest_idx on auth.api_keys (created_at desc, id desc);
alter table auth.api_keys enable row level security;

-- An admin who gets the role back makes new keys: those from before stay dead.
create function revoke_keys_with_role() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update auth.api_keys set revoked_at = public.app_now() where user_id = old.user_id and revoked_at is null;
  return null;
end
$$;
create trigger revoke_keys_with_role after delete on user_roles
  for each row when (old.role = 'admin') execute function revoke_keys_with_role();
