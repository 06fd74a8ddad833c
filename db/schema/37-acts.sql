-- A deal is offered and closed by lists, each signed by two of a panel. Members read who is on the panel with the version of the deal.
create table deal_panel (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  version_id uuid not null references deal_versions (id),
  user_id uuid references auth.users (id) on delete set null,
  name text not null check (btrim(name) <> '' and length(name) <= 500),
  capacity text not null check (capacity in ('admin', 'second')),
  -- Arranges the round, and with how much they take part at most.
  arranges boolean not null default false,
  invests_pence bigint check (invests_pence >= 0),
  -- Set with the approval of the version: who is new to the members signs three days later.
  signs_from timestamptz(3),
  unique (version_id, user_id));
create index deal_panel_user_id_idx on deal_panel (user_id);
create index deal_panel_deal_id_idx on deal_panel (deal_id);
comment on table deal_panel is 'club; own: name capacity arranges invests_pence signs_from';

create table acts (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  kind text not null check (kind in ('offer', 'closing')),
  number integer not null check (number > 0),
  version_id uuid not null references deal_versions (id),
  -- What is signed: the hash is of these bytes, and the text is made again before each signature.
  content text not null check (octet_length(content) <= 2000000),
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  prepared_by uuid references auth.users (id) on delete set null,
  prepared_at timestamptz(3) not null default app_now(),
  state text not null default 'prepared'
    check (state in ('prepared', 'waiting', 'signed', 'executed', 'replaced', 'withdrawn', 'expired')),
  -- Of the second signature, or of the day on which the only admin was alone.
  signed_at timestamptz(3),
  expires_at timestamptz(3),
  ended_at timestamptz(3),
  ended_because text check (btrim(ended_because) <> '' and length(ended_because) <= 5000),
  -- The signers were told at this time that the list does not hold any more.
  told_void_at timestamptz(3),
  unique (deal_id, number));
create unique index acts_open_idx on acts (deal_id, kind) where state in ('prepared', 'waiting', 'signed');
create index acts_prepared_by_idx on acts (prepared_by);
create index acts_version_id_idx on acts (version_id);

create table act_parts (
  id uuid primary key default app_uuid_v7(),
  act_id uuid not null references acts (id),
  part text not null check (part in ('offer', 'collection_account', 'shares', 'company_account', 'wire', 'fees', 'completion')),
  -- A part that follows from known figures by a published rule is mechanical. The rest waits, and participants may object.
  is_discretionary boolean not null,
  not_before timestamptz(3),
  executed_at timestamptz(3),
  unique (act_id, part));

create table act_signatures (
  id uuid primary key default app_uuid_v7(),
  act_id uuid not null references acts (id),
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  capacity text not null check (capacity in ('admin', 'second')),
  -- The shares that the list gives the signer as a member cost this, without the fee.
  takes_part_pence bigint not null,
  signed_at timestamptz(3) not null default app_now(),
  method text not null check (method in ('passkey', 'password_and_code')),
  -- Of the passkey, with all that a check without this database needs.
  credential_id text,
  public_key bytea,
  assertion jsonb,
  ticks text[] not null default '{}',
  -- By the new account that the signer called back: whom, at which number, and where that is from.
  call_backs jsonb not null default '{}' check (
    call_backs - '{collection_account,company_account}'::text[] = '{}'
    and btrim(call_backs ->> 'collection_account') <> '' and length(call_backs ->> 'collection_account') <= 5000
    and btrim(call_backs ->> 'company_account') <> '' and length(call_backs ->> 'company_account') <= 5000),
  unique (act_id, user_id),
  check (num_nulls(credential_id, public_key, assertion) in (0, 3)),
  check ((method = 'passkey') = (credential_id is not null)));
create index act_signatures_user_id_idx on act_signatures (user_id);
comment on table act_signatures is 'club; own: name capacity takes_part_pence signed_at method ticks call_backs';

create table act_objections (
  id uuid primary key default app_uuid_v7(),
  act_id uuid not null references acts (id),
  commitment_id uuid not null references commitments (id),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  objected_at timestamptz(3) not null default app_now(),
  withdrawn_at timestamptz(3),
  answered_by uuid references auth.users (id) on delete set null,
  answered_at timestamptz(3),
  answer text check (btrim(answer) <> '' and length(answer) <= 5000),
  unique (act_id, commitment_id),
  check (num_nulls(answered_at, answer) in (0, 2)));
create index act_objections_commitment_id_idx on act_objections (commitment_id);
create index act_objections_answered_by_idx on act_objections (answered_by);
comment on table act_objections is 'club; own: commitment_id reason objected_at withdrawn_at answer answered_at';

-- What somebody read at the bank, without being told what the books have.
create table balance_sightings (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  origin text not null default 'typed' check (origin in ('typed', 'feed')),
  seen_by uuid references auth.users (id) on delete set null,
  seen_at timestamptz(3) not null default app_now(),
  balance_pence bigint not null,
  expected_pence bigint not null,
  -- Right, and of somebody who brought lines: it counts once a second one types the same.
  is_half boolean not null default false,
  -- When members were told of it: that it differs, or that it agrees again.
  told_at timestamptz(3));
create index balance_sightings_deal_id_idx on balance_sightings (deal_id, seen_at desc, id desc);
create index balance_sightings_seen_by_idx on balance_sightings (seen_by);

-- Rights

grant select on deal_panel, acts, act_parts, act_signatures, act_objections, balance_sightings to club_member;
create policy "readers of a deal see its panel" on deal_panel for select to club_member
  using ((select is_admin()) or reads_acts(deal_id) or is_deal_shown(deal_id) and (select is_investor()));
create policy "admins and panels see lists" on acts for select to club_member
  using ((select is_admin()) or is_on_panel(deal_id, (select app_user_id())));
create policy "readers of lists see their parts" on act_parts for select to club_member using (reads_act(act_id));
create policy "readers of lists see who signed" on act_signatures for select to club_member using (reads_act(act_id));
create policy "readers of lists see objections" on act_objections for select to club_member using (reads_act(act_id));
create policy "admins and panels see balances" on balance_sightings for select to club_member
  using ((select is_admin()) or is_on_panel(deal_id, (select app_user_id())));
