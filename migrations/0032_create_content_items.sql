-- What admins write in the browser: a draft, what is published of it, and every text there was.
create table content_items (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind in ('article', 'news', 'faq', 'page', 'co_founder', 'event', 'company')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  draft jsonb not null check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 500000),
  title text not null generated always as (coalesce(draft ->> 'title', draft ->> 'question', draft ->> 'name')) stored,
  revision integer not null default 1 check (revision > 0),
  published jsonb,
  published_revision integer check (published_revision between 1 and revision),
  first_published_at timestamptz(3),
  published_at timestamptz(3),
  -- The draft of that moment is published then.
  publish_at timestamptz(3),
  is_example boolean not null default false,
  position integer not null default 0 check (position >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by uuid references auth.users (id) on delete set null,
  unique (kind, slug),
  check (num_nulls(published, published_revision, published_at) in (0, 3)),
  check (published_at is null or first_published_at is not null)
);
create index content_items_newest_idx on content_items (updated_at desc, id desc);
create index content_items_position_idx on content_items (kind, position, id);
create index content_items_updated_by_idx on content_items (updated_by);
alter table content_items enable row level security;

grant select, delete, insert (kind, slug, draft, position, updated_by) on content_items to club_member;
grant update (slug, draft, revision, published, published_revision, first_published_at, published_at, publish_at,
              is_example, position, updated_at, updated_by) on content_items to club_member;

create policy "admins see all content" on content_items for select to club_member using ((select is_admin()));
create policy "admins write content in their own name" on content_items for insert to club_member
  with check ((select is_admin()) and kind <> 'page' and updated_by = (select app_user_id()));
-- The site links to its pages: they are edited, and never missing.
create policy "admins change content, and keep pages published" on content_items for update to club_member
  using ((select is_admin())) with check ((select is_admin()) and (kind <> 'page' or published is not null));
create policy "admins delete all but pages" on content_items for delete to club_member
  using ((select is_admin()) and kind <> 'page');

create table content_item_revisions (
  id uuid primary key default app_uuid_v7(),
  item_id uuid not null references content_items (id) on delete cascade,
  number integer not null check (number > 0),
  -- Null for what happened to a revision that has its own row.
  content jsonb check (jsonb_typeof(content) = 'object'),
  action text not null check (action in ('saved', 'restored', 'published', 'unpublished')),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  check ((content is not null) = (action in ('saved', 'restored')))
);
create unique index content_item_revisions_number_idx on content_item_revisions (item_id, number) where content is not null;
create index content_item_revisions_newest_idx on content_item_revisions (item_id, created_at desc, id desc);
create index content_item_revisions_created_by_idx on content_item_revisions (created_by);
alter table content_item_revisions enable row level security;

-- Append-only: neither update nor delete.
grant select, insert (item_id, number, content, action, created_by) on content_item_revisions to club_member;
create policy "admins see all revisions" on content_item_revisions for select to club_member using ((select is_admin()));
create policy "admins add revisions in their own name" on content_item_revisions for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));

-- What the site shows: events and companies to members, the rest to anyone.
create view published_content with (security_barrier) as
  select id, kind, slug, published as content, first_published_at, published_at, position, is_example
    from content_items
   where published is not null and (kind not in ('event', 'company') or (select is_member()));
grant select on published_content to club_visitor, club_member;

-- A draft that is saved changes no page.
create trigger mark_content_revision after update on content_items for each row
  when (old.published is distinct from new.published or old.position <> new.position or old.is_example <> new.is_example)
  execute function mark_content_revision();
create trigger mark_content_revision_of_all after insert or delete on content_items
  for each statement execute function mark_content_revision();

-- The starter content is installed once: what an admin has removed stays away.
create table content_installations (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default now()
);
create unique index content_installations_only_idx on content_installations ((true));
alter table content_installations enable row level security;

-- Content has a title and no e-mail: a subject with neither is gone.
create or replace view audit_log with (security_barrier) as
  select e.id, e.created_at, e.kind, e.details,
         e.actor_id, actor.email as actor_email, actor.full_name as actor_name,
         e.subject_id, subject.email as subject_email, subject.full_name as subject_name,
         coalesce((select a.reason from admin_actions a where a.id = (e.details->>'action_id')::uuid),
                  (select m.reason from memberships m where m.id = (e.details->>'membership_id')::uuid)) as reason
    from audit_events e
    left join people actor on actor.id = e.actor_id
    left join lateral (
      select email, full_name from people where id = e.subject_id
      union all
      select u.email, s.full_name
        from member_profile_submissions s join auth.users u on u.id = s.user_id where s.id = e.subject_id
      union all
      select u.email, p.full_name from member_profiles p join auth.users u on u.id = p.user_id where p.id = e.subject_id
      union all
      select i.email, null from invitations i where i.id = e.subject_id
      union all
      select m.email, m.full_name from pending_members m where m.id = e.subject_id
      union all
      select null, c.title from content_items c where c.id = e.subject_id
    ) subject on true
   where (select is_admin());
