create or replace view audit_people with (security_barrier) as
  select id, email, full_name from people where (select is_admin());

-- A subject without a name and an e-mail is deleted.
create or replace view audit_log with (security_barrier) as
  select e.id, e.created_at, e.kind, e.details, e.actor_id, actor.email as actor_email, actor.full_name as actor_name, e.subject_id,
         subject.email as subject_email, subject.full_name as subject_name,
         coalesce((select a.reason from admin_actions a where a.id = (e.details->>'action_id')::uuid),
                  (select m.reason from memberships m where m.id = (e.details->>'membership_id')::uuid),
                  (select o.reason from investor_record_openings o where o.id = (e.details->>'opening_id')::uuid),
                  (select m.reason from deal_moves m where m.id = (e.details->>'move_id')::uuid),
                  (select case e.kind when 'statement_accepted' then s.accept_reason
                                      when 'statement_refused' then s.reason when 'statement_revoked' then s.reason end
                     from statements s where s.id = e.subject_id)) as reason
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
      union all
      select n.email, null from newsletter_subscriptions n where n.id = e.subject_id
      union all
      select r.email, r.full_name from investor_records i join people r on r.id = i.user_id where i.id = e.subject_id
      union all
      select null, f.version_label from statement_forms f where f.id = e.subject_id
      union all
      select o.email, o.full_name
        from statements s join investor_records i on i.id = s.record_id join people o on o.id = i.user_id
       where s.id = e.subject_id
      union all
      select null, c.name from companies c where c.id = e.subject_id
      union all
      select null, m.subject from messages m where m.id = e.subject_id
      union all
      select null, c.name || ', ' || d.name from deals d join companies c on c.id = d.company_id where d.id = e.subject_id
   ) subject on true where (select is_admin());

grant select on audit_people, audit_log to club_member;
