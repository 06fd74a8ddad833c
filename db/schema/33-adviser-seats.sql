-- An adviser without an account reads by a link for at most 90 days.
create table adviser_seats (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The club sends no mail to this address.
  name text not null check (btrim(name) <> '' and length(name) <= 120),
  email text check (btrim(email) <> '' and length(email) <= 254),
  shows_reliefs boolean not null,
  shows_papers boolean not null,
  -- The hash is SHA-256 in base64url.
  token_hash text not null unique check (length(token_hash) = 43),
  granted_at timestamptz(3) not null default app_now(),
  expires_at timestamptz(3) not null,
  reminded_at timestamptz(3),
  ended_at timestamptz(3),
  ended_because text check (ended_because in ('ended', 'expired', 'suspended')),
  check (expires_at > granted_at and expires_at <= granted_at + interval '90 days'),
  check (num_nulls(ended_at, ended_because) in (0, 2)));
create index adviser_seats_user_id_idx on adviser_seats (user_id, id desc);
create index adviser_seats_expires_at_idx on adviser_seats (expires_at) where ended_at is null;
comment on table adviser_seats is 'club; own: name email shows_reliefs shows_papers granted_at expires_at ended_at; secret:
  token_hash';

-- A device has one opening in half an hour.
create table adviser_openings (
  id uuid primary key default app_uuid_v7(),
  seat_id uuid not null references adviser_seats (id) on delete cascade,
  opened_at timestamptz(3) not null default app_now(),
  -- An example is "Chrome on Windows".
  device text check (length(device) <= 80), is_new_device boolean not null);
create index adviser_openings_seat_id_idx on adviser_openings (seat_id, opened_at desc);
comment on table adviser_openings is 'club; own: opened_at device';

-- Rights

grant select (id, created_at, user_id, name, email, shows_reliefs, shows_papers, granted_at, expires_at, ended_at,
  ended_because) on adviser_seats to club_member;
create policy "people see the seats they granted" on adviser_seats for select to club_member
  using (user_id = (select app_user_id()));

grant select on adviser_openings to club_member;
create policy "people see the openings of seats they granted" on adviser_openings for select to club_member
  using (exists (select from adviser_seats s where s.id = seat_id));
