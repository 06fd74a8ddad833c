-- Shares that members held before the club kept its rounds here: read from a file, proposed by one admin, confirmed by another.

-- A file of earlier holdings and what became of it. The file stays, as what shows where the holdings are from.
create table holding_imports (
  id uuid primary key default app_uuid_v7(),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  undone_at timestamptz(3),
  state text not null generated always as (
    case when undone_at is not null then 'undone' when refused_at is not null then 'refused'
         when confirmed_at is not null then 'confirmed' else 'proposed' end) stored,
  check (num_nulls(refused_at, refused_because) in (0, 2)),
  check (confirmed_at is null or refused_at is null),
  check (undone_at is null or confirmed_at is not null)
);
create unique index holding_imports_sha256_idx on holding_imports (sha256) where refused_at is null and undone_at is null;
create index holding_imports_proposed_at_idx on holding_imports (proposed_at desc, id desc);
create index holding_imports_proposed_by_idx on holding_imports (proposed_by);
create index holding_imports_confirmed_by_idx on holding_imports (confirmed_by);
create index holding_imports_refused_by_idx on holding_imports (refused_by);
alter table holding_imports enable row level security;
create trigger follow_file_use after insert or delete on holding_imports for each row execute function follow_file_use();

-- What the file says, line by line: shares that a member holds, or money that such shares brought.
create table holding_import_lines (
  id uuid primary key default app_uuid_v7(),
  import_id uuid not null references holding_imports (id),
  -- Of the file, where the header is usually line 1.
  line_number integer not null check (line_number > 0),
  kind text not null check (kind in ('holding', 'distribution')),
  -- Null once the account is gone.
  user_id uuid references auth.users (id) on delete set null,
  company_id uuid not null references companies (id),
  -- When the shares were acquired, or the money was paid.
  happened_on date not null,
  shares bigint check (shares > 0),
  share_class text check (btrim(share_class) <> '' and length(share_class) <= 120),
  -- Pounds.
  price numeric(14, 6) check (price > 0),
  cost_pence bigint check (cost_pence > 0),
  fee_pence bigint check (fee_pence >= 0),
  scheme text check (scheme in ('SEIS', 'EIS')),
  uir text check (btrim(uir) <> '' and length(uir) <= 60),
  certificate_on date check (certificate_on >= happened_on),
  gross_pence bigint check (gross_pence > 0),
  costs_pence bigint check (costs_pence between 0 and gross_pence),
  unique (import_id, line_number),
  check (num_nulls(shares, share_class, price, cost_pence, fee_pence) = case kind when 'holding' then 0 else 5 end),
  check (num_nulls(gross_pence, costs_pence) = case kind when 'holding' then 2 else 0 end),
  check (scheme is not null or (uir is null and certificate_on is null)),
  -- A price has six decimals: the cost is as near to shares at the price as those allow.
  check (abs(cost_pence - shares * price * 100) <= greatest(1, shares * 0.00005))
);
create index holding_import_lines_user_id_idx on holding_import_lines (user_id, company_id, happened_on);
create index holding_import_lines_company_id_idx on holding_import_lines (company_id);
alter table holding_import_lines enable row level security;

-- That a confirmed import is taken back: proposed by one admin, confirmed by another.
create table holding_import_undos (
  id uuid primary key default app_uuid_v7(),
  import_id uuid not null references holding_imports (id),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  because text not null check (btrim(because) <> '' and length(because) <= 5000),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  check (num_nulls(refused_at, refused_because) in (0, 2)),
  check (confirmed_at is null or refused_at is null)
);
create unique index holding_import_undos_open_idx on holding_import_undos (import_id) where refused_at is null;
create index holding_import_undos_import_id_idx on holding_import_undos (import_id, id desc);
create index holding_import_undos_proposed_by_idx on holding_import_undos (proposed_by);
create index holding_import_undos_confirmed_by_idx on holding_import_undos (confirmed_by);
create index holding_import_undos_refused_by_idx on holding_import_undos (refused_by);
alter table holding_import_undos enable row level security;

-- A holding is of a round of the club, or of an import.
alter table holdings
  alter column deal_id drop not null,
  alter column commitment_id drop not null,
  alter column certificate_number drop not null,
  add column import_id uuid references holding_imports (id),
  -- The certificate for the tax return, where the member had one before.
  add column uir text check (btrim(uir) <> '' and length(uir) <= 60),
  add column certificate_on date,
  add constraint holdings_origin_check
    check (num_nulls(deal_id, commitment_id, certificate_number) = case when import_id is null then 0 else 3 end),
  add constraint holdings_certificate_check check (import_id is not null or (uir is null and certificate_on is null));
create index holdings_import_id_idx on holdings (import_id) where import_id is not null;
create index holdings_imported_idx on holdings (company_id, share_class, issued_on, price) where import_id is not null;

-- What a lot of an import brought before the club kept its exits here.
create table imported_payouts (
  id uuid primary key default app_uuid_v7(),
  import_id uuid not null references holding_imports (id),
  line_id uuid not null references holding_import_lines (id),
  holding_id uuid not null references holdings (id) on delete cascade,
  paid_on date not null,
  gross_pence bigint not null check (gross_pence >= 0),
  costs_pence bigint not null check (costs_pence between 0 and gross_pence),
  unique (line_id, holding_id)
);
create index imported_payouts_import_id_idx on imported_payouts (import_id);
create index imported_payouts_holding_id_idx on imported_payouts (holding_id, paid_on);
alter table imported_payouts enable row level security;

-- Imported shares have no account of a deal: what an exit brings for them is paid to their members beside the club's accounts. One
-- admin says when and what shows it, another confirms it; the newest that is confirmed counts.
create table exit_outside_payments (
  id uuid primary key default app_uuid_v7(),
  exit_id uuid not null references exits (id),
  paid_on date not null,
  source text not null check (btrim(source) <> '' and length(source) <= 500),
  recorded_at timestamptz(3) not null default app_now(),
  recorded_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  check (num_nulls(refused_at, refused_because) in (0, 2)),
  check (confirmed_at is null or refused_at is null)
);
create unique index exit_outside_payments_waiting_idx on exit_outside_payments (exit_id)
  where confirmed_at is null and refused_at is null;
create index exit_outside_payments_exit_id_idx on exit_outside_payments (exit_id, id desc);
create index exit_outside_payments_recorded_by_idx on exit_outside_payments (recorded_by);
create index exit_outside_payments_confirmed_by_idx on exit_outside_payments (confirmed_by);
create index exit_outside_payments_refused_by_idx on exit_outside_payments (refused_by);
alter table exit_outside_payments enable row level security;

-- For everybody, the owner too: decided once, and names of accounts are emptied with them.
create function keep_import_record() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  names constant text[] := '{proposed_by,recorded_by,confirmed_by,refused_by}';
  decided constant text[] := '{confirmed_at,refused_at,refused_because,undone_at}';
begin
  if tg_op = 'UPDATE'
     -- The state is not computed yet.
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
end
$$;
create trigger keep_import_record before update or delete on holding_imports for each row execute function keep_import_record();
create trigger keep_import_record before update or delete on holding_import_lines
  for each row execute function keep_import_record();
create trigger keep_import_record before update or delete on holding_import_undos
  for each row execute function keep_import_record();
create trigger keep_import_record before update or delete on imported_payouts for each row execute function keep_import_record();
create trigger keep_import_record before update or delete on exit_outside_payments
  for each row execute function keep_import_record();

-- As before; the lots of an import go with it once two admins have taken it back.
create or replace function keep_holding_record() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  emptied constant text[] := '{record_id,decided_by,recorded_by}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - emptied = to_jsonb(new) - emptied
     and not exists (select from unnest(emptied) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name)
  then return new; end if;
  if tg_op = 'DELETE' and tg_table_name = 'holdings'
     and exists (select from public.holding_imports i where i.id = (to_jsonb(old) ->> 'import_id')::uuid and i.undone_at is not null)
  then return old; end if;
  raise integrity_constraint_violation using message = 'what is held and filed is never changed or deleted';
end
$$;

-- A member's own note of a relief goes with the lot; a line of an exit that was withdrawn stays, without its lot.
alter table relief_records
  drop constraint relief_records_holding_id_fkey,
  add constraint relief_records_holding_id_fkey foreign key (holding_id) references holdings (id) on delete cascade;
alter table exit_lines
  alter column holding_id drop not null,
  drop constraint exit_lines_holding_id_fkey,
  add constraint exit_lines_holding_id_fkey foreign key (holding_id) references holdings (id) on delete set null;
create or replace function keep_exit() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  names constant text[] := '{proposed_by,confirmed_by,withdrawn_by}';
  decided constant text[] := '{confirmed_at,withdrawn_at,withdrawn_because}';
  -- Not computed yet.
  generated constant text[] := '{state,takes_shares,paid_pence}';
begin
  if tg_op = 'UPDATE' and tg_table_name = 'exits'
     and to_jsonb(old) - names - decided - generated = to_jsonb(new) - names - decided - generated
     and not exists (select from unnest(decided) field where to_jsonb(old) ->> field is not null
                       and to_jsonb(new) ->> field is distinct from to_jsonb(old) ->> field)
     and not exists (select from unnest(names) name where to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name
                       and to_jsonb(new) ->> replace(name, '_by', '_at') is not distinct from to_jsonb(old) ->> replace(name, '_by', '_at'))
  then return new; end if;
  if tg_op = 'UPDATE' and tg_table_name = 'exit_lines'
     and to_jsonb(old) - generated - 'holding_id' = to_jsonb(new) - generated - 'holding_id'
     and to_jsonb(new) ->> 'holding_id' is null
     and exists (select from public.exits e where e.id = (to_jsonb(old) ->> 'exit_id')::uuid and e.withdrawn_at is not null)
     and not exists (select from public.holdings h where h.id = (to_jsonb(old) ->> 'holding_id')::uuid)
  then return new; end if;
  raise integrity_constraint_violation using message = 'what members got for their shares is never changed or deleted';
end
$$;

-- Whether the caller is somebody whom it is about.
create function is_in_import(p_import_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.holding_import_lines l where l.import_id = p_import_id and l.user_id = public.app_user_id())
$$;
-- For admins, why a confirmed import cannot be taken back: exited where an exit that was not withdrawn is about its lots, paid_out where another
-- import says what they brought. Null where nothing is in the way.
create function import_obstacle(p_import_id uuid) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select case
    when not public.is_admin() then null
    when exists (select from public.holdings h
                   join public.exit_lines l on l.holding_id = h.id
                   join public.exits e on e.id = l.exit_id and e.state <> 'withdrawn'
                  where h.import_id = p_import_id) then 'exited'
    when exists (select from public.holdings h
                   join public.imported_payouts p on p.holding_id = h.id and p.import_id <> p_import_id
                  where h.import_id = p_import_id) then 'paid_out' end
$$;

grant execute on function is_in_import(uuid), import_obstacle(uuid) to club_member;

grant select on holding_imports, holding_import_lines, holding_import_undos, imported_payouts, exit_outside_payments to club_member;
create policy "admins see imports of holdings" on holding_imports for select to club_member using ((select is_admin()));
create policy "admins see what was imported, line by line" on holding_import_lines for select to club_member
  using ((select is_admin()));
create policy "admins see what was taken back" on holding_import_undos for select to club_member using ((select is_admin()));
create policy "people see what their imported shares brought, admins all" on imported_payouts for select to club_member
  using ((select is_admin()) or exists (select from holdings h where h.id = holding_id));
create policy "admins see what was paid beside the club's accounts" on exit_outside_payments for select to club_member
  using ((select is_admin()));
create policy "admins see the files of imports" on files for select to club_member
  using (kind = 'holding_import' and exists (select from holding_imports i where i.file_id = files.id));

create view holding_import_list with (security_barrier) as
  select i.id, i.file_name, i.file_id, i.sha256, i.proposed_at, author.full_name as proposed_by_name, i.confirmed_at,
         confirmer.full_name as confirmed_by_name, i.refused_at, refuser.full_name as refused_by_name, i.refused_because,
         i.undone_at, i.state, coalesce(i.proposed_by = app_user_id(), false) or is_in_import(i.id) as is_own,
         is_left_alone(i.proposed_by, i.proposed_at) as is_left_to_author, s.*,
         case when i.state = 'confirmed' then import_obstacle(i.id) end as obstacle,
         u.id as undo_id, u.because as undo_because, u.proposed_at as undo_proposed_at,
         undoer.full_name as undo_proposed_by_name, undo_confirmer.full_name as undone_by_name,
         coalesce(u.proposed_by = app_user_id(), false) or is_in_import(i.id) as is_own_undo,
         coalesce(is_left_alone(u.proposed_by, u.proposed_at), false) as is_undo_left_to_author
    from holding_imports i
    left join people author on author.id = i.proposed_by
    left join people confirmer on confirmer.id = i.confirmed_by
    left join people refuser on refuser.id = i.refused_by
    left join holding_import_undos u on u.import_id = i.id and u.refused_at is null
    left join people undoer on undoer.id = u.proposed_by
    left join people undo_confirmer on undo_confirmer.id = u.confirmed_by
    cross join lateral (
      select count(distinct l.user_id)::integer as members, count(distinct l.company_id)::integer as companies,
             (count(*) filter (where l.kind = 'holding'))::integer as lots,
             (count(*) filter (where l.kind = 'distribution'))::integer as distributions,
             coalesce(sum(l.cost_pence), 0)::bigint as cost_pence, coalesce(sum(l.gross_pence), 0)::bigint as gross_pence
        from holding_import_lines l where l.import_id = i.id) s
   where (select is_admin());
create view holding_import_line_list with (security_barrier) as
  select l.id, l.import_id, l.line_number, l.kind, l.user_id, p.full_name, p.email, l.company_id, company.name as company_name,
         l.happened_on, l.shares, l.share_class, l.price, l.cost_pence, l.fee_pence, l.scheme, l.uir, l.certificate_on,
         l.gross_pence, l.costs_pence
    from holding_import_lines l
    join companies company on company.id = l.company_id
    left join people p on p.id = l.user_id
   where (select is_admin());
-- What an exit brings for imported lots, and whether it is said to be paid.
create view exit_outside with (security_barrier) as
  select s.*, paid.paid_on, paid.source, waiting.id as waiting_id, waiting.paid_on as waiting_paid_on,
         waiting.source as waiting_source, waiting.recorded_at, recorder.full_name as recorded_by_name,
         coalesce(waiting.recorded_by = app_user_id(), false) or is_own_exit(s.exit_id) as is_own,
         coalesce(is_left_alone(waiting.recorded_by, waiting.recorded_at), false) as is_left_to_author
    from (select l.exit_id, sum(l.shares)::bigint as shares, sum(l.gross_pence)::bigint as gross_pence,
                 sum(l.costs_pence)::bigint as costs_pence, sum(l.paid_pence)::bigint as paid_pence,
                 count(distinct coalesce(h.record_id, h.id))::integer as members
            from exit_lines l join holdings h on h.id = l.holding_id and h.import_id is not null group by l.exit_id) s
    left join lateral (select p.paid_on, p.source from exit_outside_payments p
                        where p.exit_id = s.exit_id and p.confirmed_at is not null order by p.id desc limit 1) paid on true
    left join exit_outside_payments waiting
      on waiting.exit_id = s.exit_id and waiting.confirmed_at is null and waiting.refused_at is null
    left join people recorder on recorder.id = waiting.recorded_by
   where (select is_admin());
create view own_imported_payouts with (security_barrier) as
  select p.id, p.holding_id, p.paid_on, p.gross_pence, p.costs_pence
    from imported_payouts p
    join holdings h on h.id = p.holding_id
    join investor_records r on r.id = h.record_id
   where r.user_id = (select app_user_id());
grant select on holding_import_list, holding_import_line_list, exit_outside, own_imported_payouts to club_member;

-- Lines: [{"line_number": …, "kind": …, "user_id": …, "company_id": …, "happened_on": …, "shares": …, …}, …]. Those that an import
-- which waits or is confirmed has already.
create function known_holding_lines(p_lines jsonb) returns setof integer
language sql stable security definer set search_path = pg_catalog as $$
  select n.line_number
    from jsonb_to_recordset(p_lines) as n (line_number integer, kind text, user_id uuid, company_id uuid, happened_on date,
                                           shares bigint, share_class text, cost_pence bigint, gross_pence bigint)
   where public.is_admin() and exists (
     select from public.holding_import_lines l join public.holding_imports i on i.id = l.import_id
      where l.user_id = n.user_id and l.company_id = n.company_id and l.happened_on = n.happened_on and l.kind = n.kind
        and l.shares is not distinct from n.shares and lower(l.share_class) is not distinct from lower(n.share_class)
        and l.cost_pence is not distinct from n.cost_pence and l.gross_pence is not distinct from n.gross_pence
        and i.state in ('proposed', 'confirmed'))
   order by n.line_number
$$;
-- Since when each of these people holds imported shares of each company: those of imports that wait count.
create function imported_since(p_user_ids uuid[]) returns table (user_id uuid, company_id uuid, since date)
language sql stable security definer set search_path = pg_catalog as $$
  select l.user_id, l.company_id, min(l.happened_on)
    from public.holding_import_lines l join public.holding_imports i on i.id = l.import_id
   where l.user_id = any (p_user_ids) and l.kind = 'holding' and i.state in ('proposed', 'confirmed') and public.is_admin()
   group by l.user_id, l.company_id
$$;

-- Serialises what is imported and taken back, and locks the companies as their exits do.
create function lock_import(p_import_id uuid) returns public.holding_imports
language plpgsql security definer set search_path = pg_catalog as $$
declare
  locked public.holding_imports;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform pg_advisory_xact_lock(hashtextextended('holding-imports', 0));
  perform from public.companies c
   where c.id in (select l.company_id from public.holding_import_lines l where l.import_id = p_import_id) order by c.id for update;
  select * into locked from public.holding_imports i where i.id = p_import_id for update;
  return locked;
end
$$;

-- Lines as `known_holding_lines` has them, with price, fee_pence, scheme, uir, certificate_on and costs_pence. Answers {"outcome":
-- "proposed", "id": …}, file_already_imported, or line_known where another import has one of them since.
create function propose_holding_import(p_file_name text, p_file_id uuid, p_sha256 text, p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  proposed uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform pg_advisory_xact_lock(hashtextextended('holding-imports', 0));
  if exists (select from public.holding_imports i where i.sha256 = p_sha256 and i.state in ('proposed', 'confirmed')) then
    return jsonb_build_object('outcome', 'file_already_imported'); end if;
  if exists (select from public.known_holding_lines(p_lines)) then return jsonb_build_object('outcome', 'line_known'); end if;
  insert into public.holding_imports (proposed_by, file_name, file_id, sha256)
  values (public.app_user_id(), p_file_name, p_file_id, p_sha256) returning id into proposed;
  insert into public.holding_import_lines (import_id, line_number, kind, user_id, company_id, happened_on, shares, share_class, price,
                                           cost_pence, fee_pence, scheme, uir, certificate_on, gross_pence, costs_pence)
  select proposed, n.line_number, n.kind, n.user_id, n.company_id, n.happened_on, n.shares, n.share_class, n.price, n.cost_pence,
         n.fee_pence, n.scheme, n.uir, n.certificate_on, n.gross_pence, n.costs_pence
    from jsonb_to_recordset(p_lines) as n (line_number integer, kind text, user_id uuid, company_id uuid, happened_on date,
                                           shares bigint, share_class text, price numeric, cost_pence bigint, fee_pence bigint,
                                           scheme text, uir text, certificate_on date, gross_pence bigint, costs_pence bigint);
  if not exists (select from public.holding_import_lines l where l.import_id = proposed)
     or exists (select from public.holding_import_lines l
                 where l.import_id = proposed
                   and (l.user_id is null or l.happened_on > public.london_today() or l.certificate_on > public.london_today()))
     or exists (select from public.holding_import_lines l where l.import_id = proposed
                 group by l.kind, l.user_id, l.company_id, l.happened_on, l.shares, lower(l.share_class), l.cost_pence, l.gross_pence
                having count(*) > 1)
  then raise invalid_parameter_value; end if;
  return jsonb_build_object('outcome', 'proposed', 'id', proposed);
end
$$;

-- By another admin, who is not among the members. Answers {"outcome": "confirmed", "members": […]} or confirmed_alone;
-- second_person_required, closed, member_gone where an account was deleted meanwhile, no_lot where what a distribution was paid for
-- is not held any more; null where there is no such import.
create function confirm_holding_import(p_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.holding_imports := public.lock_import(p_id);
  is_alone boolean;
begin
  if given.id is null then return null; end if;
  if given.state <> 'proposed' then return jsonb_build_object('outcome', 'closed'); end if;
  is_alone := coalesce(given.proposed_by = public.app_user_id(), false) or public.is_in_import(given.id);
  if is_alone and not public.is_left_alone(given.proposed_by, given.proposed_at) then
    return jsonb_build_object('outcome', 'second_person_required'); end if;
  if exists (select from public.holding_import_lines l where l.import_id = given.id and l.user_id is null) then
    return jsonb_build_object('outcome', 'member_gone'); end if;
  insert into public.investor_records (user_id)
  select distinct l.user_id from public.holding_import_lines l where l.import_id = given.id
  on conflict (user_id) do nothing;
  insert into public.holdings (import_id, company_id, record_id, shares, share_class, price, cost_pence, fee_pence, scheme, issued_on,
                               uir, certificate_on)
  select l.import_id, l.company_id, r.id, l.shares, l.share_class, l.price, l.cost_pence, l.fee_pence, l.scheme, l.happened_on,
         l.uir, l.certificate_on
    from public.holding_import_lines l join public.investor_records r on r.user_id = l.user_id
   where l.import_id = given.id and l.kind = 'holding' order by l.line_number;
  -- Split over the lots that were held then, by shares; each part is what the lots up to it get, less what those before it get.
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
  if exists (select from public.holding_import_lines l
              where l.import_id = given.id and l.kind = 'distribution'
                and not exists (select from public.imported_payouts p where p.line_id = l.id)) then
    raise sqlstate 'KD001' using message = 'no_lot'; end if;
  update public.holding_imports set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = given.id;
  perform public.need_records(array(select r.id from public.investor_records r
                                     where r.user_id in (select l.user_id from public.holding_import_lines l
                                                          where l.import_id = given.id)));
  return jsonb_build_object(
    'outcome', case when is_alone then 'confirmed_alone' else 'confirmed' end,
    'members', (select jsonb_agg(distinct l.user_id) from public.holding_import_lines l where l.import_id = given.id));
exception when sqlstate 'KD001' then return jsonb_build_object('outcome', sqlerrm);
end
$$;

-- Answers refused, closed, or null where there is no such import.
create function refuse_holding_import(p_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.holding_imports := public.lock_import(p_id);
begin
  if given.id is null then return null; end if;
  if given.state <> 'proposed' then return 'closed'; end if;
  update public.holding_imports
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason where id = given.id;
  return 'refused';
end
$$;

-- Answers proposed, closed where it is not confirmed or this waits already, exited, paid_out; null where there is no such import.
create function propose_import_undo(p_id uuid, p_because text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.holding_imports := public.lock_import(p_id);
begin
  if given.id is null then return null; end if;
  if given.state <> 'confirmed'
     or exists (select from public.holding_import_undos u where u.import_id = given.id and u.refused_at is null) then
    return 'closed'; end if;
  if public.import_obstacle(given.id) is not null then return public.import_obstacle(given.id); end if;
  insert into public.holding_import_undos (import_id, proposed_by, because) values (given.id, public.app_user_id(), p_because);
  return 'proposed';
end
$$;

-- By another admin, who is not among the members: its lots are gone. Answers {"outcome": "undone", "members": […]} or undone_alone;
-- second_person_required, closed, exited, paid_out; null where there is no such import.
create function confirm_import_undo(p_id uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.holding_imports := public.lock_import(p_id);
  undo public.holding_import_undos;
  is_alone boolean;
  owners uuid[];
  owner_users jsonb;
begin
  if given.id is null then return null; end if;
  select * into undo from public.holding_import_undos u
   where u.import_id = given.id and u.refused_at is null and u.confirmed_at is null;
  if given.state <> 'confirmed' or undo.id is null then return jsonb_build_object('outcome', 'closed'); end if;
  is_alone := coalesce(undo.proposed_by = public.app_user_id(), false) or public.is_in_import(given.id);
  if is_alone and not public.is_left_alone(undo.proposed_by, undo.proposed_at) then
    return jsonb_build_object('outcome', 'second_person_required'); end if;
  if public.import_obstacle(given.id) is not null then
    return jsonb_build_object('outcome', public.import_obstacle(given.id)); end if;
  owners := array(select distinct h.record_id from public.holdings h
                   where h.record_id is not null
                     and (h.import_id = given.id
                          or h.id in (select p.holding_id from public.imported_payouts p where p.import_id = given.id)));
  select jsonb_agg(r.user_id order by r.user_id) into owner_users
    from public.investor_records r where r.id = any (owners) and r.user_id is not null;
  update public.holding_import_undos set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = undo.id;
  update public.holding_imports set undone_at = public.app_now() where id = given.id;
  delete from public.imported_payouts p where p.import_id = given.id;
  delete from public.holdings h where h.import_id = given.id;
  perform public.need_records(owners);
  return jsonb_build_object('outcome', case when is_alone then 'undone_alone' else 'undone' end,
                            'members', coalesce(owner_users, '[]'));
end
$$;

-- Answers refused, closed, or null where there is no such import.
create function refuse_import_undo(p_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  given public.holding_imports := public.lock_import(p_id);
begin
  if given.id is null then return null; end if;
  update public.holding_import_undos
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason
   where import_id = given.id and confirmed_at is null and refused_at is null;
  return case when found then 'refused' else 'closed' end;
end
$$;

-- Answers recorded; closed where the exit is not confirmed, waits where one is to be confirmed, nothing_imported, in_future, too_early;
-- null where there is no such exit.
create function record_outside_payment(p_exit_id uuid, p_paid_on date, p_source text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  present public.exits := public.lock_exit(p_exit_id);
begin
  if present.id is null then return null; end if;
  if present.state <> 'confirmed' then return 'closed'; end if;
  if exists (select from public.exit_outside_payments p
              where p.exit_id = present.id and p.confirmed_at is null and p.refused_at is null) then return 'waits'; end if;
  if not exists (select from public.exit_lines l join public.holdings h on h.id = l.holding_id
                  where l.exit_id = present.id and h.import_id is not null) then return 'nothing_imported'; end if;
  if p_paid_on > public.london_today() then return 'in_future'; end if;
  if p_paid_on < present.happened_on then return 'too_early'; end if;
  insert into public.exit_outside_payments (exit_id, paid_on, source, recorded_by)
  values (present.id, p_paid_on, p_source, public.app_user_id());
  return 'recorded';
end
$$;
-- By another admin, who has no part in it. Answers confirmed, confirmed_alone, second_person_required, closed; null where there is no
-- such exit.
create function confirm_outside_payment(p_exit_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  present public.exits := public.lock_exit(p_exit_id);
  given public.exit_outside_payments;
  is_alone boolean;
begin
  if present.id is null then return null; end if;
  select * into given from public.exit_outside_payments p
   where p.exit_id = present.id and p.confirmed_at is null and p.refused_at is null for update;
  if given.id is null or present.state <> 'confirmed' then return 'closed'; end if;
  is_alone := coalesce(given.recorded_by = public.app_user_id(), false) or public.is_in_exit(present.id);
  if is_alone and not public.is_left_alone(given.recorded_by, given.recorded_at) then return 'second_person_required'; end if;
  update public.exit_outside_payments set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = given.id;
  perform public.need_records(array(select h.record_id from public.exit_lines l join public.holdings h on h.id = l.holding_id
                                     where l.exit_id = present.id and h.import_id is not null and h.record_id is not null));
  return case when is_alone then 'confirmed_alone' else 'confirmed' end;
end
$$;
-- Answers refused, closed, or null where there is no such exit.
create function refuse_outside_payment(p_exit_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  present public.exits := public.lock_exit(p_exit_id);
begin
  if present.id is null then return null; end if;
  update public.exit_outside_payments
     set refused_at = public.app_now(), refused_by = public.app_user_id(), refused_because = p_reason
   where exit_id = present.id and confirmed_at is null and refused_at is null;
  return case when found then 'refused' else 'closed' end;
end
$$;
grant execute on function known_holding_lines(jsonb), imported_since(uuid[]), propose_holding_import(text, uuid, text, jsonb),
  confirm_holding_import(uuid), refuse_holding_import(uuid, text), propose_import_undo(uuid, text), confirm_import_undo(uuid),
  refuse_import_undo(uuid, text), record_outside_payment(uuid, date, text), confirm_outside_payment(uuid),
  refuse_outside_payment(uuid, text) to club_member;

-- As before, with what was paid beside the club's accounts.
create or replace function has_exit_money(p_exit_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.ledger_transactions t
                  where t.exit_id = p_exit_id and t.kind <> 'reversal'
                    and not exists (select from public.ledger_transactions r where r.reverses_id = t.id))
      or exists (select from public.outgoing_payments o where o.exit_id = p_exit_id and o.state in ('approved', 'paid'))
      or exists (select from public.exit_outside_payments p where p.exit_id = p_exit_id and p.confirmed_at is not null)
$$;

create or replace view exit_list with (security_barrier) as
  select e.id, e.company_id, company.name as company_name, e.kind, e.earlier_id, e.happened_on, trim_scale(e.price)::text as price,
         e.shares is null as is_of_all, e.costs_payee, e.note, e.state, e.proposed_at, proposer.full_name as proposed_by_name,
         e.confirmed_at, confirmer.full_name as confirmed_by_name, e.withdrawn_at, withdrawer.full_name as withdrawn_by_name,
         e.withdrawn_because, is_left_alone(e.proposed_by, e.proposed_at) as is_left_to_author, s.*, d.*
    from exits e
    join companies company on company.id = e.company_id
    left join people proposer on proposer.id = e.proposed_by
    left join people confirmer on confirmer.id = e.confirmed_by
    left join people withdrawer on withdrawer.id = e.withdrawn_by
    cross join lateral (
      select count(distinct coalesce(h.record_id, h.commitment_id, h.id, l.id))::integer as members, sum(l.shares)::bigint as shares,
             sum(l.gross_pence)::bigint as gross_pence, sum(l.costs_pence)::bigint as costs_pence,
             sum(l.paid_pence)::bigint as paid_pence
        from exit_lines l left join holdings h on h.id = l.holding_id where l.exit_id = e.id) s
    cross join lateral exit_state(e.id) d
   where (select is_admin());
create or replace view exit_line_list with (security_barrier) as
  select l.exit_id, l.holding_id, coalesce(h.record_id, h.commitment_id, h.id, l.id) as owner_id, r.user_id, p.full_name, h.deal_id,
         d.name as deal_name, h.commitment_id, c.number as member, h.certificate_number, h.issued_on, l.shares, l.gross_pence,
         l.costs_pence, l.paid_pence,
         case when h.import_id is null
              then (select o.paid_on from outgoing_payments o
                     where o.exit_id = l.exit_id and o.deal_id = h.deal_id and o.kind = 'distribution'
                       and o.commitment_id = h.commitment_id and o.state = 'paid')
              else (select x.paid_on from exit_outside_payments x
                     where x.exit_id = l.exit_id and x.confirmed_at is not null order by x.id desc limit 1) end as paid_on,
         l.id
    from exit_lines l
    left join holdings h on h.id = l.holding_id
    left join commitments c on c.id = h.commitment_id
    left join deals d on d.id = h.deal_id
    left join investor_records r on r.id = h.record_id
    left join people p on p.id = r.user_id
   where (select is_admin());
create or replace view own_exit_lines with (security_barrier) as
  select e.id as exit_id, e.kind, e.happened_on, trim_scale(e.price)::text as price, e.confirmed_at, e.note,
         company.name as company_name, h.deal_id, d.name as deal_name, h.commitment_id, h.certificate_number, h.issued_on, l.shares, l.gross_pence, l.costs_pence,
         l.paid_pence,
         case when h.import_id is null
              then (select o.paid_on from outgoing_payments o
                     where o.exit_id = e.id and o.deal_id = h.deal_id and o.kind = 'distribution'
                       and o.commitment_id = h.commitment_id and o.state = 'paid')
              else (select x.paid_on from exit_outside_payments x
                     where x.exit_id = e.id and x.confirmed_at is not null order by x.id desc limit 1) end as paid_on,
         e.company_id, h.id as holding_id, l.id
    from exits e
    join exit_lines l on l.exit_id = e.id
    join holdings h on h.id = l.holding_id
    join investor_records r on r.id = h.record_id
    join companies company on company.id = e.company_id
    left join deals d on d.id = h.deal_id
   where e.state = 'confirmed' and r.user_id = (select app_user_id());

-- As before, with imported lots: those were paid for on the day they were acquired.
create or replace view own_holdings with (security_barrier) as
  select h.id, h.record_id, h.deal_id, h.company_id, h.commitment_id, h.shares, h.share_class, h.price, h.cost_pence, h.fee_pence,
         h.scheme, h.issued_on, d.name as deal_name, company.name as company_name, company.sector, company.one_line,
         t.pre_money_pence, coalesce(t.round_total_pence, 0) as round_total_pence, coalesce(wire.booked_on, h.issued_on) as wired_on,
         case when h.import_id is null then coalesce(paid.payments, '[]')
              else jsonb_build_array(jsonb_build_object('day', h.issued_on, 'pence', h.cost_pence + h.fee_pence)) end as payments,
         coalesce(certificate.came_on, h.certificate_on) as certificate_on,
         coalesce(claimed.reliefs, '[]') as reliefs, h.import_id
    from investor_records r
    join holdings h on h.record_id = r.id
    join companies company on company.id = h.company_id
    left join deals d on d.id = h.deal_id
    left join commitments c on c.id = h.commitment_id
    left join deal_terms t on t.id = c.terms_id
    left join lateral (
      select max(w.booked_on) as booked_on from ledger_transactions w
       where w.deal_id = h.deal_id and w.commitment_id is null and w.kind = 'wire'
         and not exists (select from ledger_transactions o where o.reverses_id = w.id)) wire on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('day', k.booked_on, 'pence', k.pence) order by k.booked_on)
               filter (where k.pence > 0) as payments
        from (select a.booked_on, sum(least(a.cash, greatest(a.kept - a.before, 0)))::bigint as pence
                from (select b.booked_on, b.kind, -(b.due + b.refund) as cash, -sum(b.due) over () as kept,
                             coalesce(sum(-(b.due + b.refund)) filter (where b.kind = 'receipt')
                                        over (order by b.booked_on, b.number rows between unbounded preceding and 1 preceding),
                                      0) as before
                        from (select l.booked_on, l.number, l.kind,
                                     coalesce(sum(e.amount_pence) filter (where e.account = '1100'), 0) as due,
                                     coalesce(sum(e.amount_pence) filter (where e.account = '2200'), 0) as refund
                                from ledger_transactions l
                                join ledger_entries e on e.transaction_id = l.id and e.commitment_id = h.commitment_id
                               where l.deal_id = h.deal_id and l.commitment_id = h.commitment_id
                                 and l.kind in ('receipt', 'leaving')
                                 and not exists (select from ledger_transactions o where o.reverses_id = l.id)
                               group by l.id) b) a
               where a.kind = 'receipt' group by a.booked_on) k) paid on true
    left join lateral (
      select min(p.matched_at at time zone 'Europe/London')::date as came_on from papers p
       where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate' and p.removed_at is null) certificate on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'claimed_on', x.claimed_on, 'pence', x.pence,
                                          'is_carried_back', x.is_carried_back) order by x.claimed_on, x.id) as reliefs
        from relief_records x where x.record_id = r.id and x.holding_id = h.id) claimed on true
   where r.user_id = (select app_user_id());

-- As before, with what imported shares cost: like an own round it says what was paid, and raises nothing.
create or replace view company_prices with (security_barrier) as
  select s.id, s.company_id, s.share_class, s.as_of, s.basis, s.price, s.source, s.shares_in_issue, s.confirmed_at as recorded_at,
         not coalesce(s.entered_by = s.confirmed_by, false) as is_by_two_admins,
         exists (select from price_evidence e where e.price_id = s.id) as has_evidence
    from share_prices s
   where s.confirmed_at is not null and ((select is_admin()) or holds_company(s.company_id))
  union all
  select null, d.company_id, h.share_class, h.issued_on, 'our_round', h.price, null, null, null,
         not coalesce(c.proposed_by = c.confirmed_by, false), false
    from deals d
    cross join lateral (
      select h.share_class, h.issued_on, h.price from holdings h where h.deal_id = d.id order by h.commitment_id limit 1) h
    left join deal_completions c on c.deal_id = d.id and c.confirmed_at is not null
   where (select is_admin()) or holds_company(d.company_id)
  union all
  select null, h.company_id, h.share_class, h.issued_on, 'earlier_purchase', h.price, null, null, null, h.is_by_two_admins, false
    from (select o.company_id, o.share_class, o.issued_on, o.price,
                 not coalesce(bool_or(i.proposed_by = i.confirmed_by), false) as is_by_two_admins
            from holdings o join holding_imports i on i.id = o.import_id
           group by o.company_id, o.share_class, o.issued_on, o.price) h
   where (select is_admin()) or holds_company(h.company_id);

-- As before; of imported shares the company alone is known.
create or replace view own_contacts with (security_barrier) as
  select h.id as holding_id, h.deal_id, h.company_id, h.certificate_number, company.name as company_name, company.company_number,
         company.website, company.place, t.vehicle,
         (select a.partner from collection_accounts a
           where a.deal_id = h.deal_id and a.confirmed_at is not null and a.replaced_at is null) as nominee
    from investor_records r
    join holdings h on h.record_id = r.id
    join companies company on company.id = h.company_id
    left join commitments c on c.id = h.commitment_id
    left join deal_terms t on t.id = c.terms_id
   where r.user_id = (select app_user_id());

-- As before, of rounds of the club: papers of imported shares are not kept here.
create or replace view own_awaited_papers with (security_barrier) as
  select h.commitment_id, h.deal_id, h.scheme, to_char(h.issued_on + interval '6 months', 'YYYY-MM') as expected_from
    from holdings h
    join investor_records r on r.id = h.record_id
   where h.scheme is not null and h.deal_id is not null and r.user_id = (select app_user_id())
     and not exists (select from papers p
                      where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate' and p.removed_at is null);
