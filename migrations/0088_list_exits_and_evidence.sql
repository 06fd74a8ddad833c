-- As before, with the statement of each exit and with what shows the price of a company's shares.
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
    join files f on f.id = e.file_id;
