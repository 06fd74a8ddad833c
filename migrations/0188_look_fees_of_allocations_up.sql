-- Fees are the settings' own, not a parameter: nobody who may share shares out says what they cost.
drop function lower_commitment_fees(uuid, jsonb);
drop function prepare_allocation(uuid, jsonb);
drop function confirm_allocation(uuid, timestamptz, jsonb);

-- To the fee of a better tier that somebody has by now, until money is called; nothing raises a fee. A draft follows.
create function lower_commitment_fees(p_deal_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  fees constant jsonb := public.tier_fees_bp();
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals where id = p_deal_id for update;
  with present as (
    select c.id, coalesce(t.tier, 'trial') as tier
      from public.commitments c
      join public.investor_records r on r.id = c.record_id
      left join public.current_tiers t on t.person_id = r.user_id
     where c.deal_id = p_deal_id and c.called_at is null
       and c.state in ('committed', 'needs_reconsent', 'waiting_list', 'allocated')),
  lowered as (
    update public.commitments c
       set tier = p.tier, fee_bp = (fees ->> p.tier)::integer,
           fee_pence = round(c.cost_pence::numeric * (fees ->> p.tier)::integer / 10000)
      from present p
     where c.id = p.id and p.tier <> c.tier and (fees ->> p.tier)::integer < c.fee_bp
    returning c.id, c.terms_id, c.shares, c.ceiling_pence, c.tier, c.fee_bp)
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, details)
  select l.id, 'fee_lowered', public.app_user_id(), l.terms_id, l.shares, l.ceiling_pence,
         jsonb_build_object('tier', l.tier, 'fee_bp', l.fee_bp)
    from lowered l;
  update public.allocation_lines l
     set tier = c.tier, fee_bp = c.fee_bp
    from public.allocations a, public.commitments c
   where a.deal_id = p_deal_id and a.state = 'draft' and l.allocation_id = a.id and c.id = l.commitment_id
     and c.fee_bp < l.fee_bp;
end
$$;

-- Locks the deal. Answers ready, an obstacle, or null where there is no such deal.
create function prepare_allocation(p_deal_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  obstacle text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals where id = p_deal_id for update;
  if not found then return null; end if;
  if not exists (select from public.allocation_terms where deal_id = p_deal_id) then return 'deal_not_open'; end if;
  obstacle := public.allocation_obstacle(p_deal_id);
  if obstacle is null then perform public.lower_commitment_fees(p_deal_id); end if;
  return coalesce(obstacle, 'ready');
end
$$;

create function confirm_allocation(p_deal_id uuid, p_expected_version timestamptz) returns text
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
  perform public.lower_commitment_fees(p_deal_id);
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

revoke all on function lower_commitment_fees(uuid), prepare_allocation(uuid), confirm_allocation(uuid, timestamptz) from public;
grant execute on function lower_commitment_fees(uuid), prepare_allocation(uuid), confirm_allocation(uuid, timestamptz) to club_member;
