-- The founder's link is signed with the row's id, so the database holds no secret.
create table company_update_requests (
  id uuid primary key default app_uuid_v7(),
  company_id uuid not null references companies (id),
  quarter text not null check (quarter ~ '^\d{4}-Q[1-4]$'),
  asked_at timestamptz(3) not null default app_now(),
  expires_at timestamptz(3) not null check (expires_at > asked_at),
  reminded_at timestamptz(3), used_at timestamptz(3), unique (company_id, quarter));
create index company_update_requests_waiting_idx on company_update_requests (asked_at)
  where reminded_at is null and used_at is null;

-- A letter without an update is deleted after a month.
create table company_update_letters (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  company_id uuid not null references companies (id),
  -- An admin's letter has no request.
  request_id uuid references company_update_requests (id),
  author_id uuid references auth.users (id) on delete set null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id), unique (company_id, id));
create index company_update_letters_request_id_idx on company_update_letters (request_id);
create index company_update_letters_author_id_idx on company_update_letters (author_id);

-- Members read the newest version that is published.
create table company_updates (
  id uuid primary key default app_uuid_v7(),
  company_id uuid not null references companies (id),
  quarter text not null check (quarter ~ '^\d{4}-Q[1-4]$'),
  version integer not null check (version > 0),
  -- A figure that is null was not given. Recurring revenue is yearly.
  arr_pence bigint check (arr_pence between 0 and 1000000000000000),
  -- The rates are in hundredths of a percent.
  nrr_bp integer check (nrr_bp between 0 and 1000000),
  gross_margin_bp integer check (gross_margin_bp between -1000000 and 10000),
  -- Burn is monthly; below 0 the company earns more than it spends.
  net_burn_pence bigint check (net_burn_pence between -1000000000000000 and 1000000000000000),
  runway_months integer check (runway_months between 0 and 1200),
  headcount integer check (headcount between 0 and 1000000),
  text text check (btrim(text) <> '' and length(text) <= 5000),
  letter_id uuid,
  sent_at timestamptz(3) not null default app_now(),
  request_id uuid references company_update_requests (id),
  author_id uuid references auth.users (id) on delete set null,
  published_at timestamptz(3),
  published_by uuid references auth.users (id) on delete set null,
  unique (company_id, quarter, version),
  foreign key (company_id, letter_id) references company_update_letters (company_id, id),
  check (request_id is null or author_id is null),
  check (num_nonnulls(arr_pence, nrr_bp, gross_margin_bp, net_burn_pence, runway_months, headcount, text, letter_id) > 0));
create index company_updates_letter_id_idx on company_updates (company_id, letter_id);
create index company_updates_request_id_idx on company_updates (request_id);
create index company_updates_author_id_idx on company_updates (author_id);
create index company_updates_published_by_idx on company_updates (published_by);

-- An offer needs the reader's gate, which its update does not.
create table company_update_offers (
  id uuid primary key default app_uuid_v7(),
  update_id uuid not null unique references company_updates (id),
  text text not null check (btrim(text) <> '' and length(text) <= 5000));

-- Rights

grant select, insert (company_id, quarter, asked_at, expires_at), update (asked_at, expires_at, reminded_at) on
  company_update_requests to club_member;
create policy "holders see what their companies were asked, admins all" on company_update_requests for select to club_member
  using ((select is_admin()) or holds_company(company_id));
create policy "admins ask for updates" on company_update_requests for insert to club_member with check ((select is_admin()));
create policy "admins ask again for updates" on company_update_requests for update to club_member
  using ((select is_admin()) and used_at is null) with check ((select is_admin()));

grant select, insert (company_id, author_id, file_name, file_id) on company_update_letters to club_member;
create policy "people see letters of updates they see, admins all" on company_update_letters for select to club_member
  using ((select is_admin())
         or exists (select from company_updates u
                     where u.company_id = company_update_letters.company_id and u.letter_id = company_update_letters.id));
create policy "admins add letters in their own name" on company_update_letters for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));

grant select, insert (company_id, quarter, version, arr_pence, nrr_bp, gross_margin_bp, net_burn_pence, runway_months,
  headcount, text, letter_id, sent_at, author_id), update (published_at, published_by) on company_updates to club_member;
create policy "holders see what is published of their companies, admins all" on company_updates for select to club_member
  using ((select is_admin()) or (published_at is not null and holds_company(company_id)));
create policy "admins enter updates in their own name" on company_updates for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "admins publish updates in their own name" on company_updates for update to club_member
  using ((select is_admin()) and published_at is null)
  with check ((select is_admin()) and published_by = (select app_user_id()));

grant select, insert (update_id, text) on company_update_offers to club_member;
create policy "holders see offers while their gate is open, admins all" on company_update_offers for select to club_member
  using ((select is_admin()) or ((select is_investor()) and exists (select from company_updates u where u.id = update_id)));
create policy "admins add offers to their own updates" on company_update_offers for insert to club_member
  with check ((select is_admin())
              and exists (select from company_updates u
                           where u.id = update_id and u.author_id = (select app_user_id()) and u.published_at is null));
