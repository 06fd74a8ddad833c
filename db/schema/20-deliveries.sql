-- An offer is shown on the days of a statement.
create table deliveries (
  id uuid primary key default app_uuid_v7(),
  record_id uuid not null references investor_records (id) on delete cascade,
  statement_id uuid not null,
  signed_on date not null,
  valid_through date not null,
  channel text not null,
  subject_id uuid not null,
  delivered_at timestamptz(3) not null,
  deal_version_id uuid not null references deal_versions (id),
  foreign key (statement_id, signed_on, valid_through) references statements (id, signed_on, valid_through) on delete cascade,
  constraint deliveries_within_statement check (
    (delivered_at at time zone 'Europe/London')::date between signed_on and valid_through),
  constraint deliveries_channel_check check (channel in ('list', 'page', 'mail', 'document', 'answer', 'call')));
create index deliveries_record_id_idx on deliveries (record_id, delivered_at desc, id desc);
create index deliveries_statement_id_idx on deliveries (statement_id);
create index deliveries_deal_version_id_idx on deliveries (deal_version_id, delivered_at desc, id desc);
create index deliveries_newest_idx on deliveries (delivered_at desc, id desc);
-- A page that is loaded again on a day is not delivered again.
create unique index deliveries_day_idx on deliveries
  (record_id, subject_id, channel, ((delivered_at at time zone 'Europe/London')::date));
comment on table deliveries is 'club; own: delivered_at channel statement_id';

-- Each London day adds a link to the chain. Row hashes are kept, because rows are deleted with their investor record.
create table delivery_seals (
  day date primary key,
  sealed_at timestamptz(3) not null,
  -- The hashes of 32 bytes are in the order of the rows' ids.
  row_hashes bytea not null check (octet_length(row_hashes) % 32 = 0),
  -- This many rows were deleted with their records.
  erased integer not null default 0 check (erased >= 0),
  previous_sha256 text not null,
  sha256 text not null check (sha256 = encode(sha256(convert_to(previous_sha256 || day::text, 'UTF8') || row_hashes), 'hex')));

-- Rights

grant select on deliveries, delivery_seals to club_member;

create policy "people see what they were shown, admins all" on deliveries for select to club_member
  using ((select is_admin()) or owns_record(record_id));

create policy "admins see the seals" on delivery_seals for select to club_member using ((select is_admin()));
