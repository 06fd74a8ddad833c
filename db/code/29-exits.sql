-- The trigger binds the owner too. Names are emptied with their accounts.
create or replace function keep_exit() returns trigger language plpgsql as $$
declare
  names constant text[] := '{proposed_by,confirmed_by,withdrawn_by}';
  decided constant text[] := '{confirmed_at,withdrawn_at,withdrawn_because}';
  -- Generated columns are computed after this trigger.
  generated constant text[] := '{state,takes_shares,paid_pence}';
begin
  if tg_op = 'UPDATE' and tg_table_name = 'exits'
     and to_jsonb(old) - names - decided - generated = to_jsonb(new) - names - decided - generated
     and not exists (select from unnest(decided) field where to_jsonb(old) ->> field is not null
                       and to_jsonb(new) ->> field is distinct from to_jsonb(old) ->> field)
     and not exists (select from unnest(names) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name
                       and to_jsonb(new) ->> replace(name, '_by', '_at') is not distinct from to_jsonb(old) ->> replace(name, '_by', '_at'))
  then return new; end if;
  if tg_op = 'UPDATE' and tg_table_name = 'exit_lines'
     and to_jsonb(old) - generated - 'holding_id' = to_jsonb(new) - generated - 'holding_id'
     and to_jsonb(new) ->> 'holding_id' is null
     and exists (select from public.exits e where e.id = (to_jsonb(old) ->> 'exit_id')::uuid and e.withdrawn_at is not null)
     and not exists (select from public.holdings h where h.id = (to_jsonb(old) ->> 'holding_id')::uuid) then return new; end if;
  raise integrity_constraint_violation using message = 'what members got for their shares is never changed or deleted';
end $$;

create or replace function holding_shares_left(p_holding_id uuid, p_before date default null) returns bigint language sql stable as $$
  select h.shares
         + coalesce((select sum(l.shares_added) from public.share_action_lines l join public.share_actions a on a.id = l.action_id
                      where l.holding_id = h.id and a.confirmed_at is not null
                        and (p_before is null or a.effective_on <= p_before)), 0)::bigint
         - coalesce((select sum(l.shares) from public.exit_lines l join public.exits e on e.id = l.exit_id
                      where l.holding_id = h.id and e.takes_shares and e.state = 'confirmed'
                        and (p_before is null or e.happened_on < p_before)), 0)::bigint
    from public.holdings h where h.id = p_holding_id $$;

create or replace function need_records(p_record_ids uuid[]) returns void language sql security definer as $$
  update public.investor_records r
     set needed_until = greatest(r.needed_until, public.london_today()),
         -- The last day of a sealed record was computed while it held shares.
         retain_until = case when r.sealed_at is not null
           then greatest(r.retain_until, (public.london_today()
                  + make_interval(years => (public.deal_settings() ->> 'retention_years')::integer))::date) end
   where r.id = any (p_record_ids)
     and (r.needed_until is null or r.needed_until < public.london_today() or r.sealed_at is not null) $$;

create or replace function exit_lots(p_company_id uuid, p_kind text, p_happened_on date, p_earlier_id uuid)
returns table (holding_id uuid, owner_id uuid, issued_on date, shares bigint) language sql stable security definer as $$
  select s.* from (
    select h.id, coalesce(h.record_id, h.commitment_id, h.id), h.issued_on,
           case p_kind when 'holdback' then earlier.shares else h.shares + coalesce(moved.shares, 0) end as shares
      from public.holdings h
      -- A dividend is paid on the shares that were held before its day.
      left join public.shares_moved(p_company_id, case p_kind when 'dividend' then p_happened_on end) moved on moved.holding_id = h.id
      left join public.exit_lines earlier on earlier.exit_id = p_earlier_id and earlier.holding_id = h.id
     where h.company_id = p_company_id and h.issued_on <= p_happened_on) s where s.shares > 0 order by s.issued_on, s.id $$;

create or replace function exit_lots_sha256(p_company_id uuid, p_kind text, p_happened_on date, p_earlier_id uuid) returns text
language sql stable security definer as $$
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws(',', l.holding_id, l.owner_id, l.issued_on, l.shares), E'\n'
                                                      order by l.issued_on, l.holding_id), ''), 'UTF8')), 'hex')
    from public.exit_lots(p_company_id, p_kind, p_happened_on, p_earlier_id) l $$;

create or replace function prepare_exit(p_company_id uuid, p_kind text, p_happened_on date, p_earlier_id uuid) returns jsonb
language plpgsql security definer as $$
declare lots jsonb; split date;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = p_company_id for update;
  if not found then return null; end if;
  if exists (select from public.exits e where e.company_id = p_company_id and e.state = 'proposed') then
    raise sqlstate 'KC001' using message = 'exit_waits'; end if;
  if p_happened_on > public.london_today() then raise sqlstate 'KC001' using message = 'exit_in_future'; end if;
  if p_kind = 'holdback' and not exists (select from public.exits e
       where e.id = p_earlier_id and e.company_id = p_company_id and e.takes_shares and e.state = 'confirmed'
         and e.happened_on <= p_happened_on) then
    raise sqlstate 'KC001' using message = 'exit_no_earlier'; end if;
  select max(a.effective_on) into split from public.share_actions a
   where a.company_id = p_company_id and a.confirmed_at is not null and a.effective_on > p_happened_on;
  if split is not null and p_kind not in ('dividend', 'holdback') then
    raise sqlstate 'KC001' using message = 'exit_before_split', detail = jsonb_build_object('day', split)::text;
  end if;
  select jsonb_agg(to_jsonb(l)) into lots from public.exit_lots(p_company_id, p_kind, p_happened_on, p_earlier_id) l;
  if lots is null then raise sqlstate 'KC001' using message = 'exit_nothing_held'; end if;
  return lots;
end $$;

create or replace function propose_exit(p_company_id uuid, p_kind text, p_earlier_id uuid, p_happened_on date, p_price numeric,
                                        p_shares bigint, p_costs_pence bigint, p_costs_payee text, p_note text, p_lines jsonb)
returns uuid language plpgsql security definer as $$
declare lots_held jsonb; proposed uuid; is_right boolean;
begin
  lots_held := public.prepare_exit(p_company_id, p_kind, p_happened_on, p_earlier_id);
  if lots_held is null then raise invalid_parameter_value; end if;
  insert into public.exits (company_id, kind, earlier_id, happened_on, price, shares, costs_pence, costs_payee, note, lots_sha256,
                            proposed_by)
  values (p_company_id, p_kind, p_earlier_id, p_happened_on, p_price, p_shares, p_costs_pence, p_costs_payee, p_note,
          public.exit_lots_sha256(p_company_id, p_kind, p_happened_on, p_earlier_id), public.app_user_id())
  returning id into proposed;
  insert into public.exit_lines (exit_id, holding_id, shares, gross_pence, costs_pence)
  select proposed, l.holding_id, l.shares, l.gross_pence, l.costs_pence
    from jsonb_to_recordset(p_lines) as l (holding_id uuid, shares bigint, gross_pence bigint, costs_pence bigint);
  with lots as materialized (
    select * from jsonb_to_recordset(lots_held) as l (holding_id uuid, owner_id uuid, issued_on date, shares bigint)),
  lines as materialized (select l.* from public.exit_lines l where l.exit_id = proposed),
  sums as (
    select sum(l.shares) as sold, sum(l.gross_pence) as gross_pence, sum(l.costs_pence) as costs_pence from lines l),
  taken as (
    select lot.holding_id, l.shares,
           -- The earlier lots of an owner are sold first.
           coalesce(bool_or(coalesce(l.shares, 0) < lot.shares) over (
             partition by lot.owner_id order by lot.issued_on, lot.holding_id
             rows between unbounded preceding and 1 preceding), false) as is_earlier_left
      from lots lot left join lines l on l.holding_id = lot.holding_id)
  select s.sold = coalesce(p_shares, (select sum(l.shares) from lots l)) and s.gross_pence = round(s.sold * p_price * 100)
         and s.costs_pence = p_costs_pence
         -- Two roundings in a row are within this of the exact part.
         and not exists (select from lines l left join lots lot on lot.holding_id = l.holding_id
                          where lot.shares is null or l.shares > lot.shares or abs(l.gross_pence - l.shares * p_price * 100) > 3
                             or abs(l.costs_pence - p_costs_pence * l.shares::numeric / s.sold) > 2)
         and not exists (select from taken t where t.shares is not null and t.is_earlier_left) into is_right from sums s;
  if is_right is distinct from true then raise invalid_parameter_value; end if;
  return proposed;
end $$;

create or replace function is_own_exit(p_exit_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.exits e
                   join public.exit_lines l on l.exit_id = e.id
                   join public.holdings h on h.id = l.holding_id
                   join public.investor_records r on r.id = h.record_id
                  where e.id = p_exit_id and e.state = 'confirmed' and r.user_id = public.app_user_id()) $$;

create or replace function is_own_exit_line(p_exit_id uuid, p_holding_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.exits e where e.id = p_exit_id and e.state = 'confirmed')
     and exists (select from public.holdings h join public.investor_records r on r.id = h.record_id
                  where h.id = p_holding_id and r.user_id = public.app_user_id()) $$;

-- The money may come in several payments.
create or replace function exit_arrived_pence(p_exit_id uuid, p_deal_id uuid) returns bigint language sql stable security definer as $$
  select coalesce(sum(e.amount_pence), 0)::bigint
    from public.standing_transactions t join public.ledger_entries e on e.transaction_id = t.id and e.account = '1000'
   where t.exit_id = p_exit_id and t.deal_id = p_deal_id and t.kind = 'exit' $$;

-- The day is null before all of the money is booked.
create or replace function exit_arrived_on(p_exit_id uuid, p_deal_id uuid) returns date language sql stable security definer as $$
  select max(t.booked_on) from public.standing_transactions t
   where t.exit_id = p_exit_id and t.deal_id = p_deal_id and t.kind = 'exit'
  having public.exit_arrived_pence(p_exit_id, p_deal_id) >= (
    select sum(l.gross_pence) from public.exit_lines l join public.holdings h on h.id = l.holding_id
     where l.exit_id = p_exit_id and h.deal_id = p_deal_id) $$;

create or replace function has_exit_money(p_exit_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.standing_transactions t
                  where t.exit_id = p_exit_id and t.kind <> 'reversal')
      or exists (select from public.outgoing_payments o where o.exit_id = p_exit_id and o.state in ('approved', 'paid'))
      or exists (select from public.exit_outside_payments p where p.exit_id = p_exit_id and p.confirmed_at is not null) $$;

-- Nothing is due before the money of the exit has arrived.
create or replace function exit_due(p_exit_id uuid, p_deal_id uuid, p_kind text, p_commitment_id uuid) returns bigint
language plpgsql stable security definer as $$
begin
  if public.exit_arrived_on(p_exit_id, p_deal_id) is null then return null; end if;
  -- This query uses the index for one member.
  if p_kind = 'distribution' then
    return (select l.paid_pence from public.holdings h
              join public.exit_lines l on l.holding_id = h.id and l.exit_id = p_exit_id
             where h.deal_id = p_deal_id and h.commitment_id = p_commitment_id);
  end if;
  return (select sum(l.costs_pence)::bigint from public.exit_lines l join public.holdings h on h.id = l.holding_id
           where l.exit_id = p_exit_id and h.deal_id = p_deal_id);
end $$;

-- Nothing is payable before the money of the deal has arrived.
create or replace function exit_payables(p_exit_id uuid)
returns table (deal_id uuid, kind text, commitment_id uuid, amount_pence bigint, payee text)
language sql stable security definer as $$
  with lines as (
    select h.deal_id, h.commitment_id, l.costs_pence, l.paid_pence, e.costs_payee,
           coalesce(p.full_name, r.legal_name, 'Member ' || c.number) as payee
      from public.exit_lines l
      join public.exits e on e.id = l.exit_id
      join public.holdings h on h.id = l.holding_id
      join public.commitments c on c.id = h.commitment_id
      left join public.investor_records r on r.id = h.record_id
      left join public.people p on p.id = r.user_id
     where l.exit_id = p_exit_id),
  arrived as (
    select d.deal_id from (select distinct deal_id from lines) d where public.exit_arrived_on(p_exit_id, d.deal_id) is not null),
  live as (
    select o.deal_id, o.kind, o.commitment_id from public.outgoing_payments o where o.exit_id = p_exit_id and o.state <> 'cancelled'),
  payables as (
    select l.deal_id, 'exit_costs' as kind, null::uuid as commitment_id, sum(l.costs_pence)::bigint as amount_pence,
           min(l.costs_payee) as payee
      from lines l where not exists (select from live o where o.deal_id = l.deal_id and o.kind = 'exit_costs') group by l.deal_id
    union all
    select l.deal_id, 'distribution', l.commitment_id, l.paid_pence, l.payee
      from lines l where not exists (select from live o where o.commitment_id = l.commitment_id and o.kind = 'distribution'))
  select p.deal_id, p.kind, p.commitment_id, p.amount_pence, left(p.payee, 200)
    from payables p join arrived a on a.deal_id = p.deal_id where p.amount_pence > 0 $$;

-- Returns payments to the caller that wait on another's proposal. Nobody could approve them where there are two admins.
create or replace function own_exit_payments(p_exit_id uuid) returns setof public.outgoing_payments
language sql stable security definer as $$
  with waiting as materialized (
    select o.* from public.outgoing_payments o
     where o.exit_id = p_exit_id and o.state = 'proposed' and o.proposed_by is distinct from public.app_user_id())
  select w.* from waiting w
   where w.commitment_id in (select public.own_money(array(select x.commitment_id from waiting x))) $$;

-- The caller proposes it instead, so that the other one can approve it.
create or replace function take_over_exit_payments(p_exit_id uuid, p_reason text) returns table (deal_id uuid, amount_pence bigint)
language sql security definer as $$
  with ended as (
    update public.outgoing_payments o set state = 'cancelled'
     where o.id in (select w.id from public.own_exit_payments(p_exit_id) w) returning o.*)
  insert into public.outgoing_payments (deal_id, kind, commitment_id, amount_pence, payee, reason, proposed_by, exit_id)
  select e.deal_id, e.kind, e.commitment_id, e.amount_pence, e.payee, coalesce(p_reason, e.reason), public.app_user_id(), e.exit_id
    from ended e returning deal_id, amount_pence $$;

create or replace function post_ledger(p_deal_id uuid, p_kind text, p_booked_on date, p_entries jsonb, p_commitment_id uuid default null,
                            p_bank_line_id uuid default null, p_payment_id uuid default null, p_reverses_id uuid default null,
                            p_note text default null, p_exit_id uuid default null, p_returned_id uuid default null) returns uuid
language plpgsql security definer as $$
declare posted uuid;
begin
  insert into public.ledger_transactions (deal_id, number, booked_on, posted_by, kind, commitment_id, bank_line_id, payment_id,
                                          reverses_id, note, exit_id, returned_id)
  values (p_deal_id, 1 + coalesce((select max(t.number) from public.ledger_transactions t where t.deal_id = p_deal_id), 0),
          p_booked_on, public.app_user_id(), p_kind, p_commitment_id, p_bank_line_id, p_payment_id, p_reverses_id, p_note, p_exit_id,
          p_returned_id)
  returning id into posted;
  insert into public.ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
  select posted, p_deal_id, e.account, e.commitment_id, e.amount_pence
    from jsonb_to_recordset(p_entries) as e (account text, commitment_id uuid, amount_pence bigint)
   where e.amount_pence <> 0 or e.account = '2100';
  return posted;
end $$;

-- The function returns whether the deal has ended now.
create or replace function end_exited_deal(p_deal_id uuid) returns boolean language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id);
begin
  if deal.state is distinct from 'completed' or public.ledger_balance(deal.id, '2400') <> 0
     or not exists (select from public.holdings h where h.deal_id = deal.id)
     or exists (select from public.holdings h
                  left join public.shares_moved(deal.company_id) moved on moved.holding_id = h.id
                 where h.deal_id = deal.id and h.shares + coalesce(moved.shares, 0) > 0)
     or exists (select from (select distinct l.exit_id from public.exit_lines l join public.holdings h on h.id = l.holding_id
                              where h.deal_id = deal.id and l.gross_pence > 0) x
                  join public.exits e on e.id = x.exit_id and e.state = 'confirmed'
                 where public.exit_arrived_on(e.id, deal.id) is null) then
    return false;
  end if;
  perform public.move_deal(deal, 'exited', null);
  return true;
end $$;

-- The transaction that has paid it last, and is not taken back.
create or replace function sent_by(p_payment_id uuid) returns uuid language sql stable security definer as $$
  select t.id from public.standing_transactions t join public.outgoing_payments o on o.id = t.payment_id
   where o.id = p_payment_id and t.kind = o.kind order by t.number desc limit 1 $$;

-- The function returns 'booked', or the reason why not, because a line that does not match is left out.
create or replace function book_part(p_line public.bank_lines, p_kind text, p_commitment_id uuid, p_payment_id uuid, p_amount_pence bigint,
                          p_reason text, p_exit_id uuid default null) returns text language plpgsql security definer as $$
declare
  incoming constant text[] := '{receipt,unidentified,exit,payment_returned}';
  own public.commitments;
  payment public.outgoing_payments;
  proceeds public.exits;
  applied bigint;
  owed text;
  at_bank bigint;
  bearable bigint;
  entries jsonb;
  posted uuid;
  cash constant bigint := p_amount_pence * sign(p_line.amount_pence)::bigint;
begin
  if p_kind = any (incoming) and p_line.amount_pence < 0 then return 'outgoing_only'; end if;
  if p_kind <> all (incoming || '{club_bears}') and p_line.amount_pence > 0 then return 'incoming_only'; end if;
  if p_kind = 'receipt' then
    select * into own from public.commitments c where c.id = p_commitment_id and c.deal_id = p_line.deal_id for update;
    if own.called_at is null then return 'no_such_member'; end if;
    applied := least(p_amount_pence, greatest(public.ledger_balance(own.deal_id, '1100', own.id), 0));
    entries := jsonb_build_array(
      jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', -applied),
      jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', applied - p_amount_pence));
  elsif p_kind = 'unidentified' then
    entries := jsonb_build_array(jsonb_build_object('account', '2300', 'amount_pence', -p_amount_pence));
  elsif p_kind = 'club_bears' then
    -- The rest would be paid with the money of others.
    bearable := greatest(-public.ledger_balance(p_line.deal_id, '2100'), 0);
    if -cash > bearable then
      raise sqlstate 'KC001' using
        message = 'charge_above_fees', detail = jsonb_build_object('pence', -cash, 'bearable_pence', bearable)::text;
    end if;
    entries := jsonb_build_array(jsonb_build_object('account', '2100', 'amount_pence', -cash));
  elsif p_kind = 'exit' then
    select * into proceeds from public.exits e where e.id = p_exit_id and e.state = 'confirmed';
    -- A part of the money is split by what each member is still owed, by largest remainder.
    with arrived as (
      select e.commitment_id, -sum(e.amount_pence) as pence
        from public.standing_transactions t join public.ledger_entries e on e.transaction_id = t.id and e.account = '2400'
       where t.exit_id = proceeds.id and t.deal_id = p_line.deal_id and t.kind = 'exit' group by e.commitment_id),
    missing as (
      select h.id, h.commitment_id, l.gross_pence - coalesce(a.pence, 0) as pence
        from public.exit_lines l
        join public.holdings h on h.id = l.holding_id
        left join arrived a on a.commitment_id = h.commitment_id
       where l.exit_id = proceeds.id and h.deal_id = p_line.deal_id),
    total as (select sum(m.pence) as pence from missing m),
    parts as (
      select m.id, m.commitment_id, div(m.pence * p_amount_pence, t.pence) as pence,
             row_number() over (order by mod(m.pence * p_amount_pence, t.pence) desc, m.id) as place
        from missing m cross join total t where t.pence >= p_amount_pence)
    select jsonb_agg(jsonb_build_object('account', '2400', 'commitment_id', p.commitment_id, 'amount_pence', -p.pence) order by p.id)
      into entries
      from (select p.id, p.commitment_id,
                   p.pence + (p.place <= p_amount_pence - sum(p.pence) over ())::integer as pence from parts p) p;
    if entries is null then return 'not_proceeds'; end if;
  elsif p_kind = 'payment_returned' then
    select * into payment from public.outgoing_payments o
     where o.id = p_payment_id and o.deal_id = p_line.deal_id and o.state = 'paid' and o.amount_pence = p_amount_pence
       and o.paid_on <= p_line.booked_on for update;
    -- Members hold their shares because the company was paid.
    if payment.id is null
       or payment.kind = 'wire' and exists (select from public.holdings h where h.deal_id = payment.deal_id) then
      return 'not_sent';
    end if;
    select jsonb_agg(jsonb_build_object('account', e.account, 'commitment_id', e.commitment_id, 'amount_pence', -e.amount_pence) order by e.id)
      into entries from public.ledger_entries e
     where e.transaction_id = public.sent_by(payment.id) and e.account <> '1000';
  else
    select * into payment from public.outgoing_payments o
     where o.id = p_payment_id and o.deal_id = p_line.deal_id and o.kind = p_kind and o.state = 'approved' for update;
    if payment.id is null or payment.amount_pence <> p_amount_pence then return 'not_outgoing'; end if;
    owed := case p_kind when 'refund' then '2200' when 'return' then '2300' when 'distribution' then '2400' end;
    if owed is not null and -public.ledger_balance(payment.deal_id, owed, payment.commitment_id) < p_amount_pence then
      return 'amount_changed';
    end if;
    -- An account that is overdrawn at the bank is so in the ledger too.
    at_bank := public.own_lines_pence(p_line.deal_id);
    if public.ledger_balance(p_line.deal_id, '1000') - p_amount_pence < least(at_bank, 0) then return 'account_below_zero'; end if;
    if payment.exit_id is not null
       and public.exit_due(payment.exit_id, payment.deal_id, p_kind, payment.commitment_id) is distinct from p_amount_pence then
      return 'amount_changed';
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
    elsif p_kind = 'exit_costs' then
      select jsonb_agg(jsonb_build_object('account', '2400', 'commitment_id', h.commitment_id, 'amount_pence', l.costs_pence)
                       order by h.id)
        into entries from public.exit_lines l join public.holdings h on h.id = l.holding_id
       where l.exit_id = payment.exit_id and h.deal_id = p_line.deal_id;
    else
      entries := jsonb_build_array(jsonb_build_object(
        'account', coalesce(owed, '2100'),
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
    coalesce(own.id, payment.commitment_id), p_line.id, payment.id, null, p_reason, coalesce(proceeds.id, payment.exit_id));
  insert into public.bank_matches (deal_id, bank_line_id, transaction_id, amount_pence, matched_by, reason)
  values (p_line.deal_id, p_line.id, posted, cash, public.app_user_id(), p_reason);
  if own.id is not null then perform public.settle_commitment(own.id); end if;
  if p_kind = 'payment_returned' then
    update public.outgoing_payments set state = 'approved', paid_on = null where id = payment.id;
    if payment.kind = 'refund' then
      insert into public.commitment_events (commitment_id, kind, actor_id, details)
      values (payment.commitment_id, 'refund_returned', public.app_user_id(), jsonb_build_object('amount_pence', p_amount_pence));
    end if;
  end if;
  if p_kind = 'distribution' then
    perform public.need_records(array(select h.record_id from public.holdings h where h.commitment_id = payment.commitment_id));
  end if;
  return 'booked';
end $$;

-- A fixed order of locks avoids deadlocks.
create or replace function lock_exit(p_exit_id uuid) returns public.exits language plpgsql security definer as $$
declare locked public.exits;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = (select e.company_id from public.exits e where e.id = p_exit_id) for update;
  perform from public.deals d
   where d.id in (select h.deal_id from public.exit_lines l join public.holdings h on h.id = l.holding_id where l.exit_id = p_exit_id)
   order by d.id for update;
  select * into locked from public.exits where id = p_exit_id;
  return locked;
end $$;

create or replace function confirm_exit(p_exit_id uuid) returns text language plpgsql security definer as $$
declare present public.exits;
begin
  present := public.lock_exit(p_exit_id);
  if present.id is null then return null; end if;
  if present.state <> 'proposed' then raise sqlstate 'KC001' using message = 'exit_decided'; end if;
  if public.exit_lots_sha256(present.company_id, present.kind, present.happened_on, present.earlier_id) <> present.lots_sha256
     or exists (select from public.exits earlier where earlier.id = present.earlier_id and earlier.state <> 'confirmed') then
    raise sqlstate 'KC001' using message = 'exit_lots_changed';
  end if;
  if not public.confirms_now('exit', present.id, present.proposed_by, 'exit_second_person') then return 'announced'; end if;
  update public.exits set confirmed_at = public.app_now(), confirmed_by = public.confirmer('exit', present.id) where id = present.id;
  perform public.need_records(array(select h.record_id from public.exit_lines l join public.holdings h on h.id = l.holding_id
                                     where l.exit_id = present.id));
  return 'confirmed';
end $$;

create or replace function withdraw_exit(p_exit_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare present public.exits;
begin
  present := public.lock_exit(p_exit_id);
  if present.id is null then return null; end if;
  if present.state = 'withdrawn' then raise sqlstate 'KC001' using message = 'exit_decided'; end if;
  if public.has_exit_money(present.id) then raise sqlstate 'KC001' using message = 'exit_money_moved'; end if;
  if exists (select from public.exits later where later.earlier_id = present.id and later.state <> 'withdrawn') then
    raise sqlstate 'KC001' using message = 'exit_later_exit'; end if;
  if present.state = 'confirmed' and present.takes_shares and exists (
       select from public.share_actions a
        where a.company_id = present.company_id and a.confirmed_at is not null and a.effective_on > present.happened_on) then
    raise sqlstate 'KC001' using message = 'exit_later_split'; end if;
  update public.outgoing_payments set state = 'cancelled' where exit_id = present.id and state = 'proposed';
  perform public.withdraw_announced('exit', present.id, p_reason);
  update public.exits
     set withdrawn_at = public.app_now(), withdrawn_by = public.app_user_id(), withdrawn_because = p_reason
   where id = present.id;
  return case when present.state = 'confirmed' then 'taken_back' else 'withdrawn' end;
end $$;

-- A deal whose ledger differs from the bank has only those payments proposed that may have left the account.
create or replace function propose_exit_payments(p_exit_id uuid, p_reason text) returns jsonb language plpgsql security definer as $$
declare present public.exits; deals jsonb; is_payable boolean;
begin
  present := public.lock_exit(p_exit_id);
  if present.id is null then return null; end if;
  if present.state <> 'confirmed' then raise sqlstate 'KC001' using message = 'exit_not_confirmed'; end if;
  with payables as materialized (select * from public.exit_payables(present.id)),
  tied as materialized (
    select d.deal_id, public.sendable_pence(d.deal_id) as most_pence from (select distinct deal_id from payables) d),
  added as (
    insert into public.outgoing_payments (deal_id, kind, commitment_id, amount_pence, payee, reason, proposed_by, exit_id)
    select p.deal_id, p.kind, p.commitment_id, p.amount_pence, p.payee, p_reason, public.app_user_id(), present.id
      from payables p join tied t on t.deal_id = p.deal_id
     where coalesce(p.amount_pence <= t.most_pence, true) order by p.deal_id, p.kind desc, p.payee
    returning deal_id, amount_pence),
  own as (select * from public.take_over_exit_payments(present.id, p_reason))
  select (select jsonb_agg(to_jsonb(d)) from (
            select a.deal_id, count(*)::integer as payments, sum(a.amount_pence)::bigint as pence
              from (select * from added union all select * from own) a group by a.deal_id order by a.deal_id) d),
         exists (select from payables) into deals, is_payable;
  if deals is null then
    raise sqlstate 'KC001' using message = case when is_payable then 'ledger_mismatch' else 'exit_nothing_to_pay' end;
  end if;
  return deals;
end $$;

-- Payments that the caller may not approve are left out; those to the caller become the caller's proposals.
create or replace function approve_exit_payments(p_exit_id uuid) returns jsonb language plpgsql security definer as $$
declare present public.exits; waiting integer; found jsonb; refusal text;
begin
  present := public.lock_exit(p_exit_id);
  if present.id is null then return null; end if;
  select count(*) into waiting from public.outgoing_payments o where o.exit_id = present.id and o.state = 'proposed';
  with proposed as materialized (
    select o.id, o.deal_id, o.kind, o.commitment_id, o.amount_pence, o.refusal
      from public.outgoing_payment_list o where o.exit_id = present.id and o.state = 'proposed'),
  tied as materialized (
    select d.deal_id, public.sendable_pence(d.deal_id) as most_pence from (select distinct p.deal_id from proposed p) d),
  due as (
    select p.*, coalesce(p.amount_pence <= t.most_pence, true) as is_tied,
           p.amount_pence is not distinct from public.exit_due(present.id, p.deal_id, p.kind, p.commitment_id) as is_due
      from proposed p join tied t on t.deal_id = p.deal_id),
  approved as (
    update public.outgoing_payments o
       set state = 'approved', approved_at = public.app_now(), approved_by = public.app_user_id()
      from due d where d.id = o.id and d.refusal is null and d.is_tied and d.is_due returning o.deal_id, o.amount_pence)
  select case when (select count(*) from approved) > 0 then null
              when exists (select from due d where d.refusal is not null) then 'exit_payments_second_person'
              when exists (select from due d where not d.is_tied) then 'ledger_mismatch'
              when exists (select from due) then 'amount_changed' else 'exit_nothing_to_approve' end,
         jsonb_build_object(
           'left_out', waiting - (select count(*) from approved),
           'deals', coalesce((select jsonb_agg(to_jsonb(d)) from (
             select a.deal_id, count(*)::integer as payments, sum(a.amount_pence)::bigint as pence
               from approved a group by a.deal_id order by a.deal_id) d), '[]')) into refusal, found;
  if refusal is not null then raise sqlstate 'KC001' using message = refusal; end if;
  found := found || jsonb_build_object('taken_over', coalesce((select jsonb_agg(to_jsonb(d)) from (
    select t.deal_id, count(*)::integer as payments, sum(t.amount_pence)::bigint as pence
      from public.take_over_exit_payments(present.id, null) t group by t.deal_id) d), '[]'));
  perform public.check_ledger((d ->> 'deal_id')::uuid) from jsonb_array_elements(found -> 'deals') d;
  return found;
end $$;

-- What would be proposed or approved at once now, for its reader to see before.
create or replace function exit_payment_sums(p_exit_id uuid)
returns table (propose_payments integer, propose_pence bigint, approve_payments integer, approve_pence bigint)
language sql stable security definer as $$
  with payables as materialized (
    select p.deal_id, p.amount_pence from public.exit_payables(p_exit_id) p
    union all
    select w.deal_id, w.amount_pence from public.own_exit_payments(p_exit_id) w),
  proposed as materialized (
    select o.* from public.outgoing_payment_list o
     where o.exit_id = p_exit_id and o.state = 'proposed' and o.refusal is null),
  tied as materialized (
    select d.deal_id, public.sendable_pence(d.deal_id) as most_pence
      from (select p.deal_id from payables p union select o.deal_id from proposed o) d)
  select p.payments, p.pence, a.payments, a.pence
    from (select count(*)::integer as payments, coalesce(sum(p.amount_pence), 0)::bigint as pence
            from payables p join tied t using (deal_id)
           where coalesce(p.amount_pence <= t.most_pence, true)) p
    cross join (select count(*)::integer as payments, coalesce(sum(o.amount_pence), 0)::bigint as pence
                  from proposed o join tied t using (deal_id)
                 where coalesce(o.amount_pence <= t.most_pence, true) and o.amount_pence = public.exit_due(p_exit_id, o.deal_id, o.kind, o.commitment_id)) a where public.is_admin() $$;

create or replace function exit_state(p_exit_id uuid) returns table (has_money boolean, has_later boolean, refusal text, to_propose integer, to_approve integer)
language sql stable security definer as $$
  select public.has_exit_money(e.id),
         exists (select from public.exits later where later.earlier_id = e.id and later.state <> 'withdrawn'),
         case when e.state = 'proposed' then public.confirmation_refusal('exit', e.id, e.proposed_by) end,
         (select count(*) from public.exit_payables(e.id))::integer + (select count(*) from public.own_exit_payments(e.id))::integer,
         (select count(*) from public.outgoing_payment_list o
           where o.exit_id = e.id and o.state = 'proposed' and o.refusal is null)::integer
    from public.exits e where e.id = p_exit_id and public.is_admin() $$;

create or replace view exit_list with (security_barrier) as
  select e.id, e.company_id, company.name as company_name, e.kind, e.earlier_id, e.happened_on, trim_scale(e.price)::text as price,
         e.shares is null as is_of_all, e.costs_payee, e.note, e.state, e.proposed_at,
         (select name from people where id = e.proposed_by) as proposed_by_name,
         coalesce((select a.confirmed_at from announced_confirmations a
                    where a.kind = 'exit' and a.subject_id = e.id and a.outcome = 'effective'), e.confirmed_at) as confirmed_at,
         e.confirmed_at as in_effect_at,
         (select name from people where id = e.confirmed_by) as confirmed_by_name, e.withdrawn_at,
         (select name from people where id = e.withdrawn_by) as withdrawn_by_name, e.withdrawn_because,
         s.*, d.*, n.*
    from exits e
    join companies company on company.id = e.company_id
    left join lateral announced('exit', e.id) n on true
    cross join lateral (
      select count(distinct coalesce(h.record_id, h.commitment_id, h.id, l.id))::integer as members,
         sum(l.shares)::bigint as shares,
             sum(l.gross_pence)::bigint as gross_pence, sum(l.costs_pence)::bigint as costs_pence,
             sum(l.paid_pence)::bigint as paid_pence
        from exit_lines l left join holdings h on h.id = l.holding_id where l.exit_id = e.id) s
    cross join lateral exit_state(e.id) d where (select is_admin());

-- The day is null before all of the money is booked.
create or replace view exit_deal_money with (security_barrier) as
  select s.*, came.pence as arrived_pence, case when came.pence >= s.gross_pence then came.day end as arrived_on
    from (select l.exit_id, h.deal_id, sum(l.shares)::bigint as shares, sum(l.gross_pence)::bigint as gross_pence,
                 sum(l.costs_pence)::bigint as costs_pence, sum(l.paid_pence)::bigint as paid_pence
            from exit_lines l join holdings h on h.id = l.holding_id group by l.exit_id, h.deal_id) s
    cross join lateral (
      select coalesce(sum(e.amount_pence), 0)::bigint as pence, max(t.booked_on) as day
        from standing_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = '1000'
       where t.exit_id = s.exit_id and t.deal_id = s.deal_id and t.kind = 'exit') came;

create or replace view exit_deals with (security_barrier) as
  select s.exit_id, s.deal_id, d.name as deal_name, s.shares, s.gross_pence, s.costs_pence, s.paid_pence,
         s.arrived_pence, s.arrived_on,
         (select o.paid_on from outgoing_payments o
           where o.exit_id = s.exit_id and o.deal_id = s.deal_id and o.kind = 'exit_costs' and o.state = 'paid') as costs_paid_on,
         (select coalesce(sum(o.amount_pence), 0) from outgoing_payments o
           where o.exit_id = s.exit_id and o.deal_id = s.deal_id and o.kind = 'distribution' and o.state = 'paid')::bigint
           as distributed_pence
    from exit_deal_money s join deals d on d.id = s.deal_id where (select is_admin());

-- Who is owed money has a name for as long as it is open, their account deleted too.
create or replace view exit_line_list with (security_barrier) as
  select l.exit_id, l.holding_id, coalesce(h.record_id, h.commitment_id, h.id, l.id) as owner_id, r.user_id,
         coalesce((select name from people where id = r.user_id),
                  case when e.state <> 'withdrawn' and l.paid_pence > 0 and paid.paid_on is null
                       then coalesce((select o.payee from outgoing_payments o
                                       where o.exit_id = l.exit_id and o.deal_id = h.deal_id and o.kind = 'distribution'
                                         and o.commitment_id = h.commitment_id and o.state in ('proposed', 'approved')),
                                     r.legal_name) end) as full_name,
         h.deal_id, d.name as deal_name, h.commitment_id,
         c.number as member, h.certificate_number, h.issued_on, l.shares, l.gross_pence, l.costs_pence, l.paid_pence, paid.paid_on,
         l.id
    from exit_lines l
    join exits e on e.id = l.exit_id
    left join holdings h on h.id = l.holding_id
    left join commitments c on c.id = h.commitment_id
    left join deals d on d.id = h.deal_id
    left join investor_records r on r.id = h.record_id
    cross join lateral (
      select case when h.import_id is null
                  then (select o.paid_on from outgoing_payments o
                         where o.exit_id = l.exit_id and o.deal_id = h.deal_id and o.kind = 'distribution'
                           and o.commitment_id = h.commitment_id and o.state = 'paid')
                  else (select x.paid_on from exit_outside_payments x
                         where x.exit_id = l.exit_id and x.confirmed_at is not null order by x.id desc limit 1) end as paid_on) paid
   where (select is_admin());

-- A payout is here once the bank has sent it back, until it is paid again.
create or replace view own_returned_payouts with (security_barrier) as
  select o.id, o.commitment_id, o.exit_id, o.amount_pence, back.booked_on as returned_on
    from investor_records r
    join commitments c on c.record_id = r.id
    join outgoing_payments o on o.deal_id = c.deal_id and o.commitment_id = c.id and o.state = 'approved'
    cross join lateral (select max(t.booked_on) as booked_on from standing_transactions t
                         where t.payment_id = o.id and t.kind = 'payment_returned') back
   where r.user_id = (select app_user_id()) and back.booked_on is not null;

create or replace view own_exit_lines with (security_barrier) as
  select e.id as exit_id, e.kind, e.happened_on, trim_scale(e.price)::text as price,
         coalesce((select a.confirmed_at from announced_confirmations a
                    where a.kind = 'exit' and a.subject_id = e.id and a.outcome = 'effective'), e.confirmed_at) as confirmed_at,
         e.confirmed_at as in_effect_at, e.note,
         company.name as company_name, h.deal_id, d.name as deal_name, h.commitment_id, h.certificate_number, h.issued_on, l.shares,
         l.gross_pence, l.costs_pence, l.paid_pence,
         case when h.import_id is null
              then (select o.paid_on from outgoing_payments o
                     where o.exit_id = e.id and o.deal_id = h.deal_id and o.kind = 'distribution'
                       and o.commitment_id = h.commitment_id and o.state = 'paid')
              else (select x.paid_on from exit_outside_payments x
                     where x.exit_id = e.id and x.confirmed_at is not null order by x.id desc limit 1) end as paid_on,
         e.company_id, h.id as holding_id, l.id,
         (select m.arrived_on from exit_deal_money m where m.exit_id = e.id and m.deal_id = h.deal_id) as arrived_on,
         (select p.returned_on from own_returned_payouts p where p.exit_id = e.id and p.commitment_id = h.commitment_id) as returned_on
    from exits e
    join exit_lines l on l.exit_id = e.id
    join holdings h on h.id = l.holding_id
    join investor_records r on r.id = h.record_id
    join companies company on company.id = e.company_id
    left join deals d on d.id = h.deal_id where e.state = 'confirmed' and r.user_id = (select app_user_id());

create trigger keep_exit before update or delete on exits for each row execute function keep_exit();
create trigger keep_exit before update or delete on exit_lines for each row execute function keep_exit();

grant select on exit_list, exit_deals, exit_line_list, own_returned_payouts, own_exit_lines to club_member;
grant execute on function holding_shares_left, is_own_exit, is_own_exit_line, end_exited_deal, prepare_exit,
  propose_exit, confirm_exit, withdraw_exit, propose_exit_payments, approve_exit_payments, exit_state,
  exit_payment_sums to club_member;
