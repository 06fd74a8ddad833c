-- The deal's account as the bank's list has it, beside the order of booking: a line of the bank may be booked days after it, and a
-- booking that is taken back belongs to the day of its line.

-- As before, with that day.
create or replace view deal_ledger with (security_barrier) as
  select t.id, t.deal_id, t.number, t.booked_on, t.posted_at, t.kind, o.kind as reversed_kind, o.number as reversed_number,
         c.number as member, c.id in (select own.commitment_id from own_called_commitments() own) as is_own,
         c.state in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded') as has_left,
         coalesce(coalesce(o.kind, t.kind) = 'receipt' and t.booked_on > (c.due_at at time zone 'Europe/London')::date, false) as is_late,
         coalesce(t.booked_on <= (c.grace_until at time zone 'Europe/London')::date, false) as is_in_grace,
         case when p.kind in ('wire', 'fee', 'exit_costs') then p.payee end as payee,
         case when t.kind = 'wire' then (select sum(w.allocated_shares)::bigint from ledger_entries e
                                           join commitments w on w.id = e.commitment_id where e.transaction_id = t.id)
              when t.kind = 'exit' then (select sum(l.shares)::bigint from exit_lines l join holdings h on h.id = l.holding_id
                                          where l.exit_id = t.exit_id and h.deal_id = t.deal_id) end as shares,
         (select jsonb_agg(jsonb_build_object('account', e.account, 'member', ec.number, 'amount_pence', e.amount_pence) order by e.id)
            from ledger_entries e left join commitments ec on ec.id = e.commitment_id where e.transaction_id = t.id) as entries,
         x.kind as exit_kind, case when o.id is not null and exists (select from ledger_entries e where e.transaction_id = t.id and e.account = '1000')
              then o.booked_on else t.booked_on end as bank_on
    from ledger_transactions t
    left join ledger_transactions o on o.id = t.reverses_id
    left join commitments c on c.id = t.commitment_id
    left join outgoing_payments p on p.id = t.payment_id
    left join exits x on x.id = t.exit_id
   where (select is_admin()) or t.deal_id in (select own.deal_id from own_called_commitments() own);

-- On account at the bank before a transaction in that order; null for who may not know.
create function at_bank_before(p_deal_id uuid, p_day date, p_number integer) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(sum(e.amount_pence), 0)::bigint
    from public.ledger_entries e
    join public.ledger_transactions t on t.id = e.transaction_id
    left join public.ledger_transactions o on o.id = t.reverses_id
   where e.deal_id = p_deal_id and e.account = '1000' and (coalesce(o.booked_on, t.booked_on), t.number) < (p_day, p_number)
     and (public.is_admin() or p_deal_id in (select own.deal_id from public.own_called_commitments() own))
$$;
grant execute on function at_bank_before(uuid, date, integer) to club_member;
