-- The trigger binds the owner too. New terms replace a final allocation.
create or replace function keep_allocation() returns trigger language plpgsql security definer as $$
declare
  -- The names are emptied with their accounts.
  names constant text[] := '{author_id,confirmed_by,changed_by}';
  was constant jsonb := to_jsonb(old);
  becomes jsonb;
begin
  if tg_table_name = 'allocations' then
    if was ->> 'state' = 'draft' then return case tg_op when 'DELETE' then old else new end; end if;
    if tg_op = 'UPDATE' and was ->> 'state' = 'final' and to_jsonb(new) ->> 'state' = 'replaced' then
      new.confirmed_at := old.confirmed_at;
      becomes := to_jsonb(new) || '{"state": "final"}';
    end if;
  elsif (select a.state = 'draft' from public.allocations a where a.id = (was ->> 'allocation_id')::uuid) is not false then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' then
    becomes := coalesce(becomes, to_jsonb(new));
    if was - names = becomes - names
       and not exists (select from unnest(names) name where becomes ->> name is not null
                         and becomes ->> name is distinct from was ->> name) then return new; end if;
  end if;
  raise integrity_constraint_violation using message = 'an allocation that was confirmed is never changed or deleted';
end $$;

create or replace function keep_allocation_whole() returns trigger language plpgsql security definer as $$
begin
  if exists (select from public.allocations a where a.id in (select allocation_id from added) and a.state <> 'draft')
  then raise integrity_constraint_violation using message = 'an allocation that was confirmed is never changed or deleted'; end if;
  return null;
end $$;

create or replace view allocation_terms with (security_barrier) as
  select d.id as deal_id, t.id as terms_id, t.number, t.price, t.allocation_method, t.priority_share_percent, t.club_minimum_pence,
         t.closes_at, div(t.club_maximum_pence, t.price * 100)::bigint as capacity_shares,
         -- The price has six decimals, so this rounds up.
         div(t.minimum_commitment_pence + t.price * 100 - 0.0001, t.price * 100)::bigint as minimum_shares
    from deals d
    join lateral (select v.terms_id from deal_versions v where v.deal_id = d.id and v.approved_at is not null
                   order by v.number desc limit 1) shown on true
    join deal_terms t on t.id = shown.terms_id where (select is_admin());

create or replace function allocation_input_sha256(p_deal_id uuid, p_method text) returns text language sql stable security definer as $$
  select encode(sha256(convert_to(jsonb_build_object(
           'terms_id', t.terms_id, 'price', t.price::text, 'capacity_shares', t.capacity_shares,
           'minimum_shares', t.minimum_shares, 'priority_share_percent', t.priority_share_percent, 'method', p_method,
           'wishes', (select coalesce(jsonb_agg(jsonb_build_array(c.id, c.shares, c.least_shares, c.band,
                                        to_char(c.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by c.id), '[]')
                        from public.commitments c where c.deal_id = p_deal_id and c.state = 'committed'))::text, 'UTF8')), 'hex')
    from public.allocation_terms t where t.deal_id = p_deal_id $$;

create or replace function allocation_obstacle(p_deal_id uuid) returns text language sql stable security definer as $$
  select case
           when exists (select from public.allocations a where a.deal_id = d.id and a.state = 'final') then 'allocation_confirmed'
           when d.state not in ('released', 'closing') then 'allocation_not_open'
           when d.state = 'released' and public.app_now() < public.end_of_commitments(d.id) then 'allocation_still_open'
           when exists (select from public.commitments c
                         where c.deal_id = d.id and c.state = 'needs_reconsent' and c.reconsent_until > public.app_now())
             then 'allocation_reconsent_running'
           when not exists (select from public.commitments c where c.deal_id = d.id and c.state = 'committed')
             then 'allocation_no_commitments'
           when exists (select from public.commitments c
                         where c.deal_id = d.id and c.state = 'committed' and c.shares < t.minimum_shares)
             then 'allocation_wish_too_small' end
    from public.deals d join public.allocation_terms t on t.deal_id = d.id where d.id = p_deal_id $$;

create or replace function check_allocation(p_allocation_id uuid) returns void language plpgsql security definer as $$
begin
  if exists (
    select from public.allocations a
      join public.deal_terms t on t.id = a.terms_id
     cross join lateral (select coalesce(sum(l.shares), 0) as shares, coalesce(sum(l.cost_pence), 0) as cost
                           from public.allocation_lines l where l.allocation_id = a.id) given
     cross join lateral (select round(given.shares * t.price * 100) as pence) total
     where a.id = p_allocation_id
       and (given.shares > a.capacity_shares or given.cost <> total.pence or exists (
             select from public.allocation_lines l
              where l.allocation_id = a.id
                and ((l.shares > 0 and l.shares < greatest(l.least, a.minimum_shares))
                     or abs(l.cost_pence * given.shares - total.pence * l.shares) >= greatest(given.shares, 1)))))
  then raise integrity_constraint_violation using message = 'these shares and costs do not add up'; end if;
end $$;

-- All arrays are in the order of p_commitments.
create or replace function draft_allocation(p_deal_id uuid, p_method text, p_commitments uuid[], p_base bigint[], p_priority bigint[],
                                 p_rest bigint[], p_costs bigint[]) returns uuid language plpgsql security definer as $$
declare terms public.allocation_terms; drafted uuid; lines integer;
begin
  perform public.lock_deal(p_deal_id);
  select * into terms from public.allocation_terms where deal_id = p_deal_id;
  if terms.deal_id is null or public.allocation_obstacle(p_deal_id) is not null then raise invalid_parameter_value; end if;
  update public.allocations set state = 'replaced' where deal_id = p_deal_id and state = 'draft';
  insert into public.allocations (created_at, updated_at, deal_id, number, author_id, terms_id, method, capacity_shares,
                                  minimum_shares, priority_share_percent, asked_shares, input_sha256)
  select public.app_now(),
         -- The time is the version of the draft and differs from that of earlier drafts.
         greatest(public.app_now(), (select max(a.updated_at) + interval '1 millisecond' from public.allocations a
                                      where a.deal_id = p_deal_id)), p_deal_id,
         1 + coalesce((select max(a.number) from public.allocations a where a.deal_id = p_deal_id), 0),
         public.app_user_id(), terms.terms_id, p_method, terms.capacity_shares, terms.minimum_shares,
         terms.priority_share_percent, sum(c.shares), public.allocation_input_sha256(p_deal_id, p_method)
    from public.commitments c where c.deal_id = p_deal_id and c.state = 'committed' returning id into drafted;
  insert into public.allocation_lines (allocation_id, commitment_id, tier, fee_bp, band, placed_at, wish, least, base, priority,
                                       rest, shares, cost_pence)
  select drafted, c.id, c.tier, c.fee_bp, c.band, c.placed_at, c.shares, c.least_shares, g.base, g.priority, g.rest,
         g.base + g.priority + g.rest, g.cost
    from unnest(p_commitments, p_base, p_priority, p_rest, p_costs) as g (commitment_id, base, priority, rest, cost)
    join public.commitments c on c.id = g.commitment_id and c.deal_id = p_deal_id and c.state = 'committed';
  get diagnostics lines = row_count;
  if lines <> cardinality(p_commitments)
     or lines <> (select count(*) from public.commitments c where c.deal_id = p_deal_id and c.state = 'committed')
  then raise invalid_parameter_value; end if;
  perform public.check_allocation(drafted);
  return drafted;
end $$;

-- The caller sets the costs afterwards.
create or replace function change_allocation_line(p_deal_id uuid, p_commitment_id uuid, p_shares bigint, p_reason text,
                                       p_expected_version timestamptz) returns text language plpgsql security definer as $$
declare draft public.allocations; line public.allocation_lines; above bigint; by_method boolean;
begin
  perform public.lock_deal(p_deal_id);
  select * into draft from public.allocations where deal_id = p_deal_id and state <> 'replaced';
  select * into line from public.allocation_lines where allocation_id = draft.id and commitment_id = p_commitment_id;
  if line.id is null then return null; end if;
  if draft.state <> 'draft' then raise sqlstate 'KC001' using message = 'allocation_not_draft'; end if;
  if draft.updated_at <> p_expected_version then raise sqlstate 'KC001' using message = 'allocation_changed'; end if;
  if p_shares > line.wish then
    raise sqlstate 'KC001' using message = 'line_above_wish', detail = jsonb_build_object('shares', line.wish)::text;
  end if;
  if p_shares > 0 and p_shares < greatest(line.least, draft.minimum_shares) then
    raise sqlstate 'KC001' using
      message = 'line_below_least', detail = jsonb_build_object('shares', greatest(line.least, draft.minimum_shares))::text;
  end if;
  select sum(l.shares) - line.shares + p_shares - draft.capacity_shares into above
    from public.allocation_lines l where l.allocation_id = draft.id;
  if above > 0 then
    raise sqlstate 'KC001' using message = 'line_above_capacity', detail = jsonb_build_object('shares', above)::text;
  end if;
  -- A number that the published method gives is no change. The audit log says who put it back, and why.
  by_method := p_shares = line.base + line.priority + line.rest;
  update public.allocation_lines
     set shares = p_shares, reason = case when not by_method then p_reason end,
         changed_by = case when not by_method then public.app_user_id() end, changed_at = case when not by_method then public.app_now() end
   where id = line.id;
  update public.allocations set updated_at = greatest(public.app_now(), updated_at + interval '1 millisecond') where id = draft.id;
  return 'changed';
end $$;

create or replace function set_allocation_costs(p_allocation_id uuid, p_commitments uuid[], p_costs bigint[]) returns void
language plpgsql security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d join public.allocations a on a.deal_id = d.id where a.id = p_allocation_id for update of d;
  update public.allocation_lines l set cost_pence = g.cost
    from unnest(p_commitments, p_costs) as g (commitment_id, cost)
   where l.allocation_id = p_allocation_id and l.commitment_id = g.commitment_id and l.cost_pence <> g.cost;
  perform public.check_allocation(p_allocation_id);
end $$;

create or replace view allocation_list with (security_barrier) as
  select a.id, a.deal_id, a.number, a.state, a.created_at, a.updated_at, a.confirmed_at, a.method, a.capacity_shares,
         a.minimum_shares, case when t.priority_tiers = '{}' then 0 else a.priority_share_percent end as priority_share_percent,
         a.asked_shares, a.input_sha256, t.number as terms_number,
         trim_scale(t.price) as price, t.allocation_method as published_method, t.club_minimum_pence,
         (select name from people where id = a.author_id) as author_name,
         (select name from people where id = a.confirmed_by) as confirmed_by_name,
         a.state = 'draft' and a.input_sha256 is distinct from allocation_input_sha256(a.deal_id, a.method) as is_stale,
         a.state = 'draft' and allocation_obstacle(a.deal_id) is not null as is_blocked
    from allocations a
    join deal_terms t on t.id = a.terms_id
    where a.state <> 'replaced' and (select is_admin());

create or replace view own_allocations with (security_barrier) as
  select c.id as commitment_id, c.deal_id, a.confirmed_at, a.method, l.wish as asked_shares, l.base, l.priority, l.rest,
         coalesce(c.allocated_shares, 0) as shares, coalesce(c.cost_pence, 0) as cost_pence, coalesce(c.fee_pence, 0) as fee_pence,
         coalesce(c.due_pence, 0) as due_pence, a.capacity_shares, a.asked_shares as round_asked_shares, a.minimum_shares,
         a.priority_share_percent, round.members, round.base_shares, round.priority_shares, round.rest_shares
    from commitments c
    join allocations a on a.deal_id = c.deal_id and a.state = 'final'
    join allocation_lines l on l.allocation_id = a.id and l.commitment_id = c.id
   cross join lateral (
     select count(*) filter (where o.base > 0)::integer as members, sum(o.base)::bigint as base_shares,
            sum(o.priority)::bigint as priority_shares, sum(o.rest)::bigint as rest_shares
       from allocation_lines o where o.allocation_id = a.id) round where owns_record(c.record_id);

create or replace view own_allocation_changes with (security_barrier) as
  select c.id as commitment_id, other.number, other.id = c.id as is_own, l.base + l.priority + l.rest as from_shares,
         l.shares as to_shares, l.reason
    from commitments c
    join allocations a on a.deal_id = c.deal_id and a.state = 'final'
    join allocation_lines own on own.allocation_id = a.id and own.commitment_id = c.id
    join allocation_lines l on l.allocation_id = a.id and l.reason is not null
    join commitments other on other.id = l.commitment_id where owns_record(c.record_id);

create or replace function free_shares(p_deal_id uuid) returns bigint language sql stable security definer as $$
  select a.capacity_shares - coalesce((
           select sum(c.allocated_shares) from public.commitments c
            where c.deal_id = p_deal_id
              and public.is_live_commitment(c.state)), 0)::bigint
    from public.allocations a where a.deal_id = p_deal_id and a.state = 'final' and public.is_admin() $$;

-- Who took fewer shares, or lost those that they did not pay for, asks for no more.
create or replace view unfilled_wishes with (security_barrier) as
  select c.id as commitment_id, c.deal_id, r.user_id, c.placed_at, c.shares - coalesce(c.allocated_shares, 0) as unfilled,
         case when c.allocated_shares is null then greatest(c.least_shares, a.minimum_shares) else 0 end as least
    from commitments c
    join allocations a on a.deal_id = c.deal_id and a.state = 'final'
    left join investor_records r on r.id = c.record_id
   where c.state in ('waiting_list', 'allocated', 'called', 'part_paid', 'paid')
     and c.shares > coalesce(c.allocated_shares, 0) and (select is_admin())
     and not exists (select from commitment_events e where e.commitment_id = c.id and e.kind in ('took_fewer', 'reduced'));

-- Until when freed shares are kept for members, each their part; null where none are.
create or replace function shares_kept_until(p_deal_id uuid) returns timestamptz language sql stable security definer as $$
  select t.closes_at from public.top_ups t
   where t.deal_id = p_deal_id and t.ended_at is null and t.closes_at > public.app_now()
     and exists (select from public.top_up_lines l where l.top_up_id = t.id and l.offered > l.taken) $$;

create or replace function prepare_top_up(p_deal_id uuid) returns bigint language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id); free bigint;
begin
  if deal.id is null then return null; end if;
  if not exists (select from public.allocations a where a.deal_id = p_deal_id and a.state = 'final')
  then raise sqlstate 'KC001' using message = 'top_up_no_allocation'; end if;
  if deal.state <> 'closing' then raise sqlstate 'KC001' using message = 'top_up_not_closing'; end if;
  if exists (select from public.top_ups t where t.deal_id = p_deal_id and t.ended_at is null)
  then raise sqlstate 'KC001' using message = 'top_up_open'; end if;
  if exists (select from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = 'wire' and o.state in ('approved', 'paid'))
  then raise sqlstate 'KC001' using message = 'top_up_company_paid'; end if;
  free := public.free_shares(p_deal_id);
  if free <= 0 or not exists (select from public.unfilled_wishes u where u.deal_id = p_deal_id)
  then raise sqlstate 'KC001' using message = 'top_up_nothing_free'; end if;
  return free;
end $$;

create or replace function open_top_up(p_deal_id uuid, p_commitments uuid[], p_offered bigint[]) returns uuid
language plpgsql security definer as $$
declare free bigint; opened uuid; lines integer;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  free := public.prepare_top_up(p_deal_id);
  if free is null or (select sum(o) from unnest(p_offered) as o) > free then raise invalid_parameter_value; end if;
  insert into public.top_ups (deal_id, number, opened_at, opened_by, closes_at, shares)
  values (p_deal_id, 1 + coalesce((select max(t.number) from public.top_ups t where t.deal_id = p_deal_id), 0),
          public.app_now(), public.app_user_id(),
          public.app_now() + make_interval(hours => (public.hours_of_deal(p_deal_id) ->> 'top_up_hours')::integer), free)
  returning id into opened;
  insert into public.top_up_lines (top_up_id, commitment_id, unfilled, offered)
  select opened, u.commitment_id, u.unfilled, g.offered
    from unnest(p_commitments, p_offered) as g (commitment_id, offered)
    join public.unfilled_wishes u on u.commitment_id = g.commitment_id and u.deal_id = p_deal_id;
  get diagnostics lines = row_count;
  if lines <> cardinality(p_commitments)
     or lines <> (select count(*) from public.unfilled_wishes u where u.deal_id = p_deal_id)
  then raise invalid_parameter_value; end if;
  return opened;
end $$;

-- Each member has a part until the offer closes; after that the first to answer takes the rest.
create or replace view own_top_ups with (security_barrier) as
  select t.id, c.id as commitment_id, t.closes_at, o.offered as offered_shares, o.taken as taken_shares, need.least_shares,
         case when given.shares >= need.least_shares then given.shares else 0 end as available_shares
    from top_up_lines o
    join top_ups t on t.id = o.top_up_id and t.ended_at is null
    join deals d on d.id = t.deal_id and d.state = 'closing'
    join commitments c on c.id = o.commitment_id and c.state in ('waiting_list', 'allocated', 'called', 'part_paid', 'paid')
    join allocations a on a.deal_id = t.deal_id and a.state = 'final'
   cross join lateral (
     select case when c.allocated_shares is null then greatest(c.least_shares, a.minimum_shares) else 1 end as least_shares) need
   cross join lateral (
     select case when (select app_now()) < t.closes_at then o.offered - o.taken
                 else least(o.unfilled - o.taken,
                            t.shares - (select sum(all_of.taken) from top_up_lines all_of where all_of.top_up_id = t.id)::bigint)
            end as shares) given
   where owns_record(c.record_id) and (select is_investor())
     and not exists (select from commitment_events e where e.commitment_id = c.id and e.kind in ('took_fewer', 'reduced'));

-- The costs of all members still sum to what the company is paid, unless that would cost the member more or less than shares × price
-- rounded up or down.
create or replace function take_top_up(p_commitment_id uuid, p_top_up_id uuid, p_shares bigint) returns text
language plpgsql security definer as $$
declare offer public.own_top_ups; own public.commitments; given record; more bigint;
begin
  if not public.is_investor() or not public.owns_commitment(p_commitment_id) then raise insufficient_privilege; end if;
  perform from public.deals d join public.commitments c on c.deal_id = d.id where c.id = p_commitment_id for update of d;
  if not exists (select from public.top_up_lines where top_up_id = p_top_up_id and commitment_id = p_commitment_id) then return null; end if;
  select * into offer from public.own_top_ups where id = p_top_up_id and commitment_id = p_commitment_id;
  if offer.id is null then raise sqlstate 'KC001' using message = 'top_up_closed'; end if;
  if p_shares > offer.available_shares then
    raise sqlstate 'KC001' using message = 'top_up_too_many', detail = jsonb_build_object('shares', offer.available_shares)::text;
  end if;
  if p_shares < offer.least_shares then
    raise sqlstate 'KC001' using message = 'top_up_too_few', detail = jsonb_build_object('shares', offer.least_shares)::text;
  end if;
  select * into own from public.commitments where id = p_commitment_id for update;
  select a.capacity_shares, t.price, coalesce(sum(c.allocated_shares), 0) as shares, coalesce(sum(c.cost_pence), 0) as cost
    into given
    from public.allocations a
    join public.deal_terms t on t.id = a.terms_id
    left join public.commitments c on c.deal_id = a.deal_id
         and public.is_live_commitment(c.state)
   where a.deal_id = own.deal_id and a.state = 'final' group by a.capacity_shares, t.price;
  if given.shares + p_shares > given.capacity_shares then raise integrity_constraint_violation; end if;
  more := greatest(least(round((given.shares + p_shares) * given.price * 100) - given.cost + coalesce(own.cost_pence, 0),
                         ceil((coalesce(own.allocated_shares, 0) + p_shares) * given.price * 100)),
                   floor((coalesce(own.allocated_shares, 0) + p_shares) * given.price * 100)) - coalesce(own.cost_pence, 0);
  update public.commitments
     set allocated_shares = coalesce(allocated_shares, 0) + p_shares,
         cost_pence = coalesce(cost_pence, 0) + more,
         fee_pence = public.fee_of(coalesce(cost_pence, 0) + more, fee_bp),
         state = case when state = 'waiting_list' then 'allocated' else state end,
         state_since = case when state = 'waiting_list' then public.app_now() else state_since end where id = own.id;
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, details)
  values (own.id, 'topped_up', public.app_user_id(), own.terms_id, p_shares, own.ceiling_pence,
          jsonb_build_object('top_up_id', p_top_up_id, 'cost_pence', more,
                             'fee_pence', (select c.fee_pence from public.commitments c where c.id = own.id) - coalesce(own.fee_pence, 0)));
  update public.top_up_lines set taken = taken + p_shares, answered_at = public.app_now()
   where top_up_id = p_top_up_id and commitment_id = own.id;
  update public.top_ups t set ended_at = public.app_now()
   where t.id = p_top_up_id and t.shares <= (select sum(l.taken) from public.top_up_lines l where l.top_up_id = t.id);
  return 'taken';
end $$;

create or replace function end_top_up(p_top_up_id uuid) returns text language plpgsql security definer as $$
declare ended timestamptz;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals d join public.top_ups t on t.deal_id = d.id where t.id = p_top_up_id for update of d;
  if not found then return null; end if;
  select t.ended_at into ended from public.top_ups t where t.id = p_top_up_id;
  if ended is not null then raise sqlstate 'KC001' using message = 'top_up_closed'; end if;
  update public.top_ups set ended_at = public.app_now() where id = p_top_up_id;
  return 'ended';
end $$;

create or replace function lower_commitment_fees(p_deal_id uuid) returns void language plpgsql security definer as $$
declare fees constant jsonb := public.tier_fees_bp();
begin
  perform public.lock_deal(p_deal_id);
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
           fee_pence = public.fee_of(c.cost_pence, (fees ->> p.tier)::integer)
      from present p
     where c.id = p.id and p.tier <> c.tier and (fees ->> p.tier)::integer < c.fee_bp
    returning c.id, c.terms_id, c.shares, c.ceiling_pence, c.tier, c.fee_bp)
  insert into public.commitment_events (commitment_id, kind, actor_id, terms_id, shares, ceiling_pence, details)
  select l.id, 'fee_lowered', public.app_user_id(), l.terms_id, l.shares, l.ceiling_pence,
         jsonb_build_object('tier', l.tier, 'fee_bp', l.fee_bp) from lowered l;
  update public.allocation_lines l
     set tier = c.tier, fee_bp = c.fee_bp
    from public.allocations a, public.commitments c
   where a.deal_id = p_deal_id and a.state = 'draft' and l.allocation_id = a.id and c.id = l.commitment_id
     and c.fee_bp < l.fee_bp;
end $$;

create or replace function prepare_allocation(p_deal_id uuid) returns boolean language plpgsql security definer as $$
declare obstacle text;
begin
  if (public.lock_deal(p_deal_id)).id is null then return null; end if;
  if not exists (select from public.allocation_terms where deal_id = p_deal_id) then obstacle := 'allocation_not_open'; end if;
  obstacle := coalesce(obstacle, public.allocation_obstacle(p_deal_id));
  if obstacle is not null then raise sqlstate 'KC001' using message = obstacle; end if;
  perform public.lower_commitment_fees(p_deal_id);
  return true;
end $$;

-- The list that has it is signed: the clock calls this.
create or replace function confirm_allocation(p_deal_id uuid, p_confirmed_by uuid) returns text language plpgsql security definer as $$
declare
  at constant timestamptz := public.app_now();
  deal public.deals := public.lock_deal(p_deal_id);
  draft public.allocation_list;
  obstacle text;
begin
  select * into draft from public.allocation_list where deal_id = p_deal_id;
  if draft.id is null then return null; end if;
  if draft.state <> 'draft' then raise sqlstate 'KC001' using message = 'allocation_not_draft'; end if;
  if draft.is_stale then raise sqlstate 'KC001' using message = 'allocation_stale'; end if;
  obstacle := public.allocation_obstacle(p_deal_id);
  if obstacle is not null then raise sqlstate 'KC001' using message = obstacle; end if;
  if (select sum(l.cost_pence) from public.allocation_lines l where l.allocation_id = draft.id) < draft.club_minimum_pence
  then raise sqlstate 'KC001' using message = 'allocation_below_club_minimum'; end if;
  perform public.check_allocation(draft.id);
  update public.commitments c
     set state = case when l.shares = 0 then 'waiting_list' else 'allocated' end, state_since = at,
         allocated_shares = nullif(l.shares, 0),
         cost_pence = case when l.shares > 0 then l.cost_pence end,
         fee_pence = case when l.shares > 0 then l.fee_pence end
    from public.allocation_lines l where l.allocation_id = draft.id and c.id = l.commitment_id;
  insert into public.commitment_events (commitment_id, happened_at, kind, actor_id, terms_id, shares, ceiling_pence, reason, details)
  select c.id, at, c.state, p_confirmed_by, c.terms_id, l.shares, c.ceiling_pence, l.reason,
         jsonb_build_object('allocation_id', draft.id, 'cost_pence', l.cost_pence, 'fee_pence', l.fee_pence)
    from public.allocation_lines l join public.commitments c on c.id = l.commitment_id where l.allocation_id = draft.id;
  update public.allocations set state = 'final', confirmed_at = at, confirmed_by = p_confirmed_by where id = draft.id;
  if deal.state = 'released' then perform public.move_deal(deal, 'closing', null); end if;
  return 'confirmed';
end $$;

create trigger keep_allocation before update or delete on allocations for each row execute function keep_allocation();
create trigger keep_allocation before update or delete on allocation_lines for each row execute function keep_allocation();
create trigger keep_allocation_whole after insert on allocation_lines referencing new table as added
  for each statement execute function keep_allocation_whole();

grant select on allocation_terms, allocation_list, own_allocations, own_allocation_changes, unfilled_wishes, own_top_ups
  to club_member;
grant execute on function allocation_input_sha256, allocation_obstacle, change_allocation_line,
  set_allocation_costs, free_shares, prepare_top_up, open_top_up, take_top_up, end_top_up, lower_commitment_fees,
  prepare_allocation to club_member;
