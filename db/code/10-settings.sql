-- What members pay and have time for, once an offer was signed and where there is another admin. Stopping deals is anybody's.
create or replace function setting_needs_two(p_key text, p_before jsonb, p_after jsonb) returns boolean
language plpgsql stable security definer as $$
declare switches constant text[] := '{is_enabled,kill_switch}';
begin
  return p_key in ('deals', 'fee_account', 'terms') and p_before - switches is distinct from p_after - switches
    and public.has_other_admin() and exists (select from public.deal_versions v where v.approved_at is not null);
end $$;

create or replace function stamp_club_setting() returns trigger language plpgsql security definer as $$
begin
  if not public.is_clock() and public.setting_needs_two(new.key, case when tg_op = 'UPDATE' then old.value end, new.value) then
    raise sqlstate 'KC001' using message = 'setting_second_person';
  end if;
  new.revision := case when tg_op = 'INSERT' then 1 else old.revision + 1 end;
  -- Of the clock by which offers are signed, as a deal keeps the hours of then.
  new.updated_at := public.app_now();
  new.updated_by := public.app_user_id();
  return new;
end $$;

-- What is given again by another admin is confirmed; what is in force, or anything else, ends what was proposed. 'alone': it is saved without.
create or replace function propose_setting(p_key text, p_value jsonb) returns text language plpgsql security definer as $$
declare
  switches constant text[] := '{is_enabled,kill_switch}';
  present jsonb; given public.setting_proposals; is_changed boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform pg_advisory_xact_lock(hashtextextended('setting_proposals', 0));
  present := (select s.value from public.club_settings s where s.key = p_key);
  select * into given from public.setting_proposals p where p.key = p_key and p.ended_at is null;
  is_changed := public.setting_needs_two(p_key, present, p_value);
  if is_changed and given.value - switches = p_value - switches then
    if given.confirmed_at is not null then return 'unchanged'; end if;
    perform public.require_second_person(given.proposed_by, 'setting_second_person');
    update public.setting_proposals set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = given.id;
    return 'confirmed';
  end if;
  if is_changed or present = p_value or present - switches <> p_value - switches then
    update public.setting_proposals set ended_at = public.app_now(), outcome = 'withdrawn' where id = given.id;
  end if;
  if is_changed then
    insert into public.setting_proposals (key, value, proposed_by) values (p_key, p_value, public.app_user_id());
    return 'proposed';
  end if;
  return case when given.id is not null and present = p_value then 'withdrawn' else 'alone' end;
end $$;

create or replace view open_setting_proposals with (security_barrier) as
  select p.id, p.key, p.value, p.proposed_at, (select name from people where id = p.proposed_by) as proposed_by_name,
         p.confirmed_at + interval '24 hours' as takes_effect_at, (select name from people where id = p.confirmed_by) as announced_by_name,
         r.refusal, confirmable_from(p.proposed_by, r.refusal) as confirmable_from
    from setting_proposals p
    cross join lateral (select case when p.confirmed_at is null then own_refusal(p.proposed_by) else 'announced' end as refusal) r
   where p.ended_at is null and (select is_admin());

-- The clock's. The switches are those of today. Null before its time, and where it has ended. Terms whose day has begun meanwhile fail.
create or replace function take_setting_effect(p_id uuid) returns text language plpgsql security definer as $$
declare given public.setting_proposals; ended text; has_begun boolean;
begin
  if not public.is_clock() then raise insufficient_privilege; end if;
  select * into given from public.setting_proposals p
   where p.id = p_id and p.ended_at is null and p.confirmed_at <= public.app_now() - interval '24 hours' for update;
  if given.id is null then return null; end if;
  has_begun := given.key = 'terms' and exists (
    select v.terms
      from (select jsonb_array_elements(given.value) as terms
            union all
            select jsonb_array_elements(s.value) from public.club_settings s where s.key = 'terms') v
     where (v.terms ->> 'effective_from')::date <= (public.app_now() at time zone 'Europe/London')::date
     group by v.terms having count(*) = 1);
  ended := case when public.second_person_refusal(given.confirmed_by, given.proposed_by) is null and not has_begun
                then 'in_force' else 'failed' end;
  if ended = 'in_force' then
    insert into public.club_settings as s (key, value) values (given.key, given.value)
    on conflict (key) do update set value = case given.key
      when 'deals' then excluded.value
        || jsonb_strip_nulls(jsonb_build_object('is_enabled', s.value -> 'is_enabled', 'kill_switch', s.value -> 'kill_switch'))
      else excluded.value end;
    update public.club_settings set updated_by = given.proposed_by where key = given.key;
    update public.club_setting_revisions r set created_by = given.proposed_by
      from public.club_settings s where s.key = given.key and (r.key, r.revision) = (s.key, s.revision);
  end if;
  update public.setting_proposals set ended_at = public.app_now(), outcome = ended where id = given.id;
  return ended;
end $$;

create or replace function keep_club_setting_revision() returns trigger language plpgsql security definer as $$
begin
  insert into public.club_setting_revisions (key, revision, value, created_at, created_by)
  values (new.key, new.revision, new.value, new.updated_at, new.updated_by);
  return null;
end $$;

create or replace function is_brand_file(p_file_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.brand_files f
                  where f.file_id = p_file_id
                    and (public.is_admin()
                         or exists (select from public.club_settings s
                                     where s.key = 'brand'
                                       and coalesce(f.logo_file_id, f.file_id)::text
                                           in (s.value ->> 'logo_file_id', s.value ->> 'icon_file_id')))) $$;

create or replace view club_setup_state with (security_barrier) as
  select case when s.finished_at is not null then 'finished' when s.id is not null then 'started' else 'new' end as state,
         case when is_admin() or s.started_by = app_user_id() then s.started_by end as started_by,
         (select coalesce(p.full_name, p.email) from people p where p.id = s.started_by and is_admin()) as started_by_name
    from (select) as one left join club_setup s on true;
grant select on club_setup_state to club_visitor, club_member;

create trigger stamp_club_setting before insert or update of value on club_settings
  for each row execute function stamp_club_setting();
create trigger keep_club_setting_revision after insert or update of value on club_settings
  for each row execute function keep_club_setting_revision();

grant select on open_setting_proposals to club_member;
grant execute on function propose_setting, setting_needs_two to club_member;
grant execute on function is_brand_file to club_member, club_visitor;
