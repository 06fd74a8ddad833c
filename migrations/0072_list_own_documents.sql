-- Everything that somebody may keep, in one list; and whom to ask about what they hold, should the club be gone.

-- As before; read from the reader's own commitments, not from all papers of their rounds.
create or replace view own_papers with (security_barrier) as
  select p.id, p.deal_id, c.id as commitment_id, p.kind, p.created_at, p.dated_on, f.bytes, f.sha256,
         company.name as company_name, d.name as deal_name, h.scheme, p.file_name, p.file_id, d.company_id
    from investor_records r
    join commitments c on c.record_id = r.id
    cross join lateral (
      select * from papers own where own.commitment_id = c.id and own.removed_at is null
      union all
      select * from papers of_deal
       where c.state = 'completed' and of_deal.deal_id = c.deal_id and of_deal.kind in ('company_certificate', 'ledger')
         and of_deal.removed_at is null) p
    join files f on f.id = p.file_id
    join deals d on d.id = p.deal_id
    join companies company on company.id = d.company_id
    left join holdings h on h.commitment_id = p.commitment_id
   where r.user_id = (select app_user_id());

-- Papers of what is held, statements as they were signed, letters of companies, and what may still be read of deals that the
-- reader committed to. Statements have no file: they are drawn from the sealed page.
create view own_documents with (security_barrier) as
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
     and o.content -> 'documents' @> jsonb_build_array(jsonb_build_object('id', document.id));

-- Of each round that the reader holds shares of: the company as it is registered, and the partner that holds the shares.
create view own_contacts with (security_barrier) as
  select h.id as holding_id, h.deal_id, h.company_id, h.certificate_number, company.name as company_name, company.company_number,
         company.website, company.place, t.vehicle,
         (select a.partner from collection_accounts a
           where a.deal_id = h.deal_id and a.confirmed_at is not null and a.replaced_at is null) as nominee
    from investor_records r
    join holdings h on h.record_id = r.id
    join companies company on company.id = h.company_id
    join commitments c on c.id = h.commitment_id
    join deal_terms t on t.id = c.terms_id
   where r.user_id = (select app_user_id());
grant select on own_documents, own_contacts to club_member;
