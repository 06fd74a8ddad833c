create or replace view company_account_list with (security_barrier) as
  select a.id, a.deal_id, a.account_name, a.sort_code, a.account_number, a.bank, a.entered_at, a.entered_by,
         account_signed_at(a.deal_id, a.id, a.confirmed_by, a.confirmed_at) as confirmed_at,
         a.call_back_note, coalesce(r.name, (select name from people where id = a.entered_by)) as entered_by_name,
         (select name from people where id = a.confirmed_by) as confirmed_by_name,
         a.confirmed_at is null as is_waiting, r.email as asked_email, r.asked_at
    from company_accounts a left join company_account_requests r on r.id = a.request_id
   where (select is_admin()) and a.replaced_at is null;

create or replace view deal_completion_list with (security_barrier) as
  select c.id, c.deal_id, c.proposed_at, c.proposed_by, c.issued_on, c.confirmed_at, c.ledger_number, c.ledger_sha256,
         (select name from people where id = c.proposed_by) as proposed_by_name,
         (select name from people where id = c.confirmed_by) as confirmed_by_name
    from deal_completions c
    where c.replaced_at is null and (select is_admin());

-- The account stays that of the payment to the company.
create or replace function check_company_unpaid(p_deal_id uuid) returns void language plpgsql stable security definer as $$
begin
  if exists (select from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = 'wire' and o.state in ('approved', 'paid')) then
    raise sqlstate 'KC001' using message = 'company_account_paid';
  end if;
end $$;

-- The account replaces one that waits. The caller has locked the deal.
create or replace function put_company_account(p_deal_id uuid, p_account_name text, p_sort_code text, p_account_number text, p_bank text,
                                               p_request_id uuid) returns void language plpgsql security definer as $$
begin
  perform public.check_company_unpaid(p_deal_id);
  update public.company_accounts set replaced_at = public.app_now()
   where deal_id = p_deal_id and confirmed_at is null and replaced_at is null;
  -- The account that two have signed, given again, takes the place of one that waits.
  if exists (select from public.company_accounts a
              where a.deal_id = p_deal_id and a.confirmed_at is not null and a.replaced_at is null
                and (a.account_name, a.sort_code, a.account_number, a.bank) = (p_account_name, p_sort_code, p_account_number, p_bank))
  then return; end if;
  insert into public.company_accounts (deal_id, account_name, sort_code, account_number, bank, entered_by, request_id)
  values (p_deal_id, p_account_name, p_sort_code, p_account_number, p_bank,
          case when p_request_id is null then public.app_user_id() end, p_request_id);
end $$;

create or replace function enter_company_account(p_deal_id uuid, p_account_name text, p_sort_code text, p_account_number text, p_bank text)
returns text language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id);
begin
  if deal.id is null then return null; end if;
  if deal.state not in ('preparing', 'approved', 'released', 'closing') then raise sqlstate 'KC001' using message = 'paper_too_early_or_late'; end if;
  perform public.put_company_account(deal.id, p_account_name, p_sort_code, p_account_number, p_bank, null);
  return 'entered';
end $$;

-- Asking again makes a new link and ends the old one.
create or replace function ask_company_for_account(p_deal_id uuid, p_name text, p_email text, p_expires_at timestamptz) returns uuid
language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id); asked uuid;
begin
  if deal.id is null then return null; end if;
  if deal.state not in ('preparing', 'approved', 'released', 'closing') then raise sqlstate 'KC001' using message = 'paper_too_early_or_late'; end if;
  perform public.check_company_unpaid(deal.id);
  perform public.end_company_account_request(deal.id);
  insert into public.company_account_requests (deal_id, name, email, asked_at, asked_by, expires_at)
  values (deal.id, p_name, p_email, public.app_now(), public.app_user_id(), p_expires_at) returning id into asked;
  return asked;
end $$;

create or replace function end_company_account_request(p_deal_id uuid) returns void language sql security definer as $$
  update public.company_account_requests set ended_at = public.app_now()
   where deal_id = p_deal_id and used_at is null and ended_at is null $$;

-- The list that has it is signed: the clock calls this.
create or replace function confirm_company_account(p_deal_id uuid, p_confirmed_by uuid, p_call_back_note text) returns text
language plpgsql security definer as $$
declare account public.company_accounts;
begin
  perform public.lock_deal(p_deal_id);
  select * into account from public.company_accounts where deal_id = p_deal_id and confirmed_at is null and replaced_at is null;
  if account.id is null then raise sqlstate 'KC001' using message = 'company_account_decided'; end if;
  update public.company_accounts set replaced_at = public.app_now()
   where deal_id = p_deal_id and confirmed_at is not null and replaced_at is null;
  update public.company_accounts
     set confirmed_at = public.app_now(), confirmed_by = p_confirmed_by, call_back_note = p_call_back_note
   where id = account.id;
  perform public.end_company_account_request(p_deal_id);
  return 'confirmed';
end $$;

create or replace function is_company_called_back(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.company_accounts
                  where deal_id = p_deal_id and confirmed_at is not null and replaced_at is null)
     and not exists (select from public.company_accounts
                      where deal_id = p_deal_id and confirmed_at is null and replaced_at is null) $$;

-- Of the version that members read; before that, of the one that is frozen last.
create or replace function success_fee_bp(p_deal_id uuid) returns integer language sql stable security definer as $$
  select (v.content ->> 'success_fee_bp')::integer from public.deal_versions v
   where v.deal_id = p_deal_id order by v.approved_at is null, v.number desc limit 1 $$;

create or replace function decide_success_fee(p_deal_id uuid, p_article text, p_allowed_bp integer, p_waived_because text) returns text
language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id);
begin
  if deal.id is null then return null; end if;
  if deal.state not in ('preparing', 'approved', 'released', 'closing') then raise sqlstate 'KC001' using message = 'paper_too_early_or_late'; end if;
  if p_allowed_bp < public.success_fee_bp(deal.id) then
    raise sqlstate 'KC001' using message = 'success_fee_above', detail = jsonb_build_object('fee_bp', public.success_fee_bp(deal.id))::text;
  end if;
  insert into public.success_fee_decisions (deal_id, decided_by, article, allowed_bp, waived_because)
  values (deal.id, public.app_user_id(), p_article, p_allowed_bp, p_waived_because);
  return 'decided';
end $$;

-- The hash of a completed ledger is of this text.
create or replace function ledger_text(p_deal_id uuid, p_until integer) returns text language sql stable security definer as $$
  select coalesce(string_agg(concat_ws(',', t.number, t.booked_on, t.kind, e.account, coalesce(c.number::text, ''), e.amount_pence),
                             E'\n' order by t.number, e.account, c.number, e.id), '')
    from public.ledger_transactions t
    join public.ledger_entries e on e.transaction_id = t.id
    left join public.commitments c on c.id = e.commitment_id where t.deal_id = p_deal_id and t.number <= p_until $$;

-- A deal completes when "unmet" is empty. Without a day of issue, the conditions that depend on it are in "later".
create or replace function completion_gate(p_deal_id uuid, p_issued_on date) returns jsonb language plpgsql stable security definer as $$
declare
  deal public.deals;
  terms public.deal_terms;
  taking record;
  costs record;
  account public.company_account_list;
  decision public.success_fee_decisions;
  fee_bp integer;
  refund_pence bigint;
  uncalled_pence bigint;
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
  terms := public.approved_terms(deal.id);
  fee_bp := public.success_fee_bp(deal.id);
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
  -- The sum is null where everything is called. A part that new terms reduced is below 0 until the next call.
  select sum(u.cost_pence + u.fee_pence) into uncalled_pence from public.uncalled_funds(deal.id) u;
  select coalesce(sum(m.due - m.listed), 0), coalesce(array_agg(coalesce(p.full_name, r.legal_name, p.email, 'Member ' || m.number) order by m.number), '{}')
    into unlisted_pence, unlisted_names
    from (select c.number, c.record_id, -sum(e.amount_pence) as due,
                 coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                            where o.deal_id = deal.id and o.commitment_id = c.id and o.kind = 'refund'
                              and o.state = 'approved'), 0) as listed
            from public.ledger_entries e join public.commitments c on c.id = e.commitment_id
           where e.deal_id = deal.id and e.account = '2200' group by c.id) m
    left join public.investor_records r on r.id = m.record_id
    left join public.people p on p.id = r.user_id where m.due > m.listed;
  select coalesce(sum(o.amount_pence), 0) into leaving_pence from public.outgoing_payments o
   where o.deal_id = deal.id and o.state = 'approved';
  select coalesce(array_agg(p.kind), '{}') into filed from public.papers p
   where p.deal_id = deal.id and p.removed_at is null
     and p.kind in ('subscription_agreement', 'board_minutes', 'nominee_agreement', 'share_schedule');
  select * into account from public.company_account_list a where a.deal_id = deal.id order by a.is_waiting desc limit 1;
  select * into decision from public.success_fee_decisions s
   where s.deal_id = deal.id order by s.decided_at desc, s.id desc limit 1;
  select max(t.booked_on), -sum(e.amount_pence) into wired_on, wired_pence
    from public.standing_transactions t join public.ledger_entries e on e.transaction_id = t.id and e.account = '1000'
   where t.deal_id = deal.id and t.kind = 'wire';
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
    'uncalled_pence', coalesce(uncalled_pence, 0),
    'minimum_pence', terms.club_minimum_pence, 'scheme', terms.scheme, 'other_scheme', other_scheme,
    'refund_pence', refund_pence, 'unlisted_pence', unlisted_pence,
    'unlisted_names', to_jsonb(unlisted_names),
    'unidentified_pence', -public.ledger_balance(deal.id, '2300'), 'filed', to_jsonb(filed),
    'account_waits', account.is_waiting, 'called_back_at', account.confirmed_at, 'called_back_by_name', account.confirmed_by_name,
    'fee_bp', fee_bp, 'article', decision.article, 'allowed_bp', decision.allowed_bp, 'waived_because', decision.waived_because,
    'unwired_pence', -public.ledger_balance(deal.id, '2000'), 'wired_on', wired_on,
    'on_account_pence', public.ledger_balance(deal.id, '1000'), 'leaving_pence', leaving_pence,
    'difference_pence', public.ledger_difference(deal.id));
  if taking.members = 0 or taking.unpaid > 0 or uncalled_pence is not null or public.ledger_balance(deal.id, '1100') <> 0 then
    unmet := unmet || 'due_applied'::text; end if;
  if unlisted_pence > 0 or public.ledger_balance(deal.id, '2300') <> 0 then unmet := unmet || 'refunds'::text; end if;
  if cardinality(filed) < 4 then unmet := unmet || 'documents'::text; end if;
  if taking.unnamed > 0 or taking.on_other_terms > 0 or taking.shares = 0 or costs.total_pence is null
     or taking.cost_pence <> coalesce(wired_pence, taking.cost_pence)
     or abs(taking.cost_pence - costs.total_pence) > costs.tolerance_pence then
    unmet := unmet || 'schedule'::text; end if;
  if terms.id is null or taking.cost_pence < terms.club_minimum_pence then unmet := unmet || 'minimum'::text; end if;
  if not public.is_company_called_back(deal.id) then unmet := unmet || 'company_account'::text; end if;
  if decision.id is null or fee_bp is null or decision.allowed_bp < fee_bp then unmet := unmet || 'success_fee'::text; end if;
  if wired_on is null or public.ledger_balance(deal.id, '2000') <> 0 then unmet := unmet || 'wire'::text; end if;
  if wired_on > p_issued_on or p_issued_on > public.london_today() then unmet := unmet || 'issue_date'::text; end if;
  if other_scheme is not null then unmet := unmet || 'schemes_apart'::text; end if;
  if public.ledger_balance(deal.id, '1000') <> leaving_pence or public.ledger_difference(deal.id) <> 0 then
    unmet := unmet || 'account_empty'::text; end if;
  return figures || jsonb_build_object('unmet', to_jsonb(unmet),
    'later', case when p_issued_on is null then '["issue_date", "schemes_apart"]'::jsonb else '[]'::jsonb end);
end $$;

-- Returns the day as it could be read on the company's schedule; null for a scan.
create or replace function day_of_schedule(p_deal_id uuid) returns date language sql stable security definer as $$
  select (p.found ->> 'issued_on')::date from public.papers p
   where p.deal_id = p_deal_id and p.kind = 'share_schedule' and p.removed_at is null and public.is_admin() $$;

create or replace function propose_completion(p_deal_id uuid, p_issued_on date) returns uuid language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id); proposed uuid; said date;
begin
  if deal.id is null then return null; end if;
  if deal.state <> 'closing' then raise sqlstate 'KC001' using message = 'completion_not_closing'; end if;
  said := public.day_of_schedule(deal.id);
  if said <> p_issued_on then
    raise sqlstate 'KC001' using message = 'schedule_says', detail = jsonb_build_object('day', said)::text;
  end if;
  if public.completion_gate(deal.id, p_issued_on) -> 'unmet' <> '[]' then
    raise sqlstate 'KC001' using message = 'completion_unmet', detail = jsonb_build_object('issued_on', p_issued_on)::text;
  end if;
  update public.deal_completions set replaced_at = public.app_now() where deal_id = deal.id and replaced_at is null;
  insert into public.deal_completions (deal_id, proposed_by, issued_on)
  values (deal.id, public.app_user_id(), p_issued_on) returning id into proposed;
  return proposed;
end $$;

-- The list is signed and the day is past its notice: the clock calls this.
create or replace function complete_deal(p_deal_id uuid, p_completion_id uuid, p_confirmed_by uuid) returns jsonb
language plpgsql security definer as $$
declare
  deal public.deals := public.lock_deal(p_deal_id);
  proposal public.deal_completion_list;
  decision public.success_fee_decisions;
  gate jsonb;
  until integer;
  fee bigint := 0;
begin
  if deal.id is null or not exists (select from public.deal_completions where id = p_completion_id and deal_id = deal.id) then
    return null; end if;
  select * into proposal from public.deal_completion_list where id = p_completion_id and confirmed_at is null;
  if proposal.id is null or deal.state <> 'closing' then raise sqlstate 'KC001' using message = 'proposal_decided'; end if;
  gate := public.completion_gate(deal.id, proposal.issued_on);
  if gate -> 'unmet' <> '[]' then
    raise sqlstate 'KC001' using message = 'completion_unmet', detail = jsonb_build_object('issued_on', proposal.issued_on)::text;
  end if;
  insert into public.holdings (deal_id, company_id, commitment_id, record_id, shares, share_class, price, cost_pence, fee_pence,
                               scheme, issued_on, certificate_number)
  select deal.id, deal.company_id, c.id, c.record_id, c.allocated_shares, t.share_class, t.price, c.cost_pence, c.fee_pence,
         case when t.scheme <> 'none' and c.wants_relief and r.is_uk_taxpayer then t.scheme end, proposal.issued_on,
         substr(c.reference, 3, 3) || '-' || lpad(c.number::text, greatest(3, length(c.number::text)), '0')
    from public.commitments c
    join public.deal_terms t on t.id = c.terms_id
    join public.investor_records r on r.id = c.record_id where c.deal_id = deal.id and c.state = 'paid' order by c.number;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, details)
  select c.id, 'completed', p_confirmed_by, c.terms_id, c.allocated_shares,
         jsonb_build_object('cost_pence', c.cost_pence, 'fee_pence', c.fee_pence, 'issued_on', proposal.issued_on)
    from public.commitments c where c.deal_id = deal.id and c.state = 'paid';
  update public.commitments set state = 'completed', state_since = public.app_now() where deal_id = deal.id and state = 'paid';
  perform public.move_deal(deal, 'completed', null);
  select max(t.number) into until from public.ledger_transactions t where t.deal_id = deal.id;
  update public.deal_completions
     set confirmed_at = public.app_now(), confirmed_by = p_confirmed_by, ledger_number = until,
         ledger_sha256 = encode(sha256(convert_to(public.ledger_text(deal.id, until), 'UTF8')), 'hex') where id = proposal.id;
  select * into decision from public.success_fee_decisions s
   where s.deal_id = deal.id order by s.decided_at desc, s.id desc limit 1;
  if decision.article is not null then
    fee := public.fee_of((gate ->> 'cost_pence')::bigint, (gate ->> 'fee_bp')::integer);
  end if;
  if fee > 0 then
    lock table public.success_fee_invoices in share row exclusive mode;
    insert into public.success_fee_invoices (number, deal_id, invoiced_on, raised_pence, fee_bp, fee_pence, article)
    values (1 + coalesce((select max(i.number) from public.success_fee_invoices i), 0), deal.id, public.london_today(),
            (gate ->> 'cost_pence')::bigint, (gate ->> 'fee_bp')::integer, fee, decision.article);
  end if;
  return jsonb_build_object('members', gate -> 'members', 'shares', gate -> 'shares', 'issued_on', proposal.issued_on,
                            'success_fee_pence', fee);
end $$;

-- A refund is not possible once the payment to the company is approved.
create or replace function is_company_paid(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.outgoing_payments o
                  where o.deal_id = p_deal_id and o.kind = 'wire' and o.state in ('approved', 'paid')) $$;

-- Each cost is within a penny of its exact part, so a member who has left moves the sum by less than a penny. A changed number of
-- shares is rounded by itself and moves the sum by less than two.
create or replace function round_costs(p_deal_id uuid)
returns table (shares bigint, cost_pence bigint, total_pence bigint, left_members integer, changed_members integer,
               tolerance_pence integer) language sql stable security definer as $$
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
  select s.shares, s.cost_pence, round(s.shares * (public.approved_terms(p_deal_id)).price * 100)::bigint, g.left_members,
         g.changed_members, g.left_members + 2 * g.changed_members
    from sums s, given g where public.is_admin() $$;

create or replace function are_costs_sound(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select abs(r.cost_pence - r.total_pence) <= r.tolerance_pence from public.round_costs(p_deal_id) r $$;

create or replace function refuse_once_company_is_paid() returns trigger language plpgsql security definer as $$
begin
  if public.is_company_paid(new.deal_id) then raise sqlstate 'KC001' using message = 'company_paid'; end if;
  return new;
end $$;

create trigger refuse_once_company_is_paid before update on commitments for each row
  when ((new.allocated_shares, new.cost_pence, new.fee_pence) is distinct from (old.allocated_shares, old.cost_pence, old.fee_pence)
        or (old.allocated_shares is not null and new.state <> old.state
            and (new.state = 'needs_reconsent' or not is_live_commitment(new.state))))
  execute function refuse_once_company_is_paid();
create trigger refuse_once_company_is_paid before insert on top_ups for each row execute function refuse_once_company_is_paid();

grant select on company_account_list, deal_completion_list to club_member;
grant execute on function enter_company_account, ask_company_for_account, decide_success_fee,
  completion_gate, day_of_schedule, propose_completion, round_costs to club_member;
