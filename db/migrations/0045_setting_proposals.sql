-- A change of what members pay and have time for. Another admin confirms it, and it is in force a day later.
create table setting_proposals (
  id uuid primary key default app_uuid_v7(),
  key text not null check (key in ('deals', 'fee_account', 'terms')),
  value jsonb not null check (octet_length(value::text) <= 65536),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  ended_at timestamptz(3),
  outcome text check (outcome in ('in_force', 'withdrawn', 'failed')),
  check (num_nulls(ended_at, outcome) in (0, 2)));
create unique index setting_proposals_open_idx on setting_proposals (key) where ended_at is null;
create index setting_proposals_proposed_by_idx on setting_proposals (proposed_by);
create index setting_proposals_confirmed_by_idx on setting_proposals (confirmed_by);

-- Rights

alter table setting_proposals enable row level security;
grant select on setting_proposals to club_member;
create policy "admins see proposals of settings" on setting_proposals for select to club_member using ((select is_admin()));
