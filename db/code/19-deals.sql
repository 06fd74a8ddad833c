-- The defaults are for settings that were stored without them.
create or replace function deal_settings() returns jsonb language sql stable security definer as $$
  select '{"is_enabled": false, "kill_switch": false, "countries_allowed": ["GB"], "retention_years": 6,
           "cooling_off_hours": 24, "reconsent_hours": 72, "top_up_hours": 24, "funds_window_hours": 48, "grace_hours": 24,
           "hold_hours": 96}'::jsonb
         || coalesce((select value from public.club_settings where key = 'deals'), '{}') $$;

-- A deal keeps the hours that were in force when its offer was signed, or as the club began with deals: nobody was shown one before.
create or replace function hours_of_deal(p_deal_id uuid) returns jsonb language sql stable security definer as $$
  select public.deal_settings()
         || coalesce((select r.value
                        from (select min(v.approved_at) as at from public.deal_versions v where v.deal_id = p_deal_id) signed
                        join public.club_setting_revisions r on r.key = 'deals' and signed.at is not null
                       order by r.created_at <= signed.at desc, case when r.created_at <= signed.at then -r.revision else r.revision end
                       limit 1), '{}') $$;

create or replace function is_deal_shown(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.deals where id = p_deal_id and state in ('released', 'closing')) $$;

-- The trigger binds the owner too.
create or replace function keep_deal_record() returns trigger language plpgsql as $$
declare changeable constant text[] := '{author_id,moved_by,approved_at,approved_by,approver_checklist,confirmed_at,confirmed_by,withdrawn_at}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - changeable = to_jsonb(new) - changeable
     and coalesce(to_jsonb(new) ->> 'author_id', to_jsonb(old) ->> 'author_id') is not distinct from to_jsonb(old) ->> 'author_id'
     and coalesce(to_jsonb(new) ->> 'moved_by', to_jsonb(old) ->> 'moved_by') is not distinct from to_jsonb(old) ->> 'moved_by'
     and coalesce(to_jsonb(old) ->> 'confirmed_at', to_jsonb(new) ->> 'confirmed_at') is not distinct from to_jsonb(new) ->> 'confirmed_at'
     and coalesce(to_jsonb(old) ->> 'withdrawn_at', to_jsonb(new) ->> 'withdrawn_at') is not distinct from to_jsonb(new) ->> 'withdrawn_at'
     and (to_jsonb(old) ->> 'approved_at' is null
          or (to_jsonb(new) ->> 'approved_at' = to_jsonb(old) ->> 'approved_at'
              and to_jsonb(new) -> 'approver_checklist' is not distinct from to_jsonb(old) -> 'approver_checklist'
              and coalesce(to_jsonb(new) ->> 'approved_by', to_jsonb(old) ->> 'approved_by')
                  is not distinct from to_jsonb(old) ->> 'approved_by')) then return new; end if;
  raise integrity_constraint_violation using message = 'what a deal has recorded is never changed or deleted';
end $$;

create or replace function record_enquiry() returns trigger language plpgsql security definer as $$
begin
  insert into public.deal_moves (deal_id, from_state, to_state, moved_at, moved_by)
  values (new.id, null, new.state, new.state_since, public.app_user_id());
  return null;
end $$;

create or replace function lock_deal(p_deal_id uuid) returns public.deals language plpgsql security definer as $$
declare deal public.deals;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  return deal;
end $$;

-- The caller has locked the deal.
create or replace function move_deal(p_deal public.deals, p_to text, p_reason text) returns void language sql security definer as $$
  update public.deals
     set state = p_to, state_since = public.app_now(), parked_until = null,
         released_at = case when p_to = 'released' then coalesce(released_at, public.app_now()) else released_at end,
         closed_at = case when p_to = 'released' then null
                          when p_to in ('closing', 'cancelled')
                            then coalesce(closed_at, least(public.app_now(), public.end_of_commitments(id)))
                          else closed_at end
   where id = p_deal.id;
  insert into public.deal_moves (deal_id, from_state, to_state, moved_by, is_by_clock, reason)
  values (p_deal.id, p_deal.state, p_to, public.app_user_id(), public.is_clock(), p_reason);
$$;

create or replace function transition_deals(p_id uuid, p_from text[], p_to text, p_expected_version timestamptz, p_note text) returns text
language plpgsql security definer as $$
declare
  preparation constant text[] := '{enquiry,screening,meeting,diligence,preparing}';
  exits constant text[] := '{declined,withdrawn,parked}';
  deal public.deals := public.lock_deal(p_id);
  proposed record;
  outcome text;
  step text;
begin
  if deal.id is null then return null; end if;
  outcome := public.transition_outcome(deal.state, deal.updated_at, p_from, p_to, p_expected_version, 'deal_changed');
  if outcome <> 'changed' then return outcome; end if;
  if (case when deal.state = any (preparation || exits || '{approved}') then p_to = any (preparation || exits)
           when deal.state = 'released' then p_to in ('closing', 'cancelled')
           when deal.state = 'closing' then p_to in ('released', 'cancelled') end) is not true
     or (p_note is null and (p_to = any (exits || '{cancelled}') or deal.state = any (exits)
                             or array_position(preparation || '{approved,released,closing}', p_to)
                                < array_position(preparation || '{approved,released,closing}', deal.state)))
  then raise invalid_parameter_value; end if;
  if p_to = 'closing' and public.app_now() < public.end_of_commitments(p_id) then
    raise sqlstate 'KC001' using
      message = 'closing_not_announced', detail = jsonb_build_object('until', public.end_of_commitments(p_id))::text;
  end if;
  -- Another admin confirms it with the same reason, which members read.
  if p_to = 'cancelled' and public.has_other_admin() then
    if public.is_company_paid(p_id) then raise sqlstate 'KC001' using message = 'company_paid'; end if;
    select * into proposed from public.cancelling_proposals c where c.deal_id = p_id and c.reason = p_note;
    if proposed.id is null then
      insert into public.proposed_cancellings (deal_id, author_id, reason) values (p_id, public.app_user_id(), p_note);
      return 'proposed';
    end if;
    perform public.require_second_person(proposed.author_id, 'cancelling_second_person');
    update public.proposed_cancellings set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = proposed.id;
  end if;
  -- Each step of the preparation has its row.
  for step in select s from unnest(preparation) with ordinality p (s, place)
               where deal.state = any (preparation) and p_to = any (preparation)
                 and place > array_position(preparation, deal.state) and place < array_position(preparation, p_to) order by place loop
    perform public.move_deal(deal, step, null);
    select * into deal from public.deals where id = p_id;
  end loop;
  perform public.move_deal(deal, p_to, p_note);
  return outcome;
end $$;

create or replace view deal_version_list with (security_barrier) as
  select v.id, v.deal_id, v.number, v.created_at, v.author_id, v.page_sha256, v.approved_at, t.number as terms_number,
         (select name from people where id = v.author_id) as author_name,
         (select name from people where id = v.approved_by) as approved_by_name
    from deal_versions v
    join deal_terms t on t.id = v.terms_id where (select is_admin());

-- Commitments end or ended at this time. An announcement counts while the terms have the end that they had when it was made.
create or replace view deal_ends with (security_barrier) as
  select d.id as deal_id, coalesce(d.closed_at, a.closes_at, t.closes_at) as closes_at, t.closes_at as terms_closes_at,
         a.instead_of, a.reason as closing_reason
    from deals d
    join lateral (select t.closes_at from deal_versions v join deal_terms t on t.id = v.terms_id
                   where v.deal_id = d.id and v.approved_at is not null order by v.number desc limit 1) t on true
    left join lateral (select a.closes_at, a.instead_of, a.reason from closing_announcements a
                        where a.deal_id = d.id and a.terms_closes_at = t.closes_at and a.confirmed_at is not null
                        order by a.confirmed_at desc, a.id desc limit 1) a on true;

-- The newest one while another admin can still confirm it a day ahead.
create or replace view closing_proposals with (security_barrier) as
  select a.id, a.deal_id, a.closes_at, a.reason, a.author_id, (select name from people where id = a.author_id) as proposed_by_name,
         own_refusal(a.author_id) as refusal
    from closing_announcements a
   where (select is_admin()) and a.confirmed_at is null and a.closes_at >= app_now() + interval '24 hours'
     and (select d.state from deals d where d.id = a.deal_id) = 'released'
     and (select e.terms_closes_at from deal_ends e where e.deal_id = a.deal_id) = a.terms_closes_at
     and not exists (select from closing_announcements later
                      where later.deal_id = a.deal_id and (later.announced_at, later.id) > (a.announced_at, a.id));

-- The newest one, for 14 days.
create or replace view cancelling_proposals with (security_barrier) as
  select c.id, c.deal_id, c.reason, c.author_id, c.proposed_at + interval '14 days' as expires_at,
         (select name from people where id = c.author_id) as proposed_by_name, own_refusal(c.author_id) as refusal
    from proposed_cancellings c
   where (select is_admin()) and c.confirmed_at is null and c.withdrawn_at is null and c.proposed_at > app_now() - interval '14 days'
     and (select d.state from deals d where d.id = c.deal_id) in ('released', 'closing')
     and not exists (select from proposed_cancellings later
                      where later.deal_id = c.deal_id and (later.proposed_at, later.id) > (c.proposed_at, c.id));

-- The author of a proposal takes it back.
create or replace function withdraw_cancelling(p_deal_id uuid) returns text language plpgsql security definer as $$
declare proposed uuid;
begin
  if (public.lock_deal(p_deal_id)).id is null then return null; end if;
  select c.id into proposed from public.cancelling_proposals c where c.deal_id = p_deal_id and c.author_id = public.app_user_id();
  if proposed is null then return null; end if;
  update public.proposed_cancellings set withdrawn_at = public.app_now() where id = proposed;
  return 'withdrawn';
end $$;

create or replace view desk_deal_ends with (security_barrier) as select * from deal_ends where (select is_admin());

create or replace function end_of_commitments(p_deal_id uuid) returns timestamptz language sql stable security definer as $$
  select closes_at from public.deal_ends where deal_id = p_deal_id $$;

-- A released deal ends earlier by an announcement alone, and not by its terms.
create or replace function check_end_of_terms(p_deal_id uuid, p_closes_at timestamptz) returns void language plpgsql security definer as $$
declare present constant timestamptz := public.end_of_commitments(p_deal_id);
begin
  if p_closes_at < present and public.app_now() < present
     and exists (select from public.deals d where d.id = p_deal_id and d.state = 'released') then
    raise sqlstate 'KC001' using message = 'terms_close_earlier', detail = jsonb_build_object('until', present)::text;
  end if;
end $$;

-- "ordinary shares" is the class that a company has as "Ordinary": prices and splits are of a class by its name.
create or replace function class_key(p_class text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(lower(btrim(normalize(p_class, nfkc))), '\s+', ' ', 'g'), ' shares?$', '') $$;

create or replace function spelt_class(p_company_id uuid, p_class text) returns text language sql stable security definer as $$
  select coalesce((select k.share_class
                     from (select h.id, h.share_class from public.holdings h where h.company_id = p_company_id
                           union all
                           select l.id, l.share_class from public.holding_import_lines l where l.company_id = p_company_id
                           union all
                           select t.id, t.share_class from public.deal_terms t join public.deals d on d.id = t.deal_id
                            where d.company_id = p_company_id) k
                    where public.class_key(k.share_class) = public.class_key(p_class) order by k.id limit 1), p_class) $$;

create or replace function check_new_terms() returns trigger language plpgsql security definer as $$
begin
  new.share_class := public.spelt_class((select d.company_id from public.deals d where d.id = new.deal_id), new.share_class);
  perform public.check_end_of_terms(new.deal_id, new.closes_at);
  return new;
end $$;

-- Everybody who may commit has a day to do so, or to withdraw. Another admin confirms it by announcing the same time, where there is one.
create or replace function announce_closing(p_deal_id uuid, p_closes_at timestamptz, p_reason text, p_expected_proposal uuid) returns text
language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id); present public.deal_ends; proposed public.closing_proposals;
begin
  if deal.id is null then return null; end if;
  if deal.state <> 'released' then raise sqlstate 'KC001' using message = 'closing_not_open'; end if;
  select * into present from public.deal_ends where deal_id = deal.id;
  if p_closes_at < public.app_now() + interval '24 hours'
     or p_closes_at <= (public.approved_terms(deal.id)).opens_at then raise sqlstate 'KC001' using message = 'closing_too_soon'; end if;
  if p_closes_at = present.closes_at then raise sqlstate 'KC001' using message = 'closing_unchanged'; end if;
  -- Whoever confirms a proposal or puts another in its place has read it.
  select * into proposed from public.closing_proposals p where p.deal_id = deal.id;
  if proposed.id is distinct from p_expected_proposal then
    raise sqlstate 'KC001' using message = 'closing_proposal_changed', detail = jsonb_build_object(
      'closes_at', proposed.closes_at, 'reason', proposed.reason, 'proposed_by_name', proposed.proposed_by_name)::text;
  end if;
  if proposed.closes_at = p_closes_at then
    perform public.require_second_person(proposed.author_id, 'closing_second_person');
    update public.closing_announcements set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = proposed.id;
    return 'confirmed';
  end if;
  insert into public.closing_announcements (deal_id, author_id, terms_closes_at, instead_of, closes_at, reason, confirmed_at)
  values (deal.id, public.app_user_id(), present.terms_closes_at, present.closes_at, p_closes_at, p_reason,
          case when not public.has_other_admin() then public.app_now() end);
  return case when public.has_other_admin() then 'proposed' else 'confirmed' end;
end $$;

create or replace view open_deals with (security_barrier) as
  select d.id, d.state, d.released_at, v.id as version_id, v.number as version_number, v.approved_at, v.content, v.page_sha256,
         e.closes_at, e.instead_of, e.closing_reason
    from deals d
    join lateral (select * from deal_versions a where a.deal_id = d.id and a.approved_at is not null
                   order by a.number desc limit 1) v on true
    join deal_ends e on e.deal_id = d.id where d.state in ('released', 'closing') and (select is_investor());

-- The transaction that reads the deals calls this.
create or replace function show_deals(p_channel text, p_deal_id uuid) returns void language plpgsql security definer as $$
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  perform public.record_delivery(public.app_user_id(), p_channel, o.version_id, o.version_id, public.app_now())
     from public.open_deals o where p_deal_id is null or o.id = p_deal_id;
end $$;

create or replace function set_deal_interest(p_deal_id uuid, p_level text, p_amount_pence bigint, p_reason text) returns boolean
language plpgsql security definer as $$
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  if not public.is_deal_shown(p_deal_id) then return false; end if;
  insert into public.deal_interests (deal_id, record_id, level, amount_pence, reason, updated_at)
  select p_deal_id, r.id, p_level, p_amount_pence, p_reason, public.app_now()
    from public.investor_records r where r.user_id = public.app_user_id()
  on conflict (deal_id, record_id) do update
    set level = excluded.level, amount_pence = excluded.amount_pence, reason = excluded.reason, updated_at = excluded.updated_at;
  return true;
end $$;

create or replace function own_tier() returns text language sql stable security definer as $$
  select coalesce((select c.tier from public.current_tiers c where c.person_id = public.app_user_id()), 'trial') $$;

-- The newest version, whose offer is signed: the clock calls this. Who is new to the members on the panel signs three days later.
create or replace function approve_deal_version(p_version_id uuid, p_approved_by uuid, p_checklist text[]) returns text
language plpgsql security definer as $$
declare deal public.deals; version public.deal_versions; before uuid;
begin
  select d.* into deal from public.deals d join public.deal_versions v on v.deal_id = d.id where v.id = p_version_id for update of d;
  if deal.id is null then return null; end if;
  select * into version from public.deal_versions where id = p_version_id;
  if version.approved_at is not null or deal.state not in ('preparing', 'approved', 'released', 'closing')
     or exists (select from public.deal_versions v where v.deal_id = deal.id and v.number > version.number)
  then raise sqlstate 'KC001' using message = 'version_decided'; end if;
  select v.id into before from public.deal_versions v
   where v.deal_id = deal.id and v.approved_at is not null order by v.number desc limit 1;
  update public.deal_versions
     set approved_at = public.app_now(), approved_by = p_approved_by, approver_checklist = p_checklist
   where id = p_version_id;
  update public.deal_panel p
     set signs_from = public.app_now()
           + case when before is null or exists (select from public.deal_panel o where o.version_id = before and o.user_id = p.user_id)
                  then interval '0' else interval '72 hours' end
   where p.version_id = p_version_id;
  if deal.state = 'preparing' then perform public.move_deal(deal, 'approved', null); end if;
  return 'approved';
end $$;

create or replace function is_logo_shown(p_file_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.readable_deals where content #>> '{company,logo,file_id}' = p_file_id::text) $$;

-- Members with a commitment, and those who may commit and did not answer that it is nothing for them.
create or replace function list_told_of_closing(p_deal_id uuid) returns table (user_id uuid, commitment_id uuid)
language plpgsql stable security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  return query
    select r.user_id, c.id
      from public.investor_records r
      left join public.commitments c on c.record_id = r.id and c.deal_id = p_deal_id
       and public.is_live_commitment(c.state)
     where r.user_id is not null
       and (c.id is not null
            or public.may_promote(r.user_id, public.app_now())
               and not exists (select from public.deal_interests i
                                where i.record_id = r.id and i.deal_id = p_deal_id and i.level = 'not_for_me')) order by r.user_id;
end $$;

-- Buyers can always read what they bought, without a statement too.
create or replace function has_bought(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.commitments c
                   join public.investor_records r on r.id = c.record_id
                  where c.deal_id = p_deal_id and r.user_id = public.app_user_id() and c.state = 'completed') $$;

create or replace view readable_deals with (security_barrier) as
  select d.id, d.state, d.released_at, v.id as version_id, v.number as version_number, v.approved_at, v.content, v.page_sha256,
         e.closes_at, e.instead_of, e.closing_reason, b.is_bought
    from deals d
    cross join lateral (select has_bought(d.id) as is_bought) b
    join lateral (select * from deal_versions a where a.deal_id = d.id and a.approved_at is not null
                   order by a.number desc limit 1) v on true
    join deal_ends e on e.deal_id = d.id
   where b.is_bought or (d.state in ('released', 'closing') and (select is_investor()));

create trigger mark_change before update on companies for each row execute function mark_change();
create trigger mark_change before update on deals for each row execute function mark_change();
create trigger keep_deal_record before update or delete on deal_moves for each row execute function keep_deal_record();
create trigger keep_deal_record before update or delete on deal_notes for each row execute function keep_deal_record();
create trigger keep_deal_record before update or delete on deal_terms for each row execute function keep_deal_record();
create trigger keep_deal_record before update or delete on deal_versions for each row execute function keep_deal_record();
create trigger keep_deal_record before update or delete on closing_announcements for each row execute function keep_deal_record();
create trigger keep_deal_record before update or delete on proposed_cancellings for each row execute function keep_deal_record();
create trigger check_new_terms before insert on deal_terms for each row execute function check_new_terms();
create trigger record_enquiry after insert on deals for each row execute function record_enquiry();

grant select on deal_version_list, desk_deal_ends, closing_proposals, cancelling_proposals, open_deals, readable_deals to club_member;
grant execute on function is_deal_shown, transition_deals, withdraw_cancelling, show_deals, set_deal_interest, own_tier,
  announce_closing, is_logo_shown, list_told_of_closing, has_bought, hours_of_deal to club_member;
