-- Changes of e-mail, applied once both addresses have confirmed. Like all of auth, accessible to the owner only.
create table auth.email_changes (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  old_email text not null check (old_email = lower(btrim(old_email))),
  new_email text not null check (new_email = lower(btrim(new_email))),
  -- SHA-256 of the token sent to each address: there from when its mail is written until its link is followed.
  old_token_hash text unique,
  new_token_hash text unique,
  old_confirmed_at timestamptz(3),
  new_confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- When the address changed. The row stays for a while, because a notice goes to the old address.
  changed_at timestamptz(3),
  check (old_email <> new_email),
  check (expires_at > created_at),
  check (changed_at is null or (old_confirmed_at is not null and new_confirmed_at is not null))
);
create unique index email_changes_pending_idx on auth.email_changes (user_id) where changed_at is null;
create index email_changes_user_id_idx on auth.email_changes (user_id);
create index email_changes_new_email_idx on auth.email_changes (new_email) where changed_at is null;
create index email_changes_expires_at_idx on auth.email_changes (expires_at);
alter table auth.email_changes enable row level security;
