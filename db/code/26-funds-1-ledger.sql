-- The trigger binds the owner too.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
declare
  -- These are emptied with the account that they name, never filled.
  names constant text[] := '{posted_by,matched_by,actor_id,imported_by}';
begin
  -- A bank's file is taken back once, with its lines.
  if tg_op = 'UPDATE' and to_jsonb(old) ->> 'taken_back_at' is null and to_jsonb(old) - 'taken_back_at' = to_jsonb(new) - 'taken_back_at' then
    return new;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(old) - names = to_jsonb(new) - names
     and not exists (select from unnest(names) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name) then return new; end if;
  raise integrity_constraint_violation using message = 'what is posted is never changed or deleted';
end $$;

-- The last entry checks the sum, as the transaction commits.
create or replace function check_ledger_sum() returns trigger language plpgsql as $$
declare posted uuid; total bigint; entries integer;
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
end $$;

create or replace view standing_transactions as
  select t.* from ledger_transactions t where not exists (select from ledger_transactions r where r.reverses_id = t.id);

-- Returns how much of a receipt the bank took back.
create or replace function returned_pence(p_receipt_id uuid) returns bigint language sql stable security definer as $$
  select coalesce(-sum(e.amount_pence), 0)::bigint
    from public.standing_transactions r join public.ledger_entries e on e.transaction_id = r.id and e.account = '1000'
   where r.returned_id = p_receipt_id $$;

create or replace function is_returned(p_receipt_id uuid) returns boolean language sql stable security definer as $$
  select public.returned_pence(p_receipt_id) >= (select sum(e.amount_pence) from public.ledger_entries e
                                                  where e.transaction_id = p_receipt_id and e.account = '1000') $$;

create or replace function reverse_ledger(p_transaction_id uuid, p_booked_on date, p_note text) returns uuid
language sql security definer as $$
  select public.post_ledger(t.deal_id, 'reversal', p_booked_on,
           (select jsonb_agg(jsonb_build_object('account', e.account, 'commitment_id', e.commitment_id,
                                                'amount_pence', -e.amount_pence) order by e.id)
              from public.ledger_entries e where e.transaction_id = t.id),
           t.commitment_id, t.bank_line_id, t.payment_id, t.id, p_note, t.exit_id)
    from public.ledger_transactions t where t.id = p_transaction_id $$;

-- The caller has locked the deal.
create or replace function reverse_all(p_commitment public.commitments, p_kind text, p_note text) returns void
language plpgsql security definer as $$
begin
  perform public.reverse_ledger(t.id, public.london_today(), p_note)
     from (select s.id from public.standing_transactions s
            where s.deal_id = p_commitment.deal_id and s.commitment_id = p_commitment.id and s.kind = p_kind order by s.number) t;
end $$;

-- Two queries let each use its index.
create or replace function ledger_balance(p_deal_id uuid, p_account text, p_commitment_id uuid default null) returns bigint
language plpgsql stable security definer as $$
begin
  if p_commitment_id is null then
    return (select coalesce(sum(e.amount_pence), 0) from public.ledger_entries e
             where e.deal_id = p_deal_id and e.account = p_account);
  end if;
  return (select coalesce(sum(e.amount_pence), 0) from public.ledger_entries e
           where e.deal_id = p_deal_id and e.account = p_account and e.commitment_id = p_commitment_id);
end $$;

-- Lines of the bank that wait to be confirmed, and those of other deals, do not count. A difference stops every movement of money, but no booking of a line.
create or replace function ledger_difference(p_deal_id uuid) returns bigint language sql stable security definer as $$
  with lines as (
    select x.id, sum(x.amount_pence) as amount_pence, sum(x.amount_pence) - sum(x.matched_pence) as open_pence
      from (select l.id, l.amount_pence, 0 as matched_pence from public.bank_lines l
             where l.deal_id = p_deal_id and l.taken_back_at is null
               and l.id not in (select o.bank_line_id from public.lines_of_others(p_deal_id) o)
            union all
            select m.bank_line_id, 0, m.amount_pence from public.bank_matches m
             where m.deal_id = p_deal_id and m.reversal_id is null) x
     group by x.id)
  select coalesce(sum(l.amount_pence), 0)::bigint - public.ledger_balance(p_deal_id, '1000')
         - coalesce(sum(l.open_pence) filter (where l.open_pence > 0 or -l.open_pence in (
             select o.amount_pence from public.outgoing_payments o
              where o.deal_id = p_deal_id and o.state = 'approved')), 0)::bigint from lines l $$;

create or replace function lock_funds(p_deal_id uuid) returns boolean language sql security definer as $$
  select (public.lock_deal(p_deal_id)).id is not null $$;

-- The function returns whether the difference is new.
create or replace function check_ledger(p_deal_id uuid, p_is_nightly boolean default false) returns boolean
language plpgsql security definer as $$
declare
  before bigint;
  -- All entries sum to zero, unless the ledger is wrong.
  present constant bigint := coalesce(nullif(public.ledger_difference(p_deal_id), 0),
    (select coalesce(sum(e.amount_pence), 0) from public.ledger_entries e where e.deal_id = p_deal_id));
begin
  select l.difference_pence into before from public.ledger_checks l
   where l.deal_id = p_deal_id order by l.checked_at desc, l.id desc limit 1;
  if p_is_nightly or present <> coalesce(before, 0) then
    insert into public.ledger_checks (deal_id, ledger_pence, bank_pence, difference_pence)
    values (p_deal_id, public.ledger_balance(p_deal_id, '1000'),
            public.own_lines_pence(p_deal_id), present);
  end if;
  return present <> 0 and coalesce(before, 0) = 0;
end $$;

create or replace function ledger_readers(p_deal_id uuid) returns setof uuid language sql stable security definer as $$
  select public.admin_ids()
  union
  select r.user_id from public.commitments c join public.investor_records r on r.id = c.record_id
   where c.deal_id = p_deal_id and c.called_at is not null and r.user_id is not null $$;

-- The function returns the deals whose difference is new.
create or replace function check_ledgers(p_at timestamptz) returns setof uuid language plpgsql security definer as $$
declare checked uuid;
begin
  perform set_config('app.now', p_at::text, true);
  for checked in
    select d.id from public.deals d
     where exists (select from public.ledger_transactions t where t.deal_id = d.id)
        or exists (select from public.bank_lines l where l.deal_id = d.id) order by d.id loop
    perform from public.deals d where d.id = checked for update;
    if public.check_ledger(checked, true) then return next checked; end if;
  end loop;
end $$;

create or replace function is_sealed(p_transaction public.ledger_transactions) returns boolean language sql stable security definer as $$
  select exists (select from public.deal_completions c
                  where c.deal_id = p_transaction.deal_id and c.confirmed_at is not null and p_transaction.number <= c.ledger_number) $$;

-- A completion hashes the ledger: a line of the bank that was booked before it stays booked as it is. Lines that were booked later can
-- be taken back.
create or replace function refuse_reversal_once_sealed() returns trigger language plpgsql security definer as $$
begin
  if exists (select from public.ledger_transactions t where t.id = new.reverses_id and public.is_sealed(t)) then
    raise sqlstate 'KC001' using message = 'booked_before_completion';
  end if;
  return new;
end $$;

create or replace function own_called_commitments() returns table (commitment_id uuid, deal_id uuid)
language sql stable security definer as $$
  select c.id, c.deal_id from public.commitments c join public.investor_records r on r.id = c.record_id
   where r.user_id = public.app_user_id() and c.called_at is not null $$;

-- A reversal belongs to the day of the bank's line. What pays nothing that is owed is not late.
create or replace view deal_ledger with (security_barrier) as
  select t.id, t.deal_id, t.number, t.booked_on, t.posted_at, t.kind, coalesce(o.kind, taken.kind) as reversed_kind,
         coalesce(o.booked_on, taken.booked_on) as reversed_on,
         case when taken.id is not null then (select e.amount_pence from ledger_entries e
                                               where e.transaction_id = taken.id and e.account = '1000') end as receipt_pence,
         c.number as member, c.id in (select own.commitment_id from own_called_commitments() own) as is_own,
         coalesce(not is_live_commitment(c.state), false) as has_left,
         coalesce(coalesce(o.kind, t.kind) = 'receipt' and t.booked_on > (c.due_at at time zone 'Europe/London')::date, false)
           and exists (select from ledger_entries e where e.transaction_id = t.id and e.account = '1100') as is_late,
         coalesce(t.booked_on <= (c.grace_until at time zone 'Europe/London')::date, false) as is_in_grace,
         case when p.kind in ('wire', 'fee', 'exit_costs') then p.payee end as payee,
         case when t.kind = 'wire' then (select sum(w.allocated_shares)::bigint from ledger_entries e
                                           join commitments w on w.id = e.commitment_id where e.transaction_id = t.id)
              -- A part of the money is for no number of shares.
              when t.kind = 'exit' then (select case when sum(l.gross_pence) = (
                                                  select sum(e.amount_pence) from ledger_entries e
                                                   where e.transaction_id = t.id and e.account = '1000') then sum(l.shares)::bigint end
                                           from exit_lines l join holdings h on h.id = l.holding_id
                                          where l.exit_id = t.exit_id and h.deal_id = t.deal_id) end as shares,
         (select jsonb_agg(jsonb_build_object('account', e.account, 'member', ec.number, 'amount_pence', e.amount_pence) order by e.id)
            from ledger_entries e left join commitments ec on ec.id = e.commitment_id where e.transaction_id = t.id) as entries,
         x.kind as exit_kind,
         -- The payer of a receipt may sign for money: the column says that somebody else or the bank's feed has booked it.
         case when t.kind = 'receipt' and (t.posted_by <> r.user_id
                     or t.posted_by is null
                        and (select l.file_id in (select g.file_id from bank_feed_files g) from bank_lines l where l.id = t.bank_line_id))
                   and exists (select from signatories s
                                where s.user_id = r.user_id and s.announced_at <= t.posted_at and coalesce(s.ended_at > t.posted_at, true))
              then coalesce((select name from people where id = t.posted_by), 'the bank’s feed') end as booked_by_other,
         case when o.id is not null and exists (select from ledger_entries e where e.transaction_id = t.id and e.account = '1000')
              then o.booked_on else t.booked_on end as bank_on
    from ledger_transactions t
    left join ledger_transactions o on o.id = t.reverses_id
    left join ledger_transactions taken on taken.id = t.returned_id
    left join commitments c on c.id = t.commitment_id
    left join investor_records r on r.id = c.record_id
    left join outgoing_payments p on p.id = t.payment_id
    left join exits x on x.id = t.exit_id
   where (select is_admin()) or t.deal_id in (select own.deal_id from own_called_commitments() own);

create or replace view deal_ledger_sums with (security_barrier) as
  select d.id as deal_id, e.*,
         (select max(c.number) from commitments c
           where c.deal_id = d.id and c.id in (select own.commitment_id from own_called_commitments() own)) as own_member
    from deals d
    cross join lateral (
      select count(distinct e.transaction_id)::integer as transactions, coalesce(sum(e.amount_pence), 0)::bigint as sum_pence,
             coalesce(sum(e.amount_pence) filter (where e.account = '1000'), 0)::bigint as on_account_pence
        from ledger_entries e where e.deal_id = d.id) e
   where (select is_admin()) or d.id in (select own.deal_id from own_called_commitments() own);

create or replace function on_account_before(p_deal_id uuid, p_number integer) returns bigint language sql stable security definer as $$
  select coalesce(sum(e.amount_pence), 0)::bigint
    from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id
   where e.deal_id = p_deal_id and e.account = '1000' and t.number < p_number
     and (public.is_admin() or p_deal_id in (select own.deal_id from public.own_called_commitments() own)) $$;

create or replace function at_bank_before(p_deal_id uuid, p_day date, p_number integer) returns bigint
language sql stable security definer as $$
  select coalesce(sum(e.amount_pence), 0)::bigint
    from public.ledger_entries e
    join public.ledger_transactions t on t.id = e.transaction_id
    left join public.ledger_transactions o on o.id = t.reverses_id
   where e.deal_id = p_deal_id and e.account = '1000' and (coalesce(o.booked_on, t.booked_on), t.number) < (p_day, p_number)
     and (public.is_admin() or p_deal_id in (select own.deal_id from public.own_called_commitments() own)) $$;

create trigger refuse_ledger_change before update or delete on ledger_transactions
  for each row execute function refuse_ledger_change();
create trigger refuse_ledger_change before update or delete on ledger_entries for each row execute function refuse_ledger_change();
create trigger refuse_ledger_change before update or delete on commitment_events
  for each row execute function refuse_ledger_change();
create trigger refuse_ledger_change before update or delete on bank_lines for each row execute function refuse_ledger_change();
create trigger refuse_ledger_change before update or delete on bank_files for each row execute function refuse_ledger_change();
create trigger refuse_reversal_once_sealed before insert on ledger_transactions for each row
  when (new.reverses_id is not null and new.bank_line_id is not null) execute function refuse_reversal_once_sealed();
create constraint trigger check_ledger_sum after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_sum();
create constraint trigger check_ledger_sum after insert on ledger_transactions
  deferrable initially deferred for each row execute function check_ledger_sum();

grant select on deal_ledger, deal_ledger_sums to club_member;
grant execute on function lock_funds, own_called_commitments, on_account_before, at_bank_before to club_member;
