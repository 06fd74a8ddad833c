create or replace function release_deal(p_deal_id uuid) returns text language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id);
begin
  if deal.id is null then return null; end if;
  if deal.state <> 'approved' then raise sqlstate 'KC001' using message = 'deal_not_approved'; end if;
  if (public.deal_settings() ->> 'is_enabled')::boolean is not true then
    raise sqlstate 'KC001' using message = 'deals_disabled';
  end if;
  perform public.move_deal(deal, 'released', null);
  perform public.insert_deal_mailing(p_deal_id, 'release', null);
  return 'released';
end $$;

-- The function checks the gate at the moment of sending, and returns whether the mail is sent.
create or replace function claim_deal_mail(p_deal_mail_id uuid, p_at timestamptz) returns boolean language plpgsql security definer as $$
declare mail public.deal_mails; mailing public.deal_mailings; version_id uuid; refusal text;
begin
  select * into mail from public.deal_mails where id = p_deal_mail_id for update;
  if mail.state = 'sending' then
    update public.deal_mails set state = 'unknown', changed_at = p_at where id = mail.id;
    return false;
  end if;
  if mail.state is distinct from 'queued' then return false; end if;
  select * into mailing from public.deal_mailings where id = mail.mailing_id for share;
  if mailing.state <> 'sending' then
    update public.deal_mails
       set state = case mailing.state when 'paused' then 'waiting' else 'stopped' end, changed_at = p_at where id = mail.id;
    return false;
  end if;
  select v.id into version_id
    from public.deal_versions v join public.deals d on d.id = v.deal_id
   where d.id = mailing.deal_id and d.state in ('released', 'closing') and v.approved_at is not null
   order by v.number desc limit 1;
  refusal := case
    when version_id is null
         or mailing.kind in ('release', 'reminder') and public.end_of_commitments(mailing.deal_id) <= p_at then 'deal_not_open'
    when mailing.call_id is not null
         and not exists (select from public.deal_calls
                          where id = mailing.call_id and cancelled_reason is null and starts_at > p_at) then 'call_over'
    else public.deal_mail_refusal(mail.user_id, mailing.deal_id, mailing.kind, p_at) end;
  if refusal is not null then
    update public.deal_mails set state = 'dropped', reason = refusal, changed_at = p_at where id = mail.id;
    return false;
  end if;
  perform public.record_delivery(mail.user_id, case mailing.kind when 'answers' then 'answer' else 'mail' end,
                                 case mailing.kind when 'release' then version_id else mailing.id end, version_id, p_at);
  update public.deal_mails set state = 'sending', changed_at = p_at where id = mail.id;
  return true;
end $$;

create or replace view deal_mailing_list with (security_barrier) as
  select m.id, m.deal_id, m.kind, m.call_id, m.state, m.created_at,
         (select name from people where id = m.started_by) as started_by_name, c.starts_at as call_starts_at
    from deal_mailings m left join deal_calls c on c.id = m.call_id where (select is_admin());
grant select on deal_mailing_list to club_member;

create or replace function deal_mail_refusal(p_user_id uuid, p_deal_id uuid, p_kind text, p_at timestamptz) returns text
language sql stable security definer as $$
  select case
    when gate.answer <> 'open' then gate.answer
    when p_kind in ('reminder', 'call')
         and exists (select from public.deal_interests i join public.investor_records r on r.id = i.record_id
                      where r.user_id = p_user_id and i.deal_id = p_deal_id and i.level = 'not_for_me') then 'not_for_me'
    when not exists (select from public.mail_consents c
                      where c.user_id = p_user_id and c.withdrawn_at is null
                        and c.kind = case p_kind when 'answers' then 'deal_call' else 'deal_' || p_kind end)
    then 'no_consent' end
    from (select public.offer_gate(p_user_id, p_at) as answer) gate $$;

create or replace function deal_mail_audience(p_deal_id uuid, p_kind text) returns table (user_id uuid, outcome text)
language sql stable security definer as $$
  select r.user_id, coalesce(public.deal_mail_refusal(r.user_id, p_deal_id, p_kind, public.app_now()), 'open')
    from public.user_roles r where r.role = 'member' and r.status = 'approved' $$;

create or replace function count_deal_mail_audience(p_deal_id uuid, p_kind text) returns table (outcome text, people integer)
language plpgsql stable security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  return query select a.outcome, count(*)::integer from public.deal_mail_audience(p_deal_id, p_kind) a group by a.outcome order by 1;
end $$;

-- The function returns null where the same mailing was started before.
create or replace function insert_deal_mailing(p_deal_id uuid, p_kind text, p_call_id uuid) returns uuid
language plpgsql security definer as $$
declare mailing uuid;
begin
  insert into public.deal_mailings (deal_id, kind, call_id, created_at, started_by)
  values (p_deal_id, p_kind, p_call_id, public.app_now(), public.app_user_id())
  on conflict do nothing returning id into mailing;
  if mailing is null then return null; end if;
  with audience as materialized (
    select a.user_id, a.outcome from public.deal_mail_audience(p_deal_id, p_kind) a where a.outcome in ('open', 'no_consent')
  ), told as (
    insert into public.notices (user_id, kind, subject_id, created_at)
    select a.user_id, public.deal_notice_kind(p_kind), p_deal_id, public.app_now() from audience a
  )
  insert into public.deal_mails (mailing_id, user_id, changed_at)
  select mailing, a.user_id, public.app_now() from audience a where a.outcome = 'open';
  return mailing;
end $$;

create or replace function start_deal_mailing(p_deal_id uuid, p_call_id uuid) returns text language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id);
begin
  if deal.id is null then return null; end if;
  if deal.state <> 'released'
     or p_call_id is not null
        and not exists (select from public.deal_calls
                         where id = p_call_id and deal_id = p_deal_id and cancelled_reason is null and starts_at > public.app_now())
  then raise sqlstate 'KC001' using message = 'mailing_too_late'; end if;
  if public.insert_deal_mailing(p_deal_id, case when p_call_id is null then 'reminder' else 'call' end, p_call_id) is null then
    raise sqlstate 'KC001' using message = 'mailing_sent_before';
  end if;
  return 'started';
end $$;

-- Followers of answers that members can read are told once.
create or replace function start_answer_mailings(p_at timestamptz) returns setof uuid language plpgsql security definer as $$
declare deal record; mailing uuid;
begin
  for deal in
    select d.id, array_agg(q.id) as questions
      from public.deals d
      join lateral (select v.content from public.deal_versions v where v.deal_id = d.id and v.approved_at is not null
                     order by v.number desc limit 1) shown on true
      join public.deal_questions q on q.deal_id = d.id and q.answer is not null and q.told_at is null
       and shown.content -> 'answers' @> jsonb_build_array(jsonb_build_object('id', q.id))
     where d.state in ('released', 'closing') group by d.id loop
    with told as (
      update public.deal_questions set told_at = p_at where id = any (deal.questions) and told_at is null returning id
    ), followers as materialized (
      select f.user_id, public.deal_mail_refusal(f.user_id, deal.id, 'answers', p_at) as refusal
        from (select distinct r.user_id
                from told
                join public.deal_question_follows f on f.question_id = told.id
                join public.investor_records r on r.id = f.record_id
               where r.user_id is not null) f
    ), noticed as (
      insert into public.notices (user_id, kind, subject_id, created_at)
      select f.user_id, public.deal_notice_kind('answers'), deal.id, p_at
        from followers f where f.refusal is null or f.refusal = 'no_consent'
    ), started as (
      insert into public.deal_mailings (deal_id, kind, created_at)
      select deal.id, 'answers', p_at where exists (select from followers f where f.refusal is null) returning id
    ), mails as (
      insert into public.deal_mails (mailing_id, user_id, changed_at)
      select started.id, f.user_id, p_at from started cross join followers f where f.refusal is null
   ) select id into mailing from started;
    if mailing is not null then return next mailing; end if;
  end loop;
end $$;

create or replace function change_deal_mailing(p_deal_id uuid, p_mailing_id uuid, p_to text) returns text
language plpgsql security definer as $$
declare mailing public.deal_mailings;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into mailing from public.deal_mailings where id = p_mailing_id and deal_id = p_deal_id for update;
  if mailing.id is null then return null; end if;
  if mailing.state = 'stopped' or mailing.state = p_to then raise sqlstate 'KC001' using message = 'mailing_closed'; end if;
  update public.deal_mailings set state = p_to where id = mailing.id;
  if p_to = 'stopped' then
    update public.deal_mails set state = 'stopped', changed_at = public.app_now()
     where mailing_id = mailing.id and state = 'waiting';
  end if;
  return 'changed';
end $$;

create or replace function change_mail_consent(p_user_id uuid, p_kind text, p_agrees boolean) returns void
language plpgsql security definer as $$
begin
  if p_agrees then
    insert into public.mail_consents (user_id, kind, agreed_at) values (p_user_id, p_kind, public.app_now())
    on conflict (user_id, kind) where withdrawn_at is null do nothing;
  else
    update public.mail_consents set withdrawn_at = greatest(public.app_now(), agreed_at)
     where user_id = p_user_id and kind = p_kind and withdrawn_at is null;
  end if;
end $$;

create or replace function set_mail_consent(p_kind text, p_agrees boolean) returns void language plpgsql security definer as $$
begin
  if not public.is_member() then raise insufficient_privilege; end if;
  perform public.change_mail_consent(public.app_user_id(), p_kind, p_agrees);
end $$;

create or replace function deal_notice_kind(p_kind text) returns text language sql immutable as $$
  select case p_kind when 'release' then 'deal_opened' when 'reminder' then 'deal_closes_soon'
                     when 'call' then 'deal_call_planned' when 'answers' then 'deal_answered' end $$;

grant execute on function count_deal_mail_audience, start_deal_mailing, change_deal_mailing,
  set_mail_consent to club_member;
