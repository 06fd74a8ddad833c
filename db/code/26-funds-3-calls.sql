-- The caller has locked the deal.
create or replace function give_time(p_commitment_id uuid, p_longer interval, p_kind text, p_reason text) returns void
language sql security definer as $$
  with given as (
    update public.commitments set due_at = due_at + p_longer, grace_until = grace_until + p_longer
     where id = p_commitment_id returning id, due_at)
  insert into public.commitment_events (commitment_id, kind, actor_id, reason, details)
  select id, p_kind, public.app_user_id(), p_reason, jsonb_build_object('due_at', due_at) from given $$;

create or replace function uncalled_funds(p_deal_id uuid)
returns table (commitment_id uuid, number integer, cost_pence bigint, fee_pence bigint) language sql stable security definer as $$
  with called as (
    select t.commitment_id, -coalesce(sum(e.amount_pence) filter (where e.account = '2000'), 0) as cost_pence,
           -coalesce(sum(e.amount_pence) filter (where e.account = '2100'), 0) as fee_pence
      from public.standing_transactions t join public.ledger_entries e on e.transaction_id = t.id
     where t.deal_id = p_deal_id and t.kind = 'call'
     group by t.commitment_id)
  select c.id, c.number, (c.cost_pence - coalesce(called.cost_pence, 0))::bigint,
         (c.fee_pence - coalesce(called.fee_pence, 0))::bigint
    from public.commitments c left join called on called.commitment_id = c.id
   where c.deal_id = p_deal_id and c.state in ('allocated', 'called', 'part_paid', 'paid')
     and (c.state = 'allocated'
          or (c.cost_pence, c.fee_pence) <> (coalesce(called.cost_pence, 0), coalesce(called.fee_pence, 0))) $$;

-- The caller has locked the deal.
create or replace function call_anew(p_commitment_id uuid, p_shares bigint, p_cost_pence bigint, p_fee_pence bigint, p_reason text)
returns void language plpgsql security definer as $$
declare own public.commitments;
begin
  update public.commitments set allocated_shares = p_shares, cost_pence = p_cost_pence, fee_pence = p_fee_pence
   where id = p_commitment_id returning * into own;
  perform public.reverse_all(own, 'call', p_reason);
  perform public.post_ledger(own.deal_id, 'call', public.london_today(), jsonb_build_array(
    jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', own.due_pence),
    jsonb_build_object('account', '2000', 'commitment_id', own.id, 'amount_pence', -own.cost_pence),
    jsonb_build_object('account', '2100', 'amount_pence', -own.fee_pence)), own.id, p_note => p_reason);
  perform public.give_back_surplus(own.id, p_reason);
end $$;

-- The clock calls this, once what two have signed gives the shares.
create or replace function call_funds(p_deal_id uuid, p_deal_code text, p_commitment_ids uuid[], p_references text[])
returns jsonb language plpgsql security definer as $$
declare
  admin constant uuid := public.app_user_id();
  today constant date := public.london_today();
  called_at constant timestamptz := date_trunc('milliseconds', public.app_now());
  london constant timestamp := called_at at time zone 'Europe/London';
  hours jsonb;
  deal public.deals := public.lock_deal(p_deal_id);
  call public.funds_calls;
  ids uuid[];
  called_before uuid[];
  posted integer;
  total bigint;
begin
  if deal.id is null then return null; end if;
  if deal.state not in ('released', 'closing')
     or not exists (select from public.allocations a where a.deal_id = deal.id and a.state = 'final')
  then raise sqlstate 'KC001' using message = 'call_not_allocated'; end if;
  if not exists (select from public.collection_accounts a
                  where a.deal_id = deal.id and a.confirmed_at is not null and a.replaced_at is null)
  then raise sqlstate 'KC001' using message = 'call_no_account'; end if;
  if public.frozen_until(deal.id) is not null then
    raise sqlstate 'KC001' using
      message = 'account_frozen', detail = jsonb_build_object('until', public.frozen_until(deal.id))::text;
  end if;
  if public.ledger_difference(deal.id) <> 0 then raise sqlstate 'KC001' using message = 'ledger_mismatch'; end if;
  ids := array(select u.commitment_id from public.uncalled_funds(deal.id) u order by u.number);
  if cardinality(ids) = 0 then raise sqlstate 'KC001' using message = 'nothing_to_call'; end if;
  if not (extract(isodow from london) <= 3 and london::time between '09:00' and '17:00')
  then raise sqlstate 'KC001' using message = 'call_outside_hours'; end if;

  update public.deals set reference_code = p_deal_code where id = deal.id and reference_code is null;
  if exists (select from unnest(p_references) given
              where substr(given, 3, 3) <> (select reference_code from public.deals where id = deal.id))
  then raise invalid_parameter_value; end if;
  hours := public.hours_of_deal(deal.id);
  insert into public.funds_calls (deal_id, number, called_at, called_by, due_at, grace_until)
  select deal.id, 1 + (select count(*) from public.funds_calls c where c.deal_id = deal.id), called_at, admin, due,
         due + make_interval(hours => (hours ->> 'grace_hours')::int)
    from (select called_at + make_interval(hours => (hours ->> 'funds_window_hours')::int) as due) as t returning * into call;
  called_before := array(select c.id from public.commitments c where c.id = any (ids) and c.called_at is not null);

  -- New terms may have reduced a call.
  perform public.call_anew(c.id, c.allocated_shares, c.cost_pence, c.fee_pence, null)
     from public.uncalled_funds(deal.id) u join public.commitments c on c.id = u.commitment_id
    where u.cost_pence < 0 or u.fee_pence < 0;
  select coalesce(max(t.number), 0) into posted from public.ledger_transactions t where t.deal_id = deal.id;
  insert into public.ledger_transactions (deal_id, number, booked_on, posted_at, posted_by, kind, commitment_id)
  select deal.id, posted + row_number() over (order by u.number), today, called_at, admin, 'call', u.commitment_id
    from public.uncalled_funds(deal.id) u where u.cost_pence + u.fee_pence > 0;
  insert into public.ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
  select t.id, deal.id, e.account, e.commitment_id, e.amount_pence
    from public.ledger_transactions t
    join public.uncalled_funds(deal.id) u on u.commitment_id = t.commitment_id
    cross join lateral (values ('1100', u.commitment_id, u.cost_pence + u.fee_pence), ('2000', u.commitment_id, -u.cost_pence),
                               ('2100', null::uuid, -u.fee_pence)) e (account, commitment_id, amount_pence)
   where t.deal_id = deal.id and t.number > posted and (e.amount_pence <> 0 or e.account = '2100') order by t.number, e.account;
  update public.commitments c
     set state = 'called', state_since = call.called_at, called_at = call.called_at, due_at = call.due_at,
         grace_until = call.grace_until, held_at = null, extended_at = null, extended_by = null, extension_reason = null,
         reference = coalesce(c.reference, given.reference)
    from unnest(ids) as of (id)
    left join unnest(p_commitment_ids, p_references) as given (id, reference) on given.id = of.id where c.id = of.id;
  insert into public.commitment_events (commitment_id, happened_at, kind, actor_id, terms_id, shares, ceiling_pence, details)
  select c.id, call.called_at, 'called', admin, c.terms_id, c.allocated_shares, c.ceiling_pence,
         jsonb_build_object('number', call.number, 'cost_pence', c.cost_pence, 'fee_pence', c.fee_pence,
                            'due_pence', c.due_pence, 'due_at', c.due_at) from public.commitments c where c.id = any (ids);
  perform public.settle_commitment(id) from unnest(called_before) as id;
  insert into public.funds_reminders (commitment_id, kind, about)
  select c.id, case c.state when 'paid' then 'paid_before' else 'called' end, call.called_at
    from public.commitments c where c.id = any (ids);
  select sum(c.due_pence) into total from public.commitments c where c.id = any (ids);
  return jsonb_build_object('id', call.id, 'number', call.number, 'members', cardinality(ids),
                            'due_pence', total, 'called_at', call.called_at, 'due_at', call.due_at,
                            'grace_until', call.grace_until);
end $$;

create or replace function called_funds(p_commitment_id uuid)
returns table (called_pence bigint, open_pence bigint, applied_pence bigint, refund_pence bigint, arrived_on date)
language sql stable security definer as $$
  with posted as (
    select t.id, t.kind, t.booked_on, e.account, e.amount_pence,
           t.kind in ('call', 'receipt') and not exists (
             select from public.ledger_transactions r where r.reverses_id = t.id)
           and not exists (select from public.ledger_transactions r where r.returned_id = t.id and public.is_returned(t.id)) as counts
      from public.commitments c
      join public.ledger_entries e on e.deal_id = c.deal_id and e.commitment_id = c.id and e.account in ('1100', '2200')
      join public.ledger_transactions t on t.id = e.transaction_id
     where c.id = p_commitment_id),
  sums as (
    select coalesce(sum(amount_pence) filter (where account = '1100' and kind = 'call' and counts), 0)::bigint as called,
           coalesce(sum(amount_pence) filter (where account = '1100'), 0)::bigint as open,
           -coalesce(sum(amount_pence) filter (where account = '2200'), 0)::bigint as refund,
           -- A receipt that comes once all is paid does not count.
           coalesce(max(booked_on) filter (where kind = 'receipt' and counts and account = '1100'),
                    max(booked_on) filter (where kind = 'receipt' and counts)) as arrived
      from posted) select called, open, called - open, refund, arrived from sums $$;

create or replace function payment_may_wait(p_commitment_id uuid) returns boolean language sql stable security definer as $$
  select exists (
    select from public.commitments c
      join public.bank_lines l on l.deal_id = c.deal_id and l.amount_pence > 0 and l.taken_back_at is null
     where c.id = p_commitment_id
       and l.amount_pence > coalesce((select sum(m.amount_pence) from public.bank_matches m
                                       where m.bank_line_id = l.id and m.reversal_id is null), 0)
       and (strpos(regexp_replace(upper(l.reference), '[^0-9A-Z]', '', 'g'), left(c.reference, 9)) > 0
            or l.amount_pence = public.ledger_balance(c.deal_id, '1100', c.id))
       and l.id not in (select o.bank_line_id from public.lines_of_others(c.deal_id) o)) $$;

create or replace function release_waits(p_commitment_id uuid) returns boolean language sql stable security definer as $$
  select public.is_admin() and public.payment_may_wait(p_commitment_id) $$;

-- A member who has paid for all but a top-up keeps the shares before it. A refusal is returned, so that the nightly job continues.
-- The caller has locked the deal.
create or replace function end_unpaid(p_commitment_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare own public.commitments; paid_for public.commitment_events; funds record;
begin
  select * into own from public.commitments where id = p_commitment_id;
  if own.state not in ('called', 'part_paid', 'paid') then return 'not_called'; end if;
  select * into funds from public.called_funds(own.id);
  if own.state = 'paid' or funds.open_pence <= 0 then return 'paid_kept'; end if;
  if public.app_now() < own.grace_until then return 'in_grace'; end if;
  if public.ledger_difference(own.deal_id) <> 0 then return 'ledger_mismatch'; end if;
  if public.payment_may_wait(own.id) then return 'payment_waits'; end if;
  select e.* into paid_for from public.commitment_events e
   where e.commitment_id = own.id and e.kind = 'called' and e.terms_id = own.terms_id
     and (e.details ->> 'due_pence')::bigint between 1 and funds.applied_pence
     and e.shares < own.allocated_shares order by e.shares desc limit 1;
  if paid_for.id is not null then
    perform public.call_anew(own.id, paid_for.shares, (paid_for.details ->> 'cost_pence')::bigint,
                             (paid_for.details ->> 'fee_pence')::bigint, p_reason);
    insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, reason, details)
    values (own.id, 'reduced', public.app_user_id(), own.terms_id, paid_for.shares, p_reason,
            jsonb_build_object('cost_pence', paid_for.details -> 'cost_pence', 'fee_pence', paid_for.details -> 'fee_pence'));
    perform public.settle_commitment(own.id);
    insert into public.funds_reminders (commitment_id, kind, about) values (own.id, 'reduced', public.app_now());
    return 'reduced';
  end if;
  perform public.end_commitment(own.id, 'released_unpaid', p_reason);
  insert into public.funds_reminders (commitment_id, kind, about) values (own.id, 'released', public.app_now());
  return 'released';
end $$;

create or replace function release_commitment(p_commitment_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare ended text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if (public.lock_commitment(p_commitment_id)).id is null then return null; end if;
  perform public.refuse_own_money(array[p_commitment_id]);
  ended := public.end_unpaid(p_commitment_id, p_reason);
  if ended not in ('released', 'reduced') then raise sqlstate 'KC001' using message = ended; end if;
  return ended;
end $$;

create or replace function extend_commitment(p_commitment_id uuid, p_hours integer, p_reason text) returns text
language plpgsql security definer as $$
declare own public.commitments;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if p_hours is null or p_hours not between 1 and 48 then raise invalid_parameter_value; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.id is null then return null; end if;
  perform public.refuse_own_money(array[own.id]);
  if own.state not in ('called', 'part_paid') then raise sqlstate 'KC001' using message = 'not_called'; end if;
  if own.extended_at is not null then raise sqlstate 'KC001' using message = 'already_extended'; end if;
  update public.commitments
     set extended_at = public.app_now(), extended_by = public.app_user_id(), extension_reason = p_reason where id = own.id;
  perform public.give_time(own.id, make_interval(hours => p_hours)
                                   + greatest(public.app_now() - own.due_at, interval '0'), 'extended', p_reason);
  insert into public.funds_reminders (commitment_id, kind, about) values (own.id, 'extended', public.app_now());
  return 'extended';
end $$;

create or replace function bear_for_commitment(p_commitment_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare own public.commitments; open_pence bigint;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.id is null then return null; end if;
  perform public.refuse_own_money(array[own.id]);
  open_pence := public.ledger_balance(own.deal_id, '1100', own.id);
  if own.state not in ('called', 'part_paid') or open_pence <= 0 then raise sqlstate 'KC001' using message = 'not_called'; end if;
  if open_pence > 100 then raise sqlstate 'KC001' using message = 'bears_too_much'; end if;
  if public.ledger_difference(own.deal_id) <> 0 then raise sqlstate 'KC001' using message = 'ledger_mismatch'; end if;
  perform public.post_ledger(own.deal_id, 'club_bears', public.london_today(), jsonb_build_array(
    jsonb_build_object('account', '2100', 'amount_pence', open_pence),
    jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', -open_pence)), own.id, p_note => p_reason);
  insert into public.commitment_events (commitment_id, kind, actor_id, reason, details)
  values (own.id, 'club_bears', public.app_user_id(), p_reason, jsonb_build_object('pence', open_pence));
  perform public.settle_commitment(own.id);
  return 'borne';
end $$;

-- The member says that their bank is holding the payment.
create or replace function hold_commitment(p_commitment_id uuid) returns text language plpgsql security definer as $$
declare own public.commitments;
begin
  if not public.owns_commitment(p_commitment_id) then return null; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.state not in ('called', 'part_paid') then raise sqlstate 'KC001' using message = 'not_called'; end if;
  if own.held_at is not null then raise sqlstate 'KC001' using message = 'already_held'; end if;
  if public.app_now() >= own.grace_until then raise sqlstate 'KC001' using message = 'grace_over'; end if;
  update public.commitments set held_at = public.app_now() where id = own.id;
  perform public.give_time(own.id, make_interval(hours => (public.hours_of_deal(own.deal_id) ->> 'hold_hours')::int), 'held', null);
  return 'held';
end $$;

create or replace function take_fewer_shares(p_commitment_id uuid, p_shares bigint, p_cost_pence bigint, p_fee_pence bigint) returns text
language plpgsql security definer as $$
declare own public.commitments; terms public.deal_terms; funds record;
begin
  if not public.owns_commitment(p_commitment_id) then return null; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.state <> 'part_paid' then raise sqlstate 'KC001' using message = 'not_called'; end if;
  if public.app_now() < own.grace_until then raise sqlstate 'KC001' using message = 'in_grace'; end if;
  select * into terms from public.deal_terms where id = own.terms_id;
  select * into funds from public.called_funds(own.id);
  if p_shares is null or p_shares >= own.allocated_shares
     or p_shares < ceil(terms.minimum_commitment_pence / (terms.price * 100))
     or p_cost_pence is distinct from round(p_shares * terms.price * 100)::bigint
     or p_fee_pence is distinct from public.fee_of(p_cost_pence, own.fee_bp)
     or p_cost_pence + p_fee_pence > funds.applied_pence then raise sqlstate 'KC001' using message = 'not_fewer'; end if;
  perform public.call_anew(own.id, p_shares, p_cost_pence, p_fee_pence, null);
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, details)
  values (own.id, 'took_fewer', public.app_user_id(), own.terms_id, p_shares,
          jsonb_build_object('cost_pence', p_cost_pence, 'fee_pence', p_fee_pence));
  perform public.settle_commitment(own.id);
  return 'taken';
end $$;

create or replace function ask_for_refund(p_commitment_id uuid) returns text language plpgsql security definer as $$
declare own public.commitments;
begin
  if not public.owns_commitment(p_commitment_id) then return null; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.state <> 'part_paid' then raise sqlstate 'KC001' using message = 'not_called'; end if;
  if public.app_now() < own.grace_until then raise sqlstate 'KC001' using message = 'in_grace'; end if;
  perform public.end_commitment(own.id, 'refunded', null);
  return 'refunded';
end $$;

-- Adds up the lines of the bank that nobody has booked and that are for a commitment that owes: they have its reference, or they have
-- nobody's, are all that this member and no other still owes, and the name fits. Banks write a reference in pieces, beside other words, or in
-- the text of the payer; a line with two references may be of either. What their bank took back, with the reference, is taken off.
create or replace function unbooked_pence(p_commitment_id uuid) returns bigint language sql stable security definer as $$
  select greatest(coalesce(sum(l.open_pence), 0), 0)::bigint
    from (select c.id, c.deal_id, c.reference, public.ledger_balance(c.deal_id, '1100', c.id) as due_pence, company.name as company,
                 r.legal_name, r.bank_account_name
            from public.commitments c
            join public.deals d on d.id = c.deal_id join public.companies company on company.id = d.company_id
            join public.investor_records r on r.id = c.record_id
           where c.id = p_commitment_id and c.reference is not null and (public.is_admin() or public.owns_commitment(c.id))) c
    join lateral (select l.payer || ' ' || l.reference as said, regexp_replace(upper(l.reference || ' ' || l.payer), '[^0-9A-Z]', '', 'g') as code,
                         l.amount_pence - (select coalesce(sum(m.amount_pence), 0) from public.bank_matches m
                                            where m.bank_line_id = l.id and m.reversal_id is null) as open_pence
                    from public.bank_lines l
                   where l.deal_id = c.deal_id and l.taken_back_at is null) l on c.due_pence > 0
   where not exists (select from public.commitments o where o.deal_id = c.deal_id and o.id <> c.id and position(o.reference in l.code) > 0)
     and (position(c.reference in l.code) > 0
          or l.open_pence = c.due_pence
             and not exists (select from public.commitments o where o.deal_id = c.deal_id and o.id <> c.id
                                and public.ledger_balance(o.deal_id, '1100', o.id) = c.due_pence)
             and exists (select from unnest(array[c.legal_name, c.bank_account_name]) as n (name)
                          where public.is_name_within(public.words_of_line(n.name, c.company), public.words_of_line(l.said, c.company)))) $$;

create or replace function own_call(p_commitment_id uuid)
returns table (called_at timestamptz, due_at timestamptz, grace_until timestamptz, held_at timestamptz, extension_reason text,
               state text, due_pence bigint, open_pence bigint, applied_pence bigint, refund_pence bigint, arrived_on date,
               is_late boolean, frozen_until timestamptz, list_read_at timestamptz, price numeric, fee_bp integer,
               minimum_pence bigint, reference text, refunded_pence bigint, refunded_on date, pending_pence bigint) language sql stable security definer as $$
  select c.called_at, c.due_at, c.grace_until, c.held_at, c.extension_reason, c.state,
         case when c.state in ('called', 'part_paid', 'paid') then f.called_pence else c.due_pence end, f.open_pence,
         f.applied_pence, f.refund_pence, f.arrived_on,
         coalesce(f.arrived_on > (c.due_at at time zone 'Europe/London')::date, false), public.frozen_until(c.deal_id),
         (select max(b.imported_at) from public.bank_files b where b.deal_id = c.deal_id and b.taken_back_at is null), t.price, c.fee_bp,
         t.minimum_commitment_pence, c.reference, r.pence, r.day, public.unbooked_pence(c.id)
    from public.commitments c
    join public.deal_terms t on t.id = c.terms_id
    cross join lateral public.called_funds(c.id) f
    cross join lateral (select coalesce(sum(o.amount_pence), 0)::bigint as pence, max(o.paid_on) as day
                          from public.outgoing_payments o
                         where o.deal_id = c.deal_id and o.commitment_id = c.id and o.kind = 'refund' and o.state = 'paid') r
   where c.id = p_commitment_id and c.called_at is not null and public.owns_commitment(c.id) $$;

create or replace function payment_details(p_commitment_id uuid)
returns table (deal_id uuid, account_name text, sort_code text, account_number text, bank text, partner text,
               amount_pence bigint, reference text, confirmed_at timestamptz, is_called_back boolean)
language plpgsql stable security definer as $$
#variable_conflict use_column
declare own public.commitments; owed bigint; frozen timestamptz;
begin
  select c.* into own from public.commitments c where c.id = p_commitment_id and public.owns_commitment(c.id);
  if own.id is null then return; end if;
  owed := public.ledger_balance(own.deal_id, '1100', own.id);
  if own.state not in ('called', 'part_paid') or owed <= 0 then raise sqlstate 'KC001' using message = 'not_called'; end if;
  frozen := public.frozen_until(own.deal_id);
  if frozen is not null then
    raise sqlstate 'KC001' using message = 'account_frozen', detail = jsonb_build_object('until', frozen)::text;
  end if;
  return query
    select own.deal_id, a.account_name, a.sort_code, a.account_number, a.bank, a.partner, owed, own.reference,
           public.account_signed_at(a.deal_id, a.id, a.confirmed_by, a.confirmed_at),
           a.call_back_note is not null
      from public.collection_accounts a
     where a.deal_id = own.deal_id and a.confirmed_at is not null and a.replaced_at is null;
end $$;

-- The function returns how many members became late.
-- A first reminder that the second would follow within six hours is left out.
create or replace function mark_funds_clock(p_deal_id uuid, p_now timestamptz) returns integer language plpgsql security definer as $$
declare late integer;
begin
  perform set_config('app.now', p_now::text, true);
  perform from public.deals where id = p_deal_id for update;
  if public.frozen_until(p_deal_id) is null then
    insert into public.funds_reminders (commitment_id, kind, about)
    select c.id, case when p_now >= c.called_at + interval '42 hours' then 'second' else 'first' end, c.called_at
      from public.commitments c
     where c.deal_id = p_deal_id and c.state in ('called', 'part_paid') and c.held_at is null
       and (c.said_sent_at >= c.called_at) is not true
       and p_now >= c.called_at + interval '24 hours' and p_now < c.due_at
       and not (p_now >= c.called_at + interval '36 hours' and p_now < c.called_at + interval '42 hours'
                and c.due_at > c.called_at + interval '42 hours')
     on conflict do nothing;
  end if;
  with marked as (
    insert into public.funds_reminders (commitment_id, kind, about)
    select c.id, 'late', c.due_at from public.commitments c
     where c.deal_id = p_deal_id and c.state in ('called', 'part_paid') and p_now >= c.due_at
    on conflict do nothing returning 1) select count(*) into late from marked;
  return late;
end $$;

-- An admin decides unless a member waits for the shares and the bank's list was read after the grace.
create or replace function release_overdue(p_commitment_id uuid, p_now timestamptz, p_reason text) returns text
language plpgsql security definer as $$
declare own public.commitments;
begin
  perform set_config('app.now', p_now::text, true);
  own := public.lock_commitment(p_commitment_id);
  if own.state not in ('called', 'part_paid') or p_now < own.grace_until then return 'not_due'; end if;
  if not exists (select from public.bank_files b where b.deal_id = own.deal_id and b.taken_back_at is null and b.imported_at >= own.grace_until)
     or not exists (select from public.commitments c
                     where c.deal_id = own.deal_id and c.id <> own.id
                       and (c.state = 'waiting_list' or c.state in ('allocated', 'called', 'part_paid', 'paid')
                                                        and c.shares > c.allocated_shares)) then return 'admin_decides'; end if;
  return public.end_unpaid(own.id, p_reason);
end $$;

-- A member owes between nothing and what was called. What was set off out of money that is taken back is due again.
create or replace function settle_member(p_commitment_id uuid, p_taken_back text default 'receipt_taken_back') returns text language plpgsql security definer as $$
declare own public.commitments; called bigint; owed bigint; moved bigint;
begin
  select * into own from public.commitments where id = p_commitment_id for update;
  select least(public.ledger_balance(own.deal_id, '2200', own.id), sum(e.amount_pence)) into moved
    from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id and e.account = '2200'
   where t.deal_id = own.deal_id and t.commitment_id = own.id and t.kind = 'leaving';
  if moved > 0 then
    perform public.post_ledger(own.deal_id, 'leaving', public.london_today(), jsonb_build_array(
      jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', moved),
      jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', -moved)), own.id);
  end if;
  if own.state not in ('committed', 'needs_reconsent', 'waiting_list', 'allocated') then
    select coalesce(sum(e.amount_pence), 0) into called
      from public.ledger_entries e
      join public.ledger_transactions t on t.id = e.transaction_id
      left join public.ledger_transactions o on o.id = t.reverses_id
     where e.deal_id = own.deal_id and e.commitment_id = own.id and e.account = '1100' and coalesce(o.kind, t.kind) = 'call';
    owed := public.ledger_balance(own.deal_id, '1100', own.id);
    moved := owed - greatest(least(owed, called), 0);
    if moved <> 0 then
      perform public.post_ledger(own.deal_id, 'leaving', public.london_today(), jsonb_build_array(
        jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', -moved),
        jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', moved)), own.id);
    end if;
  end if;
  return public.settle_commitment(own.id, p_taken_back);
end $$;

-- The club gets back what it bore before the member does. The caller has locked the deal. It returns the pence to refund.
create or replace function give_back_surplus(p_commitment_id uuid, p_note text) returns bigint language plpgsql security definer as $$
declare own public.commitments; surplus bigint; borne bigint;
begin
  select * into own from public.commitments where id = p_commitment_id;
  surplus := -public.ledger_balance(own.deal_id, '1100', own.id);
  if surplus <= 0 then return 0; end if;
  select coalesce(-sum(e.amount_pence), 0) into borne
    from public.standing_transactions t
    join public.ledger_entries e on e.transaction_id = t.id and e.account = '1100'
   where t.deal_id = own.deal_id and t.commitment_id = own.id and t.kind = 'club_bears';
  if borne > 0 then
    perform public.reverse_all(own, 'club_bears', p_note);
    -- The club still bears the rest.
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
end $$;

-- Money that a member sent too much, and that is not on its way back, pays what is due from them. The caller has locked the deal.
create or replace function set_off_surplus(p_commitment_id uuid) returns void language plpgsql security definer as $$
declare own public.commitments; used bigint;
begin
  select * into own from public.commitments where id = p_commitment_id;
  used := least(public.refundable_pence(own.id), public.ledger_balance(own.deal_id, '1100', own.id));
  if used > 0 then
    perform public.post_ledger(own.deal_id, 'leaving', public.london_today(), jsonb_build_array(
      jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', -used),
      jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', used)), own.id);
  end if;
end $$;

create or replace function borne_for(p_commitment_id uuid) returns bigint language sql stable security definer as $$
  select coalesce(-sum(e.amount_pence), 0)::bigint
    from public.commitments c
    join public.ledger_entries e on e.deal_id = c.deal_id and e.commitment_id = c.id and e.account = '1100'
    join public.ledger_transactions t on t.id = e.transaction_id
    left join public.ledger_transactions o on o.id = t.reverses_id
   where c.id = p_commitment_id and coalesce(o.kind, t.kind) = 'club_bears'
     and (public.is_admin() or public.owns_commitment(c.id)) $$;

grant execute on function release_waits, release_commitment, extend_commitment, bear_for_commitment, hold_commitment,
  take_fewer_shares, ask_for_refund, unbooked_pence, own_call, payment_details, borne_for to club_member;
