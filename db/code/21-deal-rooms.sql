create or replace function is_document_shown(p_document_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.deal_documents f
                   join public.readable_deals o on o.id = f.deal_id
                  where f.id = p_document_id and f.state = 'ready'
                    and o.content -> 'documents' @> jsonb_build_array(jsonb_build_object('id', f.id))) $$;

-- A PDF is never downloaded, only its pages.
create or replace function is_document_file(p_file_id uuid) returns boolean language sql stable security definer as $$
  select public.is_admin() and exists (select from public.deal_documents where file_id = p_file_id)
      or exists (select from public.deal_document_pages p
                  where p.file_id = p_file_id and (public.is_admin() or public.is_document_shown(p.document_id)))
      or exists (select from public.deal_documents f join public.files b on b.id = f.file_id
                  where f.file_id = p_file_id and f.is_downloadable and b.media_type <> 'application/pdf'
                    and public.is_document_shown(f.id)) $$;

-- The trigger binds the owner too.
create or replace function keep_deal_document() returns trigger language plpgsql as $$
declare
  checking constant text[] := '{state,refusal,checked_at,pages,damaged_pages}';
  removal constant text[] := '{removed_at,removed_by,author_id}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - checking - removal = to_jsonb(new) - checking - removal
     and (old.state = 'checking' or row(old.state, old.refusal, old.checked_at, old.pages, old.damaged_pages)
                                    is not distinct from
                                    row(new.state, new.refusal, new.checked_at, new.pages, new.damaged_pages))
     and (old.removed_at is null or new.removed_at = old.removed_at) then return new; end if;
  raise integrity_constraint_violation using message = 'what a deal has recorded is never changed or deleted';
end $$;

-- A version takes the newest file of each document that is neither refused nor removed.
create or replace view deal_room with (security_barrier) as
  select f.id, f.deal_id, f.created_at, f.title, f.file_name, f.number, f.replaces_id, f.is_downloadable, f.state, f.refusal,
         f.pages, f.removed_at, (select name from people where id = f.author_id) as author_name, b.media_type, b.bytes, b.sha256,
         f.removed_at is null and f.state <> 'refused'
           and not exists (select from deal_documents later
                            where later.deal_id = f.deal_id and later.replaces_id = f.id and later.state = 'ready') as is_current,
         (select count(*) from document_openings o where o.document_id = f.id and o.record_id is not null)::integer as openings,
         f.damaged_pages
    from deal_documents f join files b on b.id = f.file_id where (select is_admin());

create or replace view document_opening_list with (security_barrier) as
  select o.id, o.opened_at, o.document_id, f.deal_id, f.title, f.number, o.pages, o.downloaded_at, o.record_id is null as is_desk,
         (select name from people where id = coalesce(r.user_id, o.admin_id)) as full_name
    from document_openings o
    join deal_documents f on f.id = o.document_id
    left join investor_records r on r.id = o.record_id where (select is_admin());

create or replace function open_deal_document(p_document_id uuid) returns uuid language plpgsql security definer as $$
declare opening uuid;
begin
  if not public.is_document_shown(p_document_id) then
    if not public.is_investor() then raise insufficient_privilege; end if;
    return null;
  end if;
  insert into public.document_openings (opened_at, document_id, record_id, deal_version_id)
  select public.app_now(), f.id, r.id, o.version_id
    from public.deal_documents f
    join public.readable_deals o on o.id = f.deal_id
    join public.investor_records r on r.user_id = public.app_user_id() where f.id = p_document_id returning id into opening;
  perform public.record_delivery(public.app_user_id(), 'document', p_document_id, d.deal_version_id, public.app_now())
     from public.document_openings d where d.id = opening;
  return opening;
end $$;

create or replace function open_document_at_desk(p_document_id uuid) returns uuid language plpgsql security definer as $$
declare opening uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  insert into public.document_openings (opened_at, document_id, admin_id)
  select public.app_now(), id, public.app_user_id() from public.deal_documents where id = p_document_id and state = 'ready'
  returning id into opening;
  return opening;
end $$;

-- The opening is the caller's, at most a day old, of a document that is still shown.
create or replace function lock_own_opening(p_opening_id uuid, p_document_id uuid) returns public.document_openings
language plpgsql security definer as $$
declare opening public.document_openings;
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
end $$;

-- The page is not recorded where only its headers are sent.
create or replace function read_document_page(p_opening_id uuid, p_document_id uuid, p_number integer, p_is_sent boolean)
returns table (file_id uuid, opened_at timestamptz, reader text, words text) language plpgsql security definer as $$
declare opening constant public.document_openings := public.lock_own_opening(p_opening_id, p_document_id);
begin
  if opening.id is null then return; end if;
  return query
    select p.file_id, opening.opened_at,
           (select coalesce((select r.legal_name from public.investor_records r where r.id = opening.record_id), who.full_name, who.email)
              from public.people who
             where who.id = coalesce((select r.user_id from public.investor_records r where r.id = opening.record_id), opening.admin_id)),
           p.text from public.deal_document_pages p where p.document_id = p_document_id and p.number = p_number;
  if found and p_is_sent and not p_number = any (opening.pages) then
    update public.document_openings
       set pages = (select array_agg(n order by n) from unnest(opening.pages || p_number) as n) where id = opening.id;
  end if;
end $$;

-- The download is not recorded where only its headers are sent.
create or replace function download_document(p_opening_id uuid, p_document_id uuid, p_is_sent boolean) returns uuid
language plpgsql security definer as $$
declare
  opening constant public.document_openings := public.lock_own_opening(p_opening_id, p_document_id);
  document public.deal_documents;
begin
  select * into document from public.deal_documents where id = p_document_id;
  if opening.id is null or not public.is_document_file(document.file_id) then return null; end if;
  if p_is_sent then
    update public.document_openings set downloaded_at = coalesce(downloaded_at, public.app_now()) where id = opening.id;
  end if;
  return document.file_id;
end $$;

create trigger keep_deal_document before update or delete on deal_documents for each row execute function keep_deal_document();

grant select on deal_room, document_opening_list to club_member;
grant execute on function is_document_shown, is_document_file, open_deal_document, open_document_at_desk,
  read_document_page, download_document to club_member;
