-- Whether new terms are another offer than those that were approved last; what is not says why.
alter table deal_terms
  add column is_material boolean not null default true,
  add column not_material_reason text check (btrim(not_material_reason) <> '' and length(not_material_reason) <= 5000),
  add check (is_material = (not_material_reason is null));
grant insert (is_material, not_material_reason) on deal_terms to club_member;

-- As members are shown them now.
create function approved_terms(p_deal_id uuid) returns public.deal_terms
language sql stable security definer set search_path = pg_catalog as $$
  select t.* from public.deal_versions v join public.deal_terms t on t.id = v.terms_id
   where v.deal_id = p_deal_id and v.approved_at is not null
   order by v.number desc limit 1
$$;
-- Exact, where a division is not.
create function minimum_shares(p_terms public.deal_terms) returns bigint
language sql immutable set search_path = pg_catalog as $$
  select (div(p_terms.minimum_commitment_pence, p_terms.price * 100)
          + (mod(p_terms.minimum_commitment_pence, p_terms.price * 100) > 0)::integer)::bigint
$$;
create function cost_of_shares(p_terms public.deal_terms, p_shares bigint) returns bigint
language sql immutable set search_path = pg_catalog as $$ select round(p_terms.price * 100 * p_shares)::bigint $$;
create function shares_for(p_terms public.deal_terms, p_amount_pence bigint) returns bigint
language sql immutable set search_path = pg_catalog as $$
  select greatest(div(p_amount_pence, p_terms.price * 100)::bigint, public.minimum_shares(p_terms))
$$;

-- Of the caller; null once it is over, and for whoever has committed before.
create function cooling_off_until() returns timestamptz
language sql stable security definer set search_path = pg_catalog as $$
  select c.until
    from (select coalesce(min(d.delivered_at), public.app_now())
                 + (public.deal_settings() ->> 'cooling_off_hours')::integer * interval '1 hour' as until
            from public.deliveries d join public.investor_records r on r.id = d.record_id
           where r.user_id = public.app_user_id() and d.channel = 'page') c
   where c.until > public.app_now()
     and not exists (select from public.commitments t join public.investor_records r on r.id = t.record_id
                      where r.user_id = public.app_user_id())
$$;

-- What keeps the caller from committing to a deal that they are shown; null where nothing does.
create function commitment_obstacle(p_deal_id uuid) returns text
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  terms constant public.deal_terms := public.approved_terms(p_deal_id);
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  return case
    when not exists (select from public.investor_records r where r.user_id = public.app_user_id() and r.is_complete)
      then 'record_incomplete'
    when public.app_now() < terms.opens_at then 'opens_later'
    when public.app_now() >= terms.closes_at
      or not exists (select from public.deals d where d.id = p_deal_id and d.state = 'released') then 'closed'
    -- The newest, unless they are approved.
    when (select t.is_material and t.number > terms.number
            from public.deal_terms t where t.deal_id = p_deal_id order by t.number desc limit 1) then 'terms_changing'
    when exists (select from public.allocations a where a.deal_id = p_deal_id and a.state = 'final') then 'allocation_final'
    when public.cooling_off_until() is not null then 'cooling_off' end;
end
$$;

-- The caller's, unless it has ended. The deal is locked.
create function lock_own_commitment(p_deal_id uuid) returns public.commitments
language sql security definer set search_path = pg_catalog as $$
  select c.* from public.commitments c join public.investor_records r on r.id = c.record_id
   where c.deal_id = p_deal_id and r.user_id = public.app_user_id()
     and c.state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')
   for update of c
$$;

create function band_of(p_terms public.deal_terms, p_tier text) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select case when p_tier = any (p_terms.priority_tiers) and public.app_now() < p_terms.priority_until
              then 'priority' else 'general' end
$$;

-- Places or changes the caller's. Answers placed, changed, or why not: deal_not_open, record_incomplete, terms_changing,
-- allocation_final, cooling_off, terms_changed, already_committed, revision_conflict.
create function set_commitment(p_deal_id uuid, p_terms_id uuid, p_expected_version timestamptz, p_amount_pence bigint,
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

-- Ends the caller's, which asks for no statement. Answers withdrawn, or why not: revision_conflict, allocation_final; null
-- where there is none.
create function withdraw_commitment(p_deal_id uuid, p_expected_version timestamptz, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
begin
  perform from public.deals d where d.id = p_deal_id for update;
  own := public.lock_own_commitment(p_deal_id);
  if own.id is null then return null; end if;
  if own.state not in ('committed', 'needs_reconsent', 'waiting_list') then return 'allocation_final'; end if;
  if own.updated_at <> p_expected_version then return 'revision_conflict'; end if;
  perform public.end_commitment(own.id, 'withdrawn', p_reason);
  return 'withdrawn';
end
$$;

-- What was shared out counts no more.
create function replace_allocation(p_deal_id uuid) returns void
language sql security definer set search_path = pg_catalog as $$
  update public.allocations set state = 'replaced', confirmed_at = null where deal_id = p_deal_id and state <> 'replaced';
  update public.top_ups set ended_at = public.app_now() where deal_id = p_deal_id and ended_at is null;
$$;

-- Once a version with other terms is approved: who has committed is asked again, or stays where the change is not material.
-- Answers whom it asked; somebody who has left is asked too.
create function follow_terms(p_version_id uuid, p_is_material boolean)
returns table (commitment_id uuid, user_id uuid, answer_until timestamptz)
language plpgsql security definer set search_path = pg_catalog as $$
#variable_conflict use_column
declare
  concerned public.deals;
  terms public.deal_terms;
  own public.commitments;
  until constant timestamptz := public.app_now() + (public.deal_settings() ->> 'reconsent_hours')::integer * interval '1 hour';
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select d.* into concerned from public.deals d join public.deal_versions v on v.deal_id = d.id
   where v.id = p_version_id for update of d;
  terms := public.approved_terms(concerned.id);
  if (select v.terms_id from public.deal_versions v where v.id = p_version_id and v.approved_at is not null) is distinct from terms.id
     or concerned.state not in ('released', 'closing') then return; end if;
  for own in
    select c.* from public.commitments c
     where c.deal_id = concerned.id and c.terms_id <> terms.id
       and c.state in ('committed', 'needs_reconsent', 'waiting_list', 'allocated', 'called', 'part_paid', 'paid')
     order by c.id for update
  loop
    if not p_is_material then
      -- Whoever is being asked answers the newest terms.
      continue when own.state = 'needs_reconsent';
      if terms.not_material_reason is null or not exists (
        select from public.deal_terms t
         where t.id = own.terms_id
           and (t.price, t.pre_money_pence, t.share_class, t.rights, t.scheme, t.assurance, t.instrument, t.use_of_funds, t.vehicle,
                t.conflicts)
               is not distinct from
               (terms.price, terms.pre_money_pence, terms.share_class, terms.rights, terms.scheme, terms.assurance, terms.instrument,
                terms.use_of_funds, terms.vehicle, terms.conflicts))
      then raise invalid_parameter_value; end if;
      update public.commitments set terms_id = terms.id where id = own.id;
      insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, reason)
      values (own.id, 'terms_followed', public.app_user_id(), terms.id, own.shares, own.ceiling_pence, terms.not_material_reason);
      continue;
    end if;
    -- What was called is not owed any more; what has arrived stays with its owner until they have answered.
    perform public.reverse_ledger(called.id, public.london_today(), null)
       from (select t.id from public.ledger_transactions t
              where t.deal_id = own.deal_id and t.commitment_id = own.id and t.kind = 'call'
                and not exists (select from public.ledger_transactions r where r.reverses_id = t.id)
              order by t.number) called;
    update public.commitments
       set state = 'needs_reconsent', state_since = public.app_now(),
           reconsent_until = until, allocated_shares = null, cost_pence = null, fee_pence = null
     where id = own.id;
    insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence)
    values (own.id, 'asked_again', public.app_user_id(), terms.id, own.shares, own.ceiling_pence);
    return query select own.id, (select r.user_id from public.investor_records r where r.id = own.record_id), until;
  end loop;
  if p_is_material then perform public.replace_allocation(concerned.id); end if;
end
$$;

-- The caller's answer to a change of terms; leaving asks for no statement. Answers kept, changed, left, or why not:
-- not_asked, too_late, revision_conflict, terms_changed, deal_not_open, exceeds_ceiling; null where there is no commitment.
create function answer_terms_change(p_deal_id uuid, p_choice text, p_terms_id uuid, p_expected_version timestamptz,
                                    p_amount_pence bigint, p_shares bigint, p_ceiling_pence bigint, p_accepts_more boolean)
returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  concerned public.deals;
  terms public.deal_terms;
  before public.deal_terms;
  own public.commitments;
  is_new_place boolean;
begin
  if p_choice <> 'leave' and not public.is_investor() then raise insufficient_privilege; end if;
  select d.* into concerned from public.deals d where d.id = p_deal_id for update;
  own := public.lock_own_commitment(p_deal_id);
  if own.id is null then return null; end if;
  if own.state <> 'needs_reconsent' then return 'not_asked'; end if;
  if own.updated_at <> p_expected_version then return 'revision_conflict'; end if;
  if own.reconsent_until <= public.app_now() then return 'too_late'; end if;
  if p_choice = 'leave' then
    perform public.end_commitment(own.id, 'left_on_change', null);
    return 'left';
  end if;
  if concerned.state not in ('released', 'closing') then return 'deal_not_open'; end if;
  terms := public.approved_terms(p_deal_id);
  if terms.id <> p_terms_id then return 'terms_changed'; end if;
  if p_choice = 'keep' then
    if p_shares is distinct from public.shares_for(terms, own.ceiling_pence)
       or p_ceiling_pence is distinct from greatest(own.ceiling_pence, public.cost_of_shares(terms, p_shares))
    then raise invalid_parameter_value; end if;
    if p_ceiling_pence > own.ceiling_pence and p_accepts_more is not true then return 'exceeds_ceiling'; end if;
  elsif p_choice is distinct from 'change'
        or (p_amount_pence between terms.minimum_commitment_pence and terms.club_maximum_pence
            and p_shares = public.shares_for(terms, p_amount_pence)
            and p_ceiling_pence = greatest(p_amount_pence, public.cost_of_shares(terms, p_shares))) is not true
  then raise invalid_parameter_value; end if;
  select t.* into before from public.deal_terms t where t.id = own.terms_id;
  is_new_place := p_choice = 'change' and p_ceiling_pence > own.ceiling_pence and public.app_now() >= terms.priority_until;
  update public.commitments
     set state = 'committed', state_since = public.app_now(), reconsent_until = null, terms_id = terms.id,
         amount_pence = case when p_choice = 'change' then p_amount_pence else own.amount_pence end,
         shares = p_shares, ceiling_pence = p_ceiling_pence,
         -- Whoever named no other number accepts the smallest commitment.
         least_shares = case when own.least_shares = public.minimum_shares(before) then public.minimum_shares(terms)
                             else least(greatest(own.least_shares, public.minimum_shares(terms)), p_shares) end,
         wants_relief = case when terms.scheme <> 'none' then coalesce(own.wants_relief, false) end,
         placed_at = case when is_new_place then public.app_now() else own.placed_at end,
         band = case when is_new_place then public.band_of(terms, public.own_tier()) else own.band end
   where id = own.id;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence)
  values (own.id, case p_choice when 'keep' then 'kept' else 'changed' end, public.app_user_id(), terms.id, p_shares, p_ceiling_pence);
  return case p_choice when 'keep' then 'kept' else 'changed' end;
end
$$;

-- Ends what was not answered in time. Answers whose.
create function lapse_commitments(p_deal_id uuid, p_at timestamptz) returns table (commitment_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog as $$
#variable_conflict use_column
declare
  own public.commitments;
begin
  perform set_config('app.now', p_at::text, true);
  perform from public.deals d where d.id = p_deal_id for update;
  for own in
    select c.* from public.commitments c
     where c.deal_id = p_deal_id and c.state = 'needs_reconsent' and c.reconsent_until <= p_at
     order by c.id for update
  loop
    perform public.end_commitment(own.id, 'left_on_change', null);
    return query select own.id, (select r.user_id from public.investor_records r where r.id = own.record_id);
  end loop;
end
$$;

-- A deal that is cancelled gives everything back.
create function end_commitments_of_deal() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform public.end_commitment(c.id, 'deal_cancelled', null)
     from (select id from public.commitments
            where deal_id = new.id
              and state not in ('completed', 'withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')
            order by id) c;
  perform public.replace_allocation(new.id);
  return null;
end
$$;
create trigger end_commitments_of_deal after update of state on deals
  for each row when (new.state = 'cancelled' and old.state <> 'cancelled') execute function end_commitments_of_deal();

-- Of somebody whose account is being deleted, as long as nothing is given to them. Deals first, as everywhere.
create function withdraw_commitments_of(p_user_id uuid, p_at timestamptz) returns integer
language plpgsql security definer set search_path = pg_catalog as $$
declare
  withdrawn integer := 0;
  own uuid;
begin
  perform set_config('app.now', p_at::text, true);
  perform from public.deals d
    where d.id in (select c.deal_id from public.commitments c join public.investor_records r on r.id = c.record_id
                    where r.user_id = p_user_id and c.state in ('committed', 'needs_reconsent', 'waiting_list'))
    order by d.id for update;
  for own in
    select c.id from public.commitments c join public.investor_records r on r.id = c.record_id
     where r.user_id = p_user_id and c.state in ('committed', 'needs_reconsent', 'waiting_list') order by c.id
  loop
    perform public.end_commitment(own, 'withdrawn', null);
    withdrawn := withdrawn + 1;
  end loop;
  return withdrawn;
end
$$;

-- Per person the larger of what they have committed and what they think of putting in, all together as a part of the club's
-- maximum; for whoever has said either.
drop function deal_demand(uuid);
create function deal_demand(p_deal_id uuid, p_leaves_own_out boolean default false) returns text
language sql stable security definer set search_path = pg_catalog as $$
  with said as (
    select i.record_id, i.amount_pence from public.deal_interests i where i.deal_id = p_deal_id
    union all
    select c.record_id, public.cost_of_shares(t, c.shares)
      from public.commitments c join public.deal_terms t on t.id = c.terms_id
     where c.deal_id = p_deal_id and c.record_id is not null
       and c.state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')),
  wanted as (
    select s.record_id, coalesce(max(s.amount_pence), 0) as amount_pence, public.owns_record(s.record_id) as is_own
      from said s group by s.record_id),
  total as (
    select coalesce(sum(w.amount_pence) filter (where not (w.is_own and p_leaves_own_out)), 0) as pence, bool_or(w.is_own) as may_know
      from wanted w)
  select case when t.pence > m.maximum then 'oversubscribed'
              when t.pence = m.maximum then 'full'
              when t.pence * 2 >= m.maximum then 'over_half'
              else 'under_half' end
    from total t
    cross join (select (o.content #>> '{terms,club_maximum_pence}')::bigint as maximum
                  from public.open_deals o where o.id = p_deal_id) m
   where t.may_know
$$;

-- One's own, whatever is shown of its deal: with the names and terms that were accepted. What has changed of them is an offer.
create view own_commitments with (security_barrier) as
  select c.*, d.state as deal_state, accepted.content #>> '{company,name}' as company_name,
         accepted.content ->> 'deal_name' as deal_name, t.number as terms_number, t.price, t.scheme,
         n.id as new_terms_id, n.number as new_terms_number, n.price as new_price, n.scheme as new_scheme,
         n.minimum_commitment_pence as new_minimum_pence,
         case when c.state = 'needs_reconsent' and (select is_investor()) then accepted.content end as content_before,
         case when c.state = 'needs_reconsent' and (select is_investor()) then newest.content end as content_after
    from commitments c
    join deals d on d.id = c.deal_id
    join deal_terms t on t.id = c.terms_id
    join lateral (select v.content from deal_versions v
                   where v.deal_id = c.deal_id and v.terms_id = c.terms_id and v.approved_at is not null
                   order by v.number desc limit 1) accepted on true
    join lateral (select v.content, v.terms_id from deal_versions v
                   where v.deal_id = c.deal_id and v.approved_at is not null
                   order by v.number desc limit 1) newest on true
    join deal_terms n on n.id = newest.terms_id
   where owns_record(c.record_id);
create view own_commitment_events with (security_barrier) as
  select e.id, e.commitment_id, e.happened_at, e.kind, e.shares, e.ceiling_pence, t.number as terms_number, e.reason
    from commitment_events e
    left join deal_terms t on t.id = e.terms_id
   where owns_commitment(e.commitment_id);
create view desk_commitments with (security_barrier) as
  select c.id, c.deal_id, c.number, r.user_id, p.full_name, c.state, c.state_since, c.placed_at, c.band, c.tier, c.fee_bp, c.shares,
         c.least_shares, c.ceiling_pence, c.reconsent_until, c.allocated_shares, c.cost_pence, c.fee_pence,
         t.number as terms_number, t.price
    from commitments c
    join deal_terms t on t.id = c.terms_id
    left join investor_records r on r.id = c.record_id
    left join people p on p.id = r.user_id
   where (select is_admin());
grant select on own_commitments, own_commitment_events, desk_commitments to club_member;

grant execute on function cooling_off_until(), commitment_obstacle(uuid), deal_demand(uuid, boolean),
  set_commitment(uuid, uuid, timestamptz, bigint, bigint, bigint, bigint, integer, boolean, text, jsonb),
  withdraw_commitment(uuid, timestamptz, text), follow_terms(uuid, boolean),
  answer_terms_change(uuid, text, uuid, timestamptz, bigint, bigint, bigint, boolean)
  to club_member;
