create or replace view closing_members with (security_barrier) as
  select m.*, m.refundable_pence - o.proposed_pence - o.approved_pence as free_refund_pence, o.proposed_pence, o.approved_pence,
         m.is_asked and not exists (select from funds_nudges n where n.commitment_id = m.commitment_id and n.nudged_on = (select london_today()))
           as is_nudgeable
    from (select c.id as commitment_id, c.deal_id, c.number, c.tier, c.state,
                 case when c.state in ('allocated', 'called', 'part_paid', 'paid', 'completed') then coalesce(c.allocated_shares, 0)
                      else 0 end as shares,
                 coalesce(l.called, 0)::bigint as due_pence,
                 (coalesce(l.called, 0) - greatest(coalesce(l.owed, 0), 0))::bigint as applied_pence,
                 greatest(coalesce(l.owed, 0), 0)::bigint as open_pence,
                 -- The money of a member who answers a change of terms is kept.
                 (coalesce(l.surplus, 0) + greatest(-coalesce(l.owed, 0), 0))::bigint as refund_pence,
                 coalesce(l.surplus, 0)::bigint as refundable_pence, r.user_id in (select id from admins) as is_of_admin,
                 s.pence as refunded_pence, s.day as refunded_on, coalesce(b.days, '{}') as bank_days, c.called_at, c.due_at, c.grace_until, c.held_at, c.extended_at,
                 coalesce(c.allocated_shares is not null and c.state in ('allocated', 'called', 'part_paid', 'paid')
                          and c.due_pence > coalesce(l.called, 0), false) as is_to_call,
                 coalesce(c.due_at <= (select app_now()), false) as is_past_due,
                 coalesce(b.last_day > (c.due_at at time zone 'Europe/London')::date, false) as is_paid_late,
                 case when c.state in ('called', 'part_paid') and c.grace_until <= (select app_now()) then release_waits(c.id) else false end
                   as is_release_waiting,
                 r.user_id is not null
                   and ((c.state = 'needs_reconsent' and c.reconsent_until > (select app_now()))
                        or (c.state in ('called', 'part_paid') and coalesce(l.owed, 0) > 0
                            and ((c.said_sent_at >= c.called_at) is not true or c.due_at <= (select app_now())))) as is_asked
            from commitments c
            left join investor_records r on r.id = c.record_id
            cross join lateral (
              select sum(e.amount_pence) filter (where e.account = '1100') as owed,
                     sum(e.amount_pence) filter (where e.account = '1100' and (
                       select coalesce(o.kind, t.kind) from ledger_transactions t
                         left join ledger_transactions o on o.id = t.reverses_id where t.id = e.transaction_id) = 'call') as called,
                     -sum(e.amount_pence) filter (where e.account = '2200') as surplus
                from ledger_entries e where e.deal_id = c.deal_id and e.commitment_id = c.id) l
            cross join lateral (
              select max(t.booked_on) filter (where exists (
                       select from ledger_entries e where e.transaction_id = t.id and e.account = '1100')) as last_day, array_agg(t.booked_on::text order by t.number) as days
                from standing_transactions t
               where t.deal_id = c.deal_id and t.commitment_id = c.id and t.kind = 'receipt'
                 -- What the bank took back has not arrived.
                 and not exists (
                   select from standing_transactions r join ledger_entries e on e.transaction_id = r.id and e.account = '1000'
                    where r.returned_id = t.id
                   having -sum(e.amount_pence) >= (select sum(w.amount_pence) from ledger_entries w
                                                    where w.transaction_id = t.id and w.account = '1000'))) b
            cross join lateral (
              select coalesce(sum(p.amount_pence), 0)::bigint as pence, max(p.paid_on) as day
                from outgoing_payments p
               where p.deal_id = c.deal_id and p.commitment_id = c.id and p.kind = 'refund' and p.state = 'paid') s
           where c.allocated_shares is not null or c.called_at is not null or c.state = 'needs_reconsent') m
    cross join lateral (
      select coalesce(sum(p.amount_pence) filter (where p.state = 'proposed'), 0)::bigint as proposed_pence,
             coalesce(sum(p.amount_pence) filter (where p.state = 'approved'), 0)::bigint as approved_pence
        from outgoing_payments p
       where p.deal_id = m.deal_id and p.commitment_id = m.commitment_id and p.kind = 'refund') o where (select is_admin());

create or replace function funds_state(p_deal_id uuid)
returns table (difference_pence bigint, sendable_pence bigint, payable_pence bigint, wire_pence bigint, is_wire_sound boolean,
               uncalled_cost_pence bigint, uncalled_fee_pence bigint) language sql stable security definer as $$
  select public.ledger_difference(p_deal_id), public.sendable_pence(p_deal_id),
         public.ledger_balance(p_deal_id, '1000') - coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                                                               where o.deal_id = p_deal_id and o.state = 'approved'), 0)::bigint,
         public.wire_pence(p_deal_id),
         coalesce(public.wire_pence(p_deal_id) >= (public.approved_terms(p_deal_id)).club_minimum_pence
                  and public.are_costs_sound(p_deal_id), false),
         coalesce(sum(u.cost_pence), 0)::bigint, coalesce(sum(u.fee_pence), 0)::bigint
    from public.uncalled_funds(p_deal_id) u having public.is_admin() $$;

-- Of a deal that is over: its account is not at 0, a line of the bank is not booked, or a payment waits.
create or replace function is_unsettled(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select public.is_admin() and not public.is_settled(p_deal_id)
         and exists (select from public.deals d where d.id = p_deal_id and d.state in ('completed', 'exited', 'cancelled')) $$;

create or replace view closing_sums with (security_barrier) as
  select d.id as deal_id, company.name as company_name, d.name as deal_name, d.state as deal_state, m.*, e.*, b.*, f.*, s.*,
         (select trim_scale(t.price)::text from deal_terms t
           where t.id = coalesce((select a.terms_id from allocations a where a.deal_id = d.id and a.state = 'final'),
                                 (select c.terms_id from commitments c where c.deal_id = d.id and c.called_at is not null limit 1)))
           as price,
         (select min(c.called_at) from commitments c where c.deal_id = d.id) as called_at,
         -- Of who has not paid, the first: some may have been given more time.
         coalesce((select min(c.due_at) from commitments c where c.deal_id = d.id and c.state in ('called', 'part_paid')),
                  (select c.due_at from funds_calls c where c.deal_id = d.id order by c.number desc limit 1)) as due_at,
         coalesce((select a.frozen_until is null or a.frozen_until <= app_now() from collection_accounts a
                    where a.deal_id = d.id and a.confirmed_at is not null and a.replaced_at is null), false) as has_open_account,
         exists (select from outgoing_payments o where o.deal_id = d.id and o.kind = 'wire' and o.state <> 'cancelled') as has_wire,
         exists (select from outgoing_payments o where o.deal_id = d.id and o.kind = 'wire' and o.state = 'paid') as is_wired,
         exists (select from outgoing_payments o where o.deal_id = d.id and o.kind = 'fee' and o.state in ('proposed', 'approved'))
           as has_fee,
         exists (select from top_ups u where u.deal_id = d.id and u.ended_at is null) as has_top_up,
         exists (select from unfilled_wishes w where w.deal_id = d.id) as has_unfilled_wishes,
         coalesce((select a.capacity_shares from allocations a where a.deal_id = d.id and a.state = 'final')
                  - (select sum(c.allocated_shares) from commitments c
                      where c.deal_id = d.id and c.state in ('allocated', 'called', 'part_paid', 'paid', 'completed')), 0)::bigint
           as free_shares,
         x.distribution_pence
    from deals d
    join companies company on company.id = d.company_id
    cross join lateral (
      select count(*) filter (where m.due_pence > 0)::integer as called_members,
             coalesce(sum(m.due_pence), 0)::bigint as due_pence,
             coalesce(sum(m.applied_pence), 0)::bigint as applied_pence,
             coalesce(sum(m.open_pence), 0)::bigint as open_pence,
             coalesce(sum(m.refund_pence), 0)::bigint as refund_pence,
             coalesce(sum(m.shares), 0)::bigint as shares,
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
    cross join lateral (select sum(l.amount_pence)::bigint as bank_pence from bank_lines l
                         where l.deal_id = d.id and l.taken_back_at is null
                           and l.id not in (select o.bank_line_id from listed_lines_of_others(d.id) o)) b
    cross join lateral (select max(f.imported_at) as list_read_at from bank_files f
                         where f.deal_id = d.id and f.taken_back_at is null) f
    cross join lateral funds_state(d.id) s
    cross join lateral (select coalesce(-sum(x.amount_pence), 0)::bigint as distribution_pence
                          from ledger_entries x where x.deal_id = d.id and x.account = '2400') x where (select is_admin());

create or replace function nudge_members(p_deal_id uuid) returns table (commitment_id uuid, user_id uuid)
language plpgsql security definer as $$
#variable_conflict use_column
begin
  if not public.lock_funds(p_deal_id) then return; end if;
  return query
    with nudged as (
      insert into public.funds_nudges (commitment_id, nudged_on, nudged_by)
      select m.commitment_id, public.london_today(), public.app_user_id()
        from public.closing_members m where m.deal_id = p_deal_id and m.is_nudgeable returning commitment_id)
    select n.commitment_id, r.user_id from nudged n
      join public.commitments c on c.id = n.commitment_id join public.investor_records r on r.id = c.record_id;
end $$;

create or replace function refuse_reopening() returns trigger language plpgsql as $$
begin
  if exists (select from public.allocations a where a.deal_id = new.id and a.state = 'final') then
    raise integrity_constraint_violation using message = 'a deal whose shares are given out is not opened again';
  end if;
  return new;
end $$;

create trigger refuse_reopening before update of state on deals for each row
  when (old.state = 'closing' and new.state = 'released') execute function refuse_reopening();

grant select on closing_members, closing_sums to club_member;
grant execute on function funds_state, is_unsettled, nudge_members to club_member;
