-- The members' costs are compared with what the company is paid. Each cost is fixed once it is called, so they differ from the
-- price of all the shares by pennies once somebody leaves or takes another number of shares.

-- Whether a payment to the company is approved or booked. From then on nothing that undoes a call can be paid back from the account.
create function is_company_paid(p_deal_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.outgoing_payments o
                  where o.deal_id = p_deal_id and o.kind = 'wire' and o.state in ('approved', 'paid'))
$$;

-- For admins: what the members' shares cost, beside the price of all of them, and how far these may be apart. Members' costs are the largest-
-- remainder parts of the total at the allocation: each is within a penny of its exact part, so every member who has left moves the
-- sum by less than a penny. Another number of shares is rounded for itself: by less than two.
create function round_costs(p_deal_id uuid)
returns table (shares bigint, cost_pence bigint, total_pence bigint, left_members integer, changed_members integer,
               tolerance_pence integer)
language sql stable security definer set search_path = pg_catalog as $$
  with taking as (
    select c.id, coalesce(c.allocated_shares, 0) as shares, coalesce(c.cost_pence, 0) as cost_pence
      from public.commitments c
     where c.deal_id = p_deal_id
       and c.state in ('committed', 'needs_reconsent', 'allocated', 'called', 'part_paid', 'paid', 'completed')),
  given as (
    select count(*) filter (where l.shares > 0 and coalesce(t.shares, 0) = 0)::integer as left_members,
           count(*) filter (where coalesce(t.shares, 0) > 0 and t.shares <> l.shares)::integer as changed_members
      from public.allocations a
      join public.allocation_lines l on l.allocation_id = a.id
      left join taking t on t.id = l.commitment_id
     where a.deal_id = p_deal_id and a.state = 'final'),
  sums as (
    select coalesce(sum(t.shares), 0)::bigint as shares, coalesce(sum(t.cost_pence), 0)::bigint as cost_pence from taking t)
  select s.shares, s.cost_pence, round(s.shares * (public.approved_terms(p_deal_id)).price * 100)::bigint,
         g.left_members, g.changed_members, g.left_members + 2 * g.changed_members
    from sums s, given g where public.is_admin()
$$;
grant execute on function round_costs(uuid) to club_member;

-- As before; the schedule asks that the costs are what the company is paid, within the pennies of `round_costs` of the price.
create or replace function completion_gate(p_deal_id uuid, p_issued_on date) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
  terms public.deal_terms;
  taking record;
  costs record;
  account public.company_account_list;
  decision public.success_fee_decisions;
  fee_bp integer;
  refund_pence bigint;
  unlisted_pence bigint;
  unlisted_names text[];
  leaving_pence bigint;
  filed text[];
  wired_on date;
  wired_pence bigint;
  other_scheme text;
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
  select * into costs from public.round_costs(deal.id);
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
  select max(t.booked_on), -sum(e.amount_pence) into wired_on, wired_pence
    from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id and e.account = '1000'
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
    'total_pence', costs.total_pence, 'left_members', costs.left_members, 'changed_members', costs.changed_members,
    'tolerance_pence', costs.tolerance_pence, 'wired_pence', wired_pence, 'open_pence', public.ledger_balance(deal.id, '1100'),
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
  if taking.unnamed > 0 or taking.on_other_terms > 0 or taking.members = 0 or costs.total_pence is null
     or taking.cost_pence <> coalesce(wired_pence, taking.cost_pence)
     or abs(taking.cost_pence - costs.total_pence) > costs.tolerance_pence then
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

-- Whether the costs are what the company can be paid.
create function are_costs_sound(p_deal_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select abs(r.cost_pence - r.total_pence) <= r.tolerance_pence from public.round_costs(p_deal_id) r
$$;

-- As before, also costs_differ for a payment to the company whose sum is not the price of the shares; and once a deal is cancelled
-- the club gets back what it paid in.
create or replace function propose_payment(p_deal_id uuid, p_kind text, p_commitment_id uuid, p_bank_line_id uuid,
                                           p_amount_pence bigint, p_payee text, p_reason text) returns jsonb
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
      if not public.are_costs_sound(p_deal_id) then return jsonb_build_object('outcome', 'costs_differ'); end if;
      select c.name into payee from public.deals d join public.companies c on c.id = d.company_id where d.id = p_deal_id;
    else
      if not exists (select from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = 'wire' and o.state = 'paid')
         and not exists (select from public.deals d where d.id = p_deal_id and d.state = 'cancelled')
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
create or replace function approve_payment(p_payment_id uuid) returns text
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
  if payment.kind = 'wire' and not public.is_company_called_back(payment.deal_id) then return 'company_not_called_back'; end if;
  if not public.may_send(payment.deal_id, payment.amount_pence) then return 'ledger_mismatch'; end if;
  present := case
    -- What is on its way includes this one.
    when payment.kind = 'refund' then case when public.refundable_pence(payment.commitment_id) >= 0 then payment.amount_pence end
    when payment.kind = 'return' then case when public.unidentified_of_line(payment.bank_line_id) >= 0 then payment.amount_pence end
    when payment.kind = 'wire' then public.wire_pence(payment.deal_id)
    when payment.exit_id is not null
      then public.exit_due(payment.exit_id, payment.deal_id, payment.kind, payment.commitment_id)
    else -public.ledger_balance(payment.deal_id, '2100') end;
  if present is distinct from payment.amount_pence then return 'amount_changed'; end if;
  if payment.kind = 'wire' and not public.are_costs_sound(payment.deal_id) then return 'costs_differ'; end if;
  update public.outgoing_payments
     set state = 'approved', approved_at = public.app_now(), approved_by = public.app_user_id() where id = payment.id;
  perform public.check_ledger(payment.deal_id) where public.ledger_difference(payment.deal_id) = 0;
  return case when payment.is_own then 'approved_alone' else 'approved' end;
end
$$;

-- From the approval of the payment to the company on, the members' shares and costs stay: what was added could not be sent to the
-- company, and what is given back is not on the account. KD011 is a refusal with a text of its own (`problem.ts`).
create function refuse_once_company_is_paid() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if public.is_company_paid(new.deal_id) then
    raise sqlstate 'KD011' using message = 'the company is paid, or its payment is approved';
  end if;
  return new;
end
$$;
create trigger refuse_once_company_is_paid before update on commitments for each row
  when ((new.allocated_shares, new.cost_pence, new.fee_pence) is distinct from (old.allocated_shares, old.cost_pence, old.fee_pence)
        or (old.allocated_shares is not null and new.state <> old.state
            and new.state in ('needs_reconsent', 'withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')))
  execute function refuse_once_company_is_paid();
create trigger refuse_once_company_is_paid before insert on top_ups for each row execute function refuse_once_company_is_paid();
