-- An answer shows once a version with it is approved.
create table deal_questions (
  id uuid primary key default app_uuid_v7(),
  asked_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default now(),
  deal_id uuid not null references deals (id),
  record_id uuid not null references investor_records (id) on delete cascade,
  question text not null check (length(btrim(question)) between 10 and 2000),
  answer text check (btrim(answer) <> '' and length(answer) <= 5000),
  answered_at timestamptz(3),
  answered_by uuid references auth.users (id) on delete set null,
  merged_into uuid,
  -- The asker reads why a question is not answered.
  declined_reason text check (btrim(declined_reason) <> '' and length(declined_reason) <= 1000),
  told_at timestamptz(3),
  unique (deal_id, id),
  foreign key (deal_id, merged_into) references deal_questions (deal_id, id) on delete set null (merged_into),
  check (merged_into <> id),
  check ((answer is null) = (answered_at is null)), check (num_nonnulls(merged_into, declined_reason) <= 1));
create index deal_questions_deal_id_idx on deal_questions (deal_id, asked_at desc, id desc);
create index deal_questions_record_id_idx on deal_questions (record_id);
create index deal_questions_merged_into_idx on deal_questions (deal_id, merged_into);
create index deal_questions_answered_by_idx on deal_questions (answered_by);
create index deal_questions_waiting_idx on deal_questions (deal_id, record_id)
  where answer is null and merged_into is null and declined_reason is null;
create index deal_questions_untold_idx on deal_questions (deal_id) where answer is not null and told_at is null;
comment on table deal_questions is 'club; own: id deal_id question asked_at';

-- The asker is a follower too.
create table deal_question_follows (
  id uuid primary key default app_uuid_v7(),
  followed_at timestamptz(3) not null,
  question_id uuid not null references deal_questions (id) on delete cascade,
  record_id uuid not null references investor_records (id) on delete cascade, unique (question_id, record_id));
create index deal_question_follows_record_id_idx on deal_question_follows (record_id);
comment on table deal_question_follows is 'club; own: question_id followed_at';

-- Members who asked for a call are invited, and nobody else.
create table deal_calls (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default now(),
  deal_id uuid not null references deals (id),
  author_id uuid references auth.users (id) on delete set null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  about text not null check (btrim(about) <> '' and length(about) <= 500),
  -- The function join_deal_call returns the address.
  join_url text not null check (join_url ~ '^https://' and length(join_url) <= 2000),
  cancelled_reason text check (btrim(cancelled_reason) <> '' and length(cancelled_reason) <= 1000),
  -- Each change raises the sequence of the calendar entry (RFC 5545).
  sequence integer not null default 0 check (sequence >= 0),
  check (ends_at > starts_at and ends_at <= starts_at + interval '8 hours'));
create index deal_calls_deal_id_idx on deal_calls (deal_id, starts_at, id);
create index deal_calls_author_id_idx on deal_calls (author_id);

create table deal_call_requests (
  id uuid primary key default app_uuid_v7(),
  requested_at timestamptz(3) not null,
  call_id uuid not null references deal_calls (id),
  record_id uuid not null references investor_records (id) on delete cascade,
  -- The person ticked this wording.
  wording text not null check (btrim(wording) <> '' and length(wording) <= 1000),
  withdrawn_at timestamptz(3) check (withdrawn_at >= requested_at), joined_at timestamptz(3));
create unique index deal_call_requests_current_idx on deal_call_requests (call_id, record_id) where withdrawn_at is null;
create index deal_call_requests_record_id_idx on deal_call_requests (record_id);
create index deal_call_requests_call_id_idx on deal_call_requests (call_id, requested_at, id);
comment on table deal_call_requests is 'club; own: call_id wording requested_at withdrawn_at joined_at';

-- Rights

grant select on deal_question_follows, deal_call_requests to club_member;

grant select (id, asked_at, deal_id, record_id, question, merged_into, declined_reason) on deal_questions to club_member;
create policy "people see what they asked, admins all" on deal_questions for select to club_member
  using ((select is_admin()) or (owns_record(record_id) and ((select is_investor()) or has_bought(deal_id))));

create policy "people see what they follow, admins all" on deal_question_follows for select to club_member
  using ((select is_admin()) or ((select is_investor()) and owns_record(record_id)));

grant select, insert (deal_id, author_id, starts_at, ends_at, about, join_url), update (starts_at, ends_at, about,
  join_url, cancelled_reason, sequence) on deal_calls to club_member;
create policy "admins see calls" on deal_calls for select to club_member using ((select is_admin()));
create policy "admins plan calls in their own name" on deal_calls for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "admins change calls" on deal_calls for update to club_member
  using ((select is_admin())) with check ((select is_admin()));

create policy "people see what they asked for, admins all" on deal_call_requests for select to club_member
  using ((select is_admin()) or ((select is_investor()) and owns_record(record_id)));
