-- The trigger binds the owner too. Names are emptied with their accounts.
create or replace function keep_import_record() returns trigger language plpgsql as $$
declare
  names constant text[] := '{proposed_by,recorded_by,confirmed_by,refused_by}';
  decided constant text[] := '{confirmed_at,refused_at,refused_because,undone_at}';
begin
  if tg_op = 'UPDATE'
     -- Generated columns are computed after this trigger.
     and to_jsonb(old) - names - decided - 'state' - 'user_id' = to_jsonb(new) - names - decided - 'state' - 'user_id'
     and (to_jsonb(new) ->> 'user_id' is null or to_jsonb(new) ->> 'user_id' = to_jsonb(old) ->> 'user_id')
     and not exists (select from unnest(decided) field where to_jsonb(old) ->> field is not null
                       and to_jsonb(new) ->> field is distinct from to_jsonb(old) ->> field)
     and not exists (select from unnest(names) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name
                       and to_jsonb(new) ->> replace(name, '_by', '_at') is not distinct from to_jsonb(old) ->> replace(name, '_by', '_at'))
  then return new; end if;
  if tg_op = 'DELETE' and tg_table_name = 'imported_payouts'
     and exists (select from public.holding_imports i where i.id = (to_jsonb(old) ->> 'import_id')::uuid and i.undone_at is not null)
  then return old; end if;
  raise integrity_constraint_violation using message = 'what was imported is never changed or deleted';
end $$;

-- An import cannot be undone while an exit or another import has payments for its lots.
create or replace function import_obstacle(p_import_id uuid) returns text language sql stable security definer as $$
  select case
    when not public.is_admin() then null
    when exists (select from public.holdings h
                   join public.exit_lines l on l.holding_id = h.id
                   join public.exits e on e.id = l.exit_id and e.state <> 'withdrawn'
                  where h.import_id = p_import_id) then 'exited'
    when exists (select from public.holdings h
                   join public.imported_payouts p on p.holding_id = h.id and p.import_id <> p_import_id
                  where h.import_id = p_import_id) then 'paid_out' end $$;

create or replace view holding_import_list with (security_barrier) as
  select i.id, i.file_name, i.file_id, i.sha256, i.proposed_at,
         (select name from people where id = i.proposed_by) as proposed_by_name,
         coalesce((select a.confirmed_at from announced_confirmations a
                    where a.kind = 'import' and a.subject_id = i.id and a.outcome = 'effective'), i.confirmed_at) as confirmed_at,
         (select name from people where id = i.confirmed_by) as confirmed_by_name, i.refused_at,
         (select name from people where id = i.refused_by) as refused_by_name, i.refused_because, i.undone_at, i.state,
         case when i.state = 'proposed' then confirmation_refusal('import', i.id, i.proposed_by) end as refusal, s.*,
         case when i.state = 'confirmed' then import_obstacle(i.id) end as obstacle,
         u.id as undo_id, u.because as undo_because, u.proposed_at as undo_proposed_at,
         (select name from people where id = u.proposed_by) as undo_proposed_by_name,
         (select name from people where id = u.confirmed_by) as undone_by_name,
         case when i.state = 'confirmed' and u.id is not null
              then confirmation_refusal('import_undo', u.id, u.proposed_by) end as undo_refusal,
         confirmable_from(coalesce(u.proposed_by, i.proposed_by),
                          case when i.state = 'proposed' or (i.state = 'confirmed' and u.id is not null)
                               then own_refusal(coalesce(u.proposed_by, i.proposed_by)) end), n.*
    from holding_imports i
    left join holding_import_undos u on u.import_id = i.id and u.refused_at is null
    left join lateral announced(case when u.id is null then 'import' else 'import_undo' end, coalesce(u.id, i.id)) n on true
    cross join lateral (
      select count(distinct l.user_id)::integer as members, count(distinct l.company_id)::integer as companies,
             (count(*) filter (where l.kind = 'holding'))::integer as lots,
             (count(*) filter (where l.kind = 'distribution'))::integer as distributions,
             coalesce(sum(l.cost_pence), 0)::bigint as cost_pence, coalesce(sum(l.gross_pence), 0)::bigint as gross_pence
        from holding_import_lines l where l.import_id = i.id) s where (select is_admin());

create or replace view holding_import_line_list with (security_barrier) as
  select l.id, l.import_id, l.line_number, l.kind, l.user_id, p.full_name, p.email, l.company_id, company.name as company_name,
         l.happened_on, l.shares, l.share_class, l.price, l.cost_pence, l.fee_pence, l.scheme, l.uir, l.certificate_on,
         l.gross_pence, l.costs_pence
    from holding_import_lines l
    join companies company on company.id = l.company_id left join people p on p.id = l.user_id where (select is_admin());

create or replace view exit_outside with (security_barrier) as
  select s.*, paid.paid_on, paid.source, waiting.id as waiting_id, waiting.paid_on as waiting_paid_on,
         waiting.source as waiting_source, waiting.recorded_at,
         (select name from people where id = waiting.recorded_by) as recorded_by_name,
         case when waiting.id is not null
              then confirmation_refusal('outside_payment', waiting.id, waiting.recorded_by) end as refusal, n.*
    from (select l.exit_id, sum(l.shares)::bigint as shares, sum(l.gross_pence)::bigint as gross_pence,
                 sum(l.costs_pence)::bigint as costs_pence, sum(l.paid_pence)::bigint as paid_pence,
                 count(distinct coalesce(h.record_id, h.id))::integer as members
            from exit_lines l join holdings h on h.id = l.holding_id and h.import_id is not null group by l.exit_id) s
    left join lateral (select p.paid_on, p.source from exit_outside_payments p
                        where p.exit_id = s.exit_id and p.confirmed_at is not null order by p.id desc limit 1) paid on true
    left join exit_outside_payments waiting
      on waiting.exit_id = s.exit_id and waiting.confirmed_at is null and waiting.refused_at is null
    left join lateral announced('outside_payment', waiting.id) n on true where (select is_admin());

create or replace view own_imported_payouts with (security_barrier) as
  select p.id, p.holding_id, p.paid_on, p.gross_pence, p.costs_pence
    from imported_payouts p
    join holdings h on h.id = p.holding_id
    join investor_records r on r.id = h.record_id where r.user_id = (select app_user_id());

create or replace function uir_key(p_uir text) returns text language sql immutable as $$
  select regexp_replace(lower(normalize(p_uir, nfkc)), '\s', '', 'g') $$;

-- Lines of which an import that waits or is confirmed has one with the same member, company, day, class, shares and money, each
-- with that one: the one whose relief and UIR are nearest. A file that has two such lines says that there are two.
create or replace function known_holding_lines(p_lines jsonb) returns table (line_number integer, known_id uuid)
language plpgsql stable security definer as $$
declare
  pair record;
  purchase text;
  paired integer[];
  taken uuid[];
begin
  if not public.is_admin() then return; end if;
  for pair in
    select n.line_number, l.id, concat_ws(' ', l.user_id, l.company_id, l.happened_on, l.kind) as purchase
      from jsonb_to_recordset(p_lines) as n (line_number integer, kind text, user_id uuid, company_id uuid, happened_on date,
                                             shares bigint, share_class text, cost_pence bigint, fee_pence bigint,
                                             gross_pence bigint, costs_pence bigint, scheme text, uir text, certificate_on date)
      join public.holding_import_lines l
        on l.user_id = n.user_id and l.company_id = n.company_id and l.happened_on = n.happened_on and l.kind = n.kind
       and l.shares is not distinct from n.shares and public.class_key(l.share_class) is not distinct from public.class_key(n.share_class)
       and l.cost_pence is not distinct from n.cost_pence and l.gross_pence is not distinct from n.gross_pence
      join public.holding_imports i on i.id = l.import_id and i.state in ('proposed', 'confirmed')
     cross join lateral (
       -- A relief that is missing on one side may only not have been known.
       select (coalesce(l.scheme <> n.scheme, false) or coalesce(public.uir_key(l.uir) <> public.uir_key(n.uir), false)) as is_other,
              (l.scheme is distinct from n.scheme)::integer
              + (public.uir_key(l.uir) is distinct from public.uir_key(n.uir))::integer
              + (l.fee_pence is distinct from n.fee_pence)::integer + (l.costs_pence is distinct from n.costs_pence)::integer
              + (l.certificate_on is distinct from n.certificate_on)::integer as differences) nearness
     order by 3, nearness.is_other, nearness.differences, n.line_number, l.id
  loop
    if pair.purchase is distinct from purchase then
      purchase := pair.purchase;
      paired := '{}';
      taken := '{}';
    end if;
    continue when pair.line_number = any (paired) or pair.id = any (taken);
    paired := paired || pair.line_number;
    taken := taken || pair.id;
    line_number := pair.line_number;
    known_id := pair.id;
    return next;
  end loop;
end $$;

create or replace function imported_since(p_user_ids uuid[]) returns table (user_id uuid, company_id uuid, since date)
language sql stable security definer as $$
  select l.user_id, l.company_id, min(l.happened_on)
    from public.holding_import_lines l join public.holding_imports i on i.id = l.import_id
   where l.user_id = any (p_user_ids) and l.kind = 'holding' and i.state in ('proposed', 'confirmed') and public.is_admin()
   group by l.user_id, l.company_id $$;

-- Exits lock the company too.
create or replace function lock_import(p_import_id uuid) returns public.holding_imports language plpgsql security definer as $$
declare locked public.holding_imports;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform pg_advisory_xact_lock(hashtextextended('holding-imports', 0));
  perform from public.companies c
   where c.id in (select l.company_id from public.holding_import_lines l where l.import_id = p_import_id) order by c.id for update;
  select * into locked from public.holding_imports i where i.id = p_import_id for update;
  return locked;
end $$;

-- All lines of a file, with the fields of `known_holding_lines`, price and state: those whose state is 'new' are imported.
create or replace function propose_holding_import(p_file_name text, p_file_id uuid, p_sha256 text, p_lines jsonb) returns uuid
language plpgsql security definer as $$
declare proposed uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform pg_advisory_xact_lock(hashtextextended('holding-imports', 0));
  if exists (select from public.holding_imports i where i.sha256 = p_sha256 and i.state in ('proposed', 'confirmed')) then
    raise sqlstate 'KC001' using message = 'import_file_known';
  end if;
  if exists (select from public.known_holding_lines(p_lines) k
               join jsonb_to_recordset(p_lines) as n (line_number integer, state text) using (line_number)
              where n.state = 'new') then
    raise sqlstate 'KC001' using message = 'import_line_known';
  end if;
  insert into public.holding_imports (proposed_by, file_name, file_id, sha256)
  values (public.app_user_id(), p_file_name, p_file_id, p_sha256) returning id into proposed;
  insert into public.holding_import_lines (import_id, line_number, kind, user_id, company_id, happened_on, shares, share_class, price,
                                           cost_pence, fee_pence, scheme, uir, certificate_on, gross_pence, costs_pence)
  select proposed, n.line_number, n.kind, n.user_id, n.company_id, n.happened_on, n.shares, n.share_class, n.price, n.cost_pence,
         n.fee_pence, n.scheme, n.uir, n.certificate_on, n.gross_pence, n.costs_pence
    from jsonb_to_recordset(p_lines) as n (line_number integer, kind text, user_id uuid, company_id uuid, happened_on date,
                                           shares bigint, share_class text, price numeric, cost_pence bigint, fee_pence bigint,
                                           scheme text, uir text, certificate_on date, gross_pence bigint, costs_pence bigint,
                                           state text)
   where n.state = 'new';
  if not exists (select from public.holding_import_lines l where l.import_id = proposed)
     or exists (select from public.holding_import_lines l
                 where l.import_id = proposed
                   and (l.user_id is null or l.happened_on > public.london_today() or l.certificate_on > public.london_today()))
     or exists (select from public.holding_import_lines l where l.import_id = proposed
                 group by l.kind, l.user_id, l.company_id, l.happened_on, l.shares, public.class_key(l.share_class), l.cost_pence, l.gross_pence, l.scheme, public.uir_key(l.uir)
                having count(*) > 1) then raise invalid_parameter_value; end if;
  return proposed;
end $$;

create or replace function confirm_holding_import(p_id uuid) returns text language plpgsql security definer as $$
declare given public.holding_imports := public.lock_import(p_id);
begin
  if given.id is null then return null; end if;
  if given.state <> 'proposed' then raise sqlstate 'KC001' using message = 'import_decided'; end if;
  if exists (select from public.holding_import_lines l where l.import_id = given.id and l.user_id is null) then
    raise sqlstate 'KC001' using message = 'import_member_gone';
  end if;
  if exists (select from public.holding_import_lines l
              where l.import_id = given.id and l.kind = 'distribution'
                and not exists (select from public.holding_import_lines x
                                 where x.import_id = given.id and x.kind = 'holding' and x.user_id = l.user_id
                                   and x.company_id = l.company_id and x.happened_on <= l.happened_on)
                and not exists (select from public.holdings h join public.investor_records r on r.id = h.record_id
                                 where r.user_id = l.user_id and h.company_id = l.company_id and h.import_id is not null
                                   and h.issued_on <= l.happened_on)) then
    raise sqlstate 'KC001' using message = 'import_without_lot';
  end if;
  if not public.confirms_now('import', given.id, given.proposed_by, 'import_second_person') then return 'announced'; end if;
  insert into public.investor_records (user_id)
  select distinct l.user_id from public.holding_import_lines l where l.import_id = given.id on conflict (user_id) do nothing;
  insert into public.holdings (import_id, company_id, record_id, shares, share_class, price, cost_pence, fee_pence, scheme, issued_on,
                               uir, certificate_on)
  select l.import_id, l.company_id, r.id, l.shares, l.share_class, l.price, l.cost_pence, l.fee_pence, l.scheme, l.happened_on,
         l.uir, l.certificate_on
    from public.holding_import_lines l join public.investor_records r on r.user_id = l.user_id
   where l.import_id = given.id and l.kind = 'holding' order by l.line_number;
  -- A payout is split by shares: each part is the running total less that of the lots before it.
  insert into public.imported_payouts (import_id, line_id, holding_id, paid_on, gross_pence, costs_pence)
  select given.id, x.line_id, x.holding_id, x.happened_on, x.net + x.costs, x.costs
    from (select p.line_id, p.holding_id, p.happened_on,
                 floor(p.net * p.upto / p.total) - floor(p.net * (p.upto - p.shares) / p.total) as net,
                 floor(p.costs * p.upto / p.total) - floor(p.costs * (p.upto - p.shares) / p.total) as costs
            from (select l.id as line_id, h.id as holding_id, l.happened_on, l.gross_pence - l.costs_pence as net,
                         l.costs_pence as costs, h.shares,
                         sum(h.shares) over (partition by l.id order by h.issued_on, h.id) as upto,
                         sum(h.shares) over (partition by l.id) as total
                    from public.holding_import_lines l
                    join public.investor_records r on r.user_id = l.user_id
                    join public.holdings h on h.record_id = r.id and h.company_id = l.company_id and h.import_id is not null
                                          and h.issued_on <= l.happened_on
                   where l.import_id = given.id and l.kind = 'distribution') p) x;
  update public.holding_imports
     set confirmed_at = public.app_now(), confirmed_by = public.confirmer('import', given.id) where id = given.id;
  perform public.need_records(array(select r.id from public.investor_records r
                                     where r.user_id in (select l.user_id from public.holding_import_lines l
                                                          where l.import_id = given.id)));
  return 'confirmed';
end $$;

create or replace function refuse_holding_import(p_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare given public.holding_imports := public.lock_import(p_id);
begin
  if given.id is null then return null; end if;
  if given.state <> 'proposed' then raise sqlstate 'KC001' using message = 'import_decided'; end if;
  perform public.withdraw_announced('import', given.id, p_reason);
  update public.holding_imports
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason where id = given.id;
  return 'refused';
end $$;

create or replace function propose_import_undo(p_id uuid, p_because text) returns text language plpgsql security definer as $$
declare given public.holding_imports := public.lock_import(p_id); obstacle text;
begin
  if given.id is null then return null; end if;
  if given.state <> 'confirmed'
     or exists (select from public.holding_import_undos u where u.import_id = given.id and u.refused_at is null) then
    raise sqlstate 'KC001' using message = 'undo_decided';
  end if;
  obstacle := public.import_obstacle(given.id);
  if obstacle is not null then raise sqlstate 'KC001' using message = 'undo_' || obstacle; end if;
  insert into public.holding_import_undos (import_id, proposed_by, because) values (given.id, public.app_user_id(), p_because);
  return 'proposed';
end $$;

create or replace function confirm_import_undo(p_id uuid) returns text language plpgsql security definer as $$
declare
  given public.holding_imports := public.lock_import(p_id);
  undo public.holding_import_undos;
  owners uuid[];
  obstacle text;
begin
  if given.id is null then return null; end if;
  select * into undo from public.holding_import_undos u
   where u.import_id = given.id and u.refused_at is null and u.confirmed_at is null;
  if given.state <> 'confirmed' or undo.id is null then raise sqlstate 'KC001' using message = 'undo_decided'; end if;
  obstacle := public.import_obstacle(given.id);
  if obstacle is not null then raise sqlstate 'KC001' using message = 'undo_' || obstacle; end if;
  if not public.confirms_now('import_undo', undo.id, undo.proposed_by, 'undo_second_person') then return 'announced'; end if;
  owners := array(select distinct h.record_id from public.holdings h
                   where h.record_id is not null
                     and (h.import_id = given.id
                          or h.id in (select p.holding_id from public.imported_payouts p where p.import_id = given.id)));
  update public.holding_import_undos
     set confirmed_at = public.app_now(), confirmed_by = public.confirmer('import_undo', undo.id) where id = undo.id;
  update public.holding_imports set undone_at = public.app_now() where id = given.id;
  delete from public.imported_payouts p where p.import_id = given.id;
  delete from public.holdings h where h.import_id = given.id;
  perform public.need_records(owners);
  return 'undone';
end $$;

create or replace function refuse_import_undo(p_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare given public.holding_imports := public.lock_import(p_id);
begin
  if given.id is null then return null; end if;
  perform public.withdraw_announced('import_undo', u.id, p_reason)
     from public.holding_import_undos u where u.import_id = given.id and u.confirmed_at is null and u.refused_at is null;
  update public.holding_import_undos
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason
   where import_id = given.id and confirmed_at is null and refused_at is null;
  if not found then raise sqlstate 'KC001' using message = 'undo_decided'; end if;
  return 'refused';
end $$;

create or replace function record_outside_payment(p_exit_id uuid, p_paid_on date, p_source text) returns text
language plpgsql security definer as $$
declare present public.exits := public.lock_exit(p_exit_id);
begin
  if present.id is null then return null; end if;
  if present.state <> 'confirmed' then raise sqlstate 'KC001' using message = 'outside_not_confirmed'; end if;
  if exists (select from public.exit_outside_payments p
              where p.exit_id = present.id and p.confirmed_at is null and p.refused_at is null) then
    raise sqlstate 'KC001' using message = 'outside_waits';
  end if;
  if not exists (select from public.exit_lines l join public.holdings h on h.id = l.holding_id
                  where l.exit_id = present.id and h.import_id is not null) then
    raise sqlstate 'KC001' using message = 'outside_nothing';
  end if;
  if p_paid_on > public.london_today() then raise sqlstate 'KC001' using message = 'outside_in_future'; end if;
  if p_paid_on < present.happened_on then raise sqlstate 'KC001' using message = 'outside_too_early'; end if;
  insert into public.exit_outside_payments (exit_id, paid_on, source, recorded_by)
  values (present.id, p_paid_on, p_source, public.app_user_id());
  return 'recorded';
end $$;

create or replace function confirm_outside_payment(p_exit_id uuid) returns text language plpgsql security definer as $$
declare present public.exits := public.lock_exit(p_exit_id); given public.exit_outside_payments;
begin
  if present.id is null then return null; end if;
  select * into given from public.exit_outside_payments p
   where p.exit_id = present.id and p.confirmed_at is null and p.refused_at is null for update;
  if given.id is null or present.state <> 'confirmed' then raise sqlstate 'KC001' using message = 'outside_decided'; end if;
  if not public.confirms_now('outside_payment', given.id, given.recorded_by, 'outside_second_person') then return 'announced'; end if;
  update public.exit_outside_payments
     set confirmed_at = public.app_now(), confirmed_by = public.confirmer('outside_payment', given.id) where id = given.id;
  perform public.need_records(array(select h.record_id from public.exit_lines l join public.holdings h on h.id = l.holding_id
                                     where l.exit_id = present.id and h.import_id is not null and h.record_id is not null));
  return 'confirmed';
end $$;

create or replace function refuse_outside_payment(p_exit_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare present public.exits := public.lock_exit(p_exit_id);
begin
  if present.id is null then return null; end if;
  perform public.withdraw_announced('outside_payment', p.id, p_reason)
     from public.exit_outside_payments p where p.exit_id = present.id and p.confirmed_at is null and p.refused_at is null;
  update public.exit_outside_payments
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason
   where exit_id = present.id and confirmed_at is null and refused_at is null;
  if not found then raise sqlstate 'KC001' using message = 'outside_decided'; end if;
  return 'refused';
end $$;

create or replace function spell_imported_class() returns trigger language plpgsql security definer as $$
begin
  new.share_class := public.spelt_class(new.company_id, new.share_class);
  return new;
end $$;
create trigger spell_imported_class before insert on holding_import_lines for each row execute function spell_imported_class();

create trigger keep_import_record before update or delete on holding_imports for each row execute function keep_import_record();
create trigger keep_import_record before update or delete on holding_import_lines
  for each row execute function keep_import_record();
create trigger keep_import_record before update or delete on holding_import_undos
  for each row execute function keep_import_record();
create trigger keep_import_record before update or delete on imported_payouts for each row execute function keep_import_record();
create trigger keep_import_record before update or delete on exit_outside_payments
  for each row execute function keep_import_record();

grant select on holding_import_list, holding_import_line_list, exit_outside, own_imported_payouts to club_member;
grant execute on function import_obstacle, known_holding_lines, imported_since, propose_holding_import,
  confirm_holding_import, refuse_holding_import, propose_import_undo, confirm_import_undo, refuse_import_undo,
  record_outside_payment, confirm_outside_payment, refuse_outside_payment to club_member;
