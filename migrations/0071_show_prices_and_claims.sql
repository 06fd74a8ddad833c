-- What admins need to see of prices and exits at the desk, and members of what they may claim for what they lost.

-- What shows that a price is right, such as a liquidator's letter: added while the price waits, and then as unchangeable as the price.
create table price_evidence (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  price_id uuid not null unique references share_prices (id),
  author_id uuid references auth.users (id) on delete set null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id)
);
create index price_evidence_author_id_idx on price_evidence (author_id);
alter table price_evidence enable row level security;
create trigger follow_file_use after insert or delete on price_evidence for each row execute function follow_file_use();
grant select, insert (price_id, author_id, file_name, file_id) on price_evidence to club_member;
create policy "people see what shows prices that they see" on price_evidence for select to club_member
  using (exists (select from share_prices s where s.id = price_id));
create policy "admins add what shows a price that waits" on price_evidence for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id())
              and exists (select from share_prices s
                           where s.id = price_id and s.confirmed_at is null and s.refused_at is null));
create policy "people see the files of what shows prices" on files for select to club_member
  using (kind = 'price_evidence' and exists (select from price_evidence e where e.file_id = files.id));

create index share_prices_waiting_idx on share_prices (id) where confirmed_at is null and refused_at is null;

-- As before, with whether there is a document.
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
   where (select is_admin()) or holds_company(d.company_id);
create or replace view share_price_list with (security_barrier) as
  select s.id, s.company_id, s.share_class, s.as_of, s.basis, s.price, s.impaired_percent, s.source, s.shares_in_issue, s.entered_at,
         s.entered_by, author.full_name as entered_by_name, s.confirmed_at, confirmer.full_name as confirmed_by_name,
         s.refused_at, s.refused_because, s.confirmed_at is null and s.refused_at is null as is_waiting,
         is_left_alone(s.entered_by, s.entered_at) as is_left_to_author,
         case when s.confirmed_at is null and s.refused_at is null
              then (select b.lowest from share_prices_on(s.company_id, s.share_class, s.as_of, false) b) end as price_before,
         holds_company(s.company_id) as is_holder, e.file_name as evidence_name
    from share_prices s
    left join people author on author.id = s.entered_by
    left join people confirmer on confirmer.id = s.confirmed_by
    left join price_evidence e on e.price_id = s.id
   where (select is_admin());

-- The price in force of a class on a day, and since when: what other people paid or offered, and that nothing is left; our own rounds
-- and the club's own word only where they do not raise it. An own round at the same price makes no price newer.
create function price_in_force(p_company_id uuid, p_share_class text, p_day date, p_by_others boolean,
                               out price numeric, out as_of date, out basis text)
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  given record;
begin
  for given in
    select p.basis, p.price, p.as_of from public.company_prices p
     where p.company_id = p_company_id and (p.share_class is null or p.share_class = p_share_class) and p.as_of <= p_day
     order by p.as_of, p.recorded_at nulls first, p.id
  loop
    continue when p_by_others and given.basis in ('club_estimate', 'impaired', 'nil');
    if price is null or given.basis in ('last_round', 'offer') or given.price < price
       or (given.price = price and given.basis <> 'our_round') then
      price := given.price;
      as_of := given.as_of;
      basis := given.basis;
    end if;
  end loop;
end
$$;
create or replace function share_price_on(p_company_id uuid, p_share_class text, p_day date, p_by_others boolean) returns numeric
language sql stable security definer set search_path = pg_catalog as $$
  select f.price from public.price_in_force(p_company_id, p_share_class, p_day, p_by_others) f
$$;

-- A round's shares, and how many of them members still hold.
create view held_rounds with (security_barrier) as
  select h.deal_id, d.name as deal_name, h.company_id, h.share_class, h.price, h.issued_on, h.shares,
         (h.shares - coalesce(sold.shares, 0))::bigint as shares_left
    from (select x.deal_id, x.company_id, x.share_class, x.price, x.issued_on, sum(x.shares)::bigint as shares
            from holdings x group by x.deal_id, x.company_id, x.share_class, x.price, x.issued_on) h
    join deals d on d.id = h.deal_id
    left join lateral (
      select sum(l.shares) as shares
        from exits e join exit_lines l on l.exit_id = e.id join holdings o on o.id = l.holding_id
       where e.company_id = h.company_id and e.takes_shares and e.state = 'confirmed' and o.deal_id = h.deal_id) sold on true
   where (select is_admin());

-- Companies of which members hold shares, or held some. In the order of `place` what needs a new price first is first: the day of the
-- oldest price that a round's shares rest on; after them what is written off, then what is sold.
create view held_companies with (security_barrier) as
  select company.id, company.name, company.sector, h.shares, h.shares_left,
         case when h.shares_left = 0 then 2000001 when h.is_lost then 2000000 else h.oldest_on - date '1970-01-01' end as place,
         (select count(*) from share_prices s
           where s.company_id = company.id and s.confirmed_at is null and s.refused_at is null)::integer as waiting_prices,
         (select count(*) from exits e where e.company_id = company.id and e.state = 'proposed')::integer as waiting_exits
    from (select r.company_id, sum(r.shares)::bigint as shares, sum(r.shares_left)::bigint as shares_left,
                 min(greatest(f.as_of, r.issued_on)) filter (where r.shares_left > 0) as oldest_on,
                 coalesce(bool_and(f.basis = 'nil' and f.as_of >= r.issued_on) filter (where r.shares_left > 0), false) as is_lost
            from held_rounds r
            cross join lateral price_in_force(r.company_id, r.share_class, london_today(), false) f
           group by r.company_id) h
    join companies company on company.id = h.company_id
   where (select is_admin());
grant select on held_rounds, held_companies to club_member;
-- It reads prices as its caller may.
grant execute on function price_in_force(uuid, text, date, boolean) to club_member;

-- As before, with the company and the lot.
create or replace view own_exit_lines with (security_barrier) as
  select e.id as exit_id, e.kind, e.happened_on, trim_scale(e.price)::text as price, e.confirmed_at, e.note,
         company.name as company_name, h.deal_id, d.name as deal_name, h.commitment_id, h.certificate_number, h.issued_on, l.shares, l.gross_pence, l.costs_pence,
         l.paid_pence,
         (select o.paid_on from outgoing_payments o
           where o.exit_id = e.id and o.deal_id = h.deal_id and o.kind = 'distribution' and o.commitment_id = h.commitment_id
             and o.state = 'paid') as paid_on,
         e.company_id, h.id as holding_id
    from exits e
    join exit_lines l on l.exit_id = e.id
    join holdings h on h.id = l.holding_id
    join investor_records r on r.id = h.record_id
    join companies company on company.id = e.company_id
    join deals d on d.id = h.deal_id
   where e.state = 'confirmed' and r.user_id = (select app_user_id());
