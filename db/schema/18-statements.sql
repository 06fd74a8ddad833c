create table statement_forms (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind in ('high_net_worth', 'self_certified_sophisticated')),
  version_label text not null check (btrim(version_label) <> '' and length(version_label) <= 60),
  law_reference text not null check (btrim(law_reference) <> '' and length(law_reference) <= 200),
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 200000),
  -- Days are London's, the last one included.
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  -- The hash is of the output of renderStatementForm.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  author_id uuid references auth.users (id) on delete set null,
  signed_off_at timestamptz(3),
  signed_off_by uuid references auth.users (id) on delete set null,
  withdrawn_at timestamptz(3),
  withdrawn_by uuid references auth.users (id) on delete set null,
  withdrawn_reason text check (btrim(withdrawn_reason) <> '' and length(withdrawn_reason) <= 5000),
  unique (kind, version_label),
  check (signed_off_at is not null or signed_off_by is null),
  check ((withdrawn_at is null) = (withdrawn_reason is null)), check (withdrawn_at is not null or withdrawn_by is null));
create index statement_forms_created_at_idx on statement_forms (created_at desc, id desc);
create index statement_forms_author_id_idx on statement_forms (author_id);
create index statement_forms_signed_off_by_idx on statement_forms (signed_off_by);
create index statement_forms_withdrawn_by_idx on statement_forms (withdrawn_by);

create table statements (
  id uuid primary key default app_uuid_v7(),
  record_id uuid not null references investor_records (id) on delete cascade,
  form_id uuid not null references statement_forms (id),
  signed_at timestamptz(3) not null,
  -- Days are London's: a statement is valid for a year.
  signed_on date not null generated always as ((signed_at at time zone 'Europe/London')::date) stored,
  valid_through date not null generated always as
    (((signed_at at time zone 'Europe/London')::date + interval '1 year' - interval '1 day')::date) stored,
  -- The hash is of the page as signed, which `statement_pages` keeps encrypted.
  page_sha256 text not null check (page_sha256 ~ '^[0-9a-f]{64}$'),
  ip_address text check (length(ip_address) <= 100),
  user_agent text check (length(user_agent) <= 1000),
  -- An admin reviews a statement with a flag.
  flags text[] not null default '{}' check (flags <@ '{attempts,contradiction,declined,country}'),
  state text not null check (state in ('live', 'in_review', 'refused', 'withdrawn', 'revoked')),
  live_from timestamptz(3),
  ended_at timestamptz(3) check (ended_at >= signed_at),
  accept_reason text check (btrim(accept_reason) <> '' and length(accept_reason) <= 5000),
  -- The member is told the reason of a refusal or a revocation.
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  decided_by uuid references auth.users (id) on delete set null,
  -- Deliveries reference this key.
  unique (id, signed_on, valid_through),
  check (state <> 'live' or (live_from is not null and ended_at is null)),
  check (state <> 'in_review' or (live_from is null and ended_at is null)),
  check (state not in ('refused', 'withdrawn', 'revoked') or ended_at is not null),
  check (state <> 'refused' or live_from is null), check ((state in ('refused', 'revoked')) = (reason is not null)));
create index statements_newest_idx on statements (signed_at desc, id desc);
create index statements_record_id_idx on statements (record_id, signed_at desc, id desc);
create index statements_form_id_idx on statements (form_id);
create index statements_decided_by_idx on statements (decided_by);
create index statements_in_review_idx on statements (signed_at) where state = 'in_review';
create index statements_valid_through_idx on statements (valid_through) where state = 'live';
comment on table statements is 'club; own: id signed_at valid_through state ended_at reason accept_reason flags ip_address
  user_agent page_sha256';

-- `open_investor_record` and `open_statements` alone write here.
create table investor_record_openings (
  id uuid primary key default app_uuid_v7(),
  record_id uuid not null references investor_records (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  opened_by uuid references auth.users (id) on delete set null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  created_at timestamptz(3) not null default now(),
  statement_id uuid references statements (id) on delete cascade);
create index investor_record_openings_record_id_idx on investor_record_openings (record_id);
create index investor_record_openings_user_id_idx on investor_record_openings (user_id, id desc);
create index investor_record_openings_opened_by_idx on investor_record_openings (opened_by);
create index investor_record_openings_statement_id_idx on investor_record_openings (statement_id);
comment on table investor_record_openings is 'own';

-- Pages are encrypted with AES-256-GCM. Only their owner reads them without a reason.
create table statement_pages (
  statement_id uuid primary key references statements (id) on delete cascade,
  -- The fingerprint of the key finds pages when the secret changes.
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'), sealed bytea not null check (octet_length(sealed) <= 2000000));
create index statement_pages_key_id_idx on statement_pages (key_id);
comment on table statement_pages is 'secret';

-- A review shows attempts without a statement.
create table statement_attempts (
  id uuid primary key default app_uuid_v7(),
  record_id uuid not null references investor_records (id) on delete cascade,
  outcome text not null check (outcome in ('refused', 'contradiction', 'declined')), attempted_at timestamptz(3) not null);
create index statement_attempts_record_id_idx on statement_attempts (record_id, attempted_at);
comment on table statement_attempts is 'club; own: attempted_at outcome';

create table statement_reminders (
  id uuid primary key default app_uuid_v7(),
  statement_id uuid not null references statements (id) on delete cascade,
  -- The reminder of 0 is sent on the first day without the statement.
  days_before integer not null check (days_before in (60, 30, 7, 1, 0)),
  sent_at timestamptz(3) not null, unique (statement_id, days_before));
comment on table statement_reminders is 'club';

-- Rights

grant select on statements, investor_record_openings, statement_pages to club_member;

grant select, insert (kind, version_label, law_reference, content, valid_from, valid_until, sha256, author_id) on
  statement_forms to club_member;
create policy "members see what was signed off, admins all" on statement_forms for select to club_member
  using ((signed_off_at is not null and withdrawn_at is null and (select is_member())) or (select is_admin()));
create policy "admins install forms in their own name" on statement_forms for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "people see the forms that they signed" on statement_forms for select to club_member
  using (exists (select from statements s where s.form_id = statement_forms.id and owns_record(s.record_id)));

create policy "people see their own statements, admins all" on statements for select to club_member
  using ((select is_admin()) or owns_record(record_id));

create policy "people see who opened their record, admins all" on investor_record_openings for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));

create policy "people see what they signed" on statement_pages for select to club_member
  using (exists (select from statements s where s.id = statement_id and owns_record(s.record_id)));
