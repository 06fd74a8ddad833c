-- Members type these holdings themselves; they are deleted with the account.
create table typed_companies (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  user_id uuid not null default app_user_id() references auth.users (id) on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 120), unique (id, user_id));
create unique index typed_companies_name_idx on typed_companies (user_id, lower(name));
comment on table typed_companies is 'own';

create table typed_holdings (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  user_id uuid not null default app_user_id(),
  company_id uuid not null,
  shares bigint not null check (shares > 0),
  share_class text not null check (btrim(share_class) <> '' and length(share_class) <= 120),
  -- Prices are pounds a share.
  price numeric(14, 6) not null check (price > 0),
  cost_pence bigint not null check (cost_pence > 0),
  fee_pence bigint not null check (fee_pence >= 0),
  scheme text check (scheme in ('SEIS', 'EIS')),
  issued_on date not null,
  certificate_on date check (certificate_on is null or (scheme is not null and certificate_on >= issued_on)),
  note text check (btrim(note) <> '' and length(note) <= 2000),
  updated_at timestamptz(3) not null default now(),
  foreign key (company_id, user_id) references typed_companies (id, user_id) on delete cascade);
create index typed_holdings_company_id_idx on typed_holdings (company_id, user_id, issued_on);
comment on table typed_holdings is 'own';

-- A sale takes the earliest shares first.
create table typed_sales (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  user_id uuid not null default app_user_id(),
  company_id uuid not null,
  sold_on date not null,
  shares bigint not null check (shares > 0),
  gross_pence bigint not null check (gross_pence >= 0),
  costs_pence bigint not null check (costs_pence between 0 and gross_pence),
  foreign key (company_id, user_id) references typed_companies (id, user_id) on delete cascade);
create index typed_sales_company_id_idx on typed_sales (company_id, user_id, sold_on);
comment on table typed_sales is 'own';

-- A price counts from its day on.
create table typed_prices (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  user_id uuid not null default app_user_id(),
  company_id uuid not null,
  as_of date not null,
  price numeric(14, 6) not null check (price >= 0),
  source text check (btrim(source) <> '' and length(source) <= 500),
  foreign key (company_id, user_id) references typed_companies (id, user_id) on delete cascade);
create index typed_prices_company_id_idx on typed_prices (company_id, user_id, as_of);
comment on table typed_prices is 'own';

alter table relief_records add foreign key (typed_holding_id) references typed_holdings (id) on delete cascade;

-- Rights

grant select, delete, update (name), insert (name) on typed_companies to club_member;
create policy "people keep what they typed, and nobody else sees it" on typed_companies to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));

grant select, delete, insert (company_id, shares, share_class, price, cost_pence, fee_pence, scheme, issued_on,
  certificate_on, note), update (company_id, shares, share_class, price, cost_pence, fee_pence, scheme, issued_on,
  certificate_on, note) on typed_holdings to club_member;
create policy "people keep what they typed, and nobody else sees it" on typed_holdings to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));

grant select, delete, insert (company_id, sold_on, shares, gross_pence, costs_pence) on typed_sales to club_member;
create policy "people keep what they typed, and nobody else sees it" on typed_sales to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));

grant select, delete, insert (company_id, as_of, price, source) on typed_prices to club_member;
create policy "people keep what they typed, and nobody else sees it" on typed_prices to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
