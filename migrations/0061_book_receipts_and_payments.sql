-- Bank files are read, lines booked, money sent out, and a round's sums compared. Every function locks the deal first.

-- As before, and by the index where it is of one member.
create or replace function ledger_balance(p_deal_id uuid, p_account text, p_commitment_id uuid default null) returns bigint
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if p_commitment_id is null then
    return (select coalesce(sum(e.amount_pence), 0) from public.ledger_entries e
             where e.deal_id = p_deal_id and e.account = p_account);
  end if;
  return (select coalesce(sum(e.amount_pence), 0) from public.ledger_entries e
           where e.deal_id = p_deal_id and e.account = p_account and e.commitment_id = p_commitment_id);
end
$$;

-- Who was reminded of what they have to do, once a day.
create table funds_nudges (
  commitment_id uuid not null references commitments (id),
  -- London.
  nudged_on date not null,
  nudged_by uuid references auth.users (id) on delete set null,
  primary key (commitment_id, nudged_on)
);
create index funds_nudges_nudged_by_idx on funds_nudges (nudged_by);
alter table funds_nudges enable row level security;
grant select on funds_nudges to club_member;
create policy "admins see who was reminded" on funds_nudges for select to club_member using ((select is_admin()));

-- An admin's; answers whether there is such a deal.
create function lock_funds(p_deal_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d where d.id = p_deal_id for update;
  return found;
end
$$;

-- Keeps how ledger and bank compare: each night, and in between where that has changed. Answers whether a difference is new:
-- whoever asks then tells of it.
create function check_ledger(p_deal_id uuid, p_is_nightly boolean default false) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  before bigint;
  -- All entries sum to zero; anything else is a difference as well.
  present constant bigint := coalesce(nullif(public.ledger_difference(p_deal_id), 0),
    (select coalesce(sum(e.amount_pence), 0) from public.ledger_entries e where e.deal_id = p_deal_id));
begin
  select l.difference_pence into before from public.ledger_checks l
   where l.deal_id = p_deal_id order by l.checked_at desc, l.id desc limit 1;
  if p_is_nightly or present <> coalesce(before, 0) then
    insert into public.ledger_checks (deal_id, ledger_pence, bank_pence, difference_pence)
    values (p_deal_id, public.ledger_balance(p_deal_id, '1000'),
            (select coalesce(sum(l.amount_pence), 0) from public.bank_lines l where l.deal_id = p_deal_id), present);
  end if;
  return present <> 0 and coalesce(before, 0) = 0;
end
$$;

-- Who is told of a difference: admins, and everybody from whom something was called.
create function ledger_readers(p_deal_id uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog as $$
  select u.id from auth.users u where public.is_admin_person(u.id)
  union
  select r.user_id from public.commitments c join public.investor_records r on r.id = c.record_id
   where c.deal_id = p_deal_id and c.called_at is not null and r.user_id is not null
$$;

-- For the nightly job: deals of which something is booked or in the bank's list, with a difference that is new.
create function check_ledgers(p_at timestamptz) returns setof uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  checked uuid;
begin
  perform set_config('app.now', p_at::text, true);
  for checked in
    select d.id from public.deals d
     where exists (select from public.ledger_transactions t where t.deal_id = d.id)
        or exists (select from public.bank_lines l where l.deal_id = d.id)
     order by d.id
  loop
    perform from public.deals d where d.id = checked for update;
    if public.check_ledger(checked, true) then return next checked; end if;
  end loop;
end
$$;

-- Lines: [{"line_number": …, "booked_on": …, "amount_pence": …, "balance_pence": …, "payer": …, "reference": …, "line_key": …}, …].
-- Answers {"outcome": "imported", "id": …, "is_new_difference": …}, "file_already_imported", or "balance_gap" with the pence
-- that the file should close with.
create function import_bank_file(p_deal_id uuid, p_name text, p_format text, p_sha256 text, p_opening_pence bigint,
                                 p_closing_pence bigint, p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  known_pence bigint;
  new_pence bigint;
  added integer;
  imported uuid;
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  if exists (select from public.bank_files f where f.deal_id = p_deal_id and f.sha256 = p_sha256) then
    return jsonb_build_object('outcome', 'file_already_imported');
  end if;
  select coalesce(sum(l.amount_pence), 0) into known_pence from public.bank_lines l where l.deal_id = p_deal_id;
  select count(*), coalesce(sum(g.amount_pence), 0) into added, new_pence
    from jsonb_to_recordset(p_lines) as g (amount_pence bigint, line_key text)
   where not exists (select from public.bank_lines l where l.deal_id = p_deal_id and l.line_key = g.line_key);
  if added > 0 and p_closing_pence <> known_pence + new_pence then
    return jsonb_build_object('outcome', 'balance_gap', 'expected_pence', known_pence + new_pence);
  end if;
  insert into public.bank_files (deal_id, imported_by, name, format, sha256, lines, new_lines, opening_balance_pence,
                                 closing_balance_pence)
  values (p_deal_id, public.app_user_id(), p_name, p_format, p_sha256, jsonb_array_length(p_lines), added, p_opening_pence,
          p_closing_pence)
  returning id into imported;
  insert into public.bank_lines (deal_id, file_id, line_number, booked_on, amount_pence, balance_pence, payer, reference, line_key)
  select p_deal_id, imported, g.line_number, g.booked_on, g.amount_pence, g.balance_pence, g.payer, g.reference, g.line_key
    from jsonb_to_recordset(p_lines) as g (line_number integer, booked_on date, amount_pence bigint, balance_pence bigint,
                                           payer text, reference text, line_key text)
   where not exists (select from public.bank_lines l where l.deal_id = p_deal_id and l.line_key = g.line_key)
   order by g.booked_on, g.line_number;
  return jsonb_build_object('outcome', 'imported', 'id', imported, 'is_new_difference', public.check_ledger(p_deal_id));
end
$$;

-- Not booked yet, with its sign.
create function open_of_line(p_line_id uuid) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  select l.amount_pence - coalesce((select sum(m.amount_pence) from public.bank_matches m
                                     where m.bank_line_id = l.id and m.deal_id = l.deal_id and m.reversal_id is null), 0)::bigint
    from public.bank_lines l where l.id = p_line_id
$$;

-- Of money of nobody known, still there and not on its way back.
create function unidentified_of_line(p_line_id uuid) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((select sum(m.amount_pence) from public.bank_matches m
                     join public.ledger_transactions t on t.id = m.transaction_id and t.kind = 'unidentified'
                    where m.bank_line_id = p_line_id and m.reversal_id is null), 0)::bigint
         - coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                      where o.bank_line_id = p_line_id and o.state <> 'cancelled'), 0)::bigint
$$;

-- What a member is owed back, beyond what is on its way.
create function refundable_pence(p_commitment_id uuid) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  select (-public.ledger_balance(c.deal_id, '2200', c.id)
          - coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                       where o.deal_id = c.deal_id and o.commitment_id = c.id and o.state in ('proposed', 'approved')), 0))::bigint
    from public.commitments c where c.id = p_commitment_id
$$;

-- What goes to the company, once everybody who takes part has paid; null before.
create function wire_pence(p_deal_id uuid) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  select case when bool_and(c.state = 'paid') and sum(c.cost_pence) = -public.ledger_balance(p_deal_id, '2000')
                   and public.ledger_balance(p_deal_id, '1100') = 0
              then sum(c.cost_pence)::bigint end
    from public.commitments c
   where c.deal_id = p_deal_id
     and c.state in ('committed', 'needs_reconsent', 'allocated', 'called', 'part_paid', 'paid')
$$;

-- After a receipt is taken back: a member never owes more than was called, nor less than nothing.
create function settle_member(p_commitment_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  called bigint;
  owed bigint;
  moved bigint;
begin
  select * into own from public.commitments where id = p_commitment_id for update;
  if own.state not in ('committed', 'needs_reconsent', 'waiting_list', 'allocated') then
    select coalesce(sum(e.amount_pence), 0) into called
      from public.ledger_entries e
      join public.ledger_transactions t on t.id = e.transaction_id
      left join public.ledger_transactions o on o.id = t.reverses_id
     where e.deal_id = own.deal_id and e.commitment_id = own.id and e.account = '1100' and coalesce(o.kind, t.kind) = 'call';
    owed := public.ledger_balance(own.deal_id, '1100', own.id);
    moved := owed - greatest(least(owed, called), 0);
    if moved <> 0 then
      perform public.post_ledger(own.deal_id, 'leaving', public.london_today(), jsonb_build_array(
        jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', -moved),
        jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', moved)), own.id);
    end if;
  end if;
  return public.settle_commitment(own.id);
end
$$;

-- Books a part of a line, of which it is known that it is not booked. The deal is locked. Answers booked, or why not:
-- incoming_only, outgoing_only, not_called, not_outgoing, amount_changed.
create function book_part(p_line public.bank_lines, p_kind text, p_commitment_id uuid, p_payment_id uuid, p_amount_pence bigint,
                          p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  payment public.outgoing_payments;
  applied bigint;
  entries jsonb;
  posted uuid;
  cash constant bigint := p_amount_pence * sign(p_line.amount_pence)::bigint;
begin
  if p_kind in ('receipt', 'unidentified') and p_line.amount_pence < 0 then return 'outgoing_only'; end if;
  if p_kind not in ('receipt', 'unidentified') and p_line.amount_pence > 0 then return 'incoming_only'; end if;
  if p_kind = 'receipt' then
    select * into own from public.commitments c where c.id = p_commitment_id and c.deal_id = p_line.deal_id for update;
    if own.called_at is null then return 'not_called'; end if;
    applied := least(p_amount_pence, greatest(public.ledger_balance(own.deal_id, '1100', own.id), 0));
    entries := jsonb_build_array(
      jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', -applied),
      jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', applied - p_amount_pence));
  elsif p_kind = 'unidentified' then
    entries := jsonb_build_array(jsonb_build_object('account', '2300', 'amount_pence', -p_amount_pence));
  elsif p_kind = 'club_bears' then
    entries := jsonb_build_array(jsonb_build_object('account', '2100', 'amount_pence', p_amount_pence));
  else
    select * into payment from public.outgoing_payments o
     where o.id = p_payment_id and o.deal_id = p_line.deal_id and o.kind = p_kind and o.state = 'approved' for update;
    if payment.id is null or payment.amount_pence <> p_amount_pence or p_amount_pence <> -p_line.amount_pence then
      return 'not_outgoing';
    end if;
    if p_kind = 'wire' then
      select jsonb_agg(jsonb_build_object('account', '2000', 'commitment_id', w.commitment_id, 'amount_pence', w.pence) order by w.number)
        into entries
        from (select c.id as commitment_id, c.number, -sum(e.amount_pence) as pence
                from public.ledger_entries e join public.commitments c on c.id = e.commitment_id
               where e.deal_id = p_line.deal_id and e.account = '2000' group by c.id having sum(e.amount_pence) <> 0) w;
      if (select sum((w ->> 'amount_pence')::bigint) from jsonb_array_elements(entries) w) is distinct from p_amount_pence then
        return 'amount_changed';
      end if;
    else
      entries := jsonb_build_array(jsonb_build_object(
        'account', case p_kind when 'refund' then '2200' when 'return' then '2300' else '2100' end,
        'commitment_id', payment.commitment_id, 'amount_pence', p_amount_pence));
    end if;
    update public.outgoing_payments set state = 'paid', paid_on = p_line.booked_on where id = payment.id;
    if p_kind = 'refund' then
      insert into public.commitment_events (commitment_id, kind, actor_id, details)
      values (payment.commitment_id, 'refund_paid', public.app_user_id(), jsonb_build_object('amount_pence', p_amount_pence));
    end if;
  end if;
  posted := public.post_ledger(
    p_line.deal_id, p_kind, p_line.booked_on,
    jsonb_build_array(jsonb_build_object('account', '1000', 'amount_pence', cash)) || entries,
    coalesce(own.id, payment.commitment_id), p_line.id, payment.id, null, p_reason);
  insert into public.bank_matches (deal_id, bank_line_id, transaction_id, amount_pence, matched_by, reason)
  values (p_line.deal_id, p_line.id, posted, cash, public.app_user_id(), p_reason);
  if own.id is not null then perform public.settle_commitment(own.id); end if;
  return 'booked';
end
$$;

-- Takes back what a part of a line was booked as. The deal is locked.
create function take_back_match(p_match public.bank_matches, p_reason text) returns void
language sql security definer set search_path = pg_catalog as $$
  update public.bank_matches
     set reversal_id = public.reverse_ledger(p_match.transaction_id, public.london_today(), p_reason)
   where id = p_match.id
$$;

-- Whole lines that were found to be sure, in their order: [{"id": …, "kind": …, "commitment_id": …, "payment_id": …}, …].
-- Answers {"confirmed": …, "pence": …, "commitments": […]}; what does not fit any more is left out.
create function confirm_bank_lines(p_deal_id uuid, p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given record;
  line public.bank_lines;
  confirmed integer := 0;
  pence bigint := 0;
  receipts uuid[] := '{}';
  refunds uuid[] := '{}';
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  if public.ledger_difference(p_deal_id) <> 0 then return jsonb_build_object('outcome', 'ledger_mismatch'); end if;
  for given in
    select g.* from jsonb_to_recordset(p_lines) as g (id uuid, kind text, commitment_id uuid, payment_id uuid)
      join public.bank_lines l on l.id = g.id order by l.booked_on, l.line_number
  loop
    select * into line from public.bank_lines l where l.id = given.id and l.deal_id = p_deal_id;
    continue when line.id is null or public.open_of_line(line.id) <> line.amount_pence
      or (given.kind = 'receipt' and public.ledger_balance(p_deal_id, '1100', given.commitment_id) <> line.amount_pence);
    continue when public.book_part(line, given.kind, given.commitment_id, given.payment_id, abs(line.amount_pence), null) <> 'booked';
    confirmed := confirmed + 1;
    pence := pence + line.amount_pence;
    if given.kind = 'receipt' then receipts := receipts || given.commitment_id; end if;
    if given.kind = 'refund' then
      refunds := refunds || (select o.commitment_id from public.outgoing_payments o where o.id = given.payment_id);
    end if;
  end loop;
  perform public.check_ledger(p_deal_id) where public.ledger_difference(p_deal_id) = 0;
  return jsonb_build_object('outcome', 'confirmed', 'confirmed', confirmed, 'pence', pence, 'receipts', receipts, 'refunds', refunds);
end
$$;

-- By hand: [{"kind": …, "commitment_id": …, "payment_id": …, "amount_pence": …}, …]. What was booked as unidentified is taken
-- back first where the parts need it, and what is left of it is unidentified again. Answers {"outcome": "matched", …}, or why
-- not: already_posted, more_than_line with the pence that are open, return_under_way, and those of `book_part`.
create function match_bank_line(p_line_id uuid, p_parts jsonb, p_reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  line public.bank_lines;
  part record;
  wanted bigint;
  free bigint;
  outcome text;
  is_identified boolean := false;
  receipts uuid[] := '{}';
  refunds uuid[] := '{}';
begin
  select * into line from public.bank_lines l where l.id = p_line_id;
  if not public.lock_funds(line.deal_id) then return null; end if;
  select sum(p.amount_pence) into wanted from jsonb_to_recordset(p_parts) as p (amount_pence bigint);
  free := abs(public.open_of_line(line.id));
  if wanted > free and line.amount_pence > 0
     and not exists (select from jsonb_to_recordset(p_parts) as p (kind text) where p.kind = 'unidentified') then
    free := free + public.unidentified_of_line(line.id);
    is_identified := wanted <= free;
  end if;
  if free = 0 then return jsonb_build_object('outcome', 'already_posted'); end if;
  if wanted > free then return jsonb_build_object('outcome', 'more_than_line', 'open_pence', free); end if;
  if is_identified then
    perform public.take_back_match(m, p_reason)
       from public.bank_matches m join public.ledger_transactions t on t.id = m.transaction_id and t.kind = 'unidentified'
      where m.bank_line_id = line.id and m.reversal_id is null;
  end if;
  for part in
    select p.* from jsonb_to_recordset(p_parts) as p (kind text, commitment_id uuid, payment_id uuid, amount_pence bigint)
  loop
    outcome := public.book_part(line, part.kind, part.commitment_id, part.payment_id, part.amount_pence, p_reason);
    if outcome <> 'booked' then raise sqlstate 'KD001' using message = outcome; end if;
    if part.kind = 'receipt' then receipts := receipts || part.commitment_id; end if;
    if part.kind = 'refund' then
      refunds := refunds || (select o.commitment_id from public.outgoing_payments o where o.id = part.payment_id);
    end if;
  end loop;
  free := public.open_of_line(line.id);
  if is_identified and free > 0 then perform public.book_part(line, 'unidentified', null, null, free, p_reason); end if;
  perform public.check_ledger(line.deal_id) where public.ledger_difference(line.deal_id) = 0;
  return jsonb_build_object('outcome', 'matched', 'deal_id', line.deal_id, 'receipts', receipts, 'refunds', refunds);
exception when sqlstate 'KD001' then return jsonb_build_object('outcome', sqlerrm);
end
$$;

-- Takes back one part. Answers {"outcome": "unmatched", …}, nothing_to_unmatch, or payment_closed where its money is on its
-- way out, or gone; null where there is no such line.
create function unmatch_bank_line(p_line_id uuid, p_match_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  line public.bank_lines;
  match public.bank_matches;
  booked public.ledger_transactions;
begin
  select * into line from public.bank_lines l where l.id = p_line_id;
  if not public.lock_funds(line.deal_id) then return null; end if;
  select * into match from public.bank_matches m where m.id = p_match_id and m.bank_line_id = line.id and m.reversal_id is null;
  if match.id is null then return jsonb_build_object('outcome', 'nothing_to_unmatch'); end if;
  select * into booked from public.ledger_transactions t where t.id = match.transaction_id;
  -- What was sent to the company was paid with it; the fees were sent after that.
  if (booked.kind = 'wire' and exists (select from public.outgoing_payments o
        where o.deal_id = line.deal_id and o.kind = 'fee' and o.state in ('approved', 'paid')))
     or (booked.kind = 'receipt' and exists (select from public.outgoing_payments o
        where o.deal_id = line.deal_id and o.kind = 'wire' and o.state in ('approved', 'paid'))
        and exists (select from public.ledger_entries e where e.transaction_id = booked.id and e.account = '1100'))
     or (booked.kind = 'unidentified' and public.unidentified_of_line(line.id) < match.amount_pence) then
    return jsonb_build_object('outcome', 'payment_closed');
  end if;
  perform public.take_back_match(match, p_reason);
  if booked.payment_id is not null then
    update public.outgoing_payments set state = 'approved', paid_on = null where id = booked.payment_id;
    if booked.kind = 'refund' then
      insert into public.commitment_events (commitment_id, kind, actor_id, details)
      values (booked.commitment_id, 'refund_taken_back', public.app_user_id(), jsonb_build_object('amount_pence', -match.amount_pence));
    end if;
  elsif booked.commitment_id is not null then
    perform public.settle_member(booked.commitment_id);
    if public.refundable_pence(booked.commitment_id) < 0 then raise sqlstate 'KD001'; end if;
  end if;
  perform public.check_ledger(line.deal_id) where public.ledger_difference(line.deal_id) = 0;
  return jsonb_build_object('outcome', 'unmatched', 'deal_id', line.deal_id);
exception when sqlstate 'KD001' then return jsonb_build_object('outcome', 'payment_closed');
end
$$;

-- Whether nothing of ledger and bank differs, or a payment of this amount explains what left the bank.
create function may_send(p_deal_id uuid, p_amount_pence bigint) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select public.ledger_difference(p_deal_id) = 0
      or exists (select from public.bank_lines l
                  where l.deal_id = p_deal_id and l.amount_pence = -p_amount_pence and public.open_of_line(l.id) = l.amount_pence)
$$;

-- Answers {"outcome": "proposed", "id": …, "amount_pence": …}, or why not: ledger_mismatch, refund_too_much with the pence that
-- are due back, wire_not_ready, wire_once, below_minimum, nothing_open; null where there is no such deal, member or line.
create function propose_payment(p_deal_id uuid, p_kind text, p_commitment_id uuid, p_bank_line_id uuid, p_amount_pence bigint,
                                p_payee text, p_reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  most bigint;
  payee text;
  proposed uuid;
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  if p_kind = 'refund' then
    select public.refundable_pence(c.id), coalesce(p.full_name, r.legal_name, 'Member ' || c.number) into most, payee
      from public.commitments c
      left join public.investor_records r on r.id = c.record_id
      left join public.people p on p.id = r.user_id
     where c.id = p_commitment_id and c.deal_id = p_deal_id;
  elsif p_kind = 'return' then
    select public.unidentified_of_line(l.id), coalesce(nullif(left(btrim(l.payer), 200), ''), 'The payer')
      into most, payee
      from public.bank_lines l where l.id = p_bank_line_id and l.deal_id = p_deal_id;
  else
    if exists (select from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = p_kind and o.state <> 'cancelled')
       and (p_kind = 'wire' or public.ledger_balance(p_deal_id, '2100') = 0 or exists (
         select from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = 'fee' and o.state in ('proposed', 'approved')))
    then return jsonb_build_object('outcome', p_kind || '_once'); end if;
    if p_kind = 'wire' then
      most := public.wire_pence(p_deal_id);
      if most is null then return jsonb_build_object('outcome', 'wire_not_ready'); end if;
      if most < (select t.club_minimum_pence from public.deal_terms t join public.deal_versions v on v.terms_id = t.id
                  where v.deal_id = p_deal_id and v.approved_at is not null order by v.number desc limit 1) then
        return jsonb_build_object('outcome', 'below_minimum');
      end if;
      select c.name into payee from public.deals d join public.companies c on c.id = d.company_id where d.id = p_deal_id;
    else
      if not exists (select from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = 'wire' and o.state = 'paid')
      then return jsonb_build_object('outcome', 'wire_first'); end if;
      most := -public.ledger_balance(p_deal_id, '2100');
      payee := p_payee;
      if most <= 0 then return jsonb_build_object('outcome', 'nothing_open'); end if;
    end if;
  end if;
  if most is null then return null; end if;
  if p_kind in ('refund', 'return') and p_amount_pence > most then
    return jsonb_build_object('outcome', 'refund_too_much', 'most_pence', greatest(most, 0));
  end if;
  most := coalesce(p_amount_pence, most);
  if not public.may_send(p_deal_id, most) then return jsonb_build_object('outcome', 'ledger_mismatch'); end if;
  insert into public.outgoing_payments (deal_id, kind, commitment_id, bank_line_id, amount_pence, payee, reason, proposed_by)
  values (p_deal_id, p_kind, p_commitment_id, p_bank_line_id, most, left(payee, 200), p_reason, public.app_user_id())
  returning id into proposed;
  return jsonb_build_object('outcome', 'proposed', 'id', proposed, 'amount_pence', most);
end
$$;

-- By an admin who did not propose it and is not paid by it; where there is no other admin, a day later.
create view outgoing_payment_list with (security_barrier) as
  select o.id, o.deal_id, o.kind, o.commitment_id, o.bank_line_id, o.amount_pence, o.payee, o.reason, o.proposed_at, o.proposed_by,
         coalesce(proposer.full_name, proposer.email) as proposed_by_name, o.approved_at,
         coalesce(approver.full_name, approver.email) as approved_by_name, o.state, o.paid_on,
         (o.proposed_by is not distinct from (select app_user_id()) or coalesce(owns_commitment(o.commitment_id), false)) as is_own,
         o.proposed_at <= app_now() - interval '24 hours' and (select is_only_admin()) as is_left_to_author
    from outgoing_payments o
    left join people proposer on proposer.id = o.proposed_by
    left join people approver on approver.id = o.approved_by
   where (select is_admin());
grant select on outgoing_payment_list to club_member;

-- Answers approved, approved_alone, or why not: second_person_required, payment_closed, amount_changed, ledger_mismatch; null
-- where there is no such payment.
create function approve_payment(p_payment_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  payment public.outgoing_payment_list;
  present bigint;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d
   where d.id = (select o.deal_id from public.outgoing_payments o where o.id = p_payment_id) for update;
  select * into payment from public.outgoing_payment_list where id = p_payment_id;
  if payment.id is null then return null; end if;
  if payment.state <> 'proposed' then return 'payment_closed'; end if;
  if payment.is_own and not payment.is_left_to_author then return 'second_person_required'; end if;
  if not public.may_send(payment.deal_id, payment.amount_pence) then return 'ledger_mismatch'; end if;
  present := case payment.kind
    -- What is on its way includes this one.
    when 'refund' then case when public.refundable_pence(payment.commitment_id) >= 0 then payment.amount_pence end
    when 'return' then case when public.unidentified_of_line(payment.bank_line_id) >= 0 then payment.amount_pence end
    when 'wire' then public.wire_pence(payment.deal_id)
    else -public.ledger_balance(payment.deal_id, '2100') end;
  if present is distinct from payment.amount_pence then return 'amount_changed'; end if;
  update public.outgoing_payments
     set state = 'approved', approved_at = public.app_now(), approved_by = public.app_user_id() where id = payment.id;
  perform public.check_ledger(payment.deal_id) where public.ledger_difference(payment.deal_id) = 0;
  return case when payment.is_own then 'approved_alone' else 'approved' end;
end
$$;

-- Before it is in the bank's list. Answers cancelled or payment_closed; null where there is no such payment.
create function cancel_payment(p_payment_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  payment public.outgoing_payments;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d
   where d.id = (select o.deal_id from public.outgoing_payments o where o.id = p_payment_id) for update;
  select * into payment from public.outgoing_payments where id = p_payment_id for update;
  if payment.id is null then return null; end if;
  if payment.state not in ('proposed', 'approved') then return 'payment_closed'; end if;
  update public.outgoing_payments set state = 'cancelled' where id = payment.id;
  perform public.check_ledger(payment.deal_id) where public.ledger_difference(payment.deal_id) = 0;
  return 'cancelled';
end
$$;

-- Of every commitment that was ever shared out or called: what the ledger says.
create view closing_members with (security_barrier) as
  select m.*, m.refundable_pence - coalesce(o.pence, 0) as free_refund_pence,
         m.is_asked and not exists (select from funds_nudges n where n.commitment_id = m.commitment_id and n.nudged_on = (select london_today()))
           as is_nudgeable
    from (select c.id as commitment_id, c.deal_id, c.number, c.tier, c.state,
                 case when c.state in ('allocated', 'called', 'part_paid', 'paid', 'completed') then coalesce(c.allocated_shares, 0)
                      else 0 end as shares,
                 coalesce(l.called, 0)::bigint as due_pence,
                 (coalesce(l.called, 0) - greatest(coalesce(l.owed, 0), 0))::bigint as applied_pence,
                 greatest(coalesce(l.owed, 0), 0)::bigint as open_pence,
                 -- With what is kept for those who answer a change of terms.
                 (coalesce(l.surplus, 0) + greatest(-coalesce(l.owed, 0), 0))::bigint as refund_pence,
                 coalesce(l.surplus, 0)::bigint as refundable_pence,
                 coalesce(b.days, '{}') as bank_days, c.called_at, c.due_at, c.grace_until, c.held_at, c.extended_at,
                 coalesce(c.allocated_shares is not null and c.state in ('allocated', 'called', 'part_paid', 'paid')
                          and c.due_pence > coalesce(l.called, 0), false) as is_to_call,
                 coalesce(c.due_at <= (select app_now()), false) as is_past_due,
                 coalesce(b.last_day > (c.due_at at time zone 'Europe/London')::date, false) as is_paid_late,
                 r.user_id is not null
                   and ((c.state = 'needs_reconsent' and c.reconsent_until > (select app_now()))
                        or (c.state in ('called', 'part_paid') and coalesce(l.owed, 0) > 0)) as is_asked
            from commitments c
            left join investor_records r on r.id = c.record_id
            left join (select e.deal_id, e.commitment_id, sum(e.amount_pence) filter (where e.account = '1100') as owed,
                              sum(e.amount_pence) filter (where e.account = '1100' and coalesce(o.kind, t.kind) = 'call') as called,
                              -sum(e.amount_pence) filter (where e.account = '2200') as surplus
                         from ledger_entries e
                         join ledger_transactions t on t.id = e.transaction_id
                         left join ledger_transactions o on o.id = t.reverses_id
                        where e.commitment_id is not null
                        group by e.deal_id, e.commitment_id) l on l.deal_id = c.deal_id and l.commitment_id = c.id
            left join (select t.deal_id, t.commitment_id, max(t.booked_on) as last_day,
                              array_agg(t.booked_on::text order by t.number) as days
                         from ledger_transactions t
                        where t.kind = 'receipt' and not exists (select from ledger_transactions r where r.reverses_id = t.id)
                        group by t.deal_id, t.commitment_id) b on b.deal_id = c.deal_id and b.commitment_id = c.id
           where c.allocated_shares is not null or c.called_at is not null or c.state = 'needs_reconsent') m
    left join (select deal_id, commitment_id, sum(amount_pence)::bigint as pence from outgoing_payments
                where kind = 'refund' and state in ('proposed', 'approved') group by deal_id, commitment_id) o
      on o.deal_id = m.deal_id and o.commitment_id = m.commitment_id
   where (select is_admin());

-- Whose commitment it is; the names of a sealed record are not shown.
create view commitment_people with (security_barrier) as
  select c.id as commitment_id, c.deal_id, c.number, r.user_id, p.full_name, c.reference,
         case when r.user_id is not null then r.legal_name end as legal_name,
         case when r.user_id is not null then r.bank_account_name end as bank_account_name
    from commitments c
    left join investor_records r on r.id = c.record_id
    left join people p on p.id = r.user_id
   where (select is_admin());

-- For admins: what bank and ledger differ by, and whether everybody has paid.
create function funds_state(p_deal_id uuid) returns table (difference_pence bigint, is_wire_ready boolean)
language sql stable security definer set search_path = pg_catalog as $$
  select public.ledger_difference(p_deal_id), public.wire_pence(p_deal_id) is not null where public.is_admin()
$$;
grant execute on function funds_state(uuid) to club_member;

-- A deal's sums, all as of one moment.
create view closing_sums with (security_barrier) as
  select d.id as deal_id, company.name as company_name, d.name as deal_name, d.state as deal_state, m.*, e.*, b.*, f.*, s.*,
         (select trim_scale(t.price)::text from deal_terms t
           where t.id = coalesce((select a.terms_id from allocations a where a.deal_id = d.id and a.state = 'final'),
                                 (select c.terms_id from commitments c where c.deal_id = d.id and c.called_at is not null limit 1)))
           as price,
         (select min(c.called_at) from commitments c where c.deal_id = d.id) as called_at,
         (select c.due_at from funds_calls c where c.deal_id = d.id order by c.number desc limit 1) as due_at,
         coalesce((select a.frozen_until is null or a.frozen_until <= app_now() from collection_accounts a
                    where a.deal_id = d.id and a.confirmed_at is not null and a.replaced_at is null), false) as has_open_account,
         exists (select from outgoing_payments o where o.deal_id = d.id and o.kind = 'wire' and o.state <> 'cancelled') as has_wire,
         exists (select from outgoing_payments o where o.deal_id = d.id and o.kind = 'wire' and o.state = 'paid') as is_wired,
         exists (select from outgoing_payments o where o.deal_id = d.id and o.kind = 'fee' and o.state in ('proposed', 'approved'))
           as has_fee,
         exists (select from top_ups u where u.deal_id = d.id and u.ended_at is null) as has_top_up,
         coalesce((select a.capacity_shares from allocations a where a.deal_id = d.id and a.state = 'final')
                  - (select sum(c.allocated_shares) from commitments c
                      where c.deal_id = d.id and c.state in ('allocated', 'called', 'part_paid', 'paid', 'completed')), 0)::bigint
           as free_shares
    from deals d
    join companies company on company.id = d.company_id
    cross join lateral (
      select count(*) filter (where m.due_pence > 0)::integer as called_members,
             coalesce(sum(m.due_pence), 0)::bigint as due_pence,
             coalesce(sum(m.applied_pence), 0)::bigint as applied_pence,
             coalesce(sum(m.open_pence), 0)::bigint as open_pence,
             coalesce(sum(m.refund_pence), 0)::bigint as refund_pence,
             coalesce(sum(m.shares) filter (where m.due_pence > 0), 0)::bigint as shares,
             count(*) filter (where m.state in ('paid', 'completed'))::integer as paid_members,
             coalesce(sum(m.applied_pence) filter (where m.state in ('paid', 'completed')), 0)::bigint as paid_pence,
             count(*) filter (where m.state = 'part_paid')::integer as part_paid_members,
             coalesce(sum(m.applied_pence) filter (where m.state = 'part_paid'), 0)::bigint as part_paid_pence,
             count(*) filter (where m.open_pence > 0 and m.held_at is not null and not m.is_past_due)::integer as held_members,
             coalesce(sum(m.open_pence) filter (where m.held_at is not null and not m.is_past_due), 0)::bigint as held_pence,
             count(*) filter (where m.open_pence > 0 and m.is_past_due)::integer as late_members,
             coalesce(sum(m.open_pence) filter (where m.is_past_due), 0)::bigint as late_pence,
             count(*) filter (where m.is_to_call)::integer as members_to_call,
             count(*) filter (where m.is_nudgeable)::integer as nudgeable
        from closing_members m where m.deal_id = d.id) m
    cross join lateral (
      select coalesce(sum(e.amount_pence), 0)::bigint as ledger_sum_pence,
             count(distinct e.transaction_id)::integer as transactions,
             coalesce(sum(e.amount_pence) filter (where e.account = '1000'), 0)::bigint as on_account_pence,
             coalesce(-sum(e.amount_pence) filter (where e.account = '2300'), 0)::bigint as unidentified_pence,
             coalesce(-sum(e.amount_pence) filter (where e.account = '2000' and coalesce(o.kind, t.kind) = 'call'), 0)::bigint
               as to_company_pence,
             coalesce(-sum(e.amount_pence) filter (where e.account = '2100' and coalesce(o.kind, t.kind) = 'call'), 0)::bigint
               as to_club_pence,
             coalesce(sum(e.amount_pence) filter (where e.account = '2100' and coalesce(o.kind, t.kind) = 'club_bears'), 0)::bigint
               as borne_pence,
             coalesce(-sum(e.amount_pence) filter (where e.account = '1000' and coalesce(o.kind, t.kind) = 'wire'), 0)::bigint
               as wired_pence,
             coalesce(-sum(e.amount_pence) filter (where e.account = '1000' and coalesce(o.kind, t.kind) = 'fee'), 0)::bigint
               as fee_paid_pence
        from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        left join ledger_transactions o on o.id = t.reverses_id
       where e.deal_id = d.id) e
    cross join lateral (select sum(l.amount_pence)::bigint as bank_pence from bank_lines l where l.deal_id = d.id) b
    cross join lateral (select max(f.imported_at) as list_read_at from bank_files f where f.deal_id = d.id) f
    cross join lateral funds_state(d.id) s
   where (select is_admin());
grant select on closing_members, commitment_people, closing_sums to club_member;

-- Of what happened to the caller's money: every deal in which something was called from them.
create function own_called_commitments() returns table (commitment_id uuid, deal_id uuid)
language sql stable security definer set search_path = pg_catalog as $$
  select c.id, c.deal_id from public.commitments c join public.investor_records r on r.id = c.record_id
   where r.user_id = public.app_user_id() and c.called_at is not null
$$;
grant execute on function own_called_commitments() to club_member;

-- For whoever takes part, and admins: numbers in place of names, and nobody's notes.
create view deal_ledger with (security_barrier) as
  select t.id, t.deal_id, t.number, t.booked_on, t.posted_at, t.kind, o.kind as reversed_kind, o.number as reversed_number,
         c.number as member, c.id in (select own.commitment_id from own_called_commitments() own) as is_own,
         c.state in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded') as has_left,
         coalesce(coalesce(o.kind, t.kind) = 'receipt' and t.booked_on > (c.due_at at time zone 'Europe/London')::date, false) as is_late,
         coalesce(t.booked_on <= (c.grace_until at time zone 'Europe/London')::date, false) as is_in_grace,
         case when p.kind in ('wire', 'fee') then p.payee end as payee,
         case when t.kind = 'wire' then (select sum(w.allocated_shares)::bigint from ledger_entries e
                                           join commitments w on w.id = e.commitment_id where e.transaction_id = t.id) end as shares,
         (select jsonb_agg(jsonb_build_object('account', e.account, 'member', ec.number, 'amount_pence', e.amount_pence) order by e.id)
            from ledger_entries e left join commitments ec on ec.id = e.commitment_id where e.transaction_id = t.id) as entries
    from ledger_transactions t
    left join ledger_transactions o on o.id = t.reverses_id
    left join commitments c on c.id = t.commitment_id
    left join outgoing_payments p on p.id = t.payment_id
   where (select is_admin()) or t.deal_id in (select own.deal_id from own_called_commitments() own);
create view deal_ledger_sums with (security_barrier) as
  select d.id as deal_id, e.*,
         (select max(c.number) from commitments c
           where c.deal_id = d.id and c.id in (select own.commitment_id from own_called_commitments() own)) as own_member
    from deals d
    cross join lateral (
      select count(distinct e.transaction_id)::integer as transactions, coalesce(sum(e.amount_pence), 0)::bigint as sum_pence,
             coalesce(sum(e.amount_pence) filter (where e.account = '1000'), 0)::bigint as on_account_pence
        from ledger_entries e where e.deal_id = d.id) e
   where (select is_admin()) or d.id in (select own.deal_id from own_called_commitments() own);
grant select on deal_ledger, deal_ledger_sums to club_member;

-- On account before a transaction; null for who may not know.
create function on_account_before(p_deal_id uuid, p_number integer) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(sum(e.amount_pence), 0)::bigint
    from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id
   where e.deal_id = p_deal_id and e.account = '1000' and t.number < p_number
     and (public.is_admin() or p_deal_id in (select own.deal_id from public.own_called_commitments() own))
$$;
grant execute on function on_account_before(uuid, integer) to club_member;

create view bank_file_list with (security_barrier) as
  select f.id, f.deal_id, f.imported_at, coalesce(p.full_name, p.email) as imported_by_name, f.name, f.format, f.lines, f.new_lines,
         f.opening_balance_pence, f.closing_balance_pence
    from bank_files f left join people p on p.id = f.imported_by
   where (select is_admin());
create view bank_line_list with (security_barrier) as
  select l.id, l.deal_id, l.file_id, l.line_number, l.booked_on, l.booked_on::timestamp at time zone 'UTC' as booked_at,
         l.amount_pence, (l.amount_pence - coalesce(m.pence, 0))::bigint as open_pence, l.payer, l.reference
    from bank_lines l
    left join (select deal_id, bank_line_id, sum(amount_pence) as pence from bank_matches
                where reversal_id is null group by deal_id, bank_line_id) m on m.deal_id = l.deal_id and m.bank_line_id = l.id
   where (select is_admin());
create view bank_match_list with (security_barrier) as
  select m.id, m.deal_id, m.bank_line_id, t.kind, t.commitment_id, t.payment_id, member.full_name, m.amount_pence, m.matched_at,
         coalesce(p.full_name, p.email) as matched_by_name, m.reason, m.reversal_id is not null as is_reversed
    from bank_matches m
    join ledger_transactions t on t.id = m.transaction_id
    left join commitments c on c.id = t.commitment_id
    left join investor_records r on r.id = c.record_id
    left join people member on member.id = r.user_id
    left join people p on p.id = m.matched_by
   where (select is_admin());
grant select on bank_file_list, bank_line_list, bank_match_list to club_member;

-- Notes that they are reminded, and answers who.
create function nudge_members(p_deal_id uuid) returns table (commitment_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  if not public.lock_funds(p_deal_id) then return; end if;
  return query
    with nudged as (
      insert into public.funds_nudges (commitment_id, nudged_on, nudged_by)
      select m.commitment_id, public.london_today(), public.app_user_id()
        from public.closing_members m where m.deal_id = p_deal_id and m.is_nudgeable
      returning commitment_id)
    select n.commitment_id, r.user_id from nudged n
      join public.commitments c on c.id = n.commitment_id join public.investor_records r on r.id = c.record_id;
end
$$;
grant execute on function lock_funds(uuid), import_bank_file(uuid, text, text, text, bigint, bigint, jsonb),
  confirm_bank_lines(uuid, jsonb), match_bank_line(uuid, jsonb, text), unmatch_bank_line(uuid, uuid, text),
  propose_payment(uuid, text, uuid, uuid, bigint, text, text), approve_payment(uuid), cancel_payment(uuid), nudge_members(uuid)
  to club_member;

-- What waits for a second admin.
create index outgoing_payments_proposed_idx on outgoing_payments (proposed_by) where state = 'proposed';
create index allocations_draft_idx on allocations (author_id) where state = 'draft';
create index deal_versions_waiting_idx on deal_versions (deal_id) where approved_at is null;

-- Once shares are given out a deal is not opened again; new terms ask everybody, in closing.
create function refuse_reopening() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  if exists (select from public.allocations a where a.deal_id = new.id and a.state = 'final') then
    raise integrity_constraint_violation using message = 'a deal whose shares are given out is not opened again';
  end if;
  return new;
end
$$;
create trigger refuse_reopening before update of state on deals for each row
  when (old.state = 'closing' and new.state = 'released') execute function refuse_reopening();
