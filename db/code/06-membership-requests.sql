create or replace view membership_requests with (security_barrier) as
  select r.id, r.user_id, r.role, r.status, r.requested_at, r.approved_at, r.approved_by, p.email, p.email_verified, p.full_name,
         exists (select from user_roles a where a.user_id = r.user_id and a.role = 'admin' and a.status = 'approved')
           or (p.is_first_admin and p.email_verified) as is_admin,
         p.is_first_admin,
         (select coalesce(d.full_name, d.email) from people d where d.id = r.approved_by) as approved_by_name,
         -- The audit tells whether a deleted admin decided.
         r.status <> 'pending' and r.approved_by is null
           and not exists (select from audit_events e where e.subject_id = r.user_id and e.actor_id is not null
                             and e.kind in ('membership_approved', 'membership_rejected')) as is_decided_by_club,
         r.suspended_at, r.ended_at, r.standing_reason, running_commitments(r.user_id) as commitments
    from user_roles r join people p on p.id = r.user_id where r.role = 'member' and (select is_admin());
grant select on membership_requests to club_member;

create or replace function own_declined_on() returns date language sql stable security definer as $$
  select (max(a.attempted_at) at time zone 'Europe/London')::date
    from public.statement_attempts a
    join public.investor_records r on r.id = a.record_id
   where r.user_id = public.app_user_id() and a.outcome = 'declined'
     and not exists (select from public.statements s where s.record_id = r.id and s.signed_at > a.attempted_at) $$;

grant execute on function own_declined_on to club_member;
