create or replace function own_companies() returns setof uuid language sql stable security definer as $$
  select distinct h.company_id from public.holdings h join public.investor_records r on r.id = h.record_id
   where r.user_id = public.app_user_id() $$;

create or replace view held_rounds with (security_barrier) as
  select h.deal_id, d.name as deal_name, h.company_id, h.share_class, h.price, h.issued_on, h.shares,
         (h.shares + coalesce(added.shares, 0) - coalesce(sold.shares, 0))::bigint as shares_left,
         coalesce(added.shares, 0)::bigint as shares_added
    from (select x.deal_id, x.company_id, x.share_class, x.price, x.issued_on, sum(x.shares)::bigint as shares
            from holdings x where x.import_id is null
           group by x.deal_id, x.company_id, x.share_class, x.price, x.issued_on) h
    join deals d on d.id = h.deal_id
    left join lateral (
      select sum(l.shares) as shares
        from exits e join exit_lines l on l.exit_id = e.id join holdings o on o.id = l.holding_id
       where e.company_id = h.company_id and e.takes_shares and e.state = 'confirmed' and o.deal_id = h.deal_id) sold on true
    left join lateral (
      select sum(l.shares_added) as shares
        from share_actions a join share_action_lines l on l.action_id = a.id join holdings o on o.id = l.holding_id
       where a.company_id = h.company_id and a.confirmed_at is not null and o.deal_id = h.deal_id) added on true
   where (select is_admin())
  union all
  select null, null, h.company_id, h.share_class, h.price, h.issued_on, sum(h.shares)::bigint,
         sum(h.shares + coalesce(added.shares, 0) - coalesce(sold.shares, 0))::bigint, sum(coalesce(added.shares, 0))::bigint
    from holdings h
    left join lateral (
      select sum(l.shares) as shares from exit_lines l join exits e on e.id = l.exit_id
       where l.holding_id = h.id and e.takes_shares and e.state = 'confirmed') sold on true
    left join lateral (
      select sum(l.shares_added) as shares from share_action_lines l join share_actions a on a.id = l.action_id
       where l.holding_id = h.id and a.confirmed_at is not null) added on true
   where h.import_id is not null and (select is_admin()) group by h.company_id, h.share_class, h.price, h.issued_on;

-- The order of `place` is the oldest of the last prices of each class first, then companies that are written off, then those that are sold.
create or replace view held_companies with (security_barrier) as
  select company.id, company.name, company.sector, h.shares, h.shares_left,
         case when h.shares_left = 0 then 2000001 when h.is_lost then 2000000 else h.oldest_on - date '1970-01-01' end as place,
         (select count(*) from share_prices s
           where s.company_id = company.id and s.confirmed_at is null and s.refused_at is null)::integer as waiting_prices,
         (select count(*) from exits e where e.company_id = company.id and e.state = 'proposed')::integer as waiting_exits,
         h.shares_added,
         (select count(*) from share_actions a
           where a.company_id = company.id and a.confirmed_at is null and a.refused_at is null)::integer as waiting_splits
    from (select r.company_id, sum(r.shares)::bigint as shares, sum(r.shares_left)::bigint as shares_left,
                 sum(r.shares_added)::bigint as shares_added,
                 min(r.newest_on) as oldest_on,
                 coalesce(bool_and(r.basis = 'nil' and r.as_of >= r.issued_on) filter (where r.shares_left > 0), false) as is_lost
            from (select r.*, f.as_of, f.basis,
                         max(greatest(f.as_of, r.issued_on)) filter (where r.shares_left > 0)
                           over (partition by r.company_id, r.share_class) as newest_on
                    from held_rounds r
                    cross join lateral price_in_force(r.company_id, r.share_class, london_today(), false) f) r
           group by r.company_id) h join companies company on company.id = h.company_id where (select is_admin());

-- Statements have no file, because they are drawn from the sealed page.
create or replace view own_documents with (security_barrier) as
  select p.id, p.kind, p.created_at as added_at, p.dated_on, p.file_name as title, p.bytes, p.sha256, p.file_id, p.scheme,
         p.company_id, p.company_name, p.deal_id, p.deal_name, null as quarter
    from own_papers p
  union all
  select s.id, 'signed_statement', s.signed_at, s.signed_on, f.version_label, null, s.page_sha256, null, null, null, null, null,
         null, null
    from investor_records r
    join statements s on s.record_id = r.id
    join statement_pages page on page.statement_id = s.id
    join statement_forms f on f.id = s.form_id
   where r.user_id = (select app_user_id())
  union all
  select u.id, 'company_letter', u.published_at, (u.sent_at at time zone 'Europe/London')::date, l.file_name, f.bytes, f.sha256,
         l.file_id, null, u.company_id, company.name, null, null, u.quarter
    from own_companies() held (company_id)
    join companies company on company.id = held.company_id
    join company_updates u on u.company_id = company.id and u.published_at is not null
    join company_update_letters l on l.company_id = u.company_id and l.id = u.letter_id
    join files f on f.id = l.file_id
   -- A letter shows once, with its newest version.
   where not exists (select from company_updates later
                      where later.company_id = u.company_id and later.letter_id = u.letter_id
                        and later.published_at is not null and later.version > u.version)
  union all
  select document.id, 'deal_document', document.created_at, (document.created_at at time zone 'Europe/London')::date,
         document.title, f.bytes, f.sha256, null, null, d.company_id, company.name, d.id, d.name, null
    from investor_records r
    join commitments c on c.record_id = r.id
    -- The view shows a deal while it is open and the reader's gate is.
    join open_deals o on o.id = c.deal_id
    join deals d on d.id = c.deal_id
    join companies company on company.id = d.company_id
    join deal_documents document on document.deal_id = d.id and document.state = 'ready'
    join files f on f.id = document.file_id
   where r.user_id = (select app_user_id())
     and is_live_commitment(c.state)
     and o.content -> 'documents' @> jsonb_build_array(jsonb_build_object('id', document.id))
  union all
  -- The paper of an exit is drawn on request.
  select distinct l.exit_id, 'exit_statement', l.confirmed_at, l.happened_on, l.kind, null::integer, null, null::uuid, null,
         l.company_id, l.company_name, null::uuid, null, null
    from own_exit_lines l
  union all
  select s.id, 'price_evidence', s.confirmed_at, s.as_of, s.source, f.bytes, f.sha256, e.file_id, null, s.company_id, company.name,
         null, null, null
    from own_companies() held (company_id)
    join companies company on company.id = held.company_id
    join share_prices s on s.company_id = company.id and s.confirmed_at is not null
    join price_evidence e on e.price_id = s.id
    join files f on f.id = e.file_id
  union all
  select a.id, 'split_evidence', a.confirmed_at, a.effective_on, a.source, f.bytes, f.sha256, e.file_id, null, a.company_id,
         company.name, null, null, null
    from own_companies() held (company_id)
    join share_actions a on a.company_id = held.company_id and a.confirmed_at is not null
    join companies company on company.id = a.company_id
    join share_action_evidence e on e.action_id = a.id join files f on f.id = e.file_id;

create or replace view own_contacts with (security_barrier) as
  select h.id as holding_id, h.deal_id, h.company_id, h.certificate_number, company.name as company_name, company.company_number,
         company.website, company.place, t.vehicle,
         (select a.partner from collection_accounts a
           where a.deal_id = h.deal_id and a.confirmed_at is not null and a.replaced_at is null) as nominee
    from investor_records r
    join holdings h on h.record_id = r.id
    join companies company on company.id = h.company_id
    left join commitments c on c.id = h.commitment_id
    left join deal_terms t on t.id = c.terms_id where r.user_id = (select app_user_id());

-- Lists what an account that is to be deleted leaves behind. Commitments that are not allocated end with it.
create or replace view account_belongings with (security_barrier) as
  select r.user_id, r.needed_until,
         (select coalesce(jsonb_agg(jsonb_build_object('company_name', s.name, 'shares', s.shares) order by s.name), '[]')
            from (select company.name, sum(holding_shares_left(h.id))::bigint as shares
                    from holdings h join companies company on company.id = h.company_id
                   where h.record_id = r.id group by company.id, company.name) s where s.shares > 0) as holdings,
         (select coalesce(jsonb_agg(jsonb_build_object('company_name', company.name, 'state', c.state,
                                                       'owes_pence', m.owes, 'is_owed_pence', m.owed) order by company.name, c.id), '[]')
            from commitments c
            join deals d on d.id = c.deal_id
            join companies company on company.id = d.company_id
            cross join lateral (
              select greatest(coalesce(sum(e.amount_pence) filter (where e.account = '1100'), 0), 0)::bigint as owes,
                     -coalesce(sum(e.amount_pence) filter (where e.account in ('2200', '2400')), 0)::bigint as owed
                from ledger_entries e where e.deal_id = c.deal_id and e.commitment_id = c.id) m
           where c.record_id = r.id
             and (c.state <> 'completed' and is_live_commitment(c.state)
                  or m.owes > 0 or m.owed > 0)) as commitments
    from investor_records r where r.user_id is not null and (select is_admin());

grant select on account_belongings, held_rounds, held_companies, own_documents, own_contacts to club_member;
grant execute on function own_companies to club_member;
