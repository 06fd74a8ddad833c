-- Those whom it changes something for: the owners of the lots of an exit, of the shares that a price is of, of the lines of an import.
create or replace function part_owners(p_kind text, p_subject_id uuid) returns setof uuid language sql stable security definer as $$
  select r.user_id
    from (select l.holding_id as id from public.exit_lines l where p_kind = 'exit' and l.exit_id = p_subject_id
          union all
          select l.holding_id
            from public.exit_outside_payments p
            join public.exit_lines l on l.exit_id = p.exit_id
            join public.holdings h on h.id = l.holding_id and h.import_id is not null
           where p_kind = 'outside_payment' and p.id = p_subject_id
          union all
          select h.id
            from public.share_prices s
            join public.holdings h on h.company_id = s.company_id and (s.share_class is null or s.share_class = h.share_class)
           where p_kind = 'price' and s.id = p_subject_id and public.holding_shares_left(h.id) > 0) lots
    join public.holdings h on h.id = lots.id
    join public.investor_records r on r.id = h.record_id
   where r.user_id is not null and public.is_admin()
  union
  select l.user_id from public.holding_import_lines l
   where l.user_id is not null and public.is_admin()
     and l.import_id = case p_kind when 'import' then p_subject_id
                                   when 'import_undo' then (select u.import_id from public.holding_import_undos u
                                                             where u.id = p_subject_id) end $$;

-- Who is told before: those, and the admins, any of whom can withdraw it.
create or replace function announced_audience(p_kind text, p_subject_id uuid) returns setof uuid
language sql stable security definer as $$
  select public.part_owners(p_kind, p_subject_id)
  union
  select id from public.admin_ids() id where public.is_admin() $$;

-- An account that looks like a holder's has a part too.
create or replace function has_part(p_kind text, p_subject_id uuid, p_user_id uuid) returns boolean
language plpgsql stable security definer as $$
declare
  owners constant uuid[] := array(select public.part_owners(p_kind, p_subject_id));
  marks constant text[] := array(select m.mark from public.identity_marks m where m.user_id = p_user_id);
begin
  return coalesce(p_user_id = any (owners), false)
    or exists (select from unnest(owners) o (id)
                where exists (select from public.identity_marks m where m.user_id = o.id and m.mark = any (marks) offset 0));
end $$;

create or replace function announced(p_kind text, p_subject_id uuid)
returns table (takes_effect_at timestamptz, announced_by_name text) language sql stable security definer as $$
  select a.takes_effect_at, (select p.name from public.people p where p.id = a.confirmed_by)
    from public.announced_confirmations a
   where a.kind = p_kind and a.subject_id = p_subject_id and a.ended_at is null and public.is_admin() $$;

create or replace function confirmation_refusal(p_kind text, p_subject_id uuid, p_author_id uuid) returns text
language sql stable security definer as $$
  select case when exists (select from public.announced(p_kind, p_subject_id)) then 'announced' else public.own_refusal(p_author_id) end $$;

-- Returns whether a confirmation takes effect now. It needs a second person; where one of both has a part, it is announced, and
-- the clock confirms for the second person a day later. The caller has locked the subject.
create or replace function confirms_now(p_kind text, p_subject_id uuid, p_author_id uuid, p_refusal text, p_is_neutral boolean default false)
returns boolean language plpgsql security definer as $$
declare given public.announced_confirmations; reason text; author_has_part boolean; confirmer_has_part boolean;
begin
  select * into given from public.announced_confirmations a
   where a.kind = p_kind and a.subject_id = p_subject_id and a.ended_at is null;
  if public.is_clock() then
    if given.id is null or given.takes_effect_at > public.app_now() then raise insufficient_privilege; end if;
    reason := public.second_person_refusal(given.confirmed_by, p_author_id);
    if reason is not null then raise sqlstate 'KC001' using message = p_refusal; end if;
    return true;
  end if;
  if given.id is not null then
    raise sqlstate 'KC001' using
      message = 'confirmation_announced', detail = jsonb_build_object('until', given.takes_effect_at)::text;
  end if;
  perform public.require_second_person(p_author_id, p_refusal);
  if p_is_neutral then return true; end if;
  author_has_part := public.has_part(p_kind, p_subject_id, p_author_id);
  confirmer_has_part := public.has_part(p_kind, p_subject_id, public.app_user_id());
  if not (author_has_part or confirmer_has_part) then return true; end if;
  insert into public.announced_confirmations (kind, subject_id, confirmed_by, author_has_part, confirmer_has_part, takes_effect_at)
  values (p_kind, p_subject_id, public.app_user_id(), author_has_part, confirmer_has_part,
          public.app_now() + interval '24 hours');
  return false;
end $$;

create or replace function confirmer(p_kind text, p_subject_id uuid) returns uuid language sql stable security definer as $$
  select coalesce((select a.confirmed_by from public.announced_confirmations a
                    where a.kind = p_kind and a.subject_id = p_subject_id and a.ended_at is null), public.app_user_id()) $$;

create or replace function withdraw_announced(p_kind text, p_subject_id uuid, p_reason text) returns void
language sql security definer as $$
  update public.announced_confirmations set ended_at = public.app_now(), outcome = 'withdrawn', because = p_reason
   where kind = p_kind and subject_id = p_subject_id and ended_at is null $$;

-- The clock's. Null before its time, and where an admin was first. What is refused now is undone and does not take effect.
create or replace function take_effect(p_id uuid) returns text language plpgsql security definer as $$
declare given public.announced_confirmations; reason text; ended text;
begin
  if not public.is_clock() then raise insufficient_privilege; end if;
  select * into given from public.announced_confirmations a
   where a.id = p_id and a.ended_at is null and a.takes_effect_at <= public.app_now();
  if given.id is null then return null; end if;
  begin
    case given.kind
      when 'exit' then perform public.confirm_exit(given.subject_id);
      when 'price' then perform public.confirm_share_price(given.subject_id);
      when 'outside_payment' then
        perform public.confirm_outside_payment(p.exit_id) from public.exit_outside_payments p where p.id = given.subject_id;
      when 'import' then perform public.confirm_holding_import(given.subject_id);
      when 'import_undo' then
        perform public.confirm_import_undo(u.import_id) from public.holding_import_undos u where u.id = given.subject_id;
    end case;
  exception when sqlstate 'KC001' then
    get stacked diagnostics reason = message_text;
  end;
  update public.announced_confirmations
     set ended_at = public.app_now(), outcome = case when reason is null then 'effective' else 'failed' end, because = reason
   where id = given.id and ended_at is null returning outcome into ended;
  return ended;
end $$;

-- Returns what notices and mails say of it; the owner alone may call this.
create or replace function announced_facts(p_id uuid)
returns table (kind text, subject_id uuid, takes_effect_at timestamptz, outcome text, because text, author_has_part boolean,
               confirmer_has_part boolean, author text, confirmer text, company text, exit_kind text, price text, price_before text,
               day date, note text) language sql stable security definer as $$
  select a.kind, a.subject_id, a.takes_effect_at, a.outcome, a.because, a.author_has_part, a.confirmer_has_part,
         (select p.name from public.people p where p.id = s.author_id), (select p.name from public.people p where p.id = a.confirmed_by),
         s.company, s.exit_kind, trim_scale(s.price)::text, trim_scale(s.price_before)::text, s.day, s.note
    from public.announced_confirmations a
    cross join lateral (
      select e.proposed_by as author_id, c.name as company, e.kind as exit_kind, e.price, null::numeric as price_before,
             e.happened_on as day, e.note
        from public.exits e join public.companies c on c.id = e.company_id where a.kind = 'exit' and e.id = a.subject_id
      union all
      select p.entered_by, c.name, null, p.price, b.lowest, p.as_of, null
        from public.share_prices p
        join public.companies c on c.id = p.company_id
        cross join lateral public.share_prices_on(p.company_id, p.share_class, p.as_of, false) b
       where a.kind = 'price' and p.id = a.subject_id
      union all
      select x.recorded_by, c.name, null, null, null, x.paid_on, null
        from public.exit_outside_payments x
        join public.exits e on e.id = x.exit_id
        join public.companies c on c.id = e.company_id
       where a.kind = 'outside_payment' and x.id = a.subject_id
      union all
      select coalesce(u.proposed_by, i.proposed_by),
             (select string_agg(distinct c.name, ', ') from public.holding_import_lines l join public.companies c on c.id = l.company_id
               where l.import_id = i.id), null, null, null, null, null
        from public.holding_imports i
        left join public.holding_import_undos u on u.id = a.subject_id
       where a.kind in ('import', 'import_undo') and i.id = coalesce(u.import_id, a.subject_id)) s
   where a.id = p_id $$;

grant execute on function part_owners, announced_audience, has_part, announced, confirmation_refusal to club_member;
