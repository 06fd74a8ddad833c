-- Sheets of a document that are empty because the file's page cannot be read, by number.
alter table deal_documents add column damaged_pages integer[] not null default '{}'
  check (array_position(damaged_pages, null) is null and (damaged_pages = '{}' or state = 'ready'));

-- As before; the damaged pages are found as the document is checked.
create or replace function keep_deal_document() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  checking constant text[] := '{state,refusal,checked_at,pages,damaged_pages}';
  removal constant text[] := '{removed_at,removed_by,author_id}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - checking - removal = to_jsonb(new) - checking - removal
     and (old.state = 'checking' or row(old.state, old.refusal, old.checked_at, old.pages, old.damaged_pages)
                                    is not distinct from
                                    row(new.state, new.refusal, new.checked_at, new.pages, new.damaged_pages))
     and (old.removed_at is null or new.removed_at = old.removed_at)
  then return new; end if;
  raise integrity_constraint_violation using message = 'what a deal has recorded is never changed or deleted';
end
$$;

create or replace view deal_room with (security_barrier) as
  select f.id, f.deal_id, f.created_at, f.title, f.file_name, f.number, f.replaces_id, f.is_downloadable, f.state, f.refusal,
         f.pages, f.removed_at, author.full_name as author_name, b.media_type, b.bytes, b.sha256,
         f.removed_at is null and f.state <> 'refused'
           and not exists (select from deal_documents later
                            where later.deal_id = f.deal_id and later.replaces_id = f.id and later.state = 'ready') as is_current,
         (select count(*) from document_openings o where o.document_id = f.id and o.record_id is not null)::integer as openings,
         f.damaged_pages
    from deal_documents f
    join files b on b.id = f.file_id
    left join people author on author.id = f.author_id
   where (select is_admin());
