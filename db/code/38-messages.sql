-- Members in good standing are the universe: nobody else is written to, whatever an audience names.
create or replace function audience_ids(p_node jsonb) returns uuid[] language plpgsql stable security definer as $$
declare ids uuid[]; part jsonb; others uuid[];
begin
  if p_node ? 'all_of' then
    for part in select jsonb_array_elements(p_node -> 'all_of') loop
      others := public.audience_ids(part);
      ids := case when ids is null then others else array(select unnest(ids) intersect select unnest(others)) end;
    end loop;
  elsif p_node ? 'any_of' then
    for part in select jsonb_array_elements(p_node -> 'any_of') loop
      ids := array(select unnest(ids) union select unnest(public.audience_ids(part)));
    end loop;
  else
    ids := array(
      select r.user_id from public.user_roles r
       where r.role = 'member' and r.status = 'approved' and r.suspended_at is null and r.ended_at is null
         and case
               when p_node ? 'members' then true
               when p_node ? 'tiers' then
                 p_node -> 'tiers' ? coalesce((select t.tier from public.current_tiers t where t.person_id = r.user_id), 'trial')
               when p_node ? 'holders_of' then exists (
                 select from public.holdings h join public.investor_records i on i.id = h.record_id
                  where i.user_id = r.user_id and h.company_id = (p_node ->> 'holders_of')::uuid)
               when p_node ? 'event' then exists (
                 select from public.event_answers a
                  where a.user_id = r.user_id and a.event_id = (p_node ->> 'event')::uuid and p_node -> 'answers' ? a.state)
               when p_node ? 'no_answer_to' then not exists (
                 select from public.event_answers a
                  where a.user_id = r.user_id and a.event_id = (p_node ->> 'no_answer_to')::uuid)
               when p_node ? 'people' then p_node -> 'people' ? r.user_id::text
               else case p_node ->> 'missing'
                      when 'profile' then not exists (select from public.member_profiles p where p.user_id = r.user_id)
                                          and not exists (select from public.member_profile_submissions s where s.user_id = r.user_id)
                      when 'statement' then public.live_statement_of(r.user_id, public.app_now()) is null
                      when 'investor_record' then not exists (select from public.investor_records i where i.user_id = r.user_id)
                      when 'two_factor' then not exists (select from auth.two_factors f where f.user_id = r.user_id and f.verified)
                      else false end end);
  end if;
  if p_node ? 'except' then
    ids := array(select unnest(ids) except select unnest(public.audience_ids(p_node -> 'except')));
  end if;
  return coalesce(ids, '{}');
end $$;

create or replace function audience_event(p_audience jsonb) returns uuid language sql immutable as $$
  select coalesce(jsonb_path_query_first(p_audience, 'strict $.**.event') #>> '{}',
                  jsonb_path_query_first(p_audience, 'strict $.**.no_answer_to') #>> '{}')::uuid $$;

create or replace function audience_company(p_audience jsonb) returns uuid language sql immutable as $$
  select (jsonb_path_query_first(p_audience, 'strict $.**.holders_of') #>> '{}')::uuid $$;

-- The version that members are shown of a deal, while something about it may be sent.
create or replace function promotable_version(p_deal_id uuid, p_at timestamptz) returns uuid language sql stable security definer as $$
  select (public.approved_version(d.id)).id from public.deals d
   where d.id = p_deal_id and d.state in ('released', 'closing') and coalesce(public.end_of_commitments(d.id) > p_at, true) $$;

-- A message about an event is owed to who has a place, and to who waits for one.
create or replace function has_place(p_event_id uuid, p_user_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.event_answers a
                  where a.event_id = p_event_id and a.user_id = p_user_id and a.state in ('going', 'waiting', 'offered')) $$;

-- Why a person does not get a message of this kind now; null for who gets it.
create or replace function message_refusal(p_kind text, p_deal_id uuid, p_event_id uuid, p_user_id uuid, p_at timestamptz) returns text
language sql stable security definer as $$
  select case
    when public.membership_status_of(u.id) is distinct from 'approved' then 'ended'
    when not u.email_verified then 'unverified'
    when p_kind = 'service' or p_kind = 'event' and public.has_place(p_event_id, u.id) then null
    when exists (select from public.mail_refusals f where f.user_id = u.id and f.email = u.email) then 'undeliverable'
    when p_kind = 'offer' then case
      when public.promotable_version(p_deal_id, p_at) is null then 'deal_not_open'
      else coalesce(public.deal_mail_refusal(u.id, p_deal_id, 'release', p_at),
                    case when exists (select from public.deal_interests i join public.investor_records r on r.id = i.record_id
                                       where r.user_id = u.id and i.deal_id = p_deal_id and i.level = 'not_for_me')
                         then 'not_for_me' end) end
    when exists (select from public.notice_choices c
                  where c.user_id = u.id and c.choice = 'never'
                    and c.topic = case p_kind when 'company' then 'companies' when 'event' then 'events' else 'messages' end)
    then 'turned_off' end
    from auth.users u where u.id = p_user_id $$;

create or replace function message_audience(p_kind text, p_audience jsonb, p_deal_id uuid, p_at timestamptz)
returns table (user_id uuid, subscription_id uuid, refusal text) language plpgsql stable security definer as $$
declare event constant uuid := public.audience_event(p_audience);
begin
  if p_kind = 'newsletter' then
    return query select null::uuid, s.id, null::text from public.newsletter_subscriptions s where s.confirmed_at is not null;
  else
    return query select a.id, null::uuid, public.message_refusal(p_kind, p_deal_id, event, a.id, p_at)
                   from unnest(public.audience_ids(p_audience)) a (id);
  end if;
end $$;

-- How many would get it, 50 of their names, and who would not, by the reason.
create or replace function preview_audience(p_kind text, p_audience jsonb, p_deal_id uuid) returns jsonb
language plpgsql stable security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  return (
    with people as materialized (
      select coalesce((select p.name from public.people p where p.id = a.user_id),
                      (select s.email from public.newsletter_subscriptions s where s.id = a.subscription_id)) as name, a.refusal
        from public.message_audience(p_kind, p_audience, p_deal_id, public.app_now()) a
    ), named as (
      select name, refusal, row_number() over (partition by refusal order by public.folded(name), name) as place,
             count(*) over (partition by refusal) as people from people
    )
    select jsonb_build_object(
      'count', (select count(*) from people where refusal is null),
      'sample', coalesce((select jsonb_agg(name order by place) from named where refusal is null and place <= 50), '[]'),
      'dropped', coalesce((select jsonb_agg(d order by d.people desc, d.reason)
                             from (select refusal as reason, max(people) as people,
                                          jsonb_agg(name order by place) filter (where place <= 50) as names
                                     from named where refusal is not null group by refusal) d), '[]')));
end $$;

-- A deal that is prepared or open, which the text names or leads to.
create or replace function deal_named_in(p_text text) returns text language sql stable security definer as $$
  select c.name from public.deals d join public.companies c on c.id = d.company_id
   where d.state in ('preparing', 'approved', 'released', 'closing') and public.is_admin()
     and (strpos(public.folded(p_text), public.folded(c.name)) > 0 or strpos(p_text, d.id::text) > 0)
   order by c.name limit 1 $$;

-- The values of the fields of a message for one reader, as they are now.
create or replace function message_values(p_message_id uuid, p_user_id uuid) returns jsonb language sql stable security definer as $$
  select jsonb_build_object(
    'full_name', (select p.full_name from public.people p where p.id = p_user_id),
    'tier', coalesce((select t.tier from public.current_tiers t where t.person_id = p_user_id), 'trial'),
    'tier_until', (select t.until_date from public.current_tiers t where t.person_id = p_user_id),
    'event_title', (select c.published ->> 'title' from public.content_items c where c.id = public.audience_event(m.audience)),
    'event_at', (select e.starts_at from public.event_places e where e.event_id = public.audience_event(m.audience)),
    'company', (select c.name from public.companies c where c.id = public.audience_company(m.audience)))
    from public.messages m where m.id = p_message_id
     and (public.is_admin() or p_user_id is not distinct from public.app_user_id()) $$;

create or replace function note_message_test(p_id uuid, p_version integer) returns text language plpgsql security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.messages where id = p_id;
  if not found then return null; end if;
  update public.messages set tested_at = public.app_now()
   where id = p_id and version = p_version and state in ('draft', 'in_review', 'scheduled');
  if not found then raise sqlstate 'KC001' using message = 'message_changed'; end if;
  return 'noted';
end $$;

create or replace function lock_message(p_id uuid) returns public.messages language plpgsql security definer as $$
declare message public.messages;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into message from public.messages where id = p_id for update;
  return message;
end $$;

create or replace function require_complete_message(p_message public.messages) returns void language plpgsql stable security definer as $$
declare company text;
begin
  if p_message.started_at is not null then raise sqlstate 'KC001' using message = 'message_finished'; end if;
  if p_message.is_offer is null then raise sqlstate 'KC001' using message = 'offer_unanswered'; end if;
  company := case when p_message.kind <> 'offer' then public.deal_named_in(p_message.subject || ' ' || p_message.text) end;
  if company is not null then
    raise sqlstate 'KC001' using message = 'message_names_deal', detail = jsonb_build_object('company', company)::text;
  end if;
  if p_message.tested_at is null then raise sqlstate 'KC001' using message = 'preview_missing'; end if;
end $$;

create or replace function require_sendable_message(p_message public.messages) returns void language plpgsql stable security definer as $$
begin
  perform public.require_complete_message(p_message);
  if p_message.kind = 'offer' and p_message.approved_at is null then
    raise sqlstate 'KC001' using message = 'message_second_person', detail = '{"reason": "same_account"}';
  end if;
end $$;

-- Submits for approval, pauses, goes on, and stops. Approving and starting are functions of their own.
create or replace function transition_messages(p_id uuid, p_from text[], p_to text, p_expected_version timestamptz, p_note text)
returns text language plpgsql security definer as $$
declare message public.messages := public.lock_message(p_id);
begin
  if message.id is null then return null; end if;
  if message.state = p_to then return 'unchanged'; end if;
  if p_to = 'in_review' then
    perform public.require_complete_message(message);
    if message.kind <> 'offer' or message.state <> 'draft' then raise sqlstate 'KC001' using message = 'message_changed'; end if;
    update public.messages set state = 'in_review', submitted_at = public.app_now(), submitted_by = public.app_user_id() where id = p_id;
    return 'changed';
  end if;
  if not message.state = any (p_from) or p_to not in ('sending', 'paused', 'stopped') or message.started_at is null then
    raise sqlstate 'KC001' using message = 'message_finished';
  end if;
  update public.messages set state = p_to, ended_at = case when p_to = 'stopped' then public.app_now() end where id = p_id;
  if p_to = 'stopped' then
    update public.message_mails set state = 'stopped', changed_at = public.app_now() where message_id = p_id and state = 'waiting';
  end if;
  return 'changed';
end $$;

create or replace function approve_message(p_id uuid, p_version integer) returns text language plpgsql security definer as $$
declare message public.messages := public.lock_message(p_id);
begin
  if message.id is null then return null; end if;
  if message.state <> 'in_review' or message.version <> p_version or message.approved_at is not null then
    raise sqlstate 'KC001' using message = 'message_changed';
  end if;
  if not public.is_left_alone(message.submitted_by, message.submitted_at) then
    perform public.require_second_person(message.submitted_by, 'message_second_person');
    perform public.require_second_person(message.updated_by, 'message_second_person');
  end if;
  update public.messages set approved_at = public.app_now(), approved_by = public.app_user_id() where id = p_id;
  return 'approved';
end $$;

create or replace function require_audience(p_people bigint, p_expected integer) returns void language plpgsql immutable as $$
begin
  if p_people <> p_expected then
    raise sqlstate 'KC001' using message = 'audience_changed', detail = jsonb_build_object('then', p_expected, 'now', p_people)::text;
  end if;
  if p_people = 0 then raise sqlstate 'KC001' using message = 'audience_empty'; end if;
end $$;

create or replace function schedule_message(p_id uuid, p_send_at timestamptz, p_expected integer) returns text
language plpgsql security definer as $$
declare message public.messages := public.lock_message(p_id);
begin
  if message.id is null then return null; end if;
  perform public.require_sendable_message(message);
  if p_send_at <= public.app_now() then raise sqlstate 'KC001' using message = 'send_at_past'; end if;
  perform public.require_audience((select count(*) from public.message_audience(message.kind, message.audience, message.deal_id, public.app_now())
                                    where refusal is null), p_expected);
  update public.messages set state = 'scheduled', send_at = p_send_at where id = p_id;
  return 'scheduled';
end $$;

-- One statement fixes who gets it. The clock starts what was planned, whoever is in the audience by then.
create or replace function start_message(p_id uuid, p_expected integer) returns text language plpgsql security definer as $$
declare message public.messages := public.lock_message(p_id); people bigint;
begin
  if message.id is null then return null; end if;
  perform public.require_sendable_message(message);
  insert into public.message_mails (message_id, user_id, subscription_id, state, reason, changed_at)
  select p_id, a.user_id, a.subscription_id, case when a.refusal is null then 'waiting' else 'dropped' end, a.refusal, public.app_now()
    from public.message_audience(message.kind, message.audience, message.deal_id, public.app_now()) a;
  select count(*) into people from public.message_mails where message_id = p_id and state = 'waiting';
  if p_expected is not null then perform public.require_audience(people, p_expected); end if;
  -- What names no offer is under the bell of who turned such mails off, too.
  insert into public.notices (user_id, kind, subject_id, text, created_at)
  select m.user_id, case message.kind when 'offer' then 'message_offer' else 'message_received' end,
         case message.kind when 'offer' then message.deal_id else p_id end,
         case when message.kind <> 'offer' and strpos(message.subject, '{') = 0 then 'The club writes: ' || message.subject end,
         public.app_now()
    from public.message_mails m
   where m.message_id = p_id and m.user_id is not null
     and (m.state = 'waiting' or message.kind <> 'offer' and m.reason in ('turned_off', 'undeliverable', 'unverified'));
  update public.messages set state = 'sending', started_at = public.app_now(), started_by = public.app_user_id() where id = p_id;
  return 'sending';
end $$;

-- Asks consent, statement and address as a mail leaves, and returns whether it is sent.
create or replace function claim_message_mail(p_id uuid, p_at timestamptz) returns boolean language plpgsql security definer as $$
declare mail public.message_mails; message public.messages; refusal text;
begin
  select * into mail from public.message_mails where id = p_id for update;
  if mail.state = 'sending' then
    update public.message_mails set state = 'unknown', changed_at = p_at where id = mail.id;
    return false;
  end if;
  if mail.state is distinct from 'queued' then return false; end if;
  select * into message from public.messages where id = mail.message_id for share;
  if message.state <> 'sending' then
    update public.message_mails
       set state = case message.state when 'paused' then 'waiting' else 'stopped' end, changed_at = p_at where id = mail.id;
    return false;
  end if;
  refusal := case
    when mail.user_id is not null then
      public.message_refusal(message.kind, message.deal_id, public.audience_event(message.audience), mail.user_id, p_at)
    when not exists (select from public.newsletter_subscriptions s where s.id = mail.subscription_id and s.confirmed_at is not null)
    then 'no_consent' end;
  if refusal is not null then
    update public.message_mails set state = 'dropped', reason = refusal, changed_at = p_at where id = mail.id;
    return false;
  end if;
  if message.kind = 'offer' then
    perform public.record_delivery(mail.user_id, 'mail', message.id, public.promotable_version(message.deal_id, p_at), p_at);
  end if;
  update public.message_mails set state = 'sending', changed_at = p_at where id = mail.id;
  return true;
end $$;

-- What of it has no answer yet is sent again, by an admin who knows that some may get it twice.
create or replace function resend_unknown_mails(p_id uuid) returns integer language plpgsql security definer as $$
declare message public.messages := public.lock_message(p_id); people integer;
begin
  if message.id is null then return null; end if;
  update public.message_mails set state = 'waiting', changed_at = public.app_now() where message_id = p_id and state = 'unknown';
  get diagnostics people = row_count;
  if people = 0 or message.state not in ('sending', 'sent') then raise sqlstate 'KC001' using message = 'message_finished'; end if;
  update public.messages set state = 'sending', ended_at = null where id = p_id;
  return people;
end $$;

-- Milliseconds to wait until a mail to many may leave. The real clock counts, and what nobody used is not saved up.
create or replace function take_bulk_mail_slot() returns integer language sql security definer as $$
  insert into public.bulk_mail_pace as p (next_at)
  select clock_timestamp() + s.step from public.bulk_mail_step() s (step)
  on conflict (is_only) do update
    set next_at = greatest(p.next_at, clock_timestamp()) + public.bulk_mail_step()
  returning greatest(0, extract(epoch from next_at - public.bulk_mail_step() - clock_timestamp()) * 1000)::integer $$;

create or replace function bulk_mail_step() returns interval language sql stable security definer as $$
  select interval '1 minute'
         / coalesce((select (value ->> 'bulk_mails_per_minute')::integer from public.club_settings where key = 'emails'), 120) $$;

create or replace view message_list with (security_barrier) as
  select m.*, (select name from people where id = m.created_by) as created_by_name,
         (select name from people where id = m.submitted_by) as submitted_by_name,
         (select name from people where id = m.approved_by) as approved_by_name,
         (select name from people where id = m.started_by) as started_by_name,
         (select c.name from deals d join companies c on c.id = d.company_id where d.id = m.deal_id) as deal_company,
         case when m.state = 'in_review' and m.approved_at is null and not is_left_alone(m.submitted_by, m.submitted_at)
              then coalesce(own_refusal(m.submitted_by), own_refusal(m.updated_by)) end as refusal
    from messages m where (select is_admin());

create or replace view message_recipients with (security_barrier) as
  select m.id, m.message_id, m.user_id, m.state, m.reason, m.changed_at, p.full_name, coalesce(p.email, s.email) as email
    from message_mails m
    left join people p on p.id = m.user_id
    left join newsletter_subscriptions s on s.id = m.subscription_id where (select is_admin());

-- An offer is in nobody's archive: what the deal says is on its page, while that is open to its reader.
create or replace view own_messages with (security_barrier) as
  select r.id, m.id as message_id, m.kind, m.subject, m.text, m.started_at as sent_at
    from messages m join message_mails r on r.message_id = m.id
   where r.user_id = app_user_id() and m.kind <> 'offer' and r.state <> 'stopped'
     and (r.state <> 'dropped' or r.reason in ('turned_off', 'undeliverable', 'unverified'));

grant select on message_list, message_recipients, own_messages to club_member;
grant execute on function preview_audience, deal_named_in, message_values, note_message_test, transition_messages, approve_message,
  schedule_message, start_message, resend_unknown_mails to club_member;
