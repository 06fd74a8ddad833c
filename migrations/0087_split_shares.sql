-- Splits and consolidations: a company gives so many new shares for so many old ones. What a lot cost, when it was bought and its relief
-- stay; from the day on it is another number of shares, and a price of before is another one for each.

-- Proposed by one admin, confirmed by another. What is refused stays, with the reason.
create table share_actions (
  id uuid primary key default app_uuid_v7(),
  company_id uuid not null references companies (id),
  -- Null for every class.
  share_class text check (btrim(share_class) <> '' and length(share_class) <= 120),
  new_shares integer not null check (new_shares between 1 and 1000000),
  old_shares integer not null check (old_shares between 1 and 1000000),
  -- The first day on which shares and prices are of the new kind.
  effective_on date not null,
  -- Where it can be checked.
  source text not null check (btrim(source) <> '' and length(source) <= 500),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  check (new_shares <> old_shares),
  check (num_nulls(refused_at, refused_because) in (0, 2)),
  check (confirmed_at is null or refused_at is null)
);
create unique index share_actions_waiting_idx on share_actions (company_id) where confirmed_at is null and refused_at is null;
create index share_actions_company_id_idx on share_actions (company_id, id desc);
create index share_actions_proposed_by_idx on share_actions (proposed_by);
create index share_actions_confirmed_by_idx on share_actions (confirmed_by);
create index share_actions_refused_by_idx on share_actions (refused_by);
alter table share_actions enable row level security;

-- What it makes of a lot. Counted once the action is confirmed.
create table share_action_lines (
  id uuid primary key default app_uuid_v7(),
  action_id uuid not null references share_actions (id),
  holding_id uuid not null references holdings (id) on delete cascade,
  shares_before bigint not null check (shares_before > 0),
  shares_after bigint not null check (shares_after >= 0),
  shares_added bigint not null generated always as (shares_after - shares_before) stored,
  unique (action_id, holding_id)
);
create index share_action_lines_holding_id_idx on share_action_lines (holding_id, action_id);
alter table share_action_lines enable row level security;

-- For everybody, the owner too: decided once, and otherwise never changed. Names of accounts are emptied with them, and a line goes with
-- a lot that is taken back.
create function keep_share_action() returns trigger
language plpgsql set search_path = pg_catalog as $$
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
     and not exists (select from public.holdings h where h.id = (to_jsonb(old) ->> 'holding_id')::uuid)
  then return old; end if;
  raise integrity_constraint_violation using message = 'a split of shares is never changed or deleted';
end
$$;
create trigger keep_share_action before update or delete on share_actions for each row execute function keep_share_action();
create trigger keep_share_action before update or delete on share_action_lines for each row execute function keep_share_action();

-- What shows it, such as the filed resolution: added while it waits, and then as unchangeable as the split.
create table share_action_evidence (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  action_id uuid not null unique references share_actions (id),
  author_id uuid references auth.users (id) on delete set null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id)
);
create index share_action_evidence_author_id_idx on share_action_evidence (author_id);
alter table share_action_evidence enable row level security;
create trigger follow_file_use after insert or delete on share_action_evidence for each row execute function follow_file_use();

grant select on share_actions, share_action_lines, share_action_evidence to club_member;
grant insert (action_id, author_id, file_name, file_id) on share_action_evidence to club_member;
create policy "holders see splits that were confirmed, admins all" on share_actions for select to club_member
  using ((select is_admin()) or (confirmed_at is not null and holds_company(company_id)));
create policy "people see what became of their own lots, admins all" on share_action_lines for select to club_member
  using ((select is_admin()) or (exists (select from share_actions a where a.id = action_id)
                                 and exists (select from holdings h where h.id = holding_id)));
create policy "people see what shows splits that they see" on share_action_evidence for select to club_member
  using (exists (select from share_actions a where a.id = action_id));
create policy "admins add what shows a split that waits" on share_action_evidence for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id())
              and exists (select from share_actions a
                           where a.id = action_id and a.confirmed_at is null and a.refused_at is null));
create policy "people see the files of what shows splits" on files for select to club_member
  using (kind = 'share_action_evidence' and exists (select from share_action_evidence e where e.file_id = files.id));

-- What splits until a day added to each lot of a company, or took from it: of those that are confirmed.
create function shares_added(p_company_id uuid, p_until date default null) returns table (holding_id uuid, shares bigint)
language sql stable security definer set search_path = pg_catalog as $$
  select l.holding_id, sum(l.shares_added)::bigint
    from public.share_actions a join public.share_action_lines l on l.action_id = a.id
   where a.company_id = p_company_id and a.confirmed_at is not null and (p_until is null or a.effective_on <= p_until)
   group by l.holding_id
$$;

-- What a split would make of each lot that was issued before it. All shares of a class become whole shares together, as in the company's
-- register; they go to the owners, and of an owner to their lots, by largest remainder. What is less than a share in all is dropped.
create function split_lots(p_company_id uuid, p_share_class text, p_new integer, p_old integer, p_effective_on date)
returns table (holding_id uuid, shares_before bigint, shares_after bigint)
language sql stable security definer set search_path = pg_catalog as $$
  with lots as (
    select h.id, h.share_class, coalesce(h.record_id, h.commitment_id, h.id) as owner_id, h.issued_on,
           (h.shares + coalesce(added.shares, 0) - coalesce(sold.shares, 0))::numeric as shares
      from public.holdings h
      left join public.shares_added(p_company_id) added on added.holding_id = h.id
      left join (select l.holding_id, sum(l.shares)::bigint as shares
                   from public.exits e join public.exit_lines l on l.exit_id = e.id
                  where e.company_id = p_company_id and e.takes_shares and e.state = 'confirmed'
                  group by l.holding_id) sold on sold.holding_id = h.id
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
    from parts p join owners o on o.share_class = p.share_class and o.owner_id = p.owner_id
$$;

-- What has to be decided before a split, or was told in shares of before it: exit_waits, exit_since, or null.
create function hinders_split(p_company_id uuid, p_effective_on date) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select case when bool_or(e.state = 'proposed') then 'exit_waits'
              when bool_or(e.state = 'confirmed' and e.kind <> 'holdback' and e.happened_on >= p_effective_on) then 'exit_since' end
    from public.exits e where e.company_id = p_company_id
$$;

-- Answers {"outcome": "proposed", "id": …}; in_future, unknown_class, action_waits, before_earlier with the day of a later split,
-- exit_waits, exit_since, nothing_held, lot_lost where a lot would be left without a share; null where there is no such company.
create function propose_share_action(p_company_id uuid, p_share_class text, p_new integer, p_old integer, p_effective_on date,
                                     p_source text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  proposed uuid;
  latest date;
  hindrance text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = p_company_id for update;
  if not found then return null; end if;
  if p_effective_on > public.london_today() then return jsonb_build_object('outcome', 'in_future'); end if;
  if exists (select from public.share_actions a
              where a.company_id = p_company_id and a.confirmed_at is null and a.refused_at is null) then
    return jsonb_build_object('outcome', 'action_waits'); end if;
  if p_share_class is not null and not exists (select from public.holdings h
       where h.company_id = p_company_id and h.share_class = p_share_class) then
    return jsonb_build_object('outcome', 'unknown_class'); end if;
  select max(a.effective_on) into latest from public.share_actions a
   where a.company_id = p_company_id and a.confirmed_at is not null;
  if p_effective_on < latest then return jsonb_build_object('outcome', 'before_earlier', 'day', latest); end if;
  hindrance := public.hinders_split(p_company_id, p_effective_on);
  if hindrance is not null then return jsonb_build_object('outcome', hindrance); end if;
  insert into public.share_actions (company_id, share_class, new_shares, old_shares, effective_on, source, proposed_by)
  values (p_company_id, p_share_class, p_new, p_old, p_effective_on, p_source, public.app_user_id())
  returning id into proposed;
  insert into public.share_action_lines (action_id, holding_id, shares_before, shares_after)
  select proposed, l.holding_id, l.shares_before, l.shares_after
    from public.split_lots(p_company_id, p_share_class, p_new, p_old, p_effective_on) l;
  if not found then raise sqlstate 'KD001' using message = 'nothing_held'; end if;
  if exists (select from public.share_action_lines l where l.action_id = proposed and l.shares_after = 0) then
    raise sqlstate 'KD001' using message = 'lot_lost'; end if;
  return jsonb_build_object('outcome', 'proposed', 'id', proposed);
exception when sqlstate 'KD001' then return jsonb_build_object('outcome', sqlerrm);
end
$$;

-- By another admin: nobody gains by it, so that one who holds shares may. Answers {"outcome": "confirmed", …} or confirmed_alone;
-- second_person_required, closed, lots_changed; null where there is no such split.
create function confirm_share_action(p_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.share_actions;
  is_alone boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = (select a.company_id from public.share_actions a where a.id = p_id) for update;
  select * into given from public.share_actions a where a.id = p_id;
  if given.id is null then return null; end if;
  if given.confirmed_at is not null or given.refused_at is not null then return jsonb_build_object('outcome', 'closed'); end if;
  is_alone := coalesce(given.proposed_by = public.app_user_id(), false);
  if is_alone and not public.is_left_alone(given.proposed_by, given.proposed_at) then
    return jsonb_build_object('outcome', 'second_person_required'); end if;
  if public.hinders_split(given.company_id, given.effective_on) is not null
     or exists (select from public.split_lots(given.company_id, given.share_class, given.new_shares, given.old_shares,
                                              given.effective_on) now
                  full join (select * from public.share_action_lines l where l.action_id = given.id) l
                    on l.holding_id = now.holding_id
                 where (l.shares_before, l.shares_after) is distinct from (now.shares_before, now.shares_after)) then
    return jsonb_build_object('outcome', 'lots_changed'); end if;
  update public.share_actions set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = given.id;
  return jsonb_build_object('outcome', case when is_alone then 'confirmed_alone' else 'confirmed' end, 'company_id', given.company_id);
end
$$;

-- One that waits, by its author too. Answers {"outcome": "refused", …}, closed, or null where there is no such split.
create function refuse_share_action(p_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.share_actions;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into given from public.share_actions a where a.id = p_id for update;
  if given.id is null then return null; end if;
  if given.confirmed_at is not null or given.refused_at is not null then return jsonb_build_object('outcome', 'closed'); end if;
  update public.share_actions
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason
   where id = given.id;
  return jsonb_build_object('outcome', 'refused', 'company_id', given.company_id);
end
$$;
grant execute on function propose_share_action(uuid, text, integer, integer, date, text), confirm_share_action(uuid),
  refuse_share_action(uuid, text) to club_member;

-- A lot that is recorded late, of shares issued before a split, becomes what the split made of such shares; by itself, so rounded down.
create function split_late_lots() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  action public.share_actions;
begin
  for action in
    select a.* from public.share_actions a
     where a.confirmed_at is not null
       and exists (select from added h where h.company_id = a.company_id and h.issued_on < a.effective_on
                      and (a.share_class is null or a.share_class = h.share_class))
     order by a.effective_on, a.id
  loop
    insert into public.share_action_lines (action_id, holding_id, shares_before, shares_after)
    select action.id, l.id, l.shares, div(l.shares::numeric * action.new_shares, action.old_shares)
      from (select h.id, h.shares + coalesce((select sum(e.shares_added) from public.share_action_lines e
                                               where e.holding_id = h.id), 0)::bigint as shares
              from added h
             where h.company_id = action.company_id and h.issued_on < action.effective_on
               and (action.share_class is null or action.share_class = h.share_class)) l
     where l.shares > 0;
  end loop;
  return null;
end
$$;
create trigger split_late_lots after insert on holdings referencing new table as added
  for each statement execute function split_late_lots();

-- For admins: each split with what it makes of members' shares.
create view share_action_list with (security_barrier) as
  select a.id, a.company_id, a.share_class, a.new_shares, a.old_shares, a.effective_on, a.source, a.proposed_at, a.proposed_by,
         author.full_name as proposed_by_name, a.confirmed_at, confirmer.full_name as confirmed_by_name, a.refused_at,
         a.refused_because, a.confirmed_at is null and a.refused_at is null as is_waiting,
         is_left_alone(a.proposed_by, a.proposed_at) as is_left_to_author, e.file_name as evidence_name, l.members, l.shares_before,
         l.shares_after, l.rounded_members
    from share_actions a
    left join people author on author.id = a.proposed_by
    left join people confirmer on confirmer.id = a.confirmed_by
    left join share_action_evidence e on e.action_id = a.id
    cross join lateral (
      select count(distinct o.owner_id)::integer as members, coalesce(sum(o.shares_before), 0)::bigint as shares_before,
             coalesce(sum(o.shares_after), 0)::bigint as shares_after,
             count(distinct o.owner_id) filter (
               where o.shares_after::numeric * a.old_shares <> o.shares_before::numeric * a.new_shares)::integer as rounded_members
        from (select coalesce(h.record_id, h.commitment_id, h.id) as owner_id, h.share_class, sum(l.shares_before) as shares_before,
                     sum(l.shares_after) as shares_after
                from share_action_lines l join holdings h on h.id = l.holding_id
               where l.action_id = a.id group by 1, 2) o) l
   where (select is_admin());
create view share_action_line_list with (security_barrier) as
  select l.id, l.action_id, h.deal_id, d.name as deal_name, h.issued_on, h.share_class, p.full_name, l.shares_before, l.shares_after,
         x.is_rounded, (not x.is_rounded)::integer as place
    from share_action_lines l
    join share_actions a on a.id = l.action_id
    cross join lateral (
      select l.shares_after::numeric * a.old_shares <> l.shares_before::numeric * a.new_shares as is_rounded) x
    join holdings h on h.id = l.holding_id
    left join deals d on d.id = h.deal_id
    left join investor_records r on r.id = h.record_id
    left join people p on p.id = r.user_id
   where (select is_admin());

-- Of companies whose shares the reader holds, with what became of each of the reader's lots.
create view own_share_actions with (security_barrier) as
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
    join share_actions a on a.company_id = held.company_id
   where a.confirmed_at is not null;
grant select on share_action_list, share_action_line_list, own_share_actions to club_member;

-- As before, with what splits added.
create or replace function holding_shares_left(p_holding_id uuid, p_before date default null) returns bigint
language sql stable set search_path = pg_catalog as $$
  select h.shares
         + coalesce((select sum(l.shares_added) from public.share_action_lines l join public.share_actions a on a.id = l.action_id
                      where l.holding_id = h.id and a.confirmed_at is not null
                        and (p_before is null or a.effective_on <= p_before)), 0)::bigint
         - coalesce((select sum(l.shares) from public.exit_lines l join public.exits e on e.id = l.exit_id
                      where l.holding_id = h.id and e.takes_shares and e.state = 'confirmed'
                        and (p_before is null or e.happened_on < p_before)), 0)::bigint
    from public.holdings h where h.id = p_holding_id
$$;

-- As before, with prices of before a split told for a share of that day. What each price is compared with is kept as a fraction, which a
-- division would round. An earlier purchase at the same price makes no price newer, as a round of the club does not.
create or replace function price_in_force(p_company_id uuid, p_share_class text, p_day date, p_by_others boolean,
                                          out price numeric, out as_of date, out basis text)
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  given record;
  new_shares numeric := 1;
  old_shares numeric := 1;
begin
  for given in
    select p.as_of as day, 1 as place, p.recorded_at, p.id, p.basis, p.price, null::integer as new_shares, null::integer as old_shares
      from public.company_prices p
     where p.company_id = p_company_id and (p.share_class is null or p.share_class = p_share_class) and p.as_of <= p_day
    union all
    -- Prices of its own day are of the new shares.
    select a.effective_on, 0, null, a.id, null, null, a.new_shares, a.old_shares from public.share_actions a
     where a.company_id = p_company_id and (a.share_class is null or a.share_class = p_share_class) and a.effective_on <= p_day
       and a.confirmed_at is not null
     order by day, place, recorded_at nulls first, id
  loop
    if given.new_shares is not null then
      new_shares := new_shares * given.new_shares;
      old_shares := old_shares * given.old_shares;
      continue;
    end if;
    continue when p_by_others and given.basis in ('club_estimate', 'impaired', 'nil');
    if price is null or given.basis in ('last_round', 'offer') or given.price * new_shares < price * old_shares
       or (given.price * new_shares = price * old_shares and given.basis not in ('our_round', 'earlier_purchase')) then
      price := given.price;
      as_of := given.day;
      basis := given.basis;
      new_shares := 1;
      old_shares := 1;
    end if;
  end loop;
  -- Never above what it is, so that the club's own word does not raise it.
  if new_shares <> old_shares then price := trunc(price * old_shares / new_shares, 6); end if;
end
$$;

-- As before, with imported lots, of which one without a record is its own owner, and with what splits added.
create or replace function exit_lots(p_company_id uuid, p_kind text, p_happened_on date, p_earlier_id uuid)
returns table (holding_id uuid, owner_id uuid, issued_on date, shares bigint)
language sql stable security definer set search_path = pg_catalog as $$
  select s.* from (
    select h.id, coalesce(h.record_id, h.commitment_id, h.id), h.issued_on,
           case p_kind when 'holdback' then earlier.shares
                       else h.shares + coalesce(added.shares, 0) - coalesce(sold.shares, 0) end as shares
      from public.holdings h
      -- A dividend is on what was held before its day, in shares of its day.
      left join public.shares_added(p_company_id, case p_kind when 'dividend' then p_happened_on end) added on added.holding_id = h.id
      left join (select l.holding_id, sum(l.shares)::bigint as shares
                   from public.exits e join public.exit_lines l on l.exit_id = e.id
                  where e.company_id = p_company_id and e.takes_shares and e.state = 'confirmed'
                    and (p_kind <> 'dividend' or e.happened_on < p_happened_on)
                  group by l.holding_id) sold on sold.holding_id = h.id
      left join public.exit_lines earlier on earlier.exit_id = p_earlier_id and earlier.holding_id = h.id
     where h.company_id = p_company_id and h.issued_on <= p_happened_on) s
   where s.shares > 0 order by s.issued_on, s.id
$$;

-- As before; also answers before_split with its day: what was sold before a split would have to be told in the shares of then.
create or replace function prepare_exit(p_company_id uuid, p_kind text, p_happened_on date, p_earlier_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  lots jsonb;
  split date;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.companies c where c.id = p_company_id for update;
  if not found then return null; end if;
  if exists (select from public.exits e where e.company_id = p_company_id and e.state = 'proposed') then
    return jsonb_build_object('outcome', 'exit_waits'); end if;
  if p_happened_on > public.london_today() then return jsonb_build_object('outcome', 'in_future'); end if;
  if p_kind = 'holdback' and not exists (select from public.exits e
       where e.id = p_earlier_id and e.company_id = p_company_id and e.takes_shares and e.state = 'confirmed'
         and e.happened_on <= p_happened_on) then
    return jsonb_build_object('outcome', 'no_earlier_exit'); end if;
  select max(a.effective_on) into split from public.share_actions a
   where a.company_id = p_company_id and a.confirmed_at is not null and a.effective_on > p_happened_on;
  if split is not null and p_kind not in ('dividend', 'holdback') then
    return jsonb_build_object('outcome', 'before_split', 'day', split); end if;
  select jsonb_agg(to_jsonb(l)) into lots from public.exit_lots(p_company_id, p_kind, p_happened_on, p_earlier_id) l;
  if lots is null then return jsonb_build_object('outcome', 'nothing_held'); end if;
  return jsonb_build_object('outcome', 'prepared', 'lots', lots);
end
$$;

-- As before; also answers later_split: what a split made of the rest would be wrong with these shares back.
create or replace function withdraw_exit(p_exit_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  present public.exits;
begin
  present := public.lock_exit(p_exit_id);
  if present.id is null then return null; end if;
  if present.state = 'withdrawn' then return 'closed'; end if;
  if public.has_exit_money(present.id) then return 'money_moved'; end if;
  if exists (select from public.exits later where later.earlier_id = present.id and later.state <> 'withdrawn') then
    return 'later_exit'; end if;
  if present.state = 'confirmed' and present.takes_shares and exists (
       select from public.share_actions a
        where a.company_id = present.company_id and a.confirmed_at is not null and a.effective_on > present.happened_on) then
    return 'later_split'; end if;
  update public.outgoing_payments set state = 'cancelled' where exit_id = present.id and state = 'proposed';
  update public.exits
     set withdrawn_at = public.app_now(), withdrawn_by = public.app_user_id(), withdrawn_because = p_reason
   where id = present.id;
  return case when present.state = 'confirmed' then 'taken_back' else 'withdrawn' end;
end
$$;

-- As before, with what splits added.
create or replace function end_exited_deal(p_deal_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals d where d.id = p_deal_id for update;
  if deal.state is distinct from 'completed' or public.ledger_balance(deal.id, '2400') <> 0
     or not exists (select from public.holdings h where h.deal_id = deal.id)
     or exists (select from public.holdings h
                  left join public.shares_added(deal.company_id) added on added.holding_id = h.id
                  left join (select l.holding_id, sum(l.shares) as shares
                               from public.exits x join public.exit_lines l on l.exit_id = x.id
                              where x.company_id = deal.company_id and x.takes_shares and x.state = 'confirmed'
                              group by l.holding_id) sold on sold.holding_id = h.id
                 where h.deal_id = deal.id and h.shares + coalesce(added.shares, 0) > coalesce(sold.shares, 0))
     or exists (select from (select distinct l.exit_id from public.exit_lines l join public.holdings h on h.id = l.holding_id
                              where h.deal_id = deal.id and l.gross_pence > 0) x
                  join public.exits e on e.id = x.exit_id and e.state = 'confirmed'
                 where public.exit_arrived_on(e.id, deal.id) is null) then
    return false;
  end if;
  perform public.move_deal(deal, 'exited', null);
  return true;
end
$$;

-- As before, with imported shares, those of one class, price and day together, and with what splits added: those that are left are
-- shares of now.
create or replace view held_rounds with (security_barrier) as
  select h.deal_id, d.name as deal_name, h.company_id, h.share_class, h.price, h.issued_on, h.shares,
         (h.shares + coalesce(added.shares, 0) - coalesce(sold.shares, 0))::bigint as shares_left,
         coalesce(added.shares, 0)::bigint as shares_added
    from (select x.deal_id, x.company_id, x.share_class, x.price, x.issued_on, sum(x.shares)::bigint as shares
            from holdings x where x.import_id is null
           group by x.deal_id, x.company_id, x.share_class, x.price, x.issued_on) h
    join deals d on d.id = h.deal_id
    left join lateral (
      select sum(l.shares) as shares
        from exits e join exit_lines l on l.exit_id = e.id join holdings o on o.id = l.holding_id
       where e.company_id = h.company_id and e.takes_shares and e.state = 'confirmed' and o.deal_id = h.deal_id) sold on true
    left join lateral (
      select sum(l.shares_added) as shares
        from share_actions a join share_action_lines l on l.action_id = a.id join holdings o on o.id = l.holding_id
       where a.company_id = h.company_id and a.confirmed_at is not null and o.deal_id = h.deal_id) added on true
   where (select is_admin())
  union all
  select null, null, h.company_id, h.share_class, h.price, h.issued_on, sum(h.shares)::bigint,
         sum(h.shares + coalesce(added.shares, 0) - coalesce(sold.shares, 0))::bigint, sum(coalesce(added.shares, 0))::bigint
    from holdings h
    left join lateral (
      select sum(l.shares) as shares from exit_lines l join exits e on e.id = l.exit_id
       where l.holding_id = h.id and e.takes_shares and e.state = 'confirmed') sold on true
    left join lateral (
      select sum(l.shares_added) as shares from share_action_lines l join share_actions a on a.id = l.action_id
       where l.holding_id = h.id and a.confirmed_at is not null) added on true
   where h.import_id is not null and (select is_admin())
   group by h.company_id, h.share_class, h.price, h.issued_on;
create or replace view held_companies with (security_barrier) as
  select company.id, company.name, company.sector, h.shares, h.shares_left,
         case when h.shares_left = 0 then 2000001 when h.is_lost then 2000000 else h.oldest_on - date '1970-01-01' end as place,
         (select count(*) from share_prices s
           where s.company_id = company.id and s.confirmed_at is null and s.refused_at is null)::integer as waiting_prices,
         (select count(*) from exits e where e.company_id = company.id and e.state = 'proposed')::integer as waiting_exits,
         h.shares_added,
         (select count(*) from share_actions a
           where a.company_id = company.id and a.confirmed_at is null and a.refused_at is null)::integer as waiting_splits
    from (select r.company_id, sum(r.shares)::bigint as shares, sum(r.shares_left)::bigint as shares_left,
                 sum(r.shares_added)::bigint as shares_added,
                 min(greatest(f.as_of, r.issued_on)) filter (where r.shares_left > 0) as oldest_on,
                 coalesce(bool_and(f.basis = 'nil' and f.as_of >= r.issued_on) filter (where r.shares_left > 0), false) as is_lost
            from held_rounds r
            cross join lateral price_in_force(r.company_id, r.share_class, london_today(), false) f
           group by r.company_id) h
    join companies company on company.id = h.company_id
   where (select is_admin());

-- As before, with what imported shares brought, and splits.
create or replace function read_as_adviser(p_token_hash text, p_device text) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  seat public.adviser_seats := public.live_adviser_seat(p_token_hash);
  reader constant text := coalesce(current_setting('app.user_id', true), '');
  is_new boolean := false;
  opening uuid;
  shown jsonb;
begin
  if seat.id is null then return null; end if;
  perform from public.adviser_seats s where s.id = seat.id for update;
  if not exists (select from public.adviser_openings o
                  where o.seat_id = seat.id and o.device is not distinct from p_device
                    and o.opened_at >= seat.granted_at and o.opened_at > public.app_now() - interval '30 minutes') then
    is_new := not exists (select from public.adviser_openings o
                           where o.seat_id = seat.id and o.device is not distinct from p_device
                             and o.opened_at >= seat.granted_at);
    insert into public.adviser_openings (seat_id, device, is_new_device) values (seat.id, p_device, is_new) returning id into opening;
  end if;
  perform set_config('app.user_id', seat.user_id::text, true);
  shown := jsonb_build_object(
    'seat', jsonb_build_object(
      'id', seat.id, 'user_id', seat.user_id, 'name', seat.name, 'expires_at', seat.expires_at, 'new_device_opening_id', case when is_new then opening end,
      'shows_reliefs', seat.shows_reliefs, 'shows_papers', seat.shows_papers,
      'member_name', (select coalesce(r.legal_name, u.name) from auth.users u
                        left join public.investor_records r on r.user_id = u.id where u.id = seat.user_id)),
    'holdings', (select coalesce(jsonb_agg(to_jsonb(h) || jsonb_build_object(
                          'price', h.price::text, 'reliefs', case when seat.shows_reliefs then h.reliefs else '[]' end)
                          order by h.issued_on, h.id), '[]') from public.own_holdings h),
    'exit_lines', (select coalesce(jsonb_agg(to_jsonb(l) order by l.happened_on, l.exit_id), '[]') from public.own_exit_lines l),
    'payouts', (select coalesce(jsonb_agg(to_jsonb(p) order by p.paid_on, p.id), '[]') from public.own_imported_payouts p),
    'prices', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('price', p.price::text)
                                         order by p.as_of, p.recorded_at nulls first, p.id), '[]')
                 from public.company_prices p where p.company_id in (select public.own_companies())),
    'share_actions', (select coalesce(jsonb_agg(to_jsonb(a) order by a.effective_on, a.id), '[]') from public.own_share_actions a),
    -- What the member typed: tables of 0074, which is there before anything is read.
    'typed', (select coalesce(jsonb_agg(jsonb_build_object(
                       'company_id', c.id, 'name', c.name,
                       'holdings', (select coalesce(jsonb_agg(jsonb_build_object(
                                             'id', h.id, 'shares', h.shares, 'share_class', h.share_class, 'price', h.price::text,
                                             'cost_pence', h.cost_pence, 'fee_pence', h.fee_pence, 'scheme', h.scheme,
                                             'issued_on', h.issued_on, 'certificate_on', h.certificate_on, 'note', null,
                                             'reliefs', (select coalesce(jsonb_agg(jsonb_build_object(
                                                                  'id', r.id, 'kind', r.kind, 'claimed_on', r.claimed_on,
                                                                  'pence', r.pence, 'is_carried_back', r.is_carried_back)
                                                                  order by r.claimed_on, r.id), '[]')
                                                           from public.relief_records r
                                                          where r.typed_holding_id = h.id and seat.shows_reliefs))
                                             order by h.issued_on, h.id), '[]')
                                      from public.typed_holdings h where h.company_id = c.id),
                       'sales', (select coalesce(jsonb_agg(jsonb_build_object(
                                          'id', s.id, 'sold_on', s.sold_on, 'shares', s.shares, 'gross_pence', s.gross_pence,
                                          'costs_pence', s.costs_pence) order by s.sold_on, s.id), '[]')
                                   from public.typed_sales s where s.company_id = c.id),
                       'prices', (select coalesce(jsonb_agg(jsonb_build_object(
                                           'id', p.id, 'as_of', p.as_of, 'price', p.price::text, 'source', p.source)
                                           order by p.as_of, p.id), '[]')
                                    from public.typed_prices p where p.company_id = c.id)) order by c.id), '[]')
                from public.typed_companies c where c.user_id = seat.user_id),
    'papers', case when seat.shows_papers
      then (select coalesce(jsonb_agg(jsonb_build_object(
                     'id', p.id, 'commitment_id', p.commitment_id, 'kind', p.kind, 'dated_on', p.dated_on, 'scheme', p.scheme,
                     'bytes', p.bytes, 'company_name', p.company_name, 'deal_name', p.deal_name)
                     order by p.dated_on desc, p.id desc), '[]') from public.own_papers p)
      else '[]' end);
  perform set_config('app.user_id', reader, true);
  return shown;
end
$$;
