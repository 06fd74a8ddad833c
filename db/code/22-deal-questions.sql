create or replace function keep_deal_question() returns trigger language plpgsql as $$
begin
  if row(old.id, old.asked_at, old.deal_id, old.record_id, old.question) = row(new.id, new.asked_at, new.deal_id, new.record_id, new.question)
  then return new; end if;
  raise integrity_constraint_violation using message = 'what a deal has recorded is never changed or deleted';
end $$;

-- Merged and declined questions show to their askers alone; a merged question is declined with the other.
create or replace view open_deal_questions with (security_barrier) as
  select q.id, q.deal_id, q.asked_at, q.question, q.merged_into, owns_record(q.record_id) as is_mine,
         case when owns_record(q.record_id) then coalesce(q.declined_reason, other.declined_reason) end as declined_reason,
         exists (select from deal_question_follows f where f.question_id = q.id and owns_record(f.record_id)) as is_followed,
         -- No version is frozen any more of a deal that is over.
         case when not is_deal_shown(q.deal_id) then q.answer end as answer,
         case when not is_deal_shown(q.deal_id) then q.answered_at end as answered_at
    from deal_questions q
    left join deal_questions other on other.id = q.merged_into
   where (((select is_investor()) and is_deal_shown(q.deal_id)) or has_bought(q.deal_id))
     and (owns_record(q.record_id) or (q.merged_into is null and q.declined_reason is null));

create or replace view deal_question_list with (security_barrier) as
  select q.id, q.deal_id, q.asked_at, q.updated_at, q.question, q.answer, q.answered_at, q.merged_into, q.declined_reason,
         q.told_at, (select name from people where id = r.user_id) as asked_by_name,
         (select name from people where id = q.answered_by) as answered_by_name,
         (select count(*) from deal_question_follows f where f.question_id = q.id)::integer as followers,
         coalesce((select v.content -> 'answers' from deal_versions v
                    where v.deal_id = q.deal_id and v.approved_at is not null order by v.number desc limit 1)
                  @> jsonb_build_array(jsonb_build_object('id', q.id, 'answer', q.answer)), false)
           or q.answer is not null and exists (select from deals d where d.id = q.deal_id and d.state in ('completed', 'exited'))
           as is_shown,
         r.user_id as asked_by,
         exists (select from commitments c
                  where c.deal_id = q.deal_id and c.record_id = q.record_id and c.state = 'completed') as asker_has_bought
    from deal_questions q join investor_records r on r.id = q.record_id where (select is_admin());

-- A person has at most ten questions that wait for an answer.
create or replace function ask_deal_question(p_deal_id uuid, p_question text) returns text language plpgsql security definer as $$
declare asker uuid; asked public.deal_questions;
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  if not public.is_deal_shown(p_deal_id) then raise sqlstate 'KC001' using message = 'deal_not_shown'; end if;
  select id into asker from public.investor_records where user_id = public.app_user_id() for no key update;
  if exists (select from public.deal_questions where deal_id = p_deal_id and record_id = asker and question = p_question)
  then return 'asked'; end if;
  if (select count(*) from public.deal_questions
       where deal_id = p_deal_id and record_id = asker and answer is null and merged_into is null and declined_reason is null) >= 10
  then raise sqlstate 'KC001' using message = 'question_too_many'; end if;
  insert into public.deal_questions (asked_at, deal_id, record_id, question)
  values (public.app_now(), p_deal_id, asker, p_question) returning * into asked;
  insert into public.deal_question_follows (followed_at, question_id, record_id)
  values (asked.asked_at, asked.id, asked.record_id);
  return 'asked';
end $$;

create or replace function follow_deal_question(p_question_id uuid, p_follows boolean) returns boolean
language plpgsql security definer as $$
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  if not exists (select from public.open_deal_questions where id = p_question_id) then return false; end if;
  if p_follows then
    insert into public.deal_question_follows (followed_at, question_id, record_id)
    select public.app_now(), p_question_id, r.id from public.investor_records r where r.user_id = public.app_user_id()
    on conflict do nothing;
  else
    delete from public.deal_question_follows where question_id = p_question_id and public.owns_record(record_id);
  end if;
  return true;
end $$;

create or replace function lock_deal_question(p_question_id uuid, p_expected_version timestamptz) returns text
language plpgsql security definer as $$
declare question public.deal_questions;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into question from public.deal_questions where id = p_question_id for update;
  if question.id is null then return null; end if;
  if question.updated_at <> p_expected_version then raise sqlstate 'KC001' using message = 'question_changed'; end if;
  if num_nonnulls(question.merged_into, question.declined_reason) > 0 then raise sqlstate 'KC001' using message = 'question_closed'; end if;
  return 'changed';
end $$;

create or replace function answer_deal_question(p_question_id uuid, p_answer text, p_expected_version timestamptz) returns text
language plpgsql security definer as $$
declare outcome constant text := public.lock_deal_question(p_question_id, p_expected_version);
begin
  if outcome = 'changed' then
    update public.deal_questions
       set answer = p_answer, answered_at = public.app_now(), answered_by = public.app_user_id() where id = p_question_id;
  end if;
  return outcome;
end $$;

create or replace function merge_deal_question(p_question_id uuid, p_into uuid, p_expected_version timestamptz) returns text
language plpgsql security definer as $$
declare outcome text;
begin
  -- A fixed order of locks avoids deadlocks.
  perform from public.deal_questions where id in (p_question_id, p_into) order by id for update;
  outcome := public.lock_deal_question(p_question_id, p_expected_version);
  if outcome is null then return null; end if;
  if p_into = p_question_id or not exists (
    select from public.deal_questions other join public.deal_questions q on q.id = p_question_id and q.deal_id = other.deal_id
     where other.id = p_into and other.merged_into is null and other.declined_reason is null) then
    raise sqlstate 'KC001' using message = 'question_without_target';
  end if;
  update public.deal_questions set merged_into = p_into where id = p_question_id or merged_into = p_question_id;
  insert into public.deal_question_follows (followed_at, question_id, record_id)
  select public.app_now(), p_into, record_id from public.deal_question_follows where question_id = p_question_id
  on conflict do nothing;
  return 'changed';
end $$;

create or replace function decline_deal_question(p_question_id uuid, p_reason text, p_expected_version timestamptz) returns text
language plpgsql security definer as $$
declare outcome constant text := public.lock_deal_question(p_question_id, p_expected_version);
begin
  if outcome = 'changed' then
    update public.deal_questions set declined_reason = p_reason, answer = null, answered_at = null, answered_by = null
     where id = p_question_id;
  end if;
  return outcome;
end $$;

create or replace view open_deal_calls with (security_barrier) as
  select c.id, c.deal_id, c.starts_at, c.ends_at, c.about, c.cancelled_reason, c.sequence, mine.requested_at, mine.joined_at,
         c.cancelled_reason is null and mine.requested_at is not null
           and c.starts_at - interval '15 minutes' <= (select app_now()) and (select app_now()) < c.ends_at as is_joinable
    from deal_calls c
    left join lateral (select r.requested_at, r.joined_at from deal_call_requests r
                        where r.call_id = c.id and r.withdrawn_at is null and owns_record(r.record_id)) mine on true
   where (select is_investor()) and is_deal_shown(c.deal_id);

create or replace view deal_call_people with (security_barrier) as
  select r.id, r.call_id, c.deal_id, r.requested_at, r.withdrawn_at, r.joined_at, i.user_id,
         (select name from people where id = i.user_id) as full_name
    from deal_call_requests r
    join deal_calls c on c.id = r.call_id
    join investor_records i on i.id = r.record_id where (select is_admin());

-- The request is withdrawn where the wording is null.
create or replace function ask_for_deal_call(p_call_id uuid, p_wording text) returns text language plpgsql security definer as $$
declare planned public.deal_calls;
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  select * into planned from public.deal_calls where id = p_call_id for share;
  if planned.id is null or not public.is_deal_shown(planned.deal_id) then return null; end if;
  if planned.cancelled_reason is not null or planned.ends_at <= public.app_now() then raise sqlstate 'KC001' using message = 'call_closed'; end if;
  if p_wording is null then
    update public.deal_call_requests set withdrawn_at = public.app_now()
     where call_id = p_call_id and withdrawn_at is null and public.owns_record(record_id);
  else
    insert into public.deal_call_requests (requested_at, call_id, record_id, wording)
    select public.app_now(), p_call_id, r.id, p_wording from public.investor_records r where r.user_id = public.app_user_id()
    on conflict (call_id, record_id) where withdrawn_at is null do nothing;
  end if;
  return 'changed';
end $$;

create or replace function join_deal_call(p_call_id uuid) returns text language plpgsql security definer as $$
declare address text;
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  select c.join_url into address
    from public.open_deal_calls o join public.deal_calls c on c.id = o.id where o.id = p_call_id and o.is_joinable;
  if address is null then return null; end if;
  update public.deal_call_requests set joined_at = coalesce(joined_at, public.app_now())
   where call_id = p_call_id and withdrawn_at is null and public.owns_record(record_id);
  perform public.record_delivery(public.app_user_id(), 'call', c.id, o.version_id, public.app_now())
     from public.deal_calls c join public.open_deals o on o.id = c.deal_id where c.id = p_call_id;
  return address;
end $$;

create trigger mark_change before update of answer, answered_at, merged_into, declined_reason on deal_questions
  for each row execute function mark_change();
create trigger keep_deal_question before update on deal_questions for each row execute function keep_deal_question();
create trigger mark_change before update on deal_calls for each row execute function mark_change();

grant select on open_deal_questions, deal_question_list, open_deal_calls, deal_call_people to club_member;
grant execute on function ask_deal_question, follow_deal_question, answer_deal_question, merge_deal_question,
  decline_deal_question, ask_for_deal_call, join_deal_call to club_member;
