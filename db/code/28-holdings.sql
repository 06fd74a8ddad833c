create or replace function holds_shares(p_record_id uuid) returns boolean language sql stable as $$
  select exists (select from public.holdings h where h.record_id = p_record_id and public.holding_shares_left(h.id) > 0) $$;

-- Whether the person may save their investor record: members, and who has left and still holds shares.
create or replace function may_keep_record() returns boolean language sql stable as $$
  select public.is_member() or exists (select from public.investor_records r where r.user_id = public.app_user_id() and public.holds_shares(r.id)) $$;

-- The trigger binds the owner too. Names are emptied with their accounts, and the record when it is erased.
create or replace function keep_holding_record() returns trigger language plpgsql as $$
declare emptied constant text[] := '{record_id,decided_by,recorded_by}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - emptied = to_jsonb(new) - emptied
     and not exists (select from unnest(emptied) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name) then return new; end if;
  if tg_op = 'DELETE' and tg_table_name = 'holdings'
     and exists (select from public.holding_imports i where i.id = (to_jsonb(old) ->> 'import_id')::uuid and i.undone_at is not null)
  then return old; end if;
  raise integrity_constraint_violation using message = 'what is held and filed is never changed or deleted';
end $$;

create or replace function keep_paper() returns trigger language plpgsql as $$
declare
  matching constant text[] := '{commitment_id,matched_at,matched_by}';
  replacing constant text[] := '{removed_at,removed_by,withdrawn_reason}';
begin
  if tg_op = 'DELETE' then
    if exists (select from public.commitments c where c.id = old.commitment_id and c.record_id is null) then return old; end if;
  elsif to_jsonb(old) - matching - replacing - 'author_id' = to_jsonb(new) - matching - replacing - 'author_id'
        and (new.author_id is null or new.author_id = old.author_id)
        and (old.commitment_id is null
             or (new.commitment_id = old.commitment_id and new.matched_at is not distinct from old.matched_at))
        and (old.removed_at is null
             or (new.removed_at = old.removed_at and new.withdrawn_reason is not distinct from old.withdrawn_reason)) then return new; end if;
  raise integrity_constraint_violation using message = 'what is held and filed is never changed or deleted';
end $$;

create or replace function remove_papers_of_erased() returns trigger language plpgsql security definer as $$
begin
  delete from public.papers where commitment_id = new.id;
  return null;
end $$;

create or replace view paper_list with (security_barrier) as
  select p.id, p.deal_id, p.commitment_id, p.kind, p.file_name, p.created_at, p.dated_on, p.found, p.matched_at, f.bytes, f.sha256,
         (select name from people where id = p.author_id) as author_name, c.number as member,
         coalesce(person.full_name, r.legal_name) as full_name
    from papers p
    join files f on f.id = p.file_id
    left join commitments c on c.id = p.commitment_id
    left join investor_records r on r.id = c.record_id
    left join people person on person.id = r.user_id where p.removed_at is null and (select is_admin());

create or replace function is_own_paper(p_paper_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.papers p
                   join public.commitments c on c.deal_id = p.deal_id
                    and (c.id = p.commitment_id or (p.kind in ('company_certificate', 'ledger') and c.state = 'completed'))
                   join public.investor_records r on r.id = c.record_id
                  where p.id = p_paper_id and p.removed_at is null and r.user_id = public.app_user_id()) $$;

-- The query starts from the reader's commitments, because all papers of their rounds would be slow.
create or replace view own_papers with (security_barrier) as
  select p.id, p.deal_id, c.id as commitment_id, p.kind, p.created_at, p.dated_on, f.bytes, f.sha256, company.name as company_name,
         d.name as deal_name, h.scheme, p.file_name, p.file_id, d.company_id
    from investor_records r
    join commitments c on c.record_id = r.id
    cross join lateral (
      select * from papers own where own.commitment_id = c.id and own.removed_at is null
      union all
      select * from papers of_deal
       where c.state = 'completed' and of_deal.deal_id = c.deal_id and of_deal.kind in ('company_certificate', 'ledger')
         and of_deal.removed_at is null) p
    join files f on f.id = p.file_id
    join deals d on d.id = p.deal_id
    join companies company on company.id = d.company_id
    left join holdings h on h.commitment_id = p.commitment_id where r.user_id = (select app_user_id());

create or replace view own_withdrawn_papers with (security_barrier) as
  select p.id, p.commitment_id, p.removed_at as withdrawn_at, p.withdrawn_reason as reason
    from investor_records r
    join commitments c on c.record_id = r.id
    join papers p on p.commitment_id = c.id
   where r.user_id = (select app_user_id()) and p.withdrawn_reason is not null;

-- Signed papers are filed before the deal completes, papers of the company after.
create or replace function file_paper(p_deal_id uuid, p_kind text, p_file_name text, p_file_id uuid, p_dated_on date, p_found jsonb)
returns uuid language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id); filed uuid;
begin
  if deal.id is null then return null; end if;
  if p_kind not in ('subscription_agreement', 'board_minutes', 'nominee_agreement', 'share_schedule', 'company_certificate',
                    'relief_certificate') then raise invalid_parameter_value; end if;
  if deal.state <> all (case when p_kind in ('company_certificate', 'relief_certificate') then '{completed,exited}'::text[]
                             else '{preparing,approved,released,closing}'::text[] end) then
    raise sqlstate 'KC001' using message = case p_kind when 'company_certificate' then 'paper_before_completion'
      when 'relief_certificate' then 'relief_not_completed' else 'paper_too_early_or_late' end;
  end if;
  if p_kind <> 'relief_certificate' then
    update public.papers set removed_at = public.app_now(), removed_by = public.app_user_id()
     where deal_id = deal.id and kind = p_kind and removed_at is null;
  end if;
  insert into public.papers (deal_id, kind, file_name, file_id, dated_on, author_id, found)
  values (deal.id, p_kind, p_file_name, p_file_id, p_dated_on, public.app_user_id(), p_found) returning id into filed;
  return filed;
end $$;

create or replace function holders_of_deal(p_deal_id uuid) returns table (user_id uuid, commitment_id uuid)
language sql stable security definer as $$
  select r.user_id, h.commitment_id from public.holdings h join public.investor_records r on r.id = h.record_id
   where h.deal_id = p_deal_id and r.user_id is not null and public.is_admin() order by h.id $$;

create or replace function record_relief_step(p_deal_id uuid, p_step text, p_on date, p_uir text) returns boolean
language plpgsql security definer as $$
declare
  steps constant text[] := '{filed,authorised,certified}';
  deal public.deals := public.lock_deal(p_deal_id);
  place integer;
  earlier date;
  later date;
begin
  if deal.id is null then return null; end if;
  place := array_position(steps, p_step);
  if place is null then raise invalid_parameter_value; end if;
  if deal.state not in ('completed', 'exited') then raise sqlstate 'KC001' using message = 'relief_not_completed'; end if;
  select max(h.issued_on) into earlier from public.holdings h where h.deal_id = deal.id and h.scheme is not null;
  if earlier is null then raise sqlstate 'KC001' using message = 'relief_no_scheme'; end if;
  if p_on > public.london_today() then raise sqlstate 'KC001' using message = 'relief_in_future'; end if;
  if place > 1 then
    select s.happened_on into earlier from public.relief_steps s
     where s.deal_id = deal.id and s.step = steps[place - 1] order by s.recorded_at desc, s.id desc limit 1;
    if not found then raise sqlstate 'KC001' using message = 'relief_no_step_before'; end if;
  end if;
  if p_on < earlier then
    raise sqlstate 'KC001' using message = 'relief_too_early', detail = jsonb_build_object('day', earlier)::text;
  end if;
  if place < 3 then
    select s.happened_on into later from public.relief_steps s
     where s.deal_id = deal.id and s.step = steps[place + 1] order by s.recorded_at desc, s.id desc limit 1;
    if p_on > later then
      raise sqlstate 'KC001' using message = 'relief_too_late', detail = jsonb_build_object('day', later)::text;
    end if;
  end if;
  insert into public.relief_steps (deal_id, step, happened_on, uir, recorded_by)
  values (deal.id, p_step, p_on, p_uir, public.app_user_id());
  return true;
end $$;

-- The outcome is returned, because a refusal would undo the matches of other certificates.
create or replace function match_relief_certificate(p_paper_id uuid, p_commitment_id uuid, p_amount_pence bigint, p_issued_on date)
returns jsonb language plpgsql security definer as $$
declare paper public.papers; holding public.holdings; amount bigint; issued date;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d where d.id = (select p.deal_id from public.papers p where p.id = p_paper_id) for update;
  select * into paper from public.papers p where p.id = p_paper_id and p.kind = 'relief_certificate' and p.removed_at is null;
  select * into holding from public.holdings h where h.commitment_id = p_commitment_id and h.deal_id = paper.deal_id;
  if paper.id is null or holding.id is null then return null; end if;
  if paper.commitment_id is not null then return jsonb_build_object('outcome', 'closed'); end if;
  if holding.scheme is null then return jsonb_build_object('outcome', 'no_relief'); end if;
  if exists (select from public.papers p where p.commitment_id = holding.commitment_id and p.kind = 'relief_certificate'
               and p.removed_at is null) then return jsonb_build_object('outcome', 'taken'); end if;
  amount := coalesce((paper.found ->> 'amount_pence')::bigint, p_amount_pence);
  issued := coalesce((paper.found ->> 'issued_on')::date, p_issued_on);
  -- At a price with parts of a penny, a member's cost and their shares × price can be a penny apart.
  if amount is null or abs(amount - holding.cost_pence) > (holding.price <> round(holding.price, 2))::int then
    return jsonb_build_object('outcome', 'amount_differs', 'given', amount, 'held', holding.cost_pence);
  end if;
  if issued is distinct from holding.issued_on then
    return jsonb_build_object('outcome', 'date_differs', 'given', issued, 'held', holding.issued_on);
  end if;
  update public.papers
     set commitment_id = holding.commitment_id, matched_at = public.app_now(), matched_by = public.app_user_id()
   where id = paper.id;
  return jsonb_build_object('outcome', 'matched', 'deal_id', paper.deal_id,
    'user_id', (select r.user_id from public.investor_records r where r.id = holding.record_id));
end $$;

create or replace function remove_relief_certificate(p_paper_id uuid) returns boolean language plpgsql security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  update public.papers set removed_at = public.app_now(), removed_by = public.app_user_id()
   where id = p_paper_id and kind = 'relief_certificate' and commitment_id is null and removed_at is null;
  return found;
end $$;

create or replace function withdraw_relief_certificate(p_paper_id uuid, p_reason text) returns jsonb language plpgsql security definer as $$
declare holder uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d where d.id = (select p.deal_id from public.papers p where p.id = p_paper_id) for update;
  update public.papers p set removed_at = public.app_now(), removed_by = public.app_user_id(), withdrawn_reason = p_reason
   where p.id = p_paper_id and p.kind = 'relief_certificate' and p.commitment_id is not null and p.removed_at is null
  returning p.commitment_id into holder;
  if holder is null then return null; end if;
  return jsonb_build_object('commitment_id', holder, 'user_id',
    (select r.user_id from public.commitments c join public.investor_records r on r.id = c.record_id where c.id = holder));
end $$;

-- A deal that another process has locked is skipped.
create or replace function chase_relief_certificates(p_today date) returns setof uuid language plpgsql security definer as $$
declare waiting uuid;
begin
  for waiting in
    select d.id from public.deals d
     where d.id in (select h.deal_id from public.holdings h where h.scheme is not null)
     order by d.id for update skip locked loop
    -- Another process may have asked before the lock.
    if public.relief_chased_next_on(waiting) <= p_today then
      insert into public.relief_steps (deal_id, step, happened_on) values (waiting, 'chased', p_today);
      return next waiting;
    end if;
  end loop;
end $$;

create or replace view relief_members with (security_barrier) as
  select h.deal_id, h.commitment_id, c.number as member, r.legal_name, r.address,
         coalesce(person.full_name, r.legal_name) as full_name, h.shares, h.share_class, h.price, h.cost_pence, h.issued_on,
         h.scheme, c.wants_relief, p.id as paper_id, p.matched_at
    from holdings h
    join commitments c on c.id = h.commitment_id
    left join investor_records r on r.id = h.record_id
    left join people person on person.id = r.user_id
    left join papers p on p.commitment_id = h.commitment_id and p.kind = 'relief_certificate' and p.removed_at is null
   where (select is_admin());

-- A company is asked every 14 days until its certificates arrive. The day is null where none is due or no address is known.
create or replace function relief_chased_next_on(p_deal_id uuid) returns date language sql stable as $$
  select greatest(max(h.issued_on), (select max(s.happened_on) from public.relief_steps s
                                      where s.deal_id = p_deal_id and s.step = 'chased')) + 14
    from public.holdings h
   where h.deal_id = p_deal_id and h.scheme is not null
     and not exists (select from public.papers p where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate'
                        and p.removed_at is null)
     and not exists (select from public.relief_steps s where s.deal_id = p_deal_id and s.step = 'certified')
     and exists (select from public.companies c, jsonb_array_elements(c.founders) founder
                  where c.id = h.company_id and founder ->> 'email' <> '') having count(*) > 0 $$;

create or replace function holds_company(p_company_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.holdings h join public.investor_records r on r.id = h.record_id
                  where h.company_id = p_company_id and r.user_id = public.app_user_id()) $$;

-- What the reader paid for a commitment and the club keeps, receipt by receipt. What goes back is of what came last before it, and so is
-- what is still to go back.
create or replace function own_payments(p_commitment_id uuid) returns jsonb language sql stable security definer as $$
  select jsonb_agg(jsonb_build_object('day', k.booked_on, 'pence', k.pence, 'arrived_pence', k.cash::bigint)
                   order by k.booked_on, k.number) filter (where k.pence > 0)
    from (select a.booked_on, a.number, a.kind, a.cash,
                 least(a.cash, greatest(least(min(a.level) over (order by a.booked_on, a.number rows between current row and unbounded following),
                                              a.kept) - (a.level - a.cash), 0))::bigint as pence
            from (select b.booked_on, b.number, b.kind, -(b.due + b.refund) as cash, -sum(b.due) over () as kept,
                         -sum(b.due + b.refund) over (order by b.booked_on, b.number) as level
                    from (select l.booked_on, l.number, l.kind,
                                 coalesce(sum(e.amount_pence) filter (where e.account = '1100'), 0) as due,
                                 coalesce(sum(e.amount_pence) filter (where e.account = '2200'), 0) as refund
                            from public.standing_transactions l
                            join public.ledger_entries e on e.transaction_id = l.id and e.commitment_id = p_commitment_id
                           where l.commitment_id = p_commitment_id and public.owns_commitment(p_commitment_id)
                             and l.deal_id = (select c.deal_id from public.commitments c where c.id = p_commitment_id)
                             and l.kind in ('receipt', 'leaving', 'refund', 'payment_returned')
                           group by l.id, l.booked_on, l.number, l.kind) b) a) k
   where k.kind = 'receipt' $$;

create or replace view own_holdings with (security_barrier) as
  select h.id, h.record_id, h.deal_id, h.company_id, h.commitment_id, h.shares, h.share_class, h.price, h.cost_pence, h.fee_pence,
         h.scheme, h.issued_on, d.name as deal_name, company.name as company_name, company.sector, company.one_line,
         t.pre_money_pence, coalesce(t.round_total_pence, 0) as round_total_pence,
         coalesce(wire.booked_on, h.issued_on) as wired_on,
         case when h.import_id is null then coalesce(own_payments(h.commitment_id), '[]')
              else jsonb_build_array(jsonb_build_object('day', h.issued_on, 'pence', h.cost_pence + h.fee_pence)) end as payments,
         coalesce(certificate.came_on, h.certificate_on) as certificate_on,
         coalesce(claimed.reliefs, '[]') as reliefs, h.import_id,
         -- The day stands where the club took a certificate back and none has come since.
         case when certificate.came_on is null and h.certificate_on is null then (
           select max(p.removed_at at time zone 'Europe/London')::date from papers p
            where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate' and p.withdrawn_reason is not null) end
           as certificate_withdrawn_on
    from investor_records r
    join holdings h on h.record_id = r.id
    join companies company on company.id = h.company_id
    left join deals d on d.id = h.deal_id
    left join commitments c on c.id = h.commitment_id
    left join deal_terms t on t.id = c.terms_id
    left join lateral (
      select max(w.booked_on) as booked_on from standing_transactions w
       where w.deal_id = h.deal_id and w.commitment_id is null and w.kind = 'wire') wire on true
    left join lateral (
      select min(p.matched_at at time zone 'Europe/London')::date as came_on from papers p
       where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate' and p.removed_at is null) certificate on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'claimed_on', x.claimed_on, 'pence', x.pence,
                                          'is_carried_back', x.is_carried_back, 'lost_on', x.lost_on) order by x.claimed_on, x.id) as reliefs
        from relief_records x where x.record_id = r.id and x.holding_id = h.id) claimed on true
   where r.user_id = (select app_user_id());

create or replace view own_unissued with (security_barrier) as
  select c.id as commitment_id, d.company_id, company.name as company_name, d.name as deal_name, paid.payments
    from investor_records r
    join commitments c on c.record_id = r.id and c.state in ('called', 'part_paid', 'paid')
    join deals d on d.id = c.deal_id
    join companies company on company.id = d.company_id
    cross join lateral own_payments(c.id) paid (payments)
   where r.user_id = (select app_user_id()) and paid.payments is not null;

create trigger keep_holding_record before update or delete on holdings for each row execute function keep_holding_record();
create trigger keep_holding_record before update or delete on success_fee_invoices
  for each row execute function keep_holding_record();
create trigger keep_holding_record before update or delete on success_fee_decisions
  for each row execute function keep_holding_record();
create trigger keep_holding_record before update or delete on relief_steps for each row execute function keep_holding_record();
create trigger keep_paper before update or delete on papers for each row execute function keep_paper();
create trigger remove_papers_of_erased after update of record_id on commitments
  for each row when (old.record_id is not null and new.record_id is null) execute function remove_papers_of_erased();

grant select on paper_list, own_papers, own_withdrawn_papers, relief_members, own_holdings, own_unissued to club_member;
grant execute on function holds_shares, may_keep_record, is_own_paper, file_paper, holders_of_deal, record_relief_step,
  match_relief_certificate, remove_relief_certificate, withdraw_relief_certificate, relief_chased_next_on, holds_company, own_payments to club_member;
