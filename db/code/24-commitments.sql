-- A commitment counts until it ends in one of these states. PostgreSQL puts the expression of a function with `return` in place of its call,
-- so that an index can serve it.
create or replace function is_live_commitment(p_state text) returns boolean language sql immutable parallel safe
  return p_state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded');

-- The club's fee on top of a cost, rounded half up.
create or replace function fee_of(p_cost_pence bigint, p_fee_bp integer) returns bigint language sql immutable parallel safe
  return round(p_cost_pence::numeric * p_fee_bp / 10000)::bigint;

-- The most that can be called for whole shares, with the fee: what is signed. The amount that was typed may buy a part of a share more.
create or replace function most_due(p_shares bigint, p_price numeric, p_fee_bp integer) returns bigint language sql immutable parallel safe
  return ceil(p_shares * p_price * 100)::bigint + public.fee_of(ceil(p_shares * p_price * 100)::bigint, p_fee_bp);

-- The ledger decides whether a commitment counts as called, part paid or paid.
-- The history says that money was taken back as this kind of event; without one the caller says it.
create or replace function settle_commitment(p_commitment_id uuid, p_taken_back text default 'receipt_taken_back') returns text
language plpgsql security definer as $$
declare own public.commitments; open_pence bigint; settled text; kind text;
begin
  select * into own from public.commitments where id = p_commitment_id for update;
  if own.state not in ('called', 'part_paid', 'paid') then return own.state; end if;
  perform public.give_back_surplus(own.id, null);
  perform public.set_off_surplus(own.id);
  open_pence := public.ledger_balance(own.deal_id, '1100', own.id);
  settled := case when open_pence = 0 then 'paid' when open_pence < own.due_pence then 'part_paid' else 'called' end;
  if settled <> own.state then
    update public.commitments set state = settled, state_since = public.app_now(), said_sent_at = null where id = own.id;
    kind := case when settled = 'called' or (own.state = 'paid' and settled = 'part_paid') then p_taken_back else settled end;
    insert into public.commitment_events (commitment_id, kind, actor_id, details)
    select own.id, kind, public.app_user_id(), jsonb_build_object('open_pence', open_pence) where kind is not null;
  end if;
  return settled;
end $$;

-- The caller has locked the deal. The function returns the pence to be refunded.
create or replace function end_commitment(p_commitment_id uuid, p_state text, p_reason text) returns bigint
language plpgsql security definer as $$
declare own public.commitments; arrived bigint := 0;
begin
  select * into own from public.commitments where id = p_commitment_id for update;
  if own.called_at is not null then
    perform public.reverse_all(own, 'call', p_reason);
    arrived := public.give_back_surplus(own.id, p_reason);
  end if;
  update public.commitments set state = p_state, state_since = public.app_now(), reconsent_until = null where id = own.id;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, reason)
  values (own.id, p_state, public.app_user_id(), own.terms_id, own.shares, own.ceiling_pence, p_reason);
  return arrived;
end $$;

create or replace function owns_commitment(p_commitment_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.commitments c join public.investor_records r on r.id = c.record_id
                  where c.id = p_commitment_id and r.user_id = public.app_user_id()) $$;

-- The name is emptied with the record.
create or replace function follow_investor_record() returns trigger language plpgsql as $$
begin
  if new.record_id is null then new.signed_as := null; end if;
  return new;
end $$;

-- The law requires the record as long as its commitments.
create or replace function need_record_for_commitment() returns trigger language plpgsql security definer as $$
declare today constant date := public.london_today();
begin
  update public.investor_records set needed_until = today
   where id in (select record_id from changed) and (needed_until is null or needed_until < today);
  return null;
end $$;

create or replace function approved_terms(p_deal_id uuid) returns public.deal_terms language sql stable security definer as $$
  select t.* from public.deal_versions v join public.deal_terms t on t.id = v.terms_id
   where v.deal_id = p_deal_id and v.approved_at is not null order by v.number desc limit 1 $$;

-- The first commitment of a member alone waits.
create or replace function cooling_off_until(p_deal_id uuid) returns timestamptz language sql stable security definer as $$
  select c.until
    from (select coalesce(min(d.delivered_at), public.app_now())
                 + (public.hours_of_deal(p_deal_id) ->> 'cooling_off_hours')::integer * interval '1 hour' as until
            from public.deliveries d join public.investor_records r on r.id = d.record_id
           where r.user_id = public.app_user_id() and d.channel = 'page') c
   where c.until > public.app_now()
     and not exists (select from public.commitments t join public.investor_records r on r.id = t.record_id
                      where r.user_id = public.app_user_id()) $$;

create or replace function commitment_obstacle(p_deal_id uuid) returns text language plpgsql stable security definer as $$
declare terms constant public.deal_terms := public.approved_terms(p_deal_id);
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  return case
    when not exists (select from public.investor_records r where r.user_id = public.app_user_id() and r.is_complete)
      then 'record_incomplete'
    when public.app_now() < terms.opens_at then 'opens_later'
    when public.app_now() >= public.end_of_commitments(p_deal_id)
      or not exists (select from public.deals d where d.id = p_deal_id and d.state = 'released') then 'closed'
    -- Terms that wait for approval are newer than those that members are shown.
    when (select t.is_material and t.number > terms.number
            from public.deal_terms t where t.deal_id = p_deal_id order by t.number desc limit 1) then 'terms_changing'
    when exists (select from public.allocations a where a.deal_id = p_deal_id and a.state = 'final') then 'allocation_final'
    when public.cooling_off_until(p_deal_id) is not null then 'cooling_off' end;
end $$;

-- The caller has locked the deal.
create or replace function lock_own_commitment(p_deal_id uuid) returns public.commitments language sql security definer as $$
  select c.* from public.commitments c join public.investor_records r on r.id = c.record_id
   where c.deal_id = p_deal_id and r.user_id = public.app_user_id()
     and public.is_live_commitment(c.state) for update of c $$;

-- Returns the band of a commitment that is placed as soon as the reader can.
create or replace function own_band(p_deal_id uuid) returns text language sql stable security definer as $$
  select case when public.own_tier() = any (t.priority_tiers) and greatest(public.app_now(), public.cooling_off_until(p_deal_id)) < t.priority_until
              then 'priority' else 'general' end
    from public.approved_terms(p_deal_id) t where t.id is not null and public.is_investor() $$;

create or replace function check_amount(p_terms public.deal_terms, p_amount_pence bigint) returns void language plpgsql immutable as $$
begin
  if p_amount_pence < p_terms.minimum_commitment_pence then
    raise sqlstate 'KC001' using
      message = 'below_minimum', detail = jsonb_build_object('pence', p_terms.minimum_commitment_pence)::text;
  elsif p_amount_pence > p_terms.club_maximum_pence then
    raise sqlstate 'KC001' using
      message = 'above_maximum', detail = jsonb_build_object('pence', p_terms.club_maximum_pence)::text;
  end if;
end $$;

-- The smallest commitment may cost up to one share more than the amount.
create or replace function are_shares_within(p_terms public.deal_terms, p_shares bigint, p_least_shares bigint,
                                             p_amount_pence bigint, p_ceiling_pence bigint) returns boolean
language sql immutable as $$
  select coalesce(round(p_shares * p_terms.price * 100) <= p_ceiling_pence
                  and p_ceiling_pence between p_amount_pence
                                          and greatest(p_amount_pence, p_terms.minimum_commitment_pence) + ceil(p_terms.price * 100)
                  and p_least_shares <= p_shares and p_least_shares * p_terms.price * 100 >= p_terms.minimum_commitment_pence, false) $$;

create or replace function prepare_commitment(p_deal_id uuid, p_terms_id uuid, p_amount_pence bigint) returns public.deal_terms
language plpgsql security definer as $$
declare terms public.deal_terms; obstacle text;
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  perform from public.deals d where d.id = p_deal_id and d.state in ('released', 'closing') for update;
  if not found then raise sqlstate 'KC001' using message = 'deal_not_open'; end if;
  obstacle := public.commitment_obstacle(p_deal_id);
  if obstacle is not null then
    raise sqlstate 'KC001' using
      message = case when obstacle in ('opens_later', 'closed') then 'deal_not_open' else obstacle end,
      detail = jsonb_build_object('until', public.cooling_off_until(p_deal_id))::text;
  end if;
  terms := public.approved_terms(p_deal_id);
  if terms.id <> p_terms_id then raise sqlstate 'KC001' using message = 'terms_changed'; end if;
  perform public.check_amount(terms, p_amount_pence);
  return terms;
end $$;

-- A signer's shares cost no more than the sum that members read of them, which is without the fee as well.
create or replace function keep_to_told(p_deal_id uuid, p_pence bigint) returns void language plpgsql stable security definer as $$
declare told bigint := (select p.invests_pence from public.deal_panel p
                         where p.version_id = (public.approved_version(p_deal_id)).id and p.user_id = public.app_user_id());
begin
  if p_pence > told then
    raise sqlstate 'KC001' using message = 'over_told', detail = jsonb_build_object('pence', told)::text;
  end if;
end $$;

-- The member was shown p_fee_bp.
create or replace function set_commitment(p_deal_id uuid, p_terms_id uuid, p_expected_version timestamptz, p_amount_pence bigint,
                               p_shares bigint, p_ceiling_pence bigint, p_least_shares bigint, p_fee_bp integer,
                               p_wants_relief boolean, p_signed_as text, p_details jsonb) returns text
language plpgsql security definer as $$
declare
  terms public.deal_terms;
  own public.commitments;
  placed public.commitments;
  is_new_place boolean;
  present_tier constant text := public.own_tier();
begin
  terms := public.prepare_commitment(p_deal_id, p_terms_id, p_amount_pence);
  own := public.lock_own_commitment(p_deal_id);
  if p_expected_version is null and own.id is not null then raise sqlstate 'KC001' using message = 'already_committed'; end if;
  if p_expected_version is not null and (own.updated_at = p_expected_version and own.state = 'committed') is not true then
    raise sqlstate 'KC001' using message = 'commitment_changed';
  end if;
  -- Who signs the shares gives them to nobody on the last day who was not there before, themselves included.
  if public.app_now() >= public.end_of_commitments(p_deal_id) - interval '24 hours' and p_ceiling_pence > coalesce(own.ceiling_pence, 0)
     and (public.is_admin_person(public.app_user_id()) or public.is_on_panel(p_deal_id, public.app_user_id())) then
    raise sqlstate 'KC001' using message = 'signs_for_round';
  end if;
  perform public.keep_to_told(p_deal_id, p_ceiling_pence);
  if not public.are_shares_within(terms, p_shares, p_least_shares, p_amount_pence, p_ceiling_pence)
     or (p_wants_relief is null) <> (terms.scheme = 'none') or p_signed_as is null then raise invalid_parameter_value; end if;
  if p_fee_bp is distinct from (public.tier_fees_bp() ->> present_tier)::integer then
    raise sqlstate 'KC001' using message = 'terms_changed';
  end if;
  if own.id is null then
    insert into public.commitments (deal_id, record_id, number, terms_id, tier, fee_bp, band, placed_at, amount_pence,
                                    ceiling_pence, shares, least_shares, wants_relief, signed_as)
    values (p_deal_id, (select r.id from public.investor_records r where r.user_id = public.app_user_id()),
            1 + coalesce((select max(c.number) from public.commitments c where c.deal_id = p_deal_id), 0), terms.id, present_tier,
            p_fee_bp, public.own_band(p_deal_id), public.app_now(), p_amount_pence, p_ceiling_pence, p_shares,
            p_least_shares, p_wants_relief, p_signed_as) returning * into placed;
  else
    is_new_place := p_ceiling_pence > own.ceiling_pence and public.app_now() >= terms.priority_until;
    update public.commitments
       set terms_id = terms.id, amount_pence = p_amount_pence, ceiling_pence = p_ceiling_pence, shares = p_shares,
           least_shares = p_least_shares, wants_relief = p_wants_relief, signed_as = p_signed_as,
           tier = case when p_fee_bp < own.fee_bp then present_tier else own.tier end, fee_bp = least(own.fee_bp, p_fee_bp),
           placed_at = case when is_new_place then public.app_now() else own.placed_at end,
           band = case when is_new_place then public.own_band(p_deal_id) else own.band end
     where id = own.id returning * into placed;
  end if;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, details)
  values (placed.id, case when own.id is null then 'placed' when p_ceiling_pence > own.ceiling_pence then 'raised'
                          when p_ceiling_pence < own.ceiling_pence then 'lowered' else 'changed' end,
          public.app_user_id(), terms.id, p_shares, p_ceiling_pence, p_details);
  return case when own.id is null then 'placed' else 'changed' end;
end $$;

-- A member leaves without a statement.
create or replace function withdraw_commitment(p_deal_id uuid, p_expected_version timestamptz, p_reason text) returns text
language plpgsql security definer as $$
declare own public.commitments;
begin
  perform from public.deals d where d.id = p_deal_id for update;
  own := public.lock_own_commitment(p_deal_id);
  if own.id is null then return null; end if;
  if own.state not in ('committed', 'needs_reconsent', 'waiting_list') then raise sqlstate 'KC001' using message = 'allocation_final'; end if;
  if own.updated_at <> p_expected_version then raise sqlstate 'KC001' using message = 'commitment_changed'; end if;
  perform public.end_commitment(own.id, 'withdrawn', p_reason);
  return 'withdrawn';
end $$;

-- What is said counts until some of it arrives, or money is called again.
create or replace function say_sent(p_deal_id uuid) returns text language plpgsql security definer as $$
declare own public.commitments;
begin
  perform from public.deals d where d.id = p_deal_id for update;
  own := public.lock_own_commitment(p_deal_id);
  if own.id is null then return null; end if;
  if own.state not in ('called', 'part_paid') or public.app_now() >= own.grace_until then
    raise sqlstate 'KC001' using message = 'not_called';
  end if;
  if own.said_sent_at >= own.called_at then return 'unchanged'; end if;
  update public.commitments set said_sent_at = public.app_now() where id = own.id;
  insert into public.commitment_events (commitment_id, kind, actor_id) values (own.id, 'said_sent', public.app_user_id());
  return 'said';
end $$;

create or replace function replace_allocation(p_deal_id uuid) returns void language sql security definer as $$
  update public.allocations set state = 'replaced', confirmed_at = null where deal_id = p_deal_id and state <> 'replaced';
  update public.top_ups set ended_at = public.app_now() where deal_id = p_deal_id and ended_at is null;
$$;

-- Members who committed under earlier terms are asked again where the change is material. A deleted account has no user_id.
create or replace function follow_terms(p_version_id uuid, p_is_material boolean)
returns table (commitment_id uuid, user_id uuid, answer_until timestamptz) language plpgsql security definer as $$
#variable_conflict use_column
declare
  concerned public.deals;
  terms public.deal_terms;
  own public.commitments;
  until timestamptz;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select d.* into concerned from public.deals d join public.deal_versions v on v.deal_id = d.id
   where v.id = p_version_id for update of d;
  terms := public.approved_terms(concerned.id);
  if (select v.terms_id from public.deal_versions v where v.id = p_version_id and v.approved_at is not null) is distinct from terms.id
     or concerned.state not in ('released', 'closing') then return; end if;
  until := public.app_now() + (public.hours_of_deal(concerned.id) ->> 'reconsent_hours')::integer * interval '1 hour';
  for own in
    select c.* from public.commitments c
     where c.deal_id = concerned.id and c.terms_id <> terms.id
       and c.state <> 'completed' and public.is_live_commitment(c.state)
     order by c.id for update loop
    if not p_is_material then
      -- A member who is being asked answers the newest terms.
      continue when own.state = 'needs_reconsent';
      if terms.not_material_reason is null or not exists (
        select from public.deal_terms t
         where t.id = own.terms_id
           and (t.price, t.pre_money_pence, t.share_class, t.rights, t.scheme, t.assurance, t.instrument, t.use_of_funds, t.vehicle,
                t.conflicts)
               is not distinct from
               (terms.price, terms.pre_money_pence, terms.share_class, terms.rights, terms.scheme, terms.assurance, terms.instrument,
                terms.use_of_funds, terms.vehicle, terms.conflicts)) then raise invalid_parameter_value; end if;
      update public.commitments set terms_id = terms.id where id = own.id;
      insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, reason)
      values (own.id, 'terms_followed', public.app_user_id(), terms.id, own.shares, own.ceiling_pence, terms.not_material_reason);
      continue;
    end if;
    -- The money that has arrived waits for the answer.
    perform public.reverse_all(own, 'call', null);
    update public.commitments
       set state = 'needs_reconsent', state_since = public.app_now(),
           reconsent_until = until, allocated_shares = null, cost_pence = null, fee_pence = null where id = own.id;
    insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence)
    values (own.id, 'asked_again', public.app_user_id(), terms.id, own.shares, own.ceiling_pence);
    return query select own.id, (select r.user_id from public.investor_records r where r.id = own.record_id), until;
  end loop;
  if p_is_material then perform public.replace_allocation(concerned.id); end if;
end $$;

-- A member leaves without a statement.
create or replace function answer_terms_change(p_deal_id uuid, p_choice text, p_terms_id uuid, p_expected_version timestamptz,
                                    p_amount_pence bigint, p_shares bigint, p_ceiling_pence bigint, p_least_shares bigint,
                                    p_accepts_more boolean) returns text language plpgsql security definer as $$
declare concerned public.deals; terms public.deal_terms; own public.commitments; is_new_place boolean;
begin
  if p_choice <> 'leave' and not public.is_investor() then raise insufficient_privilege; end if;
  select d.* into concerned from public.deals d where d.id = p_deal_id for update;
  own := public.lock_own_commitment(p_deal_id);
  if own.id is null then return null; end if;
  if own.state <> 'needs_reconsent' then raise sqlstate 'KC001' using message = 'not_asked_again'; end if;
  if own.updated_at <> p_expected_version then raise sqlstate 'KC001' using message = 'commitment_changed'; end if;
  if own.reconsent_until <= public.app_now() then raise sqlstate 'KC001' using message = 'answer_too_late'; end if;
  if p_choice = 'leave' then
    perform public.end_commitment(own.id, 'left_on_change', null);
    return 'left';
  end if;
  if concerned.state not in ('released', 'closing') then raise sqlstate 'KC001' using message = 'deal_not_open'; end if;
  terms := public.approved_terms(p_deal_id);
  if terms.id <> p_terms_id then raise sqlstate 'KC001' using message = 'terms_changed'; end if;
  if p_choice = 'change' then perform public.check_amount(terms, p_amount_pence); end if;
  if p_choice is null or p_choice not in ('keep', 'change')
     or not public.are_shares_within(terms, p_shares, p_least_shares,
                                     case p_choice when 'keep' then own.ceiling_pence else p_amount_pence end, p_ceiling_pence)
  then raise invalid_parameter_value; end if;
  if p_choice = 'keep' and p_ceiling_pence > own.ceiling_pence and p_accepts_more is not true then
    raise sqlstate 'KC001' using message = 'exceeds_ceiling', detail = jsonb_build_object('pence', p_ceiling_pence)::text;
  end if;
  is_new_place := p_choice = 'change' and p_ceiling_pence > own.ceiling_pence and public.app_now() >= terms.priority_until;
  update public.commitments
     set state = 'committed', state_since = public.app_now(), reconsent_until = null, terms_id = terms.id,
         amount_pence = case when p_choice = 'change' then p_amount_pence else own.amount_pence end,
         shares = p_shares, ceiling_pence = p_ceiling_pence,
         least_shares = p_least_shares,
         wants_relief = case when terms.scheme <> 'none' then coalesce(own.wants_relief, false) end,
         placed_at = case when is_new_place then public.app_now() else own.placed_at end,
         band = case when is_new_place then public.own_band(p_deal_id) else own.band end where id = own.id;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence)
  values (own.id, case p_choice when 'keep' then 'kept' else 'changed' end, public.app_user_id(), terms.id, p_shares, p_ceiling_pence);
  return case p_choice when 'keep' then 'kept' else 'changed' end;
end $$;

create or replace function lapse_commitments(p_deal_id uuid, p_at timestamptz) returns table (commitment_id uuid, user_id uuid)
language plpgsql security definer as $$
#variable_conflict use_column
declare own public.commitments;
begin
  perform set_config('app.now', p_at::text, true);
  perform from public.deals d where d.id = p_deal_id for update;
  for own in
    select c.* from public.commitments c
     where c.deal_id = p_deal_id and c.state = 'needs_reconsent' and c.reconsent_until <= p_at order by c.id for update loop
    perform public.end_commitment(own.id, 'left_on_change', null);
    return query select own.id, (select r.user_id from public.investor_records r where r.id = own.record_id);
  end loop;
end $$;

create or replace function end_commitments_of_deal() returns trigger language plpgsql security definer as $$
begin
  update public.outgoing_payments set state = 'cancelled'
   where deal_id = new.id and kind in ('wire', 'fee') and state = 'proposed';
  perform public.end_commitment(c.id, 'deal_cancelled', null)
     from (select id from public.commitments
            where deal_id = new.id
              and state <> 'completed' and public.is_live_commitment(state)
            order by id) c;
  perform public.replace_allocation(new.id);
  return null;
end $$;

-- Commitments that are not allocated end with the membership or the account. Deals are locked first.
create or replace function withdraw_commitments_of(p_user_id uuid, p_at timestamptz, p_reason text default null) returns integer
language plpgsql security definer as $$
declare withdrawn integer := 0; own uuid;
begin
  perform set_config('app.now', p_at::text, true);
  perform from public.deals d
    where d.id in (select c.deal_id from public.commitments c join public.investor_records r on r.id = c.record_id
                    where r.user_id = p_user_id and c.state in ('committed', 'needs_reconsent', 'waiting_list'))
    order by d.id for update;
  for own in
    select c.id from public.commitments c join public.investor_records r on r.id = c.record_id
     where r.user_id = p_user_id and c.state in ('committed', 'needs_reconsent', 'waiting_list') order by c.id loop
    perform public.end_commitment(own, 'withdrawn', p_reason);
    withdrawn := withdrawn + 1;
  end loop;
  return withdrawn;
end $$;

create or replace function deal_demand(p_deal_id uuid, p_leaves_own_out boolean default false) returns text
language sql stable security definer as $$
  with said as (
    select i.record_id, i.amount_pence from public.deal_interests i where i.deal_id = p_deal_id
    union all
    select c.record_id, round(c.shares * t.price * 100)::bigint
      from public.commitments c join public.deal_terms t on t.id = c.terms_id
     where c.deal_id = p_deal_id and c.record_id is not null
       and public.is_live_commitment(c.state)),
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
                  from public.open_deals o where o.id = p_deal_id) m where t.may_know $$;

-- The sum of each step, with the fee: the most to pay as it was signed, what the shares cost, what arrived since the step before, what was paid back.
create or replace view commitment_history with (security_barrier) as
  select e.id, e.commitment_id, e.happened_at, e.kind, e.terms_id, e.shares, e.ceiling_pence, e.reason, e.details,
         case
           when e.kind in ('placed', 'raised', 'lowered', 'changed', 'kept') then
             coalesce((e.details ->> 'due_pence')::bigint,
                      (select most_due(e.shares, t.price, c.fee_bp) from commitments c, deal_terms t
                        where c.id = e.commitment_id and t.id = e.terms_id))
           when e.kind in ('allocated', 'topped_up', 'called', 'took_fewer', 'reduced', 'completed') then
             nullif((e.details ->> 'cost_pence')::bigint + (e.details ->> 'fee_pence')::bigint, 0)
           when e.kind in ('part_paid', 'paid', 'receipt_taken_back') then
             (select nullif(abs(a.arrived - a.before), 0)::bigint
                from (select s.id, s.arrived, lag(s.arrived, 1, 0::numeric) over (order by s.happened_at, s.id) as before
                        from (select b.id, b.happened_at,
                                     -- Several payments that are booked in one moment are told apart by what each left open.
                                     last_value((b.details ->> 'open_pence')::bigint) over (
                                       partition by b.happened_at order by b.id
                                       rows between unbounded preceding and unbounded following)
                                     - (b.details ->> 'open_pence')::bigint
                                     - (select coalesce(sum(l.amount_pence), 0)
                                          from commitments c
                                          join ledger_entries l
                                            on l.deal_id = c.deal_id and l.commitment_id = c.id and l.account in ('1100', '2200')
                                          join ledger_transactions p on p.id = l.transaction_id
                                          left join ledger_transactions o on o.id = p.reverses_id
                                         where c.id = b.commitment_id and coalesce(o.kind, p.kind) = 'receipt'
                                           and p.posted_at <= b.happened_at
                                           -- A surplus came with the last payment of its moment; alone it is no step.
                                           and (l.account = '1100'
                                                or exists (select from ledger_entries due
                                                            where due.transaction_id = p.id and due.account = '1100')
                                                   and (p.posted_at < b.happened_at
                                                        or not exists (
                                                          select from commitment_events later
                                                           where later.commitment_id = b.commitment_id
                                                             and later.happened_at = b.happened_at and later.id > b.id
                                                             and later.kind in ('part_paid', 'paid', 'receipt_taken_back'))))) as arrived
                                from commitment_events b
                               where b.commitment_id = e.commitment_id
                                 and b.kind in ('part_paid', 'paid', 'receipt_taken_back')) s) a
               where a.id = e.id)
           when e.kind = 'club_bears' then (e.details ->> 'pence')::bigint
           when e.kind in ('refund_paid', 'refund_taken_back', 'refund_returned', 'receipt_returned', 'receipt_stands') then abs((e.details ->> 'amount_pence')::bigint)
         end as amount_pence
    from commitment_events e;

create or replace view own_commitment_events with (security_barrier) as
  select e.id, e.commitment_id, e.happened_at, e.kind, e.shares, e.amount_pence, t.number as terms_number,
         case when e.kind = 'deal_cancelled'
              then coalesce(e.reason, (select m.reason from commitments c join deal_moves m on m.deal_id = c.deal_id
                                        where c.id = e.commitment_id and m.to_state = 'cancelled' order by m.id desc limit 1))
              else e.reason end as reason
    from commitment_history e left join deal_terms t on t.id = e.terms_id where owns_commitment(e.commitment_id);

create or replace view desk_commitments with (security_barrier) as
  select c.id, c.deal_id, c.number, r.user_id, (select name from people where id = r.user_id) as full_name, c.state, c.state_since,
         c.placed_at, c.band, c.tier, c.fee_bp, c.shares, c.least_shares, c.ceiling_pence, c.reconsent_until, c.allocated_shares,
         c.cost_pence, c.fee_pence, t.number as terms_number, t.price
    from commitments c
    join deal_terms t on t.id = c.terms_id
    left join investor_records r on r.id = c.record_id where (select is_admin());

-- Commitments that count ask for these shares and this sum, at the terms that each accepted. The sum is rounded, not its parts.
create or replace view asked_sums with (security_barrier) as
  select c.deal_id, count(*)::int as people, sum(c.shares)::bigint as shares, round(sum(c.shares * t.price * 100))::bigint as pence,
         bool_or(c.fee_bp > 0) as has_fees
    from commitments c
    join deal_terms t on t.id = c.terms_id
   where (select is_admin()) and is_live_commitment(c.state)
   group by c.deal_id;

create or replace function lock_commitment(p_commitment_id uuid) returns public.commitments language plpgsql security definer as $$
declare own public.commitments;
begin
  perform from public.deals d where d.id = (select c.deal_id from public.commitments c where c.id = p_commitment_id) for update;
  select * into own from public.commitments where id = p_commitment_id for update;
  return own;
end $$;

create or replace function commitment_after(p_commitment_id uuid)
returns table (id uuid, deal_id uuid, state text, shares bigint, due_pence bigint, open_pence bigint, refund_pence bigint,
               due_at timestamptz, grace_until timestamptz)
language sql stable security definer as $$
  select c.id, c.deal_id, c.state, c.allocated_shares, c.due_pence, f.open_pence, f.refund_pence, c.due_at, c.grace_until
    from public.commitments c cross join lateral public.called_funds(c.id) f
   where c.id = p_commitment_id and public.is_admin() $$;

create or replace view commitment_people with (security_barrier) as
  select c.id as commitment_id, c.deal_id, c.number, r.user_id, (select name from people where id = r.user_id) as full_name,
         c.reference,
         case when r.user_id is not null then r.legal_name end as legal_name,
         case when r.user_id is not null then r.bank_account_name end as bank_account_name
    from commitments c left join investor_records r on r.id = c.record_id where (select is_admin());

create or replace view own_commitments with (security_barrier) as
  select c.*, d.state as deal_state, accepted.content #>> '{company,name}' as company_name,
         accepted.content ->> 'deal_name' as deal_name, t.number as terms_number, t.price, t.scheme,
         t.minimum_commitment_pence as minimum_pence, e.closes_at, t.completion_expected_on, n.id as new_terms_id,
         n.number as new_terms_number, n.price as new_price, n.scheme as new_scheme,
         n.minimum_commitment_pence as new_minimum_pence,
         case when c.state = 'needs_reconsent' and (select is_investor()) then accepted.content end as content_before,
         case when c.state = 'needs_reconsent' and (select is_investor()) then newest.content end as content_after,
         e.instead_of, e.closing_reason, panel.panel_before, panel.panel_after
    from commitments c
    join deals d on d.id = c.deal_id
    join deal_terms t on t.id = c.terms_id
    join lateral (select v.id, v.content from deal_versions v
                   where v.deal_id = c.deal_id and v.terms_id = c.terms_id and v.approved_at is not null
                   order by v.number desc limit 1) accepted on true
    join lateral (select v.id, v.content, v.terms_id from deal_versions v
                   where v.deal_id = c.deal_id and v.approved_at is not null
                   order by v.number desc limit 1) newest on true
    join deal_terms n on n.id = newest.terms_id
    left join lateral (
      select jsonb_agg(m.member order by p.name, p.id) filter (where p.version_id = accepted.id) as panel_before,
             jsonb_agg(m.member order by p.name, p.id) filter (where p.version_id = newest.id) as panel_after
        from deal_panel p cross join lateral jsonb_build_object(
               'name', p.name, 'capacity', p.capacity, 'arranges', p.arranges, 'invests_pence', p.invests_pence) m (member)
       where p.deal_id = c.deal_id and c.state = 'needs_reconsent' and (select is_investor())) panel on true
    join deal_ends e on e.deal_id = c.deal_id where owns_record(c.record_id);

create trigger mark_change before update on commitments for each row execute function mark_change();
create trigger follow_investor_record before update of record_id on commitments
  for each row execute function follow_investor_record();
create trigger end_commitments_of_deal after update of state on deals
  for each row when (new.state = 'cancelled' and old.state <> 'cancelled') execute function end_commitments_of_deal();
create trigger need_record_for_commitment after insert on commitments referencing new table as changed
  for each statement execute function need_record_for_commitment();
create trigger need_record_for_change after update on commitments referencing new table as changed
  for each statement execute function need_record_for_commitment();

grant select on own_commitment_events, desk_commitments, commitment_people, asked_sums, own_commitments to club_member;
grant execute on function is_live_commitment, fee_of, most_due, owns_commitment, cooling_off_until, commitment_obstacle, own_band, deal_demand,
  prepare_commitment, set_commitment, withdraw_commitment, say_sent, follow_terms, answer_terms_change, commitment_after to club_member;
