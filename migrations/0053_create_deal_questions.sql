-- What members ask of a deal. Others read it without a name; the answer is shown once a version with it is approved.
create table deal_questions (
  id uuid primary key default app_uuid_v7(),
  asked_at timestamptz(3) not null,
  -- For optimistic locking; a trigger moves it.
  updated_at timestamptz(3) not null default now(),
  deal_id uuid not null references deals (id),
  record_id uuid not null references investor_records (id) on delete cascade,
  question text not null check (length(btrim(question)) between 10 and 2000),
  answer text check (btrim(answer) <> '' and length(answer) <= 5000),
  answered_at timestamptz(3),
  answered_by uuid references auth.users (id) on delete set null,
  merged_into uuid,
  -- Why it is not answered; its asker reads it.
  declined_reason text check (btrim(declined_reason) <> '' and length(declined_reason) <= 1000),
  -- When its followers were told of the answer.
  told_at timestamptz(3),
  unique (deal_id, id),
  foreign key (deal_id, merged_into) references deal_questions (deal_id, id) on delete set null (merged_into),
  check (merged_into <> id),
  check ((answer is null) = (answered_at is null)),
  check (num_nonnulls(merged_into, declined_reason) <= 1)
);
create index deal_questions_deal_id_idx on deal_questions (deal_id, asked_at desc, id desc);
create index deal_questions_record_id_idx on deal_questions (record_id);
create index deal_questions_merged_into_idx on deal_questions (deal_id, merged_into);
create index deal_questions_answered_by_idx on deal_questions (answered_by);
create index deal_questions_waiting_idx on deal_questions (deal_id, record_id)
  where answer is null and merged_into is null and declined_reason is null;
create index deal_questions_untold_idx on deal_questions (deal_id) where answer is not null and told_at is null;
alter table deal_questions enable row level security;
create trigger mark_change before update of answer, answered_at, merged_into, declined_reason on deal_questions
  for each row execute function mark_change();

-- Who is told of the answer; the asker from the start.
create table deal_question_follows (
  id uuid primary key default app_uuid_v7(),
  followed_at timestamptz(3) not null,
  question_id uuid not null references deal_questions (id) on delete cascade,
  record_id uuid not null references investor_records (id) on delete cascade,
  unique (question_id, record_id)
);
create index deal_question_follows_record_id_idx on deal_question_follows (record_id);
alter table deal_question_follows enable row level security;

-- What was asked stays as it was asked.
create function keep_deal_question() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  if row(old.id, old.asked_at, old.deal_id, old.record_id, old.question) = row(new.id, new.asked_at, new.deal_id, new.record_id, new.question)
  then return new; end if;
  raise integrity_constraint_violation using message = 'what a deal has recorded is never changed or deleted';
end
$$;
create trigger keep_deal_question before update on deal_questions for each row execute function keep_deal_question();

-- Not the answer: its asker too reads it in a version that is approved.
grant select (id, asked_at, deal_id, record_id, question, merged_into, declined_reason) on deal_questions to club_member;
grant select on deal_question_follows to club_member;
create policy "people see what they asked, admins all" on deal_questions for select to club_member
  using ((select is_admin()) or ((select is_investor()) and owns_record(record_id)));
create policy "people see what they follow, admins all" on deal_question_follows for select to club_member
  using ((select is_admin()) or ((select is_investor()) and owns_record(record_id)));

-- Questions of a deal as its reader sees them, without who asked. Merged and declined ones show to their askers alone; a
-- merged one is declined with the other.
create view open_deal_questions with (security_barrier) as
  select q.id, q.deal_id, q.asked_at, q.question, q.merged_into, owns_record(q.record_id) as is_mine,
         case when owns_record(q.record_id) then coalesce(q.declined_reason, other.declined_reason) end as declined_reason,
         exists (select from deal_question_follows f where f.question_id = q.id and owns_record(f.record_id)) as is_followed
    from deal_questions q
    left join deal_questions other on other.id = q.merged_into
   where (select is_investor()) and is_deal_shown(q.deal_id)
     and (owns_record(q.record_id) or (q.merged_into is null and q.declined_reason is null));
-- As the desk sees them.
create view deal_question_list with (security_barrier) as
  select q.id, q.deal_id, q.asked_at, q.updated_at, q.question, q.answer, q.answered_at, q.merged_into, q.declined_reason,
         q.told_at, asker.full_name as asked_by_name, answerer.full_name as answered_by_name,
         (select count(*) from deal_question_follows f where f.question_id = q.id)::integer as followers,
         coalesce((select v.content -> 'answers' from deal_versions v
                    where v.deal_id = q.deal_id and v.approved_at is not null order by v.number desc limit 1)
                  @> jsonb_build_array(jsonb_build_object('id', q.id, 'answer', q.answer)), false) as is_shown
    from deal_questions q
    join investor_records r on r.id = q.record_id
    left join people asker on asker.id = r.user_id
    left join people answerer on answerer.id = q.answered_by
   where (select is_admin());
grant select on open_deal_questions, deal_question_list to club_member;

-- Without an answer, of deals that are shown.
create function count_waiting_questions() returns integer
language sql stable security definer set search_path = pg_catalog as $$
  select count(*)::integer
    from public.deal_questions
   where public.is_admin() and answer is null and merged_into is null and declined_reason is null
     and deal_id in (select id from public.deals where state in ('released', 'closing'))
$$;

-- Answers asked, also for words that the caller has asked already; too_many while ten of theirs wait; null unless the deal
-- is shown.
create function ask_deal_question(p_deal_id uuid, p_question text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  asker uuid;
  asked public.deal_questions;
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  if not public.is_deal_shown(p_deal_id) then return null; end if;
  -- One question of a person at a time.
  select id into asker from public.investor_records where user_id = public.app_user_id() for no key update;
  if exists (select from public.deal_questions where deal_id = p_deal_id and record_id = asker and question = p_question)
  then return 'asked'; end if;
  if (select count(*) from public.deal_questions
       where deal_id = p_deal_id and record_id = asker and answer is null and merged_into is null and declined_reason is null) >= 10
  then return 'too_many'; end if;
  insert into public.deal_questions (asked_at, deal_id, record_id, question)
  values (public.app_now(), p_deal_id, asker, p_question)
  returning * into asked;
  insert into public.deal_question_follows (followed_at, question_id, record_id)
  values (asked.asked_at, asked.id, asked.record_id);
  return 'asked';
end
$$;

-- Answers false where there is no such question to follow.
create function follow_deal_question(p_question_id uuid, p_follows boolean) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
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
end
$$;

-- The question at the desk, locked. Answers changed, stale, closed for one that is merged or declined, or null.
create function lock_deal_question(p_question_id uuid, p_expected_version timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  question public.deal_questions;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into question from public.deal_questions where id = p_question_id for update;
  if question.id is null then return null; end if;
  if question.updated_at <> p_expected_version then return 'stale'; end if;
  return case when question.merged_into is null and question.declined_reason is null then 'changed' else 'closed' end;
end
$$;

-- With the founders' words; whoever follows is told when a version with it is approved.
create function answer_deal_question(p_question_id uuid, p_answer text, p_expected_version timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  outcome constant text := public.lock_deal_question(p_question_id, p_expected_version);
begin
  if outcome = 'changed' then
    update public.deal_questions
       set answer = p_answer, answered_at = public.app_now(), answered_by = public.app_user_id() where id = p_question_id;
  end if;
  return outcome;
end
$$;

-- Its followers follow the other one from then on. Answers no_target unless that is an open question of the same deal.
create function merge_deal_question(p_question_id uuid, p_into uuid, p_expected_version timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  outcome text;
begin
  -- Both in one order, so that two merges never wait for each other.
  perform from public.deal_questions where id in (p_question_id, p_into) order by id for update;
  outcome := public.lock_deal_question(p_question_id, p_expected_version);
  if outcome is distinct from 'changed' then return outcome; end if;
  if p_into = p_question_id or not exists (
    select from public.deal_questions other join public.deal_questions q on q.id = p_question_id and q.deal_id = other.deal_id
     where other.id = p_into and other.merged_into is null and other.declined_reason is null)
  then return 'no_target'; end if;
  update public.deal_questions set merged_into = p_into where id = p_question_id or merged_into = p_question_id;
  insert into public.deal_question_follows (followed_at, question_id, record_id)
  select public.app_now(), p_into, record_id from public.deal_question_follows where question_id = p_question_id
  on conflict do nothing;
  return 'changed';
end
$$;

create function decline_deal_question(p_question_id uuid, p_reason text, p_expected_version timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  outcome constant text := public.lock_deal_question(p_question_id, p_expected_version);
begin
  if outcome = 'changed' then
    update public.deal_questions set declined_reason = p_reason, answer = null, answered_at = null, answered_by = null
     where id = p_question_id;
  end if;
  return outcome;
end
$$;
grant execute on function count_waiting_questions(), ask_deal_question(uuid, text), follow_deal_question(uuid, boolean),
  answer_deal_question(uuid, text, timestamptz), merge_deal_question(uuid, uuid, timestamptz),
  decline_deal_question(uuid, text, timestamptz) to club_member;
