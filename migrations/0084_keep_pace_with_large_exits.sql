-- Exits of thousands of members: lots are worked out at once, not one by one, and looked at once for each proposal.

-- As before.
create or replace function exit_lots(p_company_id uuid, p_kind text, p_happened_on date, p_earlier_id uuid)
returns table (holding_id uuid, owner_id uuid, issued_on date, shares bigint)
language sql stable security definer set search_path = pg_catalog as $$
  select s.* from (
    select h.id, coalesce(h.record_id, h.commitment_id), h.issued_on,
           case p_kind when 'holdback' then earlier.shares else h.shares - coalesce(sold.shares, 0) end as shares
      from public.holdings h
      left join (select l.holding_id, sum(l.shares)::bigint as shares
                   from public.exits e join public.exit_lines l on l.exit_id = e.id
                  where e.company_id = p_company_id and e.takes_shares and e.state = 'confirmed'
                    -- A dividend is on what was held before its day.
                    and (p_kind <> 'dividend' or e.happened_on < p_happened_on)
                  group by l.holding_id) sold on sold.holding_id = h.id
      left join public.exit_lines earlier on earlier.exit_id = p_earlier_id and earlier.holding_id = h.id
     where h.company_id = p_company_id and h.issued_on <= p_happened_on) s
   where s.shares > 0 order by s.issued_on, s.id
$$;

-- As before, with the lots that were prepared.
create or replace function propose_exit(p_company_id uuid, p_kind text, p_earlier_id uuid, p_happened_on date, p_price numeric,
                                        p_shares bigint, p_costs_pence bigint, p_costs_payee text, p_note text, p_lines jsonb)
returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  prepared jsonb;
  proposed uuid;
  is_right boolean;
begin
  prepared := public.prepare_exit(p_company_id, p_kind, p_happened_on, p_earlier_id);
  if prepared ->> 'outcome' is distinct from 'prepared' then raise invalid_parameter_value; end if;
  insert into public.exits (company_id, kind, earlier_id, happened_on, price, shares, costs_pence, costs_payee, note, lots_sha256,
                            proposed_by)
  values (p_company_id, p_kind, p_earlier_id, p_happened_on, p_price, p_shares, p_costs_pence, p_costs_payee, p_note,
          public.exit_lots_sha256(p_company_id, p_kind, p_happened_on, p_earlier_id), public.app_user_id())
  returning id into proposed;
  insert into public.exit_lines (exit_id, holding_id, shares, gross_pence, costs_pence)
  select proposed, l.holding_id, l.shares, l.gross_pence, l.costs_pence
    from jsonb_to_recordset(p_lines) as l (holding_id uuid, shares bigint, gross_pence bigint, costs_pence bigint);
  with lots as materialized (
    select * from jsonb_to_recordset(prepared -> 'lots') as l (holding_id uuid, owner_id uuid, issued_on date, shares bigint)),
  lines as materialized (select l.* from public.exit_lines l where l.exit_id = proposed),
  sums as (
    select sum(l.shares) as sold, sum(l.gross_pence) as gross_pence, sum(l.costs_pence) as costs_pence from lines l),
  taken as (
    select lot.holding_id, l.shares,
           -- Of one owner the earlier lots go first.
           coalesce(bool_or(coalesce(l.shares, 0) < lot.shares) over (
             partition by lot.owner_id order by lot.issued_on, lot.holding_id
             rows between unbounded preceding and 1 preceding), false) as is_earlier_left
      from lots lot left join lines l on l.holding_id = lot.holding_id)
  select s.sold = coalesce(p_shares, (select sum(l.shares) from lots l)) and s.gross_pence = round(s.sold * p_price * 100)
         and s.costs_pence = p_costs_pence
         -- Two splits in a row move nobody further than this from their exact part.
         and not exists (select from lines l left join lots lot on lot.holding_id = l.holding_id
                          where lot.shares is null or l.shares > lot.shares or abs(l.gross_pence - l.shares * p_price * 100) > 3
                             or abs(l.costs_pence - p_costs_pence * l.shares::numeric / s.sold) > 2)
         and not exists (select from taken t where t.shares is not null and t.is_earlier_left)
    into is_right from sums s;
  if is_right is distinct from true then raise invalid_parameter_value; end if;
  return proposed;
end
$$;

-- As before, with what members get for their shares at once.
create or replace function confirm_bank_lines(p_deal_id uuid, p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  admin constant uuid := public.app_user_id();
  at constant timestamptz := public.app_now();
  posted integer;
  paid integer;
  paid_pence bigint;
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
  -- What members get for their shares, as `book_part` has it: each payment by one line.
  select coalesce(max(t.number), 0) into posted from public.ledger_transactions t where t.deal_id = p_deal_id;
  -- Line and payment are found by their ids alone: by sums each line would meet each payment.
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
  insert into public.ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
  select t.id, p_deal_id, e.account, e.commitment_id, e.amount_pence
    from public.ledger_transactions t
    join public.bank_lines l on l.id = t.bank_line_id
    cross join lateral (values ('1000', null::uuid, l.amount_pence), ('2400', t.commitment_id, -l.amount_pence))
      e (account, commitment_id, amount_pence)
   where t.deal_id = p_deal_id and t.number > posted order by t.number, e.account;
  insert into public.bank_matches (deal_id, bank_line_id, transaction_id, amount_pence, matched_at, matched_by)
  select p_deal_id, l.id, t.id, l.amount_pence, at, admin
    from public.ledger_transactions t join public.bank_lines l on l.id = t.bank_line_id
   where t.deal_id = p_deal_id and t.number > posted order by t.number;
  update public.outgoing_payments o set state = 'paid', paid_on = t.booked_on
    from public.ledger_transactions t where t.deal_id = p_deal_id and t.number > posted and o.id = t.payment_id;
  select count(*), coalesce(sum(l.amount_pence), 0) into paid, paid_pence
    from public.ledger_transactions t join public.bank_lines l on l.id = t.bank_line_id
   where t.deal_id = p_deal_id and t.number > posted;
  confirmed := confirmed + paid;
  pence := pence + paid_pence;
  perform public.need_records(array(
    select h.record_id from public.ledger_transactions t join public.holdings h on h.commitment_id = t.commitment_id
     where t.deal_id = p_deal_id and t.number > posted and h.record_id is not null));
  perform public.check_ledger(p_deal_id) where public.ledger_difference(p_deal_id) = 0;
  return jsonb_build_object('outcome', 'confirmed', 'confirmed', confirmed, 'pence', pence, 'receipts', receipts, 'refunds', refunds);
end
$$;

-- As before, with all shares looked at once.
create or replace function end_exited_deal(p_deal_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals d where d.id = p_deal_id for update;
  if deal.state is distinct from 'completed' or public.ledger_balance(deal.id, '2400') <> 0
     or not exists (select from public.holdings h where h.deal_id = deal.id)
     or exists (select from public.holdings h
                  left join (select l.holding_id, sum(l.shares) as shares
                               from public.exits x join public.exit_lines l on l.exit_id = x.id
                              where x.company_id = deal.company_id and x.takes_shares and x.state = 'confirmed'
                              group by l.holding_id) sold on sold.holding_id = h.id
                 where h.deal_id = deal.id and h.shares > coalesce(sold.shares, 0))
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

-- As before; lines, their matches and what may still go out are each read once, however little is known of the tables' sizes.
create or replace function ledger_difference(p_deal_id uuid) returns bigint
language sql stable security definer set search_path = pg_catalog as $$
  with lines as (
    select x.id, sum(x.amount_pence) as amount_pence, sum(x.amount_pence) - sum(x.matched_pence) as open_pence
      from (select l.id, l.amount_pence, 0 as matched_pence from public.bank_lines l where l.deal_id = p_deal_id
            union all
            select m.bank_line_id, 0, m.amount_pence from public.bank_matches m
             where m.deal_id = p_deal_id and m.reversal_id is null) x
     group by x.id)
  select coalesce(sum(l.amount_pence), 0)::bigint - public.ledger_balance(p_deal_id, '1000')
         - coalesce(sum(l.open_pence) filter (where l.open_pence > 0 or -l.open_pence in (
             select o.amount_pence from public.outgoing_payments o
              where o.deal_id = p_deal_id and o.state = 'approved')), 0)::bigint
    from lines l
$$;
