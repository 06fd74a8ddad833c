-- Whom lines would pay, or pay out to.
create or replace function paid_by_lines(p_lines jsonb) returns uuid[] language sql stable security definer as $$
  select array(select g.commitment_id from jsonb_to_recordset(p_lines) as g (commitment_id uuid)
                where g.commitment_id is not null
                union
               select o.commitment_id from jsonb_to_recordset(p_lines) as g (payment_id uuid)
                 join public.outgoing_payments o on o.id = g.payment_id where o.commitment_id is not null
                union
               select t.commitment_id from jsonb_to_recordset(p_lines) as g (returned_id uuid)
                 join public.bank_matches m on m.id = g.returned_id
                 join public.ledger_transactions t on t.id = m.transaction_id where t.commitment_id is not null) $$;

-- Nothing is open of a line that was taken back with its file.
create or replace function open_of_line(p_line_id uuid) returns bigint language sql stable security definer as $$
  select case when l.taken_back_at is null then l.amount_pence else 0 end
         - coalesce((select sum(m.amount_pence) from public.bank_matches m
                      where m.bank_line_id = l.id and m.deal_id = l.deal_id and m.reversal_id is null), 0)::bigint
    from public.bank_lines l where l.id = p_line_id $$;

-- Payments that are not cancelled count as paid.
create or replace function unidentified_of_line(p_line_id uuid) returns bigint language sql stable security definer as $$
  select coalesce((select sum(m.amount_pence) from public.bank_matches m
                     join public.ledger_transactions t on t.id = m.transaction_id and t.kind = 'unidentified'
                    where m.bank_line_id = p_line_id and m.reversal_id is null), 0)::bigint
         - coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                      where o.bank_line_id = p_line_id and o.state <> 'cancelled'), 0)::bigint $$;

create or replace function take_back_match(p_match public.bank_matches, p_reason text) returns void language sql security definer as $$
  update public.bank_matches
     set reversal_id = public.reverse_ledger(p_match.transaction_id, public.london_today(), p_reason) where id = p_match.id $$;

-- The transactions after number p_posted are lines of the bank that were posted as a whole.
create or replace function book_whole_lines(p_deal_id uuid, p_posted integer, p_account text,
                                            out lines integer, out pence bigint, out commitment_ids uuid[])
language plpgsql security definer as $$
begin
  insert into public.ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
  select t.id, p_deal_id, e.account, e.commitment_id, e.amount_pence
    from public.ledger_transactions t
    join public.bank_lines l on l.id = t.bank_line_id
    cross join lateral (values ('1000', null::uuid, l.amount_pence), (p_account, t.commitment_id, -l.amount_pence))
      e (account, commitment_id, amount_pence) where t.deal_id = p_deal_id and t.number > p_posted order by t.number, e.account;
  insert into public.bank_matches (deal_id, bank_line_id, transaction_id, amount_pence, matched_by)
  select p_deal_id, l.id, t.id, l.amount_pence, public.app_user_id()
    from public.ledger_transactions t join public.bank_lines l on l.id = t.bank_line_id
   where t.deal_id = p_deal_id and t.number > p_posted order by t.number;
  select count(*), coalesce(sum(l.amount_pence), 0), coalesce(array_agg(t.commitment_id order by t.number), '{}')
    into lines, pence, commitment_ids
    from public.ledger_transactions t join public.bank_lines l on l.id = t.bank_line_id
   where t.deal_id = p_deal_id and t.number > p_posted;
end $$;

-- Lines that do not match any more are left out. What the bank has done is booked while ledger and bank differ, too: it explains them.
create or replace function confirm_bank_lines(p_deal_id uuid, p_lines jsonb) returns jsonb language plpgsql security definer as $$
declare
  admin constant uuid := public.app_user_id();
  at constant timestamptz := public.app_now();
  posted integer;
  booked record;
  given record;
  line public.bank_lines;
  confirmed integer;
  pence bigint;
  receipts uuid[];
  refunds uuid[] := '{}';
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  perform public.refuse_own_money(public.paid_by_lines(p_lines));
  select coalesce(max(t.number), 0) into posted from public.ledger_transactions t where t.deal_id = p_deal_id;
  insert into public.ledger_transactions (deal_id, number, booked_on, posted_at, posted_by, kind, commitment_id, bank_line_id)
  select p_deal_id, posted + row_number() over (order by f.booked_on, f.line_number), f.booked_on, at, admin, 'receipt',
         f.commitment_id, f.id
    from (select distinct on (o.commitment_id) o.*
            from (select distinct on (l.id) l.id, l.booked_on, l.line_number, g.commitment_id
                    from jsonb_to_recordset(p_lines) as g (id uuid, kind text, commitment_id uuid)
                    join public.bank_lines l on l.id = g.id and l.deal_id = p_deal_id and l.amount_pence > 0
                    join public.commitments c on c.id = g.commitment_id and c.deal_id = p_deal_id and c.called_at is not null
                   where g.kind = 'receipt' and public.open_of_line(l.id) = l.amount_pence
                     and public.ledger_balance(p_deal_id, '1100', c.id) = l.amount_pence
                   order by l.id, g.commitment_id) o order by o.commitment_id, o.booked_on, o.line_number) f;
  select * into booked from public.book_whole_lines(p_deal_id, posted, '1100');
  confirmed := booked.lines;
  pence := booked.pence;
  receipts := booked.commitment_ids;
  -- Nothing is due from these members.
  with paid as (
    update public.commitments set state = 'paid', state_since = at
     where id = any (receipts) and state in ('called', 'part_paid') returning id)
  insert into public.commitment_events (commitment_id, happened_at, kind, actor_id, details)
  select id, at, 'paid', admin, '{"open_pence": 0}' from paid;
  for given in
    select g.* from jsonb_to_recordset(p_lines) as g (id uuid, kind text, commitment_id uuid, payment_id uuid)
      join public.bank_lines l on l.id = g.id where g.kind not in ('receipt', 'distribution') order by l.booked_on, l.line_number
  loop
    select * into line from public.bank_lines l where l.id = given.id and l.deal_id = p_deal_id;
    continue when line.id is null or public.open_of_line(line.id) <> line.amount_pence
      or public.book_part(line, given.kind, given.commitment_id, given.payment_id, abs(line.amount_pence), null) <> 'booked';
    confirmed := confirmed + 1;
    pence := pence + line.amount_pence;
    if given.kind = 'refund' then
      refunds := refunds || (select o.commitment_id from public.outgoing_payments o where o.id = given.payment_id);
    end if;
  end loop;
  select coalesce(max(t.number), 0) into posted from public.ledger_transactions t where t.deal_id = p_deal_id;
  -- Line and payment are joined by ids first, because a join by sums compares each line with each payment.
  with wanted as materialized (
    select g.* from jsonb_to_recordset(p_lines) as g (id uuid, kind text, payment_id uuid) where g.kind = 'distribution'),
  lines as materialized (
    select distinct on (l.id) l.id, l.deal_id, l.booked_on, l.line_number, l.amount_pence, w.payment_id
      from wanted w join public.bank_lines l on l.id = w.id order by l.id, w.payment_id),
  payments as materialized (
    select distinct on (o.id) l.id, l.deal_id, l.booked_on, l.line_number, l.amount_pence, o.id as payment_id, o.commitment_id,
           o.exit_id, o.amount_pence as due_pence
      from lines l join public.outgoing_payments o on o.id = l.payment_id
     where l.deal_id = p_deal_id and o.deal_id = p_deal_id and o.kind = 'distribution' and o.state = 'approved'
     order by o.id, l.booked_on, l.line_number)
  insert into public.ledger_transactions (deal_id, number, booked_on, posted_at, posted_by, kind, commitment_id, bank_line_id,
                                          payment_id, exit_id)
  select p_deal_id, posted + row_number() over (order by f.booked_on, f.line_number), f.booked_on, at, admin, 'distribution',
         f.commitment_id, f.id, f.payment_id, f.exit_id
    from payments f
   where f.due_pence = -f.amount_pence and public.open_of_line(f.id) = f.amount_pence
     and public.exit_due(f.exit_id, p_deal_id, 'distribution', f.commitment_id) = f.due_pence;
  select * into booked from public.book_whole_lines(p_deal_id, posted, '2400');
  update public.outgoing_payments o set state = 'paid', paid_on = t.booked_on
    from public.ledger_transactions t where t.deal_id = p_deal_id and t.number > posted and o.id = t.payment_id;
  confirmed := confirmed + booked.lines;
  pence := pence + booked.pence;
  perform public.need_records(array(select h.record_id from public.holdings h
                                     where h.commitment_id = any (booked.commitment_ids) and h.record_id is not null));
  perform public.check_ledger(p_deal_id) where public.ledger_difference(p_deal_id) = 0;
  return jsonb_build_object('confirmed', confirmed, 'pence', pence, 'receipts', receipts, 'refunds', refunds);
end $$;

-- Returns why the bank's return of a receipt is not booked; null where it can be. Members hold their shares because the company was paid.
create or replace function return_refusal(p_receipt public.ledger_transactions) returns text language sql stable security definer as $$
  select case when exists (select from public.outgoing_payments o
                            where o.deal_id = p_receipt.deal_id and o.kind = 'wire' and o.state in ('approved', 'paid'))
                   and exists (select from public.ledger_entries e
                                where e.transaction_id = p_receipt.id and e.account = '1100') then 'return_company_paid'
              when public.returned_pence(p_receipt.id) = 0
                   and public.refundable_without(p_receipt.id, p_receipt.commitment_id) < 0 then 'money_sent_on' end $$;

-- A receipt that the bank took back, all of it or a part: what of it is owed back goes first. A line that is not booked yet is booked
-- with its return. The function returns 'booked', or the reason why not.
create or replace function book_return(p_line public.bank_lines, p_returned_id uuid, p_commitment_id uuid, p_amount_pence bigint,
                            p_reason text, out outcome text, out commitment_id uuid)
language plpgsql security definer as $$
declare
  receipt public.ledger_transactions;
  came public.bank_lines;
  surplus bigint;
  refusal text;
  posted uuid;
begin
  outcome := 'not_received';
  select l.* into came from public.bank_lines l
   where l.id = p_returned_id and l.deal_id = p_line.deal_id and l.amount_pence > 0 and l.booked_on <= p_line.booked_on
     and public.open_of_line(l.id) = l.amount_pence;
  if came.id is not null then
    if public.book_part(came, 'receipt', p_commitment_id, null, came.amount_pence, p_reason) <> 'booked' then return; end if;
  end if;
  select t.* into receipt
    from public.bank_matches m join public.ledger_transactions t on t.id = m.transaction_id and t.kind = 'receipt'
   where (m.id = p_returned_id or m.bank_line_id = came.id) and m.deal_id = p_line.deal_id and m.reversal_id is null
     and t.booked_on <= p_line.booked_on;
  if receipt.id is null or public.returned_pence(receipt.id) + p_amount_pence > (
       select e.amount_pence from public.ledger_entries e where e.transaction_id = receipt.id and e.account = '1000') then return; end if;
  refusal := public.return_refusal(receipt);
  if refusal is not null then raise sqlstate 'KC001' using message = refusal; end if;
  select least(coalesce(-sum(e.amount_pence), 0), p_amount_pence) into surplus
    from public.standing_transactions t join public.ledger_entries e on e.transaction_id = t.id and e.account = '2200'
   where t.id = receipt.id or t.returned_id = receipt.id;
  posted := public.post_ledger(p_line.deal_id, 'payment_returned', p_line.booked_on, jsonb_build_array(
    jsonb_build_object('account', '1000', 'amount_pence', -p_amount_pence),
    jsonb_build_object('account', '1100', 'commitment_id', receipt.commitment_id, 'amount_pence', p_amount_pence - surplus),
    jsonb_build_object('account', '2200', 'commitment_id', receipt.commitment_id, 'amount_pence', surplus)),
    receipt.commitment_id, p_line.id, p_note => p_reason, p_returned_id => receipt.id);
  insert into public.bank_matches (deal_id, bank_line_id, transaction_id, amount_pence, matched_by, reason)
  values (p_line.deal_id, p_line.id, posted, -p_amount_pence, public.app_user_id(), p_reason);
  perform public.settle_member(receipt.commitment_id, null);
  if public.refundable_pence(receipt.commitment_id) < 0 then raise sqlstate 'KC001' using message = 'money_sent_on'; end if;
  insert into public.commitment_events (commitment_id, kind, actor_id, details)
  values (receipt.commitment_id, 'receipt_returned', public.app_user_id(), jsonb_build_object('amount_pence', p_amount_pence));
  outcome := 'booked';
  commitment_id := receipt.commitment_id;
end $$;

-- Receipts that the bank may have taken back: what is booked of them, less what was taken back already.
create or replace function returnable_receipts(p_deal_id uuid)
returns table (match_id uuid, commitment_id uuid, booked_on date, amount_pence bigint, refusal text)
language sql stable security definer as $$
  select m.id, t.commitment_id, t.booked_on, m.amount_pence - public.returned_pence(t.id), public.return_refusal(t)
    from public.bank_matches m join public.ledger_transactions t on t.id = m.transaction_id and t.kind = 'receipt'
   where m.deal_id = p_deal_id and m.reversal_id is null and public.is_admin()
     and m.amount_pence > public.returned_pence(t.id) order by t.booked_on, t.number $$;

-- Money that was booked as unidentified is used where the parts need it. A line that goes out is booked in full: what is left of it
-- would stop every movement of money.
create or replace function match_bank_line(p_line_id uuid, p_parts jsonb, p_reason text) returns jsonb
language plpgsql security definer as $$
declare
  line public.bank_lines;
  part record;
  wanted bigint;
  free bigint;
  outcome text;
  is_identified boolean := false;
  receipts uuid[] := '{}';
  refunds uuid[] := '{}';
  returned jsonb := '[]';
  owner uuid;
begin
  select * into line from public.bank_lines l where l.id = p_line_id and l.taken_back_at is null;
  if not public.lock_funds(line.deal_id) then return null; end if;
  perform public.refuse_own_money(public.paid_by_lines(p_parts));
  select sum(p.amount_pence) into wanted from jsonb_to_recordset(p_parts) as p (amount_pence bigint);
  free := abs(public.open_of_line(line.id));
  if wanted > free and line.amount_pence > 0
     and not exists (select from jsonb_to_recordset(p_parts) as p (kind text) where p.kind = 'unidentified') then
    free := free + public.unidentified_of_line(line.id);
    is_identified := wanted <= free;
  end if;
  if free = 0 then raise sqlstate 'KC001' using message = 'already_posted'; end if;
  if line.amount_pence < 0 and wanted <> free then
    raise sqlstate 'KC001' using message = 'parts_differ', detail = jsonb_build_object('more_pence', wanted - free)::text;
  end if;
  if wanted > free then
    raise sqlstate 'KC001' using message = 'more_than_line', detail = jsonb_build_object('open_pence', free)::text;
  end if;
  if is_identified then
    perform public.take_back_match(m, p_reason)
       from public.bank_matches m join public.ledger_transactions t on t.id = m.transaction_id and t.kind = 'unidentified'
      where m.bank_line_id = line.id and m.reversal_id is null;
  end if;
  for part in
    select p.* from jsonb_to_recordset(p_parts)
      as p (kind text, commitment_id uuid, payment_id uuid, exit_id uuid, returned_id uuid, amount_pence bigint) loop
    if part.kind = 'payment_returned' and line.amount_pence < 0 then
      select b.outcome, b.commitment_id into outcome, owner
        from public.book_return(line, part.returned_id, part.commitment_id, part.amount_pence, p_reason) b;
      returned := returned || jsonb_build_object('commitment_id', owner, 'pence', part.amount_pence);
    else
      outcome := public.book_part(line, part.kind, part.commitment_id, part.payment_id, part.amount_pence, p_reason, part.exit_id);
    end if;
    if outcome <> 'booked' then raise sqlstate 'KC001' using message = outcome; end if;
    if part.kind = 'receipt' then receipts := receipts || part.commitment_id; end if;
    if part.kind = 'refund' then
      refunds := refunds || (select o.commitment_id from public.outgoing_payments o where o.id = part.payment_id);
    end if;
  end loop;
  free := public.open_of_line(line.id);
  if is_identified and free > 0 then perform public.book_part(line, 'unidentified', null, null, free, p_reason); end if;
  perform public.check_ledger(line.deal_id) where public.ledger_difference(line.deal_id) = 0;
  return jsonb_build_object('deal_id', line.deal_id, 'receipts', receipts, 'refunds', refunds, 'returned', returned);
end $$;

-- Returns how much a member could be sent back if a receipt of theirs was taken back, as settle_member would leave it, less what is on
-- its way.
create or replace function refundable_without(p_transaction_id uuid, p_commitment_id uuid) returns bigint
language plpgsql stable security definer as $$
declare own public.commitments; owed bigint; sent_back bigint; set_off bigint; called bigint;
begin
  select * into own from public.commitments where id = p_commitment_id;
  select coalesce(sum(e.amount_pence) filter (where e.account = '1100'), 0),
         coalesce(sum(e.amount_pence) filter (where e.account = '2200'), 0),
         coalesce(sum(e.amount_pence) filter (where e.account = '2200' and t.kind = 'leaving'), 0),
         coalesce(sum(e.amount_pence) filter (where e.account = '1100' and coalesce(o.kind, t.kind) = 'call'), 0)
    into owed, sent_back, set_off, called
    from public.ledger_entries e
    join public.ledger_transactions t on t.id = e.transaction_id
    left join public.ledger_transactions o on o.id = t.reverses_id
   where e.deal_id = own.deal_id and e.commitment_id = own.id and t.id <> p_transaction_id;
  set_off := greatest(least(sent_back, set_off), 0);
  owed := owed + set_off;
  sent_back := sent_back - set_off;
  if own.state not in ('committed', 'needs_reconsent', 'waiting_list', 'allocated') then
    sent_back := sent_back + owed - greatest(least(owed, called), 0);
  end if;
  return -sent_back - coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                                 where o.deal_id = own.deal_id and o.commitment_id = own.id and o.kind = 'refund'
                                   and o.state in ('proposed', 'approved')), 0);
end $$;

-- Returns why the booking of a line is not taken back; null where it can be.
create or replace function unmatch_refusal(p_match_id uuid) returns text language plpgsql stable security definer as $$
declare match public.bank_matches; booked public.ledger_transactions;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into match from public.bank_matches m where m.id = p_match_id;
  select * into booked from public.ledger_transactions t where t.id = match.transaction_id;
  if public.is_sealed(booked) then return 'booked_before_completion'; end if;
  if booked.kind <> 'payment_returned' and exists (
       select from public.standing_transactions t
        where (t.payment_id = booked.payment_id or t.returned_id = booked.id) and t.kind = 'payment_returned' and t.number > booked.number) then
    return 'returned_since';
  end if;
  if (booked.kind = 'wire' and (exists (select from public.outgoing_payments o
        where o.deal_id = booked.deal_id and o.kind = 'fee' and o.state in ('approved', 'paid'))
        or exists (select from public.holdings h where h.deal_id = booked.deal_id)))
     or (booked.kind = 'receipt' and exists (select from public.outgoing_payments o
        where o.deal_id = booked.deal_id and o.kind = 'wire' and o.state in ('approved', 'paid'))
        and exists (select from public.ledger_entries e where e.transaction_id = booked.id and e.account = '1100'))
     or (booked.kind = 'exit' and exists (select from public.outgoing_payments o
        where o.exit_id = booked.exit_id and o.deal_id = booked.deal_id and o.state in ('approved', 'paid')))
     or (booked.kind = 'payment_returned' and booked.payment_id is not null and not exists (select from public.outgoing_payments o
        where o.id = booked.payment_id and o.state = 'approved'))
     or (booked.kind = 'unidentified' and public.unidentified_of_line(match.bank_line_id) < match.amount_pence)
     or (booked.payment_id is null and booked.commitment_id is not null
         and public.refundable_without(booked.id, booked.commitment_id) < 0) then return 'money_sent_on'; end if;
  return null;
end $$;

-- Of money of nobody known: what can still be sent back to where it came from, and what was, or is to be.
create or replace function returns_of_line(p_line_id uuid, out returnable_pence bigint, out returns jsonb)
language plpgsql stable security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select greatest(least(public.unidentified_of_line(l.id), public.sendable_pence(l.deal_id)), 0),
         (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'amount_pence', o.amount_pence, 'state', o.state,
                                                       'paid_on', o.paid_on) order by o.id), '[]')
            from public.outgoing_payments o where o.bank_line_id = l.id and o.kind = 'return' and o.state <> 'cancelled')
    into returnable_pence, returns from public.bank_lines l where l.id = p_line_id;
end $$;

-- Booked as of nobody known yet, and not to be sent back.
create or replace function unidentified_lines(p_deal_id uuid) returns table (bank_line_id uuid, pence bigint)
language sql stable security definer as $$
  select found.id, found.pence
    from (select l.id, public.unidentified_of_line(l.id) as pence
            from (select distinct t.bank_line_id as id from public.ledger_transactions t
                   where t.deal_id = p_deal_id and t.kind = 'unidentified' and public.is_admin()) l) found
   where found.pence > 0 $$;

create or replace function unmatch_bank_line(p_line_id uuid, p_match_id uuid, p_reason text) returns uuid
language plpgsql security definer as $$
declare line public.bank_lines; match public.bank_matches; booked public.ledger_transactions; refusal text;
begin
  select * into line from public.bank_lines l where l.id = p_line_id;
  if not public.lock_funds(line.deal_id) then return null; end if;
  select * into match from public.bank_matches m where m.id = p_match_id and m.bank_line_id = line.id and m.reversal_id is null;
  if match.id is null then raise sqlstate 'KC001' using message = 'nothing_to_unmatch'; end if;
  select * into booked from public.ledger_transactions t where t.id = match.transaction_id;
  perform public.refuse_own_money(array[booked.commitment_id]);
  refusal := public.unmatch_refusal(match.id);
  if refusal is not null then raise sqlstate 'KC001' using message = refusal; end if;
  perform public.take_back_match(match, p_reason);
  if booked.kind = 'payment_returned' and booked.payment_id is not null then
    update public.outgoing_payments o set state = 'paid', paid_on = sent.booked_on
      from public.ledger_transactions sent where o.id = booked.payment_id and sent.id = public.sent_by(o.id);
    insert into public.commitment_events (commitment_id, kind, actor_id, details)
    select o.commitment_id, 'refund_paid', public.app_user_id(), jsonb_build_object('amount_pence', match.amount_pence)
      from public.outgoing_payments o where o.id = booked.payment_id and o.kind = 'refund';
  elsif booked.payment_id is not null then
    update public.outgoing_payments set state = 'approved', paid_on = null where id = booked.payment_id;
    if booked.kind = 'refund' then
      insert into public.commitment_events (commitment_id, kind, actor_id, details)
      values (booked.commitment_id, 'refund_taken_back', public.app_user_id(), jsonb_build_object('amount_pence', -match.amount_pence));
    end if;
  elsif booked.commitment_id is not null then
    perform public.settle_member(booked.commitment_id);
    if booked.kind = 'payment_returned' then
      insert into public.commitment_events (commitment_id, kind, actor_id, details)
      values (booked.commitment_id, 'receipt_stands', public.app_user_id(), jsonb_build_object('amount_pence', -match.amount_pence));
    end if;
    if public.refundable_pence(booked.commitment_id) < 0 then raise sqlstate 'KC001' using message = 'money_sent_on'; end if;
  end if;
  perform public.check_ledger(line.deal_id) where public.ledger_difference(line.deal_id) = 0;
  return line.deal_id;
end $$;

create or replace view bank_line_list with (security_barrier) as
  select l.id, l.deal_id, l.file_id, l.line_number, l.booked_on, l.booked_on::timestamp at time zone 'UTC' as booked_at,
         l.amount_pence, (l.amount_pence - coalesce((select sum(m.amount_pence) from bank_matches m
                                        where m.bank_line_id = l.id and m.reversal_id is null), 0))::bigint as open_pence, l.payer,
         l.reference,
         exists (select from bank_matches m where m.bank_line_id = l.id and m.reversal_id is not null) as is_taken_back,
         (select f.format from bank_files f where f.id = l.file_id) as format,
         (select f.closing_balance_pence is not null from bank_files f where f.id = l.file_id) as has_balance
    from bank_lines l where l.taken_back_at is null and (select is_admin());

create or replace view bank_match_list with (security_barrier) as
  select m.id, m.deal_id, m.bank_line_id, t.kind, t.commitment_id, t.payment_id,
         (select name from people where id = r.user_id) as full_name, m.amount_pence, m.matched_at,
         (select name from people where id = m.matched_by) as matched_by_name, m.reason, m.reversal_id is not null as is_reversed,
         case when m.reversal_id is null then unmatch_refusal(m.id) end as refusal, sent.returnable_pence, sent.returns
    from bank_matches m
    join ledger_transactions t on t.id = m.transaction_id
    left join lateral returns_of_line(m.bank_line_id) sent on t.kind = 'unidentified' and m.reversal_id is null
    left join commitments c on c.id = t.commitment_id
    left join investor_records r on r.id = c.record_id where (select is_admin());

grant select on bank_line_list, bank_match_list to club_member;
grant execute on function confirm_bank_lines, match_bank_line, returnable_receipts, unmatch_refusal, returns_of_line, unidentified_lines,
  unmatch_bank_line to club_member;
