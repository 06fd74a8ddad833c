-- Audit log, written by the owner in the transaction of the change; no other role can insert, update or delete.
-- Ids only, without foreign keys: a row remains after its person is deleted and then identifies nobody.
create table audit_events (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default now(),
  actor_id uuid,
  kind text not null check (kind ~ '^[a-z_]+$'),
  subject_id uuid,
  details jsonb not null default '{}'
);
create index audit_events_newest_idx on audit_events (created_at desc, id desc);
create index audit_events_actor_idx on audit_events (actor_id, created_at desc);
create index audit_events_subject_idx on audit_events (subject_id, created_at desc);
alter table audit_events enable row level security;

grant select on audit_events to club_member;
create policy "admins read the audit" on audit_events for select to club_member using ((select is_admin()));
