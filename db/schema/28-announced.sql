-- What a second person has confirmed who has a part in it, or whose author has: it takes effect a day after its holders were told.
create table announced_confirmations (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind in ('exit', 'price', 'outside_payment', 'import', 'import_undo')),
  subject_id uuid not null,
  confirmed_at timestamptz(3) not null default app_now(),
  confirmed_by uuid references auth.users (id) on delete set null,
  author_has_part boolean not null,
  confirmer_has_part boolean not null check (author_has_part or confirmer_has_part),
  takes_effect_at timestamptz(3) not null check (takes_effect_at > confirmed_at),
  ended_at timestamptz(3),
  outcome text check (outcome in ('effective', 'withdrawn', 'failed')),
  -- Of what was withdrawn the words, of what failed the reason that was raised.
  because text check (btrim(because) <> '' and length(because) <= 5000),
  check (num_nulls(ended_at, outcome) in (0, 2)),
  check ((because is not null) = (coalesce(outcome, 'effective') <> 'effective')));
create unique index announced_confirmations_open_idx on announced_confirmations (subject_id, kind) where ended_at is null;
create index announced_confirmations_subject_id_idx on announced_confirmations (subject_id, id desc);
create index announced_confirmations_confirmed_by_idx on announced_confirmations (confirmed_by);

-- Rights

grant select on announced_confirmations to club_member;
create policy "admins see confirmations that are announced" on announced_confirmations for select to club_member
  using ((select is_admin()));
