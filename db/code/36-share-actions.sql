-- The trigger binds the owner too. Names are emptied with their accounts; lines are deleted with lots that are undone.
create or replace function keep_share_action() returns trigger language plpgsql as $$
declare
  names constant text[] := '{proposed_by,confirmed_by,refused_by}';
  decided constant text[] := '{confirmed_at,refused_at,refused_because}';
begin
  if tg_op = 'UPDATE' and tg_table_name = 'share_actions'
     and to_jsonb(old) - names - decided = to_jsonb(new) - names - decided
     and not exists (select from unnest(decided) field
                      where to_jsonb(new) ->> field is distinct from to_jsonb(old) ->> field
                        and coalesce(to_jsonb(old) ->> 'confirmed_at', to_jsonb(old) ->> 'refused_at') is not null)
     and not exists (select from unnest(names) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name
                       and to_jsonb(new) ->> replace(name, '_by', '_at') is not distinct from to_jsonb(old) ->> replace(name, '_by', '_at'))
  then return new; end if;
  if tg_op = 'DELETE' and tg_table_name = 'share_action_lines'
     and not exists (select from public.holdings h where h.id = (to_jsonb(old) ->> 'holding_id')::uuid) then return old; end if;
  raise integrity_constraint_violation using message = 'a split of shares is never changed or deleted';
end $$;

-- The shares are those that splits until a day added, less those that exits before it took.
create or replace function shares_moved(p_company_id uuid, p_day date default null) returns table (holding_id uuid, shares bigint)
language sql stable security definer as $$
  select m.holding_id, sum(m.shares)::bigint
    from (select l.holding_id, l.shares_added as shares
            from public.share_actions a join public.share_action_lines l on l.action_id = a.id
           where a.company_id = p_company_id and a.confirmed_at is not null and (p_day is null or a.effective_on <= p_day)
          union all
          select l.holding_id, -l.shares from public.exits e join public.exit_lines l on l.exit_id = e.id
           where e.company_id = p_company_id and e.takes_shares and e.state = 'confirmed'
             and (p_day is null or e.happened_on < p_day)) m group by m.holding_id $$;

-- The shares of a class are split as one, as in the company's register; owners and then their lots get the largest remainders.
create or replace function split_lots(p_company_id uuid, p_share_class text, p_new integer, p_old integer, p_effective_on date)
returns table (holding_id uuid, shares_before bigint, shares_after bigint) language sql stable security definer as $$
  with lots as (
    select h.id, h.share_class, coalesce(h.record_id, h.commitment_id, h.id) as owner_id, h.issued_on,
           (h.shares + coalesce(moved.shares, 0))::numeric as shares
      from public.holdings h left join public.shares_moved(p_company_id) moved on moved.holding_id = h.id
     where h.company_id = p_company_id and h.issued_on < p_effective_on
       and (p_share_class is null or h.share_class = p_share_class)),
  held as (select * from lots where shares > 0),
  of_class as (
    select h.share_class, div(sum(h.shares) * p_new, p_old) as shares from held h group by h.share_class),
  of_owner as (
    select h.share_class, h.owner_id, div(sum(h.shares) * p_new, p_old) as shares, mod(sum(h.shares) * p_new, p_old) as remainder
      from held h group by h.share_class, h.owner_id),
  owners as (
    select o.share_class, o.owner_id,
           o.shares + (row_number() over (partition by o.share_class order by o.remainder desc, o.owner_id)
                         <= c.shares - sum(o.shares) over (partition by o.share_class))::integer as shares
      from of_owner o join of_class c on c.share_class = o.share_class),
  parts as (
    select h.id, h.share_class, h.owner_id, h.shares as shares_before, div(h.shares * p_new, p_old) as shares,
           row_number() over (partition by h.share_class, h.owner_id
                              order by mod(h.shares * p_new, p_old) desc, h.issued_on, h.id) as place
      from held h)
  select p.id, p.shares_before::bigint,
         (p.shares + (p.place <= o.shares - sum(p.shares) over (partition by p.share_class, p.owner_id))::integer)::bigint
    from parts p join owners o on o.share_class = p.share_class and o.owner_id = p.owner_id $$;

-- An exit that waits has to be decided first; an exit since the split was in shares before it.
create or replace function hinders_split(p_company_id uuid, p_effective_on date) returns text language sql stable security definer as $$
  select case when bool_or(e.state = 'proposed') then 'split_exit_waits'
              when bool_or(e.state = 'confirmed' and e.kind <> 'holdback' and e.happened_on >= p_effective_on) then 'split_exit_since' end
    from public.exits e where e.company_id = p_company_id $$;

create or replace function propose_share_action(p_company_id uuid, p_share_class text, p_new integer, p_old integer, p_effective_on date,
                                     p_source text) returns uuid language plpgsql security definer as $$
declare proposed uuid; latest date; hindrance text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = p_company_id for update;
  if not found then return null; end if;
  if p_effective_on > public.london_today() then raise sqlstate 'KC001' using message = 'split_in_future'; end if;
  if exists (select from public.share_actions a
              where a.company_id = p_company_id and a.confirmed_at is null and a.refused_at is null) then
    raise sqlstate 'KC001' using message = 'split_waits';
  end if;
  if p_share_class is not null and not exists (select from public.holdings h
       where h.company_id = p_company_id and h.share_class = p_share_class) then
    raise sqlstate 'KC001' using message = 'split_class_unknown';
  end if;
  select max(a.effective_on) into latest from public.share_actions a
   where a.company_id = p_company_id and a.confirmed_at is not null;
  if p_effective_on < latest then
    raise sqlstate 'KC001' using message = 'split_before_earlier', detail = jsonb_build_object('day', latest)::text;
  end if;
  hindrance := public.hinders_split(p_company_id, p_effective_on);
  if hindrance is not null then raise sqlstate 'KC001' using message = hindrance; end if;
  insert into public.share_actions (company_id, share_class, new_shares, old_shares, effective_on, source, proposed_by)
  values (p_company_id, p_share_class, p_new, p_old, p_effective_on, p_source, public.app_user_id()) returning id into proposed;
  insert into public.share_action_lines (action_id, holding_id, shares_before, shares_after)
  select proposed, l.holding_id, l.shares_before, l.shares_after
    from public.split_lots(p_company_id, p_share_class, p_new, p_old, p_effective_on) l;
  if not found then raise sqlstate 'KC001' using message = 'split_of_nothing'; end if;
  if exists (select from public.share_action_lines l where l.action_id = proposed and l.shares_after = 0) then
    raise sqlstate 'KC001' using message = 'split_loses_lot';
  end if;
  return proposed;
end $$;

-- The admin may hold shares, because nobody gains by a split.
create or replace function confirm_share_action(p_id uuid) returns jsonb language plpgsql security definer as $$
declare given public.share_actions;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = (select a.company_id from public.share_actions a where a.id = p_id) for update;
  select * into given from public.share_actions a where a.id = p_id;
  if given.id is null then return null; end if;
  if given.confirmed_at is not null or given.refused_at is not null then raise sqlstate 'KC001' using message = 'split_decided'; end if;
  perform public.require_second_person(given.proposed_by, 'split_second_person');
  if public.hinders_split(given.company_id, given.effective_on) is not null
     or exists (select from public.split_lots(given.company_id, given.share_class, given.new_shares, given.old_shares,
                                              given.effective_on) now
                  full join (select * from public.share_action_lines l where l.action_id = given.id) l
                    on l.holding_id = now.holding_id
                 where (l.shares_before, l.shares_after) is distinct from (now.shares_before, now.shares_after)) then
    raise sqlstate 'KC001' using message = 'split_lots_changed';
  end if;
  update public.share_actions set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = given.id;
  return jsonb_build_object(
    'outcome', 'confirmed',
    'members', (select coalesce(jsonb_agg(distinct r.user_id), '[]')
                  from public.share_action_lines l
                  join public.holdings h on h.id = l.holding_id
                  join public.investor_records r on r.id = h.record_id where l.action_id = given.id and r.user_id is not null));
end $$;

create or replace function refuse_share_action(p_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare given public.share_actions;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into given from public.share_actions a where a.id = p_id for update;
  if given.id is null then return null; end if;
  if given.confirmed_at is not null or given.refused_at is not null then raise sqlstate 'KC001' using message = 'split_decided'; end if;
  update public.share_actions
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason where id = given.id;
  return 'refused';
end $$;

-- A lot that is recorded after a split is rounded down by itself.
create or replace function split_late_lots() returns trigger language plpgsql security definer as $$
declare action public.share_actions;
begin
  for action in
    select a.* from public.share_actions a
     where a.confirmed_at is not null
       and exists (select from added h where h.company_id = a.company_id and h.issued_on < a.effective_on
                      and (a.share_class is null or a.share_class = h.share_class)) order by a.effective_on, a.id loop
    insert into public.share_action_lines (action_id, holding_id, shares_before, shares_after)
    select action.id, l.id, l.shares, div(l.shares::numeric * action.new_shares, action.old_shares)
      from (select h.id, h.shares + coalesce((select sum(e.shares_added) from public.share_action_lines e
                                               where e.holding_id = h.id), 0)::bigint as shares
              from added h
             where h.company_id = action.company_id and h.issued_on < action.effective_on
               and (action.share_class is null or action.share_class = h.share_class)) l where l.shares > 0;
  end loop;
  return null;
end $$;

create or replace view share_action_list with (security_barrier) as
  select a.id, a.company_id, a.share_class, a.new_shares, a.old_shares, a.effective_on, a.source, a.proposed_at, a.proposed_by,
         (select name from people where id = a.proposed_by) as proposed_by_name, a.confirmed_at,
         (select name from people where id = a.confirmed_by) as confirmed_by_name, a.refused_at, a.refused_because,
         a.confirmed_at is null and a.refused_at is null as is_waiting,
         case when a.confirmed_at is null and a.refused_at is null then own_refusal(a.proposed_by) end as refusal,
         confirmable_from(a.proposed_by, case when a.confirmed_at is null and a.refused_at is null then own_refusal(a.proposed_by) end),
         e.file_name as evidence_name, l.members, l.shares_before,
         l.shares_after, l.rounded_members
    from share_actions a
    left join share_action_evidence e on e.action_id = a.id
    cross join lateral (
      select count(distinct o.owner_id)::integer as members, coalesce(sum(o.shares_before), 0)::bigint as shares_before,
             coalesce(sum(o.shares_after), 0)::bigint as shares_after,
             count(distinct o.owner_id) filter (
               where o.shares_after::numeric * a.old_shares <> o.shares_before::numeric * a.new_shares)::integer as rounded_members
        from (select coalesce(h.record_id, h.commitment_id, h.id) as owner_id, h.share_class, sum(l.shares_before) as shares_before,
                     sum(l.shares_after) as shares_after
                from share_action_lines l join holdings h on h.id = l.holding_id
               where l.action_id = a.id group by 1, 2) o) l where (select is_admin());

create or replace view share_action_line_list with (security_barrier) as
  select l.id, l.action_id, h.deal_id, d.name as deal_name, h.issued_on, h.share_class,
         (select name from people where id = r.user_id) as full_name, l.shares_before, l.shares_after, x.is_rounded,
         (not x.is_rounded)::integer as place
    from share_action_lines l
    join share_actions a on a.id = l.action_id
    cross join lateral (
      select l.shares_after::numeric * a.old_shares <> l.shares_before::numeric * a.new_shares as is_rounded) x
    join holdings h on h.id = l.holding_id
    left join deals d on d.id = h.deal_id
    left join investor_records r on r.id = h.record_id where (select is_admin());

create or replace view own_share_actions with (security_barrier) as
  select a.id, a.company_id, a.share_class, a.new_shares, a.old_shares, a.effective_on, a.source,
         exists (select from share_action_evidence e where e.action_id = a.id) as has_evidence,
         not coalesce(a.proposed_by = a.confirmed_by, false) as is_by_two_admins,
         coalesce((select jsonb_agg(jsonb_build_object('holding_id', l.holding_id, 'shares_before', l.shares_before,
                                                       'shares_after', l.shares_after) order by l.holding_id)
                     from investor_records r
                     join holdings h on h.record_id = r.id and h.company_id = a.company_id
                     join share_action_lines l on l.holding_id = h.id and l.action_id = a.id
                    where r.user_id = (select app_user_id())), '[]') as lines
    from own_companies() held (company_id)
    join share_actions a on a.company_id = held.company_id where a.confirmed_at is not null;

create trigger keep_share_action before update or delete on share_actions for each row execute function keep_share_action();
create trigger keep_share_action before update or delete on share_action_lines for each row execute function keep_share_action();
create trigger split_late_lots after insert on holdings referencing new table as added
  for each statement execute function split_late_lots();

grant select on share_action_list, share_action_line_list, own_share_actions to club_member;
grant execute on function propose_share_action, confirm_share_action, refuse_share_action to club_member;
