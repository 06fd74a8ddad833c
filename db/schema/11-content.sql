-- Processes render pages again when the revision changes.
create table content_revisions (
  id uuid primary key default app_uuid_v7(),
  revision uuid not null default gen_random_uuid(), created_at timestamptz(3) not null default now());
create unique index content_revisions_only_idx on content_revisions ((true));

create table content_items (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind in ('article', 'news', 'faq', 'site_page', 'page', 'co_founder', 'event', 'company')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  draft jsonb not null check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 500000),
  title text not null generated always as (coalesce(draft ->> 'title', draft ->> 'question', draft ->> 'name')) stored,
  revision integer not null default 1 check (revision > 0),
  published jsonb,
  published_revision integer check (published_revision between 1 and revision),
  first_published_at timestamptz(3),
  published_at timestamptz(3),
  -- The draft of that moment is published.
  publish_at timestamptz(3),
  is_example boolean not null default false,
  position integer not null default 0 check (position >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by uuid references auth.users (id) on delete set null,
  unique (kind, slug),
  check (num_nulls(published, published_revision, published_at) in (0, 3)),
  check (published_at is null or first_published_at is not null));
create index content_items_newest_idx on content_items (updated_at desc, id desc);
create index content_items_position_idx on content_items (kind, position, id);
create index content_items_updated_by_idx on content_items (updated_by);

create table content_item_revisions (
  id uuid primary key default app_uuid_v7(),
  item_id uuid not null references content_items (id) on delete cascade,
  number integer not null check (number > 0),
  -- An action on an earlier revision does not repeat the content.
  content jsonb check (jsonb_typeof(content) = 'object'),
  action text not null check (action in ('saved', 'restored', 'published', 'unpublished')),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(), check ((content is not null) = (action in ('saved', 'restored'))));
create unique index content_item_revisions_number_idx on content_item_revisions (item_id, number) where content is not null;
create index content_item_revisions_newest_idx on content_item_revisions (item_id, created_at desc, id desc);
create index content_item_revisions_created_by_idx on content_item_revisions (created_by);

-- The row prevents a second installation of the starter content.
create table content_installations (
  id uuid primary key default app_uuid_v7(), created_at timestamptz(3) not null default now());
create unique index content_installations_only_idx on content_installations ((true));

create table content_files (
  id uuid primary key default app_uuid_v7(),
  item_id uuid not null references content_items (id) on delete cascade,
  file_id uuid not null unique references files (id),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  created_by uuid references auth.users (id) on delete set null, created_at timestamptz(3) not null default now());
create index content_files_item_id_idx on content_files (item_id);
create index content_files_created_by_idx on content_files (created_by);

-- Rights

grant select, delete, insert (kind, slug, draft, position, updated_by), update (slug, draft, revision, published,
  published_revision, first_published_at, published_at, publish_at, is_example, position, updated_at, updated_by) on
  content_items to club_member;
create policy "admins see all content" on content_items for select to club_member using ((select is_admin()));
create policy "admins write content in their own name" on content_items for insert to club_member
  with check ((select is_admin()) and kind not in ('page', 'site_page') and updated_by = (select app_user_id()));
-- The site links to its pages, so they stay published.
create policy "admins change content, and keep pages published" on content_items for update to club_member
  using ((select is_admin())) with check ((select is_admin()) and (kind not in ('page', 'site_page') or published is not null));
create policy "admins delete all but pages" on content_items for delete to club_member
  using ((select is_admin()) and kind not in ('page', 'site_page'));

grant select, insert (item_id, number, content, action, created_by) on content_item_revisions to club_member;
create policy "admins see all revisions" on content_item_revisions for select to club_member using ((select is_admin()));
create policy "admins add revisions in their own name" on content_item_revisions for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));

grant select on content_files to club_visitor;
grant select, insert (item_id, file_id, name, created_by) on content_files to club_member;
create policy "people see the files of content they see, admins all" on content_files for select to club_visitor, club_member
  using (is_content_file(file_id));
create policy "admins add files in their own name" on content_files for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id())
              and exists (select from content_items i where i.id = item_id));
