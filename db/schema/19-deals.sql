create table companies (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name text not null check (btrim(name) <> '' and length(name) <= 120),
  company_number text check (length(company_number) <= 500),
  website text check (length(website) <= 2000),
  sector text check (length(sector) <= 500),
  one_line text check (length(one_line) <= 500),
  place text check (length(place) <= 500),
  founded_year integer check (founded_year between 1600 and 2200),
  country text not null default 'GB' check (country ~ '^[A-Z]{2}$'),
  -- Founders have name, role, email and phone.
  founders jsonb not null default '[]' check (jsonb_typeof(founders) = 'array' and octet_length(founders::text) <= 50000),
  -- The nightly job asks the founders of these companies.
  is_asked_for_updates boolean not null default true);
create index companies_name_idx on companies (lower(name), id);

create table deals (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  company_id uuid not null references companies (id),
  name text not null check (btrim(name) <> '' and length(name) <= 120),
  -- Only `transition_deals`, `approve_deal_version` and `release_deal` change the state.
  state text not null default 'enquiry' check (state in (
    'enquiry', 'screening', 'meeting', 'diligence', 'preparing', 'approved', 'released', 'closing', 'completed', 'exited',
    'declined', 'withdrawn', 'parked', 'cancelled')),
  state_since timestamptz(3) not null default app_now(),
  enquired_on date not null,
  -- A reply is due in ten working days; a weekend counts as its Monday.
  reply_due_on date not null generated always as (
    enquired_on + case extract(isodow from enquired_on)::int when 6 then 13 when 7 then 12 else 14 end) stored,
  parked_until date check (parked_until is null or state = 'parked'),
  owner_id uuid references auth.users (id) on delete set null,
  page jsonb not null default '{}' check (jsonb_typeof(page) = 'object' and octet_length(page::text) <= 300000),
  released_at timestamptz(3),
  -- The true end of commitments.
  closed_at timestamptz(3)
    constraint deals_closed_at_check check (closed_at is null or state in ('closing', 'completed', 'exited', 'cancelled')),
  next_step text check (btrim(next_step) <> '' and length(next_step) <= 200),
  -- Functions that move the money of a deal lock its row first.
  -- Payment references contain the code, which is never used again.
  reference_code text unique check (reference_code ~ '^[2-9A-HJKMNP-TV-Z]{3}$'),
  check (state not in ('released', 'closing', 'completed', 'exited', 'cancelled') or released_at is not null));
create index deals_newest_idx on deals (created_at desc, id desc);
create index deals_company_id_idx on deals (company_id);
create index deals_owner_id_idx on deals (owner_id);
create index deals_state_idx on deals (state, created_at desc, id desc);

create table deal_moves (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  -- The first row of a deal has no earlier state.
  from_state text,
  to_state text not null,
  moved_at timestamptz(3) not null default app_now(),
  moved_by uuid references auth.users (id) on delete set null,
  -- Nobody moved it: what two have signed, and what follows from time.
  is_by_clock boolean not null default false,
  reason text check (btrim(reason) <> '' and length(reason) <= 5000));
create index deal_moves_deal_id_idx on deal_moves (deal_id, moved_at desc, id desc);
create index deal_moves_moved_by_idx on deal_moves (moved_by);

create table deal_notes (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default now(),
  deal_id uuid not null references deals (id),
  author_id uuid references auth.users (id) on delete set null,
  text text not null check (btrim(text) <> '' and length(text) <= 20000));
create index deal_notes_deal_id_idx on deal_notes (deal_id, created_at desc, id desc);
create index deal_notes_author_id_idx on deal_notes (author_id);

create table deal_terms (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  created_at timestamptz(3) not null default app_now(),
  author_id uuid references auth.users (id) on delete set null,
  scheme text not null check (scheme in ('SEIS', 'EIS', 'none')),
  instrument text not null check (instrument in ('ordinary_shares', 'preference_shares', 'convertible_note')),
  share_class text not null check (btrim(share_class) <> ''),
  rights text not null check (btrim(rights) <> ''),
  -- Prices are pounds a share.
  price numeric(14, 6) not null check (price > 0),
  pre_money_pence bigint not null check (pre_money_pence > 0),
  round_total_pence bigint not null check (round_total_pence >= club_maximum_pence),
  club_minimum_pence bigint not null check (club_minimum_pence > 0),
  club_maximum_pence bigint not null check (club_maximum_pence >= club_minimum_pence),
  minimum_commitment_pence bigint not null check (minimum_commitment_pence between 1 and club_maximum_pence),
  assurance text not null check (assurance in ('none', 'applied', 'given')),
  assurance_on date,
  seis_raised_pence bigint not null check (seis_raised_pence >= 0),
  schemes_raised_pence bigint not null check (schemes_raised_pence >= 0),
  schemes_raised_year_pence bigint not null check (schemes_raised_year_pence >= 0),
  use_of_funds jsonb not null check (jsonb_typeof(use_of_funds) = 'array'),
  other_investors text not null check (btrim(other_investors) <> ''),
  club_invests text not null check (btrim(club_invests) <> ''),
  conflicts text not null check (btrim(conflicts) <> ''),
  vehicle text not null check (btrim(vehicle) <> ''),
  risks jsonb not null check (jsonb_typeof(risks) = 'array' and jsonb_array_length(risks) >= 5),
  allocation_method text not null check (allocation_method in ('pro_rata', 'level', 'first_come')),
  priority_share_percent integer not null check (priority_share_percent between 0 and 100),
  priority_tiers text[] not null check (priority_tiers <@ '{trial,premium,vip}'),
  opens_at timestamptz(3) not null,
  priority_until timestamptz(3) not null check (priority_until >= opens_at),
  closes_at timestamptz(3) not null check (closes_at > priority_until),
  completion_expected_on date not null,
  -- Terms that are not material say why.
  is_material boolean not null default true,
  not_material_reason text check (btrim(not_material_reason) <> '' and length(not_material_reason) <= 5000),
  unique (deal_id, number),
  unique (deal_id, id),
  check (assurance <> 'given' or assurance_on is not null),
  check (scheme <> 'SEIS' or seis_raised_pence <= 25000000),
  check (scheme = 'none' or instrument <> 'convertible_note'), check (is_material = (not_material_reason is null)));
create index deal_terms_author_id_idx on deal_terms (author_id);
alter table deal_terms add constraint deal_terms_instrument_is_shares check (instrument <> 'convertible_note') not valid;

-- A version keeps page, terms and warnings together.
create table deal_versions (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null,
  number integer not null check (number > 0),
  created_at timestamptz(3) not null default app_now(),
  author_id uuid references auth.users (id) on delete set null,
  terms_id uuid not null,
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 500000),
  -- The page is kept byte for byte, with its SHA-256.
  page text not null check (octet_length(page) <= 1000000),
  page_sha256 text not null check (page_sha256 = encode(sha256(convert_to(page, 'UTF8')), 'hex')),
  approved_at timestamptz(3),
  approved_by uuid references auth.users (id) on delete set null,
  -- Early versions have no checklists.
  author_checklist text[] check (cardinality(author_checklist) > 0),
  approver_checklist text[] check (cardinality(approver_checklist) > 0),
  unique (deal_id, number),
  foreign key (deal_id, terms_id) references deal_terms (deal_id, id),
  check (approved_at is not null or approved_by is null),
  constraint deal_versions_approver_checklist_approved_check check (approver_checklist is null or approved_at is not null));
create index deal_versions_terms_id_idx on deal_versions (deal_id, terms_id);
create index deal_versions_author_id_idx on deal_versions (author_id);
create index deal_versions_approved_by_idx on deal_versions (approved_by);
create index deal_versions_waiting_idx on deal_versions (deal_id) where approved_at is null;

-- Commitments end at another time than the terms say, or than was announced before, once another admin has confirmed it.
create table closing_announcements (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  announced_at timestamptz(3) not null default app_now(),
  author_id uuid references auth.users (id) on delete set null,
  terms_closes_at timestamptz(3) not null,
  instead_of timestamptz(3) not null,
  closes_at timestamptz(3) not null check (closes_at <> instead_of),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null);
create index closing_announcements_deal_id_idx on closing_announcements (deal_id, announced_at desc, id desc);
create index closing_announcements_author_id_idx on closing_announcements (author_id);
create index closing_announcements_confirmed_by_idx on closing_announcements (confirmed_by);

-- Two admins cancel a deal: one proposes it with the reason that members read, another confirms it.
create table proposed_cancellings (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  proposed_at timestamptz(3) not null default app_now(),
  author_id uuid references auth.users (id) on delete set null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  withdrawn_at timestamptz(3));
create index proposed_cancellings_deal_id_idx on proposed_cancellings (deal_id, proposed_at desc, id desc);
create index proposed_cancellings_author_id_idx on proposed_cancellings (author_id);
create index proposed_cancellings_confirmed_by_idx on proposed_cancellings (confirmed_by);

-- An interest is not binding.
create table deal_interests (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  record_id uuid not null references investor_records (id) on delete cascade,
  level text not null check (level in ('watching', 'considering', 'likely', 'not_for_me')),
  amount_pence bigint check (amount_pence > 0),
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  updated_at timestamptz(3) not null,
  unique (deal_id, record_id),
  check (level in ('considering', 'likely') or amount_pence is null),
  check (level <> 'likely' or amount_pence is not null), check (level = 'not_for_me' or reason is null));
create index deal_interests_record_id_idx on deal_interests (record_id);
comment on table deal_interests is 'club; own: deal_id level amount_pence reason updated_at';

-- A replaced logo stays, because versions reference it.
create table company_logos (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  company_id uuid not null references companies (id),
  author_id uuid references auth.users (id) on delete set null,
  file_id uuid not null unique references files (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'), removed_at timestamptz(3));
create unique index company_logos_present_idx on company_logos (company_id) where removed_at is null;
create index company_logos_company_id_idx on company_logos (company_id);
create index company_logos_author_id_idx on company_logos (author_id);

-- Rights

grant select on deal_moves, deal_interests, closing_announcements, proposed_cancellings to club_member;
create policy "admins see announcements of a closing" on closing_announcements for select to club_member
  using ((select is_admin()));
create policy "admins see who proposed to cancel a deal" on proposed_cancellings for select to club_member
  using ((select is_admin()));

grant select, insert (name, company_number, website, sector, one_line, place, founded_year, country, founders), update
  (name, company_number, website, sector, one_line, place, founded_year, country, founders, is_asked_for_updates) on
  companies to club_member;
create policy "admins see companies" on companies for select to club_member using ((select is_admin()));
create policy "admins add companies" on companies for insert to club_member with check ((select is_admin()));
create policy "admins change companies" on companies for update to club_member
  using ((select is_admin())) with check ((select is_admin()));

grant select, insert (company_id, name, enquired_on, owner_id), update (name, owner_id, page, parked_until, next_step)
  on deals to club_member;
create policy "admins see deals" on deals for select to club_member using ((select is_admin()));
create policy "admins add deals" on deals for insert to club_member with check ((select is_admin()));
create policy "admins change deals" on deals for update to club_member
  using ((select is_admin())) with check ((select is_admin()));

create policy "admins see moves" on deal_moves for select to club_member using ((select is_admin()));

grant select, insert (deal_id, author_id, text) on deal_notes to club_member;
create policy "admins see notes" on deal_notes for select to club_member using ((select is_admin()));
create policy "admins write notes in their own name" on deal_notes for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));

grant select, insert (deal_id, number, author_id, scheme, instrument, share_class, rights, price, pre_money_pence,
  round_total_pence, club_minimum_pence, club_maximum_pence, minimum_commitment_pence, assurance, assurance_on,
  seis_raised_pence, schemes_raised_pence, schemes_raised_year_pence, use_of_funds, other_investors, club_invests,
  conflicts, vehicle, risks, allocation_method, priority_share_percent, priority_tiers, opens_at, priority_until,
  closes_at, completion_expected_on, is_material, not_material_reason) on deal_terms to club_member;
create policy "admins see terms" on deal_terms for select to club_member using ((select is_admin()));
create policy "admins set terms in their own name" on deal_terms for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));

grant select, insert (deal_id, number, author_id, terms_id, content, page, page_sha256, author_checklist) on
  deal_versions to club_member;
create policy "admins freeze versions in their own name" on deal_versions for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "investors see approved versions of deals that are shown, buyers theirs, admins all" on deal_versions
  for select to club_member
  using ((select is_admin())
         or (approved_at is not null and (((select is_investor()) and is_deal_shown(deal_id)) or has_bought(deal_id))));

create policy "people see their own interest, admins all" on deal_interests for select to club_member
  using ((select is_admin()) or ((select is_investor()) and owns_record(record_id)));

grant select, insert (company_id, author_id, file_id, sha256), update (removed_at) on company_logos to club_member;
create policy "investors see logos of versions that are shown, admins all" on company_logos for select to club_member
  using ((select is_admin()) or is_logo_shown(file_id));
create policy "admins add logos in their own name" on company_logos for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "admins remove logos" on company_logos for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
