-- People an admin has imported: approved at once when they register, with their name filled in.
create table pending_members (
  id uuid primary key default app_uuid_v7(),
  full_name text not null check (btrim(full_name) <> '' and length(full_name) <= 200),
  email text not null unique check (email = lower(btrim(email))),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create index pending_members_created_by_idx on pending_members (created_by);
alter table pending_members enable row level security;

grant select, insert (full_name, email, created_by) on pending_members to club_member;

create policy "admins see imported people" on pending_members for select to club_member using ((select is_admin()));
create policy "admins import in their own name" on pending_members for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));
