-- What the club bore of a member's shortfall never came from the member: it is taken back before anything is sent back.

-- What a member has paid beyond what is called from them is to be sent back, what the club bore first to the club. The caller has
-- locked the deal. Answers the pence to be refunded.
create function give_back_surplus(p_commitment_id uuid, p_note text) returns bigint
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  surplus bigint;
  borne bigint;
begin
  select * into own from public.commitments where id = p_commitment_id;
  surplus := -public.ledger_balance(own.deal_id, '1100', own.id);
  if surplus <= 0 then return 0; end if;
  select coalesce(-sum(e.amount_pence), 0) into borne
    from public.ledger_transactions t
    join public.ledger_entries e on e.transaction_id = t.id and e.account = '1100'
   where t.deal_id = own.deal_id and t.commitment_id = own.id and t.kind = 'club_bears'
     and not exists (select from public.ledger_transactions r where r.reverses_id = t.id);
  if borne > 0 then
    perform public.reverse_ledger(t.id, public.london_today(), p_note)
       from (select b.id from public.ledger_transactions b
              where b.deal_id = own.deal_id and b.commitment_id = own.id and b.kind = 'club_bears'
                and not exists (select from public.ledger_transactions r where r.reverses_id = b.id)
              order by b.number) t;
    -- Of a smaller sum the club still bears what is missing.
    if borne > surplus then
      perform public.post_ledger(own.deal_id, 'club_bears', public.london_today(), jsonb_build_array(
        jsonb_build_object('account', '2100', 'amount_pence', borne - surplus),
        jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', surplus - borne)), own.id, p_note => p_note);
    end if;
    surplus := greatest(surplus - borne, 0);
  end if;
  if surplus > 0 then
    perform public.post_ledger(own.deal_id, 'leaving', public.london_today(), jsonb_build_array(
      jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', surplus),
      jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', -surplus)), own.id, p_note => p_note);
  end if;
  return surplus;
end
$$;

-- As before, and what was paid beyond a new call goes back: after a change of terms a member may be called for less than arrived.
create or replace function settle_commitment(p_commitment_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  open_pence bigint;
  settled text;
begin
  select * into own from public.commitments where id = p_commitment_id for update;
  if own.state not in ('called', 'part_paid', 'paid') then return own.state; end if;
  perform public.give_back_surplus(own.id, null);
  open_pence := public.ledger_balance(own.deal_id, '1100', own.id);
  settled := case when open_pence = 0 then 'paid' when open_pence < own.due_pence then 'part_paid' else 'called' end;
  if settled <> own.state then
    update public.commitments set state = settled, state_since = public.app_now() where id = own.id;
    insert into public.commitment_events (commitment_id, kind, actor_id, details)
    values (own.id, case when settled = 'called' or (own.state = 'paid' and settled = 'part_paid') then 'receipt_taken_back'
                         else settled end,
            public.app_user_id(), jsonb_build_object('open_pence', open_pence));
  end if;
  return settled;
end
$$;

-- As before; what the club bore is reversed too.
create or replace function end_commitment(p_commitment_id uuid, p_state text, p_reason text) returns bigint
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
    arrived := public.give_back_surplus(own.id, p_reason);
  end if;
  update public.commitments
     set state = p_state, state_since = public.app_now(), reconsent_until = null where id = own.id;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, reason)
  values (own.id, p_state, public.app_user_id(), own.terms_id, own.shares, own.ceiling_pence, p_reason);
  return arrived;
end
$$;
create or replace function call_anew(p_commitment_id uuid, p_shares bigint, p_cost_pence bigint, p_fee_pence bigint, p_reason text)
returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
begin
  update public.commitments set allocated_shares = p_shares, cost_pence = p_cost_pence, fee_pence = p_fee_pence
   where id = p_commitment_id returning * into own;
  perform public.reverse_ledger(t.id, public.london_today(), p_reason)
     from (select c.id from public.ledger_transactions c
            where c.deal_id = own.deal_id and c.commitment_id = own.id and c.kind = 'call'
              and not exists (select from public.ledger_transactions r where r.reverses_id = c.id)
            order by c.number) t;
  perform public.post_ledger(own.deal_id, 'call', public.london_today(), jsonb_build_array(
    jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', own.due_pence),
    jsonb_build_object('account', '2000', 'commitment_id', own.id, 'amount_pence', -own.cost_pence),
    jsonb_build_object('account', '2100', 'amount_pence', -own.fee_pence)), own.id, p_note => p_reason);
  perform public.give_back_surplus(own.id, p_reason);
end
$$;

-- A payment to the company or of the fees that waits is proposed for a deal that goes on.
create or replace function end_commitments_of_deal() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.outgoing_payments set state = 'cancelled'
   where deal_id = new.id and kind in ('wire', 'fee') and state = 'proposed';
  perform public.end_commitment(c.id, 'deal_cancelled', null)
     from (select id from public.commitments
            where deal_id = new.id
              and state not in ('completed', 'withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')
            order by id) c;
  perform public.replace_allocation(new.id);
  return null;
end
$$;

-- As before, of one commitment what of it the club bore, and what came of the member's own: `applied_pence` is what counts as paid.
create function borne_for(p_commitment_id uuid) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(-sum(e.amount_pence), 0)::bigint
    from public.commitments c
    join public.ledger_entries e on e.deal_id = c.deal_id and e.commitment_id = c.id and e.account = '1100'
    join public.ledger_transactions t on t.id = e.transaction_id
    left join public.ledger_transactions o on o.id = t.reverses_id
   where c.id = p_commitment_id and coalesce(o.kind, t.kind) = 'club_bears'
     and (public.is_admin() or public.owns_commitment(c.id))
$$;
grant execute on function borne_for(uuid) to club_member;

-- As before, and what the club pays in: what it bore may be more than its fees, as when members without a fee are left.
create or replace function book_part(p_line public.bank_lines, p_kind text, p_commitment_id uuid, p_payment_id uuid, p_amount_pence bigint,
                          p_reason text, p_exit_id uuid default null) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  incoming constant text[] := '{receipt,unidentified,exit}';
  own public.commitments;
  payment public.outgoing_payments;
  proceeds public.exits;
  applied bigint;
  entries jsonb;
  posted uuid;
  cash constant bigint := p_amount_pence * sign(p_line.amount_pence)::bigint;
begin
  if p_kind = any (incoming) and p_line.amount_pence < 0 then return 'outgoing_only'; end if;
  if p_kind <> all (incoming || '{club_bears}') and p_line.amount_pence > 0 then return 'incoming_only'; end if;
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
    entries := jsonb_build_array(jsonb_build_object('account', '2100', 'amount_pence', -cash));
  elsif p_kind = 'exit' then
    select * into proceeds from public.exits e where e.id = p_exit_id and e.state = 'confirmed';
    if public.exit_arrived_on(proceeds.id, p_line.deal_id) is null then
      select jsonb_agg(jsonb_build_object('account', '2400', 'commitment_id', h.commitment_id, 'amount_pence', -l.gross_pence)
                       order by h.id)
        into entries from public.exit_lines l join public.holdings h on h.id = l.holding_id
       where l.exit_id = proceeds.id and h.deal_id = p_line.deal_id;
    end if;
    if (select -sum((e ->> 'amount_pence')::bigint) from jsonb_array_elements(entries) e) is distinct from p_amount_pence then
      return 'not_proceeds';
    end if;
  else
    select * into payment from public.outgoing_payments o
     where o.id = p_payment_id and o.deal_id = p_line.deal_id and o.kind = p_kind and o.state = 'approved' for update;
    if payment.id is null or payment.amount_pence <> p_amount_pence or p_amount_pence <> -p_line.amount_pence then
      return 'not_outgoing';
    end if;
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
        'account', case p_kind when 'refund' then '2200' when 'return' then '2300' when 'distribution' then '2400' else '2100' end,
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
  if p_kind = 'distribution' then
    perform public.need_records(array(select h.record_id from public.holdings h where h.commitment_id = payment.commitment_id));
  end if;
  return 'booked';
end
$$;
