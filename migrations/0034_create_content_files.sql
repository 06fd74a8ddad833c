-- Files of an item: its pictures and documents. They go with it.
create table content_files (
  id uuid primary key default app_uuid_v7(),
  item_id uuid not null references content_items (id) on delete cascade,
  file_id uuid not null unique references files (id),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create index content_files_item_id_idx on content_files (item_id);
create index content_files_created_by_idx on content_files (created_by);
alter table content_files enable row level security;

-- Whether what is published names the file, to somebody who may read it.
create function is_content_file(p_file_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.content_files f
                   join public.content_items i on i.id = f.item_id
                  where f.file_id = p_file_id
                    and (public.is_admin()
                         or (strpos(i.published::text, p_file_id::text) > 0
                             and (i.kind not in ('event', 'company') or public.is_member()))))
$$;
grant execute on function is_content_file(uuid) to club_visitor, club_member;

grant select on content_files, files, file_chunks to club_visitor;
grant select, insert (item_id, file_id, name, created_by) on content_files to club_member;
create policy "people see the files of content they see, admins all" on content_files for select to club_visitor, club_member
  using (is_content_file(file_id));
create policy "admins add files in their own name" on content_files for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id())
              and exists (select from content_items i where i.id = item_id));
create trigger follow_file_use after insert or delete on content_files
  for each row execute function follow_file_use();

create policy "people see the files of content they see" on files for select to club_visitor, club_member
  using (kind in ('content_picture', 'content_document') and is_content_file(id));
create policy "visitors see the bytes of files they see" on file_chunks for select to club_visitor
  using (exists (select from files f where f.id = file_chunks.file_id));
