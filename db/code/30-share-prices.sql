-- The trigger binds the owner too. Names are emptied with their accounts.
create or replace function keep_share_price() returns trigger language plpgsql as $$
declare deciding constant text[] := '{confirmed_at,confirmed_by,refused_at,refused_by,refused_because}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - deciding - 'entered_by' = to_jsonb(new) - deciding - 'entered_by'
     and (new.entered_by is null or new.entered_by = old.entered_by)
     and ((old.confirmed_at is null and old.refused_at is null)
          or (to_jsonb(old) - '{confirmed_by,refused_by}'::text[] - 'entered_by'
                = to_jsonb(new) - '{confirmed_by,refused_by}'::text[] - 'entered_by'
              and (new.confirmed_by is null or new.confirmed_by = old.confirmed_by)
              and (new.refused_by is null or new.refused_by = old.refused_by))) then return new; end if;
  raise integrity_constraint_violation using message = 'a price of a share is never changed or deleted';
end $$;

-- The reader orders prices by as_of, recorded_at with our own rounds first, and id.
create or replace view company_prices with (security_barrier) as
  select s.id, s.company_id, s.share_class, s.as_of, s.basis, s.price, s.source, s.shares_in_issue, s.confirmed_at as recorded_at,
         not coalesce(s.entered_by = s.confirmed_by, false) as is_by_two_admins,
         exists (select from price_evidence e where e.price_id = s.id) as has_evidence
    from share_prices s
   where s.confirmed_at is not null and ((select is_admin()) or holds_company(s.company_id))
  union all
  select null, d.company_id, h.share_class, h.issued_on, 'our_round', h.price, null, null, null,
         not coalesce(c.proposed_by = c.confirmed_by, false), false
    from deals d
    cross join lateral (
      select h.share_class, h.issued_on, h.price from holdings h where h.deal_id = d.id order by h.commitment_id limit 1) h
    left join deal_completions c on c.deal_id = d.id and c.confirmed_at is not null
   where (select is_admin()) or holds_company(d.company_id)
  union all
  select null, h.company_id, h.share_class, h.issued_on, 'earlier_purchase', h.price, null, null, null, h.is_by_two_admins, false
    from (select o.company_id, o.share_class, o.issued_on, o.price,
                 not coalesce(bool_or(i.proposed_by = i.confirmed_by), false) as is_by_two_admins
            from holdings o join holding_imports i on i.id = o.import_id
           where (select is_admin())
              or o.record_id in (select r.id from investor_records r where r.user_id = (select app_user_id()))
           group by o.company_id, o.share_class, o.issued_on, o.price) h;

create or replace function share_prices_on(p_company_id uuid, p_share_class text, p_day date, p_by_others boolean)
returns table (lowest numeric, highest numeric, bound numeric) language sql stable security definer as $$
  select min(x.price), max(x.price), min(x.bound)
    from (select f.price, f.bound
            from (select distinct h.share_class from public.holdings h
                   where h.company_id = p_company_id and (p_share_class is null or h.share_class = p_share_class)
                  union
                  select p_share_class
                   where not exists (select from public.holdings h where h.company_id = p_company_id)) c
           cross join lateral public.price_in_force(p_company_id, c.share_class, p_day, p_by_others) f) x $$;

create or replace view share_price_list with (security_barrier) as
  select s.id, s.company_id, s.share_class, s.as_of, s.basis, s.price, s.impaired_percent, s.source, s.shares_in_issue,
         s.entered_at, s.entered_by, (select name from people where id = s.entered_by) as entered_by_name,
         coalesce((select a.confirmed_at from announced_confirmations a
                    where a.kind = 'price' and a.subject_id = s.id and a.outcome = 'effective'), s.confirmed_at) as confirmed_at,
         s.confirmed_at as in_effect_at,
         (select name from people where id = s.confirmed_by) as confirmed_by_name, s.refused_at, s.refused_because,
         s.confirmed_at is null and s.refused_at is null as is_waiting,
         case when s.confirmed_at is null and s.refused_at is null then confirmation_refusal('price', s.id, s.entered_by) end as refusal,
         confirmable_from(s.entered_by, case when s.confirmed_at is null and s.refused_at is null then own_refusal(s.entered_by) end),
         case when s.confirmed_at is null and s.refused_at is null
              then (select b.lowest from share_prices_on(s.company_id, s.share_class, s.as_of, false) b) end as price_before,
         s.confirmed_at is not null and exists (
           select from share_prices o
            where o.company_id = s.company_id and (o.share_class is null or o.share_class = s.share_class) and o.as_of = s.as_of
              and (o.confirmed_at, o.id) > (s.confirmed_at, s.id)
              and (o.basis in ('last_round', 'offer', 'nil') or o.price <= s.price)) as is_replaced,
         case when s.confirmed_at is null and s.refused_at is null and e.id is null
              then has_part('price', s.id, (select app_user_id())) or has_part('price', s.id, s.entered_by)
              else false end as needs_evidence,
         e.file_name as evidence_name, n.*
    from share_prices s
    left join price_evidence e on e.price_id = s.id
    left join lateral announced('price', s.id) n on true where (select is_admin());

-- An impairment lowers the last price that other investors paid. The club's own estimate never raises a price.
create or replace function enter_share_price(p_company_id uuid, p_share_class text, p_as_of date, p_basis text, p_price numeric,
                                  p_impaired_percent integer, p_source text, p_shares_in_issue bigint) returns uuid
language plpgsql security definer as $$
declare
  company public.companies;
  paid record;
  now_worth record;
  entered_price numeric := p_price;
  entered uuid;
  held bigint;
  held_since date;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into company from public.companies c where c.id = p_company_id for update;
  if company.id is null then return null; end if;
  if p_as_of > public.london_today() then raise sqlstate 'KC001' using message = 'price_in_future'; end if;
  select min(h.issued_on) into held_since from public.holdings h where h.company_id = company.id;
  if p_as_of < held_since then
    raise sqlstate 'KC001' using message = 'price_before_held', detail = jsonb_build_object('day', held_since)::text;
  end if;
  if exists (select from public.holdings h where h.company_id = company.id)
     and not exists (select from public.holdings h
                      where h.company_id = company.id and (p_share_class is null or h.share_class = p_share_class)) then
    raise sqlstate 'KC001' using message = 'price_class_unknown';
  end if;
  select coalesce(sum(public.holding_shares_left(h.id, p_as_of)), 0) into held
    from public.holdings h where h.company_id = company.id and h.issued_on <= p_as_of;
  if p_shares_in_issue < held then
    raise sqlstate 'KC001' using message = 'price_too_few_in_issue', detail = jsonb_build_object('shares', held)::text;
  end if;
  if p_basis = 'nil' then entered_price := 0; end if;
  if p_basis = 'impaired' then
    select * into paid from public.share_prices_on(company.id, p_share_class, p_as_of, true);
    if paid.highest is null then raise sqlstate 'KC001' using message = 'price_nothing_to_lower'; end if;
    if paid.lowest <> paid.highest then raise sqlstate 'KC001' using message = 'price_class_required'; end if;
    entered_price := greatest(round(paid.highest * (100 - p_impaired_percent) / 100, 6), 0.000001);
  end if;
  if p_basis in ('club_estimate', 'impaired') then
    select * into now_worth from public.share_prices_on(company.id, p_share_class, p_as_of, false);
    if now_worth.lowest is null then raise sqlstate 'KC001' using message = 'price_nothing_to_lower'; end if;
    if entered_price > now_worth.bound then
      raise sqlstate 'KC001' using
        message = case p_basis when 'impaired' then 'price_impairment_above' else 'price_above' end,
        detail = jsonb_build_object('price', now_worth.bound::text)::text;
    end if;
  end if;
  insert into public.share_prices (company_id, share_class, as_of, basis, price, impaired_percent, source, shares_in_issue, entered_by)
  values (company.id, p_share_class, p_as_of, p_basis, entered_price, p_impaired_percent, p_source, p_shares_in_issue,
          public.app_user_id()) returning id into entered;
  return entered;
end $$;

-- Where its author or who confirms it holds shares, a price that raises them is shown by a document and announced.
create or replace function confirm_share_price(p_id uuid) returns text language plpgsql security definer as $$
declare given public.share_price_list; bound numeric; raises boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = (select s.company_id from public.share_prices s where s.id = p_id) for update;
  select * into given from public.share_price_list s where s.id = p_id;
  if given.id is null then return null; end if;
  if not given.is_waiting then raise sqlstate 'KC001' using message = 'price_decided'; end if;
  select b.bound into bound from public.share_prices_on(given.company_id, given.share_class, given.as_of, false) b;
  raises := given.price > coalesce(bound, 0);
  if raises and given.basis in ('club_estimate', 'impaired') then raise sqlstate 'KC001' using message = 'price_above_now'; end if;
  if not public.confirms_now('price', given.id, given.entered_by, 'price_second_person', not raises) then
    if given.evidence_name is null then raise sqlstate 'KC001' using message = 'price_needs_evidence'; end if;
    return 'announced';
  end if;
  update public.share_prices set confirmed_at = public.app_now(), confirmed_by = public.confirmer('price', given.id) where id = given.id;
  return 'confirmed';
end $$;

create or replace function refuse_share_price(p_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare given public.share_prices;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into given from public.share_prices s where s.id = p_id for update;
  if given.id is null then return null; end if;
  if given.confirmed_at is not null or given.refused_at is not null then raise sqlstate 'KC001' using message = 'price_decided'; end if;
  perform public.withdraw_announced('price', given.id, p_reason);
  update public.share_prices
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason where id = given.id;
  return 'refused';
end $$;

-- Prices that other investors paid or offered always count; our own rounds and estimates only where they do not raise the price.
-- An own round at the same price does not make the price newer.
create or replace function price_in_force(p_company_id uuid, p_share_class text, p_day date, p_by_others boolean,
                                          out price numeric, out as_of date, out basis text, out bound numeric)
language plpgsql stable security definer as $$
declare given record; new_shares numeric := 1; old_shares numeric := 1;
begin
  for given in
    select p.as_of as day, 1 as place, p.recorded_at, p.id, p.basis, p.price, null::integer as new_shares, null::integer as old_shares
      from public.company_prices p
     where p.company_id = p_company_id and (p.share_class is null or p.share_class = p_share_class) and p.as_of <= p_day
    union all
    -- Prices on the day of a split are for the new shares.
    select a.effective_on, 0, null, a.id, null, null, a.new_shares, a.old_shares from public.share_actions a
     where a.company_id = p_company_id and (a.share_class is null or a.share_class = p_share_class) and a.effective_on <= p_day
       and a.confirmed_at is not null order by day, place, recorded_at nulls first, id loop
    if given.new_shares is not null then
      new_shares := new_shares * given.new_shares;
      old_shares := old_shares * given.old_shares;
      continue;
    end if;
    continue when p_by_others and given.basis in ('club_estimate', 'impaired', 'nil');
    if price is null or given.basis in ('last_round', 'offer') or given.price * new_shares < price * old_shares
       or (given.price * new_shares = price * old_shares and given.basis not in ('our_round', 'earlier_purchase')) then
      price := given.price;
      as_of := given.day;
      basis := given.basis;
      new_shares := 1;
      old_shares := 1;
    end if;
  end loop;
  -- A quotient is shown rounded half up; what may not raise it stays below the quotient itself.
  bound := price;
  if new_shares <> old_shares then
    bound := trunc(price * old_shares / new_shares, 6);
    price := round(price * old_shares / new_shares, 6);
  end if;
end $$;

create trigger keep_share_price before update or delete on share_prices for each row execute function keep_share_price();

grant select on company_prices, share_price_list to club_member;
grant execute on function share_prices_on, enter_share_price, confirm_share_price, refuse_share_price, price_in_force to
  club_member;
