-- One admin proposes an exit; another, who holds no part of it, confirms it.
create table exits (
  id uuid primary key default app_uuid_v7(),
  company_id uuid not null references companies (id),
  -- A dividend takes no shares; a holdback pays the retained part of an earlier exit.
  kind text not null check (kind in ('sale', 'buyback', 'ipo', 'liquidation', 'dividend', 'holdback')),
  takes_shares boolean not null generated always as (kind not in ('dividend', 'holdback')) stored,
  earlier_id uuid references exits (id),
  happened_on date not null,
  -- The price is pounds a share, before costs.
  price numeric(14, 6) not null check (price > 0),
  -- An exit without a number is of all shares.
  shares bigint check (shares > 0),
  costs_pence bigint not null check (costs_pence >= 0),
  costs_payee text check (btrim(costs_payee) <> '' and length(costs_payee) <= 200),
  -- Members with a part in the exit read the note.
  note text check (btrim(note) <> '' and length(note) <= 5000),
  -- The hash shows whether the lots have changed since.
  lots_sha256 text not null check (lots_sha256 ~ '^[0-9a-f]{64}$'),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  withdrawn_at timestamptz(3),
  withdrawn_by uuid references auth.users (id) on delete set null,
  withdrawn_because text check (btrim(withdrawn_because) <> '' and length(withdrawn_because) <= 5000),
  state text not null generated always as (
    case when withdrawn_at is not null then 'withdrawn' when confirmed_at is not null then 'confirmed' else 'proposed' end) stored,
  check ((kind = 'holdback') = (earlier_id is not null)),
  check (takes_shares or shares is null),
  check (costs_pence = 0 or costs_payee is not null), check (num_nulls(withdrawn_at, withdrawn_because) in (0, 2)));
create unique index exits_waiting_idx on exits (company_id) where confirmed_at is null and withdrawn_at is null;
create index exits_company_id_idx on exits (company_id, proposed_at desc, id desc);
create index exits_earlier_id_idx on exits (earlier_id);
create index exits_proposed_by_idx on exits (proposed_by);
create index exits_confirmed_by_idx on exits (confirmed_by);
create index exits_withdrawn_by_idx on exits (withdrawn_by);

create table exit_lines (
  id uuid primary key default app_uuid_v7(),
  exit_id uuid not null references exits (id),
  holding_id uuid,
  shares bigint not null check (shares > 0),
  gross_pence bigint not null check (gross_pence >= 0),
  costs_pence bigint not null check (costs_pence between 0 and gross_pence),
  paid_pence bigint not null generated always as (gross_pence - costs_pence) stored,
  unique (exit_id, holding_id),
  constraint exit_lines_holding_id_fkey foreign key (holding_id) references holdings (id) on delete set null);
create index exit_lines_holding_id_idx on exit_lines (holding_id, exit_id);
comment on table exit_lines is 'club; own: shares gross_pence costs_pence paid_pence';

alter table outgoing_payments add foreign key (exit_id) references exits (id);
alter table ledger_transactions add foreign key (exit_id) references exits (id);

-- Rights

grant select on exits, exit_lines to club_member;

create policy "people see exits that they have a part in, admins all" on exits for select to club_member
  using ((select is_admin()) or is_own_exit(id));

create policy "people see their own part of an exit, admins all" on exit_lines for select to club_member
  using ((select is_admin()) or is_own_exit_line(exit_id, holding_id));
