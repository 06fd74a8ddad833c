-- Requests to delete an account. The row is deleted with the account, or when the request is withdrawn.
create table deletion_requests (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  requested_at timestamptz(3) not null default now(),
  -- What the privacy page promises.
  due_at timestamptz(3) not null default now() + interval '30 days',
  created_at timestamptz(3) not null default now()
);
create index deletion_requests_due_idx on deletion_requests (due_at, id);
alter table deletion_requests enable row level security;

grant select, insert (user_id), delete on deletion_requests to club_member;
create policy "people see their own request, admins all" on deletion_requests for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "people ask for themselves, whatever their status" on deletion_requests for insert to club_member
  with check (user_id = (select app_user_id()));
create policy "people withdraw their own request" on deletion_requests for delete to club_member
  using (user_id = (select app_user_id()));

-- The requests with the person, for admins. A view runs with its owner's rights, so its condition replaces a policy.
create view deletion_requests_with_person with (security_barrier) as
  select r.id, r.user_id, r.requested_at, r.due_at, u.email,
         coalesce(p.full_name, s.full_name, nullif(u.name, '')) as full_name
    from deletion_requests r
    join auth.users u on u.id = r.user_id
    left join member_profiles p on p.user_id = r.user_id
    left join member_profile_submissions s on s.user_id = r.user_id
   where (select is_admin());
grant select on deletion_requests_with_person to club_member;

-- Which admin viewed whose submission, at most one row a day; shown to the member.
create table submission_views (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Null once the admin's own account is gone.
  viewer_id uuid references auth.users (id) on delete set null,
  viewed_on date not null default current_date,
  viewed_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  unique (user_id, viewer_id, viewed_on)
);
create index submission_views_viewer_idx on submission_views (viewer_id);
alter table submission_views enable row level security;

grant select, insert (user_id, viewer_id) on submission_views to club_member;
create policy "people see who looked, and admins that they did" on submission_views for select to club_member
  using (user_id = (select app_user_id()) or ((select is_admin()) and viewer_id = (select app_user_id())));
create policy "admins record what they were shown of others" on submission_views for insert to club_member
  with check ((select is_admin()) and viewer_id = (select app_user_id()) and user_id <> (select app_user_id()));
