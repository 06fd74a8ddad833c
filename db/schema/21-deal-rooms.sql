-- A new file of a document is a new row.
create table deal_documents (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  deal_id uuid not null references deals (id),
  author_id uuid references auth.users (id) on delete set null,
  title text not null check (btrim(title) <> '' and length(title) <= 120),
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id),
  -- Versions of a document count from 1.
  number integer not null default 1 check (number > 0),
  replaces_id uuid,
  is_downloadable boolean not null default false,
  -- A file is not shown until it is checked and its pages are drawn.
  state text not null default 'checking' check (state in ('checking', 'ready', 'refused')),
  refusal text check ((state = 'refused') = (refusal is not null)),
  checked_at timestamptz(3) check ((state = 'checking') = (checked_at is null)),
  -- A spreadsheet has no pages.
  pages integer check (pages > 0),
  removed_at timestamptz(3),
  removed_by uuid references auth.users (id) on delete set null,
  -- These pages could not be read and are empty.
  damaged_pages integer[] not null default '{}'
    constraint deal_documents_check3 check (array_position(damaged_pages, null) is null and (damaged_pages = '{}' or state = 'ready')),
  unique (deal_id, id),
  foreign key (deal_id, replaces_id) references deal_documents (deal_id, id),
  constraint deal_documents_check2 check ((number > 1) = (replaces_id is not null)));
create index deal_documents_deal_id_idx on deal_documents (deal_id, id);
create index deal_documents_replaces_id_idx on deal_documents (deal_id, replaces_id);
create index deal_documents_author_id_idx on deal_documents (author_id);
create index deal_documents_removed_by_idx on deal_documents (removed_by);
create index deal_documents_checking_idx on deal_documents (id) where state = 'checking';

-- The file of a page does not have the reader's name. Screen readers read the text.
create table deal_document_pages (
  id uuid primary key default app_uuid_v7(),
  document_id uuid not null references deal_documents (id),
  number integer not null check (number > 0),
  file_id uuid not null unique references files (id),
  width integer not null check (width > 0),
  height integer not null check (height > 0), text text not null check (length(text) <= 100000), unique (document_id, number));

-- Readers are told above every document that openings are kept.
create table document_openings (
  id uuid primary key default app_uuid_v7(),
  opened_at timestamptz(3) not null,
  document_id uuid not null references deal_documents (id),
  -- An admin's opening has no record.
  record_id uuid references investor_records (id) on delete cascade,
  deal_version_id uuid references deal_versions (id),
  admin_id uuid references auth.users (id) on delete set null,
  -- Page numbers are distinct and ascend.
  pages integer[] not null default '{}',
  downloaded_at timestamptz(3),
  check ((record_id is null) = (deal_version_id is null)), check (record_id is null or admin_id is null));
create index document_openings_document_id_idx on document_openings (document_id, opened_at desc, id desc);
create index document_openings_record_id_idx on document_openings (record_id, document_id, opened_at desc);
create index document_openings_deal_version_id_idx on document_openings (deal_version_id);
create index document_openings_admin_id_idx on document_openings (admin_id);
comment on table document_openings is 'club; own: document_id opened_at pages downloaded_at';

-- Rights

grant select on deal_document_pages, document_openings to club_member;

grant select, insert (deal_id, author_id, title, file_name, file_id, number, replaces_id, is_downloadable), update
  (removed_at, removed_by) on deal_documents to club_member;
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
