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

-- The other deals whose members pay, or paid, to the same account. A deal has it while it has no other.
create or replace function deals_on_account(p_deal_id uuid) returns table (deal_id uuid, since timestamptz, has_it boolean)
language sql stable security definer as $$
  select o.deal_id, min(o.confirmed_at), bool_or(o.replaced_at is null)
    from public.collection_accounts own
    join public.collection_accounts o on (o.sort_code, o.account_number) = (own.sort_code, own.account_number) and o.deal_id <> own.deal_id
   where own.deal_id = p_deal_id and own.confirmed_at is not null and o.confirmed_at is not null
   group by o.deal_id $$;

-- The lines in the list of a deal that are another deal's on the same account: booked there, with a reference of there, of the
-- amount of a payment that leaves there and not here, or older than this deal has the account. A line has no key of its own in two lists:
-- it is known by day, amount, and reference or payer. What is booked here is this deal's, unless that is asked for too.
create or replace function lines_of_others(p_deal_id uuid, p_with_booked boolean default false)
  returns table (bank_line_id uuid, other_deal_id uuid, is_booked boolean) language plpgsql stable security definer as $$
#variable_conflict use_column
declare others constant uuid[] := array(select o.deal_id from public.deals_on_account(p_deal_id) o); begun date;
begin
  if others = '{}' then return; end if;
  begun := (select min(a.entered_at at time zone 'Europe/London')::date from public.collection_accounts a
             where a.deal_id = p_deal_id and a.confirmed_at is not null);
  return query
    with marked as (
      select l.id, l.deal_id, l.booked_on, l.amount_pence, l.line_number, public.reference_of_line(l.payer, l.reference) as code,
             left(regexp_replace(upper(l.payer), '[^0-9A-Z]', '', 'g'), 8) as payer,
             exists (select from public.bank_matches m where m.bank_line_id = l.id and m.reversal_id is null) as is_booked
        from public.bank_lines l where l.deal_id = any (others || p_deal_id) and l.taken_back_at is null),
    lines as materialized (
      select m.*, coalesce(nullif(m.code, ''), m.payer) as mark,
             row_number() over (partition by m.deal_id, m.booked_on, m.amount_pence, coalesce(nullif(m.code, ''), m.payer)
                                order by m.line_number, m.id) as place
        from marked m),
    twins as (
      select own.id, min(o.deal_id::text)::uuid as deal_id
        from lines own
        join lines o on o.deal_id <> p_deal_id and o.is_booked
         and (o.booked_on, o.amount_pence, o.mark, o.place) = (own.booked_on, own.amount_pence, own.mark, own.place)
       where own.deal_id = p_deal_id group by own.id)
    select l.id, coalesce(t.deal_id, c.deal_id, leaving.deal_id, earlier.deal_id), t.deal_id is not null
      from lines l
      left join twins t on t.id = l.id
      left join public.commitments c on c.reference = l.code and c.deal_id = any (others) and l.amount_pence > 0
      left join lateral (select p.deal_id from public.outgoing_payments p
                          where p.deal_id = any (others) and p.state = 'approved' and p.amount_pence = -l.amount_pence
                            and not exists (select from public.outgoing_payments own
                                             where own.deal_id = p_deal_id and own.state = 'approved' and own.amount_pence = -l.amount_pence)
                          order by p.deal_id limit 1) leaving on true
      left join lateral (select o.deal_id from public.deals_on_account(p_deal_id) o
                          where l.booked_on < begun and (o.since at time zone 'Europe/London')::date <= begun
                          order by o.since desc limit 1) earlier on true
     where l.deal_id = p_deal_id and (p_with_booked or not l.is_booked) 
       and coalesce(t.deal_id, c.deal_id, leaving.deal_id, earlier.deal_id) is not null;
end $$;

create or replace function own_lines_pence(p_deal_id uuid) returns bigint language sql stable security definer as $$
  select coalesce(sum(l.amount_pence), 0)::bigint from public.bank_lines l
   where l.deal_id = p_deal_id and l.taken_back_at is null
     and l.id not in (select o.bank_line_id from public.lines_of_others(p_deal_id) o) $$;

-- What the account of a deal holds: its own lines, what the ledgers of the others say, and what came for them and waits to be booked there.
create or replace function account_pence(p_deal_id uuid) returns bigint language sql stable security definer as $$
  select public.own_lines_pence(p_deal_id)
         + (select coalesce(sum(public.ledger_balance(o.deal_id, '1000')), 0)::bigint
              from public.deals_on_account(p_deal_id) o where o.has_it)
         + (select coalesce(sum(l.amount_pence), 0)::bigint
              from public.lines_of_others(p_deal_id) o join public.bank_lines l on l.id = o.bank_line_id
             where not o.is_booked and l.amount_pence > 0) $$;

-- Deals that share an account take it, and book its lines, one after another.
create or replace function lock_account(p_sort_code text, p_account_number text) returns void language sql security definer as $$
  select pg_advisory_xact_lock(hashtextextended(p_sort_code || ' ' || p_account_number, 0)) $$;

-- A line of the bank is in one ledger.
create or replace function refuse_line_of_other() returns trigger language plpgsql security definer as $$
declare booked record; company text;
begin
  for booked in select n.deal_id, array_agg(n.bank_line_id) as lines from new_matches n group by n.deal_id loop
    continue when not exists (select from public.deals_on_account(booked.deal_id));
    perform public.lock_account(a.sort_code, a.account_number)
       from (select distinct c.sort_code, c.account_number from public.collection_accounts c
              where c.deal_id = booked.deal_id and c.confirmed_at is not null order by 1, 2) a;
    select c.name into company
      from public.lines_of_others(booked.deal_id, true) o
      join public.deals d on d.id = o.other_deal_id join public.companies c on c.id = d.company_id
     where o.bank_line_id = any (booked.lines) limit 1;
    if company is not null then
      raise sqlstate 'KC001' using message = 'line_of_other_deal', detail = jsonb_build_object('company', company)::text;
    end if;
  end loop;
  return null;
end $$;

-- Its account is at 0 in the books and in the bank's list, and nothing is to come or to leave.
create or replace function is_settled(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (
    select from public.deals d
     where d.id = p_deal_id and d.state in ('completed', 'exited', 'cancelled', 'declined', 'withdrawn')
       and public.ledger_balance(d.id, '1000') = 0
       and not exists (select from public.bank_lines l
                        where l.deal_id = d.id and public.open_of_line(l.id) <> 0
                          and l.id not in (select o.bank_line_id from public.lines_of_others(p_deal_id) o))
       and not exists (select from public.outgoing_payments o where o.deal_id = d.id and o.state in ('proposed', 'approved'))) $$;

-- The company of another deal that is not settled and whose members pay to this account, or have paid; null where the account is free.
create or replace function company_on_account(p_deal_id uuid, p_sort_code text, p_account_number text) returns text
language sql stable security definer as $$
  select c.name
    from public.collection_accounts a join public.deals d on d.id = a.deal_id join public.companies c on c.id = d.company_id
   where a.deal_id <> p_deal_id and (a.sort_code, a.account_number) = (p_sort_code, p_account_number) and a.confirmed_at is not null
     and (a.replaced_at is null or exists (select from public.funds_calls f where f.deal_id = a.deal_id))
     and not public.is_settled(d.id)
   order by a.confirmed_at desc limit 1 $$;

create or replace function require_free_account(p_deal_id uuid, p_sort_code text, p_account_number text) returns void
language plpgsql security definer as $$
declare company text;
begin
  perform public.lock_account(p_sort_code, p_account_number);
  company := public.company_on_account(p_deal_id, p_sort_code, p_account_number);
  if company is not null then
    raise sqlstate 'KC001' using message = 'account_in_use', detail = jsonb_build_object('company', company)::text;
  end if;
end $$;

-- The account that waits to be signed is that of another deal.
create or replace function waits_for_account(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.collection_accounts a
                  where a.deal_id = p_deal_id and a.confirmed_at is null and a.replaced_at is null
                    and public.company_on_account(a.deal_id, a.sort_code, a.account_number) is not null) $$;

-- For admins: the lines in the list of a deal that are another's, and whose.
create or replace function listed_lines_of_others(p_deal_id uuid) returns table (bank_line_id uuid, deal_id uuid, company_name text)
language sql stable security definer as $$
  select o.bank_line_id, d.id, c.name
    from public.lines_of_others(p_deal_id) o
    join public.deals d on d.id = o.other_deal_id join public.companies c on c.id = d.company_id where public.is_admin() $$;

create or replace function listed_deals_on_account(p_deal_id uuid) returns table (deal_id uuid, company_name text)
language sql stable security definer as $$
  select d.id, c.name
    from public.deals_on_account(p_deal_id) o
    join public.deals d on d.id = o.deal_id join public.companies c on c.id = d.company_id where public.is_admin() order by c.name, d.id $$;

create or replace function is_account_free(p_deal_id uuid, p_sort_code text, p_account_number text) returns boolean
language sql stable security definer as $$
  select public.is_admin() and public.company_on_account(p_deal_id, p_sort_code, p_account_number) is null $$;

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

-- Returns when the person who called an account back signed the first list that has it, which is carried out later. Further lists with
-- the confirmed account change nothing of that.
create or replace function account_signed_at(p_deal_id uuid, p_account_id uuid, p_user_id uuid, p_confirmed_at timestamptz) returns timestamptz
language sql stable security definer as $$
  select coalesce((select max(s.signed_at)
                     from public.acts a
                     join public.act_signatures s on s.act_id = a.id
                    cross join (values ('collection_account'), ('company_account')) p (part)
                    where a.deal_id = p_deal_id and (a.content::jsonb #>> array[p.part, 'id'])::uuid = p_account_id
                      and s.user_id = p_user_id and s.signed_at <= p_confirmed_at), p_confirmed_at) $$;

create or replace view collection_account_list with (security_barrier) as
  select a.id, a.deal_id, a.account_name, a.sort_code, a.account_number, a.bank, a.partner, a.entered_at, a.entered_by,
         account_signed_at(a.deal_id, a.id, a.confirmed_by, a.confirmed_at) as confirmed_at,
         a.call_back_note, a.frozen_until, (select name from people where id = a.entered_by) as entered_by_name,
         (select name from people where id = a.confirmed_by) as confirmed_by_name,
         a.confirmed_at is null as is_waiting
    from collection_accounts a where (select is_admin()) and a.replaced_at is null;

create or replace function enter_collection_account(p_deal_id uuid, p_account_name text, p_sort_code text, p_account_number text,
                                         p_bank text, p_partner text) returns text language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id);
begin
  if deal.id is null then return null; end if;
  if deal.state not in ('preparing', 'approved', 'released', 'closing') then raise sqlstate 'KC001' using message = 'account_deal_over'; end if;
  perform public.require_free_account(deal.id, p_sort_code, p_account_number);
  update public.collection_accounts set replaced_at = public.app_now()
   where deal_id = deal.id and confirmed_at is null and replaced_at is null;
  insert into public.collection_accounts (deal_id, account_name, sort_code, account_number, bank, partner, entered_by)
  values (deal.id, p_account_name, p_sort_code, p_account_number, p_bank, p_partner, public.app_user_id());
  return 'entered';
end $$;

-- The list that has it is signed: the clock calls this. To a new account nothing is called for a day, and members who were called have
-- a day more.
create or replace function confirm_collection_account(p_deal_id uuid, p_confirmed_by uuid, p_call_back_note text, p_is_new boolean) returns text
language plpgsql security definer as $$
declare account public.collection_accounts; old public.collection_accounts; frozen timestamptz; longer interval;
begin
  perform public.lock_deal(p_deal_id);
  select * into account from public.collection_accounts where deal_id = p_deal_id and confirmed_at is null and replaced_at is null;
  if account.id is null then raise sqlstate 'KC001' using message = 'account_not_waiting'; end if;
  perform public.require_free_account(p_deal_id, account.sort_code, account.account_number);
  update public.collection_accounts set replaced_at = public.app_now()
   where deal_id = p_deal_id and confirmed_at is not null and replaced_at is null returning * into old;
  if old.id is not null or p_is_new then
    frozen := public.app_now() + interval '24 hours';
    longer := frozen - greatest(public.app_now(), old.frozen_until);
  end if;
  update public.collection_accounts
     set confirmed_at = public.app_now(), confirmed_by = p_confirmed_by, call_back_note = p_call_back_note,
         frozen_until = frozen where id = account.id;
  if old.id is not null then
    perform public.give_time(c.id, longer, 'account_changed', null) from public.commitments c
      where c.deal_id = p_deal_id and c.state in ('called', 'part_paid');
    insert into public.funds_reminders (commitment_id, kind, about)
    select c.id, 'account_changed', public.app_now() from public.commitments c
     where c.deal_id = p_deal_id and c.state in ('called', 'part_paid', 'paid') on conflict do nothing;
  end if;
  return 'confirmed';
end $$;

create or replace function frozen_until(p_deal_id uuid) returns timestamptz language sql stable security definer as $$
  select a.frozen_until from public.collection_accounts a
   where a.deal_id = p_deal_id and a.confirmed_at is not null and a.replaced_at is null
     and a.frozen_until > public.app_now() $$;

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

-- Whom lines would pay, or pay out to.
create or replace function paid_by_lines(p_lines jsonb) returns uuid[] language sql stable security definer as $$
  select array(select g.commitment_id from jsonb_to_recordset(p_lines) as g (commitment_id uuid)
                where g.commitment_id is not null
                union
               select o.commitment_id from jsonb_to_recordset(p_lines) as g (payment_id uuid)
                 join public.outgoing_payments o on o.id = g.payment_id where o.commitment_id is not null) $$;

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

-- What the bank has for a commitment that owes, and nobody has booked: lines with its reference, or, without the reference of anybody,
-- lines of all that this member and no other still owes whose name fits. Banks write a reference in pieces, beside other words, or in
-- the text of the payer; a line with two references may be of either.
create or replace function unbooked_pence(p_commitment_id uuid) returns bigint language sql stable security definer as $$
  select coalesce(sum(l.open_pence), 0)::bigint
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
                   where l.deal_id = c.deal_id and l.amount_pence > 0 and l.taken_back_at is null) l on c.due_pence > 0
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

-- A reference of ours, anywhere in a line.
create or replace function reference_of_line(p_payer text, p_reference text) returns text language sql immutable as $$
  select coalesce(substring(upper(regexp_replace(p_reference || ' ' || p_payer, '[^0-9A-Za-z]', '', 'g')) from 'KD[0-9A-Z]{8}'), '') $$;

-- The words of a line that say whom it is of or to: none that the bank, or the name of the deal's company, puts on the lines of everybody.
create or replace function words_of_line(p_text text, p_company text) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct w.word), '{}')
    from regexp_split_to_table(public.folded(p_text), '[^[:alnum:]]+') as w (word)
   where w.word <> '' and w.word !~ '[0-9]'
     and w.word <> all (array['to', 'of', 'by', 'on', 'the', 'and', 'for', 'from', 'mr', 'mrs', 'ms', 'miss', 'dr', 'ltd', 'limited', 'plc', 'llp',
                              'co', 'bgc', 'fpi', 'fpo', 'fp', 'bp', 'bbp', 'so', 'dd', 'tfr', 'ref', 'via', 'gb', 'gbp', 'faster', 'payment',
                              'payments', 'paid', 'bank', 'transfer', 'credit', 'debit', 'giro', 'counter', 'mobile', 'online', 'receipt',
                              'received', 'account', 'invest', 'investment', 'shares', 'angels', 'deal'])
     and w.word <> all (regexp_split_to_array(public.folded(coalesce(p_company, '')), '[^[:alnum:]]+')) $$;

-- Two words of a name, or its only one, are among the others. Banks cut long names, and write initials.
create or replace function is_name_within(p_name text[], p_others text[]) returns boolean language sql immutable as $$
  select count(*) >= least(2, cardinality(p_name)) and coalesce(bool_or(length(w.word) > 1), false)
    from unnest(p_name) as w (word)
   where exists (select from unnest(p_others) as o (word)
                  where w.word = o.word or length(w.word) <> 2 and length(w.word) <> 3 and starts_with(o.word, w.word)
                     or length(o.word) <> 2 and length(o.word) <> 3 and starts_with(w.word, o.word)) $$;

-- The lines of a file that fit a line of another kind of file, which has other keys: by day, amount, reference and place among equal ones.
-- The payer decides about a line without a reference. A pair of which only day and amount agree is not sure: is_same says whether the
-- line is left out.
create or replace function pair_bank_lines(p_deal_id uuid, p_format text, p_lines jsonb)
  returns table (line_key text, known_id uuid, is_sure boolean, is_left_out boolean)
  language plpgsql stable security definer as $$
declare
  company text;
  used uuid[] := '{}';
  shown uuid[] := '{}';
  open_keys text[] := '{}';
  line record;
  other uuid;
begin
  select c.name into company from public.deals d join public.companies c on c.id = d.company_id where d.id = p_deal_id;
  for line in
    with given as (
      select g.*, public.reference_of_line(g.payer, g.reference) as code
        from jsonb_to_recordset(p_lines) as g (line_number integer, booked_on date, amount_pence bigint, payer text, reference text, line_key text)),
    others as (
      select l.id, l.booked_on, l.amount_pence, public.reference_of_line(l.payer, l.reference) as code,
             row_number() over (partition by l.booked_on, l.amount_pence, public.reference_of_line(l.payer, l.reference)
                                    order by l.line_number, l.id) as place
        from public.bank_lines l join public.bank_files f on f.id = l.file_id
       where l.deal_id = p_deal_id and l.taken_back_at is null and f.format <> p_format
         and not exists (select from given g where g.line_key = l.line_key)),
    fresh as (
      select g.*, row_number() over (partition by g.booked_on, g.amount_pence, g.code order by g.line_number, g.line_key) as place
        from given g where not exists (select from public.bank_lines l
                                          where l.deal_id = p_deal_id and l.taken_back_at is null and l.line_key = g.line_key))
    select f.*, o.ids
      from fresh f
      join (select s.booked_on, s.amount_pence, s.code, array_agg(s.id order by s.place) as ids from others s group by 1, 2, 3) o
        using (booked_on, amount_pence, code)
     order by f.line_number, f.line_key
  loop
    if line.code <> '' then
      if line.place <= cardinality(line.ids) then
        return query select line.line_key, line.ids[line.place], true, true;
      end if;
      continue;
    end if;
    select l.id into other from public.bank_lines l
     where l.id = any (line.ids) and l.id <> all (used)
       and (public.folded(l.payer || ' ' || l.reference) = public.folded(line.payer || ' ' || line.reference)
            or public.is_name_within(public.words_of_line(l.payer, company),
                                     public.words_of_line(line.payer || ' ' || line.reference, company))
            or public.is_name_within(public.words_of_line(line.payer, company),
                                     public.words_of_line(l.payer || ' ' || l.reference, company)))
     order by public.folded(l.payer || ' ' || l.reference) = public.folded(line.payer || ' ' || line.reference) desc,
              public.folded(l.payer) = public.folded(line.payer) desc, l.line_number, l.id limit 1;
    if found then
      used := used || other;
      return query select line.line_key, other, true, true;
    else
      open_keys := open_keys || line.line_key;
    end if;
  end loop;
  for line in
    select g.line_key, coalesce(g.is_same, false) as is_same, l.id
      from jsonb_to_recordset(p_lines) as g (line_number integer, booked_on date, amount_pence bigint, is_same boolean, line_key text)
      cross join lateral (select array_agg(k.id order by k.line_number, k.id) as id
                            from public.bank_lines k join public.bank_files f on f.id = k.file_id
                           where k.deal_id = p_deal_id and k.taken_back_at is null and f.format <> p_format
                             and k.booked_on = g.booked_on and k.amount_pence = g.amount_pence
                             and public.reference_of_line(k.payer, k.reference) = ''
                             and not exists (select from jsonb_to_recordset(p_lines) as own (line_key text) where own.line_key = k.line_key)) l
     where g.line_key = any (open_keys) order by coalesce(g.is_same, false) desc, g.line_number, g.line_key
  loop
    select k.id into other from unnest(line.id) with ordinality as k (id, place)
     where k.id <> all (used) order by k.id = any (shown), k.place limit 1;
    continue when not found;
    shown := shown || other;
    if line.is_same then used := used || other; end if;
    return query select line.line_key, other, false, line.is_same;
  end loop;
end $$;

-- Returns the lines of a file that nobody has imported. A line has one key in all files of one format.
create or replace function new_bank_lines(p_deal_id uuid, p_format text, p_lines jsonb)
  returns table (line_number integer, booked_on date, amount_pence bigint, balance_pence bigint, payer text, reference text, line_key text)
  language sql stable security definer as $$
  with paired as materialized (
    select p.line_key from public.pair_bank_lines(p_deal_id, p_format, p_lines) p where p.is_left_out)
  select g.line_number, g.booked_on, g.amount_pence, g.balance_pence, g.payer, g.reference, g.line_key
    from jsonb_to_recordset(p_lines) as g (line_number integer, booked_on date, amount_pence bigint, balance_pence bigint, payer text,
                                           reference text, line_key text)
   where not exists (select from public.bank_lines l
                      where l.deal_id = p_deal_id and l.taken_back_at is null and l.line_key = g.line_key)
     and not exists (select from paired where paired.line_key = g.line_key) $$;

create or replace function with_all_same(p_lines jsonb, p_is_same boolean) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(g.line || jsonb_build_object('is_same', p_is_same) order by g.place), '[]')
    from jsonb_array_elements(p_lines) with ordinality as g (line, place) $$;

-- The bank's balance says of the lines that are not sure whether all of them are here already, or none; null where it says neither.
create or replace function decide_bank_lines(p_deal_id uuid, p_format text, p_closing_pence bigint, p_lines jsonb) returns boolean
language sql stable security definer as $$
  select d.is_same
    from (values (true), (false)) as d (is_same)
   where p_closing_pence = coalesce((select sum(l.amount_pence) from public.bank_lines l
                                      where l.deal_id = p_deal_id and l.taken_back_at is null), 0)
                           + coalesce((select sum(g.amount_pence)
                                         from public.new_bank_lines(p_deal_id, p_format, public.with_all_same(p_lines, d.is_same)) g), 0)
   order by d.is_same desc limit 1 $$;

-- The lines of a file of which an admin has to say whether they are here already, and which line each may be.
create or replace function undecided_bank_lines(p_deal_id uuid, p_format text, p_closing_pence bigint, p_lines jsonb)
  returns table (line_key text, known_id uuid) language sql stable security definer as $$
  with pairs as materialized (
    select p.line_key, p.known_id from public.pair_bank_lines(p_deal_id, p_format, p_lines) p
      join jsonb_to_recordset(p_lines) as g (line_key text, is_same boolean) on g.line_key = p.line_key
     where public.is_admin() and not p.is_sure and g.is_same is null)
  select p.line_key, p.known_id from pairs p
   where (select public.decide_bank_lines(p_deal_id, p_format, p_closing_pence, p_lines) where exists (select from pairs)) is null $$;

-- Lines of earlier files are left out, but count in the balance.
create or replace function import_bank_file(p_deal_id uuid, p_name text, p_format text, p_sha256 text, p_opening_pence bigint,
                                 p_closing_pence bigint, p_lines jsonb) returns jsonb language plpgsql security definer as $$
declare known_pence bigint; new_pence bigint; added integer; imported uuid; is_same boolean;
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  if exists (select from public.bank_files f where f.deal_id = p_deal_id and f.taken_back_at is null and f.sha256 = p_sha256) then
    raise sqlstate 'KC001' using message = 'file_already_imported';
  end if;
  if exists (select from public.pair_bank_lines(p_deal_id, p_format, p_lines) p
               join jsonb_to_recordset(p_lines) as g (line_key text, is_same boolean) on g.line_key = p.line_key
              where not p.is_sure and g.is_same is null) then
    is_same := public.decide_bank_lines(p_deal_id, p_format, p_closing_pence, p_lines);
    if is_same is null then raise sqlstate 'KC001' using message = 'bank_lines_undecided'; end if;
    p_lines := public.with_all_same(p_lines, is_same);
  end if;
  select coalesce(sum(l.amount_pence), 0) into known_pence from public.bank_lines l
   where l.deal_id = p_deal_id and l.taken_back_at is null;
  select count(*), coalesce(sum(g.amount_pence), 0) into added, new_pence from public.new_bank_lines(p_deal_id, p_format, p_lines) g;
  if added > 0 and p_closing_pence <> known_pence + new_pence then
    raise sqlstate 'KC001' using
      message = 'balance_gap',
      detail = jsonb_build_object('expected_pence', known_pence + new_pence, 'opening_pence', p_opening_pence,
                                  'closing_pence', p_closing_pence,
                                  'last_on', (select max(l.booked_on) from public.bank_lines l
                                               where l.deal_id = p_deal_id and l.taken_back_at is null),
                                  'newest', (select f.name from public.bank_file_list f
                                              where f.deal_id = p_deal_id and f.is_newest and f.origin = 'file'),
                                  'booked_pence', (select f.booked_pence from public.bank_file_list f
                                                    where f.deal_id = p_deal_id and f.is_newest))::text;
  end if;
  insert into public.bank_files (deal_id, imported_by, name, format, sha256, lines, new_lines, opening_balance_pence,
                                 closing_balance_pence)
  values (p_deal_id, public.app_user_id(), p_name, p_format, p_sha256, jsonb_array_length(p_lines), added, p_opening_pence,
          p_closing_pence) returning id into imported;
  insert into public.bank_lines (deal_id, file_id, line_number, booked_on, amount_pence, balance_pence, payer, reference, line_key)
  select p_deal_id, imported, g.line_number, g.booked_on, g.amount_pence, g.balance_pence, g.payer, g.reference, g.line_key
    from public.new_bank_lines(p_deal_id, p_format, p_lines) g order by g.booked_on, g.line_number;
  return jsonb_build_object('id', imported, 'is_new_difference', public.check_ledger(p_deal_id));
end $$;

-- The file of another account. What refers to its lines, as a booking and its reversal do, stays, so they stay too, and count nowhere.
-- A later file has left out what this one has, so the newest goes first.
create or replace function take_back_bank_file(p_file_id uuid) returns jsonb language plpgsql security definer as $$
declare file record;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform public.lock_funds(f.deal_id) from public.bank_files f where f.id = p_file_id;
  select * into file from public.bank_file_list f where f.id = p_file_id;
  if file.id is null then return null; end if;
  if file.origin = 'feed' then raise sqlstate 'KC001' using message = 'bank_file_of_feed'; end if;
  if not file.is_newest then raise sqlstate 'KC001' using message = 'bank_file_not_newest'; end if;
  if file.booked_pence > 0 then
    raise sqlstate 'KC001' using message = 'bank_file_booked', detail = jsonb_build_object('pence', file.booked_pence)::text;
  end if;
  update public.bank_lines set taken_back_at = public.app_now() where file_id = file.id;
  update public.bank_files set taken_back_at = public.app_now() where id = file.id;
  return jsonb_build_object('deal_id', file.deal_id, 'name', file.name, 'lines', file.new_lines,
                            'paid_in_pence', file.paid_in_pence, 'paid_out_pence', file.paid_out_pence,
                            'is_new_difference', public.check_ledger(file.deal_id));
end $$;

-- Nothing is open of a line that was taken back with its file.
create or replace function open_of_line(p_line_id uuid) returns bigint language sql stable security definer as $$
  select case when l.taken_back_at is null then l.amount_pence else 0 end
         - coalesce((select sum(m.amount_pence) from public.bank_matches m
                      where m.bank_line_id = l.id and m.deal_id = l.deal_id and m.reversal_id is null), 0)::bigint
    from public.bank_lines l where l.id = p_line_id $$;

-- Payments that are not cancelled count as paid.
create or replace function unidentified_of_line(p_line_id uuid) returns bigint language sql stable security definer as $$
  select coalesce((select sum(m.amount_pence) from public.bank_matches m
                     join public.ledger_transactions t on t.id = m.transaction_id and t.kind = 'unidentified'
                    where m.bank_line_id = p_line_id and m.reversal_id is null), 0)::bigint
         - coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                      where o.bank_line_id = p_line_id and o.state <> 'cancelled'), 0)::bigint $$;

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

-- A member owes between nothing and what was called. What was set off out of money that is taken back is due again.
create or replace function settle_member(p_commitment_id uuid) returns text language plpgsql security definer as $$
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
  return public.settle_commitment(own.id);
end $$;

create or replace function take_back_match(p_match public.bank_matches, p_reason text) returns void language sql security definer as $$
  update public.bank_matches
     set reversal_id = public.reverse_ledger(p_match.transaction_id, public.london_today(), p_reason) where id = p_match.id $$;

-- The transactions after number p_posted are lines of the bank that were posted as a whole.
create or replace function book_whole_lines(p_deal_id uuid, p_posted integer, p_account text,
                                            out lines integer, out pence bigint, out commitment_ids uuid[])
language plpgsql security definer as $$
begin
  insert into public.ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
  select t.id, p_deal_id, e.account, e.commitment_id, e.amount_pence
    from public.ledger_transactions t
    join public.bank_lines l on l.id = t.bank_line_id
    cross join lateral (values ('1000', null::uuid, l.amount_pence), (p_account, t.commitment_id, -l.amount_pence))
      e (account, commitment_id, amount_pence) where t.deal_id = p_deal_id and t.number > p_posted order by t.number, e.account;
  insert into public.bank_matches (deal_id, bank_line_id, transaction_id, amount_pence, matched_by)
  select p_deal_id, l.id, t.id, l.amount_pence, public.app_user_id()
    from public.ledger_transactions t join public.bank_lines l on l.id = t.bank_line_id
   where t.deal_id = p_deal_id and t.number > p_posted order by t.number;
  select count(*), coalesce(sum(l.amount_pence), 0), coalesce(array_agg(t.commitment_id order by t.number), '{}')
    into lines, pence, commitment_ids
    from public.ledger_transactions t join public.bank_lines l on l.id = t.bank_line_id
   where t.deal_id = p_deal_id and t.number > p_posted;
end $$;

-- Lines that do not match any more are left out. What the bank has done is booked while ledger and bank differ, too: it explains them.
create or replace function confirm_bank_lines(p_deal_id uuid, p_lines jsonb) returns jsonb language plpgsql security definer as $$
declare
  admin constant uuid := public.app_user_id();
  at constant timestamptz := public.app_now();
  posted integer;
  booked record;
  given record;
  line public.bank_lines;
  confirmed integer;
  pence bigint;
  receipts uuid[];
  refunds uuid[] := '{}';
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  perform public.refuse_own_money(public.paid_by_lines(p_lines));
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
                   order by l.id, g.commitment_id) o order by o.commitment_id, o.booked_on, o.line_number) f;
  select * into booked from public.book_whole_lines(p_deal_id, posted, '1100');
  confirmed := booked.lines;
  pence := booked.pence;
  receipts := booked.commitment_ids;
  -- Nothing is due from these members.
  with paid as (
    update public.commitments set state = 'paid', state_since = at
     where id = any (receipts) and state in ('called', 'part_paid') returning id)
  insert into public.commitment_events (commitment_id, happened_at, kind, actor_id, details)
  select id, at, 'paid', admin, '{"open_pence": 0}' from paid;
  for given in
    select g.* from jsonb_to_recordset(p_lines) as g (id uuid, kind text, commitment_id uuid, payment_id uuid)
      join public.bank_lines l on l.id = g.id where g.kind not in ('receipt', 'distribution') order by l.booked_on, l.line_number
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
  select coalesce(max(t.number), 0) into posted from public.ledger_transactions t where t.deal_id = p_deal_id;
  -- Line and payment are joined by ids first, because a join by sums compares each line with each payment.
  with wanted as materialized (
    select g.* from jsonb_to_recordset(p_lines) as g (id uuid, kind text, payment_id uuid) where g.kind = 'distribution'),
  lines as materialized (
    select distinct on (l.id) l.id, l.deal_id, l.booked_on, l.line_number, l.amount_pence, w.payment_id
      from wanted w join public.bank_lines l on l.id = w.id order by l.id, w.payment_id),
  payments as materialized (
    select distinct on (o.id) l.id, l.deal_id, l.booked_on, l.line_number, l.amount_pence, o.id as payment_id, o.commitment_id,
           o.exit_id, o.amount_pence as due_pence
      from lines l join public.outgoing_payments o on o.id = l.payment_id
     where l.deal_id = p_deal_id and o.deal_id = p_deal_id and o.kind = 'distribution' and o.state = 'approved'
     order by o.id, l.booked_on, l.line_number)
  insert into public.ledger_transactions (deal_id, number, booked_on, posted_at, posted_by, kind, commitment_id, bank_line_id,
                                          payment_id, exit_id)
  select p_deal_id, posted + row_number() over (order by f.booked_on, f.line_number), f.booked_on, at, admin, 'distribution',
         f.commitment_id, f.id, f.payment_id, f.exit_id
    from payments f
   where f.due_pence = -f.amount_pence and public.open_of_line(f.id) = f.amount_pence
     and public.exit_due(f.exit_id, p_deal_id, 'distribution', f.commitment_id) = f.due_pence;
  select * into booked from public.book_whole_lines(p_deal_id, posted, '2400');
  update public.outgoing_payments o set state = 'paid', paid_on = t.booked_on
    from public.ledger_transactions t where t.deal_id = p_deal_id and t.number > posted and o.id = t.payment_id;
  confirmed := confirmed + booked.lines;
  pence := pence + booked.pence;
  perform public.need_records(array(select h.record_id from public.holdings h
                                     where h.commitment_id = any (booked.commitment_ids) and h.record_id is not null));
  perform public.check_ledger(p_deal_id) where public.ledger_difference(p_deal_id) = 0;
  return jsonb_build_object('confirmed', confirmed, 'pence', pence, 'receipts', receipts, 'refunds', refunds);
end $$;

-- Money that was booked as unidentified is used where the parts need it. A line that goes out is booked in full: what is left of it
-- would stop every movement of money.
create or replace function match_bank_line(p_line_id uuid, p_parts jsonb, p_reason text) returns jsonb
language plpgsql security definer as $$
declare
  line public.bank_lines;
  part record;
  wanted bigint;
  free bigint;
  outcome text;
  is_identified boolean := false;
  receipts uuid[] := '{}';
  refunds uuid[] := '{}';
begin
  select * into line from public.bank_lines l where l.id = p_line_id and l.taken_back_at is null;
  if not public.lock_funds(line.deal_id) then return null; end if;
  perform public.refuse_own_money(public.paid_by_lines(p_parts));
  select sum(p.amount_pence) into wanted from jsonb_to_recordset(p_parts) as p (amount_pence bigint);
  free := abs(public.open_of_line(line.id));
  if wanted > free and line.amount_pence > 0
     and not exists (select from jsonb_to_recordset(p_parts) as p (kind text) where p.kind = 'unidentified') then
    free := free + public.unidentified_of_line(line.id);
    is_identified := wanted <= free;
  end if;
  if free = 0 then raise sqlstate 'KC001' using message = 'already_posted'; end if;
  if line.amount_pence < 0 and wanted <> free then
    raise sqlstate 'KC001' using message = 'parts_differ', detail = jsonb_build_object('more_pence', wanted - free)::text;
  end if;
  if wanted > free then
    raise sqlstate 'KC001' using message = 'more_than_line', detail = jsonb_build_object('open_pence', free)::text;
  end if;
  if is_identified then
    perform public.take_back_match(m, p_reason)
       from public.bank_matches m join public.ledger_transactions t on t.id = m.transaction_id and t.kind = 'unidentified'
      where m.bank_line_id = line.id and m.reversal_id is null;
  end if;
  for part in
    select p.* from jsonb_to_recordset(p_parts)
      as p (kind text, commitment_id uuid, payment_id uuid, exit_id uuid, amount_pence bigint) loop
    outcome := public.book_part(line, part.kind, part.commitment_id, part.payment_id, part.amount_pence, p_reason, part.exit_id);
    if outcome <> 'booked' then raise sqlstate 'KC001' using message = outcome; end if;
    if part.kind = 'receipt' then receipts := receipts || part.commitment_id; end if;
    if part.kind = 'refund' then
      refunds := refunds || (select o.commitment_id from public.outgoing_payments o where o.id = part.payment_id);
    end if;
  end loop;
  free := public.open_of_line(line.id);
  if is_identified and free > 0 then perform public.book_part(line, 'unidentified', null, null, free, p_reason); end if;
  perform public.check_ledger(line.deal_id) where public.ledger_difference(line.deal_id) = 0;
  return jsonb_build_object('deal_id', line.deal_id, 'receipts', receipts, 'refunds', refunds);
end $$;

create or replace function is_sealed(p_transaction public.ledger_transactions) returns boolean language sql stable security definer as $$
  select exists (select from public.deal_completions c
                  where c.deal_id = p_transaction.deal_id and c.confirmed_at is not null and p_transaction.number <= c.ledger_number) $$;

-- What the bank's lines were booked as when a completion hashed the ledger stays, whoever asks. Lines that were booked later can be
-- taken back.
create or replace function refuse_reversal_once_sealed() returns trigger language plpgsql security definer as $$
begin
  if exists (select from public.ledger_transactions t where t.id = new.reverses_id and public.is_sealed(t)) then
    raise sqlstate 'KC001' using message = 'booked_before_completion';
  end if;
  return new;
end $$;

-- What a member could be sent back if a receipt of theirs was taken back, as settle_member would leave it, less what is on its way.
create or replace function refundable_without(p_transaction_id uuid, p_commitment_id uuid) returns bigint
language plpgsql stable security definer as $$
declare own public.commitments; owed bigint; sent_back bigint; set_off bigint; called bigint;
begin
  select * into own from public.commitments where id = p_commitment_id;
  select coalesce(sum(e.amount_pence) filter (where e.account = '1100'), 0),
         coalesce(sum(e.amount_pence) filter (where e.account = '2200'), 0),
         coalesce(sum(e.amount_pence) filter (where e.account = '2200' and t.kind = 'leaving'), 0),
         coalesce(sum(e.amount_pence) filter (where e.account = '1100' and coalesce(o.kind, t.kind) = 'call'), 0)
    into owed, sent_back, set_off, called
    from public.ledger_entries e
    join public.ledger_transactions t on t.id = e.transaction_id
    left join public.ledger_transactions o on o.id = t.reverses_id
   where e.deal_id = own.deal_id and e.commitment_id = own.id and t.id <> p_transaction_id;
  set_off := greatest(least(sent_back, set_off), 0);
  owed := owed + set_off;
  sent_back := sent_back - set_off;
  if own.state not in ('committed', 'needs_reconsent', 'waiting_list', 'allocated') then
    sent_back := sent_back + owed - greatest(least(owed, called), 0);
  end if;
  return -sent_back - coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                                 where o.deal_id = own.deal_id and o.commitment_id = own.id and o.kind = 'refund'
                                   and o.state in ('proposed', 'approved')), 0);
end $$;

-- Returns why the booking of a line is not taken back; null where it can be.
create or replace function unmatch_refusal(p_match_id uuid) returns text language plpgsql stable security definer as $$
declare match public.bank_matches; booked public.ledger_transactions;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into match from public.bank_matches m where m.id = p_match_id;
  select * into booked from public.ledger_transactions t where t.id = match.transaction_id;
  if public.is_sealed(booked) then return 'booked_before_completion'; end if;
  if (booked.kind = 'wire' and (exists (select from public.outgoing_payments o
        where o.deal_id = booked.deal_id and o.kind = 'fee' and o.state in ('approved', 'paid'))
        or exists (select from public.holdings h where h.deal_id = booked.deal_id)))
     or (booked.kind = 'receipt' and exists (select from public.outgoing_payments o
        where o.deal_id = booked.deal_id and o.kind = 'wire' and o.state in ('approved', 'paid'))
        and exists (select from public.ledger_entries e where e.transaction_id = booked.id and e.account = '1100'))
     or (booked.kind = 'exit' and exists (select from public.outgoing_payments o
        where o.exit_id = booked.exit_id and o.deal_id = booked.deal_id and o.state in ('approved', 'paid')))
     or (booked.kind = 'unidentified' and public.unidentified_of_line(match.bank_line_id) < match.amount_pence)
     or (booked.payment_id is null and booked.commitment_id is not null
         and public.refundable_without(booked.id, booked.commitment_id) < 0) then return 'money_sent_on'; end if;
  return null;
end $$;

-- Of money of nobody known: what can still be sent back to where it came from, and what was, or is to be.
create or replace function returns_of_line(p_line_id uuid, out returnable_pence bigint, out returns jsonb)
language plpgsql stable security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select greatest(least(public.unidentified_of_line(l.id), public.sendable_pence(l.deal_id)), 0),
         (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'amount_pence', o.amount_pence, 'state', o.state,
                                                       'paid_on', o.paid_on) order by o.id), '[]')
            from public.outgoing_payments o where o.bank_line_id = l.id and o.kind = 'return' and o.state <> 'cancelled')
    into returnable_pence, returns from public.bank_lines l where l.id = p_line_id;
end $$;

-- Booked as of nobody known yet, and not to be sent back.
create or replace function unidentified_lines(p_deal_id uuid) returns table (bank_line_id uuid, pence bigint)
language sql stable security definer as $$
  select found.id, found.pence
    from (select l.id, public.unidentified_of_line(l.id) as pence
            from (select distinct t.bank_line_id as id from public.ledger_transactions t
                   where t.deal_id = p_deal_id and t.kind = 'unidentified' and public.is_admin()) l) found
   where found.pence > 0 $$;

create or replace function unmatch_bank_line(p_line_id uuid, p_match_id uuid, p_reason text) returns uuid
language plpgsql security definer as $$
declare line public.bank_lines; match public.bank_matches; booked public.ledger_transactions; refusal text;
begin
  select * into line from public.bank_lines l where l.id = p_line_id;
  if not public.lock_funds(line.deal_id) then return null; end if;
  select * into match from public.bank_matches m where m.id = p_match_id and m.bank_line_id = line.id and m.reversal_id is null;
  if match.id is null then raise sqlstate 'KC001' using message = 'nothing_to_unmatch'; end if;
  select * into booked from public.ledger_transactions t where t.id = match.transaction_id;
  perform public.refuse_own_money(array[booked.commitment_id]);
  refusal := public.unmatch_refusal(match.id);
  if refusal is not null then raise sqlstate 'KC001' using message = refusal; end if;
  perform public.take_back_match(match, p_reason);
  if booked.payment_id is not null then
    update public.outgoing_payments set state = 'approved', paid_on = null where id = booked.payment_id;
    if booked.kind = 'refund' then
      insert into public.commitment_events (commitment_id, kind, actor_id, details)
      values (booked.commitment_id, 'refund_taken_back', public.app_user_id(), jsonb_build_object('amount_pence', -match.amount_pence));
    end if;
  elsif booked.commitment_id is not null then
    perform public.settle_member(booked.commitment_id);
    if public.refundable_pence(booked.commitment_id) < 0 then raise sqlstate 'KC001' using message = 'money_sent_on'; end if;
  end if;
  perform public.check_ledger(line.deal_id) where public.ledger_difference(line.deal_id) = 0;
  return line.deal_id;
end $$;

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
         case when o.state = 'proposed' and o.exit_id is null then payment_obstacle(o.id) end as obstacle, o.exit_id
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
              select max(t.booked_on) as last_day, array_agg(t.booked_on::text order by t.number) as days
                from standing_transactions t
               where t.deal_id = c.deal_id and t.commitment_id = c.id and t.kind = 'receipt') b
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

-- Of a deal that is cancelled: its account is not at 0, or a payment waits.
create or replace function is_unsettled(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select public.is_admin() and not public.is_settled(p_deal_id)
         and exists (select from public.deals d where d.id = p_deal_id and d.state = 'cancelled') $$;

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

create or replace function own_called_commitments() returns table (commitment_id uuid, deal_id uuid)
language sql stable security definer as $$
  select c.id, c.deal_id from public.commitments c join public.investor_records r on r.id = c.record_id
   where r.user_id = public.app_user_id() and c.called_at is not null $$;

-- A reversal belongs to the day of the bank's line.
create or replace view deal_ledger with (security_barrier) as
  select t.id, t.deal_id, t.number, t.booked_on, t.posted_at, t.kind, o.kind as reversed_kind, o.number as reversed_number,
         c.number as member, c.id in (select own.commitment_id from own_called_commitments() own) as is_own,
         coalesce(not is_live_commitment(c.state), false) as has_left,
         coalesce(coalesce(o.kind, t.kind) = 'receipt' and t.booked_on > (c.due_at at time zone 'Europe/London')::date, false) as is_late,
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
         -- Of a receipt whose payer signs for money: who else has booked it, or the bank's feed.
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

create or replace view bank_file_list with (security_barrier) as
  select f.id, f.deal_id, f.imported_at, (select name from people where id = f.imported_by) as imported_by_name, f.name, f.format,
         f.lines, f.new_lines, f.opening_balance_pence, f.closing_balance_pence,
         case when o.file_id is null then 'file' else 'feed' end as origin,
         not exists (select from bank_files later
                      where later.deal_id = f.deal_id and later.taken_back_at is null
                        and (later.imported_at, later.id) > (f.imported_at, f.id)) as is_newest,
         (select coalesce(sum(l.amount_pence) filter (where l.amount_pence > 0), 0)::bigint
            from bank_lines l where l.file_id = f.id) as paid_in_pence,
         (select coalesce(-sum(l.amount_pence) filter (where l.amount_pence < 0), 0)::bigint
            from bank_lines l where l.file_id = f.id) as paid_out_pence,
         (select coalesce(sum(abs(m.amount_pence)), 0)::bigint from bank_lines l
            join bank_matches m on m.bank_line_id = l.id and m.reversal_id is null where l.file_id = f.id) as booked_pence
    from bank_files f left join bank_feed_files o on o.file_id = f.id where f.taken_back_at is null and (select is_admin());

create or replace view bank_line_list with (security_barrier) as
  select l.id, l.deal_id, l.file_id, l.line_number, l.booked_on, l.booked_on::timestamp at time zone 'UTC' as booked_at,
         l.amount_pence, (l.amount_pence - coalesce((select sum(m.amount_pence) from bank_matches m
                                        where m.bank_line_id = l.id and m.reversal_id is null), 0))::bigint as open_pence, l.payer,
         l.reference,
         exists (select from bank_matches m where m.bank_line_id = l.id and m.reversal_id is not null) as is_taken_back,
         (select f.format from bank_files f where f.id = l.file_id) as format,
         (select f.closing_balance_pence is not null from bank_files f where f.id = l.file_id) as has_balance
    from bank_lines l where l.taken_back_at is null and (select is_admin());

create or replace view bank_match_list with (security_barrier) as
  select m.id, m.deal_id, m.bank_line_id, t.kind, t.commitment_id, t.payment_id,
         (select name from people where id = r.user_id) as full_name, m.amount_pence, m.matched_at,
         (select name from people where id = m.matched_by) as matched_by_name, m.reason, m.reversal_id is not null as is_reversed,
         case when m.reversal_id is null then unmatch_refusal(m.id) end as refusal, sent.returnable_pence, sent.returns
    from bank_matches m
    join ledger_transactions t on t.id = m.transaction_id
    left join lateral returns_of_line(m.bank_line_id) sent on t.kind = 'unidentified' and m.reversal_id is null
    left join commitments c on c.id = t.commitment_id
    left join investor_records r on r.id = c.record_id where (select is_admin());

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

-- What a member sent too much, and is not being sent back, pays what is due from them. The caller has locked the deal.
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
create trigger refuse_line_of_other after insert on bank_matches
  referencing new table as new_matches for each statement execute function refuse_line_of_other();
create constraint trigger check_ledger_sum after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_sum();
create constraint trigger check_ledger_sum after insert on ledger_transactions
  deferrable initially deferred for each row execute function check_ledger_sum();
create trigger refuse_reopening before update of state on deals for each row
  when (old.state = 'closing' and new.state = 'released') execute function refuse_reopening();
create trigger check_new_payment_balance after insert on outgoing_payments
  referencing new table as new_payments for each statement execute function check_payment_balance();
create trigger check_approved_payment_balance after update on outgoing_payments
  referencing new table as new_payments for each statement execute function check_payment_balance();

grant select on collection_account_list, outgoing_payment_list, closing_members, closing_sums, deal_ledger,
  deal_ledger_sums, bank_file_list, bank_line_list, bank_match_list to club_member;
grant execute on function enter_collection_account, release_commitment,
  extend_commitment, bear_for_commitment, hold_commitment, take_fewer_shares, ask_for_refund, own_call, payment_details,
  funds_state, is_unsettled, own_called_commitments, on_account_before, lock_funds, import_bank_file, undecided_bank_lines, take_back_bank_file, confirm_bank_lines,
  match_bank_line, unmatch_bank_line, propose_payment, approve_payment, cancel_payment, nudge_members,
  borne_for, unbooked_pence, at_bank_before, unmatch_refusal, returns_of_line, unidentified_lines,
  payment_obstacle, release_waits, own_money, has_other_admin, account_signed_at,
  listed_lines_of_others, listed_deals_on_account, is_account_free to club_member;
