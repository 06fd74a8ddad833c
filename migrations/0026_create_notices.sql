-- In-app notifications of one person. Written by the owner, in the transaction of the change.
create table notices (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- No foreign key: a notice outlives its subject.
  subject_id uuid,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3)
);
create index notices_newest_idx on notices (user_id, created_at desc, id desc);
create index notices_unread_idx on notices (user_id) where read_at is null;
create index notices_created_at_idx on notices (created_at);
alter table notices enable row level security;

grant select, update (read_at) on notices to club_member;
create policy "people see their own notices" on notices for select to club_member
  using (user_id = (select app_user_id()));
create policy "people mark their own notices as read" on notices for update to club_member
  using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()));
