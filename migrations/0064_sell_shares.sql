-- What members get for the shares that the nominee holds for them: what is paid, to whom, and its way through the ledgers of the
-- deals that the shares are of.

-- Of a company: proposed by one admin, confirmed by another who holds none of the shares.
create table exits (
  id uuid primary key default app_uuid_v7(),
  company_id uuid not null references companies (id),
  -- A dividend leaves the shares where they are; a holdback is what was kept back at an earlier exit and is paid now.
  kind text not null check (kind in ('sale', 'buyback', 'ipo', 'liquidation', 'dividend', 'holdback')),
  takes_shares boolean not null generated always as (kind not in ('dividend', 'holdback')) stored,
  earlier_id uuid references exits (id),
  happened_on date not null,
  -- Pounds for a share, before costs.
  price numeric(14, 6) not null check (price > 0),
  -- Of all members together; null for every share that they held then.
  shares bigint check (shares > 0),
  costs_pence bigint not null check (costs_pence >= 0),
  costs_payee text check (btrim(costs_payee) <> '' and length(costs_payee) <= 200),
  -- Read by whoever has a part in it.
  note text check (btrim(note) <> '' and length(note) <= 5000),
  -- Of the lots that the lines were worked out from.
  lots_sha256 text not null check (lots_sha256 ~ '^[0-9a-f]{64}$'),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  withdrawn_at timestamptz(3),
  withdrawn_by uuid references auth.users (id) on delete set null,
  withdrawn_because text check (btrim(withdrawn_because) <> '' and length(withdrawn_because) <= 5000),
  state text not null generated always as (
    case when withdrawn_at is not null then 'withdrawn' when confirmed_at is not null then 'confirmed' else 'proposed' end) stored,
  check ((kind = 'holdback') = (earlier_id is not null)),
  check (takes_shares or shares is null),
  check (costs_pence = 0 or costs_payee is not null),
  check (num_nulls(withdrawn_at, withdrawn_because) in (0, 2))
);
create unique index exits_waiting_idx on exits (company_id) where confirmed_at is null and withdrawn_at is null;
create index exits_company_id_idx on exits (company_id, proposed_at desc, id desc);
create index exits_earlier_id_idx on exits (earlier_id);
create index exits_proposed_by_idx on exits (proposed_by);
create index exits_confirmed_by_idx on exits (confirmed_by);
create index exits_withdrawn_by_idx on exits (withdrawn_by);
alter table exits enable row level security;

-- What a lot has of it.
create table exit_lines (
  id uuid primary key default app_uuid_v7(),
  exit_id uuid not null references exits (id),
  holding_id uuid not null references holdings (id),
  shares bigint not null check (shares > 0),
  gross_pence bigint not null check (gross_pence >= 0),
  costs_pence bigint not null check (costs_pence between 0 and gross_pence),
  paid_pence bigint not null generated always as (gross_pence - costs_pence) stored,
  unique (exit_id, holding_id)
);
create index exit_lines_holding_id_idx on exit_lines (holding_id, exit_id);
alter table exit_lines enable row level security;

-- For everybody, the owner too: decided once, and names of accounts are emptied with them.
create function keep_exit() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  names constant text[] := '{proposed_by,confirmed_by,withdrawn_by}';
  decided constant text[] := '{confirmed_at,withdrawn_at,withdrawn_because}';
  -- Not computed yet.
  generated constant text[] := '{state,takes_shares}';
begin
  if tg_op = 'UPDATE' and tg_table_name = 'exits'
     and to_jsonb(old) - names - decided - generated = to_jsonb(new) - names - decided - generated
     and not exists (select from unnest(decided) field where to_jsonb(old) ->> field is not null
                       and to_jsonb(new) ->> field is distinct from to_jsonb(old) ->> field)
     and not exists (select from unnest(names) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name
                       and to_jsonb(new) ->> replace(name, '_by', '_at') is not distinct from to_jsonb(old) ->> replace(name, '_by', '_at'))
  then return new; end if;
  raise integrity_constraint_violation using message = 'what members got for their shares is never changed or deleted';
end
$$;
create trigger keep_exit before update or delete on exits for each row execute function keep_exit();
create trigger keep_exit before update or delete on exit_lines for each row execute function keep_exit();

-- What the money of an exit was booked as, and who is paid of it.
alter table outgoing_payments add column exit_id uuid references exits (id);
create index outgoing_payments_exit_id_idx on outgoing_payments (exit_id, state) where exit_id is not null;
alter table ledger_transactions add column exit_id uuid references exits (id);
create index ledger_transactions_exit_id_idx on ledger_transactions (exit_id, deal_id, kind) where exit_id is not null;

-- Left of a lot by exits before a day; of one's own lots, for admins of all.
create function holding_shares_left(p_holding_id uuid, p_before date default null) returns bigint
language sql stable set search_path = pg_catalog as $$
  select h.shares - coalesce((select sum(l.shares) from public.exit_lines l join public.exits e on e.id = l.exit_id
                               where l.holding_id = h.id and e.takes_shares and e.state = 'confirmed'
                                 and (p_before is null or e.happened_on < p_before)), 0)::bigint
    from public.holdings h where h.id = p_holding_id
$$;
grant execute on function holding_shares_left(uuid, date) to club_member;

-- As before, and no longer once all is sold: from then on a record is kept as long as after anything else.
create or replace function holds_shares(p_record_id uuid) returns boolean
language sql stable set search_path = pg_catalog as $$
  select exists (select from public.holdings h where h.record_id = p_record_id and public.holding_shares_left(h.id) > 0)
$$;
create function need_records(p_record_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog as $$
  update public.investor_records r
     set needed_until = greatest(r.needed_until, public.london_today()),
         -- Of a sealed one the day was last worked out while it held shares.
         retain_until = case when r.sealed_at is not null
           then greatest(r.retain_until, (public.london_today()
                  + make_interval(years => (public.deal_settings() ->> 'retention_years')::integer))::date) end
   where r.id = any (p_record_ids)
     and (r.needed_until is null or r.needed_until < public.london_today() or r.sealed_at is not null)
$$;

-- That an exit of this kind on that day is about: whose they are, and how many shares.
create function exit_lots(p_company_id uuid, p_kind text, p_happened_on date, p_earlier_id uuid)
returns table (holding_id uuid, owner_id uuid, issued_on date, shares bigint)
language sql stable security definer set search_path = pg_catalog as $$
  select s.* from (
    select h.id, coalesce(h.record_id, h.commitment_id), h.issued_on,
           case p_kind when 'dividend' then public.holding_shares_left(h.id, p_happened_on)
                       when 'holdback' then (select l.shares from public.exit_lines l
                                              where l.exit_id = p_earlier_id and l.holding_id = h.id)
                       else public.holding_shares_left(h.id) end as shares
      from public.holdings h where h.company_id = p_company_id and h.issued_on <= p_happened_on) s
   where s.shares > 0 order by s.issued_on, s.id
$$;
create function exit_lots_sha256(p_company_id uuid, p_kind text, p_happened_on date, p_earlier_id uuid) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws(',', l.holding_id, l.owner_id, l.issued_on, l.shares), E'\n'
                                                      order by l.issued_on, l.holding_id), ''), 'UTF8')), 'hex')
    from public.exit_lots(p_company_id, p_kind, p_happened_on, p_earlier_id) l
$$;

-- Answers {"outcome": "prepared", "lots": […]} and locks the company; or why not: exit_waits, in_future, no_earlier_exit,
-- nothing_held; null where there is no such company.
create function prepare_exit(p_company_id uuid, p_kind text, p_happened_on date, p_earlier_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  lots jsonb;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = p_company_id for update;
  if not found then return null; end if;
  if exists (select from public.exits e where e.company_id = p_company_id and e.state = 'proposed') then
    return jsonb_build_object('outcome', 'exit_waits'); end if;
  if p_happened_on > public.london_today() then return jsonb_build_object('outcome', 'in_future'); end if;
  if p_kind = 'holdback' and not exists (select from public.exits e
       where e.id = p_earlier_id and e.company_id = p_company_id and e.takes_shares and e.state = 'confirmed'
         and e.happened_on <= p_happened_on) then
    return jsonb_build_object('outcome', 'no_earlier_exit'); end if;
  select jsonb_agg(to_jsonb(l)) into lots from public.exit_lots(p_company_id, p_kind, p_happened_on, p_earlier_id) l;
  if lots is null then return jsonb_build_object('outcome', 'nothing_held'); end if;
  return jsonb_build_object('outcome', 'prepared', 'lots', lots);
end
$$;

-- Lines: [{"holding_id": …, "shares": …, "gross_pence": …, "costs_pence": …}, …], of the lots that were prepared. Answers the
-- exit's id.
create function propose_exit(p_company_id uuid, p_kind text, p_earlier_id uuid, p_happened_on date, p_price numeric, p_shares bigint,
                             p_costs_pence bigint, p_costs_payee text, p_note text, p_lines jsonb) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  proposed uuid;
  held bigint;
  sold bigint;
begin
  if public.prepare_exit(p_company_id, p_kind, p_happened_on, p_earlier_id) ->> 'outcome' is distinct from 'prepared' then
    raise invalid_parameter_value; end if;
  insert into public.exits (company_id, kind, earlier_id, happened_on, price, shares, costs_pence, costs_payee, note, lots_sha256,
                            proposed_by)
  values (p_company_id, p_kind, p_earlier_id, p_happened_on, p_price, p_shares, p_costs_pence, p_costs_payee, p_note,
          public.exit_lots_sha256(p_company_id, p_kind, p_happened_on, p_earlier_id), public.app_user_id())
  returning id into proposed;
  insert into public.exit_lines (exit_id, holding_id, shares, gross_pence, costs_pence)
  select proposed, l.holding_id, l.shares, l.gross_pence, l.costs_pence
    from jsonb_to_recordset(p_lines) as l (holding_id uuid, shares bigint, gross_pence bigint, costs_pence bigint);
  select sum(l.shares) into held from public.exit_lots(p_company_id, p_kind, p_happened_on, p_earlier_id) l;
  select sum(l.shares) into sold from public.exit_lines l where l.exit_id = proposed;
  if sold is distinct from coalesce(p_shares, held)
     or (select sum(l.gross_pence) from public.exit_lines l where l.exit_id = proposed) is distinct from round(sold * p_price * 100)
     or (select sum(l.costs_pence) from public.exit_lines l where l.exit_id = proposed) is distinct from p_costs_pence
     -- Two splits in a row move nobody further than this from their exact part.
     or exists (select from public.exit_lines l
                  left join public.exit_lots(p_company_id, p_kind, p_happened_on, p_earlier_id) lot on lot.holding_id = l.holding_id
                 where l.exit_id = proposed
                   and (lot.shares is null or l.shares > lot.shares or abs(l.gross_pence - l.shares * p_price * 100) > 3
                        or abs(l.costs_pence - p_costs_pence * l.shares::numeric / sold) > 2))
     -- Of one owner the earlier lots go first.
     or exists (select from public.exit_lots(p_company_id, p_kind, p_happened_on, p_earlier_id) earlier
                  join public.exit_lots(p_company_id, p_kind, p_happened_on, p_earlier_id) later
                    on later.owner_id = earlier.owner_id and (later.issued_on, later.holding_id) > (earlier.issued_on, earlier.holding_id)
                  join public.exit_lines s on s.exit_id = proposed and s.holding_id = later.holding_id
                  left join public.exit_lines l on l.exit_id = proposed and l.holding_id = earlier.holding_id
                 where coalesce(l.shares, 0) < earlier.shares)
  then raise invalid_parameter_value; end if;
  return proposed;
end
$$;

-- Whether the caller has a part in it.
create function is_in_exit(p_exit_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.exit_lines l
                   join public.holdings h on h.id = l.holding_id
                   join public.investor_records r on r.id = h.record_id
                  where l.exit_id = p_exit_id and r.user_id = public.app_user_id())
$$;
-- Once it is confirmed.
create function is_own_exit(p_exit_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.exits e where e.id = p_exit_id and e.state = 'confirmed') and public.is_in_exit(p_exit_id)
$$;
create function is_own_exit_line(p_exit_id uuid, p_holding_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.exits e where e.id = p_exit_id and e.state = 'confirmed')
     and exists (select from public.holdings h join public.investor_records r on r.id = h.record_id
                  where h.id = p_holding_id and r.user_id = public.app_user_id())
$$;
grant execute on function is_own_exit(uuid), is_own_exit_line(uuid, uuid) to club_member;
grant select on exits, exit_lines to club_member;
create policy "people see exits that they have a part in, admins all" on exits for select to club_member
  using ((select is_admin()) or is_own_exit(id));
create policy "people see their own part of an exit, admins all" on exit_lines for select to club_member
  using ((select is_admin()) or is_own_exit_line(exit_id, holding_id));

-- The bank's day on which the money for a deal's shares came; null before it is booked.
create function exit_arrived_on(p_exit_id uuid, p_deal_id uuid) returns date
language sql stable security definer set search_path = pg_catalog as $$
  select t.booked_on from public.ledger_transactions t
   where t.exit_id = p_exit_id and t.deal_id = p_deal_id and t.kind = 'exit'
     and not exists (select from public.ledger_transactions r where r.reverses_id = t.id)
$$;
-- Whether any of its money is booked, or on its way out.
create function has_exit_money(p_exit_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.ledger_transactions t
                  where t.exit_id = p_exit_id and t.kind <> 'reversal'
                    and not exists (select from public.ledger_transactions r where r.reverses_id = t.id))
      or exists (select from public.outgoing_payments o where o.exit_id = p_exit_id and o.state in ('approved', 'paid'))
$$;
-- What a payment of an exit has to be: once its money is there.
create function exit_due(p_exit_id uuid, p_deal_id uuid, p_kind text, p_commitment_id uuid) returns bigint
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if public.exit_arrived_on(p_exit_id, p_deal_id) is null then return null; end if;
  -- Apart, so that a member's is answered from the index.
  if p_kind = 'distribution' then
    return (select l.paid_pence from public.holdings h
              join public.exit_lines l on l.holding_id = h.id and l.exit_id = p_exit_id
             where h.deal_id = p_deal_id and h.commitment_id = p_commitment_id);
  end if;
  return (select sum(l.costs_pence)::bigint from public.exit_lines l join public.holdings h on h.id = l.holding_id
           where l.exit_id = p_exit_id and h.deal_id = p_deal_id);
end
$$;
-- What is to be proposed yet: the costs of each deal whose money is there, and each member's part.
create function exit_payables(p_exit_id uuid)
returns table (deal_id uuid, kind text, commitment_id uuid, amount_pence bigint, payee text)
language sql stable security definer set search_path = pg_catalog as $$
  with lines as (
    select h.deal_id, h.commitment_id, l.costs_pence, l.paid_pence, e.costs_payee,
           coalesce(p.full_name, r.legal_name, 'Member ' || c.number) as payee
      from public.exit_lines l
      join public.exits e on e.id = l.exit_id
      join public.holdings h on h.id = l.holding_id
      join public.commitments c on c.id = h.commitment_id
      left join public.investor_records r on r.id = h.record_id
      left join public.people p on p.id = r.user_id
     where l.exit_id = p_exit_id),
  arrived as (
    select d.deal_id from (select distinct deal_id from lines) d where public.exit_arrived_on(p_exit_id, d.deal_id) is not null),
  live as (
    select o.deal_id, o.kind, o.commitment_id from public.outgoing_payments o where o.exit_id = p_exit_id and o.state <> 'cancelled'),
  payables as (
    select l.deal_id, 'exit_costs' as kind, null::uuid as commitment_id, sum(l.costs_pence)::bigint as amount_pence,
           min(l.costs_payee) as payee
      from lines l where not exists (select from live o where o.deal_id = l.deal_id and o.kind = 'exit_costs') group by l.deal_id
    union all
    select l.deal_id, 'distribution', l.commitment_id, l.paid_pence, l.payee
      from lines l where not exists (select from live o where o.commitment_id = l.commitment_id and o.kind = 'distribution'))
  select p.deal_id, p.kind, p.commitment_id, p.amount_pence, left(p.payee, 200)
    from payables p join arrived a on a.deal_id = p.deal_id where p.amount_pence > 0
$$;

-- Payments to an exit's members and for its costs.
alter table outgoing_payments
  drop constraint outgoing_payments_kind_check,
  drop constraint outgoing_payments_check1,
  add constraint outgoing_payments_kind_check
    check (kind in ('refund', 'return', 'wire', 'fee', 'exit_costs', 'distribution')),
  add constraint outgoing_payments_commitment_check check ((kind in ('refund', 'distribution')) = (commitment_id is not null)),
  add constraint outgoing_payments_exit_check check ((kind in ('exit_costs', 'distribution')) = (exit_id is not null));
create unique index outgoing_payments_of_exit_idx on outgoing_payments (exit_id, deal_id, kind, commitment_id) nulls not distinct
  where exit_id is not null and state <> 'cancelled';
alter table ledger_transactions
  add constraint ledger_transactions_exit_check check (kind not in ('exit', 'exit_costs', 'distribution') or exit_id is not null);

-- As before, with the exit that it is of.
drop function post_ledger(uuid, text, date, jsonb, uuid, uuid, uuid, uuid, text);
create function post_ledger(p_deal_id uuid, p_kind text, p_booked_on date, p_entries jsonb, p_commitment_id uuid default null,
                            p_bank_line_id uuid default null, p_payment_id uuid default null, p_reverses_id uuid default null,
                            p_note text default null, p_exit_id uuid default null) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  posted uuid;
begin
  insert into public.ledger_transactions (deal_id, number, booked_on, posted_by, kind, commitment_id, bank_line_id, payment_id,
                                          reverses_id, note, exit_id)
  values (p_deal_id, 1 + coalesce((select max(t.number) from public.ledger_transactions t where t.deal_id = p_deal_id), 0),
          p_booked_on, public.app_user_id(), p_kind, p_commitment_id, p_bank_line_id, p_payment_id, p_reverses_id, p_note, p_exit_id)
  returning id into posted;
  insert into public.ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
  select posted, p_deal_id, e.account, e.commitment_id, e.amount_pence
    from jsonb_to_recordset(p_entries) as e (account text, commitment_id uuid, amount_pence bigint)
   where e.amount_pence <> 0 or e.account = '2100';
  return posted;
end
$$;
create or replace function reverse_ledger(p_transaction_id uuid, p_booked_on date, p_note text) returns uuid
language sql security definer set search_path = pg_catalog as $$
  select public.post_ledger(t.deal_id, 'reversal', p_booked_on,
           (select jsonb_agg(jsonb_build_object('account', e.account, 'commitment_id', e.commitment_id,
                                                'amount_pence', -e.amount_pence) order by e.id)
              from public.ledger_entries e where e.transaction_id = t.id),
           t.commitment_id, t.bank_line_id, t.payment_id, t.id, p_note, t.exit_id)
    from public.ledger_transactions t where t.id = p_transaction_id
$$;
-- As before, of refunds alone: a distribution is no refund.
create or replace function refundable_pence(p_commitment_id uuid) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  select (-public.ledger_balance(c.deal_id, '2200', c.id)
          - coalesce((select sum(o.amount_pence) from public.outgoing_payments o
                       where o.deal_id = c.deal_id and o.commitment_id = c.id and o.kind = 'refund'
                         and o.state in ('proposed', 'approved')), 0))::bigint
    from public.commitments c where c.id = p_commitment_id
$$;

-- A completed deal of whose shares nothing is left, and whose every exit is paid out, is over. Answers whether it is since now.
create function end_exited_deal(p_deal_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals d where d.id = p_deal_id for update;
  if deal.state is distinct from 'completed' or public.ledger_balance(deal.id, '2400') <> 0
     or not exists (select from public.holdings h where h.deal_id = deal.id)
     or exists (select from public.holdings h where h.deal_id = deal.id and public.holding_shares_left(h.id) > 0)
     or exists (select from (select distinct l.exit_id from public.exit_lines l join public.holdings h on h.id = l.holding_id
                              where h.deal_id = deal.id and l.gross_pence > 0) x
                  join public.exits e on e.id = x.exit_id and e.state = 'confirmed'
                 where public.exit_arrived_on(e.id, deal.id) is null) then
    return false;
  end if;
  perform public.move_deal(deal, 'exited', null);
  return true;
end
$$;
grant execute on function end_exited_deal(uuid) to club_member;

-- As before, and for exits: what came for the shares, its costs, and each member's part. Also answers not_proceeds.
drop function book_part(bank_lines, text, uuid, uuid, bigint, text);
create function book_part(p_line public.bank_lines, p_kind text, p_commitment_id uuid, p_payment_id uuid, p_amount_pence bigint,
                          p_reason text, p_exit_id uuid default null) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  incoming constant text[] := '{receipt,unidentified,exit}';
  own public.commitments;
  payment public.outgoing_payments;
  proceeds public.exits;
  applied bigint;
  entries jsonb;
  posted uuid;
  cash constant bigint := p_amount_pence * sign(p_line.amount_pence)::bigint;
begin
  if p_kind = any (incoming) and p_line.amount_pence < 0 then return 'outgoing_only'; end if;
  if p_kind <> all (incoming) and p_line.amount_pence > 0 then return 'incoming_only'; end if;
  if p_kind = 'receipt' then
    select * into own from public.commitments c where c.id = p_commitment_id and c.deal_id = p_line.deal_id for update;
    if own.called_at is null then return 'not_called'; end if;
    applied := least(p_amount_pence, greatest(public.ledger_balance(own.deal_id, '1100', own.id), 0));
    entries := jsonb_build_array(
      jsonb_build_object('account', '1100', 'commitment_id', own.id, 'amount_pence', -applied),
      jsonb_build_object('account', '2200', 'commitment_id', own.id, 'amount_pence', applied - p_amount_pence));
  elsif p_kind = 'unidentified' then
    entries := jsonb_build_array(jsonb_build_object('account', '2300', 'amount_pence', -p_amount_pence));
  elsif p_kind = 'club_bears' then
    entries := jsonb_build_array(jsonb_build_object('account', '2100', 'amount_pence', p_amount_pence));
  elsif p_kind = 'exit' then
    select * into proceeds from public.exits e where e.id = p_exit_id and e.state = 'confirmed';
    if public.exit_arrived_on(proceeds.id, p_line.deal_id) is null then
      select jsonb_agg(jsonb_build_object('account', '2400', 'commitment_id', h.commitment_id, 'amount_pence', -l.gross_pence)
                       order by h.id)
        into entries from public.exit_lines l join public.holdings h on h.id = l.holding_id
       where l.exit_id = proceeds.id and h.deal_id = p_line.deal_id;
    end if;
    if (select -sum((e ->> 'amount_pence')::bigint) from jsonb_array_elements(entries) e) is distinct from p_amount_pence then
      return 'not_proceeds';
    end if;
  else
    select * into payment from public.outgoing_payments o
     where o.id = p_payment_id and o.deal_id = p_line.deal_id and o.kind = p_kind and o.state = 'approved' for update;
    if payment.id is null or payment.amount_pence <> p_amount_pence or p_amount_pence <> -p_line.amount_pence then
      return 'not_outgoing';
    end if;
    if payment.exit_id is not null
       and public.exit_due(payment.exit_id, payment.deal_id, p_kind, payment.commitment_id) is distinct from p_amount_pence then
      return 'amount_changed';
    end if;
    if p_kind = 'wire' then
      select jsonb_agg(jsonb_build_object('account', '2000', 'commitment_id', w.commitment_id, 'amount_pence', w.pence) order by w.number)
        into entries
        from (select c.id as commitment_id, c.number, -sum(e.amount_pence) as pence
                from public.ledger_entries e join public.commitments c on c.id = e.commitment_id
               where e.deal_id = p_line.deal_id and e.account = '2000' group by c.id having sum(e.amount_pence) <> 0) w;
      if (select sum((w ->> 'amount_pence')::bigint) from jsonb_array_elements(entries) w) is distinct from p_amount_pence then
        return 'amount_changed';
      end if;
    elsif p_kind = 'exit_costs' then
      select jsonb_agg(jsonb_build_object('account', '2400', 'commitment_id', h.commitment_id, 'amount_pence', l.costs_pence)
                       order by h.id)
        into entries from public.exit_lines l join public.holdings h on h.id = l.holding_id
       where l.exit_id = payment.exit_id and h.deal_id = p_line.deal_id;
    else
      entries := jsonb_build_array(jsonb_build_object(
        'account', case p_kind when 'refund' then '2200' when 'return' then '2300' when 'distribution' then '2400' else '2100' end,
        'commitment_id', payment.commitment_id, 'amount_pence', p_amount_pence));
    end if;
    update public.outgoing_payments set state = 'paid', paid_on = p_line.booked_on where id = payment.id;
    if p_kind = 'refund' then
      insert into public.commitment_events (commitment_id, kind, actor_id, details)
      values (payment.commitment_id, 'refund_paid', public.app_user_id(), jsonb_build_object('amount_pence', p_amount_pence));
    end if;
  end if;
  posted := public.post_ledger(
    p_line.deal_id, p_kind, p_line.booked_on,
    jsonb_build_array(jsonb_build_object('account', '1000', 'amount_pence', cash)) || entries,
    coalesce(own.id, payment.commitment_id), p_line.id, payment.id, null, p_reason, coalesce(proceeds.id, payment.exit_id));
  insert into public.bank_matches (deal_id, bank_line_id, transaction_id, amount_pence, matched_by, reason)
  values (p_line.deal_id, p_line.id, posted, cash, public.app_user_id(), p_reason);
  if own.id is not null then perform public.settle_commitment(own.id); end if;
  if p_kind = 'distribution' then
    perform public.need_records(array(select h.record_id from public.holdings h where h.commitment_id = payment.commitment_id));
  end if;
  return 'booked';
end
$$;

-- As before; a part of the kind "exit" names its exit.
create or replace function match_bank_line(p_line_id uuid, p_parts jsonb, p_reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
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
  select * into line from public.bank_lines l where l.id = p_line_id;
  if not public.lock_funds(line.deal_id) then return null; end if;
  select sum(p.amount_pence) into wanted from jsonb_to_recordset(p_parts) as p (amount_pence bigint);
  free := abs(public.open_of_line(line.id));
  if wanted > free and line.amount_pence > 0
     and not exists (select from jsonb_to_recordset(p_parts) as p (kind text) where p.kind = 'unidentified') then
    free := free + public.unidentified_of_line(line.id);
    is_identified := wanted <= free;
  end if;
  if free = 0 then return jsonb_build_object('outcome', 'already_posted'); end if;
  if wanted > free then return jsonb_build_object('outcome', 'more_than_line', 'open_pence', free); end if;
  if is_identified then
    perform public.take_back_match(m, p_reason)
       from public.bank_matches m join public.ledger_transactions t on t.id = m.transaction_id and t.kind = 'unidentified'
      where m.bank_line_id = line.id and m.reversal_id is null;
  end if;
  for part in
    select p.* from jsonb_to_recordset(p_parts)
      as p (kind text, commitment_id uuid, payment_id uuid, exit_id uuid, amount_pence bigint)
  loop
    outcome := public.book_part(line, part.kind, part.commitment_id, part.payment_id, part.amount_pence, p_reason, part.exit_id);
    if outcome <> 'booked' then raise sqlstate 'KD001' using message = outcome; end if;
    if part.kind = 'receipt' then receipts := receipts || part.commitment_id; end if;
    if part.kind = 'refund' then
      refunds := refunds || (select o.commitment_id from public.outgoing_payments o where o.id = part.payment_id);
    end if;
  end loop;
  free := public.open_of_line(line.id);
  if is_identified and free > 0 then perform public.book_part(line, 'unidentified', null, null, free, p_reason); end if;
  perform public.check_ledger(line.deal_id) where public.ledger_difference(line.deal_id) = 0;
  return jsonb_build_object('outcome', 'matched', 'deal_id', line.deal_id, 'receipts', receipts, 'refunds', refunds);
exception when sqlstate 'KD001' then return jsonb_build_object('outcome', sqlerrm);
end
$$;

-- As before; what the company was paid stays once members hold shares for it, and what came for shares while any of it is on
-- its way out, or gone.
create or replace function unmatch_bank_line(p_line_id uuid, p_match_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  line public.bank_lines;
  match public.bank_matches;
  booked public.ledger_transactions;
begin
  select * into line from public.bank_lines l where l.id = p_line_id;
  if not public.lock_funds(line.deal_id) then return null; end if;
  select * into match from public.bank_matches m where m.id = p_match_id and m.bank_line_id = line.id and m.reversal_id is null;
  if match.id is null then return jsonb_build_object('outcome', 'nothing_to_unmatch'); end if;
  select * into booked from public.ledger_transactions t where t.id = match.transaction_id;
  -- What was sent to the company was paid with it; the fees were sent after that.
  if (booked.kind = 'wire' and (exists (select from public.outgoing_payments o
        where o.deal_id = line.deal_id and o.kind = 'fee' and o.state in ('approved', 'paid'))
        or exists (select from public.holdings h where h.deal_id = line.deal_id)))
     or (booked.kind = 'receipt' and exists (select from public.outgoing_payments o
        where o.deal_id = line.deal_id and o.kind = 'wire' and o.state in ('approved', 'paid'))
        and exists (select from public.ledger_entries e where e.transaction_id = booked.id and e.account = '1100'))
     or (booked.kind = 'exit' and exists (select from public.outgoing_payments o
        where o.exit_id = booked.exit_id and o.deal_id = line.deal_id and o.state in ('approved', 'paid')))
     or (booked.kind = 'unidentified' and public.unidentified_of_line(line.id) < match.amount_pence) then
    return jsonb_build_object('outcome', 'payment_closed');
  end if;
  perform public.take_back_match(match, p_reason);
  if booked.payment_id is not null then
    update public.outgoing_payments set state = 'approved', paid_on = null where id = booked.payment_id;
    if booked.kind = 'refund' then
      insert into public.commitment_events (commitment_id, kind, actor_id, details)
      values (booked.commitment_id, 'refund_taken_back', public.app_user_id(), jsonb_build_object('amount_pence', -match.amount_pence));
    end if;
  elsif booked.commitment_id is not null then
    perform public.settle_member(booked.commitment_id);
    if public.refundable_pence(booked.commitment_id) < 0 then raise sqlstate 'KD001'; end if;
  end if;
  perform public.check_ledger(line.deal_id) where public.ledger_difference(line.deal_id) = 0;
  return jsonb_build_object('outcome', 'unmatched', 'deal_id', line.deal_id);
exception when sqlstate 'KD001' then return jsonb_build_object('outcome', 'payment_closed');
end
$$;

-- As before, with the exit.
create or replace view outgoing_payment_list with (security_barrier) as
  select o.id, o.deal_id, o.kind, o.commitment_id, o.bank_line_id, o.amount_pence, o.payee, o.reason, o.proposed_at, o.proposed_by,
         coalesce(proposer.full_name, proposer.email) as proposed_by_name, o.approved_at,
         coalesce(approver.full_name, approver.email) as approved_by_name, o.state, o.paid_on,
         (o.proposed_by is not distinct from (select app_user_id()) or coalesce(owns_commitment(o.commitment_id), false)) as is_own,
         o.proposed_at <= app_now() - interval '24 hours' and (select is_only_admin()) as is_left_to_author, o.exit_id
    from outgoing_payments o
    left join people proposer on proposer.id = o.proposed_by
    left join people approver on approver.id = o.approved_by
   where (select is_admin());

-- As before, and payments of exits: as much as their lines say.
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
  update public.outgoing_payments
     set state = 'approved', approved_at = public.app_now(), approved_by = public.app_user_id() where id = payment.id;
  perform public.check_ledger(payment.deal_id) where public.ledger_difference(payment.deal_id) = 0;
  return case when payment.is_own then 'approved_alone' else 'approved' end;
end
$$;

-- Locks the deals that an exit is about, in one order for all.
create function lock_exit(p_exit_id uuid) returns public.exits
language plpgsql security definer set search_path = pg_catalog as $$
declare
  locked public.exits;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c
   where c.id = (select e.company_id from public.exits e where e.id = p_exit_id) for update;
  perform from public.deals d
   where d.id in (select h.deal_id from public.exit_lines l join public.holdings h on h.id = l.holding_id where l.exit_id = p_exit_id)
   order by d.id for update;
  select * into locked from public.exits where id = p_exit_id;
  return locked;
end
$$;

-- Answers confirmed, confirmed_alone, second_person_required, closed, lots_changed; null where there is no such exit.
create function confirm_exit(p_exit_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  present public.exits;
  is_alone boolean;
begin
  present := public.lock_exit(p_exit_id);
  if present.id is null then return null; end if;
  if present.state <> 'proposed' then return 'closed'; end if;
  is_alone := coalesce(present.proposed_by = public.app_user_id(), false) or public.is_in_exit(present.id);
  if is_alone and not public.is_left_alone(present.proposed_by, present.proposed_at) then return 'second_person_required'; end if;
  if public.exit_lots_sha256(present.company_id, present.kind, present.happened_on, present.earlier_id) <> present.lots_sha256
     or exists (select from public.exits earlier where earlier.id = present.earlier_id and earlier.state <> 'confirmed') then
    return 'lots_changed';
  end if;
  update public.exits set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = present.id;
  perform public.need_records(array(select h.record_id from public.exit_lines l join public.holdings h on h.id = l.holding_id
                                     where l.exit_id = present.id));
  return case when is_alone then 'confirmed_alone' else 'confirmed' end;
end
$$;

-- One that waits, or that is confirmed while none of its money is booked or on its way. Answers withdrawn, taken_back where it was
-- confirmed, closed, money_moved, later_exit; null where there is no such exit.
create function withdraw_exit(p_exit_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  present public.exits;
begin
  present := public.lock_exit(p_exit_id);
  if present.id is null then return null; end if;
  if present.state = 'withdrawn' then return 'closed'; end if;
  if public.has_exit_money(present.id) then return 'money_moved'; end if;
  if exists (select from public.exits later where later.earlier_id = present.id and later.state <> 'withdrawn') then
    return 'later_exit'; end if;
  update public.outgoing_payments set state = 'cancelled' where exit_id = present.id and state = 'proposed';
  update public.exits
     set withdrawn_at = public.app_now(), withdrawn_by = public.app_user_id(), withdrawn_because = p_reason
   where id = present.id;
  return case when present.state = 'confirmed' then 'taken_back' else 'withdrawn' end;
end
$$;

-- Everything that is to be paid of deals whose money is there, at once. Answers {"outcome": "proposed", "deals": […]}, or why not:
-- closed, ledger_mismatch, nothing_open; null where there is no such exit.
create function propose_exit_payments(p_exit_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  present public.exits;
  proposed jsonb;
begin
  present := public.lock_exit(p_exit_id);
  if present.id is null then return null; end if;
  if present.state <> 'confirmed' then return jsonb_build_object('outcome', 'closed'); end if;
  with payables as materialized (select * from public.exit_payables(present.id)),
  tied as (select d.deal_id from (select distinct deal_id from payables) d where public.ledger_difference(d.deal_id) = 0),
  added as (
    insert into public.outgoing_payments (deal_id, kind, commitment_id, amount_pence, payee, reason, proposed_by, exit_id)
    select p.deal_id, p.kind, p.commitment_id, p.amount_pence, p.payee, p_reason, public.app_user_id(), present.id
      from payables p join tied on tied.deal_id = p.deal_id order by p.deal_id, p.kind desc, p.payee
    returning deal_id, amount_pence)
  select jsonb_build_object(
           'outcome', case when (select count(*) from added) > 0 then 'proposed'
                           when (select count(*) from payables) > 0 then 'ledger_mismatch' else 'nothing_open' end,
           'deals', coalesce((select jsonb_agg(to_jsonb(d)) from (
             select a.deal_id, count(*)::integer as payments, sum(a.amount_pence)::bigint as pence
               from added a group by a.deal_id order by a.deal_id) d), '[]'))
    into proposed;
  return proposed;
end
$$;

-- Every payment of it that waits and that the caller may approve: as `approve_payment` for each. Answers {"outcome": "approved",
-- "deals": […], "left_out": …}, or why none was: second_person_required, ledger_mismatch, amount_changed, nothing_open; null where
-- there is no such exit.
create function approve_exit_payments(p_exit_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  present public.exits;
  waiting integer;
  found jsonb;
begin
  present := public.lock_exit(p_exit_id);
  if present.id is null then return null; end if;
  select count(*) into waiting from public.outgoing_payments o where o.exit_id = present.id and o.state = 'proposed';
  with proposed as materialized (
    select o.id, o.deal_id, o.kind, o.commitment_id, o.amount_pence, o.is_own, not o.is_own or o.is_left_to_author as is_for_reader
      from public.outgoing_payment_list o where o.exit_id = present.id and o.state = 'proposed'),
  tied as materialized (
    select d.deal_id, public.ledger_difference(d.deal_id) = 0 as is_tied from (select distinct p.deal_id from proposed p) d),
  due as (
    select p.*, t.is_tied, p.amount_pence is not distinct from public.exit_due(present.id, p.deal_id, p.kind, p.commitment_id) as is_due
      from proposed p join tied t on t.deal_id = p.deal_id),
  approved as (
    update public.outgoing_payments o
       set state = 'approved', approved_at = public.app_now(), approved_by = public.app_user_id()
      from due d where d.id = o.id and d.is_for_reader and d.is_tied and d.is_due
    returning o.deal_id, o.amount_pence, d.is_own)
  select jsonb_build_object(
           'outcome', case when (select count(*) from approved) > 0 then 'approved'
                           when exists (select from due d where not d.is_for_reader) then 'second_person_required'
                           when exists (select from due d where not d.is_tied) then 'ledger_mismatch'
                           when exists (select from due) then 'amount_changed' else 'nothing_open' end,
           'left_out', waiting - (select count(*) from approved),
           'deals', coalesce((select jsonb_agg(to_jsonb(d)) from (
             select a.deal_id, count(*)::integer as payments, sum(a.amount_pence)::bigint as pence, bool_or(a.is_own) as alone
               from approved a group by a.deal_id order by a.deal_id) d), '[]'))
    into found;
  perform public.check_ledger((d ->> 'deal_id')::uuid) from jsonb_array_elements(found -> 'deals') d;
  return found;
end
$$;
grant execute on function prepare_exit(uuid, text, date, uuid),
  propose_exit(uuid, text, uuid, date, numeric, bigint, bigint, text, text, jsonb), confirm_exit(uuid), withdraw_exit(uuid, text),
  propose_exit_payments(uuid, text), approve_exit_payments(uuid) to club_member;

-- For admins: what decides on what the reader can do.
create function exit_state(p_exit_id uuid) returns table (has_money boolean, has_later boolean, is_own boolean, to_propose integer, to_approve integer)
language sql stable security definer set search_path = pg_catalog as $$
  select public.has_exit_money(e.id),
         exists (select from public.exits later where later.earlier_id = e.id and later.state <> 'withdrawn'),
         coalesce(e.proposed_by = public.app_user_id(), false) or public.is_in_exit(e.id),
         (select count(*) from public.exit_payables(e.id))::integer,
         (select count(*) from public.outgoing_payment_list o
           where o.exit_id = e.id and o.state = 'proposed' and (not o.is_own or o.is_left_to_author))::integer
    from public.exits e where e.id = p_exit_id and public.is_admin()
$$;
grant execute on function exit_state(uuid) to club_member;
create view exit_list with (security_barrier) as
  select e.id, e.company_id, company.name as company_name, e.kind, e.earlier_id, e.happened_on, trim_scale(e.price)::text as price,
         e.shares is null as is_of_all, e.costs_payee, e.note, e.state, e.proposed_at, proposer.full_name as proposed_by_name,
         e.confirmed_at, confirmer.full_name as confirmed_by_name, e.withdrawn_at, withdrawer.full_name as withdrawn_by_name,
         e.withdrawn_because, is_left_alone(e.proposed_by, e.proposed_at) as is_left_to_author, s.*, d.*
    from exits e
    join companies company on company.id = e.company_id
    left join people proposer on proposer.id = e.proposed_by
    left join people confirmer on confirmer.id = e.confirmed_by
    left join people withdrawer on withdrawer.id = e.withdrawn_by
    cross join lateral (
      select count(distinct coalesce(h.record_id, h.commitment_id))::integer as members, sum(l.shares)::bigint as shares,
             sum(l.gross_pence)::bigint as gross_pence, sum(l.costs_pence)::bigint as costs_pence,
             sum(l.paid_pence)::bigint as paid_pence
        from exit_lines l join holdings h on h.id = l.holding_id where l.exit_id = e.id) s
    cross join lateral exit_state(e.id) d
   where (select is_admin());
-- What it is for each deal whose shares it is about.
create view exit_deals with (security_barrier) as
  select s.exit_id, s.deal_id, d.name as deal_name, s.shares, s.gross_pence, s.costs_pence, s.paid_pence,
         (select t.booked_on from ledger_transactions t
           where t.exit_id = s.exit_id and t.deal_id = s.deal_id and t.kind = 'exit'
             and not exists (select from ledger_transactions r where r.reverses_id = t.id)) as arrived_on,
         (select o.paid_on from outgoing_payments o
           where o.exit_id = s.exit_id and o.deal_id = s.deal_id and o.kind = 'exit_costs' and o.state = 'paid') as costs_paid_on,
         (select coalesce(sum(o.amount_pence), 0) from outgoing_payments o
           where o.exit_id = s.exit_id and o.deal_id = s.deal_id and o.kind = 'distribution' and o.state = 'paid')::bigint
           as distributed_pence
    from (select l.exit_id, h.deal_id, sum(l.shares)::bigint as shares, sum(l.gross_pence)::bigint as gross_pence,
                 sum(l.costs_pence)::bigint as costs_pence, sum(l.paid_pence)::bigint as paid_pence
            from exit_lines l join holdings h on h.id = l.holding_id group by l.exit_id, h.deal_id) s
    join deals d on d.id = s.deal_id
   where (select is_admin());
create view exit_line_list with (security_barrier) as
  select l.exit_id, l.holding_id, coalesce(h.record_id, h.commitment_id) as owner_id, r.user_id, p.full_name, h.deal_id,
         d.name as deal_name, h.commitment_id, c.number as member, h.certificate_number, h.issued_on, l.shares, l.gross_pence,
         l.costs_pence, l.paid_pence,
         (select o.paid_on from outgoing_payments o
           where o.exit_id = l.exit_id and o.deal_id = h.deal_id and o.kind = 'distribution' and o.commitment_id = h.commitment_id
             and o.state = 'paid') as paid_on
    from exit_lines l
    join holdings h on h.id = l.holding_id
    join commitments c on c.id = h.commitment_id
    join deals d on d.id = h.deal_id
    left join investor_records r on r.id = h.record_id
    left join people p on p.id = r.user_id
   where (select is_admin());
-- Those of the reader, of exits that are confirmed.
create view own_exit_lines with (security_barrier) as
  select e.id as exit_id, e.kind, e.happened_on, trim_scale(e.price)::text as price, e.confirmed_at, e.note,
         company.name as company_name, h.deal_id, d.name as deal_name, h.commitment_id, h.certificate_number, h.issued_on, l.shares, l.gross_pence, l.costs_pence,
         l.paid_pence,
         (select o.paid_on from outgoing_payments o
           where o.exit_id = e.id and o.deal_id = h.deal_id and o.kind = 'distribution' and o.commitment_id = h.commitment_id
             and o.state = 'paid') as paid_on
    from exits e
    join exit_lines l on l.exit_id = e.id
    join holdings h on h.id = l.holding_id
    join investor_records r on r.id = h.record_id
    join companies company on company.id = e.company_id
    join deals d on d.id = h.deal_id
   where e.state = 'confirmed' and r.user_id = (select app_user_id());
grant select on exit_list, exit_deals, exit_line_list, own_exit_lines to club_member;

-- As before, with what an exit was and how many shares it is about.
create or replace view deal_ledger with (security_barrier) as
  select t.id, t.deal_id, t.number, t.booked_on, t.posted_at, t.kind, o.kind as reversed_kind, o.number as reversed_number,
         c.number as member, c.id in (select own.commitment_id from own_called_commitments() own) as is_own,
         c.state in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded') as has_left,
         coalesce(coalesce(o.kind, t.kind) = 'receipt' and t.booked_on > (c.due_at at time zone 'Europe/London')::date, false) as is_late,
         coalesce(t.booked_on <= (c.grace_until at time zone 'Europe/London')::date, false) as is_in_grace,
         case when p.kind in ('wire', 'fee', 'exit_costs') then p.payee end as payee,
         case when t.kind = 'wire' then (select sum(w.allocated_shares)::bigint from ledger_entries e
                                           join commitments w on w.id = e.commitment_id where e.transaction_id = t.id)
              when t.kind = 'exit' then (select sum(l.shares)::bigint from exit_lines l join holdings h on h.id = l.holding_id
                                          where l.exit_id = t.exit_id and h.deal_id = t.deal_id) end as shares,
         (select jsonb_agg(jsonb_build_object('account', e.account, 'member', ec.number, 'amount_pence', e.amount_pence) order by e.id)
            from ledger_entries e left join commitments ec on ec.id = e.commitment_id where e.transaction_id = t.id) as entries,
         x.kind as exit_kind
    from ledger_transactions t
    left join ledger_transactions o on o.id = t.reverses_id
    left join commitments c on c.id = t.commitment_id
    left join outgoing_payments p on p.id = t.payment_id
    left join exits x on x.id = t.exit_id
   where (select is_admin()) or t.deal_id in (select own.deal_id from own_called_commitments() own);

-- As before, with what came for shares and is not paid out.
create or replace view closing_sums with (security_barrier) as
  select d.id as deal_id, company.name as company_name, d.name as deal_name, d.state as deal_state, m.*, e.*, b.*, f.*, s.*,
         (select trim_scale(t.price)::text from deal_terms t
           where t.id = coalesce((select a.terms_id from allocations a where a.deal_id = d.id and a.state = 'final'),
                                 (select c.terms_id from commitments c where c.deal_id = d.id and c.called_at is not null limit 1)))
           as price,
         (select min(c.called_at) from commitments c where c.deal_id = d.id) as called_at,
         (select c.due_at from funds_calls c where c.deal_id = d.id order by c.number desc limit 1) as due_at,
         coalesce((select a.frozen_until is null or a.frozen_until <= app_now() from collection_accounts a
                    where a.deal_id = d.id and a.confirmed_at is not null and a.replaced_at is null), false) as has_open_account,
         exists (select from outgoing_payments o where o.deal_id = d.id and o.kind = 'wire' and o.state <> 'cancelled') as has_wire,
         exists (select from outgoing_payments o where o.deal_id = d.id and o.kind = 'wire' and o.state = 'paid') as is_wired,
         exists (select from outgoing_payments o where o.deal_id = d.id and o.kind = 'fee' and o.state in ('proposed', 'approved'))
           as has_fee,
         exists (select from top_ups u where u.deal_id = d.id and u.ended_at is null) as has_top_up,
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
             coalesce(sum(m.shares) filter (where m.due_pence > 0), 0)::bigint as shares,
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
    cross join lateral (select sum(l.amount_pence)::bigint as bank_pence from bank_lines l where l.deal_id = d.id) b
    cross join lateral (select max(f.imported_at) as list_read_at from bank_files f where f.deal_id = d.id) f
    cross join lateral funds_state(d.id) s
    cross join lateral (select coalesce(-sum(x.amount_pence), 0)::bigint as distribution_pence
                          from ledger_entries x where x.deal_id = d.id and x.account = '2400') x
   where (select is_admin());
