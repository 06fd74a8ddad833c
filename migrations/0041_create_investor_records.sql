-- The legal person behind an account. Statements, commitments and holdings belong to it, so that they can outlive the account.
create table investor_records (
  id uuid primary key default app_uuid_v7(),
  user_id uuid unique references auth.users (id) on delete set null,
  legal_name text check (btrim(legal_name) <> '' and length(legal_name) <= 200),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  address text check (btrim(address) <> '' and length(address) <= 5000),
  country text check (country ~ '^[A-Z]{2}$'),
  is_uk_taxpayer boolean,
  -- The name of the account that money comes from.
  bank_account_name text check (btrim(bank_account_name) <> '' and length(bank_account_name) <= 200),
  is_complete boolean not null generated always as (
    legal_name is not null and date_of_birth is not null and address is not null and country is not null
    and is_uk_taxpayer is not null and bank_account_name is not null) stored,
  -- The last day (London) on which something that belongs to the record was in force; null while nothing does.
  needed_until date,
  sealed_at timestamptz(3),
  -- A sealed record is erased on this day.
  retain_until date,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((user_id is null) = (sealed_at is not null)),
  check ((sealed_at is null) = (retain_until is null))
);
create index investor_records_created_at_idx on investor_records (created_at desc, id desc);
create index investor_records_retain_until_idx on investor_records (retain_until);
alter table investor_records enable row level security;

grant select, insert (user_id, legal_name, date_of_birth, address, country, is_uk_taxpayer, bank_account_name),
      update (legal_name, date_of_birth, address, country, is_uk_taxpayer, bank_account_name, updated_at)
  on investor_records to club_member;
create policy "people see their own record" on investor_records for select to club_member
  using (user_id = (select app_user_id()));
create policy "members make their own record" on investor_records for insert to club_member
  with check (user_id = (select app_user_id()) and (select is_member()));
create policy "members change their own record" on investor_records for update to club_member
  using (user_id = (select app_user_id()) and (select is_member()));

-- Who opened somebody else's record and why. Written by open_investor_record alone.
create table investor_record_openings (
  id uuid primary key default app_uuid_v7(),
  record_id uuid not null references investor_records (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  opened_by uuid references auth.users (id) on delete set null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  created_at timestamptz(3) not null default now()
);
create index investor_record_openings_record_id_idx on investor_record_openings (record_id);
create index investor_record_openings_user_id_idx on investor_record_openings (user_id, id desc);
create index investor_record_openings_opened_by_idx on investor_record_openings (opened_by);
alter table investor_record_openings enable row level security;

grant select on investor_record_openings to club_member;
create policy "people see who opened their record, admins all" on investor_record_openings for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));

-- The openings of one's own record, with the names that members do not see elsewhere.
create view own_record_openings with (security_barrier) as
  select o.id, o.created_at, o.reason, p.full_name as opened_by_name
    from investor_record_openings o
    left join people p on p.id = o.opened_by
   where o.user_id = (select app_user_id());
grant select on own_record_openings to club_member;

-- Which records there are, without what is in them.
create view investor_record_list with (security_barrier) as
  select r.id, r.created_at, r.user_id, p.full_name, p.email, r.is_complete, r.needed_until, r.sealed_at, r.retain_until
    from investor_records r
    left join people p on p.id = r.user_id
   where (select is_admin());
grant select on investor_record_list to club_member;

-- Somebody else's record, for an admin with a reason. No row where there is no such record.
create function open_investor_record(p_record_id uuid, p_reason text) returns setof investor_records
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if exists (select from public.investor_records where id = p_record_id and user_id = public.app_user_id()) then
    raise insufficient_privilege;
  end if;
  insert into public.investor_record_openings (record_id, user_id, opened_by, reason)
  select id, user_id, public.app_user_id(), p_reason from public.investor_records where id = p_record_id;
  return query select * from public.investor_records where id = p_record_id;
end
$$;
grant execute on function open_investor_record(uuid, text) to club_member;
