create table commitments (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  -- The time is the version of the row.
  updated_at timestamptz(3) not null default app_now(),
  deal_id uuid not null references deals (id),
  record_id uuid references investor_records (id) on delete set null,
  -- The number names the member to other participants, as "Member 3".
  number integer not null check (number > 0),
  state text not null default 'committed' check (state in (
    'committed', 'needs_reconsent', 'waiting_list', 'allocated', 'called', 'part_paid', 'paid', 'completed',
    'withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')),
  state_since timestamptz(3) not null default app_now(),
  terms_id uuid not null,
  -- A better tier before the call lowers the fee; nothing raises it.
  tier text not null check (tier in ('trial', 'premium', 'vip')),
  fee_bp integer not null check (fee_bp between 0 and 10000),
  band text not null check (band in ('priority', 'general')),
  -- A commitment that is raised after the priority window gets a new place.
  placed_at timestamptz(3) not null,
  -- The shares cost at most the ceiling.
  amount_pence bigint not null check (amount_pence > 0),
  ceiling_pence bigint not null check (ceiling_pence > 0),
  shares bigint not null check (shares > 0),
  least_shares bigint not null check (least_shares between 1 and shares),
  wants_relief boolean,
  -- The name is emptied with the record.
  signed_as text check (btrim(signed_as) <> '' and length(signed_as) <= 200),
  reconsent_until timestamptz(3),
  -- A final allocation sets these.
  allocated_shares bigint check (allocated_shares > 0),
  cost_pence bigint check (cost_pence > 0),
  fee_pence bigint check (fee_pence >= 0),
  due_pence bigint generated always as (cost_pence + fee_pence) stored,
  -- The funds call sets these.
  reference text unique check (reference ~ '^KD[2-9A-HJKMNP-TV-Z]{8}$'),
  called_at timestamptz(3),
  due_at timestamptz(3),
  grace_until timestamptz(3) check (grace_until >= due_at),
  -- The member says once that the bank is holding the payment.
  held_at timestamptz(3),
  extended_at timestamptz(3),
  extended_by uuid references auth.users (id) on delete set null,
  -- Every participant reads the reason.
  extension_reason text check (btrim(extension_reason) <> '' and length(extension_reason) <= 5000),
  -- The member says that the money was sent.
  said_sent_at timestamptz(3),
  foreign key (deal_id, terms_id) references deal_terms (deal_id, id),
  unique (deal_id, id),
  unique (deal_id, number),
  check ((state = 'needs_reconsent') = (reconsent_until is not null)),
  check (num_nulls(allocated_shares, cost_pence, fee_pence) in (0, 3)),
  check (state not in ('allocated', 'called', 'part_paid', 'paid', 'completed') or allocated_shares is not null),
  check (num_nulls(called_at, due_at, grace_until, reference) in (0, 4)),
  check (state not in ('called', 'part_paid', 'paid', 'completed') or called_at is not null),
  check ((extended_at is null) = (extension_reason is null)));
-- The states say again what is_live_commitment knows: an index would not follow another function.
create unique index commitments_live_idx on commitments (deal_id, record_id)
  where state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded');
create index commitments_record_id_idx on commitments (record_id, created_at desc, id desc);
create index commitments_place_idx on commitments (deal_id, placed_at, id);
create index commitments_extended_by_idx on commitments (extended_by);
create index commitments_terms_id_idx on commitments (deal_id, terms_id);
create index commitments_reconsent_idx on commitments (reconsent_until) where state = 'needs_reconsent';
create index commitments_due_idx on commitments (grace_until) where state in ('called', 'part_paid');
comment on table commitments is 'club; own: id deal_id number state state_since placed_at tier fee_bp band amount_pence
  ceiling_pence shares least_shares wants_relief signed_as allocated_shares cost_pence fee_pence due_pence reference called_at
  due_at grace_until held_at said_sent_at extended_at extension_reason';

create table commitment_events (
  id uuid primary key default app_uuid_v7(),
  commitment_id uuid not null references commitments (id),
  happened_at timestamptz(3) not null default app_now(),
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- A job has no actor.
  actor_id uuid references auth.users (id) on delete set null,
  terms_id uuid references deal_terms (id),
  shares bigint,
  ceiling_pence bigint,
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 20000));
create index commitment_events_commitment_id_idx on commitment_events (commitment_id, happened_at, id);
create index commitment_events_actor_id_idx on commitment_events (actor_id);
create index commitment_events_terms_id_idx on commitment_events (terms_id);
comment on table commitment_events is 'club; own: commitment_id happened_at kind shares ceiling_pence reason';

-- Rights

grant select on commitments, commitment_events to club_member;

create policy "people see their own commitments, admins all" on commitments for select to club_member
  using ((select is_admin()) or owns_record(record_id));

create policy "people see what happened to theirs, admins all" on commitment_events for select to club_member
  using ((select is_admin()) or owns_commitment(commitment_id));
