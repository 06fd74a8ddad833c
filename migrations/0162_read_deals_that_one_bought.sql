-- Whether the caller bought shares in the deal. What they bought on stays readable for them, with or without a statement.
create function has_bought(p_deal_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.commitments c
                   join public.investor_records r on r.id = c.record_id
                  where c.deal_id = p_deal_id and r.user_id = public.app_user_id() and c.state = 'completed')
$$;
grant execute on function has_bought(uuid) to club_member;

-- Deals that the caller can read: those that are open to them, and those that they bought.
create view readable_deals with (security_barrier) as
  select d.id, d.state, d.released_at, v.id as version_id, v.number as version_number, v.approved_at, v.content, v.page_sha256,
         e.closed_at as closed_early_at, e.reason as closed_early_because, b.is_bought
    from deals d
    cross join lateral (select has_bought(d.id) as is_bought) b
    join lateral (select * from deal_versions a where a.deal_id = d.id and a.approved_at is not null
                   order by a.number desc limit 1) v on true
    left join early_closings e on e.deal_id = d.id
   where b.is_bought or (d.state in ('released', 'closing') and (select is_investor()));
grant select on readable_deals to club_member;

drop policy "investors see approved versions of deals that are shown, admins all" on deal_versions;
create policy "investors see approved versions of deals that are shown, buyers theirs, admins all" on deal_versions
  for select to club_member
  using ((select is_admin())
         or (approved_at is not null and (((select is_investor()) and is_deal_shown(deal_id)) or has_bought(deal_id))));

drop policy "people see what they asked, admins all" on deal_questions;
create policy "people see what they asked, admins all" on deal_questions for select to club_member
  using ((select is_admin()) or (owns_record(record_id) and ((select is_investor()) or has_bought(deal_id))));

create or replace view open_deal_questions with (security_barrier) as
  select q.id, q.deal_id, q.asked_at, q.question, q.merged_into, owns_record(q.record_id) as is_mine,
         case when owns_record(q.record_id) then coalesce(q.declined_reason, other.declined_reason) end as declined_reason,
         exists (select from deal_question_follows f where f.question_id = q.id and owns_record(f.record_id)) as is_followed
    from deal_questions q
    left join deal_questions other on other.id = q.merged_into
   where (((select is_investor()) and is_deal_shown(q.deal_id)) or has_bought(q.deal_id))
     and (owns_record(q.record_id) or (q.merged_into is null and q.declined_reason is null));

create or replace function is_document_shown(p_document_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.deal_documents f
                   join public.readable_deals o on o.id = f.deal_id
                  where f.id = p_document_id and f.state = 'ready'
                    and o.content -> 'documents' @> jsonb_build_array(jsonb_build_object('id', f.id)))
$$;

-- By somebody who can read the deal; null for what is not shown. Under a statement that counts, it is a delivery too.
create or replace function open_deal_document(p_document_id uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  opening uuid;
begin
  if not public.is_document_shown(p_document_id) then
    if not public.is_investor() then raise insufficient_privilege; end if;
    return null;
  end if;
  insert into public.document_openings (opened_at, document_id, record_id, deal_version_id)
  select public.app_now(), f.id, r.id, o.version_id
    from public.deal_documents f
    join public.readable_deals o on o.id = f.deal_id
    join public.investor_records r on r.user_id = public.app_user_id()
   where f.id = p_document_id
  returning id into opening;
  insert into public.deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
  select s.record_id, s.id, s.signed_on, s.valid_through, 'document', p_document_id, d.deal_version_id, public.app_now()
    from public.document_openings d
    join public.statements s on s.id = public.live_statement_of(public.app_user_id(), public.app_now())
   where d.id = opening
  on conflict do nothing;
  return opening;
end
$$;

create or replace function lock_own_opening(p_opening_id uuid, p_document_id uuid) returns public.document_openings
language plpgsql security definer set search_path = pg_catalog as $$
declare
  opening public.document_openings;
begin
  select * into opening from public.document_openings
   where id = p_opening_id and document_id = p_document_id and opened_at > public.app_now() - interval '24 hours' for update;
  if opening.record_id is null then
    return case when public.is_admin() and opening.admin_id = public.app_user_id() then opening end;
  end if;
  if not public.owns_record(opening.record_id) then return null; end if;
  if public.is_document_shown(p_document_id) then return opening; end if;
  if not public.is_investor() then raise insufficient_privilege; end if;
  return null;
end
$$;

create or replace function is_logo_shown(p_file_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.readable_deals where content #>> '{company,logo,file_id}' = p_file_id::text)
$$;
