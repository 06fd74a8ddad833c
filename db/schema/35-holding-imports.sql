-- The file stays as evidence.
create table holding_imports (
  id uuid primary key default app_uuid_v7(),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  undone_at timestamptz(3),
  state text not null generated always as (
    case when undone_at is not null then 'undone' when refused_at is not null then 'refused'
         when confirmed_at is not null then 'confirmed' else 'proposed' end) stored,
  check (num_nulls(refused_at, refused_because) in (0, 2)),
  check (confirmed_at is null or refused_at is null), check (undone_at is null or confirmed_at is not null));
create unique index holding_imports_sha256_idx on holding_imports (sha256) where refused_at is null and undone_at is null;
create index holding_imports_proposed_at_idx on holding_imports (proposed_at desc, id desc);
create index holding_imports_proposed_by_idx on holding_imports (proposed_by);
create index holding_imports_confirmed_by_idx on holding_imports (confirmed_by);
create index holding_imports_refused_by_idx on holding_imports (refused_by);

create table holding_import_lines (
  id uuid primary key default app_uuid_v7(),
  import_id uuid not null references holding_imports (id),
  -- The header of the file is usually line 1.
  line_number integer not null check (line_number > 0),
  kind text not null check (kind in ('holding', 'distribution')),
  user_id uuid references auth.users (id) on delete set null,
  company_id uuid not null references companies (id),
  happened_on date not null,
  shares bigint check (shares > 0),
  share_class text check (btrim(share_class) <> '' and length(share_class) <= 120),
  price numeric(14, 6) check (price > 0),
  cost_pence bigint check (cost_pence > 0),
  fee_pence bigint check (fee_pence >= 0),
  scheme text check (scheme in ('SEIS', 'EIS')),
  uir text check (btrim(uir) <> '' and length(uir) <= 60),
  certificate_on date check (certificate_on >= happened_on),
  gross_pence bigint check (gross_pence > 0),
  costs_pence bigint check (costs_pence between 0 and gross_pence),
  unique (import_id, line_number),
  check (num_nulls(shares, share_class, price, cost_pence, fee_pence) = case kind when 'holding' then 0 else 5 end),
  check (num_nulls(gross_pence, costs_pence) = case kind when 'holding' then 2 else 0 end),
  check (scheme is not null or (uir is null and certificate_on is null)),
  -- The price is rounded to six decimals.
  check (abs(cost_pence - shares * price * 100) <= greatest(1, shares * 0.00005)));
create index holding_import_lines_user_id_idx on holding_import_lines (user_id, company_id, happened_on);
create index holding_import_lines_company_id_idx on holding_import_lines (company_id);
comment on table holding_import_lines is 'own';

create table holding_import_undos (
  id uuid primary key default app_uuid_v7(),
  import_id uuid not null references holding_imports (id),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  because text not null check (btrim(because) <> '' and length(because) <= 5000),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  check (num_nulls(refused_at, refused_because) in (0, 2)), check (confirmed_at is null or refused_at is null));
create unique index holding_import_undos_open_idx on holding_import_undos (import_id) where refused_at is null;
create index holding_import_undos_import_id_idx on holding_import_undos (import_id, id desc);
create index holding_import_undos_proposed_by_idx on holding_import_undos (proposed_by);
create index holding_import_undos_confirmed_by_idx on holding_import_undos (confirmed_by);
create index holding_import_undos_refused_by_idx on holding_import_undos (refused_by);

create table imported_payouts (
  id uuid primary key default app_uuid_v7(),
  import_id uuid not null references holding_imports (id),
  line_id uuid not null references holding_import_lines (id),
  holding_id uuid not null references holdings (id) on delete cascade,
  paid_on date not null,
  gross_pence bigint not null check (gross_pence >= 0),
  costs_pence bigint not null check (costs_pence between 0 and gross_pence), unique (line_id, holding_id));
create index imported_payouts_import_id_idx on imported_payouts (import_id);
create index imported_payouts_holding_id_idx on imported_payouts (holding_id, paid_on);
comment on table imported_payouts is 'club; own: paid_on gross_pence costs_pence';

-- Imported shares have no account of a deal, so an exit is paid outside of the ledger. The newest confirmed payment counts.
create table exit_outside_payments (
  id uuid primary key default app_uuid_v7(),
  exit_id uuid not null references exits (id),
  paid_on date not null,
  source text not null check (btrim(source) <> '' and length(source) <= 500),
  recorded_at timestamptz(3) not null default app_now(),
  recorded_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  check (num_nulls(refused_at, refused_because) in (0, 2)), check (confirmed_at is null or refused_at is null));
create unique index exit_outside_payments_waiting_idx on exit_outside_payments (exit_id)
  where confirmed_at is null and refused_at is null;
create index exit_outside_payments_exit_id_idx on exit_outside_payments (exit_id, id desc);
create index exit_outside_payments_recorded_by_idx on exit_outside_payments (recorded_by);
create index exit_outside_payments_confirmed_by_idx on exit_outside_payments (confirmed_by);
create index exit_outside_payments_refused_by_idx on exit_outside_payments (refused_by);

alter table holdings add foreign key (import_id) references holding_imports (id);

-- Rights

grant select on holding_imports, holding_import_lines, holding_import_undos, imported_payouts, exit_outside_payments to
  club_member;
create policy "admins see imports of holdings" on holding_imports for select to club_member using ((select is_admin()));

create policy "admins see what was imported, line by line" on holding_import_lines for select to club_member
  using ((select is_admin()));

create policy "admins see what was taken back" on holding_import_undos for select to club_member using ((select is_admin()));

create policy "people see what their imported shares brought, admins all" on imported_payouts for select to club_member
  using ((select is_admin()) or exists (select from holdings h where h.id = holding_id));

create policy "admins see what was paid beside the club's accounts" on exit_outside_payments for select to club_member
  using ((select is_admin()));
