-- Members pay to this account, which one admin enters and another confirms after a call back.
create table collection_accounts (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  account_name text not null check (btrim(account_name) <> '' and length(account_name) <= 120),
  sort_code text not null check (sort_code ~ '^\d{2}-\d{2}-\d{2}$'),
  account_number text not null check (account_number ~ '^\d{8}$'),
  bank text not null check (btrim(bank) <> '' and length(bank) <= 120),
  partner text not null check (btrim(partner) <> '' and length(partner) <= 120),
  entered_at timestamptz(3) not null default app_now(),
  entered_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  -- Whom a signer called, and where the number is from; null where the account is known from another deal.
  call_back_note text check (btrim(call_back_note) <> '' and length(call_back_note) <= 5000),
  -- A new account is not shown for a day after a change.
  frozen_until timestamptz(3),
  replaced_at timestamptz(3),
  check (confirmed_at is not null or call_back_note is null));
create unique index collection_accounts_current_idx on collection_accounts (deal_id)
  where confirmed_at is not null and replaced_at is null;
create unique index collection_accounts_entered_idx on collection_accounts (deal_id)
  where confirmed_at is null and replaced_at is null;
create index collection_accounts_deal_id_idx on collection_accounts (deal_id);
create index collection_accounts_digits_idx on collection_accounts (sort_code, account_number);
create index collection_accounts_entered_by_idx on collection_accounts (entered_by);
create index collection_accounts_confirmed_by_idx on collection_accounts (confirmed_by);

create table funds_calls (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  called_at timestamptz(3) not null default app_now(),
  called_by uuid references auth.users (id) on delete set null,
  due_at timestamptz(3) not null check (due_at > called_at),
  grace_until timestamptz(3) not null check (grace_until >= due_at),
  -- A call outside Monday to Wednesday, 09:00 to 17:00 in London needs a reason.
  reason text check (btrim(reason) <> '' and length(reason) <= 5000), unique (deal_id, number));
create index funds_calls_called_by_idx on funds_calls (called_by);

-- A bank's file with an unknown header is read by columns that an admin has named.
create table bank_mappings (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  created_by uuid references auth.users (id) on delete set null,
  name text not null unique check (btrim(name) <> '' and length(name) <= 120),
  header_sha256 text not null unique check (header_sha256 ~ '^[0-9a-f]{64}$'),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object' and octet_length(mapping::text) <= 5000));
create index bank_mappings_created_by_idx on bank_mappings (created_by);

create table bank_files (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  imported_at timestamptz(3) not null default app_now(),
  imported_by uuid references auth.users (id) on delete set null,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  format text not null check (btrim(format) <> ''),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  lines integer not null check (lines > 0),
  -- Lines of earlier files do not count.
  new_lines integer not null check (new_lines between 0 and lines),
  opening_balance_pence bigint, closing_balance_pence bigint,
  -- A file of another account is taken back with its lines, and counts nowhere.
  taken_back_at timestamptz(3));
create unique index bank_files_sha256_idx on bank_files (deal_id, sha256) where taken_back_at is null;
create index bank_files_imported_by_idx on bank_files (imported_by);
create index bank_files_newest_idx on bank_files (deal_id, imported_at desc, id desc);

create table bank_lines (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  file_id uuid not null references bank_files (id),
  -- The header is line 1.
  line_number integer not null check (line_number > 0),
  booked_on date not null,
  amount_pence bigint not null check (amount_pence <> 0),
  balance_pence bigint,
  payer text not null check (length(payer) <= 500),
  reference text not null check (length(reference) <= 500),
  -- The key is the bank's own id, or a hash of what the line says.
  line_key text not null check (length(line_key) <= 200),
  taken_back_at timestamptz(3), unique (deal_id, id));
create unique index bank_lines_line_key_idx on bank_lines (deal_id, line_key) where taken_back_at is null;
create index bank_lines_file_id_idx on bank_lines (file_id);
create index bank_lines_day_idx on bank_lines (deal_id, booked_on, id);

-- One admin proposes a payment, another approves it, and the bank's file confirms it.
create table outgoing_payments (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  kind text not null,
  commitment_id uuid,
  -- Unidentified money returns to the payer of a line.
  bank_line_id uuid,
  amount_pence bigint not null check (amount_pence > 0),
  payee text not null check (btrim(payee) <> '' and length(payee) <= 200),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  approved_at timestamptz(3),
  approved_by uuid references auth.users (id) on delete set null,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'paid', 'cancelled')),
  paid_on date check ((state = 'paid') = (paid_on is not null)),
  exit_id uuid,
  -- An admin's own money has no proposer: who asked that it is sent back.
  asked_by uuid references auth.users (id) on delete set null,
  foreign key (deal_id, commitment_id) references commitments (deal_id, id),
  foreign key (deal_id, bank_line_id) references bank_lines (deal_id, id),
  constraint outgoing_payments_check2 check ((kind = 'return') = (bank_line_id is not null)),
  constraint outgoing_payments_check3 check (state not in ('approved', 'paid') or approved_at is not null),
  constraint outgoing_payments_kind_check
    check (kind in ('refund', 'return', 'wire', 'fee', 'exit_costs', 'distribution')),
  constraint outgoing_payments_commitment_check check ((kind in ('refund', 'distribution')) = (commitment_id is not null)),
  constraint outgoing_payments_exit_check check ((kind in ('exit_costs', 'distribution')) = (exit_id is not null)));
create index outgoing_payments_deal_id_idx on outgoing_payments (deal_id, id);
create index outgoing_payments_commitment_id_idx on outgoing_payments (deal_id, commitment_id);
create index outgoing_payments_bank_line_id_idx on outgoing_payments (deal_id, bank_line_id);
create index outgoing_payments_proposed_by_idx on outgoing_payments (proposed_by);
create index outgoing_payments_approved_by_idx on outgoing_payments (approved_by);
create index outgoing_payments_asked_by_idx on outgoing_payments (asked_by);
create index outgoing_payments_proposed_idx on outgoing_payments (proposed_by) where state = 'proposed';
create index outgoing_payments_exit_id_idx on outgoing_payments (exit_id, state) where exit_id is not null;
create unique index outgoing_payments_of_exit_idx on outgoing_payments (exit_id, deal_id, kind, commitment_id) nulls not distinct
  where exit_id is not null and state <> 'cancelled';
comment on table outgoing_payments is 'club';

-- The ledger is double entry with debits positive. Postings are reversed, never changed.
create table ledger_transactions (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  -- The day is the bank's, or London's where no bank takes part.
  booked_on date not null,
  posted_at timestamptz(3) not null default app_now(),
  posted_by uuid references auth.users (id) on delete set null,
  kind text not null check (kind in (
    'call', 'receipt', 'unidentified', 'leaving', 'club_bears', 'refund', 'return', 'wire', 'fee', 'reversal',
    'exit', 'exit_costs', 'distribution', 'payment_returned')),
  commitment_id uuid,
  bank_line_id uuid,
  payment_id uuid references outgoing_payments (id),
  reverses_id uuid unique references ledger_transactions (id),
  note text check (btrim(note) <> '' and length(note) <= 5000),
  exit_id uuid,
  unique (deal_id, number),
  foreign key (deal_id, commitment_id) references commitments (deal_id, id),
  foreign key (deal_id, bank_line_id) references bank_lines (deal_id, id),
  check ((kind = 'reversal') = (reverses_id is not null)),
  constraint ledger_transactions_exit_check check (kind not in ('exit', 'exit_costs', 'distribution') or exit_id is not null),
  -- The bank took this receipt back.
  returned_id uuid references ledger_transactions (id),
  constraint ledger_transactions_returned_check check (returned_id is null or kind = 'payment_returned'),
  -- The entries reference the deal with the transaction.
  unique (deal_id, id));
create index ledger_transactions_returned_id_idx on ledger_transactions (returned_id) where returned_id is not null;
create index ledger_transactions_commitment_id_idx on ledger_transactions (deal_id, commitment_id);
create index ledger_transactions_bank_line_id_idx on ledger_transactions (deal_id, bank_line_id);
create index ledger_transactions_payment_id_idx on ledger_transactions (payment_id);
create index ledger_transactions_posted_by_idx on ledger_transactions (posted_by);
create index ledger_transactions_exit_id_idx on ledger_transactions (exit_id, deal_id, kind) where exit_id is not null;
comment on table ledger_transactions is 'club';

create table ledger_entries (
  id uuid primary key default app_uuid_v7(),
  transaction_id uuid not null,
  deal_id uuid not null,
  -- The accounts are 1000 collection account, 1100 due from a member, 2000 a member's subscription, 2100 fee owed to the club,
  -- 2200 refund due to a member, 2300 unidentified and 2400 distribution due to a member.
  account text not null check (account in ('1000', '1100', '2000', '2100', '2200', '2300', '2400')),
  commitment_id uuid,
  -- A fee of £0.00 has an entry too.
  amount_pence bigint not null check (amount_pence <> 0 or account = '2100'),
  foreign key (deal_id, commitment_id) references commitments (deal_id, id),
  check ((account in ('1100', '2000', '2200', '2400')) = (commitment_id is not null)),
  foreign key (deal_id, transaction_id) references ledger_transactions (deal_id, id));
create index ledger_entries_transaction_id_idx on ledger_entries (transaction_id, id) include (amount_pence);
create index ledger_entries_account_idx on ledger_entries (deal_id, account, commitment_id) include (amount_pence);
create index ledger_entries_commitment_id_idx on ledger_entries (deal_id, commitment_id);
comment on table ledger_entries is 'club; own: commitment_id account amount_pence';

-- A line of the bank that is split has several matches.
create table bank_matches (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  bank_line_id uuid not null,
  transaction_id uuid not null unique references ledger_transactions (id),
  amount_pence bigint not null check (amount_pence <> 0),
  matched_at timestamptz(3) not null default app_now(),
  matched_by uuid references auth.users (id) on delete set null,
  -- An admin gives a reason where the match was not certain.
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  reversal_id uuid unique references ledger_transactions (id),
  foreign key (deal_id, bank_line_id) references bank_lines (deal_id, id));
create index bank_matches_bank_line_id_idx on bank_matches (bank_line_id, deal_id);
create index bank_matches_matched_by_idx on bank_matches (matched_by);
create index bank_matches_live_idx on bank_matches (bank_line_id) include (amount_pence) where reversal_id is null;
comment on table bank_matches is 'club';

create table ledger_checks (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  checked_at timestamptz(3) not null default app_now(),
  ledger_pence bigint not null, bank_pence bigint not null, difference_pence bigint not null);
create index ledger_checks_deal_id_idx on ledger_checks (deal_id, checked_at desc, id desc);

-- A job sends each reminder once.
create table funds_reminders (
  id uuid primary key default app_uuid_v7(),
  commitment_id uuid not null references commitments (id),
  kind text not null check (kind in (
    'called', 'account_changed', 'first', 'second', 'late', 'extended', 'choose', 'decide', 'released', 'reduced',
    'paid_before')),
  -- The time is that of the call, the change or the due time.
  about timestamptz(3) not null, queued_at timestamptz(3), unique (commitment_id, kind, about));
create index funds_reminders_waiting_idx on funds_reminders (commitment_id) where queued_at is null;
comment on table funds_reminders is 'club';

-- A member is reminded at most once a day.
create table funds_nudges (
  commitment_id uuid not null references commitments (id),
  -- The day is London's.
  nudged_on date not null,
  nudged_by uuid references auth.users (id) on delete set null, primary key (commitment_id, nudged_on));
create index funds_nudges_nudged_by_idx on funds_nudges (nudged_by);
comment on table funds_nudges is 'club';

-- Rights

grant select on collection_accounts, funds_calls, bank_files, bank_lines, outgoing_payments, ledger_transactions,
  ledger_entries, bank_matches, ledger_checks, funds_nudges to club_member;
create policy "admins see collection accounts" on collection_accounts for select to club_member using ((select is_admin()));
create policy "admins see calls" on funds_calls for select to club_member using ((select is_admin()));

grant select, insert (name, header_sha256, mapping, created_by), update (name, mapping) on bank_mappings to club_member;
create policy "admins see mappings" on bank_mappings for select to club_member using ((select is_admin()));
create policy "admins save mappings in their own name" on bank_mappings for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));
create policy "admins correct mappings" on bank_mappings for update to club_member
  using ((select is_admin())) with check ((select is_admin()));

create policy "admins see bank files" on bank_files for select to club_member using ((select is_admin()));
create policy "admins see bank lines" on bank_lines for select to club_member using ((select is_admin()));
create policy "admins see payments" on outgoing_payments for select to club_member using ((select is_admin()));
create policy "admins see transactions" on ledger_transactions for select to club_member using ((select is_admin()));
create policy "admins see entries" on ledger_entries for select to club_member using ((select is_admin()));
create policy "admins see matches" on bank_matches for select to club_member using ((select is_admin()));
create policy "admins see checks" on ledger_checks for select to club_member using ((select is_admin()));
create policy "admins see who was reminded" on funds_nudges for select to club_member using ((select is_admin()));
