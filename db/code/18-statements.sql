create or replace view own_record_openings with (security_barrier) as
  select o.id, o.created_at, o.reason, (select name from people where id = o.opened_by) as opened_by_name, o.statement_id
    from investor_record_openings o where o.user_id = (select app_user_id());

create or replace function open_investor_record(p_record_id uuid, p_reason text) returns setof investor_records
language plpgsql security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if exists (select from public.investor_records where id = p_record_id and user_id = public.app_user_id()) then
    raise insufficient_privilege;
  end if;
  insert into public.investor_record_openings (record_id, user_id, opened_by, reason)
  select id, user_id, public.app_user_id(), p_reason from public.investor_records where id = p_record_id;
  return query select * from public.investor_records where id = p_record_id;
end $$;

-- The trigger binds the owner too. The names of deleted accounts are emptied.
create or replace function keep_statement_form() returns trigger language plpgsql as $$
declare
  changeable constant text[] := '{author_id,signed_off_at,signed_off_by,withdrawn_at,withdrawn_by,withdrawn_reason}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - changeable = to_jsonb(new) - changeable
     and (new.author_id is null or new.author_id = old.author_id)
     and (old.signed_off_at is null or new.signed_off_at = old.signed_off_at)
     and (old.signed_off_at is null or new.signed_off_by is null or new.signed_off_by = old.signed_off_by)
     and (old.withdrawn_at is null or (new.withdrawn_at, new.withdrawn_reason) = (old.withdrawn_at, old.withdrawn_reason))
     and (old.withdrawn_at is null or new.withdrawn_by is null or new.withdrawn_by = old.withdrawn_by) then return new; end if;
  raise integrity_constraint_violation using message = 'a statement form is never changed or deleted';
end $$;

-- Who was the only admin ever since may confirm their own version of a deal or form a day later, and nothing about money.
create or replace function was_only_admin(p_author_id uuid, p_at timestamptz) returns boolean language sql stable security definer as $$
  select coalesce(p_at <= public.app_now() - interval '24 hours'
                    and (select array_agg(id) from public.admin_ids() id) = array[p_author_id]
                    and not exists (select from public.signatories s
                                     where s.capacity = 'admin' and s.user_id is distinct from p_author_id
                                       and s.confirmed_at is not null and coalesce(s.ended_at, 'infinity') > p_at), false) $$;

create or replace function is_left_alone(p_author_id uuid, p_at timestamptz) returns boolean language sql stable security definer as $$
  select public.is_admin() and coalesce(p_author_id = public.app_user_id(), false) and public.was_only_admin(p_author_id, p_at) $$;

create or replace view statement_form_versions with (security_barrier) as
  select f.*, (select name from people where id = f.author_id) as author_name,
         (select name from people where id = f.signed_off_by) as signed_off_by_name,
         is_left_alone(f.author_id, f.created_at) as is_left_to_author
    from statement_forms f where (select is_admin());

create or replace function sign_off_statement_form(p_form_id uuid) returns text language plpgsql security definer as $$
declare form public.statement_forms; is_alone boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into form from public.statement_forms where id = p_form_id for update;
  if form.id is null then return null; end if;
  if form.signed_off_at is not null or form.withdrawn_at is not null then raise sqlstate 'KC001' using message = 'form_closed'; end if;
  is_alone := coalesce(form.author_id = public.app_user_id(), false);
  if is_alone and not (select v.is_left_to_author from public.statement_form_versions v where v.id = p_form_id) then
    raise sqlstate 'KC001' using message = 'form_second_person';
  end if;
  update public.statement_forms set signed_off_at = now(), signed_off_by = public.app_user_id() where id = p_form_id;
  return case when is_alone then 'signed_off_alone' else 'signed_off' end;
end $$;

create or replace function withdraw_statement_form(p_form_id uuid, p_reason text) returns boolean language plpgsql security definer as $$
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
end $$;

create or replace function owns_record(p_record_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.investor_records where id = p_record_id and user_id = public.app_user_id()) $$;

-- The trigger binds the owner too.
create or replace function keep_statement() returns trigger language plpgsql as $$
declare
  -- Generated columns are computed after this trigger.
  changeable constant text[] := '{state,live_from,ended_at,accept_reason,reason,decided_by,signed_on,valid_through}';
begin
  if to_jsonb(old) - changeable = to_jsonb(new) - changeable
     and (old.ended_at is null or (new.state, new.ended_at, new.reason) is not distinct from (old.state, old.ended_at, old.reason))
     and (old.live_from is null or new.live_from = old.live_from) then return new; end if;
  raise integrity_constraint_violation using message = 'a statement that was signed is never changed';
end $$;

-- The law requires the record as long as its statements.
create or replace function need_record_for_statement() returns trigger language plpgsql security definer as $$
begin
  update public.investor_records set needed_until = greatest(needed_until, new.valid_through) where id = new.record_id;
  return null;
end $$;

create or replace function live_statement_of(p_person_id uuid, p_at timestamptz) returns uuid language sql stable security definer as $$
  select s.id
    from public.statements s join public.investor_records r on r.id = s.record_id
   where r.user_id = p_person_id
     and (p_at at time zone 'Europe/London')::date between s.signed_on and s.valid_through
     and s.live_from <= p_at and (s.ended_at is null or p_at < s.ended_at) order by s.valid_through desc, s.id desc limit 1 $$;

-- The gate checks age and country each time, because a record can be corrected.
create or replace function offer_gate(p_person_id uuid, p_at timestamptz) returns text language plpgsql stable security definer as $$
declare deals constant jsonb := public.deal_settings(); own public.investor_records;
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
    select * into own from public.investor_records where user_id = p_person_id;
    return case when own.date_of_birth > (p_at at time zone 'Europe/London')::date - interval '18 years' then 'too_young'
                when deals -> 'countries_allowed' ? own.country then 'open' else 'country_not_allowed' end;
  end if;
  return (select case when bool_or(s.state = 'in_review') then 'statement_in_review'
                      when bool_or(s.state = 'live') then 'statement_expired'
                      else 'statement_required' end
            from public.statements s join public.investor_records r on r.id = s.record_id where r.user_id = p_person_id);
end $$;

create or replace function may_promote(p_person_id uuid, p_at timestamptz) returns boolean language sql stable security definer as $$
  select public.offer_gate(p_person_id, p_at) = 'open' $$;

create or replace function is_investor() returns boolean language sql stable security definer as $$
  select public.may_promote(public.app_user_id(), public.app_now()) $$;

create or replace function own_offer_gate() returns text language sql stable security definer as $$
  select public.offer_gate(public.app_user_id(), public.app_now()) $$;

create or replace function lock_own_record() returns public.investor_records language plpgsql security definer as $$
declare own public.investor_records;
begin
  if public.membership_status_of(public.app_user_id()) is distinct from 'approved' then raise insufficient_privilege; end if;
  select * into own from public.investor_records where user_id = public.app_user_id() and is_complete for update;
  return own;
end $$;

-- Of somebody without an investor record, who fills it in later, an empty one is made: a try counts before it as well.
create or replace function note_statement_attempt(p_outcome text) returns boolean language plpgsql security definer as $$
declare own_id uuid;
begin
  if public.membership_status_of(public.app_user_id()) is distinct from 'approved' then raise insufficient_privilege; end if;
  insert into public.investor_records (user_id) values (public.app_user_id()) on conflict (user_id) do nothing;
  select id into own_id from public.investor_records where user_id = public.app_user_id() for update;
  insert into public.statement_attempts (record_id, outcome, attempted_at) values (own_id, p_outcome, public.app_now());
  return true;
end $$;

-- The function returns null without a complete record, for a person under 18, and for a form that is not in force.
create or replace function sign_statement(p_id uuid, p_form_id uuid, p_page_sha256 text, p_key_id text, p_sealed bytea,
                               p_ip_address text, p_user_agent text) returns text language plpgsql security definer as $$
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
      and today between f.valid_from and coalesce(f.valid_until, 'infinity') for share;
  if not found then return null; end if;
  select array_remove(array[
           case when count(*) filter (where (a.attempted_at at time zone 'Europe/London')::date = today) >= 2 then 'attempts' end,
           case when bool_or(a.outcome = 'contradiction' and a.attempted_at > moment - interval '90 days') then 'contradiction' end,
           case when bool_or(a.outcome = 'declined' and a.attempted_at > moment - interval '90 days') then 'declined' end,
           case when not deals -> 'countries_allowed' ? own.country then 'country' end], null)
    into flags from public.statement_attempts a where a.record_id = own.id;
  insert into public.statements (id, record_id, form_id, signed_at, page_sha256, ip_address, user_agent, flags, state, live_from)
  values (p_id, own.id, p_form_id, moment, p_page_sha256, p_ip_address, p_user_agent, flags,
          case when flags = '{}' then 'live' else 'in_review' end, case when flags = '{}' then moment end);
  insert into public.statement_pages (statement_id, key_id, sealed) values (p_id, p_key_id, p_sealed);
  -- A person who has given no name is called by the one that they signed with.
  update auth.users u set name = own.legal_name, updated_at = moment
   where u.id = own.user_id and exists (select from public.people p where p.id = u.id and p.full_name is null);
  return case when flags = '{}' then 'live' else 'in_review' end;
end $$;

create or replace function transition_statements(p_id uuid, p_from text[], p_to text, p_expected_version timestamptz, p_note text)
returns text language plpgsql security definer as $$
declare statement public.statements; is_own boolean; outcome text;
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
  if p_to <> 'withdrawn' and is_own then raise sqlstate 'KC001' using message = 'statement_own'; end if;
  if p_to = 'withdrawn' and statement.ended_at is not null then return 'unchanged'; end if;
  outcome := public.transition_outcome(statement.state, statement.signed_at, p_from, p_to, p_expected_version, 'statement_closed');
  if outcome <> 'changed' then return outcome; end if;
  update public.statements
     set state = p_to,
         live_from = case when p_to = 'live' then public.app_now() else live_from end,
         ended_at = case when p_to <> 'live' then public.app_now() end,
         accept_reason = case when p_to = 'live' then p_note else accept_reason end,
         reason = case when p_to in ('refused', 'revoked') then p_note end,
         decided_by = case when p_to <> 'withdrawn' then public.app_user_id() end where id = p_id;
  return outcome;
end $$;

create or replace view statement_register with (security_barrier) as
  select s.id, s.signed_at, s.signed_on, s.valid_through, s.state, s.live_from, s.ended_at, s.flags, s.reason, s.page_sha256,
         s.record_id, s.form_id, f.kind, f.version_label, r.user_id, p.full_name, p.email,
         (select name from people where id = s.decided_by) as decided_by_name
    from statements s
    join statement_forms f on f.id = s.form_id
    join investor_records r on r.id = s.record_id
    left join people p on p.id = r.user_id where (select is_admin());

-- The owners of the pages read the reason.
create or replace function open_statements(p_statement_ids uuid[], p_reason text) returns setof public.statement_pages
language plpgsql security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  insert into public.investor_record_openings (record_id, user_id, opened_by, reason, statement_id)
  select r.id, r.user_id, public.app_user_id(), p_reason, s.id
    from public.statements s join public.investor_records r on r.id = s.record_id
   where s.id = any (p_statement_ids) and r.user_id is distinct from public.app_user_id();
  return query
    select g.* from public.statement_pages g
      join public.statements s on s.id = g.statement_id join public.investor_records r on r.id = s.record_id
     where g.statement_id = any (p_statement_ids) and r.user_id is distinct from public.app_user_id() order by g.statement_id;
end $$;

create trigger keep_statement_form before update or delete on statement_forms for each row execute function keep_statement_form();
create trigger keep_statement before update on statements for each row execute function keep_statement();
create trigger need_record_for_statement after insert on statements for each row execute function need_record_for_statement();

grant select on own_record_openings, statement_form_versions, statement_register to club_member;
grant execute on function open_investor_record, is_left_alone, sign_off_statement_form, withdraw_statement_form,
  owns_record, is_investor, own_offer_gate, note_statement_attempt, sign_statement, transition_statements,
  open_statements to club_member;
