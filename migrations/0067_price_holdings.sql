-- What shares are worth, on other people's word or the club's, and what members say they claimed for theirs.

-- A price that an admin enters and another confirms. What is refused stays, with the reason.
create table share_prices (
  id uuid primary key default app_uuid_v7(),
  company_id uuid not null references companies (id),
  -- Null for every class.
  share_class text check (btrim(share_class) <> '' and length(share_class) <= 120),
  as_of date not null,
  basis text not null check (basis in ('last_round', 'offer', 'club_estimate', 'impaired', 'nil')),
  -- Pounds.
  price numeric(14, 6) not null check (price >= 0),
  impaired_percent integer check (impaired_percent in (25, 50, 75)),
  -- Where the figure can be checked.
  source text not null check (btrim(source) <> '' and length(source) <= 500),
  shares_in_issue bigint check (shares_in_issue > 0),
  entered_at timestamptz(3) not null default app_now(),
  entered_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  check ((price = 0) = (basis = 'nil')),
  check ((impaired_percent is not null) = (basis = 'impaired')),
  check (num_nulls(refused_at, refused_because) in (0, 2)),
  check (confirmed_at is null or refused_at is null)
);
create index share_prices_company_id_idx on share_prices (company_id, id desc);
create index share_prices_entered_by_idx on share_prices (entered_by);
create index share_prices_confirmed_by_idx on share_prices (confirmed_by);
create index share_prices_refused_by_idx on share_prices (refused_by);
alter table share_prices enable row level security;

-- For everybody, the owner too: decided once, and otherwise never changed. Names of accounts are emptied with them.
create function keep_share_price() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  deciding constant text[] := '{confirmed_at,confirmed_by,refused_at,refused_by,refused_because}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - deciding - 'entered_by' = to_jsonb(new) - deciding - 'entered_by'
     and (new.entered_by is null or new.entered_by = old.entered_by)
     and ((old.confirmed_at is null and old.refused_at is null)
          or (to_jsonb(old) - '{confirmed_by,refused_by}'::text[] - 'entered_by'
                = to_jsonb(new) - '{confirmed_by,refused_by}'::text[] - 'entered_by'
              and (new.confirmed_by is null or new.confirmed_by = old.confirmed_by)
              and (new.refused_by is null or new.refused_by = old.refused_by)))
  then return new; end if;
  raise integrity_constraint_violation using message = 'a price of a share is never changed or deleted';
end
$$;
create trigger keep_share_price before update or delete on share_prices for each row execute function keep_share_price();

-- A member's own note of what they claimed: theirs alone, to remove again. It goes with their record.
create table relief_records (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  record_id uuid not null references investor_records (id) on delete cascade,
  holding_id uuid not null references holdings (id),
  kind text not null check (kind in ('income', 'loss')),
  claimed_on date not null,
  pence bigint not null check (pence > 0),
  -- To the tax year before that of the shares.
  is_carried_back boolean not null default false check (kind = 'income' or not is_carried_back)
);
create index relief_records_record_id_idx on relief_records (record_id, holding_id);
create index relief_records_holding_id_idx on relief_records (holding_id);
alter table relief_records enable row level security;

create function holds_company(p_company_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.holdings h join public.investor_records r on r.id = h.record_id
                  where h.company_id = p_company_id and r.user_id = public.app_user_id())
$$;
grant execute on function holds_company(uuid) to club_member;

-- What the reader holds, with when each lot was paid, when the company was, and when the certificate for the tax return came. What a
-- member paid is what arrived and was kept, the earliest first: what was sent back is not among it.
create view own_holdings with (security_barrier) as
  select h.id, h.record_id, h.deal_id, h.company_id, h.commitment_id, h.shares, h.share_class, h.price, h.cost_pence, h.fee_pence,
         h.scheme, h.issued_on, d.name as deal_name, company.name as company_name, company.sector, company.one_line,
         t.pre_money_pence, t.round_total_pence, coalesce(wire.booked_on, h.issued_on) as wired_on,
         coalesce(paid.payments, '[]') as payments, certificate.came_on as certificate_on,
         coalesce(claimed.reliefs, '[]') as reliefs
    from investor_records r
    join holdings h on h.record_id = r.id
    join deals d on d.id = h.deal_id
    join companies company on company.id = h.company_id
    join commitments c on c.id = h.commitment_id
    join deal_terms t on t.id = c.terms_id
    left join lateral (
      select max(w.booked_on) as booked_on from ledger_transactions w
       where w.deal_id = h.deal_id and w.commitment_id is null and w.kind = 'wire'
         and not exists (select from ledger_transactions o where o.reverses_id = w.id)) wire on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('day', k.booked_on, 'pence', k.pence) order by k.booked_on)
               filter (where k.pence > 0) as payments
        from (select a.booked_on, sum(least(a.cash, greatest(a.kept - a.before, 0)))::bigint as pence
                from (select b.booked_on, b.kind, -(b.due + b.refund) as cash, -sum(b.due) over () as kept,
                             coalesce(sum(-(b.due + b.refund)) filter (where b.kind = 'receipt')
                                        over (order by b.booked_on, b.number rows between unbounded preceding and 1 preceding),
                                      0) as before
                        from (select l.booked_on, l.number, l.kind,
                                     coalesce(sum(e.amount_pence) filter (where e.account = '1100'), 0) as due,
                                     coalesce(sum(e.amount_pence) filter (where e.account = '2200'), 0) as refund
                                from ledger_transactions l
                                join ledger_entries e on e.transaction_id = l.id and e.commitment_id = h.commitment_id
                               where l.deal_id = h.deal_id and l.commitment_id = h.commitment_id
                                 and l.kind in ('receipt', 'leaving')
                                 and not exists (select from ledger_transactions o where o.reverses_id = l.id)
                               group by l.id) b) a
               where a.kind = 'receipt' group by a.booked_on) k) paid on true
    left join lateral (
      select min(p.matched_at at time zone 'Europe/London')::date as came_on from papers p
       where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate' and p.removed_at is null) certificate on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'claimed_on', x.claimed_on, 'pence', x.pence,
                                          'is_carried_back', x.is_carried_back) order by x.claimed_on, x.id) as reliefs
        from relief_records x where x.record_id = r.id and x.holding_id = h.id) claimed on true
   where r.user_id = (select app_user_id());

-- Prices that were confirmed, and those of our own rounds; which of them count is worked out from all of them, in this order:
-- as_of, recorded_at with our rounds first, id.
create view company_prices with (security_barrier) as
  select s.id, s.company_id, s.share_class, s.as_of, s.basis, s.price, s.source, s.shares_in_issue, s.confirmed_at as recorded_at,
         not coalesce(s.entered_by = s.confirmed_by, false) as is_by_two_admins
    from share_prices s
   where s.confirmed_at is not null and ((select is_admin()) or holds_company(s.company_id))
  union all
  select null, h.company_id, h.share_class, h.issued_on, 'our_round', h.price, null, null, null,
         not coalesce(bool_or(c.proposed_by = c.confirmed_by), false)
    from holdings h
    left join deal_completions c on c.deal_id = h.deal_id and c.confirmed_at is not null
   where (select is_admin()) or holds_company(h.company_id)
   group by h.company_id, h.share_class, h.issued_on, h.price;

grant select on own_holdings, company_prices, share_prices to club_member;
grant select, delete on relief_records to club_member;
grant insert (record_id, holding_id, kind, claimed_on, pence, is_carried_back) on relief_records to club_member;
create policy "holders see prices that were confirmed, admins all" on share_prices for select to club_member
  using ((select is_admin()) or (confirmed_at is not null and holds_company(company_id)));
create policy "people see what they claimed, and nobody else" on relief_records for select to club_member
  using (owns_record(record_id));
create policy "people record what they claimed for what they hold" on relief_records for insert to club_member
  with check (owns_record(record_id)
              and exists (select from holdings h where h.id = holding_id and h.record_id = relief_records.record_id));
create policy "people remove what they recorded" on relief_records for delete to club_member using (owns_record(record_id));

-- What a share is worth on a day. What other people paid or offered counts, and that nothing is left; our own rounds and the club's own
-- word only where they do not raise it. With p_by_others the club's own word is left out. Null before any price.
create function share_price_on(p_company_id uuid, p_share_class text, p_day date, p_by_others boolean) returns numeric
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  given record;
  latest numeric;
begin
  for given in
    select p.basis, p.price from public.company_prices p
     where p.company_id = p_company_id and (p.share_class is null or p.share_class = p_share_class) and p.as_of <= p_day
     order by p.as_of, p.recorded_at nulls first, p.id
  loop
    continue when p_by_others and given.basis in ('club_estimate', 'impaired', 'nil');
    if latest is null or given.price <= latest or given.basis in ('last_round', 'offer') then latest := given.price; end if;
  end loop;
  return latest;
end
$$;

-- Of a class, or of all of them where none is given: what a share is worth at least and at most.
create function share_prices_on(p_company_id uuid, p_share_class text, p_day date, p_by_others boolean)
returns table (lowest numeric, highest numeric)
language sql stable security definer set search_path = pg_catalog as $$
  select min(x.price), max(x.price)
    from (select public.share_price_on(p_company_id, c.share_class, p_day, p_by_others) as price
            from (select distinct h.share_class from public.holdings h
                   where h.company_id = p_company_id and (p_share_class is null or h.share_class = p_share_class)
                  union
                  select p_share_class
                   where not exists (select from public.holdings h where h.company_id = p_company_id)) c) x
$$;

create view share_price_list with (security_barrier) as
  select s.id, s.company_id, s.share_class, s.as_of, s.basis, s.price, s.impaired_percent, s.source, s.shares_in_issue, s.entered_at,
         s.entered_by, author.full_name as entered_by_name, s.confirmed_at, confirmer.full_name as confirmed_by_name,
         s.refused_at, s.refused_because, s.confirmed_at is null and s.refused_at is null as is_waiting,
         is_left_alone(s.entered_by, s.entered_at) as is_left_to_author, before.lowest as price_before,
         holds_company(s.company_id) as is_holder
    from share_prices s
    left join people author on author.id = s.entered_by
    left join people confirmer on confirmer.id = s.confirmed_by
    -- What it would be confirmed over.
    left join lateral share_prices_on(s.company_id, s.share_class, s.as_of, false) before
      on s.confirmed_at is null and s.refused_at is null
   where (select is_admin());
grant select on share_price_list to club_member;
grant execute on function share_prices_on(uuid, text, date, boolean) to club_member;

-- Answers {"outcome": "entered", "id": …}; in_future, unknown_class, class_required where an impairment would give each class another
-- price, no_price where there is nothing to lower, above_price with the price that it may not lie above; null where there is no such
-- company. An impairment is of the last price by other people's money.
create function enter_share_price(p_company_id uuid, p_share_class text, p_as_of date, p_basis text, p_price numeric,
                                  p_impaired_percent integer, p_source text, p_shares_in_issue bigint) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  company public.companies;
  paid record;
  now_worth record;
  entered_price numeric := p_price;
  entered uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into company from public.companies c where c.id = p_company_id for update;
  if company.id is null then return null; end if;
  if p_as_of > public.london_today() then return jsonb_build_object('outcome', 'in_future'); end if;
  if exists (select from public.holdings h where h.company_id = company.id)
     and not exists (select from public.holdings h
                      where h.company_id = company.id and (p_share_class is null or h.share_class = p_share_class)) then
    return jsonb_build_object('outcome', 'unknown_class'); end if;
  if p_basis = 'nil' then entered_price := 0; end if;
  if p_basis = 'impaired' then
    select * into paid from public.share_prices_on(company.id, p_share_class, p_as_of, true);
    if paid.highest is null then return jsonb_build_object('outcome', 'no_price'); end if;
    if paid.lowest <> paid.highest then return jsonb_build_object('outcome', 'class_required'); end if;
    entered_price := greatest(round(paid.highest * (100 - p_impaired_percent) / 100, 6), 0.000001);
  end if;
  if p_basis in ('club_estimate', 'impaired') then
    select * into now_worth from public.share_prices_on(company.id, p_share_class, p_as_of, false);
    if now_worth.lowest is null then return jsonb_build_object('outcome', 'no_price'); end if;
    if entered_price > now_worth.lowest then
      return jsonb_build_object('outcome', 'above_price', 'price', now_worth.lowest::text); end if;
  end if;
  insert into public.share_prices (company_id, share_class, as_of, basis, price, impaired_percent, source, shares_in_issue, entered_by)
  values (company.id, p_share_class, p_as_of, p_basis, entered_price, p_impaired_percent, p_source, p_shares_in_issue,
          public.app_user_id())
  returning id into entered;
  return jsonb_build_object('outcome', 'entered', 'id', entered);
end
$$;

-- By another admin; one that raises what shares are worth by nobody who holds some of them. Answers {"outcome": "confirmed", …} or
-- confirmed_alone; second_person_required, holds_shares, closed, above_price where another price was confirmed meanwhile; null
-- where there is no such price.
create function confirm_share_price(p_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.share_price_list;
  is_alone boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = (select s.company_id from public.share_prices s where s.id = p_id) for update;
  select * into given from public.share_price_list s where s.id = p_id;
  if given.id is null then return null; end if;
  if not given.is_waiting then return jsonb_build_object('outcome', 'closed'); end if;
  is_alone := coalesce(given.entered_by = public.app_user_id(), false);
  if is_alone and not given.is_left_to_author then return jsonb_build_object('outcome', 'second_person_required'); end if;
  if given.price > coalesce(given.price_before, 0) then
    if given.basis in ('club_estimate', 'impaired') then return jsonb_build_object('outcome', 'above_price'); end if;
    if given.is_holder then return jsonb_build_object('outcome', 'holds_shares'); end if;
  end if;
  update public.share_prices set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = given.id;
  return jsonb_build_object('outcome', case when is_alone then 'confirmed_alone' else 'confirmed' end, 'company_id', given.company_id);
end
$$;

-- Answers {"outcome": "refused", …}, closed, or null where there is no such price.
create function refuse_share_price(p_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.share_prices;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into given from public.share_prices s where s.id = p_id for update;
  if given.id is null then return null; end if;
  if given.confirmed_at is not null or given.refused_at is not null then return jsonb_build_object('outcome', 'closed'); end if;
  update public.share_prices
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason
   where id = given.id;
  return jsonb_build_object('outcome', 'refused', 'company_id', given.company_id);
end
$$;

grant execute on function enter_share_price(uuid, text, date, text, numeric, integer, text, bigint), confirm_share_price(uuid),
  refuse_share_price(uuid, text) to club_member;
