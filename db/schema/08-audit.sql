-- The owner writes the log in the transaction of the change. Rows have no foreign keys and stay when a person is deleted.
create table audit_events (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default now(),
  actor_id uuid, kind text not null check (kind ~ '^[a-z_]+$'), subject_id uuid, details jsonb not null default '{}');
create index audit_events_newest_idx on audit_events (created_at desc, id desc);
create index audit_events_actor_idx on audit_events (actor_id, created_at desc, id desc);
create index audit_events_subject_idx on audit_events (subject_id, created_at desc, id desc);
create index audit_events_kind_idx on audit_events (kind, created_at desc, id desc);
create index audit_events_signed_in_idx on audit_events (subject_id, created_at desc) where kind = 'signed_in';
comment on table audit_events is 'club; own: created_at kind details';

-- The audit holds ids only, so that the reason is deleted with the account.
create table admin_actions (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  acted_by uuid references auth.users (id) on delete set null, created_at timestamptz(3) not null default now());
create index admin_actions_user_id_idx on admin_actions (user_id);
create index admin_actions_acted_by_idx on admin_actions (acted_by);
comment on table admin_actions is 'own';

-- Rights

grant select on audit_events to club_member;
create policy "admins read the audit" on audit_events for select to club_member using ((select is_admin()));

grant select, insert (user_id, kind, reason, acted_by) on admin_actions to club_member;
create policy "people see what was done to them, admins all" on admin_actions for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "admins act on others in their own name" on admin_actions for insert to club_member
  with check ((select is_admin()) and acted_by = (select app_user_id()) and user_id <> (select app_user_id()));
