-- The moment of the request, as the process gives it with the actor; otherwise that of the transaction.
create function app_now() returns timestamptz language sql stable set search_path = pg_catalog as $$
  select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now())
$$;
grant execute on function app_now() to club_member;
create or replace function london_today() returns date language sql stable set search_path = pg_catalog as $$
  select (public.app_now() at time zone 'Europe/London')::date
$$;

-- A statement that an investor signed. It belongs to the investor record, and goes with it.
create table statements (
  id uuid primary key default app_uuid_v7(),
  record_id uuid not null references investor_records (id) on delete cascade,
  form_id uuid not null references statement_forms (id),
  signed_at timestamptz(3) not null,
  -- London days. It is good through the day before a year has passed.
  signed_on date not null generated always as ((signed_at at time zone 'Europe/London')::date) stored,
  valid_through date not null generated always as
    (((signed_at at time zone 'Europe/London')::date + interval '1 year' - interval '1 day')::date) stored,
  -- Of the page as signed, which `statement_pages` keeps encrypted.
  page_sha256 text not null check (page_sha256 ~ '^[0-9a-f]{64}$'),
  ip_address text check (length(ip_address) <= 100),
  user_agent text check (length(user_agent) <= 1000),
  -- Why an admin has to look at it before it counts.
  flags text[] not null default '{}' check (flags <@ '{attempts,contradiction,declined,country}'),
  state text not null check (state in ('live', 'in_review', 'refused', 'withdrawn', 'revoked')),
  -- From here until here it counts, on its days.
  live_from timestamptz(3),
  ended_at timestamptz(3) check (ended_at >= signed_at),
  accept_reason text check (btrim(accept_reason) <> '' and length(accept_reason) <= 5000),
  -- Of a refusal or a revocation, told to the member.
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  decided_by uuid references auth.users (id) on delete set null,
  -- For the dates that other rows repeat.
  unique (id, signed_on, valid_through),
  check (state <> 'live' or (live_from is not null and ended_at is null)),
  check (state <> 'in_review' or (live_from is null and ended_at is null)),
  check (state not in ('refused', 'withdrawn', 'revoked') or ended_at is not null),
  check (state <> 'refused' or live_from is null),
  check ((state in ('refused', 'revoked')) = (reason is not null))
);
create index statements_newest_idx on statements (signed_at desc, id desc);
create index statements_record_id_idx on statements (record_id, signed_at desc, id desc);
create index statements_form_id_idx on statements (form_id);
create index statements_decided_by_idx on statements (decided_by);
create index statements_in_review_idx on statements (signed_at) where state = 'in_review';
create index statements_valid_through_idx on statements (valid_through) where state = 'live';
alter table statements enable row level security;

-- What was answered and the page as signed, AES-256-GCM; kept apart, as nobody but its owner reads it without a reason.
create table statement_pages (
  statement_id uuid primary key references statements (id) on delete cascade,
  -- Which key: a fingerprint, for a change of the secret.
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  sealed bytea not null check (octet_length(sealed) <= 2000000)
);
create index statement_pages_key_id_idx on statement_pages (key_id);
alter table statement_pages enable row level security;

-- Tries that did not end in a statement; a review asks for them.
create table statement_attempts (
  id uuid primary key default app_uuid_v7(),
  record_id uuid not null references investor_records (id) on delete cascade,
  outcome text not null check (outcome in ('refused', 'contradiction', 'declined')),
  attempted_at timestamptz(3) not null
);
create index statement_attempts_record_id_idx on statement_attempts (record_id, attempted_at);
alter table statement_attempts enable row level security;

create table statement_reminders (
  id uuid primary key default app_uuid_v7(),
  statement_id uuid not null references statements (id) on delete cascade,
  -- 60, 30, 7 or 1; 0 on the first day without it.
  days_before integer not null check (days_before in (60, 30, 7, 1, 0)),
  sent_at timestamptz(3) not null,
  unique (statement_id, days_before)
);
alter table statement_reminders enable row level security;

-- That somebody was shown an offer, and under which statement: the table refuses any other day.
create table deliveries (
  id uuid primary key default app_uuid_v7(),
  record_id uuid not null references investor_records (id) on delete cascade,
  statement_id uuid not null,
  signed_on date not null,
  valid_through date not null,
  channel text not null check (channel in ('page', 'mail', 'document', 'answer', 'call')),
  -- What was shown.
  subject_id uuid not null,
  delivered_at timestamptz(3) not null,
  foreign key (statement_id, signed_on, valid_through) references statements (id, signed_on, valid_through) on delete cascade,
  constraint deliveries_within_statement check (
    (delivered_at at time zone 'Europe/London')::date between signed_on and valid_through)
);
create index deliveries_record_id_idx on deliveries (record_id, delivered_at desc, id desc);
create index deliveries_statement_id_idx on deliveries (statement_id);
alter table deliveries enable row level security;

grant select on statements, statement_pages, deliveries to club_member;
create function owns_record(p_record_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.investor_records where id = p_record_id and user_id = public.app_user_id())
$$;
grant execute on function owns_record(uuid) to club_member;
create policy "people see their own statements, admins all" on statements for select to club_member
  using ((select is_admin()) or owns_record(record_id));
create policy "people see what they signed" on statement_pages for select to club_member
  using (exists (select from statements s where s.id = statement_id and owns_record(s.record_id)));
create policy "people see what they were shown, admins all" on deliveries for select to club_member
  using ((select is_admin()) or owns_record(record_id));

-- For everybody, the owner too: what was signed stays. It goes with its record alone.
create function keep_statement() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  -- The days are generated after this.
  changeable constant text[] := '{state,live_from,ended_at,accept_reason,reason,decided_by,signed_on,valid_through}';
begin
  if to_jsonb(old) - changeable = to_jsonb(new) - changeable
     and (old.ended_at is null or (new.state, new.ended_at, new.reason) is not distinct from (old.state, old.ended_at, old.reason))
     and (old.live_from is null or new.live_from = old.live_from)
  then return new; end if;
  raise integrity_constraint_violation using message = 'a statement that was signed is never changed';
end
$$;
create trigger keep_statement before update on statements for each row execute function keep_statement();
create function check_delivery() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' then
    raise integrity_constraint_violation using message = 'a delivery is never changed';
  end if;
  perform from public.statements s
    where s.id = new.statement_id and s.record_id = new.record_id
      and s.live_from <= new.delivered_at and (s.ended_at is null or new.delivered_at < s.ended_at)
    for share;
  if not found then
    raise integrity_constraint_violation using message = 'a delivery needs a statement that counts';
  end if;
  return new;
end
$$;
create trigger check_delivery before insert or update on deliveries for each row execute function check_delivery();

-- The law asks for the record as long as for its statements.
create function need_record_for_statement() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.investor_records
     set needed_until = greatest(needed_until, new.valid_through)
   where id = new.record_id;
  return null;
end
$$;
create trigger need_record_for_statement after insert on statements
  for each row execute function need_record_for_statement();

-- Its days and its times: which statement somebody may be shown offers under, or none.
create function live_statement_of(p_person_id uuid, p_at timestamptz) returns uuid
language sql stable security definer set search_path = pg_catalog as $$
  select s.id
    from public.statements s join public.investor_records r on r.id = s.record_id
   where r.user_id = p_person_id
     and (p_at at time zone 'Europe/London')::date between s.signed_on and s.valid_through
     and s.live_from <= p_at and (s.ended_at is null or p_at < s.ended_at)
   order by s.valid_through desc, s.id desc
   limit 1
$$;

-- As the application's defaults, where no admin has changed them.
create function deal_settings() returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((select value from public.club_settings where key = 'deals'),
                  '{"is_enabled": false, "kill_switch": false, "countries_allowed": ["GB"], "retention_years": 6}')
$$;

-- The one gate before every offer. Answers open, or why not: deals_disabled, membership_required, country_not_allowed,
-- statement_required, statement_in_review, statement_expired.
create function offer_gate(p_person_id uuid, p_at timestamptz) returns text
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  deals constant jsonb := public.deal_settings();
begin
  if (deals ->> 'is_enabled')::boolean is not true or (deals ->> 'kill_switch')::boolean is not false then
    return 'deals_disabled';
  end if;
  if not exists (select from public.user_roles r join auth.users u on u.id = r.user_id
                  where r.user_id = p_person_id and r.role = 'member' and r.status = 'approved'
                    and r.suspended_at is null and r.ended_at is null) then
    return 'membership_required';
  end if;
  if public.live_statement_of(p_person_id, p_at) is not null then
    return case when exists (select from public.investor_records r
                              where r.user_id = p_person_id and deals -> 'countries_allowed' ? r.country)
                then 'open' else 'country_not_allowed' end;
  end if;
  return (select case when bool_or(s.state = 'in_review') then 'statement_in_review'
                      when bool_or(s.state = 'live') then 'statement_expired'
                      else 'statement_required' end
            from public.statements s join public.investor_records r on r.id = s.record_id
           where r.user_id = p_person_id);
end
$$;
create function may_promote(p_person_id uuid, p_at timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select public.offer_gate(p_person_id, p_at) = 'open'
$$;
-- For the policies of what is offered.
create function is_investor() returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select public.may_promote(public.app_user_id(), public.app_now())
$$;
-- Of the caller.
create function own_offer_gate() returns text
language sql stable security definer set search_path = pg_catalog as $$
  select public.offer_gate(public.app_user_id(), public.app_now())
$$;
grant execute on function is_investor(), own_offer_gate() to club_member;

-- The record of the caller, an approved member, locked; null before there is one that is complete.
create function lock_own_record() returns public.investor_records
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.investor_records;
begin
  if public.membership_status_of(public.app_user_id()) is distinct from 'approved' then raise insufficient_privilege; end if;
  select * into own from public.investor_records where user_id = public.app_user_id() and is_complete for update;
  return own;
end
$$;

-- A try of the caller that ended without a statement. Answers whether there is a record to note it with.
create function note_statement_attempt(p_outcome text) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.investor_records := public.lock_own_record();
begin
  if own.id is null then return false; end if;
  insert into public.statement_attempts (record_id, outcome, attempted_at) values (own.id, p_outcome, public.app_now());
  return true;
end
$$;

-- Signs in the caller's name; what makes a review necessary is looked up here. Answers null without a complete record, for
-- somebody under 18 today, and for a form that is not in force today.
create function sign_statement(p_id uuid, p_form_id uuid, p_page_sha256 text, p_key_id text, p_sealed bytea,
                               p_ip_address text, p_user_agent text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.investor_records := public.lock_own_record();
  moment constant timestamptz := public.app_now();
  today constant date := public.london_today();
  deals constant jsonb := public.deal_settings();
  flags text[];
begin
  if own.id is null or own.date_of_birth > today - interval '18 years' then return null; end if;
  perform from public.statement_forms f
    where f.id = p_form_id and f.signed_off_at is not null and f.withdrawn_at is null
      and today between f.valid_from and coalesce(f.valid_until, 'infinity')
    for share;
  if not found then return null; end if;
  select array_remove(array[
           case when count(*) filter (where (a.attempted_at at time zone 'Europe/London')::date = today) >= 2 then 'attempts' end,
           case when bool_or(a.outcome = 'contradiction' and a.attempted_at > moment - interval '90 days') then 'contradiction' end,
           case when bool_or(a.outcome = 'declined' and a.attempted_at > moment - interval '90 days') then 'declined' end,
           case when not deals -> 'countries_allowed' ? own.country then 'country' end], null)
    into flags
    from public.statement_attempts a where a.record_id = own.id;
  insert into public.statements (id, record_id, form_id, signed_at, page_sha256, ip_address, user_agent, flags, state, live_from)
  values (p_id, own.id, p_form_id, moment, p_page_sha256, p_ip_address, p_user_agent, flags,
          case when flags = '{}' then 'live' else 'in_review' end, case when flags = '{}' then moment end);
  insert into public.statement_pages (statement_id, key_id, sealed) values (p_id, p_key_id, p_sealed);
  return case when flags = '{}' then 'live' else 'in_review' end;
end
$$;

-- Admins decide on others' statements; everybody withdraws their own.
create function transition_statements(p_id uuid, p_from text[], p_to text, p_expected_version timestamptz, p_note text)
returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  statement public.statements;
  is_own boolean;
  outcome text;
begin
  select * into statement from public.statements where id = p_id for update;
  is_own := coalesce(public.owns_record(statement.record_id), false);
  if p_to = 'withdrawn' and not public.is_member() then raise insufficient_privilege; end if;
  if p_to <> 'withdrawn' and not public.is_admin() then raise insufficient_privilege; end if;
  if (case p_to when 'withdrawn' then p_from <@ '{live,in_review}'
                when 'revoked' then p_from <@ '{live}'
                when 'live' then p_from <@ '{in_review}'
                when 'refused' then p_from <@ '{in_review}' end) is not true then raise invalid_parameter_value; end if;
  if statement.id is null or (p_to = 'withdrawn' and not is_own) then return null; end if;
  if p_to <> 'withdrawn' and is_own then return 'conflict'; end if;
  outcome := public.transition_outcome(statement.state, statement.signed_at, p_from, p_to, p_expected_version);
  if outcome <> 'changed' then return outcome; end if;
  update public.statements
     set state = p_to,
         live_from = case when p_to = 'live' then public.app_now() else live_from end,
         ended_at = case when p_to <> 'live' then public.app_now() end,
         accept_reason = case when p_to = 'live' then p_note else accept_reason end,
         reason = case when p_to in ('refused', 'revoked') then p_note end,
         decided_by = case when p_to <> 'withdrawn' then public.app_user_id() end
   where id = p_id;
  return outcome;
end
$$;
grant execute on function note_statement_attempt(text),
                          sign_statement(uuid, uuid, text, text, bytea, text, text),
                          transition_statements(uuid, text[], text, timestamptz, text) to club_member;

-- What was signed under a version that is withdrawn does not count any more.
create or replace function withdraw_statement_form(p_form_id uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  update public.statement_forms
     set withdrawn_at = now(), withdrawn_by = public.app_user_id(), withdrawn_reason = p_reason
   where id = p_form_id and withdrawn_at is null;
  if not found then return false; end if;
  update public.statements
     set state = 'revoked', ended_at = greatest(public.app_now(), signed_at), reason = p_reason, decided_by = public.app_user_id()
   where form_id = p_form_id and state in ('live', 'in_review');
  return true;
end
$$;

-- Which statements there are, without what was answered; whose, unless the record is sealed.
create view statement_register with (security_barrier) as
  select s.id, s.signed_at, s.signed_on, s.valid_through, s.state, s.live_from, s.ended_at, s.flags, s.reason, s.page_sha256,
         s.record_id, s.form_id, f.kind, f.version_label, r.user_id, p.full_name, p.email, decider.full_name as decided_by_name
    from statements s
    join statement_forms f on f.id = s.form_id
    join investor_records r on r.id = s.record_id
    left join people p on p.id = r.user_id
    left join people decider on decider.id = s.decided_by
   where (select is_admin());
grant select on statement_register to club_member;

-- Opening a statement is told in the same list as opening the record.
alter table investor_record_openings add column statement_id uuid references statements (id) on delete cascade;
create index investor_record_openings_statement_id_idx on investor_record_openings (statement_id);
create or replace view own_record_openings with (security_barrier) as
  select o.id, o.created_at, o.reason, p.full_name as opened_by_name, o.statement_id
    from investor_record_openings o
    left join people p on p.id = o.opened_by
   where o.user_id = (select app_user_id());

-- Somebody else's pages as signed, for an admin with a reason that their owner reads. No rows for one's own and for unknown ones.
create function open_statements(p_statement_ids uuid[], p_reason text) returns setof public.statement_pages
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  insert into public.investor_record_openings (record_id, user_id, opened_by, reason, statement_id)
  select r.id, r.user_id, public.app_user_id(), p_reason, s.id
    from public.statements s join public.investor_records r on r.id = s.record_id
   where s.id = any (p_statement_ids) and r.user_id is distinct from public.app_user_id();
  return query
    select g.* from public.statement_pages g
      join public.statements s on s.id = g.statement_id join public.investor_records r on r.id = s.record_id
     where g.statement_id = any (p_statement_ids) and r.user_id is distinct from public.app_user_id()
     order by g.statement_id;
end
$$;
grant execute on function open_statements(uuid[], text) to club_member;

-- Settings that were stored before say of deals that there are none.
do $$
begin
  if exists (select from club_settings where key = 'deals') then
    update club_settings
       set value = '{"is_enabled": false, "kill_switch": false, "countries_allowed": ["GB"]}'::jsonb || value
     where key = 'deals';
  end if;
end
$$;

create policy "people see the forms that they signed" on statement_forms for select to club_member
  using (exists (select from statements s where s.form_id = statement_forms.id and owns_record(s.record_id)));
