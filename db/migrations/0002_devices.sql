-- Browsers in which somebody has signed in: a hash of the cookie that each keeps for a year.
create table auth.devices (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  device_hash text not null check (device_hash ~ '^[0-9a-f]{64}$'),
  first_seen_at timestamptz(3) not null default app_now(),
  last_seen_at timestamptz(3) not null default app_now(), unique (user_id, device_hash));
create index devices_device_hash_idx on auth.devices (device_hash);
