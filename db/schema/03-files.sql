-- A row that references a file by file_id attaches it; people who can read that row can read the file.
create table files (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  -- A file without a user belongs to the club.
  user_id uuid references auth.users (id) on delete cascade,
  storage text not null check (storage in ('database', 's3')),
  state text not null default 'uploading' check (state in ('uploading', 'uploaded', 'attached')),
  media_type text check (media_type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  bytes integer check (bytes > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null default now(),
  unique (user_id, id), check (num_nulls(media_type, bytes, sha256) = case state when 'uploading' then 3 else 0 end));
create index files_unattached_idx on files (created_at) where state <> 'attached';
create index files_size_idx on files (kind, bytes, id);
comment on table files is 'club';

-- Pictures are in the database, so that every process and every backup has them.
create table pictures (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  width integer not null check (width between 1 and 512),
  height integer not null check (height between 1 and 512),
  created_at timestamptz(3) not null default now(),
  file_id uuid not null,
  unique (user_id, id),
  unique (file_id), constraint pictures_own_file foreign key (user_id, file_id) references files (user_id, id));
create index pictures_name_idx on pictures (name, id);
create index pictures_created_idx on pictures (created_at);
comment on table pictures is 'own';

create table file_chunks (
  id uuid primary key default app_uuid_v7(),
  file_id uuid not null references files (id) on delete cascade,
  first_byte integer not null check (first_byte >= 0),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  created_at timestamptz(3) not null default now(), unique (file_id, first_byte));
alter table file_chunks alter column content set storage external;

-- The bytes of these files are still in S3.
create table removed_files (
  id uuid primary key, created_at timestamptz(3) not null default now());

-- Rights

grant select on files to club_member, club_visitor;
create policy "people see the file of a picture they see" on files for select to club_member
  using (exists (select from pictures p where p.file_id = files.id));
create policy "people see the files of content they see" on files for select to club_visitor, club_member
  using (kind in ('content_picture', 'content_document') and is_content_file(id));
create policy "people see the logo and icon in use" on files for select to club_visitor, club_member
  using (kind = 'brand_picture' and is_brand_file(id));
create policy "people see the files of documents they see" on files for select to club_member
  using (kind in ('deal_document', 'deal_document_page') and is_document_file(id));
create policy "people see the files of logos they see" on files for select to club_member
  using (kind = 'company_logo' and exists (select from company_logos l where l.file_id = files.id));
create policy "people see the files of papers they see" on files for select to club_member
  using (kind = 'paper' and exists (select from papers p where p.file_id = files.id));
create policy "people see the files of letters they see" on files for select to club_member
  using (kind = 'company_letter' and exists (select from company_update_letters l where l.file_id = files.id));
create policy "people see the files of what shows prices" on files for select to club_member
  using (kind = 'price_evidence' and exists (select from price_evidence e where e.file_id = files.id));
create policy "admins see the files of imports" on files for select to club_member
  using (kind = 'holding_import' and exists (select from holding_imports i where i.file_id = files.id));
create policy "people see the files of what shows splits" on files for select to club_member
  using (kind = 'share_action_evidence' and exists (select from share_action_evidence e where e.file_id = files.id));

grant select, insert (user_id, name, width, height, file_id) on pictures to club_member;
create policy "members add pictures of their own" on pictures for insert to club_member
  with check (user_id = (select app_user_id()) and (select is_member()));
create policy "people see their own pictures, members those of listed profiles, admins all" on pictures
  for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin())
         or ((select is_member()) and exists (select from member_profiles p
                                               where p.user_id = pictures.user_id and p.picture_id = pictures.id
                                                 and p.is_listed)));

grant select on file_chunks to club_member, club_visitor;
create policy "people see the bytes of files they see" on file_chunks for select to club_member
  using (exists (select from files f where f.id = file_chunks.file_id));
create policy "visitors see the bytes of files they see" on file_chunks for select to club_visitor
  using (exists (select from files f where f.id = file_chunks.file_id));
