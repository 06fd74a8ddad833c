-- As before; what somebody paid for imported shares is told to its owner and to admins, not to all who hold shares of the company.
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
   where (select is_admin()) or holds_company(d.company_id)
  union all
  select null, h.company_id, h.share_class, h.issued_on, 'earlier_purchase', h.price, null, null, null, h.is_by_two_admins, false
    from (select o.company_id, o.share_class, o.issued_on, o.price,
                 not coalesce(bool_or(i.proposed_by = i.confirmed_by), false) as is_by_two_admins
            from holdings o join holding_imports i on i.id = o.import_id
           where (select is_admin())
              or o.record_id in (select r.id from investor_records r where r.user_id = (select app_user_id()))
           group by o.company_id, o.share_class, o.issued_on, o.price) h;

-- As before; also answers the accounts of the members whose shares it changes, who are told.
create or replace function confirm_share_action(p_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.share_actions;
  is_alone boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = (select a.company_id from public.share_actions a where a.id = p_id) for update;
  select * into given from public.share_actions a where a.id = p_id;
  if given.id is null then return null; end if;
  if given.confirmed_at is not null or given.refused_at is not null then return jsonb_build_object('outcome', 'closed'); end if;
  is_alone := coalesce(given.proposed_by = public.app_user_id(), false);
  if is_alone and not public.is_left_alone(given.proposed_by, given.proposed_at) then
    return jsonb_build_object('outcome', 'second_person_required'); end if;
  if public.hinders_split(given.company_id, given.effective_on) is not null
     or exists (select from public.split_lots(given.company_id, given.share_class, given.new_shares, given.old_shares,
                                              given.effective_on) now
                  full join (select * from public.share_action_lines l where l.action_id = given.id) l
                    on l.holding_id = now.holding_id
                 where (l.shares_before, l.shares_after) is distinct from (now.shares_before, now.shares_after)) then
    return jsonb_build_object('outcome', 'lots_changed'); end if;
  update public.share_actions set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = given.id;
  return jsonb_build_object(
    'outcome', case when is_alone then 'confirmed_alone' else 'confirmed' end, 'company_id', given.company_id,
    'members', (select coalesce(jsonb_agg(distinct r.user_id), '[]')
                  from public.share_action_lines l
                  join public.holdings h on h.id = l.holding_id
                  join public.investor_records r on r.id = h.record_id
                 where l.action_id = given.id and r.user_id is not null));
end
$$;

-- As before, with what shows each split.
create or replace view own_documents with (security_barrier) as
  select p.id, p.kind, p.created_at as added_at, p.dated_on, p.file_name as title, p.bytes, p.sha256, p.file_id, p.scheme,
         p.company_id, p.company_name, p.deal_id, p.deal_name, null as quarter
    from own_papers p
  union all
  select s.id, 'signed_statement', s.signed_at, s.signed_on, f.version_label, null, s.page_sha256, null, null, null, null, null, null,
         null
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
   -- Once, with the newest version that has it.
   where not exists (select from company_updates later
                      where later.company_id = u.company_id and later.letter_id = u.letter_id
                        and later.published_at is not null and later.version > u.version)
  union all
  select document.id, 'deal_document', document.created_at, (document.created_at at time zone 'Europe/London')::date,
         document.title, f.bytes, f.sha256, null, null, d.company_id, company.name, d.id, d.name, null
    from investor_records r
    join commitments c on c.record_id = r.id
    -- None while the reader's gate is closed, and none of a deal that is over.
    join open_deals o on o.id = c.deal_id
    join deals d on d.id = c.deal_id
    join companies company on company.id = d.company_id
    join deal_documents document on document.deal_id = d.id and document.state = 'ready'
    join files f on f.id = document.file_id
   where r.user_id = (select app_user_id())
     and c.state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')
     and o.content -> 'documents' @> jsonb_build_array(jsonb_build_object('id', document.id))
  union all
  -- Drawn as it is asked for, from lines that never change; its title is the kind of exit.
  select distinct l.exit_id, 'exit_statement', l.confirmed_at, l.happened_on, l.kind, null::integer, null, null::uuid, null, l.company_id,
         l.company_name, null::uuid, null, null
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
  select a.id, 'split_evidence', a.confirmed_at, a.effective_on, a.source, f.bytes, f.sha256, e.file_id, null, a.company_id, company.name,
         null, null, null
    from own_companies() held (company_id)
    join share_actions a on a.company_id = held.company_id and a.confirmed_at is not null
    join companies company on company.id = a.company_id
    join share_action_evidence e on e.action_id = a.id
    join files f on f.id = e.file_id;
