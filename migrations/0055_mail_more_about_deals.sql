-- A reminder, the invitation to a call and answers to what one follows: each kind with a consent of its own.
alter table mail_consents drop constraint mail_consents_kind_check;
alter table mail_consents add constraint mail_consents_kind_check
  check (kind in ('deal_release', 'deal_reminder', 'deal_call', 'deal_answers'));

alter table deal_mailings add column kind text not null default 'release' check (kind in ('release', 'reminder', 'call', 'answers'));
alter table deal_mailings alter column kind drop default;
alter table deal_mailings add column call_id uuid references deal_calls (id);
alter table deal_mailings add check ((kind = 'call') = (call_id is not null));
alter table deal_mailings drop constraint deal_mailings_deal_id_key;
-- Nobody is told twice of a release or a call, nor reminded twice.
create unique index deal_mailings_once_idx on deal_mailings (deal_id, kind, call_id) nulls not distinct where kind <> 'answers';
create index deal_mailings_deal_id_idx on deal_mailings (deal_id, created_at desc, id desc);
create index deal_mailings_call_id_idx on deal_mailings (call_id);

drop view deal_mailing_list;
create view deal_mailing_list with (security_barrier) as
  select m.id, m.deal_id, m.kind, m.call_id, m.state, m.created_at, p.full_name as started_by_name, c.starts_at as call_starts_at
    from deal_mailings m
    left join people p on p.id = m.started_by
    left join deal_calls c on c.id = m.call_id
   where (select is_admin());
grant select on deal_mailing_list to club_member;

-- Why somebody is not sent a mail of this kind now: as the gate answers, no_consent, not_for_me; null for whoever is.
create function deal_mail_refusal(p_user_id uuid, p_deal_id uuid, p_kind text, p_at timestamptz) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select case
    when gate.answer <> 'open' then gate.answer
    when not exists (select from public.mail_consents c
                      where c.user_id = p_user_id and c.kind = 'deal_' || p_kind and c.withdrawn_at is null) then 'no_consent'
    when p_kind in ('reminder', 'call')
         and exists (select from public.deal_interests i join public.investor_records r on r.id = i.record_id
                      where r.user_id = p_user_id and i.deal_id = p_deal_id and i.level = 'not_for_me') then 'not_for_me' end
    from (select public.offer_gate(p_user_id, p_at) as answer) gate
$$;

-- Every approved member: open for whoever would be mailed, or why not. By the gate itself, person by person.
drop function count_deal_mail_audience();
drop function deal_mail_audience();
create function deal_mail_audience(p_deal_id uuid, p_kind text) returns table (user_id uuid, outcome text)
language sql stable security definer set search_path = pg_catalog as $$
  select r.user_id, coalesce(public.deal_mail_refusal(r.user_id, p_deal_id, p_kind, public.app_now()), 'open')
    from public.user_roles r
   where r.role = 'member' and r.status = 'approved'
$$;
create function count_deal_mail_audience(p_deal_id uuid, p_kind text) returns table (outcome text, people integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  return query select a.outcome, count(*)::integer from public.deal_mail_audience(p_deal_id, p_kind) a group by a.outcome order by 1;
end
$$;
grant execute on function count_deal_mail_audience(uuid, text) to club_member;

-- A mail for each who is told now; null where the same was told before.
create function insert_deal_mailing(p_deal_id uuid, p_kind text, p_call_id uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  mailing uuid;
begin
  insert into public.deal_mailings (deal_id, kind, call_id, created_at, started_by)
  values (p_deal_id, p_kind, p_call_id, public.app_now(), public.app_user_id())
  on conflict do nothing
  returning id into mailing;
  insert into public.deal_mails (mailing_id, user_id, changed_at)
  select mailing, a.user_id, public.app_now()
    from public.deal_mail_audience(p_deal_id, p_kind) a where a.outcome = 'open' and mailing is not null;
  return mailing;
end
$$;

create or replace function release_deal(p_deal_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if deal.state <> 'approved' then return 'closed'; end if;
  if (public.deal_settings() ->> 'is_enabled')::boolean is not true then return 'deals_disabled'; end if;
  perform public.move_deal(deal, 'released', null);
  perform public.insert_deal_mailing(p_deal_id, 'release', null);
  return 'released';
end
$$;

-- A reminder of a deal that is shown and has not closed, or the invitation to one of its calls. Answers started, closed, told
-- where that was sent before, or null.
create function start_deal_mailing(p_deal_id uuid, p_call_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if deal.state <> 'released'
     or p_call_id is not null
        and not exists (select from public.deal_calls
                         where id = p_call_id and deal_id = p_deal_id and cancelled_reason is null and starts_at > public.app_now())
  then return 'closed'; end if;
  return case when public.insert_deal_mailing(p_deal_id, case when p_call_id is null then 'reminder' else 'call' end, p_call_id) is null
              then 'told' else 'started' end;
end
$$;
grant execute on function start_deal_mailing(uuid, uuid) to club_member;

-- For every deal with answers that members can read now and have not been told of: one mail to each who follows them. Answers
-- the mailings.
create function start_answer_mailings(p_at timestamptz) returns setof uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal record;
  mailing uuid;
begin
  for deal in
    select d.id, array_agg(q.id) as questions
      from public.deals d
      join lateral (select v.content from public.deal_versions v where v.deal_id = d.id and v.approved_at is not null
                     order by v.number desc limit 1) shown on true
      join public.deal_questions q on q.deal_id = d.id and q.answer is not null and q.told_at is null
       and shown.content -> 'answers' @> jsonb_build_array(jsonb_build_object('id', q.id))
     where d.state in ('released', 'closing')
     group by d.id
  loop
    -- Two processes at once tell of it once.
    with told as (
      update public.deal_questions set told_at = p_at where id = any (deal.questions) and told_at is null returning id
    ), followers as (
      select distinct r.user_id
        from told
        join public.deal_question_follows f on f.question_id = told.id
        join public.investor_records r on r.id = f.record_id
       where r.user_id is not null and public.deal_mail_refusal(r.user_id, deal.id, 'answers', p_at) is null
    ), started as (
      insert into public.deal_mailings (deal_id, kind, created_at)
      select deal.id, 'answers', p_at where exists (select from followers)
      returning id
    ), mails as (
      insert into public.deal_mails (mailing_id, user_id, changed_at)
      select started.id, followers.user_id, p_at from started cross join followers
    )
    select id into mailing from started;
    if mailing is not null then return next mailing; end if;
  end loop;
end
$$;

-- Paused ones go on; stopped ones never. Answers changed, closed, or null.
drop function change_deal_mailing(uuid, text);
create function change_deal_mailing(p_deal_id uuid, p_mailing_id uuid, p_to text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  mailing public.deal_mailings;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into mailing from public.deal_mailings where id = p_mailing_id and deal_id = p_deal_id for update;
  if mailing.id is null then return null; end if;
  if mailing.state = 'stopped' or mailing.state = p_to then return 'closed'; end if;
  update public.deal_mailings set state = p_to where id = mailing.id;
  if p_to = 'stopped' then
    update public.deal_mails set state = 'stopped', changed_at = public.app_now()
     where mailing_id = mailing.id and state = 'waiting';
  end if;
  return 'changed';
end
$$;
grant execute on function change_deal_mailing(uuid, uuid, text) to club_member;

-- The gate at the moment of sending, with the delivery in the same transaction. Answers whether the mail may go.
create or replace function claim_deal_mail(p_deal_mail_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  mail public.deal_mails;
  mailing public.deal_mailings;
  version_id uuid;
  refusal text;
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
    when version_id is null then 'deal_not_open'
    when mailing.call_id is not null
         and not exists (select from public.deal_calls
                          where id = mailing.call_id and cancelled_reason is null and starts_at > p_at) then 'call_over'
    else public.deal_mail_refusal(mail.user_id, mailing.deal_id, mailing.kind, p_at) end;
  if refusal is not null then
    update public.deal_mails set state = 'dropped', reason = refusal, changed_at = p_at where id = mail.id;
    return false;
  end if;
  insert into public.deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
  select s.record_id, s.id, s.signed_on, s.valid_through, case mailing.kind when 'answers' then 'answer' else 'mail' end,
         case mailing.kind when 'release' then version_id else mailing.id end, version_id, p_at
    from public.statements s where s.id = public.live_statement_of(mail.user_id, p_at)
  on conflict do nothing;
  update public.deal_mails set state = 'sending', changed_at = p_at where id = mail.id;
  return true;
end
$$;
