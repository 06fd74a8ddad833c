-- What is written once stays; the names of deleted accounts are emptied, and with the person's own name their row ends.
create or replace function keep_signatory() returns trigger language plpgsql as $$
declare
  people constant text[] := '{user_id,proposed_by,member_confirmed_by,confirmed_by,end_proposed_by,end_member_confirmed_by,ended_by}';
  undone constant text[] := '{end_proposed_by,end_proposed_at,end_reason,end_member_confirmed_by}';
  field text;
  was jsonb;
  is_now jsonb;
begin
  if tg_op = 'UPDATE' then
    if new.user_id is null then new.ended_at := coalesce(new.ended_at, public.app_now()); end if;
    was := to_jsonb(old);
    is_now := to_jsonb(new);
    for field in select jsonb_object_keys(was) loop
      if was -> field <> 'null' and was -> field <> is_now -> field
         and not (field = any (people) and is_now -> field = 'null')
         and not (field = any (undone) and old.ended_at is null) then
        raise integrity_constraint_violation using message = 'what is known of a signatory is never changed';
      end if;
    end loop;
    return new;
  end if;
  raise integrity_constraint_violation using message = 'a signatory is never deleted';
end $$;

create or replace function keep_signatory_objection() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - '{user_id,withdrawn_at}'::text[] = to_jsonb(new) - '{user_id,withdrawn_at}'::text[]
     and (new.user_id is null or new.user_id = old.user_id)
     and (old.withdrawn_at is null or new.withdrawn_at = old.withdrawn_at) then return new; end if;
  raise integrity_constraint_violation using message = 'an objection is never changed or deleted';
end $$;

-- An objection of a person who leaves the club counts no more.
create or replace function is_objected_to(p_signatory_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.signatory_objections o
                  where o.signatory_id = p_signatory_id and o.withdrawn_at is null and public.is_membership_open(o.user_id)) $$;

-- A week after the announcement; null while somebody objects.
create or replace function stands_from(p_user_id uuid) returns timestamptz language sql stable security definer as $$
  select min(greatest(s.announced_at + interval '7 days',
                      (select max(o.withdrawn_at) from public.signatory_objections o where o.signatory_id = s.id)))
    from public.signatories s
   where s.user_id = p_user_id and s.ended_at is null and not public.is_objected_to(s.id)
     and case s.capacity when 'admin' then public.is_admin_person(s.user_id) else public.is_membership_open(s.user_id) end $$;

create or replace function standing_since(p_user_id uuid) returns timestamptz language sql stable security definer as $$
  select f.stands_from from (select public.stands_from(p_user_id)) f where f.stands_from <= public.app_now() $$;

create or replace function is_standing(p_user_id uuid) returns boolean language sql stable security definer as $$
  select coalesce(public.standing_since(p_user_id) <= public.app_now(), false) $$;

create or replace function standing_ids() returns setof uuid language sql stable security definer as $$
  select distinct s.user_id from public.signatories s
   where s.user_id is not null and s.announced_at is not null and s.ended_at is null and public.is_standing(s.user_id) $$;

-- Mail to both addresses arrives in one mailbox.
create or replace function mailbox_of(p_email text) returns text language sql immutable strict as $$
  select case when parts[2] in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
              else name || '@' || coalesce(parts[2], '') end
    from (select parts, split_part(parts[1], '+', 1) as name
            from (select regexp_split_to_array(lower(btrim(p_email)), '@') as parts) a) b $$;

create or replace function folded_name(p_name text) returns text language sql stable strict security definer as $$
  select nullif(btrim(regexp_replace(public.folded(p_name), '[^a-z0-9]+', ' ', 'g')), '') $$;

-- What two accounts of one person have in common: the mailbox, the legal name with the date of birth, and the name of the account that
-- their money comes from and goes back to, or of a payer of what arrived from them. The buyer of an exit pays many.
create or replace view identity_marks as
  select u.id as user_id, 'mailbox ' || mailbox_of(u.email) as mark from auth.users u
  union all
  select r.user_id, 'person ' || r.date_of_birth || ' ' || folded_name(r.legal_name) from investor_records r
  union all
  select r.user_id, 'account ' || folded_name(r.bank_account_name) from investor_records r
  union all
  select r.user_id, 'account ' || folded_name(l.payer)
    from investor_records r
    join commitments c on c.record_id = r.id
    join ledger_transactions t on t.deal_id = c.deal_id and t.commitment_id = c.id and t.kind = 'receipt'
    join bank_matches m on m.transaction_id = t.id and m.reversal_id is null
    join bank_lines l on l.id = m.bank_line_id and l.amount_pence > 0;

create or replace function is_same_identity(p_user_id uuid, p_other_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.identity_marks m
                  where m.user_id = p_user_id
                    and m.mark in (select o.mark from public.identity_marks o where o.user_id = p_other_id)) $$;

-- Whether the other one let them in, and nobody but the other one has confirmed them since.
create or replace function is_let_in_by(p_user_id uuid, p_other_id uuid) returns boolean language sql stable security definer as $$
  select (exists (select from public.invitations i where i.used_by = p_user_id and i.created_by = p_other_id)
          or exists (select from public.user_roles r
                      where r.user_id = p_user_id and r.role = 'member' and r.approved_by = p_other_id)
          or exists (select from public.pending_members m join auth.users u on u.email = m.email
                      where u.id = p_user_id and m.created_by = p_other_id)
          or exists (select from public.signatories s
                      where s.user_id = p_user_id and s.ended_at is null and s.proposed_by = p_other_id))
     and not exists (select from public.signatories s
                      where s.user_id = p_user_id and s.ended_at is null and s.confirmed_at is not null
                        and (s.origin <> 'proposed' or s.confirmed_by <> p_other_id or s.member_confirmed_by <> p_other_id)) $$;

-- Returns what shows that two accounts are one person's; null where nothing does.
create or replace function same_person_reason(p_user_id uuid, p_other_id uuid) returns text language sql stable security definer as $$
  select case when p_user_id = p_other_id then 'same_account'
              when public.is_same_identity(p_user_id, p_other_id) then 'same_identity'
              when exists (select from auth.devices d join auth.devices o using (device_hash)
                            where d.user_id = p_user_id and o.user_id = p_other_id
                              and least(d.last_seen_at, o.last_seen_at) > public.app_now() - interval '30 days') then 'same_device' end $$;

-- Returns why two accounts do not count as two persons for money; null where they do. Without p_other_id, as the software acted or the
-- account was deleted since, only the standing of the first one is asked.
create or replace function second_person_refusal(p_user_id uuid, p_other_id uuid) returns text language sql stable security definer as $$
  select case
    when p_user_id = p_other_id then 'same_account'
    when not public.is_standing(p_user_id) or (p_other_id is not null and not public.is_standing(p_other_id)) then 'not_standing'
    when public.is_let_in_by(p_user_id, p_other_id) or public.is_let_in_by(p_other_id, p_user_id) then 'same_origin'
    else public.same_person_reason(p_user_id, p_other_id) end $$;

-- Of whoever asks, about what another admin has entered.
create or replace function own_refusal(p_author_id uuid, p_has_part boolean default false) returns text
language sql stable security definer as $$
  select case when public.is_clock() then null when p_has_part then 'own_part' else public.second_person_refusal(public.app_user_id(), p_author_id) end $$;

-- The time when what only days of standing refuse can be confirmed: by the caller, or what the caller entered by the first other
-- admin. Null where it is refused for another reason, and while somebody objects.
create or replace function confirmable_from(p_author_id uuid, p_refusal text) returns timestamptz
language sql stable security definer as $$
  select nullif(a.at, 'infinity')
    from (select case p_refusal
            when 'not_standing' then
              (select max(coalesce(public.stands_from(id), 'infinity'))
                 from unnest(array_remove(array[public.app_user_id(), p_author_id], null)) id)
            when 'same_account' then
              (select min(greatest(public.stands_from(id), coalesce(public.stands_from(public.app_user_id()), 'infinity')))
                 from public.admin_ids() id where id <> public.app_user_id() and public.stands_from(id) is not null) end as at) a
   where a.at > public.app_now() $$;

create or replace function require_second_person(p_author_id uuid, p_refusal text, p_has_part boolean default false) returns void
language plpgsql stable security definer as $$
declare reason constant text := public.own_refusal(p_author_id, p_has_part);
begin
  if reason is not null then
    raise sqlstate 'KC001' using message = p_refusal, detail = jsonb_build_object('reason', reason)::text;
  end if;
end $$;

-- Admins, other signatories, and members whose money is under way.
create or replace function signatory_audience() returns setof uuid language sql stable security definer as $$
  select id from public.admin_ids() id
  union
  select s.user_id from public.signatories s where s.announced_at is not null and s.ended_at is null and s.user_id is not null
  union
  select r.user_id from public.commitments c join public.investor_records r on r.id = c.record_id
   where c.state <> 'completed' and public.is_live_commitment(c.state)
     and r.user_id is not null and public.is_membership_open(r.user_id) $$;

create or replace function is_told_of_signatories() returns boolean language sql stable security definer as $$
  select coalesce(public.app_user_id() in (select public.signatory_audience()), false) $$;

-- Returns why the caller cannot confirm what another person proposed about somebody. Two members can where nobody else is
-- standing.
create or replace function signatory_refusal(p_user_id uuid, p_proposed_by uuid, p_member_id uuid) returns text
language sql stable security definer as $$
  select case
    when me in (p_user_id, p_proposed_by, p_member_id) then 'same_account'
    when public.is_admin_person(me) and not public.is_admin() then 'not_standing'
    when public.is_standing(me) then
      case when public.is_let_in_by(me, p_proposed_by) or public.is_let_in_by(p_proposed_by, me) then 'same_origin'
           else coalesce(public.same_person_reason(me, p_proposed_by), public.same_person_reason(me, p_user_id)) end
    when exists (select from public.standing_ids() id where id <> p_user_id and id is distinct from p_proposed_by) then 'not_standing'
    when public.is_admin_person(me)
      or not exists (select from public.user_roles r
                      where r.user_id = me and r.role = 'member' and r.status = 'approved'
                        and num_nonnulls(r.suspended_at, r.ended_at) = 0
                        and r.approved_at <= public.app_now() - interval '7 days') then 'not_standing'
    else coalesce(public.same_person_reason(me, p_proposed_by), public.same_person_reason(me, p_user_id),
                  public.same_person_reason(me, p_member_id)) end
    from (select public.app_user_id() as me) a $$;

create or replace function signatory_state(p_id uuid)
returns table (is_objected_to boolean, standing_since timestamptz, refusal text, end_refusal text, needs_members boolean)
language sql stable security definer as $$
  select public.is_objected_to(s.id),
         case when s.announced_at is not null and not public.is_objected_to(s.id) then public.standing_since(s.user_id) end,
         case when s.confirmed_at is null then public.signatory_refusal(s.user_id, s.proposed_by, s.member_confirmed_by) end,
         case when s.end_proposed_at is not null
              then public.signatory_refusal(s.user_id, s.end_proposed_by, s.end_member_confirmed_by) end,
         (s.confirmed_at is null or s.end_proposed_at is not null)
           and not exists (select from public.standing_ids() id
                            where id <> s.user_id
                              and id is distinct from case when s.confirmed_at is null then s.proposed_by else s.end_proposed_by end)
    from public.signatories s
   where s.id = p_id and public.membership_status_of(public.app_user_id()) = 'approved' $$;

create or replace view signatory_list with (security_barrier) as
  select s.id, s.user_id, p.full_name, case when (select is_admin()) then p.email end as email, s.capacity, s.origin, s.how_known,
         s.proposed_at, s.confirmed_at, s.announced_at, s.end_proposed_at, s.end_reason, s.announced_at + interval '7 days' as stands_from,
         (select name from people where id = s.proposed_by) as proposed_by_name,
         (select name from people where id = s.member_confirmed_by) as member_confirmed_by_name,
         (select name from people where id = s.confirmed_by) as confirmed_by_name,
         (select name from people where id = s.end_proposed_by) as end_proposed_by_name,
         (select name from people where id = s.end_member_confirmed_by) as end_member_confirmed_by_name,
         p.is_first_admin, s.user_id = (select app_user_id()) as is_own, d.*,
         coalesce((select jsonb_agg(jsonb_build_object(
                     'id', o.id, 'by_name', (select name from people where id = o.user_id), 'reason', o.reason,
                     'objected_at', o.objected_at, 'withdrawn_at', o.withdrawn_at,
                     'is_own', coalesce(o.user_id = (select app_user_id()), false)) order by o.id)
                     from signatory_objections o where o.signatory_id = s.id), '[]') as objections
    from signatories s
    join people p on p.id = s.user_id
    cross join lateral signatory_state(s.id) d
   where s.ended_at is null;

create or replace function lock_signatory(p_id uuid) returns public.signatories language plpgsql security definer as $$
declare found public.signatories;
begin
  perform pg_advisory_xact_lock(hashtext('admin roles'));
  if public.membership_status_of(public.app_user_id()) is distinct from 'approved' then raise insufficient_privilege; end if;
  select * into found from public.signatories where id = p_id and ended_at is null for update;
  return found;
end $$;

create or replace function propose_signatory(p_user_id uuid, p_capacity text, p_how_known text) returns uuid
language plpgsql security definer as $$
declare proposed uuid;
begin
  perform pg_advisory_xact_lock(hashtext('admin roles'));
  if not public.is_admin() then raise insufficient_privilege; end if;
  if not exists (select from public.user_roles where user_id = p_user_id and role = 'member') then return null; end if;
  if p_user_id = public.app_user_id() then raise sqlstate 'KC001' using message = 'signatory_own'; end if;
  if not public.can_become_admin(p_user_id) then raise sqlstate 'KC001' using message = 'signatory_not_eligible'; end if;
  if public.is_admin_person(p_user_id) then raise sqlstate 'KC001' using message = 'signatory_is_admin'; end if;
  insert into public.signatories (user_id, capacity, how_known, proposed_by)
  values (p_user_id, p_capacity, p_how_known, public.app_user_id())
  on conflict (user_id, capacity) where ended_at is null do nothing returning id into proposed;
  if proposed is null then raise sqlstate 'KC001' using message = 'signatory_proposed_already'; end if;
  return proposed;
end $$;

-- The rights of an admin begin at once, standing a week later.
create or replace function confirm_signatory(p_id uuid) returns text language plpgsql security definer as $$
declare given public.signatories := public.lock_signatory(p_id); refusal text; eligible boolean;
begin
  if given.id is null then return null; end if;
  if given.confirmed_at is not null then raise sqlstate 'KC001' using message = 'signatory_decided'; end if;
  refusal := public.signatory_refusal(given.user_id, given.proposed_by, given.member_confirmed_by);
  if refusal is not null then
    raise sqlstate 'KC001' using message = 'signatory_second_person', detail = jsonb_build_object('reason', refusal)::text;
  end if;
  select r.status = 'approved' and num_nonnulls(r.suspended_at, r.ended_at) = 0 and u.email_verified into eligible
    from public.user_roles r join auth.users u on u.id = r.user_id where r.user_id = given.user_id and r.role = 'member';
  if not coalesce(eligible, false) then raise sqlstate 'KC001' using message = 'signatory_not_eligible'; end if;
  if not public.is_standing(public.app_user_id()) and given.member_confirmed_at is null then
    update public.signatories set member_confirmed_by = public.app_user_id(), member_confirmed_at = public.app_now() where id = given.id;
    return 'half';
  end if;
  update public.signatories
     set confirmed_by = public.app_user_id(), confirmed_at = public.app_now(), announced_at = public.app_now(),
         told_at = public.app_now() where id = given.id;
  if given.capacity = 'admin' then
    update public.signatories set ended_at = public.app_now(), ended_by = public.app_user_id(), end_reason = 'admin'
     where user_id = given.user_id and capacity = 'second' and ended_at is null;
    insert into public.user_roles (user_id, role, status, approved_at, approved_by)
    values (given.user_id, 'admin', 'approved', now(), public.app_user_id()) on conflict (user_id, role) do nothing;
  end if;
  return 'confirmed';
end $$;

-- Any admin can take back or refuse what nobody has confirmed.
create or replace function refuse_signatory(p_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare given public.signatories := public.lock_signatory(p_id);
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if given.id is null then return null; end if;
  if given.confirmed_at is not null then raise sqlstate 'KC001' using message = 'signatory_decided'; end if;
  update public.signatories
     set ended_at = public.app_now(), ended_by = public.app_user_id(), end_reason = p_reason where id = given.id;
  return 'refused';
end $$;

create or replace function propose_signatory_end(p_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare given public.signatories := public.lock_signatory(p_id);
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if given.id is null or given.confirmed_at is null then return null; end if;
  if given.user_id = public.app_user_id() then raise sqlstate 'KC001' using message = 'signatory_own'; end if;
  if given.capacity = 'admin' and exists (select from public.people p where p.id = given.user_id and p.is_first_admin) then
    raise sqlstate 'KC001' using message = 'signatory_first_admin';
  end if;
  if given.end_proposed_at is not null then raise sqlstate 'KC001' using message = 'signatory_end_proposed_already'; end if;
  update public.signatories
     set end_proposed_by = public.app_user_id(), end_proposed_at = public.app_now(), end_reason = p_reason where id = given.id;
  return 'proposed';
end $$;

create or replace function keep_on_signatory(p_id uuid) returns text language plpgsql security definer as $$
declare given public.signatories := public.lock_signatory(p_id);
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if given.id is null or given.end_proposed_at is null then return null; end if;
  if given.user_id = public.app_user_id() then raise sqlstate 'KC001' using message = 'signatory_own'; end if;
  update public.signatories
     set end_proposed_by = null, end_proposed_at = null, end_reason = null, end_member_confirmed_by = null where id = given.id;
  return 'kept';
end $$;

create or replace function end_signatory(p_id uuid) returns text language plpgsql security definer as $$
declare given public.signatories := public.lock_signatory(p_id); refusal text;
begin
  if given.id is null or given.end_proposed_at is null then return null; end if;
  refusal := public.signatory_refusal(given.user_id, given.end_proposed_by, given.end_member_confirmed_by);
  if refusal is not null then
    raise sqlstate 'KC001' using message = 'signatory_second_person', detail = jsonb_build_object('reason', refusal)::text;
  end if;
  if not public.is_standing(public.app_user_id()) and given.end_member_confirmed_by is null then
    update public.signatories set end_member_confirmed_by = public.app_user_id() where id = given.id;
    return 'half';
  end if;
  update public.signatories set ended_at = public.app_now(), ended_by = public.app_user_id() where id = given.id;
  if given.capacity = 'admin' then
    delete from public.user_roles where user_id = given.user_id and role = 'admin';
  end if;
  return 'ended';
end $$;

-- An objection is for the week before somebody is standing; later two persons end it.
create or replace function object_to_signatory(p_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare given public.signatories := public.lock_signatory(p_id);
begin
  if given.id is null or given.announced_at is null then return null; end if;
  if not public.is_told_of_signatories() then raise insufficient_privilege; end if;
  if given.user_id = public.app_user_id() then raise sqlstate 'KC001' using message = 'signatory_own'; end if;
  if given.announced_at + interval '7 days' <= public.app_now() and not public.is_objected_to(given.id) then
    raise sqlstate 'KC001' using message = 'signatory_stands';
  end if;
  insert into public.signatory_objections (signatory_id, user_id, reason) values (given.id, public.app_user_id(), p_reason)
  on conflict (signatory_id, user_id) where withdrawn_at is null do nothing;
  if not found then raise sqlstate 'KC001' using message = 'signatory_objected_already'; end if;
  return 'objected';
end $$;

create or replace function withdraw_signatory_objection(p_id uuid) returns text language plpgsql security definer as $$
declare given public.signatories := public.lock_signatory(p_id);
begin
  update public.signatory_objections set withdrawn_at = public.app_now()
   where signatory_id = given.id and user_id = public.app_user_id() and withdrawn_at is null;
  return case when found then 'withdrawn' end;
end $$;

-- An address is for the account that registered with it, or is a first admin's and has moved to it: whoever else moves there gets nothing.
create or replace function account_of_admin_email(p_email text) returns uuid language sql stable security definer as $$
  select u.id from auth.users u
   where u.email = p_email
     and (u.email_changed_at is null or exists (select from public.admin_emails e where e.user_id = u.id)) $$;

create or replace function find_first_admin() returns trigger language plpgsql security definer as $$
begin
  new.user_id := public.account_of_admin_email(new.email);
  return new;
end $$;

create or replace function find_first_admins() returns trigger language plpgsql security definer as $$
begin
  update public.admin_emails set user_id = public.account_of_admin_email(email)
   where user_id is null and public.account_of_admin_email(email) is not null;
  return null;
end $$;

-- Those of ADMIN_EMAILS need no proposal: they are announced as they register, and end as they leave the setting.
create or replace function follow_first_admins() returns trigger language plpgsql security definer as $$
begin
  insert into public.signatories (user_id, capacity, origin, confirmed_at, announced_at)
  select u.id, 'admin', 'setting', public.app_now(), public.app_now()
    from auth.users u
   where u.email_verified and exists (select from public.admin_emails e where e.user_id = u.id)
  on conflict (user_id, capacity) where ended_at is null do update
    set confirmed_at = public.app_now(), announced_at = public.app_now() where signatories.confirmed_at is null;
  update public.signatories s set ended_at = public.app_now(), end_reason = 'setting'
   where s.origin = 'setting' and s.ended_at is null and s.user_id is not null and not public.is_admin_person(s.user_id);
  return null;
end $$;

create trigger keep_signatory before update or delete on signatories for each row execute function keep_signatory();
create trigger keep_signatory_objection before update or delete on signatory_objections
  for each row execute function keep_signatory_objection();
create trigger find_first_admin before insert on admin_emails for each row execute function find_first_admin();
create trigger find_first_admins after insert or update of email, email_changed_at on auth.users
  for each statement execute function find_first_admins();
create trigger follow_first_admins after insert or delete or update on admin_emails
  for each statement execute function follow_first_admins();
create trigger follow_first_admins after insert or update of email, email_verified on auth.users
  for each statement execute function follow_first_admins();

grant select on signatory_list to club_member;
grant execute on function own_refusal, confirmable_from, signatory_state, is_told_of_signatories, propose_signatory, confirm_signatory, refuse_signatory,
  propose_signatory_end, keep_on_signatory, end_signatory, object_to_signatory, withdraw_signatory_objection to club_member;
