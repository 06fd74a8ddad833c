-- A refused price stays, with the reason.
create table share_prices (
  id uuid primary key default app_uuid_v7(),
  company_id uuid not null references companies (id),
  -- An action without a class is for every class.
  share_class text check (btrim(share_class) <> '' and length(share_class) <= 120),
  as_of date not null,
  basis text not null check (basis in ('last_round', 'offer', 'club_estimate', 'impaired', 'nil')),
  -- Prices are pounds a share.
  price numeric(14, 6) not null check (price >= 0),
  impaired_percent integer check (impaired_percent in (25, 50, 75)),
  -- The source says where the figure can be checked.
  source text not null check (btrim(source) <> '' and length(source) <= 500),
  shares_in_issue bigint check (shares_in_issue > 0),
  entered_at timestamptz(3) not null default app_now(),
  entered_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  check ((price = 0) = (basis = 'nil')),
  check ((impaired_percent is not null) = (basis = 'impaired')),
  check (num_nulls(refused_at, refused_because) in (0, 2)), check (confirmed_at is null or refused_at is null));
create index share_prices_company_id_idx on share_prices (company_id, id desc);
create index share_prices_entered_by_idx on share_prices (entered_by);
create index share_prices_confirmed_by_idx on share_prices (confirmed_by);
create index share_prices_refused_by_idx on share_prices (refused_by);
create index share_prices_waiting_idx on share_prices (id) where confirmed_at is null and refused_at is null;

-- Evidence is added while the price waits, and stays as the price does.
create table price_evidence (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  price_id uuid not null unique references share_prices (id),
  author_id uuid references auth.users (id) on delete set null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id));
create index price_evidence_author_id_idx on price_evidence (author_id);

-- Rights

grant select on share_prices to club_member;
create policy "holders see prices that were confirmed, admins all" on share_prices for select to club_member
  using ((select is_admin()) or (confirmed_at is not null and holds_company(company_id)));

grant select, insert (price_id, author_id, file_name, file_id) on price_evidence to club_member;
create policy "people see what shows prices that they see" on price_evidence for select to club_member
  using (exists (select from share_prices s where s.id = price_id));
create policy "admins add what shows a price that waits" on price_evidence for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id())
              and exists (select from share_prices s
                           where s.id = price_id and s.confirmed_at is null and s.refused_at is null));
