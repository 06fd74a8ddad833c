-- The account that members pay to, the call for their money, and the clock that follows a call.

-- What a member is told of a call, once for each moment that it is about; the queue tells it.
create table funds_reminders (
  id uuid primary key default app_uuid_v7(),
  commitment_id uuid not null references commitments (id),
  kind text not null check (kind in (
    'called', 'account_changed', 'first', 'second', 'late', 'extended', 'choose', 'decide', 'released', 'reduced')),
  -- When the call, the change or the due time was.
  about timestamptz(3) not null,
  queued_at timestamptz(3),
  unique (commitment_id, kind, about)
);
create index funds_reminders_waiting_idx on funds_reminders (commitment_id) where queued_at is null;
alter table funds_reminders enable row level security;

create view collection_account_list with (security_barrier) as
  select a.id, a.deal_id, a.account_name, a.sort_code, a.account_number, a.bank, a.partner, a.entered_at, a.entered_by,
         a.confirmed_at, a.call_back_note, a.frozen_until,
         author.full_name as entered_by_name, confirmer.full_name as confirmed_by_name,
         a.confirmed_at is null as is_waiting,
         coalesce(a.entered_by = (select app_user_id()) and a.entered_at <= (select app_now()) - interval '24 hours'
                    and (select is_only_admin()), false) as is_left_to_author
    from collection_accounts a
    left join people author on author.id = a.entered_by
    left join people confirmer on confirmer.id = a.confirmed_by
   where a.replaced_at is null and (select is_admin());
grant select on collection_account_list to club_member;

-- Answers entered, closed, or null where there is no such deal.
create function enter_collection_account(p_deal_id uuid, p_account_name text, p_sort_code text, p_account_number text,
                                         p_bank text, p_partner text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if deal.state not in ('preparing', 'approved', 'released', 'closing') then return 'closed'; end if;
  update public.collection_accounts set replaced_at = public.app_now()
   where deal_id = deal.id and confirmed_at is null and replaced_at is null;
  insert into public.collection_accounts (deal_id, account_name, sort_code, account_number, bank, partner, entered_by)
  values (deal.id, p_account_name, p_sort_code, p_account_number, p_bank, p_partner, public.app_user_id());
  return 'entered';
end
$$;

-- Where it replaces another one, nothing is called for a day, and who was called has a day more. Answers confirmed,
-- confirmed_alone, second_person_required, closed, or null where there is no such account.
create function confirm_collection_account(p_deal_id uuid, p_id uuid, p_call_back_note text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  account public.collection_account_list;
  old public.collection_accounts;
  frozen timestamptz;
  longer interval;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals where id = p_deal_id for update;
  if not exists (select from public.collection_accounts where id = p_id and deal_id = p_deal_id) then return null; end if;
  select * into account from public.collection_account_list where id = p_id and is_waiting;
  if account.id is null then return 'closed'; end if;
  if account.entered_by = public.app_user_id() and not account.is_left_to_author then return 'second_person_required'; end if;
  update public.collection_accounts set replaced_at = public.app_now()
   where deal_id = p_deal_id and confirmed_at is not null and replaced_at is null returning * into old;
  if old.id is not null then
    frozen := public.app_now() + interval '24 hours';
    longer := frozen - greatest(public.app_now(), old.frozen_until);
  end if;
  update public.collection_accounts
     set confirmed_at = public.app_now(), confirmed_by = public.app_user_id(), call_back_note = p_call_back_note,
         frozen_until = frozen
   where id = p_id;
  if frozen is not null then
    perform public.give_time(c.id, longer, 'account_changed', null) from public.commitments c
      where c.deal_id = p_deal_id and c.state in ('called', 'part_paid');
    insert into public.funds_reminders (commitment_id, kind, about)
    select c.id, 'account_changed', public.app_now() from public.commitments c
     where c.deal_id = p_deal_id and c.state in ('called', 'part_paid', 'paid')
    on conflict do nothing;
  end if;
  return case when account.entered_by = public.app_user_id() then 'confirmed_alone' else 'confirmed' end;
end
$$;

-- Until then nothing is called and nobody is shown the account.
create function frozen_until(p_deal_id uuid) returns timestamptz
language sql stable security definer set search_path = pg_catalog as $$
  select a.frozen_until from public.collection_accounts a
   where a.deal_id = p_deal_id and a.confirmed_at is not null and a.replaced_at is null
     and a.frozen_until > public.app_now()
$$;

-- Moves the time to pay. The caller has locked the deal.
create function give_time(p_commitment_id uuid, p_longer interval, p_kind text, p_reason text) returns void
language sql security definer set search_path = pg_catalog as $$
  with given as (
    update public.commitments set due_at = due_at + p_longer, grace_until = grace_until + p_longer
     where id = p_commitment_id returning id, due_at)
  insert into public.commitment_events (commitment_id, kind, actor_id, reason, details)
  select id, p_kind, public.app_user_id(), p_reason, jsonb_build_object('due_at', due_at) from given
$$;

-- What is given to live commitments and not called: all of it at first, the difference after a top-up.
create function uncalled_funds(p_deal_id uuid)
returns table (commitment_id uuid, number integer, cost_pence bigint, fee_pence bigint)
language sql stable security definer set search_path = pg_catalog as $$
  with called as (
    select t.commitment_id, -coalesce(sum(e.amount_pence) filter (where e.account = '2000'), 0) as cost_pence,
           -coalesce(sum(e.amount_pence) filter (where e.account = '2100'), 0) as fee_pence
      from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
     where t.deal_id = p_deal_id and t.kind = 'call'
       and not exists (select from public.ledger_transactions r where r.reverses_id = t.id)
     group by t.commitment_id)
  select c.id, c.number, (c.cost_pence - coalesce(called.cost_pence, 0))::bigint,
         (c.fee_pence - coalesce(called.fee_pence, 0))::bigint
    from public.commitments c left join called on called.commitment_id = c.id
   where c.deal_id = p_deal_id and c.state in ('allocated', 'called', 'part_paid', 'paid')
     and (c.state = 'allocated'
          or (c.cost_pence, c.fee_pence) <> (coalesce(called.cost_pence, 0), coalesce(called.fee_pence, 0)))
$$;

-- Calls these shares in place of what was called before; what arrived beyond them is to be sent back. The caller has locked the
-- deal.
create function call_anew(p_commitment_id uuid, p_shares bigint, p_cost_pence bigint, p_fee_pence bigint, p_reason text)
returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  surplus bigint;
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
  surplus := -public.ledger_balance(own.deal_id, '1100', own.id);
  if surplus > 0 then
    perform public.post_ledger(own.deal_id, 'leaving', public.london_today(), jsonb_build_array(
      jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', surplus),
      jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', -surplus)), own.id, p_note => p_reason);
  end if;
end
$$;

-- References are given for those that have none. Answers what was called, or why nothing can be.
create function call_funds(p_deal_id uuid, p_reason text, p_deal_code text, p_commitment_ids uuid[], p_references text[])
returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  called_at constant timestamptz := date_trunc('milliseconds', public.app_now());
  london constant timestamp := called_at at time zone 'Europe/London';
  hours jsonb;
  deal public.deals;
  call public.funds_calls;
  ids uuid[];
  called_before uuid[];
  posted integer;
  total bigint;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if deal.state not in ('released', 'closing')
     or not exists (select from public.allocations a where a.deal_id = deal.id and a.state = 'final')
  then return '{"outcome": "not_allocated"}'; end if;
  if not exists (select from public.collection_accounts a
                  where a.deal_id = deal.id and a.confirmed_at is not null and a.replaced_at is null)
  then return '{"outcome": "no_account"}'; end if;
  if public.frozen_until(deal.id) is not null then
    return jsonb_build_object('outcome', 'frozen', 'until', public.frozen_until(deal.id));
  end if;
  if public.ledger_difference(deal.id) <> 0 then return '{"outcome": "ledger_mismatch"}'; end if;
  ids := array(select u.commitment_id from public.uncalled_funds(deal.id) u order by u.number);
  if cardinality(ids) = 0 then return '{"outcome": "nothing_to_call"}'; end if;
  if p_reason is null and not (extract(isodow from london) <= 3 and london::time between '09:00' and '17:00')
  then return '{"outcome": "outside_hours"}'; end if;

  update public.deals set reference_code = p_deal_code where id = deal.id and reference_code is null;
  if exists (select from unnest(p_references) given
              where substr(given, 3, 3) <> (select reference_code from public.deals where id = deal.id))
     or exists (select from unnest(ids) as called (id) join public.commitments c on c.id = called.id
                  left join unnest(p_commitment_ids) as given (id) on given.id = c.id
                 where c.reference is null and given.id is null)
  then raise invalid_parameter_value; end if;
  hours := public.deal_settings();
  insert into public.funds_calls (deal_id, number, called_at, called_by, due_at, grace_until, reason)
  select deal.id, 1 + (select count(*) from public.funds_calls c where c.deal_id = deal.id), called_at, public.app_user_id(), due,
         due + make_interval(hours => (hours ->> 'grace_hours')::int), p_reason
    from (select called_at + make_interval(hours => (hours ->> 'funds_window_hours')::int) as due) as t
  returning * into call;
  called_before := array(select c.id from public.commitments c where c.id = any (ids) and c.called_at is not null);

  -- Less than was called: after other terms.
  perform public.call_anew(c.id, c.allocated_shares, c.cost_pence, c.fee_pence, null)
     from public.uncalled_funds(deal.id) u join public.commitments c on c.id = u.commitment_id
    where u.cost_pence < 0 or u.fee_pence < 0;
  select coalesce(max(t.number), 0) into posted from public.ledger_transactions t where t.deal_id = deal.id;
  insert into public.ledger_transactions (deal_id, number, booked_on, posted_by, kind, commitment_id)
  select deal.id, posted + row_number() over (order by u.number), public.london_today(), public.app_user_id(), 'call',
         u.commitment_id
    from public.uncalled_funds(deal.id) u where u.cost_pence + u.fee_pence > 0;
  insert into public.ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
  select t.id, deal.id, e.account, e.commitment_id, e.amount_pence
    from public.ledger_transactions t
    join public.uncalled_funds(deal.id) u on u.commitment_id = t.commitment_id
    cross join lateral (values ('1100', u.commitment_id, u.cost_pence + u.fee_pence), ('2000', u.commitment_id, -u.cost_pence),
                               ('2100', null::uuid, -u.fee_pence)) e (account, commitment_id, amount_pence)
   where t.deal_id = deal.id and t.number > posted and (e.amount_pence <> 0 or e.account = '2100')
   order by t.number, e.account;
  update public.commitments c
     set state = 'called', state_since = call.called_at, called_at = call.called_at, due_at = call.due_at,
         grace_until = call.grace_until, held_at = null, extended_at = null, extended_by = null, extension_reason = null,
         reference = coalesce(c.reference, given.reference)
    from unnest(ids) as of (id)
    left join unnest(p_commitment_ids, p_references) as given (id, reference) on given.id = of.id
   where c.id = of.id;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, details)
  select c.id, 'called', public.app_user_id(), c.terms_id, c.allocated_shares, c.ceiling_pence,
         jsonb_build_object('number', call.number, 'cost_pence', c.cost_pence, 'fee_pence', c.fee_pence,
                            'due_pence', c.due_pence, 'due_at', c.due_at)
    from public.commitments c where c.id = any (ids);
  perform public.settle_commitment(id) from unnest(called_before) as id;
  insert into public.funds_reminders (commitment_id, kind, about)
  select c.id, 'called', call.called_at from public.commitments c where c.id = any (ids) and c.state <> 'paid';
  select sum(c.due_pence) into total from public.commitments c where c.id = any (ids);
  return jsonb_build_object('outcome', 'called', 'id', call.id, 'number', call.number, 'members', cardinality(ids),
                            'due_pence', total, 'called_at', call.called_at, 'due_at', call.due_at,
                            'grace_until', call.grace_until);
end
$$;

-- Of one commitment, by the ledger.
create function called_funds(p_commitment_id uuid)
returns table (called_pence bigint, open_pence bigint, applied_pence bigint, refund_pence bigint, arrived_on date)
language sql stable security definer set search_path = pg_catalog as $$
  with posted as (
    select t.id, t.kind, t.booked_on, e.account, e.amount_pence,
           t.kind in ('call', 'receipt') and not exists (
             select from public.ledger_transactions r where r.reverses_id = t.id) as counts
      from public.commitments c
      join public.ledger_entries e on e.deal_id = c.deal_id and e.commitment_id = c.id and e.account in ('1100', '2200')
      join public.ledger_transactions t on t.id = e.transaction_id
     where c.id = p_commitment_id),
  sums as (
    select coalesce(sum(amount_pence) filter (where account = '1100' and kind = 'call' and counts), 0)::bigint as called,
           coalesce(sum(amount_pence) filter (where account = '1100'), 0)::bigint as open,
           -coalesce(sum(amount_pence) filter (where account = '2200'), 0)::bigint as refund,
           max(booked_on) filter (where kind = 'receipt' and counts) as arrived
      from posted)
  select called, open, called - open, refund, arrived from sums
$$;

-- A line of the bank's list that came in, is not booked, and may be this member's.
create function payment_may_wait(p_commitment_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (
    select from public.commitments c
      join public.bank_lines l on l.deal_id = c.deal_id and l.amount_pence > 0
     where c.id = p_commitment_id
       and l.amount_pence > coalesce((select sum(m.amount_pence) from public.bank_matches m
                                       where m.bank_line_id = l.id and m.reversal_id is null), 0)
       and (strpos(regexp_replace(upper(l.reference), '[^0-9A-Z]', '', 'g'), left(c.reference, 9)) > 0
            or l.amount_pence = public.ledger_balance(c.deal_id, '1100', c.id)))
$$;

-- For everybody who asks: only who owes and whose time is over. Somebody who had paid, and not what a top-up added, keeps what
-- they paid for. The caller has locked the deal.
create function end_unpaid(p_commitment_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  paid_for public.commitment_events;
  funds record;
begin
  select * into own from public.commitments where id = p_commitment_id;
  if own.state not in ('called', 'part_paid', 'paid') then return 'not_called'; end if;
  select * into funds from public.called_funds(own.id);
  if own.state = 'paid' or funds.open_pence <= 0 then return 'paid'; end if;
  if public.app_now() < own.grace_until then return 'in_grace'; end if;
  if public.ledger_difference(own.deal_id) <> 0 then return 'ledger_mismatch'; end if;
  if public.payment_may_wait(own.id) then return 'payment_waits'; end if;
  select e.* into paid_for from public.commitment_events e
   where e.commitment_id = own.id and e.kind = 'called' and e.terms_id = own.terms_id
     and (e.details ->> 'due_pence')::bigint between 1 and funds.applied_pence
     and e.shares < own.allocated_shares
   order by e.shares desc limit 1;
  if paid_for.id is not null then
    perform public.call_anew(own.id, paid_for.shares, (paid_for.details ->> 'cost_pence')::bigint,
                             (paid_for.details ->> 'fee_pence')::bigint, p_reason);
    insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, reason)
    values (own.id, 'reduced', public.app_user_id(), own.terms_id, paid_for.shares, p_reason);
    perform public.settle_commitment(own.id);
    insert into public.funds_reminders (commitment_id, kind, about) values (own.id, 'reduced', public.app_now());
    return 'reduced';
  end if;
  perform public.end_commitment(own.id, 'released_unpaid', p_reason);
  insert into public.funds_reminders (commitment_id, kind, about) values (own.id, 'released', public.app_now());
  return 'released';
end
$$;

-- Locks the deal; null where there is no such commitment.
create function lock_commitment(p_commitment_id uuid) returns public.commitments
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
begin
  perform from public.deals d
    where d.id = (select c.deal_id from public.commitments c where c.id = p_commitment_id) for update;
  select * into own from public.commitments where id = p_commitment_id for update;
  return own;
end
$$;

create function release_commitment(p_commitment_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if (public.lock_commitment(p_commitment_id)).id is null then return null; end if;
  return public.end_unpaid(p_commitment_id, p_reason);
end
$$;

create function extend_commitment(p_commitment_id uuid, p_hours integer, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if p_hours is null or p_hours not between 1 and 48 then raise invalid_parameter_value; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.id is null then return null; end if;
  if own.state not in ('called', 'part_paid') then return 'not_called'; end if;
  if own.extended_at is not null then return 'already_extended'; end if;
  update public.commitments
     set extended_at = public.app_now(), extended_by = public.app_user_id(), extension_reason = p_reason where id = own.id;
  perform public.give_time(own.id, make_interval(hours => p_hours)
                                   + greatest(public.app_now() - own.grace_until, interval '0'), 'extended', p_reason);
  insert into public.funds_reminders (commitment_id, kind, about) values (own.id, 'extended', public.app_now());
  return 'extended';
end
$$;

create function bear_for_commitment(p_commitment_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  open_pence bigint;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.id is null then return null; end if;
  open_pence := public.ledger_balance(own.deal_id, '1100', own.id);
  if own.state not in ('called', 'part_paid') or open_pence <= 0 then return 'not_called'; end if;
  if open_pence > 100 then return 'too_much'; end if;
  if public.ledger_difference(own.deal_id) <> 0 then return 'ledger_mismatch'; end if;
  perform public.post_ledger(own.deal_id, 'club_bears', public.london_today(), jsonb_build_array(
    jsonb_build_object('account', '2100', 'amount_pence', open_pence),
    jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', -open_pence)), own.id, p_note => p_reason);
  insert into public.commitment_events (commitment_id, kind, actor_id, reason, details)
  values (own.id, 'club_bears', public.app_user_id(), p_reason, jsonb_build_object('pence', open_pence));
  perform public.settle_commitment(own.id);
  return 'borne';
end
$$;

-- What the desk reads after an act, for admins.
create function commitment_after(p_commitment_id uuid)
returns table (id uuid, deal_id uuid, state text, shares bigint, due_pence bigint, open_pence bigint, refund_pence bigint,
               due_at timestamptz, grace_until timestamptz)
language sql stable security definer set search_path = pg_catalog as $$
  select c.id, c.deal_id, c.state, c.allocated_shares, c.due_pence, f.open_pence, f.refund_pence, c.due_at, c.grace_until
    from public.commitments c cross join lateral public.called_funds(c.id) f
   where c.id = p_commitment_id and public.is_admin()
$$;

-- "My bank is holding my payment".
create function hold_commitment(p_commitment_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
begin
  if not public.owns_commitment(p_commitment_id) then return null; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.state not in ('called', 'part_paid') then return 'not_called'; end if;
  if own.held_at is not null then return 'already_held'; end if;
  if public.app_now() >= own.grace_until then return 'grace_over'; end if;
  update public.commitments set held_at = public.app_now() where id = own.id;
  perform public.give_time(own.id, make_interval(hours => (public.deal_settings() ->> 'hold_hours')::int), 'held', null);
  return 'held';
end
$$;

-- Fewer shares than were given, for what arrived; numbers come from the caller and are checked.
create function take_fewer_shares(p_commitment_id uuid, p_shares bigint, p_cost_pence bigint, p_fee_pence bigint) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  terms public.deal_terms;
  funds record;
begin
  if not public.owns_commitment(p_commitment_id) then return null; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.state <> 'part_paid' then return 'not_called'; end if;
  if public.app_now() < own.grace_until then return 'in_grace'; end if;
  select * into terms from public.deal_terms where id = own.terms_id;
  select * into funds from public.called_funds(own.id);
  if p_shares is null or p_shares >= own.allocated_shares
     or p_shares < ceil(terms.minimum_commitment_pence / (terms.price * 100))
     or p_cost_pence is distinct from round(p_shares * terms.price * 100)::bigint
     or p_fee_pence is distinct from round(p_cost_pence::numeric * own.fee_bp / 10000)::bigint
     or p_cost_pence + p_fee_pence > funds.applied_pence
  then return 'not_fewer'; end if;
  perform public.call_anew(own.id, p_shares, p_cost_pence, p_fee_pence, null);
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares)
  values (own.id, 'took_fewer', public.app_user_id(), own.terms_id, p_shares);
  perform public.settle_commitment(own.id);
  return 'taken';
end
$$;
create function ask_for_refund(p_commitment_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
begin
  if not public.owns_commitment(p_commitment_id) then return null; end if;
  own := public.lock_commitment(p_commitment_id);
  if own.state <> 'part_paid' then return 'not_called'; end if;
  if public.app_now() < own.grace_until then return 'in_grace'; end if;
  perform public.end_commitment(own.id, 'refunded', null);
  return 'refunded';
end
$$;

create function own_call(p_commitment_id uuid)
returns table (called_at timestamptz, due_at timestamptz, grace_until timestamptz, held_at timestamptz, extension_reason text,
               state text, due_pence bigint, open_pence bigint, applied_pence bigint, refund_pence bigint, arrived_on date,
               is_late boolean, frozen_until timestamptz, list_read_at timestamptz, price numeric, fee_bp integer,
               minimum_pence bigint)
language sql stable security definer set search_path = pg_catalog as $$
  select c.called_at, c.due_at, c.grace_until, c.held_at, c.extension_reason, c.state,
         case when c.state in ('called', 'part_paid', 'paid') then f.called_pence else c.due_pence end, f.open_pence,
         f.applied_pence, f.refund_pence, f.arrived_on,
         coalesce(f.arrived_on > (c.due_at at time zone 'Europe/London')::date, false), public.frozen_until(c.deal_id),
         (select max(b.imported_at) from public.bank_files b where b.deal_id = c.deal_id), t.price, c.fee_bp,
         t.minimum_commitment_pence
    from public.commitments c
    join public.deal_terms t on t.id = c.terms_id
    cross join lateral public.called_funds(c.id) f
   where c.id = p_commitment_id and c.called_at is not null and public.owns_commitment(c.id)
$$;

-- To somebody who owes, and nobody else. Without an outcome for what is not one's own.
create function payment_details(p_commitment_id uuid)
returns table (outcome text, deal_id uuid, account_name text, sort_code text, account_number text, bank text, partner text,
               amount_pence bigint, reference text, confirmed_at timestamptz, frozen_until timestamptz)
language sql stable security definer set search_path = pg_catalog as $$
  select o.outcome, c.deal_id, a.account_name, a.sort_code, a.account_number, a.bank, a.partner, f.open_pence, c.reference,
         a.confirmed_at, public.frozen_until(c.deal_id)
    from public.commitments c
    cross join lateral public.called_funds(c.id) f
    cross join lateral (select case when c.state not in ('called', 'part_paid') or f.open_pence <= 0 then 'not_called'
                                    when public.frozen_until(c.deal_id) is not null then 'frozen' else 'shown' end) o (outcome)
    left join public.collection_accounts a
      on o.outcome = 'shown' and a.deal_id = c.deal_id and a.confirmed_at is not null and a.replaced_at is null
   where c.id = p_commitment_id and public.owns_commitment(c.id)
$$;

grant execute on function enter_collection_account(uuid, text, text, text, text, text),
  confirm_collection_account(uuid, uuid, text), call_funds(uuid, text, text, uuid[], text[]), release_commitment(uuid, text),
  extend_commitment(uuid, integer, text), bear_for_commitment(uuid, text), commitment_after(uuid), hold_commitment(uuid),
  take_fewer_shares(uuid, bigint, bigint, bigint), ask_for_refund(uuid), own_call(uuid), payment_details(uuid)
  to club_member;

-- What is due by the clock: reminders, and who is late. Answers how many became late.
create function mark_funds_clock(p_deal_id uuid, p_now timestamptz) returns integer
language plpgsql security definer set search_path = pg_catalog as $$
declare
  late integer;
begin
  perform set_config('app.now', p_now::text, true);
  perform from public.deals where id = p_deal_id for update;
  if public.frozen_until(p_deal_id) is null then
    insert into public.funds_reminders (commitment_id, kind, about)
    select c.id, case when p_now >= c.called_at + interval '42 hours' then 'second' else 'first' end, c.called_at
      from public.commitments c
     where c.deal_id = p_deal_id and c.state in ('called', 'part_paid') and c.held_at is null
       and p_now >= c.called_at + interval '24 hours' and p_now < c.due_at
    on conflict do nothing;
  end if;
  with marked as (
    insert into public.funds_reminders (commitment_id, kind, about)
    select c.id, 'late', c.due_at from public.commitments c
     where c.deal_id = p_deal_id and c.state in ('called', 'part_paid') and p_now >= c.due_at
    on conflict do nothing returning 1)
  select count(*) into late from marked;
  return late;
end
$$;

-- After the grace. Somebody waits for the shares, and the bank's list was read since: else an admin decides.
create function release_overdue(p_commitment_id uuid, p_now timestamptz, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
begin
  perform set_config('app.now', p_now::text, true);
  own := public.lock_commitment(p_commitment_id);
  if own.state not in ('called', 'part_paid') or p_now < own.grace_until then return 'not_due'; end if;
  if not exists (select from public.bank_files b where b.deal_id = own.deal_id and b.imported_at >= own.grace_until)
     or not exists (select from public.commitments c
                     where c.deal_id = own.deal_id and c.id <> own.id
                       and (c.state = 'waiting_list' or c.state in ('allocated', 'called', 'part_paid', 'paid')
                                                        and c.shares > c.allocated_shares))
  then return 'admin_decides'; end if;
  return public.end_unpaid(own.id, p_reason);
end
$$;
