-- An allocation is a draft until a second admin confirms it.
create table allocations (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  author_id uuid references auth.users (id) on delete set null,
  terms_id uuid not null,
  method text not null check (method in ('pro_rata', 'level', 'first_come')),
  capacity_shares bigint not null check (capacity_shares > 0),
  minimum_shares bigint not null check (minimum_shares > 0),
  priority_share_percent integer not null check (priority_share_percent between 0 and 100),
  asked_shares bigint not null check (asked_shares >= 0),
  -- The hash is of the input: terms, method and every wish, least, band and place.
  input_sha256 text not null check (input_sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'draft' check (state in ('draft', 'final', 'replaced')),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  foreign key (deal_id, terms_id) references deal_terms (deal_id, id),
  unique (deal_id, number),
  check (case state when 'draft' then confirmed_at is null when 'final' then confirmed_at is not null else true end));
create unique index allocations_one_idx on allocations (deal_id) where state <> 'replaced';
create index allocations_author_id_idx on allocations (author_id);
create index allocations_confirmed_by_idx on allocations (confirmed_by);
create index allocations_terms_id_idx on allocations (deal_id, terms_id);
create index allocations_draft_idx on allocations (author_id) where state = 'draft';

create table allocation_lines (
  id uuid primary key default app_uuid_v7(),
  allocation_id uuid not null references allocations (id) on delete cascade,
  commitment_id uuid not null references commitments (id),
  tier text not null,
  fee_bp integer not null,
  band text not null,
  placed_at timestamptz(3) not null,
  wish bigint not null,
  least bigint not null,
  -- The parts are 0 on the waiting list.
  base bigint not null check (base >= 0),
  priority bigint not null check (priority >= 0),
  rest bigint not null check (rest >= 0),
  -- An admin may change the sum.
  shares bigint not null check (shares >= 0 and shares <= wish),
  changed_by uuid references auth.users (id) on delete set null,
  changed_at timestamptz(3),
  -- Every participant reads this reason.
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  -- The fee is added to the cost, rounded half up. The column says again what fee_of computes: stored rows would not follow another function.
  cost_pence bigint not null check (cost_pence >= 0),
  fee_pence bigint not null generated always as (round(cost_pence::numeric * fee_bp / 10000)::bigint) stored,
  unique (allocation_id, commitment_id),
  check (num_nulls(changed_at, reason) in (0, 2)), check (shares = base + priority + rest or reason is not null));
create index allocation_lines_commitment_id_idx on allocation_lines (commitment_id);
create index allocation_lines_changed_by_idx on allocation_lines (changed_by);
create index allocation_lines_place_idx on allocation_lines (allocation_id, placed_at, id);
comment on table allocation_lines is 'club; own: commitment_id wish least base priority rest shares cost_pence fee_pence reason';

-- Free shares are offered to all members whose wishes are not filled.
create table top_ups (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  opened_at timestamptz(3) not null default app_now(),
  opened_by uuid references auth.users (id) on delete set null,
  closes_at timestamptz(3) not null check (closes_at > opened_at),
  shares bigint not null check (shares > 0), ended_at timestamptz(3), unique (deal_id, number));
create unique index top_ups_open_idx on top_ups (deal_id) where ended_at is null;
create index top_ups_opened_by_idx on top_ups (opened_by);

create table top_up_lines (
  id uuid primary key default app_uuid_v7(),
  top_up_id uuid not null references top_ups (id),
  commitment_id uuid not null references commitments (id),
  unfilled bigint not null check (unfilled > 0),
  offered bigint not null check (offered between 0 and unfilled),
  taken bigint not null default 0 check (taken between 0 and unfilled),
  answered_at timestamptz(3) check (taken = 0 or answered_at is not null), unique (top_up_id, commitment_id));
create index top_up_lines_commitment_id_idx on top_up_lines (commitment_id);
comment on table top_up_lines is 'club; own: commitment_id unfilled offered taken answered_at';

-- Rights

grant select on allocations, allocation_lines, top_ups, top_up_lines to club_member;
create policy "admins see allocations" on allocations for select to club_member using ((select is_admin()));
create policy "admins see lines of allocations" on allocation_lines for select to club_member using ((select is_admin()));
create policy "admins see top-ups" on top_ups for select to club_member using ((select is_admin()));

create policy "people see their own part of a top-up, admins all" on top_up_lines for select to club_member
  using ((select is_admin()) or owns_commitment(commitment_id));
