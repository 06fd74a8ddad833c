-- Statements, commitments and holdings reference the record, so that they stay without the account.
create table investor_records (
  id uuid primary key default app_uuid_v7(),
  user_id uuid unique references auth.users (id) on delete set null,
  legal_name text check (btrim(legal_name) <> '' and length(legal_name) <= 200),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  address text check (btrim(address) <> '' and length(address) <= 5000),
  country text check (country ~ '^[A-Z]{2}$'),
  is_uk_taxpayer boolean,
  -- Money comes from an account of this name.
  bank_account_name text check (btrim(bank_account_name) <> '' and length(bank_account_name) <= 200),
  is_complete boolean not null generated always as (
    legal_name is not null and date_of_birth is not null and address is not null and country is not null
    and is_uk_taxpayer is not null and bank_account_name is not null) stored,
  -- The law requires the record from this London day on; null stands for no such day.
  needed_until date,
  sealed_at timestamptz(3),
  retain_until date,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((user_id is null) = (sealed_at is not null)), check ((sealed_at is null) = (retain_until is null)));
create index investor_records_created_at_idx on investor_records (created_at desc, id desc);
create index investor_records_retain_until_idx on investor_records (retain_until);
comment on table investor_records is 'own';

-- Rights

grant select, insert (user_id, legal_name, date_of_birth, address, country, is_uk_taxpayer, bank_account_name), update
  (legal_name, date_of_birth, address, country, is_uk_taxpayer, bank_account_name, updated_at) on investor_records to
  club_member;
create policy "people see their own record" on investor_records for select to club_member
  using (user_id = (select app_user_id()));
create policy "members and holders make their own record" on investor_records for insert to club_member
  with check (user_id = (select app_user_id()) and (select may_keep_record()));
create policy "members and holders change their own record" on investor_records for update to club_member
  using (user_id = (select app_user_id()) and (select may_keep_record()));
