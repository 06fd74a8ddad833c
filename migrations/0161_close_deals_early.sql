-- Deals that an admin closed before the end that their terms announced, unless they were opened again. Read through views alone.
create view early_closings with (security_barrier) as
  select d.id as deal_id, m.moved_at as closed_at, m.reason
    from deals d
    join lateral (select x.moved_at, x.to_state, x.reason from deal_moves x
                   where x.deal_id = d.id and x.to_state in ('released', 'closing')
                   order by x.moved_at desc, x.id desc limit 1) m on m.to_state = 'closing'
    join lateral (select t.closes_at from deal_versions v join deal_terms t on t.id = v.terms_id
                   where v.deal_id = d.id and v.approved_at <= m.moved_at
                   order by v.number desc limit 1) t on m.moved_at < t.closes_at;

-- As before; closing a deal before its announced end needs a reason, which members read.
create or replace function transition_deals(p_id uuid, p_from text[], p_to text, p_expected_version timestamptz, p_note text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  preparation constant text[] := '{enquiry,screening,meeting,diligence,preparing}';
  exits constant text[] := '{declined,withdrawn,parked}';
  deal public.deals;
  outcome text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_id for update;
  if deal.id is null then return null; end if;
  outcome := public.transition_outcome(deal.state, deal.updated_at, p_from, p_to, p_expected_version);
  if outcome <> 'changed' then return outcome; end if;
  if (case when deal.state = any (preparation || exits || '{approved}') then p_to = any (preparation || exits)
           when deal.state = 'released' then p_to in ('closing', 'cancelled')
           when deal.state = 'closing' then p_to in ('released', 'cancelled') end) is not true
     or (p_note is null and (p_to = any (exits || '{cancelled}') or deal.state = any (exits)
                             or (p_to = 'closing' and public.app_now() < (public.approved_terms(p_id)).closes_at)
                             or array_position(preparation || '{approved,released,closing}', p_to)
                                < array_position(preparation || '{approved,released,closing}', deal.state)))
  then raise invalid_parameter_value; end if;
  perform public.move_deal(deal, p_to, p_note);
  return outcome;
end
$$;

-- Who is told that a deal has closed early: everybody with a commitment that has not ended, or an answer other than "not for me".
create function list_told_of_early_closing(p_deal_id uuid) returns table (user_id uuid, commitment_id uuid)
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  return query
    select r.user_id, c.id
      from public.investor_records r
      left join public.commitments c on c.record_id = r.id and c.deal_id = p_deal_id
       and c.state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')
     where r.user_id is not null
       and (c.id is not null
            or exists (select from public.deal_interests i
                        where i.record_id = r.id and i.deal_id = p_deal_id and i.level <> 'not_for_me'))
     order by r.user_id;
end
$$;
grant execute on function list_told_of_early_closing(uuid) to club_member;

create or replace view open_deals with (security_barrier) as
  select d.id, d.state, d.released_at, v.id as version_id, v.number as version_number, v.approved_at, v.content, v.page_sha256,
         e.closed_at as closed_early_at, e.reason as closed_early_because
    from deals d
    join lateral (select * from deal_versions a where a.deal_id = d.id and a.approved_at is not null
                   order by a.number desc limit 1) v on true
    left join early_closings e on e.deal_id = d.id
   where d.state in ('released', 'closing') and (select is_investor());

create or replace view own_commitments with (security_barrier) as
  select c.*, d.state as deal_state, accepted.content #>> '{company,name}' as company_name,
         accepted.content ->> 'deal_name' as deal_name, t.number as terms_number, t.price, t.scheme,
         t.minimum_commitment_pence as minimum_pence, t.closes_at, t.completion_expected_on,
         n.id as new_terms_id, n.number as new_terms_number, n.price as new_price, n.scheme as new_scheme,
         n.minimum_commitment_pence as new_minimum_pence,
         case when c.state = 'needs_reconsent' and (select is_investor()) then accepted.content end as content_before,
         case when c.state = 'needs_reconsent' and (select is_investor()) then newest.content end as content_after,
         e.closed_at as closed_early_at, e.reason as closed_early_because
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
    left join early_closings e on e.deal_id = c.deal_id
   where owns_record(c.record_id);
