-- From completion to tax relief: who is due a certificate, who waits for one, and a company that is asked for them. A payment to
-- a company waits until it was called back.

-- Who holds shares of a round, as its company and HMRC ask for it, and the certificate that is theirs.
create view relief_members with (security_barrier) as
  select h.deal_id, h.commitment_id, c.number as member, r.legal_name, r.address, coalesce(person.full_name, r.legal_name) as full_name,
         h.shares, h.share_class, h.price, h.cost_pence, h.issued_on, h.scheme, c.wants_relief, p.id as paper_id, p.matched_at
    from holdings h
    join commitments c on c.id = h.commitment_id
    left join investor_records r on r.id = h.record_id
    left join people person on person.id = r.user_id
    left join papers p on p.commitment_id = h.commitment_id and p.kind = 'relief_certificate' and p.removed_at is null
   where (select is_admin());

-- The reader's own lots whose certificate is still to come.
create view own_awaited_papers with (security_barrier) as
  select h.commitment_id, h.deal_id, h.scheme, to_char(h.issued_on + interval '6 months', 'YYYY-MM') as expected_from
    from holdings h
    join investor_records r on r.id = h.record_id
   where h.scheme is not null and r.user_id = (select app_user_id())
     and not exists (select from papers p
                      where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate' and p.removed_at is null);

-- As before, also with the scheme that a paper of a lot is for.
create or replace view own_papers with (security_barrier) as
  select p.id, p.deal_id, c.id as commitment_id, p.kind, p.created_at, p.dated_on, f.bytes, f.sha256,
         company.name as company_name, d.name as deal_name, h.scheme
    from papers p
    join commitments c on c.deal_id = p.deal_id
     and (c.id = p.commitment_id or (p.kind in ('company_certificate', 'ledger') and c.state = 'completed'))
    join investor_records r on r.id = c.record_id
    join files f on f.id = p.file_id
    join deals d on d.id = p.deal_id
    join companies company on company.id = d.company_id
    left join holdings h on h.commitment_id = p.commitment_id
   where p.removed_at is null and r.user_id = (select app_user_id());
grant select on relief_members, own_awaited_papers to club_member;

-- As before; a step that is recorded again is not after the next one. Answers recorded; not_completed, no_scheme, no_step_before, too_early and too_late with the day of the
-- step next to it, in_future; null where there is no such deal.
create or replace function record_relief_step(p_deal_id uuid, p_step text, p_on date, p_uir text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  steps constant text[] := '{filed,authorised,certified}';
  deal public.deals;
  place integer;
  earlier date;
  later date;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  place := array_position(steps, p_step);
  if place is null then raise invalid_parameter_value; end if;
  if deal.state not in ('completed', 'exited') then return jsonb_build_object('outcome', 'not_completed'); end if;
  select max(h.issued_on) into earlier from public.holdings h where h.deal_id = deal.id and h.scheme is not null;
  if earlier is null then return jsonb_build_object('outcome', 'no_scheme'); end if;
  if p_on > public.london_today() then return jsonb_build_object('outcome', 'in_future'); end if;
  if place > 1 then
    select s.happened_on into earlier from public.relief_steps s
     where s.deal_id = deal.id and s.step = steps[place - 1] order by s.recorded_at desc, s.id desc limit 1;
    if not found then return jsonb_build_object('outcome', 'no_step_before'); end if;
  end if;
  if p_on < earlier then return jsonb_build_object('outcome', 'too_early', 'day', earlier); end if;
  if place < 3 then
    select s.happened_on into later from public.relief_steps s
     where s.deal_id = deal.id and s.step = steps[place + 1] order by s.recorded_at desc, s.id desc limit 1;
    if p_on > later then return jsonb_build_object('outcome', 'too_late', 'day', later); end if;
  end if;
  insert into public.relief_steps (deal_id, step, happened_on, uir, recorded_by)
  values (deal.id, p_step, p_on, p_uir, public.app_user_id());
  return jsonb_build_object('outcome', 'recorded');
end
$$;

-- When the company of a round is asked for its certificates again: 14 days after the shares were issued, or it was last asked.
-- Null once they are made out or delivered, and where nobody is due one or nobody's address is known.
create function relief_chased_next_on(p_deal_id uuid) returns date
language sql stable set search_path = pg_catalog as $$
  select greatest(max(h.issued_on), (select max(s.happened_on) from public.relief_steps s
                                      where s.deal_id = p_deal_id and s.step = 'chased')) + 14
    from public.holdings h
   where h.deal_id = p_deal_id and h.scheme is not null
     and not exists (select from public.papers p where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate'
                        and p.removed_at is null)
     and not exists (select from public.relief_steps s where s.deal_id = p_deal_id and s.step = 'certified')
     and exists (select from public.companies c, jsonb_array_elements(c.founders) founder
                  where c.id = h.company_id and founder ->> 'email' <> '')
  having count(*) > 0
$$;
grant execute on function relief_chased_next_on(uuid) to club_member;

-- For the nightly job. Deals that another process has locked are left to it.
create or replace function chase_relief_certificates(p_today date) returns setof uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  waiting uuid;
begin
  for waiting in
    select d.id from public.deals d
     where d.id in (select h.deal_id from public.holdings h where h.scheme is not null)
     order by d.id for update skip locked
  loop
    -- Read with the lock: another process may just have asked.
    if public.relief_chased_next_on(waiting) <= p_today then
      insert into public.relief_steps (deal_id, step, happened_on) values (waiting, 'chased', p_today);
      return next waiting;
    end if;
  end loop;
end
$$;

-- As before, also company_not_called_back for the payment to a company.
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
