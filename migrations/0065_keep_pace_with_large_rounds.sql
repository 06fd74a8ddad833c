-- A round of ten thousand members: what is done to all of them at once is one statement, and what is read of them does not
-- depend on how well the planner knows their tables just after that.

-- What is open of a line of the bank.
create index bank_matches_live_idx on bank_matches (bank_line_id) include (amount_pence) where reversal_id is null;

-- As before; whether its reader takes part is asked of their own commitments.
create or replace view allocation_list with (security_barrier) as
  select a.id, a.deal_id, a.number, a.state, a.created_at, a.updated_at, a.confirmed_at, a.method, a.capacity_shares,
         a.minimum_shares, a.priority_share_percent, a.asked_shares, a.input_sha256, t.number as terms_number, trim_scale(t.price) as price,
         t.allocation_method as published_method, t.club_minimum_pence, author.full_name as author_name,
         confirmer.full_name as confirmed_by_name,
         a.state = 'draft' and a.input_sha256 is distinct from allocation_input_sha256(a.deal_id, a.method) as is_stale,
         coalesce(a.author_id = (select app_user_id()), false)
           or exists (select from allocation_lines l where l.allocation_id = a.id and l.changed_by = (select app_user_id())) as is_own,
         a.state = 'draft' and allocation_obstacle(a.deal_id) is not null as is_blocked,
         a.updated_at <= (select app_now()) - interval '24 hours' and (select is_only_admin()) as is_left_to_author,
         exists (select from investor_records r join commitments c on c.record_id = r.id
                  where r.user_id = (select app_user_id()) and c.deal_id = a.deal_id
                    and c.state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')) as is_participant
    from allocations a
    join deal_terms t on t.id = a.terms_id
    left join people author on author.id = a.author_id
    left join people confirmer on confirmer.id = a.confirmed_by
   where a.state <> 'replaced' and (select is_admin());

-- As before; each member's sums from the index, whatever the planner knows of the tables, which grow by a call at once.
create or replace view closing_members with (security_barrier) as
  select m.*, m.refundable_pence - coalesce(o.pence, 0) as free_refund_pence,
         m.is_asked and not exists (select from funds_nudges n where n.commitment_id = m.commitment_id and n.nudged_on = (select london_today()))
           as is_nudgeable
    from (select c.id as commitment_id, c.deal_id, c.number, c.tier, c.state,
                 case when c.state in ('allocated', 'called', 'part_paid', 'paid', 'completed') then coalesce(c.allocated_shares, 0)
                      else 0 end as shares,
                 coalesce(l.called, 0)::bigint as due_pence,
                 (coalesce(l.called, 0) - greatest(coalesce(l.owed, 0), 0))::bigint as applied_pence,
                 greatest(coalesce(l.owed, 0), 0)::bigint as open_pence,
                 -- With what is kept for those who answer a change of terms.
                 (coalesce(l.surplus, 0) + greatest(-coalesce(l.owed, 0), 0))::bigint as refund_pence,
                 coalesce(l.surplus, 0)::bigint as refundable_pence,
                 coalesce(b.days, '{}') as bank_days, c.called_at, c.due_at, c.grace_until, c.held_at, c.extended_at,
                 coalesce(c.allocated_shares is not null and c.state in ('allocated', 'called', 'part_paid', 'paid')
                          and c.due_pence > coalesce(l.called, 0), false) as is_to_call,
                 coalesce(c.due_at <= (select app_now()), false) as is_past_due,
                 coalesce(b.last_day > (c.due_at at time zone 'Europe/London')::date, false) as is_paid_late,
                 r.user_id is not null
                   and ((c.state = 'needs_reconsent' and c.reconsent_until > (select app_now()))
                        or (c.state in ('called', 'part_paid') and coalesce(l.owed, 0) > 0)) as is_asked
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
              select max(t.booked_on) as last_day, array_agg(t.booked_on::text order by t.number) as days
                from ledger_transactions t
               where t.deal_id = c.deal_id and t.commitment_id = c.id and t.kind = 'receipt'
                 and not exists (select from ledger_transactions r where r.reverses_id = t.id)) b
           where c.allocated_shares is not null or c.called_at is not null or c.state = 'needs_reconsent') m
    cross join lateral (
      select sum(p.amount_pence)::bigint as pence from outgoing_payments p
       where p.deal_id = m.deal_id and p.commitment_id = m.commitment_id and p.kind = 'refund'
         and p.state in ('proposed', 'approved')) o
   where (select is_admin());

create or replace view bank_line_list with (security_barrier) as
  select l.id, l.deal_id, l.file_id, l.line_number, l.booked_on, l.booked_on::timestamp at time zone 'UTC' as booked_at,
         l.amount_pence, (l.amount_pence - coalesce((select sum(m.amount_pence) from bank_matches m
                                        where m.bank_line_id = l.id and m.reversal_id is null), 0))::bigint as open_pence, l.payer, l.reference
    from bank_lines l
   where (select is_admin());

-- As before.
create or replace function confirm_allocation(p_deal_id uuid, p_expected_version timestamptz, p_fees jsonb) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  admin constant uuid := public.app_user_id();
  at constant timestamptz := public.app_now();
  deal public.deals;
  draft public.allocation_list;
  obstacle text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  select * into draft from public.allocation_list where deal_id = p_deal_id;
  if draft.id is null then return null; end if;
  if draft.state <> 'draft' then return 'closed'; end if;
  if draft.updated_at <> p_expected_version then return 'changed'; end if;
  if draft.is_participant then return 'participant'; end if;
  if draft.is_own and not draft.is_left_to_author then return 'second_person_required'; end if;
  if draft.is_stale then return 'stale'; end if;
  if draft.method <> draft.published_method then return 'other_method'; end if;
  obstacle := public.allocation_obstacle(p_deal_id);
  if obstacle is not null then return obstacle; end if;
  if (select sum(l.cost_pence) from public.allocation_lines l where l.allocation_id = draft.id) < draft.club_minimum_pence
  then return 'below_club_minimum'; end if;
  perform public.lower_commitment_fees(p_deal_id, p_fees);
  perform public.check_allocation(draft.id);
  update public.commitments c
     set state = case when l.shares = 0 then 'waiting_list' else 'allocated' end, state_since = at,
         allocated_shares = nullif(l.shares, 0),
         cost_pence = case when l.shares > 0 then l.cost_pence end,
         fee_pence = case when l.shares > 0 then l.fee_pence end
    from public.allocation_lines l
   where l.allocation_id = draft.id and c.id = l.commitment_id;
  insert into public.commitment_events (commitment_id, happened_at, kind, actor_id, terms_id, shares, ceiling_pence, reason, details)
  select c.id, at, c.state, admin, c.terms_id, l.shares, c.ceiling_pence, l.reason,
         jsonb_build_object('allocation_id', draft.id, 'cost_pence', l.cost_pence, 'fee_pence', l.fee_pence)
    from public.allocation_lines l join public.commitments c on c.id = l.commitment_id
   where l.allocation_id = draft.id;
  update public.allocations
     set state = 'final', confirmed_at = at, confirmed_by = admin where id = draft.id;
  if deal.state = 'released' then perform public.move_deal(deal, 'closing', null); end if;
  return case when draft.is_own then 'confirmed_alone' else 'confirmed' end;
end
$$;

-- As before; that nobody is called without a reference is for the table to refuse.
create or replace function call_funds(p_deal_id uuid, p_reason text, p_deal_code text, p_commitment_ids uuid[], p_references text[])
returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  admin constant uuid := public.app_user_id();
  today constant date := public.london_today();
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
  then raise invalid_parameter_value; end if;
  hours := public.deal_settings();
  insert into public.funds_calls (deal_id, number, called_at, called_by, due_at, grace_until, reason)
  select deal.id, 1 + (select count(*) from public.funds_calls c where c.deal_id = deal.id), called_at, admin, due,
         due + make_interval(hours => (hours ->> 'grace_hours')::int), p_reason
    from (select called_at + make_interval(hours => (hours ->> 'funds_window_hours')::int) as due) as t
  returning * into call;
  called_before := array(select c.id from public.commitments c where c.id = any (ids) and c.called_at is not null);

  -- Less than was called: after other terms.
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
   where t.deal_id = deal.id and t.number > posted and (e.amount_pence <> 0 or e.account = '2100')
   order by t.number, e.account;
  update public.commitments c
     set state = 'called', state_since = call.called_at, called_at = call.called_at, due_at = call.due_at,
         grace_until = call.grace_until, held_at = null, extended_at = null, extended_by = null, extension_reason = null,
         reference = coalesce(c.reference, given.reference)
    from unnest(ids) as of (id)
    left join unnest(p_commitment_ids, p_references) as given (id, reference) on given.id = of.id
   where c.id = of.id;
  insert into public.commitment_events (commitment_id, happened_at, kind, actor_id, terms_id, shares, ceiling_pence, details)
  select c.id, call.called_at, 'called', admin, c.terms_id, c.allocated_shares, c.ceiling_pence,
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

-- As before; receipts are booked all at once, before what went out. Of two lines for what one member owes the first counts.
create or replace function confirm_bank_lines(p_deal_id uuid, p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  admin constant uuid := public.app_user_id();
  at constant timestamptz := public.app_now();
  posted integer;
  given record;
  line public.bank_lines;
  confirmed integer;
  pence bigint;
  receipts uuid[];
  refunds uuid[] := '{}';
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  if public.ledger_difference(p_deal_id) <> 0 then return jsonb_build_object('outcome', 'ledger_mismatch'); end if;
  select coalesce(max(t.number), 0) into posted from public.ledger_transactions t where t.deal_id = p_deal_id;
  insert into public.ledger_transactions (deal_id, number, booked_on, posted_at, posted_by, kind, commitment_id, bank_line_id)
  select p_deal_id, posted + row_number() over (order by f.booked_on, f.line_number), f.booked_on, at, admin, 'receipt',
         f.commitment_id, f.id
    from (select distinct on (o.commitment_id) o.*
            from (select distinct on (l.id) l.id, l.booked_on, l.line_number, g.commitment_id
                    from jsonb_to_recordset(p_lines) as g (id uuid, kind text, commitment_id uuid)
                    join public.bank_lines l on l.id = g.id and l.deal_id = p_deal_id and l.amount_pence > 0
                    join public.commitments c on c.id = g.commitment_id and c.deal_id = p_deal_id and c.called_at is not null
                   where g.kind = 'receipt' and public.open_of_line(l.id) = l.amount_pence
                     and public.ledger_balance(p_deal_id, '1100', c.id) = l.amount_pence
                   order by l.id, g.commitment_id) o
           order by o.commitment_id, o.booked_on, o.line_number) f;
  insert into public.ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
  select t.id, p_deal_id, e.account, e.commitment_id, e.amount_pence
    from public.ledger_transactions t
    join public.bank_lines l on l.id = t.bank_line_id
    cross join lateral (values ('1000', null::uuid, l.amount_pence), ('1100', t.commitment_id, -l.amount_pence))
      e (account, commitment_id, amount_pence)
   where t.deal_id = p_deal_id and t.number > posted order by t.number, e.account;
  insert into public.bank_matches (deal_id, bank_line_id, transaction_id, amount_pence, matched_at, matched_by)
  select p_deal_id, l.id, t.id, l.amount_pence, at, admin
    from public.ledger_transactions t join public.bank_lines l on l.id = t.bank_line_id
   where t.deal_id = p_deal_id and t.number > posted order by t.number;
  select count(*), coalesce(sum(l.amount_pence), 0), coalesce(array_agg(t.commitment_id order by t.number), '{}')
    into confirmed, pence, receipts
    from public.ledger_transactions t join public.bank_lines l on l.id = t.bank_line_id
   where t.deal_id = p_deal_id and t.number > posted;
  -- As `settle_commitment` has it where nothing is open.
  with paid as (
    update public.commitments set state = 'paid', state_since = at
     where id = any (receipts) and state in ('called', 'part_paid') returning id)
  insert into public.commitment_events (commitment_id, happened_at, kind, actor_id, details)
  select id, at, 'paid', admin, '{"open_pence": 0}' from paid;
  for given in
    select g.* from jsonb_to_recordset(p_lines) as g (id uuid, kind text, commitment_id uuid, payment_id uuid)
      join public.bank_lines l on l.id = g.id where g.kind <> 'receipt' order by l.booked_on, l.line_number
  loop
    select * into line from public.bank_lines l where l.id = given.id and l.deal_id = p_deal_id;
    continue when line.id is null or public.open_of_line(line.id) <> line.amount_pence
      or public.book_part(line, given.kind, given.commitment_id, given.payment_id, abs(line.amount_pence), null) <> 'booked';
    confirmed := confirmed + 1;
    pence := pence + line.amount_pence;
    if given.kind = 'refund' then
      refunds := refunds || (select o.commitment_id from public.outgoing_payments o where o.id = given.payment_id);
    end if;
  end loop;
  perform public.check_ledger(p_deal_id) where public.ledger_difference(p_deal_id) = 0;
  return jsonb_build_object('outcome', 'confirmed', 'confirmed', confirmed, 'pence', pence, 'receipts', receipts, 'refunds', refunds);
end
$$;

-- As before, by the columns of each table.
create or replace function check_ledger_sum() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  posted uuid;
  total bigint;
  entries integer;
begin
  if tg_table_name = 'ledger_entries' then
    posted := new.transaction_id;
    if exists (select from public.ledger_entries e where e.transaction_id = posted and e.id > new.id) then return null; end if;
  else
    posted := new.id;
  end if;
  select coalesce(sum(e.amount_pence), 0), count(*) into total, entries
    from public.ledger_entries e where e.transaction_id = posted;
  if total <> 0 or entries < 2 then
    raise integrity_constraint_violation using message = 'a transaction of the ledger sums to zero, over two entries or more';
  end if;
  return null;
end
$$;

-- Of its transaction's deal, by a key in place of a look for each entry.
alter table ledger_transactions add unique (deal_id, id);
alter table ledger_entries
  drop constraint ledger_entries_transaction_id_fkey,
  drop constraint ledger_entries_deal_id_fkey,
  add foreign key (deal_id, transaction_id) references ledger_transactions (deal_id, id);
drop trigger new_ledger_entry_deal on ledger_entries;
drop function new_ledger_entry_deal();

-- With each change of a commitment; of all that one statement changes at once.
create or replace function need_record_for_commitment() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  today constant date := public.london_today();
begin
  update public.investor_records set needed_until = today
   where id in (select record_id from changed) and (needed_until is null or needed_until < today);
  return null;
end
$$;
drop trigger need_record_for_commitment on commitments;
create trigger need_record_for_commitment after insert on commitments referencing new table as changed
  for each statement execute function need_record_for_commitment();
create trigger need_record_for_change after update on commitments referencing new table as changed
  for each statement execute function need_record_for_commitment();
