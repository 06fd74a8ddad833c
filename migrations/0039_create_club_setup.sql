-- The first run in the browser: who began it and whether it is done. No row before the first admin has registered.
create table club_setup (
  id uuid primary key default app_uuid_v7(),
  -- Null where the account is gone: any admin may go on.
  started_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  finished_by uuid references auth.users (id) on delete set null,
  check (finished_at is not null or finished_by is null)
);
create unique index club_setup_only_idx on club_setup ((true));
create index club_setup_started_by_idx on club_setup (started_by);
create index club_setup_finished_by_idx on club_setup (finished_by);
alter table club_setup enable row level security;

grant select, insert (started_by), update (finished_at, finished_by) on club_setup to club_member;
create policy "admins see the setup" on club_setup for select to club_member using ((select is_admin()));
create policy "admins start the setup in their own name" on club_setup for insert to club_member
  with check ((select is_admin()) and started_by = (select app_user_id()));
create policy "admins finish the setup once" on club_setup for update to club_member
  using ((select is_admin()) and finished_at is null)
  with check (finished_at is not null and finished_by = (select app_user_id()));

-- Whether a first admin's link sets the club up, asked before anybody has signed in.
create view club_setup_state with (security_barrier) as
  select case when s.finished_at is not null then 'finished' when s.id is not null then 'started' else 'new' end as state,
         case when is_admin() or s.started_by = app_user_id() then s.started_by end as started_by,
         (select p.full_name from people p where p.id = s.started_by and is_admin()) as started_by_name
    from (select) as one left join club_setup s on true;
grant select on club_setup_state to club_visitor, club_member;

-- Clubs that have people were set up without it.
insert into club_setup (finished_at) select now() where exists (select from auth.users);
