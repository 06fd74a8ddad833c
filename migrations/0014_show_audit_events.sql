-- Admins filter the audit by person and by kind, newest first: each filter has an index in that order.
drop index audit_events_actor_idx;
drop index audit_events_subject_idx;
create index audit_events_actor_idx on audit_events (actor_id, created_at desc, id desc);
create index audit_events_subject_idx on audit_events (subject_id, created_at desc, id desc);
create index audit_events_kind_idx on audit_events (kind, created_at desc, id desc);

-- Everybody with an account, with a display name. Views run with their owner's rights, so their condition replaces a policy.
create view audit_people with (security_barrier) as
  select id, email, full_name from people where (select is_admin());
grant select on audit_people to club_member;

-- The audit with the names of its actors and subjects. Each of them has an e-mail: null means deleted.
create view audit_log with (security_barrier) as
  select e.id, e.created_at, e.kind, e.details,
         e.actor_id, actor.email as actor_email, actor.full_name as actor_name,
         e.subject_id, subject.email as subject_email, subject.full_name as subject_name
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
    ) subject on true
   where (select is_admin());
grant select on audit_log to club_member;
