-- What a member commits to, how shares are given out, and every penny that moves for it. Functions decide; nothing here is
-- written by hand. One deal is one account: whatever moves its money locks its row in `deals` first.

-- In payment references, from the first call on; unique for ever.
alter table deals add column reference_code text unique check (reference_code ~ '^[2-9A-HJKMNP-TV-Z]{3}$');

-- An instruction to subscribe: whole shares up to a ceiling in pence.
create table commitments (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  -- For optimistic locking; a trigger moves it.
  updated_at timestamptz(3) not null default app_now(),
  deal_id uuid not null references deals (id),
  -- Null once the record was erased.
  record_id uuid references investor_records (id) on delete set null,
  -- Of the deal, from 1: the other participants read "Member 3".
  number integer not null check (number > 0),
  state text not null default 'committed' check (state in (
    'committed', 'needs_reconsent', 'waiting_list', 'allocated', 'called', 'part_paid', 'paid', 'completed',
    'withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')),
  state_since timestamptz(3) not null default app_now(),
  -- The terms that were accepted.
  terms_id uuid not null,
  -- Fixed as it is placed; an upgrade before the call lowers the fee, nothing raises it.
  tier text not null check (tier in ('trial', 'premium', 'vip')),
  fee_bp integer not null check (fee_bp between 0 and 10000),
  band text not null check (band in ('priority', 'general')),
  -- Its place: lowering keeps it, raising moves it to then, but inside the priority window.
  placed_at timestamptz(3) not null,
  -- As typed, and the most that the shares may cost.
  amount_pence bigint not null check (amount_pence > 0),
  ceiling_pence bigint not null check (ceiling_pence > 0),
  shares bigint not null check (shares > 0),
  least_shares bigint not null check (least_shares between 1 and shares),
  wants_relief boolean,
  -- The typed name; gone with the record.
  signed_as text check (btrim(signed_as) <> '' and length(signed_as) <= 200),
  reconsent_until timestamptz(3),
  -- What it got, once allocation is final.
  allocated_shares bigint check (allocated_shares > 0),
  cost_pence bigint check (cost_pence > 0),
  fee_pence bigint check (fee_pence >= 0),
  due_pence bigint generated always as (cost_pence + fee_pence) stored,
  -- The funds call.
  reference text unique check (reference ~ '^KD[2-9A-HJKMNP-TV-Z]{8}$'),
  called_at timestamptz(3),
  due_at timestamptz(3),
  grace_until timestamptz(3) check (grace_until >= due_at),
  -- "My bank is holding my payment", once.
  held_at timestamptz(3),
  extended_at timestamptz(3),
  extended_by uuid references auth.users (id) on delete set null,
  -- Read by every participant.
  extension_reason text check (btrim(extension_reason) <> '' and length(extension_reason) <= 5000),
  foreign key (deal_id, terms_id) references deal_terms (deal_id, id),
  unique (deal_id, id),
  unique (deal_id, number),
  check ((state = 'needs_reconsent') = (reconsent_until is not null)),
  check (num_nulls(allocated_shares, cost_pence, fee_pence) in (0, 3)),
  check (state not in ('allocated', 'called', 'part_paid', 'paid', 'completed') or allocated_shares is not null),
  check (num_nulls(called_at, due_at, grace_until, reference) in (0, 4)),
  check (state not in ('called', 'part_paid', 'paid', 'completed') or called_at is not null),
  check ((extended_at is null) = (extension_reason is null))
);
create unique index commitments_live_idx on commitments (deal_id, record_id)
  where state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded');
create index commitments_record_id_idx on commitments (record_id, created_at desc, id desc);
create index commitments_place_idx on commitments (deal_id, placed_at, id);
create index commitments_extended_by_idx on commitments (extended_by);
create index commitments_terms_id_idx on commitments (deal_id, terms_id);
create index commitments_reconsent_idx on commitments (reconsent_until) where state = 'needs_reconsent';
create index commitments_due_idx on commitments (grace_until) where state in ('called', 'part_paid');
alter table commitments enable row level security;
create trigger mark_change before update on commitments for each row execute function mark_change();

-- Everything that happened to a commitment, with its numbers then.
create table commitment_events (
  id uuid primary key default app_uuid_v7(),
  commitment_id uuid not null references commitments (id),
  happened_at timestamptz(3) not null default app_now(),
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- Null for the clock.
  actor_id uuid references auth.users (id) on delete set null,
  terms_id uuid references deal_terms (id),
  shares bigint,
  ceiling_pence bigint,
  -- Told to whoever may read the commitment.
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 20000)
);
create index commitment_events_commitment_id_idx on commitment_events (commitment_id, happened_at, id);
create index commitment_events_actor_id_idx on commitment_events (actor_id);
create index commitment_events_terms_id_idx on commitment_events (terms_id);
alter table commitment_events enable row level security;

-- Who gets what: a draft, until a second admin confirms it.
create table allocations (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  author_id uuid references auth.users (id) on delete set null,
  terms_id uuid not null,
  method text not null check (method in ('pro_rata', 'level', 'first_come')),
  capacity_shares bigint not null check (capacity_shares > 0),
  minimum_shares bigint not null check (minimum_shares > 0),
  priority_share_percent integer not null check (priority_share_percent between 0 and 100),
  asked_shares bigint not null check (asked_shares >= 0),
  -- Of what the arithmetic was given: terms, method and every wish, least, band and place.
  input_sha256 text not null check (input_sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'draft' check (state in ('draft', 'final', 'replaced')),
  confirmed_at timestamptz(3) check ((state = 'final') = (confirmed_at is not null)),
  confirmed_by uuid references auth.users (id) on delete set null,
  foreign key (deal_id, terms_id) references deal_terms (deal_id, id),
  unique (deal_id, number)
);
create unique index allocations_one_idx on allocations (deal_id) where state <> 'replaced';
create index allocations_author_id_idx on allocations (author_id);
create index allocations_confirmed_by_idx on allocations (confirmed_by);
create index allocations_terms_id_idx on allocations (deal_id, terms_id);
alter table allocations enable row level security;

create table allocation_lines (
  id uuid primary key default app_uuid_v7(),
  allocation_id uuid not null references allocations (id) on delete cascade,
  commitment_id uuid not null references commitments (id),
  tier text not null,
  fee_bp integer not null,
  band text not null,
  placed_at timestamptz(3) not null,
  wish bigint not null,
  least bigint not null,
  -- The parts of what the arithmetic gives; all 0 on the waiting list.
  base bigint not null check (base >= 0),
  priority bigint not null check (priority >= 0),
  rest bigint not null check (rest >= 0),
  -- What is given: their sum, unless changed by hand.
  shares bigint not null check (shares >= 0 and shares <= wish),
  changed_by uuid references auth.users (id) on delete set null,
  changed_at timestamptz(3),
  -- Read by every participant.
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  unique (allocation_id, commitment_id),
  check (num_nulls(changed_at, reason) in (0, 2)),
  check (shares = base + priority + rest or reason is not null)
);
create index allocation_lines_commitment_id_idx on allocation_lines (commitment_id);
create index allocation_lines_changed_by_idx on allocation_lines (changed_by);
create index allocation_lines_place_idx on allocation_lines (allocation_id, placed_at, id);
alter table allocation_lines enable row level security;

-- Shares that became free, offered at once to all whose wishes are not filled; after that, to whoever comes first.
create table top_ups (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  opened_at timestamptz(3) not null default app_now(),
  opened_by uuid references auth.users (id) on delete set null,
  closes_at timestamptz(3) not null check (closes_at > opened_at),
  shares bigint not null check (shares > 0),
  ended_at timestamptz(3),
  unique (deal_id, number)
);
create unique index top_ups_open_idx on top_ups (deal_id) where ended_at is null;
create index top_ups_opened_by_idx on top_ups (opened_by);
alter table top_ups enable row level security;
create table top_up_lines (
  id uuid primary key default app_uuid_v7(),
  top_up_id uuid not null references top_ups (id),
  commitment_id uuid not null references commitments (id),
  -- Not filled as it was opened, and the part of the free shares that is kept for it until it closes.
  unfilled bigint not null check (unfilled > 0),
  offered bigint not null check (offered between 0 and unfilled),
  taken bigint not null default 0 check (taken between 0 and unfilled),
  answered_at timestamptz(3) check (taken = 0 or answered_at is not null),
  unique (top_up_id, commitment_id)
);
create index top_up_lines_commitment_id_idx on top_up_lines (commitment_id);
alter table top_up_lines enable row level security;

-- The partner's account that members pay to: entered by one admin, confirmed by another after a call back.
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
  -- Whom they called back, at which number from which source.
  call_back_note text check (btrim(call_back_note) <> '' and length(call_back_note) <= 5000),
  -- Nobody is shown it, and calls stand still: a day after a change.
  frozen_until timestamptz(3),
  replaced_at timestamptz(3),
  check (num_nulls(confirmed_at, call_back_note) in (0, 2))
);
create unique index collection_accounts_current_idx on collection_accounts (deal_id)
  where confirmed_at is not null and replaced_at is null;
create unique index collection_accounts_entered_idx on collection_accounts (deal_id)
  where confirmed_at is null and replaced_at is null;
create index collection_accounts_entered_by_idx on collection_accounts (entered_by);
create index collection_accounts_confirmed_by_idx on collection_accounts (confirmed_by);
alter table collection_accounts enable row level security;

create table funds_calls (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  called_at timestamptz(3) not null default app_now(),
  called_by uuid references auth.users (id) on delete set null,
  due_at timestamptz(3) not null check (due_at > called_at),
  grace_until timestamptz(3) not null check (grace_until >= due_at),
  -- Outside Monday to Wednesday, 09:00 to 17:00 in London.
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  unique (deal_id, number)
);
create index funds_calls_called_by_idx on funds_calls (called_by);
alter table funds_calls enable row level security;

-- How the columns of a bank's file are to be read, where its header is not known.
create table bank_mappings (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  created_by uuid references auth.users (id) on delete set null,
  name text not null unique check (btrim(name) <> '' and length(name) <= 120),
  -- The header that it is for.
  header_sha256 text not null unique check (header_sha256 ~ '^[0-9a-f]{64}$'),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object' and octet_length(mapping::text) <= 5000)
);
create index bank_mappings_created_by_idx on bank_mappings (created_by);
alter table bank_mappings enable row level security;

create table bank_files (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  imported_at timestamptz(3) not null default app_now(),
  imported_by uuid references auth.users (id) on delete set null,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  format text not null check (btrim(format) <> ''),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  lines integer not null check (lines > 0),
  -- Not known before.
  new_lines integer not null check (new_lines between 0 and lines),
  opening_balance_pence bigint,
  closing_balance_pence bigint,
  unique (deal_id, sha256)
);
create index bank_files_imported_by_idx on bank_files (imported_by);
create index bank_files_newest_idx on bank_files (deal_id, imported_at desc, id desc);
alter table bank_files enable row level security;

create table bank_lines (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  file_id uuid not null references bank_files (id),
  -- In the file, counted from 1 with the header.
  line_number integer not null check (line_number > 0),
  -- The bank's day.
  booked_on date not null,
  amount_pence bigint not null check (amount_pence <> 0),
  balance_pence bigint,
  payer text not null check (length(payer) <= 500),
  reference text not null check (length(reference) <= 500),
  -- The bank's own id, or a hash of what the line says.
  line_key text not null check (length(line_key) <= 200),
  unique (deal_id, line_key),
  unique (deal_id, id)
);
create index bank_lines_file_id_idx on bank_lines (file_id);
create index bank_lines_day_idx on bank_lines (deal_id, booked_on, id);
alter table bank_lines enable row level security;

-- Money that leaves the account: proposed by one admin, approved by another, done when the bank's file says so.
create table outgoing_payments (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  kind text not null check (kind in ('refund', 'return', 'wire', 'fee')),
  -- Of a refund.
  commitment_id uuid,
  -- Of money of nobody known that goes back to where it came from.
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
  foreign key (deal_id, commitment_id) references commitments (deal_id, id),
  foreign key (deal_id, bank_line_id) references bank_lines (deal_id, id),
  check ((kind = 'refund') = (commitment_id is not null)),
  check ((kind = 'return') = (bank_line_id is not null)),
  check (state not in ('approved', 'paid') or approved_at is not null)
);
create index outgoing_payments_deal_id_idx on outgoing_payments (deal_id, id);
create index outgoing_payments_commitment_id_idx on outgoing_payments (deal_id, commitment_id);
create index outgoing_payments_bank_line_id_idx on outgoing_payments (deal_id, bank_line_id);
create index outgoing_payments_proposed_by_idx on outgoing_payments (proposed_by);
create index outgoing_payments_approved_by_idx on outgoing_payments (approved_by);
alter table outgoing_payments enable row level security;

-- Double entry, signed pence, debit positive. What is posted stays; a mistake is reversed by a transaction of its own.
create table ledger_transactions (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  -- The bank's day; of what no bank does, the day in London.
  booked_on date not null,
  posted_at timestamptz(3) not null default app_now(),
  posted_by uuid references auth.users (id) on delete set null,
  kind text not null check (kind in (
    'call', 'receipt', 'unidentified', 'leaving', 'club_bears', 'refund', 'return', 'wire', 'fee', 'reversal',
    'exit', 'exit_costs', 'distribution')),
  commitment_id uuid,
  bank_line_id uuid,
  payment_id uuid references outgoing_payments (id),
  reverses_id uuid unique references ledger_transactions (id),
  note text check (btrim(note) <> '' and length(note) <= 5000),
  unique (deal_id, number),
  foreign key (deal_id, commitment_id) references commitments (deal_id, id),
  foreign key (deal_id, bank_line_id) references bank_lines (deal_id, id),
  check ((kind = 'reversal') = (reverses_id is not null))
);
create index ledger_transactions_commitment_id_idx on ledger_transactions (deal_id, commitment_id);
create index ledger_transactions_bank_line_id_idx on ledger_transactions (deal_id, bank_line_id);
create index ledger_transactions_payment_id_idx on ledger_transactions (payment_id);
create index ledger_transactions_posted_by_idx on ledger_transactions (posted_by);
alter table ledger_transactions enable row level security;

create table ledger_entries (
  id uuid primary key default app_uuid_v7(),
  transaction_id uuid not null references ledger_transactions (id),
  deal_id uuid not null references deals (id),
  -- 1000 collection account, 1100 due from a member, 2000 a member's subscription to be applied, 2100 fee owed to the club,
  -- 2200 refund due to a member, 2300 unidentified, 2400 distribution due to a member.
  account text not null check (account in ('1000', '1100', '2000', '2100', '2200', '2300', '2400')),
  commitment_id uuid,
  -- A fee of £0.00 is a line too.
  amount_pence bigint not null check (amount_pence <> 0 or account = '2100'),
  foreign key (deal_id, commitment_id) references commitments (deal_id, id),
  check ((account in ('1100', '2000', '2200', '2400')) = (commitment_id is not null))
);
create index ledger_entries_transaction_id_idx on ledger_entries (transaction_id, id) include (amount_pence);
create index ledger_entries_account_idx on ledger_entries (deal_id, account, commitment_id) include (amount_pence);
create index ledger_entries_commitment_id_idx on ledger_entries (deal_id, commitment_id);
alter table ledger_entries enable row level security;

-- What a line of the bank was booked as; more than one where it is split.
create table bank_matches (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  bank_line_id uuid not null,
  transaction_id uuid not null unique references ledger_transactions (id),
  amount_pence bigint not null check (amount_pence <> 0),
  matched_at timestamptz(3) not null default app_now(),
  matched_by uuid references auth.users (id) on delete set null,
  -- Why, where the bank's line alone did not make it sure.
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  reversal_id uuid unique references ledger_transactions (id),
  foreign key (deal_id, bank_line_id) references bank_lines (deal_id, id)
);
create index bank_matches_bank_line_id_idx on bank_matches (bank_line_id, deal_id);
create index bank_matches_matched_by_idx on bank_matches (matched_by);
alter table bank_matches enable row level security;

-- The nightly comparison of ledger and bank.
create table ledger_checks (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  checked_at timestamptz(3) not null default app_now(),
  ledger_pence bigint not null,
  bank_pence bigint not null,
  difference_pence bigint not null
);
create index ledger_checks_deal_id_idx on ledger_checks (deal_id, checked_at desc, id desc);
alter table ledger_checks enable row level security;

-- For everybody, the owner too.
create function refuse_ledger_change() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  -- Emptied with the account that they name, never filled.
  names constant text[] := '{posted_by,matched_by,actor_id,imported_by}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - names = to_jsonb(new) - names
     and not exists (select from unnest(names) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name)
  then return new; end if;
  raise integrity_constraint_violation using message = 'what is posted is never changed or deleted';
end
$$;
create trigger refuse_ledger_change before update or delete on ledger_transactions
  for each row execute function refuse_ledger_change();
create trigger refuse_ledger_change before update or delete on ledger_entries for each row execute function refuse_ledger_change();
create trigger refuse_ledger_change before update or delete on commitment_events
  for each row execute function refuse_ledger_change();
create trigger refuse_ledger_change before update or delete on bank_lines for each row execute function refuse_ledger_change();
create trigger refuse_ledger_change before update or delete on bank_files for each row execute function refuse_ledger_change();

-- As the transaction commits; of its entries the last one asks, as a payment to a company has one for each member.
create function check_ledger_sum() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  posted constant uuid := coalesce(to_jsonb(new) ->> 'transaction_id', to_jsonb(new) ->> 'id')::uuid;
  total bigint;
  entries integer;
begin
  if tg_table_name = 'ledger_entries'
     and exists (select from public.ledger_entries e where e.transaction_id = posted and e.id > new.id) then return null; end if;
  select coalesce(sum(e.amount_pence), 0), count(*) into total, entries
    from public.ledger_entries e where e.transaction_id = posted;
  if total <> 0 or entries < 2 then
    raise integrity_constraint_violation using message = 'a transaction of the ledger sums to zero, over two entries or more';
  end if;
  return null;
end
$$;
create function new_ledger_entry_deal() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  if new.deal_id <> (select t.deal_id from public.ledger_transactions t where t.id = new.transaction_id) then
    raise integrity_constraint_violation using message = 'an entry belongs to the deal of its transaction';
  end if;
  return new;
end
$$;
create trigger new_ledger_entry_deal before insert on ledger_entries for each row execute function new_ledger_entry_deal();
create constraint trigger check_ledger_sum after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_sum();
create constraint trigger check_ledger_sum after insert on ledger_transactions
  deferrable initially deferred for each row execute function check_ledger_sum();

-- Posts in the caller's name. The caller has locked the deal.
-- Entries: [{"account": "1100", "commitment_id": …, "amount_pence": …}, …]; an amount of 0 is left out, but that of a fee.
create function post_ledger(p_deal_id uuid, p_kind text, p_booked_on date, p_entries jsonb, p_commitment_id uuid default null,
                            p_bank_line_id uuid default null, p_payment_id uuid default null, p_reverses_id uuid default null,
                            p_note text default null) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  posted uuid;
begin
  insert into public.ledger_transactions (deal_id, number, booked_on, posted_by, kind, commitment_id, bank_line_id, payment_id,
                                          reverses_id, note)
  values (p_deal_id, 1 + coalesce((select max(t.number) from public.ledger_transactions t where t.deal_id = p_deal_id), 0),
          p_booked_on, public.app_user_id(), p_kind, p_commitment_id, p_bank_line_id, p_payment_id, p_reverses_id, p_note)
  returning id into posted;
  insert into public.ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
  select posted, p_deal_id, e.account, e.commitment_id, e.amount_pence
    from jsonb_to_recordset(p_entries) as e (account text, commitment_id uuid, amount_pence bigint)
   where e.amount_pence <> 0 or e.account = '2100';
  return posted;
end
$$;
create function reverse_ledger(p_transaction_id uuid, p_booked_on date, p_note text) returns uuid
language sql security definer set search_path = pg_catalog as $$
  select public.post_ledger(t.deal_id, 'reversal', p_booked_on,
           (select jsonb_agg(jsonb_build_object('account', e.account, 'commitment_id', e.commitment_id,
                                                'amount_pence', -e.amount_pence) order by e.id)
              from public.ledger_entries e where e.transaction_id = t.id),
           t.commitment_id, t.bank_line_id, t.payment_id, t.id, p_note)
    from public.ledger_transactions t where t.id = p_transaction_id
$$;

-- Of one member, or of the deal where the account belongs to nobody alone.
create function ledger_balance(p_deal_id uuid, p_account text, p_commitment_id uuid default null) returns bigint
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  -- Apart, so that each is answered from the index.
  if p_commitment_id is null then
    return (select coalesce(sum(e.amount_pence), 0)::bigint from public.ledger_entries e
             where e.deal_id = p_deal_id and e.account = p_account);
  end if;
  return (select coalesce(sum(e.amount_pence), 0)::bigint from public.ledger_entries e
           where e.deal_id = p_deal_id and e.account = p_account and e.commitment_id = p_commitment_id);
end
$$;

-- A commitment that is called, by what the ledger says of it.
create function settle_commitment(p_commitment_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  open_pence bigint;
  settled text;
begin
  select * into own from public.commitments where id = p_commitment_id for update;
  if own.state not in ('called', 'part_paid', 'paid') then return own.state; end if;
  open_pence := public.ledger_balance(own.deal_id, '1100', own.id);
  settled := case when open_pence = 0 then 'paid' when open_pence < own.due_pence then 'part_paid' else 'called' end;
  if settled <> own.state then
    update public.commitments set state = settled, state_since = public.app_now() where id = own.id;
    insert into public.commitment_events (commitment_id, kind, actor_id, details)
    values (own.id, settled, public.app_user_id(), jsonb_build_object('open_pence', open_pence));
  end if;
  return settled;
end
$$;

-- Ends it, whoever decided that: what was called is reversed, and what has arrived is to be sent back, the fee too. The caller
-- has locked the deal. Answers the pence to be refunded.
create function end_commitment(p_commitment_id uuid, p_state text, p_reason text) returns bigint
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  arrived bigint := 0;
begin
  select * into own from public.commitments where id = p_commitment_id for update;
  if own.called_at is not null then
    perform public.reverse_ledger(t.id, public.london_today(), p_reason)
       from (select c.id from public.ledger_transactions c
              where c.deal_id = own.deal_id and c.commitment_id = own.id and c.kind = 'call'
                and not exists (select from public.ledger_transactions r where r.reverses_id = c.id)
              order by c.number) t;
    arrived := -public.ledger_balance(own.deal_id, '1100', own.id);
    if arrived <> 0 then
      perform public.post_ledger(own.deal_id, 'leaving', public.london_today(), jsonb_build_array(
        jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', arrived),
        jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', -arrived)), own.id, p_note => p_reason);
    end if;
  end if;
  update public.commitments
     set state = p_state, state_since = public.app_now(), reconsent_until = null where id = own.id;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, reason)
  values (own.id, p_state, public.app_user_id(), own.terms_id, own.shares, own.ceiling_pence, p_reason);
  return arrived;
end
$$;

-- What the bank's list holds over what is booked, beyond what waits to be confirmed: lines that came in, and those that went
-- out as an approved payment of the same amount. Anything but 0 stops what moves money.
create function ledger_difference(p_deal_id uuid) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  with lines as (
    select l.id, l.amount_pence,
           l.amount_pence - coalesce((select sum(m.amount_pence) from public.bank_matches m
                                       where m.bank_line_id = l.id and m.reversal_id is null), 0) as open_pence
      from public.bank_lines l where l.deal_id = p_deal_id)
  select coalesce(sum(l.amount_pence), 0)::bigint - public.ledger_balance(p_deal_id, '1000')
         - coalesce(sum(l.open_pence) filter (where l.open_pence > 0 or exists (
             select from public.outgoing_payments o
              where o.deal_id = p_deal_id and o.state = 'approved' and o.amount_pence = -l.open_pence)), 0)::bigint
    from lines l
$$;

grant select on commitments, commitment_events, allocations, allocation_lines, top_ups, top_up_lines, collection_accounts,
                funds_calls, bank_mappings, bank_files, bank_lines, outgoing_payments, ledger_transactions, ledger_entries,
                bank_matches, ledger_checks to club_member;
grant insert (name, header_sha256, mapping, created_by) on bank_mappings to club_member;

create function owns_commitment(p_commitment_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.commitments c join public.investor_records r on r.id = c.record_id
                  where c.id = p_commitment_id and r.user_id = public.app_user_id())
$$;
grant execute on function owns_commitment(uuid) to club_member;
create policy "people see their own commitments, admins all" on commitments for select to club_member
  using ((select is_admin()) or owns_record(record_id));
create policy "people see what happened to theirs, admins all" on commitment_events for select to club_member
  using ((select is_admin()) or owns_commitment(commitment_id));
create policy "admins see allocations" on allocations for select to club_member using ((select is_admin()));
create policy "admins see lines of allocations" on allocation_lines for select to club_member using ((select is_admin()));
create policy "admins see top-ups" on top_ups for select to club_member using ((select is_admin()));
create policy "people see their own part of a top-up, admins all" on top_up_lines for select to club_member
  using ((select is_admin()) or owns_commitment(commitment_id));
create policy "admins see collection accounts" on collection_accounts for select to club_member using ((select is_admin()));
create policy "admins see calls" on funds_calls for select to club_member using ((select is_admin()));
create policy "admins see mappings" on bank_mappings for select to club_member using ((select is_admin()));
create policy "admins save mappings in their own name" on bank_mappings for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));
create policy "admins see bank files" on bank_files for select to club_member using ((select is_admin()));
create policy "admins see bank lines" on bank_lines for select to club_member using ((select is_admin()));
create policy "admins see payments" on outgoing_payments for select to club_member using ((select is_admin()));
create policy "admins see transactions" on ledger_transactions for select to club_member using ((select is_admin()));
create policy "admins see entries" on ledger_entries for select to club_member using ((select is_admin()));
create policy "admins see matches" on bank_matches for select to club_member using ((select is_admin()));
create policy "admins see checks" on ledger_checks for select to club_member using ((select is_admin()));

-- Settings of the journey, for what was stored before they existed.
create or replace function deal_settings() returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select '{"is_enabled": false, "kill_switch": false, "countries_allowed": ["GB"], "retention_years": 6,
           "cooling_off_hours": 24, "reconsent_hours": 72, "top_up_hours": 24, "funds_window_hours": 48, "grace_hours": 24,
           "hold_hours": 96}'::jsonb
         || coalesce((select value from public.club_settings where key = 'deals'), '{}')
$$;
do $$
begin
  -- Not a statement over no rows: it would mark a change of content.
  if exists (select from club_settings where key = 'deals') then
    update club_settings
       set value = '{"cooling_off_hours": 24, "reconsent_hours": 72, "top_up_hours": 24, "funds_window_hours": 48, "grace_hours": 24,
                     "hold_hours": 96}'::jsonb || value
     where key = 'deals';
  end if;
end
$$;

-- The law asks for the record as long as for what was committed; the typed name goes with it.
create function follow_investor_record() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  if new.record_id is null then new.signed_as := null; end if;
  return new;
end
$$;
create trigger follow_investor_record before update of record_id on commitments
  for each row execute function follow_investor_record();
create function need_record_for_commitment() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.investor_records set needed_until = public.london_today()
   where id = new.record_id and (needed_until is null or needed_until < public.london_today());
  return null;
end
$$;
create trigger need_record_for_commitment after insert or update of state on commitments
  for each row execute function need_record_for_commitment();
