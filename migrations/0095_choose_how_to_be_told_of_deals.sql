-- A consent says how: at once by mail and in the app, in the app and the weekly mail, or in the app alone.
alter table mail_consents add column way text not null default 'mail' check (way in ('mail', 'weekly', 'here'));
alter table mail_consents alter column way drop default;

-- Of the caller, or of the owner of a mail's link. Another way is another consent; never withdraws.
drop function set_mail_consent(text, boolean);
drop function change_mail_consent(uuid, text, boolean);
create function change_mail_consent(p_user_id uuid, p_kind text, p_way text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.mail_consents set withdrawn_at = greatest(public.app_now(), agreed_at)
   where user_id = p_user_id and kind = p_kind and withdrawn_at is null and way <> p_way;
  if p_way <> 'never' then
    insert into public.mail_consents (user_id, kind, way, agreed_at) values (p_user_id, p_kind, p_way, public.app_now())
    on conflict (user_id, kind) where withdrawn_at is null do nothing;
  end if;
end
$$;
create function set_mail_consent(p_kind text, p_way text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_member() then raise insufficient_privilege; end if;
  perform public.change_mail_consent(public.app_user_id(), p_kind, p_way);
end
$$;
grant execute on function set_mail_consent(text, text) to club_member;

-- What is told of deals is shown while the gate is open, as the deals are. It names none.
drop policy "people see their own notices" on notices;
create policy "people see their own notices, of deals while deals are shown to them" on notices for select to club_member
  using (user_id = (select app_user_id())
         and (kind not in ('deal_opened', 'deal_closes_soon', 'deal_call_planned', 'deal_answered') or (select is_investor())));

create function deal_notice_kind(p_kind text) returns text
language sql immutable set search_path = pg_catalog as $$
  select case p_kind when 'release' then 'deal_opened' when 'reminder' then 'deal_closes_soon'
                     when 'call' then 'deal_call_planned' when 'answers' then 'deal_answered' end
$$;

-- Why somebody is not sent a mail of this kind now: as the gate answers, no_consent, not_for_me, or other_way for those who are
-- told in the app; null for those who are sent it.
create or replace function deal_mail_refusal(p_user_id uuid, p_deal_id uuid, p_kind text, p_at timestamptz) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select case
    when gate.answer <> 'open' then gate.answer
    when consent.way is null then 'no_consent'
    when p_kind in ('reminder', 'call')
         and exists (select from public.deal_interests i join public.investor_records r on r.id = i.record_id
                      where r.user_id = p_user_id and i.deal_id = p_deal_id and i.level = 'not_for_me') then 'not_for_me'
    when consent.way <> 'mail' then 'other_way' end
    from (select public.offer_gate(p_user_id, p_at) as answer) gate
    left join public.mail_consents consent
      on consent.user_id = p_user_id and consent.kind = 'deal_' || p_kind and consent.withdrawn_at is null
$$;

-- A notice for each who is told now, and a mail for those who want one; null where the same was told before.
create or replace function insert_deal_mailing(p_deal_id uuid, p_kind text, p_call_id uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare
  mailing uuid;
begin
  insert into public.deal_mailings (deal_id, kind, call_id, created_at, started_by)
  values (p_deal_id, p_kind, p_call_id, public.app_now(), public.app_user_id())
  on conflict do nothing
  returning id into mailing;
  if mailing is null then return null; end if;
  with audience as materialized (
    select a.user_id, a.outcome from public.deal_mail_audience(p_deal_id, p_kind) a where a.outcome in ('open', 'other_way')
  ), told as (
    insert into public.notices (user_id, kind, subject_id, created_at)
    select a.user_id, public.deal_notice_kind(p_kind), p_deal_id, public.app_now() from audience a
  )
  insert into public.deal_mails (mailing_id, user_id, changed_at)
  select mailing, a.user_id, public.app_now() from audience a where a.outcome = 'open';
  return mailing;
end
$$;

-- For every deal with answers that members can read now and have not been told of: a notice to each who follows them, and a mail
-- to those who want one. Answers the mailings.
create or replace function start_answer_mailings(p_at timestamptz) returns setof uuid
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
        from followers f where f.refusal is null or f.refusal = 'other_way'
    ), started as (
      insert into public.deal_mailings (deal_id, kind, created_at)
      select deal.id, 'answers', p_at where exists (select from followers f where f.refusal is null)
      returning id
    ), mails as (
      insert into public.deal_mails (mailing_id, user_id, changed_at)
      select started.id, f.user_id, p_at from started cross join followers f where f.refusal is null
    )
    select id into mailing from started;
    if mailing is not null then return next mailing; end if;
  end loop;
end
$$;
