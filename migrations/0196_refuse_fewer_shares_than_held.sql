-- As before, and the company cannot have fewer shares in issue than members hold of it.
-- Answers {"outcome": "entered", "id": …}; in_future, unknown_class, class_required where an impairment would give each class another
-- price, no_price where there is nothing to lower, above_price with the price that it may not lie above, too_few_in_issue with the
-- shares that members held on that day; null where there is no such
-- company. An impairment is of the last price by other people's money.
create or replace function enter_share_price(p_company_id uuid, p_share_class text, p_as_of date, p_basis text, p_price numeric,
                                  p_impaired_percent integer, p_source text, p_shares_in_issue bigint) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  company public.companies;
  paid record;
  now_worth record;
  entered_price numeric := p_price;
  entered uuid;
  held bigint;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into company from public.companies c where c.id = p_company_id for update;
  if company.id is null then return null; end if;
  if p_as_of > public.london_today() then return jsonb_build_object('outcome', 'in_future'); end if;
  if exists (select from public.holdings h where h.company_id = company.id)
     and not exists (select from public.holdings h
                      where h.company_id = company.id and (p_share_class is null or h.share_class = p_share_class)) then
    return jsonb_build_object('outcome', 'unknown_class'); end if;
  select coalesce(sum(public.holding_shares_left(h.id, p_as_of)), 0) into held
    from public.holdings h where h.company_id = company.id and h.issued_on <= p_as_of;
  if p_shares_in_issue < held then return jsonb_build_object('outcome', 'too_few_in_issue', 'shares', held); end if;
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
