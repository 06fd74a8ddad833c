-- A view is recorded once a day, and its member reads it.
create table submission_views (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  viewer_id uuid references auth.users (id) on delete set null,
  viewed_on date not null default current_date,
  viewed_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(), unique (user_id, viewer_id, viewed_on));
create index submission_views_viewer_idx on submission_views (viewer_id);
comment on table submission_views is 'others';

-- Rights

grant select, insert (user_id, viewer_id) on submission_views to club_member;
create policy "people see who looked, and admins that they did" on submission_views for select to club_member
  using (user_id = (select app_user_id()) or ((select is_admin()) and viewer_id = (select app_user_id())));
create policy "admins record what they were shown of others" on submission_views for insert to club_member
  with check ((select is_admin()) and viewer_id = (select app_user_id()) and user_id <> (select app_user_id()));
