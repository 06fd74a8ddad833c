-- Who asked for the newsletter; on the list once confirmed. Erased when they unsubscribe, or do not confirm in time.
create table newsletter_subscriptions (
  id uuid primary key default app_uuid_v7(),
  email text not null unique check (email = lower(btrim(email)) and length(email) <= 254),
  -- As it was shown to them in the mail that asks to confirm.
  agreed_text text not null check (btrim(agreed_text) <> '' and length(agreed_text) <= 1000),
  requested_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3) check (confirmed_at >= requested_at),
  created_at timestamptz(3) not null default now()
);
create index newsletter_subscriptions_newest_idx on newsletter_subscriptions (created_at desc, id desc);
alter table newsletter_subscriptions enable row level security;

-- Their owners act by signed links, which the server checks as the database's owner.
grant select, delete on newsletter_subscriptions to club_member;
create policy "admins see newsletter subscriptions" on newsletter_subscriptions for select to club_member
  using ((select is_admin()));
create policy "admins remove newsletter subscriptions" on newsletter_subscriptions for delete to club_member
  using ((select is_admin()));

-- The setting has a second part: what people agree to.
do $$
begin
  -- Only where there is one: the trigger of the statement marks a change of content, which a new database has not had.
  if exists (select from club_settings where key = 'newsletter') then
    update club_settings
       set value = value || '{"agreement": "I agree to get the club’s newsletter by email. I can unsubscribe at any time."}'
     where key = 'newsletter' and not value ? 'agreement';
  end if;
end
$$;

create or replace view audit_log with (security_barrier) as
  select e.id, e.created_at, e.kind, e.details,
         e.actor_id, actor.email as actor_email, actor.full_name as actor_name,
         e.subject_id, subject.email as subject_email, subject.full_name as subject_name,
         coalesce((select a.reason from admin_actions a where a.id = (e.details->>'action_id')::uuid),
                  (select m.reason from memberships m where m.id = (e.details->>'membership_id')::uuid)) as reason
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
    ) subject on true
   where (select is_admin());
