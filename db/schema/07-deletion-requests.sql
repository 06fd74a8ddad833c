create table deletion_requests (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  requested_at timestamptz(3) not null default now(),
  -- The privacy page promises 30 days.
  due_at timestamptz(3) not null default now() + interval '30 days', created_at timestamptz(3) not null default now());
create index deletion_requests_due_idx on deletion_requests (due_at, id);
comment on table deletion_requests is 'own';

-- Rights

grant select, insert (user_id), delete on deletion_requests to club_member;
create policy "people see their own request, admins all" on deletion_requests for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "people ask for themselves, whatever their status" on deletion_requests for insert to club_member
  with check (user_id = (select app_user_id()));
create policy "people withdraw their own request" on deletion_requests for delete to club_member
  using (user_id = (select app_user_id()));
