-- From the last receipt to the papers: what has to be there before a deal completes, the shares that members then hold, and
-- the papers of both. Functions decide; what is held and what was filed is never changed.

-- The company's account that the round is paid to: entered by one admin, confirmed by another after a call back.
create table company_accounts (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  account_name text not null check (btrim(account_name) <> '' and length(account_name) <= 120),
  sort_code text not null check (sort_code ~ '^\d{2}-\d{2}-\d{2}$'),
  account_number text not null check (account_number ~ '^\d{8}$'),
  bank text not null check (btrim(bank) <> '' and length(bank) <= 120),
  entered_at timestamptz(3) not null default app_now(),
  entered_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  -- Whom they called back, at which number from which source.
  call_back_note text check (btrim(call_back_note) <> '' and length(call_back_note) <= 5000),
  replaced_at timestamptz(3),
  check (num_nulls(confirmed_at, call_back_note) in (0, 2))
);
create unique index company_accounts_current_idx on company_accounts (deal_id)
  where confirmed_at is not null and replaced_at is null;
create unique index company_accounts_entered_idx on company_accounts (deal_id)
  where confirmed_at is null and replaced_at is null;
create index company_accounts_entered_by_idx on company_accounts (entered_by);
create index company_accounts_confirmed_by_idx on company_accounts (confirmed_by);
alter table company_accounts enable row level security;

-- What the company's articles allow the club to be paid, or why the club is paid nothing. The newest counts.
create table success_fee_decisions (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  decided_at timestamptz(3) not null default app_now(),
  decided_by uuid references auth.users (id) on delete set null,
  article text check (btrim(article) <> '' and length(article) <= 120),
  -- The law's own limit is 10 %.
  allowed_bp integer check (allowed_bp between 1 and 1000),
  waived_because text check (btrim(waived_because) <> '' and length(waived_because) <= 5000),
  check (num_nulls(article, allowed_bp) in (0, 2)),
  check ((article is null) <> (waived_because is null))
);
create index success_fee_decisions_deal_id_idx on success_fee_decisions (deal_id, decided_at desc, id desc);
create index success_fee_decisions_decided_by_idx on success_fee_decisions (decided_by);
alter table success_fee_decisions enable row level security;

-- Proposed by one admin, confirmed by another; another proposal replaces it.
create table deal_completions (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  -- The day on which the company issued the shares to the nominee, as in its register.
  issued_on date not null,
  replaced_at timestamptz(3),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  -- The ledger then: its last transaction, and the hash of `ledger_text`.
  ledger_number integer,
  ledger_sha256 text check (ledger_sha256 ~ '^[0-9a-f]{64}$'),
  check (confirmed_at is null or replaced_at is null),
  check (num_nulls(confirmed_at, ledger_number, ledger_sha256) in (0, 3))
);
create unique index deal_completions_current_idx on deal_completions (deal_id) where replaced_at is null;
create index deal_completions_deal_id_idx on deal_completions (deal_id);
create index deal_completions_proposed_by_idx on deal_completions (proposed_by);
create index deal_completions_confirmed_by_idx on deal_completions (confirmed_by);
alter table deal_completions enable row level security;

-- A lot of shares that the nominee holds for one member, on a trust of its own.
create table holdings (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  deal_id uuid not null,
  company_id uuid not null references companies (id),
  commitment_id uuid not null unique,
  -- Null once the record was erased.
  record_id uuid references investor_records (id) on delete set null,
  shares bigint not null check (shares > 0),
  share_class text not null,
  -- Pounds, as in the terms.
  price numeric(14, 6) not null,
  cost_pence bigint not null check (cost_pence > 0),
  fee_pence bigint not null check (fee_pence >= 0),
  -- Null without a scheme, for whoever wants no relief and for whoever pays no tax in the UK.
  scheme text check (scheme in ('SEIS', 'EIS')),
  issued_on date not null,
  certificate_number text not null unique,
  foreign key (deal_id, commitment_id) references commitments (deal_id, id)
);
create index holdings_deal_id_idx on holdings (deal_id, commitment_id);
create index holdings_company_id_idx on holdings (company_id);
create index holdings_record_id_idx on holdings (record_id, issued_on desc, id desc);
alter table holdings enable row level security;

-- Then a record is needed, whatever its own day says.
create function holds_shares(p_record_id uuid) returns boolean
language sql stable set search_path = pg_catalog as $$
  select exists (select from public.holdings where record_id = p_record_id)
$$;
grant execute on function holds_shares(uuid) to club_member;

-- What the club asks of the company for a completed round, once. Numbers have no gaps.
create table success_fee_invoices (
  id uuid primary key default app_uuid_v7(),
  number integer not null unique check (number > 0),
  deal_id uuid not null unique references deals (id),
  invoiced_on date not null,
  raised_pence bigint not null check (raised_pence > 0),
  fee_bp integer not null check (fee_bp between 1 and 1000),
  fee_pence bigint not null check (fee_pence > 0),
  article text not null
);
alter table success_fee_invoices enable row level security;

-- Files that are kept for good: what was signed for a completion, and what members get of it. One of a kind counts.
create table papers (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  deal_id uuid not null references deals (id),
  -- Whose it is. Null for what belongs to the deal, and for a certificate of relief that is not matched yet.
  commitment_id uuid,
  kind text not null check (kind in (
    'subscription_agreement', 'board_minutes', 'nominee_agreement', 'share_schedule', 'success_fee_invoice',
    'company_certificate', 'ledger', 'beneficial_certificate', 'signed_commitment', 'relief_certificate')),
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id),
  dated_on date not null,
  -- Null for what the club's own software makes.
  author_id uuid references auth.users (id) on delete set null,
  -- What could be read on a certificate of relief: name, shares, amount_pence, issued_on, uir; null for what could not.
  found jsonb check (jsonb_typeof(found) = 'object' and octet_length(found::text) <= 5000),
  matched_at timestamptz(3),
  matched_by uuid references auth.users (id) on delete set null,
  -- Replaced by another of its kind.
  removed_at timestamptz(3),
  removed_by uuid references auth.users (id) on delete set null,
  foreign key (deal_id, commitment_id) references commitments (deal_id, id),
  check (commitment_id is null or kind in ('beneficial_certificate', 'signed_commitment', 'relief_certificate')),
  check (commitment_id is not null or kind not in ('beneficial_certificate', 'signed_commitment')),
  check ((found is not null) = (kind = 'relief_certificate')),
  check ((matched_at is not null) = (kind = 'relief_certificate' and commitment_id is not null))
);
create unique index papers_of_deal_idx on papers (deal_id, kind)
  where removed_at is null and kind not in ('beneficial_certificate', 'signed_commitment', 'relief_certificate');
create unique index papers_of_member_idx on papers (commitment_id, kind) where removed_at is null;
create index papers_deal_id_idx on papers (deal_id, commitment_id, id);
create index papers_author_id_idx on papers (author_id);
create index papers_matched_by_idx on papers (matched_by);
create index papers_removed_by_idx on papers (removed_by);
alter table papers enable row level security;
create trigger follow_file_use after insert or delete on papers for each row execute function follow_file_use();

-- The way of a round's shares to their relief: what the company told HMRC and got back. The newest of a step counts.
create table relief_steps (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  -- SEIS1 or EIS1; SEIS2 or EIS2; SEIS3 or EIS3; that the founder is asked again.
  step text not null check (step in ('filed', 'authorised', 'certified', 'chased')),
  happened_on date not null,
  -- The reference that the company was given.
  uir text check (btrim(uir) <> '' and length(uir) <= 60),
  recorded_at timestamptz(3) not null default app_now(),
  recorded_by uuid references auth.users (id) on delete set null,
  check ((step = 'authorised') = (uir is not null))
);
create index relief_steps_deal_id_idx on relief_steps (deal_id, step, recorded_at desc, id desc);
create index relief_steps_recorded_by_idx on relief_steps (recorded_by);
alter table relief_steps enable row level security;

-- For everybody, the owner too: names of accounts are emptied with them, a record goes with its erasure.
create function keep_holding_record() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  emptied constant text[] := '{record_id,decided_by,recorded_by}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - emptied = to_jsonb(new) - emptied
     and not exists (select from unnest(emptied) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name)
  then return new; end if;
  raise integrity_constraint_violation using message = 'what is held and filed is never changed or deleted';
end
$$;
create trigger keep_holding_record before update or delete on holdings for each row execute function keep_holding_record();
create trigger keep_holding_record before update or delete on success_fee_invoices
  for each row execute function keep_holding_record();
create trigger keep_holding_record before update or delete on success_fee_decisions
  for each row execute function keep_holding_record();
create trigger keep_holding_record before update or delete on relief_steps for each row execute function keep_holding_record();

-- A paper is matched once and replaced once; it goes with the record of whom it names.
create function keep_paper() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  matching constant text[] := '{commitment_id,matched_at,matched_by}';
  replacing constant text[] := '{removed_at,removed_by}';
begin
  if tg_op = 'DELETE' then
    if exists (select from public.commitments c where c.id = old.commitment_id and c.record_id is null) then return old; end if;
  elsif to_jsonb(old) - matching - replacing - 'author_id' = to_jsonb(new) - matching - replacing - 'author_id'
        and (new.author_id is null or new.author_id = old.author_id)
        and (old.commitment_id is null
             or (new.commitment_id = old.commitment_id and new.matched_at is not distinct from old.matched_at))
        and (old.removed_at is null or new.removed_at = old.removed_at)
  then return new; end if;
  raise integrity_constraint_violation using message = 'what is held and filed is never changed or deleted';
end
$$;
create trigger keep_paper before update or delete on papers for each row execute function keep_paper();
create function remove_papers_of_erased() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  delete from public.papers where commitment_id = new.id;
  return null;
end
$$;
create trigger remove_papers_of_erased after update of record_id on commitments
  for each row when (old.record_id is not null and new.record_id is null) execute function remove_papers_of_erased();

-- A day later the only admin may confirm what they entered.
create function is_left_alone(p_author_id uuid, p_at timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(p_author_id = public.app_user_id() and p_at <= public.app_now() - interval '24 hours'
                    and public.is_only_admin(), false)
$$;
grant execute on function is_left_alone(uuid, timestamptz) to club_member;

create view company_account_list with (security_barrier) as
  select a.id, a.deal_id, a.account_name, a.sort_code, a.account_number, a.bank, a.entered_at, a.entered_by, a.confirmed_at,
         a.call_back_note, author.full_name as entered_by_name, confirmer.full_name as confirmed_by_name,
         a.confirmed_at is null as is_waiting, is_left_alone(a.entered_by, a.entered_at) as is_left_to_author
    from company_accounts a
    left join people author on author.id = a.entered_by
    left join people confirmer on confirmer.id = a.confirmed_by
   where a.replaced_at is null and (select is_admin());
create view deal_completion_list with (security_barrier) as
  select c.id, c.deal_id, c.proposed_at, c.proposed_by, c.issued_on, c.confirmed_at, c.ledger_number, c.ledger_sha256,
         proposer.full_name as proposed_by_name, confirmer.full_name as confirmed_by_name,
         is_left_alone(c.proposed_by, c.proposed_at) as is_left_to_author
    from deal_completions c
    left join people proposer on proposer.id = c.proposed_by
    left join people confirmer on confirmer.id = c.confirmed_by
   where c.replaced_at is null and (select is_admin());
create view paper_list with (security_barrier) as
  select p.id, p.deal_id, p.commitment_id, p.kind, p.file_name, p.created_at, p.dated_on, p.found, p.matched_at, f.bytes, f.sha256,
         author.full_name as author_name, c.number as member,
         coalesce(person.full_name, r.legal_name) as full_name
    from papers p
    join files f on f.id = p.file_id
    left join people author on author.id = p.author_id
    left join commitments c on c.id = p.commitment_id
    left join investor_records r on r.id = c.record_id
    left join people person on person.id = r.user_id
   where p.removed_at is null and (select is_admin());

-- Those of the reader: of their own commitments, and of the deals that they hold shares of.
create function is_own_paper(p_paper_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.papers p
                   join public.commitments c on c.deal_id = p.deal_id
                    and (c.id = p.commitment_id or (p.kind in ('company_certificate', 'ledger') and c.state = 'completed'))
                   join public.investor_records r on r.id = c.record_id
                  where p.id = p_paper_id and p.removed_at is null and r.user_id = public.app_user_id())
$$;
create view own_papers with (security_barrier) as
  select p.id, p.deal_id, c.id as commitment_id, p.kind, p.created_at, p.dated_on, f.bytes, f.sha256,
         company.name as company_name, d.name as deal_name
    from papers p
    join commitments c on c.deal_id = p.deal_id
     and (c.id = p.commitment_id or (p.kind in ('company_certificate', 'ledger') and c.state = 'completed'))
    join investor_records r on r.id = c.record_id
    join files f on f.id = p.file_id
    join deals d on d.id = p.deal_id
    join companies company on company.id = d.company_id
   where p.removed_at is null and r.user_id = (select app_user_id());
grant select on company_account_list, deal_completion_list, paper_list, own_papers to club_member;
grant execute on function is_own_paper(uuid) to club_member;
grant select on company_accounts, success_fee_decisions, deal_completions, holdings, success_fee_invoices, papers, relief_steps
  to club_member;
create policy "admins see accounts of companies" on company_accounts for select to club_member using ((select is_admin()));
create policy "admins see decisions on success fees" on success_fee_decisions for select to club_member
  using ((select is_admin()));
create policy "admins see completions" on deal_completions for select to club_member using ((select is_admin()));
create policy "people see what they hold, admins all" on holdings for select to club_member
  using ((select is_admin()) or owns_record(record_id));
create policy "admins see invoices" on success_fee_invoices for select to club_member using ((select is_admin()));
create policy "people see their own papers, admins all" on papers for select to club_member
  using ((select is_admin()) or is_own_paper(id));
create policy "admins see steps to relief" on relief_steps for select to club_member using ((select is_admin()));
create policy "people see the files of papers they see" on files for select to club_member
  using (kind = 'paper' and exists (select from papers p where p.file_id = files.id));

-- Answers entered, closed, or null where there is no such deal.
create function enter_company_account(p_deal_id uuid, p_account_name text, p_sort_code text, p_account_number text, p_bank text)
returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if deal.state not in ('preparing', 'approved', 'released', 'closing') then return 'closed'; end if;
  update public.company_accounts set replaced_at = public.app_now()
   where deal_id = deal.id and confirmed_at is null and replaced_at is null;
  insert into public.company_accounts (deal_id, account_name, sort_code, account_number, bank, entered_by)
  values (deal.id, p_account_name, p_sort_code, p_account_number, p_bank, public.app_user_id());
  return 'entered';
end
$$;

-- Answers confirmed, confirmed_alone, second_person_required, closed, or null where there is no such account.
create function confirm_company_account(p_deal_id uuid, p_id uuid, p_call_back_note text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  account public.company_account_list;
  is_alone boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals where id = p_deal_id for update;
  if not exists (select from public.company_accounts where id = p_id and deal_id = p_deal_id) then return null; end if;
  select * into account from public.company_account_list where id = p_id and is_waiting;
  if account.id is null then return 'closed'; end if;
  is_alone := coalesce(account.entered_by = public.app_user_id(), false);
  if is_alone and not account.is_left_to_author then return 'second_person_required'; end if;
  update public.company_accounts set replaced_at = public.app_now()
   where deal_id = p_deal_id and confirmed_at is not null and replaced_at is null;
  update public.company_accounts
     set confirmed_at = public.app_now(), confirmed_by = public.app_user_id(), call_back_note = p_call_back_note
   where id = p_id;
  return case when is_alone then 'confirmed_alone' else 'confirmed' end;
end
$$;

-- Nothing is sent to a company before: for whatever approves its payment.
create function is_company_called_back(p_deal_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.company_accounts
                  where deal_id = p_deal_id and confirmed_at is not null and replaced_at is null)
     and not exists (select from public.company_accounts
                      where deal_id = p_deal_id and confirmed_at is null and replaced_at is null)
$$;

-- Answers decided, closed, or null where there is no such deal.
create function decide_success_fee(p_deal_id uuid, p_article text, p_allowed_bp integer, p_waived_because text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if deal.state not in ('preparing', 'approved', 'released', 'closing') then return 'closed'; end if;
  insert into public.success_fee_decisions (deal_id, decided_by, article, allowed_bp, waived_because)
  values (deal.id, public.app_user_id(), p_article, p_allowed_bp, p_waived_because);
  return 'decided';
end
$$;

-- An uploaded one, in place of another of its kind. What was signed is filed before the deal completes; what the company
-- issues, after. Answers {"outcome": "filed", "id": …} or closed; null where there is no such deal.
create function file_paper(p_deal_id uuid, p_kind text, p_file_name text, p_file_id uuid, p_dated_on date, p_found jsonb)
returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
  filed uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if p_kind not in ('subscription_agreement', 'board_minutes', 'nominee_agreement', 'share_schedule', 'company_certificate',
                    'relief_certificate') then raise invalid_parameter_value; end if;
  if deal.state <> all (case when p_kind in ('company_certificate', 'relief_certificate') then '{completed,exited}'::text[]
                             else '{preparing,approved,released,closing}'::text[] end) then
    return jsonb_build_object('outcome', 'closed'); end if;
  if p_kind <> 'relief_certificate' then
    update public.papers set removed_at = public.app_now(), removed_by = public.app_user_id()
     where deal_id = deal.id and kind = p_kind and removed_at is null;
  end if;
  insert into public.papers (deal_id, kind, file_name, file_id, dated_on, author_id, found)
  values (deal.id, p_kind, p_file_name, p_file_id, p_dated_on, public.app_user_id(), p_found)
  returning id into filed;
  return jsonb_build_object('outcome', 'filed', 'id', filed);
end
$$;

-- What its hash is taken of: a line for each entry, in order, with the member's number in the deal.
create function ledger_text(p_deal_id uuid, p_until integer) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(string_agg(concat_ws(',', t.number, t.booked_on, t.kind, e.account, coalesce(c.number::text, ''), e.amount_pence),
                             E'\n' order by t.number, e.account, c.number, e.id), '')
    from public.ledger_transactions t
    join public.ledger_entries e on e.transaction_id = t.id
    left join public.commitments c on c.id = e.commitment_id
   where t.deal_id = p_deal_id and t.number <= p_until
$$;

-- Everything that completion asks of a deal, in figures, and in "unmet" what is missing, in its order. Without a day of
-- issue what depends on it is in "later".
create function completion_gate(p_deal_id uuid, p_issued_on date) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
  terms public.deal_terms;
  taking record;
  account public.company_account_list;
  decision public.success_fee_decisions;
  fee_bp integer;
  refund_pence bigint;
  unlisted_pence bigint;
  unlisted_names text[];
  leaving_pence bigint;
  filed text[];
  wired_on date;
  other_scheme text;
  total_pence bigint;
  figures jsonb;
  unmet text[] := '{}';
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals d where d.id = p_deal_id;
  if deal.id is null then return null; end if;
  select t.* into terms from public.deal_versions v join public.deal_terms t on t.id = v.terms_id
   where v.deal_id = deal.id and v.approved_at is not null order by v.number desc limit 1;
  select (v.content ->> 'success_fee_bp')::integer into fee_bp from public.deal_versions v
   where v.deal_id = deal.id and v.approved_at is not null order by v.number desc limit 1;
  select count(*)::integer as members, coalesce(sum(c.allocated_shares), 0)::bigint as shares,
         coalesce(sum(c.cost_pence), 0)::bigint as cost_pence, coalesce(sum(c.due_pence), 0)::bigint as due_pence,
         count(*) filter (where c.state not in ('paid', 'completed'))::integer as unpaid,
         count(*) filter (where r.legal_name is null or r.address is null)::integer as unnamed,
         count(*) filter (where c.terms_id is distinct from terms.id)::integer as on_other_terms
    into taking
    from public.commitments c left join public.investor_records r on r.id = c.record_id
   where c.deal_id = deal.id
     and c.state in ('committed', 'needs_reconsent', 'allocated', 'called', 'part_paid', 'paid', 'completed');
  total_pence := round(taking.shares * terms.price * 100)::bigint;
  refund_pence := -public.ledger_balance(deal.id, '2200');
  select coalesce(sum(m.due - m.listed), 0), coalesce(array_agg(coalesce(p.full_name, 'Member ' || m.number) order by m.number), '{}')
    into unlisted_pence, unlisted_names
    from (select c.number, c.record_id, -sum(e.amount_pence) as due,
                 coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                            where o.deal_id = deal.id and o.commitment_id = c.id and o.kind = 'refund'
                              and o.state = 'approved'), 0) as listed
            from public.ledger_entries e join public.commitments c on c.id = e.commitment_id
           where e.deal_id = deal.id and e.account = '2200' group by c.id) m
    left join public.investor_records r on r.id = m.record_id
    left join public.people p on p.id = r.user_id
   where m.due > m.listed;
  select coalesce(sum(o.amount_pence), 0) into leaving_pence from public.outgoing_payments o
   where o.deal_id = deal.id and o.state = 'approved';
  select coalesce(array_agg(p.kind), '{}') into filed from public.papers p
   where p.deal_id = deal.id and p.removed_at is null
     and p.kind in ('subscription_agreement', 'board_minutes', 'nominee_agreement', 'share_schedule');
  select * into account from public.company_account_list a
   where a.deal_id = deal.id order by a.is_waiting desc limit 1;
  select * into decision from public.success_fee_decisions s
   where s.deal_id = deal.id order by s.decided_at desc, s.id desc limit 1;
  select max(t.booked_on) into wired_on from public.ledger_transactions t
   where t.deal_id = deal.id and t.kind = 'wire'
     and not exists (select from public.ledger_transactions r where r.reverses_id = t.id);
  select t.scheme into other_scheme
    from public.deals d
    join public.holdings h on h.deal_id = d.id
    join public.commitments c on c.id = h.commitment_id
    join public.deal_terms t on t.id = c.terms_id
   where d.company_id = deal.company_id and d.id <> deal.id and h.issued_on = p_issued_on
     and t.scheme <> 'none' and terms.scheme <> 'none' and t.scheme <> terms.scheme limit 1;
  figures := jsonb_build_object(
    'members', taking.members, 'shares', taking.shares, 'cost_pence', taking.cost_pence, 'due_pence', taking.due_pence,
    'unpaid', taking.unpaid, 'unnamed', taking.unnamed, 'on_other_terms', taking.on_other_terms,
    'total_pence', total_pence, 'open_pence', public.ledger_balance(deal.id, '1100'),
    'minimum_pence', terms.club_minimum_pence, 'scheme', terms.scheme, 'other_scheme', other_scheme,
    'refund_pence', refund_pence, 'unlisted_pence', unlisted_pence,
    'unlisted_names', to_jsonb(unlisted_names),
    'unidentified_pence', -public.ledger_balance(deal.id, '2300'), 'filed', to_jsonb(filed),
    'account_waits', account.is_waiting, 'called_back_at', account.confirmed_at, 'called_back_by_name', account.confirmed_by_name,
    'fee_bp', fee_bp, 'article', decision.article, 'allowed_bp', decision.allowed_bp, 'waived_because', decision.waived_because,
    'unwired_pence', -public.ledger_balance(deal.id, '2000'), 'wired_on', wired_on,
    'on_account_pence', public.ledger_balance(deal.id, '1000'), 'leaving_pence', leaving_pence,
    'difference_pence', public.ledger_difference(deal.id),
    'is_participant', exists (select from public.commitments c join public.investor_records r on r.id = c.record_id
       where c.deal_id = deal.id and r.user_id = public.app_user_id()
         and c.state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')));
  if taking.members = 0 or taking.unpaid > 0 or public.ledger_balance(deal.id, '1100') <> 0 then
    unmet := unmet || 'due_applied'::text; end if;
  if unlisted_pence > 0 or public.ledger_balance(deal.id, '2300') <> 0 then unmet := unmet || 'refunds'::text; end if;
  if cardinality(filed) < 4 then unmet := unmet || 'documents'::text; end if;
  if taking.unnamed > 0 or taking.on_other_terms > 0 or taking.members = 0 or taking.cost_pence is distinct from total_pence then
    unmet := unmet || 'schedule'::text; end if;
  if taking.cost_pence < terms.club_minimum_pence then unmet := unmet || 'minimum'::text; end if;
  if not public.is_company_called_back(deal.id) then unmet := unmet || 'company_account'::text; end if;
  if decision.id is null or decision.allowed_bp < fee_bp then unmet := unmet || 'success_fee'::text; end if;
  if wired_on is null or public.ledger_balance(deal.id, '2000') <> 0 then unmet := unmet || 'wire'::text; end if;
  if wired_on > p_issued_on or p_issued_on > public.london_today() then unmet := unmet || 'issue_date'::text; end if;
  if other_scheme is not null then unmet := unmet || 'schemes_apart'::text; end if;
  if public.ledger_balance(deal.id, '1000') <> leaving_pence or public.ledger_difference(deal.id) <> 0 then
    unmet := unmet || 'account_empty'::text; end if;
  if (figures ->> 'is_participant')::boolean then unmet := unmet || 'two_admins'::text; end if;
  return figures || jsonb_build_object('unmet', to_jsonb(unmet),
    'later', case when p_issued_on is null then '["issue_date", "schemes_apart"]'::jsonb else '[]'::jsonb end);
end
$$;

-- Answers {"outcome": "proposed", "id": …}, closed, unmet; null where there is no such deal.
create function propose_completion(p_deal_id uuid, p_issued_on date) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
  proposed uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if deal.state <> 'closing' then return jsonb_build_object('outcome', 'closed'); end if;
  if public.completion_gate(deal.id, p_issued_on) -> 'unmet' <> '[]' then return jsonb_build_object('outcome', 'unmet'); end if;
  update public.deal_completions set replaced_at = public.app_now() where deal_id = deal.id and replaced_at is null;
  insert into public.deal_completions (deal_id, proposed_by, issued_on)
  values (deal.id, public.app_user_id(), p_issued_on) returning id into proposed;
  return jsonb_build_object('outcome', 'proposed', 'id', proposed);
end
$$;

-- Whoever paid now holds shares, and the deal is completed: all of it, once. Answers {"outcome": "completed", …} or
-- completed_alone, with the number of members and the fee that is invoiced; closed, second_person_required, unmet; null where
-- there is no such proposal.
create function complete_deal(p_deal_id uuid, p_completion_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
  proposal public.deal_completion_list;
  decision public.success_fee_decisions;
  gate jsonb;
  is_alone boolean;
  until integer;
  fee bigint := 0;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null or not exists (select from public.deal_completions where id = p_completion_id and deal_id = deal.id) then
    return null; end if;
  select * into proposal from public.deal_completion_list where id = p_completion_id and confirmed_at is null;
  if proposal.id is null or deal.state <> 'closing' then return jsonb_build_object('outcome', 'closed'); end if;
  is_alone := coalesce(proposal.proposed_by = public.app_user_id(), false);
  if is_alone and not proposal.is_left_to_author then return jsonb_build_object('outcome', 'second_person_required'); end if;
  gate := public.completion_gate(deal.id, proposal.issued_on);
  if gate -> 'unmet' <> '[]' then
    return jsonb_build_object('outcome', 'unmet', 'issued_on', proposal.issued_on);
  end if;
  insert into public.holdings (deal_id, company_id, commitment_id, record_id, shares, share_class, price, cost_pence, fee_pence,
                               scheme, issued_on, certificate_number)
  select deal.id, deal.company_id, c.id, c.record_id, c.allocated_shares, t.share_class, t.price, c.cost_pence, c.fee_pence,
         case when t.scheme <> 'none' and c.wants_relief and r.is_uk_taxpayer then t.scheme end, proposal.issued_on,
         substr(c.reference, 3, 3) || '-' || lpad(c.number::text, greatest(3, length(c.number::text)), '0')
    from public.commitments c
    join public.deal_terms t on t.id = c.terms_id
    join public.investor_records r on r.id = c.record_id
   where c.deal_id = deal.id and c.state = 'paid' order by c.number;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, details)
  select c.id, 'completed', public.app_user_id(), c.terms_id, c.allocated_shares,
         jsonb_build_object('cost_pence', c.cost_pence, 'fee_pence', c.fee_pence, 'issued_on', proposal.issued_on)
    from public.commitments c where c.deal_id = deal.id and c.state = 'paid';
  update public.commitments set state = 'completed', state_since = public.app_now() where deal_id = deal.id and state = 'paid';
  perform public.move_deal(deal, 'completed', null);
  select max(t.number) into until from public.ledger_transactions t where t.deal_id = deal.id;
  update public.deal_completions
     set confirmed_at = public.app_now(), confirmed_by = public.app_user_id(), ledger_number = until,
         ledger_sha256 = encode(sha256(convert_to(public.ledger_text(deal.id, until), 'UTF8')), 'hex')
   where id = proposal.id;
  select * into decision from public.success_fee_decisions s
   where s.deal_id = deal.id order by s.decided_at desc, s.id desc limit 1;
  if decision.article is not null then
    fee := (2 * (gate ->> 'cost_pence')::bigint * (gate ->> 'fee_bp')::bigint + 10000) / 20000;
  end if;
  if fee > 0 then
    lock table public.success_fee_invoices in share row exclusive mode;
    insert into public.success_fee_invoices (number, deal_id, invoiced_on, raised_pence, fee_bp, fee_pence, article)
    values (1 + coalesce((select max(i.number) from public.success_fee_invoices i), 0), deal.id, public.london_today(),
            (gate ->> 'cost_pence')::bigint, (gate ->> 'fee_bp')::integer, fee, decision.article);
  end if;
  return jsonb_build_object('outcome', case when is_alone then 'completed_alone' else 'completed' end,
                            'members', gate -> 'members', 'shares', gate -> 'shares', 'issued_on', proposal.issued_on,
                            'success_fee_pence', fee);
end
$$;

-- The people who now hold shares of a deal and have an account.
create function holders_of_deal(p_deal_id uuid) returns table (user_id uuid, commitment_id uuid)
language sql stable security definer set search_path = pg_catalog as $$
  select r.user_id, h.commitment_id from public.holdings h join public.investor_records r on r.id = h.record_id
   where h.deal_id = p_deal_id and r.user_id is not null and public.is_admin() order by h.id
$$;

-- Answers recorded; not_completed, no_scheme, too_early with the day of the step before, in_future; null where there is no
-- such deal.
create function record_relief_step(p_deal_id uuid, p_step text, p_on date, p_uir text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
  before date;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if p_step not in ('filed', 'authorised', 'certified') then raise invalid_parameter_value; end if;
  if deal.state not in ('completed', 'exited') then return jsonb_build_object('outcome', 'not_completed'); end if;
  if not exists (select from public.holdings h where h.deal_id = deal.id and h.scheme is not null) then
    return jsonb_build_object('outcome', 'no_scheme');
  end if;
  if p_on > public.london_today() then return jsonb_build_object('outcome', 'in_future'); end if;
  select case p_step when 'filed' then (select max(h.issued_on) from public.holdings h where h.deal_id = deal.id)
                     else (select s.happened_on from public.relief_steps s
                            where s.deal_id = deal.id and s.step = case p_step when 'authorised' then 'filed' else 'authorised' end
                            order by s.recorded_at desc, s.id desc limit 1) end into before;
  if before is null or p_on < before then return jsonb_build_object('outcome', 'too_early', 'before', before); end if;
  insert into public.relief_steps (deal_id, step, happened_on, uir, recorded_by)
  values (deal.id, p_step, p_on, p_uir, public.app_user_id());
  return jsonb_build_object('outcome', 'recorded');
end
$$;

-- A certificate of relief is a member's from then on. What it says, or where it could not be read what an admin read on it,
-- has to be what the register says. Answers matched; amount_differs and date_differs with both; taken, no_relief, closed;
-- null where there is no such certificate or member.
create function match_relief_certificate(p_paper_id uuid, p_commitment_id uuid, p_amount_pence bigint, p_issued_on date)
returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  paper public.papers;
  holding public.holdings;
  amount bigint;
  issued date;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d where d.id = (select p.deal_id from public.papers p where p.id = p_paper_id) for update;
  select * into paper from public.papers p
   where p.id = p_paper_id and p.kind = 'relief_certificate' and p.removed_at is null;
  select * into holding from public.holdings h where h.commitment_id = p_commitment_id and h.deal_id = paper.deal_id;
  if paper.id is null or holding.id is null then return null; end if;
  if paper.commitment_id is not null then return jsonb_build_object('outcome', 'closed'); end if;
  if holding.scheme is null then return jsonb_build_object('outcome', 'no_relief'); end if;
  if exists (select from public.papers p where p.commitment_id = holding.commitment_id and p.kind = 'relief_certificate'
               and p.removed_at is null) then return jsonb_build_object('outcome', 'taken'); end if;
  amount := coalesce((paper.found ->> 'amount_pence')::bigint, p_amount_pence);
  issued := coalesce((paper.found ->> 'issued_on')::date, p_issued_on);
  if amount is distinct from holding.cost_pence then
    return jsonb_build_object('outcome', 'amount_differs', 'given', amount, 'held', holding.cost_pence);
  end if;
  if issued is distinct from holding.issued_on then
    return jsonb_build_object('outcome', 'date_differs', 'given', issued, 'held', holding.issued_on);
  end if;
  update public.papers
     set commitment_id = holding.commitment_id, matched_at = public.app_now(), matched_by = public.app_user_id()
   where id = paper.id;
  return jsonb_build_object('outcome', 'matched', 'deal_id', paper.deal_id,
    'user_id', (select r.user_id from public.investor_records r where r.id = holding.record_id));
end
$$;

-- One that was not matched. Answers whether there was one.
create function remove_relief_certificate(p_paper_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  update public.papers set removed_at = public.app_now(), removed_by = public.app_user_id()
   where id = p_paper_id and kind = 'relief_certificate' and commitment_id is null and removed_at is null;
  return found;
end
$$;

-- For the nightly job: deals whose company was not asked for its certificates within 14 days, and is now due to be.
create function chase_relief_certificates(p_today date) returns setof uuid
language sql security definer set search_path = pg_catalog as $$
  with waiting as (
    select h.deal_id, max(h.issued_on) as since from public.holdings h
     where h.scheme is not null group by h.deal_id)
  insert into public.relief_steps (deal_id, step, happened_on)
  select w.deal_id, 'chased', p_today from waiting w
   where not exists (select from public.relief_steps s where s.deal_id = w.deal_id and s.step = 'certified')
     and greatest(w.since, (select max(s.happened_on) from public.relief_steps s
                             where s.deal_id = w.deal_id and s.step = 'chased')) <= p_today - 14
  returning deal_id
$$;

grant execute on function enter_company_account(uuid, text, text, text, text), confirm_company_account(uuid, uuid, text),
  decide_success_fee(uuid, text, integer, text), file_paper(uuid, text, text, uuid, date, jsonb),
  completion_gate(uuid, date), propose_completion(uuid, date), complete_deal(uuid, uuid), holders_of_deal(uuid),
  record_relief_step(uuid, text, date, text), match_relief_certificate(uuid, uuid, bigint, date),
  remove_relief_certificate(uuid) to club_member;
