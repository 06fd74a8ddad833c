-- Of these, the commitments of whoever asks, and of accounts that look like theirs.
create or replace function own_money(p_commitment_ids uuid[]) returns setof uuid language plpgsql stable security definer as $$
declare
  me constant uuid := public.app_user_id();
  marks constant text[] := array(select m.mark from public.identity_marks m where m.user_id = me);
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  return query
    select c.id from public.commitments c join public.investor_records r on r.id = c.record_id
     where c.id = any (p_commitment_ids)
       -- The `offset` has each owner looked up: a join would compute the marks of everybody.
       and (r.user_id = me
            or exists (select from public.identity_marks m where m.user_id = r.user_id and m.mark = any (marks) offset 0));
end $$;

-- Nobody decides about their own money.
create or replace function refuse_own_money(p_commitment_ids uuid[]) returns void language plpgsql stable security definer as $$
begin
  if exists (select from public.own_money(p_commitment_ids)) then
    raise sqlstate 'KC001' using message = 'own_commitment', detail = jsonb_build_object('reason', 'own_commitment')::text;
  end if;
end $$;

create or replace function has_other_admin() returns boolean language sql stable security definer as $$
  select public.is_admin() and exists (select from public.admin_ids() id
                  where id <> public.app_user_id() and not public.is_same_identity(id, public.app_user_id())) $$;

-- Payments that wait count as paid.
create or replace function refundable_pence(p_commitment_id uuid) returns bigint language sql stable security definer as $$
  select (-public.ledger_balance(c.deal_id, '2200', c.id)
          - coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                       where o.deal_id = c.deal_id and o.commitment_id = c.id and o.kind = 'refund'
                         and o.state in ('proposed', 'approved')), 0))::bigint
    from public.commitments c where c.id = p_commitment_id $$;

-- The sum is null until every participant has paid.
create or replace function wire_pence(p_deal_id uuid) returns bigint language sql stable security definer as $$
  select case when bool_and(c.state = 'paid') and sum(c.cost_pence) = -public.ledger_balance(p_deal_id, '2000')
                   and public.ledger_balance(p_deal_id, '1100') = 0
              then sum(c.cost_pence)::bigint end
    from public.commitments c
   where c.deal_id = p_deal_id and c.state in ('committed', 'needs_reconsent', 'allocated', 'called', 'part_paid', 'paid') $$;

-- While ledger and bank differ, a payment may be what left the account, or a part of it: at most what is open of one line. Null where
-- nothing differs.
create or replace function sendable_pence(p_deal_id uuid) returns bigint language sql stable security definer as $$
  select case when public.ledger_difference(p_deal_id) <> 0 then
           coalesce((select max(-public.open_of_line(l.id)) from public.bank_lines l
                      where l.deal_id = p_deal_id and l.amount_pence < 0
                        and l.id not in (select o.bank_line_id from public.lines_of_others(p_deal_id) o)), 0) end $$;

create or replace function may_send(p_deal_id uuid, p_amount_pence bigint) returns boolean
language sql stable security definer as $$ select coalesce(p_amount_pence <= public.sendable_pence(p_deal_id), true) $$;

create or replace function propose_payment(p_deal_id uuid, p_kind text, p_commitment_id uuid, p_bank_line_id uuid,
                                           p_amount_pence bigint, p_payee text, p_reason text) returns jsonb
language plpgsql security definer as $$
declare most bigint; payee text; proposed uuid; by_clock boolean := false;
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  if p_kind = 'refund' then
    perform public.refuse_own_money(array[p_commitment_id]);
    -- Nobody proposes the refund of an admin, and all of it goes: of two founders the one who asks for it approves it.
    by_clock := exists (select from public.commitments c
                          join public.investor_records r on r.id = c.record_id
                         where c.id = p_commitment_id and r.user_id in (select public.admin_ids()));
    select public.refundable_pence(c.id), coalesce(p.full_name, r.legal_name, 'Member ' || c.number) into most, payee
      from public.commitments c
      left join public.investor_records r on r.id = c.record_id
      left join public.people p on p.id = r.user_id where c.id = p_commitment_id and c.deal_id = p_deal_id;
  elsif p_kind = 'return' then
    select public.unidentified_of_line(l.id), coalesce(nullif(left(btrim(l.payer), 200), ''), 'The payer')
      into most, payee from public.bank_lines l where l.id = p_bank_line_id and l.deal_id = p_deal_id;
  else
    -- The payment to the company and the fees of a round are by its list. What the club has left in a cancelled one is proposed.
    if p_kind <> 'fee' then raise invalid_parameter_value; end if;
    if exists (select from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = 'fee' and o.state in ('proposed', 'approved'))
    then raise sqlstate 'KC001' using message = 'fee_once'; end if;
    if not exists (select from public.deals d where d.id = p_deal_id and d.state = 'cancelled')
       and not (exists (select from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = 'wire' and o.state = 'paid')
                and exists (select from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = 'fee' and o.state = 'paid'))
    then raise sqlstate 'KC001' using message = 'wire_first'; end if;
    most := -public.ledger_balance(p_deal_id, '2100');
    payee := p_payee;
    if most <= 0 then raise sqlstate 'KC001' using message = 'nothing_open'; end if;
  end if;
  if most is null then return null; end if;
  if p_kind in ('refund', 'return') and p_amount_pence > most then
    raise sqlstate 'KC001' using
      message = 'refund_too_much', detail = jsonb_build_object('most_pence', greatest(most, 0))::text;
  end if;
  if by_clock and p_amount_pence < most then
    raise sqlstate 'KC001' using message = 'refund_of_admin', detail = jsonb_build_object('most_pence', most)::text;
  end if;
  most := coalesce(p_amount_pence, most);
  if not public.may_send(p_deal_id, most) then raise sqlstate 'KC001' using message = 'ledger_mismatch'; end if;
  insert into public.outgoing_payments (deal_id, kind, commitment_id, bank_line_id, amount_pence, payee, reason, proposed_by, asked_by)
  values (p_deal_id, p_kind, p_commitment_id, p_bank_line_id, most, left(payee, 200), p_reason, case when not by_clock then public.app_user_id() end,
          case when by_clock then public.app_user_id() end)
  returning id into proposed;
  return jsonb_build_object('id', proposed, 'amount_pence', most);
end $$;

-- Returns why a payment that is proposed cannot be approved by anybody; null where it can be. The sums include this payment.
create or replace function payment_obstacle(p_payment_id uuid) returns text language plpgsql stable security definer as $$
declare payment public.outgoing_payments; present bigint;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into payment from public.outgoing_payments o where o.id = p_payment_id;
  if payment.kind = 'wire' and not public.is_company_called_back(payment.deal_id) then return 'company_not_called_back'; end if;
  if not public.may_send(payment.deal_id, payment.amount_pence) then return 'ledger_mismatch'; end if;
  present := case
    when payment.kind = 'refund' then case when public.refundable_pence(payment.commitment_id) >= 0 then payment.amount_pence end
    when payment.kind = 'return' then case when public.unidentified_of_line(payment.bank_line_id) >= 0 then payment.amount_pence end
    when payment.kind = 'wire' then public.wire_pence(payment.deal_id)
    when payment.exit_id is not null then public.exit_due(payment.exit_id, payment.deal_id, payment.kind, payment.commitment_id)
    else -public.ledger_balance(payment.deal_id, '2100') end;
  if present is distinct from payment.amount_pence then return 'amount_changed'; end if;
  if payment.kind = 'wire' and not public.are_costs_sound(payment.deal_id) then return 'costs_differ'; end if;
  return null;
end $$;

-- An admin does not approve a payment that they proposed or receive.
create or replace view outgoing_payment_list with (security_barrier) as
  select o.id, o.deal_id, o.kind, o.commitment_id, o.bank_line_id, o.amount_pence, o.payee, o.reason, o.proposed_at, o.proposed_by,
         (select name from people where id = o.proposed_by) as proposed_by_name, o.approved_at,
         (select name from people where id = o.asked_by) as asked_by_name,
         (select name from people where id = o.approved_by) as approved_by_name, o.state, o.paid_on,
         (o.proposed_by is not distinct from (select app_user_id()) or coalesce(owns_commitment(o.commitment_id), false)) as is_own,
         case when o.state = 'proposed' then own_refusal(o.proposed_by, exists (select from own_money(array[o.commitment_id]))) end as refusal,
         -- Those of an exit are many, and are asked as they are approved.
         case when o.state = 'proposed' and o.exit_id is null then payment_obstacle(o.id) end as obstacle, o.exit_id,
         -- The bank sent it back, and it is owed again.
         case when o.state = 'approved' then (select max(t.booked_on) from standing_transactions t
                                                where t.payment_id = o.id and t.kind = 'payment_returned') end as returned_on
    from outgoing_payments o where (select is_admin());

create or replace function approve_payment(p_payment_id uuid) returns text language plpgsql security definer as $$
declare payment public.outgoing_payment_list; obstacle text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d
   where d.id = (select o.deal_id from public.outgoing_payments o where o.id = p_payment_id) for update;
  select * into payment from public.outgoing_payment_list where id = p_payment_id;
  if payment.id is null then return null; end if;
  if payment.state <> 'proposed' then raise sqlstate 'KC001' using message = 'payment_closed'; end if;
  perform public.require_second_person(payment.proposed_by, 'second_person_required',
                                       exists (select from public.own_money(array[payment.commitment_id])));
  obstacle := public.payment_obstacle(payment.id);
  if obstacle is not null then raise sqlstate 'KC001' using message = obstacle; end if;
  update public.outgoing_payments
     set state = 'approved', approved_at = public.app_now(), approved_by = public.app_user_id() where id = payment.id;
  perform public.check_ledger(payment.deal_id) where public.ledger_difference(payment.deal_id) = 0;
  return 'approved';
end $$;

create or replace function cancel_payment(p_payment_id uuid) returns text language plpgsql security definer as $$
declare payment public.outgoing_payments;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d
   where d.id = (select o.deal_id from public.outgoing_payments o where o.id = p_payment_id) for update;
  select * into payment from public.outgoing_payments where id = p_payment_id for update;
  if payment.id is null then return null; end if;
  if payment.state not in ('proposed', 'approved') then raise sqlstate 'KC001' using message = 'payment_closed'; end if;
  -- The fees of a list leave with the payment to the company, not without it.
  update public.outgoing_payments o set state = 'cancelled'
   where o.id = payment.id
      or (payment.kind = 'wire' and o.deal_id = payment.deal_id and o.kind = 'fee' and o.state in ('proposed', 'approved'));
  perform public.check_ledger(payment.deal_id) where public.ledger_difference(payment.deal_id) = 0;
  return 'cancelled';
end $$;

-- Payments that are approved and not booked count as paid.
create or replace function check_payment_balance() returns trigger language plpgsql security definer as $$
declare short record;
begin
  select sums.* into short
    from (select n.deal_id, sum(n.amount_pence) as pence,
                 coalesce(sum(n.amount_pence) filter (where n.state = 'approved'), 0) as approved_pence,
                 public.ledger_balance(n.deal_id, '1000') as on_account_pence,
                 (select coalesce(sum(o.amount_pence), 0) from public.outgoing_payments o
                   where o.deal_id = n.deal_id and o.state = 'approved') as all_approved_pence
            from new_payments n where n.state in ('proposed', 'approved') group by n.deal_id) sums
   where sums.pence > sums.on_account_pence - (sums.all_approved_pence - sums.approved_pence) limit 1;
  if short.deal_id is not null then
    raise sqlstate 'KC001' using
      message = 'account_short',
      detail = jsonb_build_object('pence', short.pence, 'on_account_pence', short.on_account_pence,
                                  'leaving_pence', short.all_approved_pence - short.approved_pence)::text;
  end if;
  return null;
end $$;

create trigger check_new_payment_balance after insert on outgoing_payments
  referencing new table as new_payments for each statement execute function check_payment_balance();
create trigger check_approved_payment_balance after update on outgoing_payments
  referencing new table as new_payments for each statement execute function check_payment_balance();

grant select on outgoing_payment_list to club_member;
grant execute on function own_money, has_other_admin, propose_payment, payment_obstacle, approve_payment,
  cancel_payment to club_member;
