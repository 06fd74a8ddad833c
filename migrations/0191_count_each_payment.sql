-- Each receipt is a payment of its own, two of a day too.
create or replace view own_holdings with (security_barrier) as
  select h.id, h.record_id, h.deal_id, h.company_id, h.commitment_id, h.shares, h.share_class, h.price, h.cost_pence, h.fee_pence,
         h.scheme, h.issued_on, d.name as deal_name, company.name as company_name, company.sector, company.one_line,
         t.pre_money_pence, coalesce(t.round_total_pence, 0) as round_total_pence, coalesce(wire.booked_on, h.issued_on) as wired_on,
         case when h.import_id is null then coalesce(paid.payments, '[]')
              else jsonb_build_array(jsonb_build_object('day', h.issued_on, 'pence', h.cost_pence + h.fee_pence)) end as payments,
         coalesce(certificate.came_on, h.certificate_on) as certificate_on,
         coalesce(claimed.reliefs, '[]') as reliefs, h.import_id
    from investor_records r
    join holdings h on h.record_id = r.id
    join companies company on company.id = h.company_id
    left join deals d on d.id = h.deal_id
    left join commitments c on c.id = h.commitment_id
    left join deal_terms t on t.id = c.terms_id
    left join lateral (
      select max(w.booked_on) as booked_on from ledger_transactions w
       where w.deal_id = h.deal_id and w.commitment_id is null and w.kind = 'wire'
         and not exists (select from ledger_transactions o where o.reverses_id = w.id)) wire on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('day', k.booked_on, 'pence', k.pence) order by k.booked_on, k.number)
               filter (where k.pence > 0) as payments
        from (select a.booked_on, a.number, least(a.cash, greatest(a.kept - a.before, 0))::bigint as pence
                from (select b.booked_on, b.number, b.kind, -(b.due + b.refund) as cash, -sum(b.due) over () as kept,
                             coalesce(sum(-(b.due + b.refund)) filter (where b.kind = 'receipt')
                                        over (order by b.booked_on, b.number rows between unbounded preceding and 1 preceding),
                                      0) as before
                        from (select l.booked_on, l.number, l.kind,
                                     coalesce(sum(e.amount_pence) filter (where e.account = '1100'), 0) as due,
                                     coalesce(sum(e.amount_pence) filter (where e.account = '2200'), 0) as refund
                                from ledger_transactions l
                                join ledger_entries e on e.transaction_id = l.id and e.commitment_id = h.commitment_id
                               where l.deal_id = h.deal_id and l.commitment_id = h.commitment_id
                                 and l.kind in ('receipt', 'leaving')
                                 and not exists (select from ledger_transactions o where o.reverses_id = l.id)
                               group by l.id) b) a
               where a.kind = 'receipt') k) paid on true
    left join lateral (
      select min(p.matched_at at time zone 'Europe/London')::date as came_on from papers p
       where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate' and p.removed_at is null) certificate on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'claimed_on', x.claimed_on, 'pence', x.pence,
                                          'is_carried_back', x.is_carried_back) order by x.claimed_on, x.id) as reliefs
        from relief_records x where x.record_id = r.id and x.holding_id = h.id) claimed on true
   where r.user_id = (select app_user_id());
