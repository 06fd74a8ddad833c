-- What lies in the room of a deal. A new file for a document is a new row; nothing changes the file of a row.
create table deal_documents (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  deal_id uuid not null references deals (id),
  author_id uuid references auth.users (id) on delete set null,
  title text not null check (btrim(title) <> '' and length(title) <= 120),
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id),
  -- Of this document, counted from 1.
  number integer not null default 1 check (number > 0),
  -- The row before it.
  replaces_id uuid,
  is_downloadable boolean not null default false,
  -- In quarantine until it is checked and, where it has pages, drawn.
  state text not null default 'checking' check (state in ('checking', 'ready', 'refused')),
  refusal text check ((state = 'refused') = (refusal is not null)),
  checked_at timestamptz(3) check ((state = 'checking') = (checked_at is null)),
  -- Null for what has none: a spreadsheet.
  pages integer check (pages > 0),
  removed_at timestamptz(3),
  removed_by uuid references auth.users (id) on delete set null,
  unique (deal_id, id),
  foreign key (deal_id, replaces_id) references deal_documents (deal_id, id),
  check ((number > 1) = (replaces_id is not null))
);
create index deal_documents_deal_id_idx on deal_documents (deal_id, id);
create index deal_documents_replaces_id_idx on deal_documents (deal_id, replaces_id);
create index deal_documents_author_id_idx on deal_documents (author_id);
create index deal_documents_removed_by_idx on deal_documents (removed_by);
create index deal_documents_checking_idx on deal_documents (id) where state = 'checking';
alter table deal_documents enable row level security;

-- A page as members are shown it, before their name is put on it; its text is for whoever cannot see the picture.
create table deal_document_pages (
  id uuid primary key default app_uuid_v7(),
  document_id uuid not null references deal_documents (id),
  number integer not null check (number > 0),
  file_id uuid not null unique references files (id),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  text text not null check (length(text) <= 100000),
  unique (document_id, number)
);
alter table deal_document_pages enable row level security;

create trigger follow_file_use after insert or delete on deal_documents for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on deal_document_pages for each row execute function follow_file_use();

-- Who read what, and which pages of it were sent. Said above every document.
create table document_openings (
  id uuid primary key default app_uuid_v7(),
  opened_at timestamptz(3) not null,
  document_id uuid not null references deal_documents (id),
  -- Of a member; null for an admin at the desk.
  record_id uuid references investor_records (id) on delete cascade,
  deal_version_id uuid references deal_versions (id),
  admin_id uuid references auth.users (id) on delete set null,
  -- In ascending order, each once.
  pages integer[] not null default '{}',
  downloaded_at timestamptz(3),
  check ((record_id is null) = (deal_version_id is null)),
  check (record_id is null or admin_id is null)
);
create index document_openings_document_id_idx on document_openings (document_id, opened_at desc, id desc);
create index document_openings_record_id_idx on document_openings (record_id, document_id, opened_at desc);
create index document_openings_deal_version_id_idx on document_openings (deal_version_id);
create index document_openings_admin_id_idx on document_openings (admin_id);
alter table document_openings enable row level security;

grant select, insert (deal_id, author_id, title, file_name, file_id, number, replaces_id, is_downloadable),
      update (removed_at, removed_by) on deal_documents to club_member;
grant select on deal_document_pages, document_openings to club_member;

-- Whether the version that counts of a deal that is shown to the caller has the document.
create function is_document_shown(p_document_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.deal_documents f
                   join public.open_deals o on o.id = f.deal_id
                  where f.id = p_document_id and f.state = 'ready'
                    and o.content -> 'documents' @> jsonb_build_array(jsonb_build_object('id', f.id)))
$$;
grant execute on function is_document_shown(uuid) to club_member;

create policy "investors see documents of versions that are shown, admins all" on deal_documents for select to club_member
  using ((select is_admin()) or is_document_shown(id));
create policy "admins add documents in their own name" on deal_documents for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "admins remove documents in their own name" on deal_documents for update to club_member
  using ((select is_admin())) with check ((select is_admin()) and removed_by = (select app_user_id()));
create policy "investors see pages of documents that are shown, admins all" on deal_document_pages for select to club_member
  using ((select is_admin()) or is_document_shown(document_id));
create policy "people see what they opened, admins all" on document_openings for select to club_member
  using ((select is_admin()) or owns_record(record_id));

-- Bytes: pages of what is shown; a file itself to members only where it may be downloaded, and never a PDF.
create function is_document_file(p_file_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select public.is_admin() and exists (select from public.deal_documents where file_id = p_file_id)
      or exists (select from public.deal_document_pages p
                  where p.file_id = p_file_id and (public.is_admin() or public.is_document_shown(p.document_id)))
      or exists (select from public.deal_documents f join public.files b on b.id = f.file_id
                  where f.file_id = p_file_id and f.is_downloadable and b.media_type <> 'application/pdf'
                    and public.is_document_shown(f.id))
$$;
grant execute on function is_document_file(uuid) to club_member;
create policy "people see the files of documents they see" on files for select to club_member
  using (kind in ('deal_document', 'deal_document_page') and is_document_file(id));

-- For everybody, the owner too: a document is checked once, removed once, and otherwise stays as it is.
create function keep_deal_document() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  checking constant text[] := '{state,refusal,checked_at,pages}';
  removal constant text[] := '{removed_at,removed_by,author_id}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - checking - removal = to_jsonb(new) - checking - removal
     and (old.state = 'checking' or row(old.state, old.refusal, old.checked_at, old.pages)
                                    is not distinct from row(new.state, new.refusal, new.checked_at, new.pages))
     and (old.removed_at is null or new.removed_at = old.removed_at)
  then return new; end if;
  raise integrity_constraint_violation using message = 'what a deal has recorded is never changed or deleted';
end
$$;
create trigger keep_deal_document before update or delete on deal_documents for each row execute function keep_deal_document();

-- The documents that a version takes along: the newest file of each that is neither refused nor removed.
create view deal_room with (security_barrier) as
  select f.id, f.deal_id, f.created_at, f.title, f.file_name, f.number, f.replaces_id, f.is_downloadable, f.state, f.refusal,
         f.pages, f.removed_at, author.full_name as author_name, b.media_type, b.bytes, b.sha256,
         f.removed_at is null and f.state <> 'refused'
           and not exists (select from deal_documents later
                            where later.deal_id = f.deal_id and later.replaces_id = f.id and later.state = 'ready') as is_current,
         (select count(*) from document_openings o where o.document_id = f.id and o.record_id is not null)::integer as openings
    from deal_documents f
    join files b on b.id = f.file_id
    left join people author on author.id = f.author_id
   where (select is_admin());
create view document_opening_list with (security_barrier) as
  select o.id, o.opened_at, o.document_id, f.deal_id, f.title, f.number, o.pages, o.downloaded_at,
         o.record_id is null as is_desk, p.full_name
    from document_openings o
    join deal_documents f on f.id = o.document_id
    left join investor_records r on r.id = o.record_id
    left join people p on p.id = coalesce(r.user_id, o.admin_id)
   where (select is_admin());
grant select on deal_room, document_opening_list to club_member;

-- By a member whose gate is open, with a delivery; null for what is not shown.
create function open_deal_document(p_document_id uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  opening uuid;
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  if not public.is_document_shown(p_document_id) then return null; end if;
  insert into public.document_openings (opened_at, document_id, record_id, deal_version_id)
  select public.app_now(), f.id, s.record_id, o.version_id
    from public.deal_documents f
    join public.open_deals o on o.id = f.deal_id
    join public.statements s on s.id = public.live_statement_of(public.app_user_id(), public.app_now())
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

-- By an admin at the desk; null for what is not ready.
create function open_document_at_desk(p_document_id uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  opening uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  insert into public.document_openings (opened_at, document_id, admin_id)
  select public.app_now(), id, public.app_user_id() from public.deal_documents where id = p_document_id and state = 'ready'
  returning id into opening;
  return opening;
end
$$;

-- The caller's own opening, locked, of a day at most and of what they are still shown; null otherwise.
create function lock_own_opening(p_opening_id uuid, p_document_id uuid) returns public.document_openings
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
  if not public.is_investor() then raise insufficient_privilege; end if;
  return case when public.is_document_shown(p_document_id) then opening end;
end
$$;

-- A page and what is written across it, or nothing; records that it is sent unless only its headers are.
create function read_document_page(p_opening_id uuid, p_document_id uuid, p_number integer, p_is_sent boolean)
returns table (file_id uuid, opened_at timestamptz, reader text, words text)
language plpgsql security definer set search_path = pg_catalog as $$
declare
  opening constant public.document_openings := public.lock_own_opening(p_opening_id, p_document_id);
begin
  if opening.id is null then return; end if;
  return query
    select p.file_id, opening.opened_at,
           (select coalesce((select r.legal_name from public.investor_records r where r.id = opening.record_id), who.full_name, who.email)
              from public.people who
             where who.id = coalesce((select r.user_id from public.investor_records r where r.id = opening.record_id), opening.admin_id)),
           p.text
      from public.deal_document_pages p where p.document_id = p_document_id and p.number = p_number;
  if found and p_is_sent and not p_number = any (opening.pages) then
    update public.document_openings
       set pages = (select array_agg(n order by n) from unnest(opening.pages || p_number) as n) where id = opening.id;
  end if;
end
$$;

-- The file itself, or null; records that it is sent unless only its headers are.
create function download_document(p_opening_id uuid, p_document_id uuid, p_is_sent boolean) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
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
end
$$;
grant execute on function open_deal_document(uuid), open_document_at_desk(uuid),
  read_document_page(uuid, uuid, integer, boolean), download_document(uuid, uuid, boolean) to club_member;
