-- The nominee holds each lot in trust for one member.
create table holdings (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  deal_id uuid,
  company_id uuid not null references companies (id),
  commitment_id uuid unique,
  -- Erasing the record empties this.
  record_id uuid references investor_records (id) on delete set null,
  shares bigint not null check (shares > 0),
  share_class text not null,
  -- The price is in pounds.
  price numeric(14, 6) not null,
  cost_pence bigint not null check (cost_pence > 0),
  fee_pence bigint not null check (fee_pence >= 0),
  -- A member who wants no relief or pays no UK tax has no scheme.
  scheme text check (scheme in ('SEIS', 'EIS')),
  issued_on date not null,
  certificate_number text unique,
  import_id uuid,
  -- A member may have the certificate already.
  uir text check (btrim(uir) <> '' and length(uir) <= 60),
  certificate_on date,
  foreign key (deal_id, commitment_id) references commitments (deal_id, id),
  constraint holdings_origin_check
    check (num_nulls(deal_id, commitment_id, certificate_number) = case when import_id is null then 0 else 3 end),
  constraint holdings_certificate_check check (import_id is not null or (uir is null and certificate_on is null)));
create index holdings_deal_id_idx on holdings (deal_id, commitment_id);
create index holdings_company_id_idx on holdings (company_id);
create index holdings_record_id_idx on holdings (record_id, issued_on desc, id desc);
create index holdings_import_id_idx on holdings (import_id) where import_id is not null;
create index holdings_imported_idx on holdings (company_id, share_class, issued_on, price) where import_id is not null;
comment on table holdings is 'club; own: shares share_class price cost_pence fee_pence scheme issued_on certificate_number uir
  certificate_on';

-- Papers are never deleted, only replaced.
create table papers (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  deal_id uuid not null references deals (id),
  -- Papers of the deal and certificates that are not matched have no member.
  commitment_id uuid,
  kind text not null check (kind in (
    'subscription_agreement', 'board_minutes', 'nominee_agreement', 'share_schedule', 'success_fee_invoice',
    'company_certificate', 'ledger', 'beneficial_certificate', 'signed_commitment', 'relief_certificate')),
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id),
  dated_on date not null,
  -- Papers that the software draws have no author.
  author_id uuid references auth.users (id) on delete set null,
  -- The text of a schedule gives the day of issue. The text of a relief certificate gives name, shares, amount_pence, issued_on and uir, each of which may be null.
  found jsonb check (jsonb_typeof(found) = 'object' and octet_length(found::text) <= 5000),
  matched_at timestamptz(3),
  matched_by uuid references auth.users (id) on delete set null,
  removed_at timestamptz(3),
  removed_by uuid references auth.users (id) on delete set null,
  -- The number is the version of the program that drew the paper.
  drawing integer check (drawing > 0),
  -- The member reads why their certificate was taken back.
  withdrawn_reason text check (btrim(withdrawn_reason) <> '' and length(withdrawn_reason) <= 5000),
  constraint papers_withdrawn_check
    check (withdrawn_reason is null or (removed_at is not null and kind = 'relief_certificate' and commitment_id is not null)),
  foreign key (deal_id, commitment_id) references commitments (deal_id, id),
  check (commitment_id is null or kind in ('beneficial_certificate', 'signed_commitment', 'relief_certificate')),
  check (commitment_id is not null or kind not in ('beneficial_certificate', 'signed_commitment')),
  check (case kind when 'relief_certificate' then found is not null when 'share_schedule' then true else found is null end),
  check ((matched_at is not null) = (kind = 'relief_certificate' and commitment_id is not null)));
create unique index papers_of_deal_idx on papers (deal_id, kind)
  where removed_at is null and kind not in ('beneficial_certificate', 'signed_commitment', 'relief_certificate');
create unique index papers_of_member_idx on papers (commitment_id, kind) where removed_at is null;
create index papers_deal_id_idx on papers (deal_id, commitment_id, id);
create index papers_author_id_idx on papers (author_id);
create index papers_matched_by_idx on papers (matched_by);
create index papers_removed_by_idx on papers (removed_by);
create index papers_drawing_idx on papers (deal_id, drawing)
  where removed_at is null and kind in ('ledger', 'success_fee_invoice', 'beneficial_certificate', 'signed_commitment');
comment on table papers is 'club; own: kind created_at dated_on file_id';

-- The newest of each step counts.
create table relief_steps (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  -- The first steps are the forms SEIS1 or EIS1, SEIS2 or EIS2, and SEIS3 or EIS3.
  step text not null check (step in ('filed', 'authorised', 'certified', 'chased')),
  happened_on date not null,
  -- HMRC gives the company this reference.
  uir text check (btrim(uir) <> '' and length(uir) <= 60),
  recorded_at timestamptz(3) not null default app_now(),
  recorded_by uuid references auth.users (id) on delete set null, check ((step = 'authorised') = (uir is not null)));
create index relief_steps_deal_id_idx on relief_steps (deal_id, step, recorded_at desc, id desc);
create index relief_steps_recorded_by_idx on relief_steps (recorded_by);

-- Members alone read and remove their own notes.
create table relief_records (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  record_id uuid references investor_records (id) on delete cascade,
  holding_id uuid,
  kind text not null check (kind in ('income', 'loss')),
  claimed_on date not null,
  pence bigint not null check (pence > 0),
  -- Relief may be carried back by a tax year.
  is_carried_back boolean not null default false check (kind = 'income' or not is_carried_back),
  -- The day of the loss that is claimed; null where it was not asked for, of all losses until then.
  lost_on date check (kind = 'loss' or lost_on is null),
  typed_holding_id uuid,
  constraint relief_records_lot_check check (num_nonnulls(holding_id, typed_holding_id) = 1),
  constraint relief_records_record_check check ((record_id is null) = (holding_id is null)),
  constraint relief_records_holding_id_fkey foreign key (holding_id) references holdings (id) on delete cascade);
create index relief_records_record_id_idx on relief_records (record_id, holding_id);
create index relief_records_holding_id_idx on relief_records (holding_id);
create index relief_records_typed_holding_id_idx on relief_records (typed_holding_id) where typed_holding_id is not null;
comment on table relief_records is 'club; own: typed_holding_id kind claimed_on pence is_carried_back lost_on';

-- Rights

grant select on holdings, papers, relief_steps to club_member;

create policy "people see what they hold, admins all" on holdings for select to club_member
  using ((select is_admin()) or owns_record(record_id));

create policy "people see their own papers, admins all" on papers for select to club_member
  using ((select is_admin()) or is_own_paper(id));

create policy "admins see steps to relief" on relief_steps for select to club_member using ((select is_admin()));

grant select, delete, insert (record_id, holding_id, kind, claimed_on, pence, is_carried_back, typed_holding_id, lost_on) on
  relief_records to club_member;
create policy "people see what they claimed, and nobody else" on relief_records for select to club_member
  using (owns_record(record_id));
create policy "people record what they claimed for what they hold" on relief_records for insert to club_member
  with check (owns_record(record_id)
              and exists (select from holdings h where h.id = holding_id and h.record_id = relief_records.record_id));
create policy "people remove what they recorded" on relief_records for delete to club_member using (owns_record(record_id));
create policy "people see what they claimed for what they typed" on relief_records for select to club_member
  using (typed_holding_id is not null and owns_typed_holding(typed_holding_id));
create policy "people record what they claimed for what they typed" on relief_records for insert to club_member
  with check (typed_holding_id is not null and owns_typed_holding(typed_holding_id));
create policy "people remove what they recorded for what they typed" on relief_records for delete to club_member
  using (typed_holding_id is not null and owns_typed_holding(typed_holding_id));
