-- The investment fee of each tier today, in basis points, as the settings say it; until there is a row, as the club begins.
create function tier_fees_bp() returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  with terms as (
    select coalesce((select value from public.club_settings where key = 'terms'),
                    '[{"effective_from": null, "plans": {"Trial": {"investment_fee_percent": 12.5},
                       "Premium": {"investment_fee_percent": 4}, "VIP": {"investment_fee_percent": 0}}}]') as versions),
  in_force as (
    select v.terms -> 'plans' as plans
      from terms, jsonb_array_elements(terms.versions) with ordinality as v (terms, place)
     where v.terms ->> 'effective_from' is null
        or (v.terms ->> 'effective_from')::date <= (public.app_now() at time zone 'Europe/London')::date
     order by v.place desc limit 1)
  select jsonb_build_object(
           'trial', round((plans #>> '{Trial,investment_fee_percent}')::numeric * 100)::integer,
           'premium', round((plans #>> '{Premium,investment_fee_percent}')::numeric * 100)::integer,
           'vip', round((plans #>> '{VIP,investment_fee_percent}')::numeric * 100)::integer)
    from in_force
$$;

-- p_fee_bp is the fee that the member was shown: another one than the club's own is no commitment.
create or replace function set_commitment(p_deal_id uuid, p_terms_id uuid, p_expected_version timestamptz, p_amount_pence bigint,
                               p_shares bigint, p_ceiling_pence bigint, p_least_shares bigint, p_fee_bp integer,
                               p_wants_relief boolean, p_signed_as text, p_details jsonb) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  terms public.deal_terms;
  obstacle text;
  own public.commitments;
  placed public.commitments;
  is_new_place boolean;
  present_tier constant text := public.own_tier();
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  perform from public.deals d where d.id = p_deal_id and d.state in ('released', 'closing') for update;
  if not found then return 'deal_not_open'; end if;
  obstacle := public.commitment_obstacle(p_deal_id);
  if obstacle in ('opens_later', 'closed') then return 'deal_not_open'; end if;
  if obstacle is not null then return obstacle; end if;
  terms := public.approved_terms(p_deal_id);
  if terms.id <> p_terms_id then return 'terms_changed'; end if;
  own := public.lock_own_commitment(p_deal_id);
  if p_expected_version is null and own.id is not null then return 'already_committed'; end if;
  if p_expected_version is not null and (own.updated_at = p_expected_version and own.state = 'committed') is not true then
    return 'revision_conflict';
  end if;
  if (p_amount_pence between terms.minimum_commitment_pence and terms.club_maximum_pence
      and p_shares = public.shares_for(terms, p_amount_pence)
      and p_ceiling_pence = greatest(p_amount_pence, public.cost_of_shares(terms, p_shares))
      and p_least_shares between public.minimum_shares(terms) and p_shares
      and (p_wants_relief is null) = (terms.scheme = 'none') and p_signed_as is not null) is not true
  then raise invalid_parameter_value; end if;
  if p_fee_bp is distinct from (public.tier_fees_bp() ->> present_tier)::integer then return 'terms_changed'; end if;
  if own.id is null then
    insert into public.commitments (deal_id, record_id, number, terms_id, tier, fee_bp, band, placed_at, amount_pence,
                                    ceiling_pence, shares, least_shares, wants_relief, signed_as)
    values (p_deal_id, (select r.id from public.investor_records r where r.user_id = public.app_user_id()),
            1 + coalesce((select max(c.number) from public.commitments c where c.deal_id = p_deal_id), 0), terms.id, present_tier,
            p_fee_bp, public.band_of(terms, present_tier), public.app_now(), p_amount_pence, p_ceiling_pence, p_shares,
            p_least_shares, p_wants_relief, p_signed_as)
    returning * into placed;
  else
    is_new_place := p_ceiling_pence > own.ceiling_pence and public.app_now() >= terms.priority_until;
    update public.commitments
       set terms_id = terms.id, amount_pence = p_amount_pence, ceiling_pence = p_ceiling_pence, shares = p_shares,
           least_shares = p_least_shares, wants_relief = p_wants_relief, signed_as = p_signed_as,
           tier = case when p_fee_bp < own.fee_bp then present_tier else own.tier end, fee_bp = least(own.fee_bp, p_fee_bp),
           placed_at = case when is_new_place then public.app_now() else own.placed_at end,
           band = case when is_new_place then public.band_of(terms, present_tier) else own.band end
     where id = own.id
    returning * into placed;
  end if;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, details)
  values (placed.id, case when own.id is null then 'placed' when p_ceiling_pence > own.ceiling_pence then 'raised'
                          when p_ceiling_pence < own.ceiling_pence then 'lowered' else 'changed' end,
          public.app_user_id(), terms.id, p_shares, p_ceiling_pence, p_details);
  return case when own.id is null then 'placed' else 'changed' end;
end
$$;
