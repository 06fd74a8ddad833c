-- What prices rest on is read by deal and by company: not by each of the thousands of holdings of a round.

create function own_companies() returns setof uuid
language sql stable security definer set search_path = pg_catalog as $$
  select distinct h.company_id from public.holdings h join public.investor_records r on r.id = h.record_id
   where r.user_id = public.app_user_id()
$$;
grant execute on function own_companies() to club_member;

-- As before. All holdings of a round have its class, price and day of issue.
create or replace view company_prices with (security_barrier) as
  select s.id, s.company_id, s.share_class, s.as_of, s.basis, s.price, s.source, s.shares_in_issue, s.confirmed_at as recorded_at,
         not coalesce(s.entered_by = s.confirmed_by, false) as is_by_two_admins
    from share_prices s
   where s.confirmed_at is not null and ((select is_admin()) or holds_company(s.company_id))
  union all
  select null, d.company_id, h.share_class, h.issued_on, 'our_round', h.price, null, null, null,
         not coalesce(c.proposed_by = c.confirmed_by, false)
    from deals d
    cross join lateral (
      select h.share_class, h.issued_on, h.price from holdings h where h.deal_id = d.id order by h.commitment_id limit 1) h
    left join deal_completions c on c.deal_id = d.id and c.confirmed_at is not null
   where (select is_admin()) or holds_company(d.company_id);

-- As before; what a price would be confirmed over is worked out for those alone that wait.
create or replace view share_price_list with (security_barrier) as
  select s.id, s.company_id, s.share_class, s.as_of, s.basis, s.price, s.impaired_percent, s.source, s.shares_in_issue, s.entered_at,
         s.entered_by, author.full_name as entered_by_name, s.confirmed_at, confirmer.full_name as confirmed_by_name,
         s.refused_at, s.refused_because, s.confirmed_at is null and s.refused_at is null as is_waiting,
         is_left_alone(s.entered_by, s.entered_at) as is_left_to_author,
         case when s.confirmed_at is null and s.refused_at is null
              then (select b.lowest from share_prices_on(s.company_id, s.share_class, s.as_of, false) b) end as price_before,
         holds_company(s.company_id) as is_holder
    from share_prices s
    left join people author on author.id = s.entered_by
    left join people confirmer on confirmer.id = s.confirmed_by
   where (select is_admin());
