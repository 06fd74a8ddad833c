-- A reference of ours, anywhere in a line.
create or replace function reference_of_line(p_payer text, p_reference text) returns text language sql immutable as $$
  select coalesce(substring(upper(regexp_replace(p_reference || ' ' || p_payer, '[^0-9A-Za-z]', '', 'g')) from 'KD[0-9A-Z]{8}'), '') $$;

-- The words of a line that say whom it is of or to: none that the bank, or the name of the deal's company, puts on the lines of everybody.
-- Banks write ü as u or ue, ø as o or oe, å as a or aa: all of them are read as one letter.
create or replace function words_of_line(p_text text, p_company text) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct regexp_replace(w.word, '(a)[ae]+|([ou])e+', '\1\2', 'g')), '{}')
    from regexp_split_to_table(public.folded(p_text), '[^[:alnum:]]+') as w (word)
   where w.word <> '' and w.word !~ '[0-9]'
     and w.word <> all (array['to', 'of', 'by', 'on', 'the', 'and', 'for', 'from', 'mr', 'mrs', 'ms', 'miss', 'dr', 'ltd', 'limited', 'plc', 'llp',
                              'co', 'bgc', 'fpi', 'fpo', 'fp', 'bp', 'bbp', 'so', 'dd', 'tfr', 'ref', 'via', 'gb', 'gbp', 'faster', 'payment',
                              'payments', 'paid', 'bank', 'transfer', 'credit', 'debit', 'giro', 'counter', 'mobile', 'online', 'receipt',
                              'received', 'account', 'invest', 'investment', 'shares', 'angels', 'deal'])
     and w.word <> all (regexp_split_to_array(public.folded(coalesce(p_company, '')), '[^[:alnum:]]+')) $$;

-- Two words of a name, or its only one, are among the others. Banks cut long names, and write initials.
create or replace function is_name_within(p_name text[], p_others text[]) returns boolean language sql immutable as $$
  select count(*) >= least(2, cardinality(p_name)) and coalesce(bool_or(length(w.word) > 1), false)
    from unnest(p_name) as w (word)
   where exists (select from unnest(p_others) as o (word)
                  where w.word = o.word or length(w.word) <> 2 and length(w.word) <> 3 and starts_with(o.word, w.word)
                     or length(o.word) <> 2 and length(o.word) <> 3 and starts_with(w.word, o.word)) $$;

-- The lines of a file that fit a line of another kind of file, which has other keys: by day, amount, reference and place among equal ones.
-- The payer decides about a line without a reference. A pair of which only day and amount agree is not sure: is_same says whether the
-- line is left out.
create or replace function pair_bank_lines(p_deal_id uuid, p_format text, p_lines jsonb)
  returns table (line_key text, known_id uuid, is_sure boolean, is_left_out boolean)
  language plpgsql stable security definer as $$
declare
  company text;
  used uuid[] := '{}';
  shown uuid[] := '{}';
  open_keys text[] := '{}';
  line record;
  other uuid;
begin
  select c.name into company from public.deals d join public.companies c on c.id = d.company_id where d.id = p_deal_id;
  for line in
    with given as (
      select g.*, public.reference_of_line(g.payer, g.reference) as code
        from jsonb_to_recordset(p_lines) as g (line_number integer, booked_on date, amount_pence bigint, payer text, reference text, line_key text)),
    others as (
      select l.id, l.booked_on, l.amount_pence, public.reference_of_line(l.payer, l.reference) as code,
             row_number() over (partition by l.booked_on, l.amount_pence, public.reference_of_line(l.payer, l.reference)
                                    order by l.line_number, l.id) as place
        from public.bank_lines l join public.bank_files f on f.id = l.file_id
       where l.deal_id = p_deal_id and l.taken_back_at is null and f.format <> p_format
         and not exists (select from given g where g.line_key = l.line_key)),
    fresh as (
      select g.*, row_number() over (partition by g.booked_on, g.amount_pence, g.code order by g.line_number, g.line_key) as place
        from given g where not exists (select from public.bank_lines l
                                          where l.deal_id = p_deal_id and l.taken_back_at is null and l.line_key = g.line_key))
    select f.*, o.ids
      from fresh f
      join (select s.booked_on, s.amount_pence, s.code, array_agg(s.id order by s.place) as ids from others s group by 1, 2, 3) o
        using (booked_on, amount_pence, code)
     order by f.line_number, f.line_key
  loop
    if line.code <> '' then
      if line.place <= cardinality(line.ids) then
        return query select line.line_key, line.ids[line.place], true, true;
      end if;
      continue;
    end if;
    select l.id into other from public.bank_lines l
     where l.id = any (line.ids) and l.id <> all (used)
       and (public.folded(l.payer || ' ' || l.reference) = public.folded(line.payer || ' ' || line.reference)
            or public.is_name_within(public.words_of_line(l.payer, company),
                                     public.words_of_line(line.payer || ' ' || line.reference, company))
            or public.is_name_within(public.words_of_line(line.payer, company),
                                     public.words_of_line(l.payer || ' ' || l.reference, company)))
     order by public.folded(l.payer || ' ' || l.reference) = public.folded(line.payer || ' ' || line.reference) desc,
              public.folded(l.payer) = public.folded(line.payer) desc, l.line_number, l.id limit 1;
    if found then
      used := used || other;
      return query select line.line_key, other, true, true;
    else
      open_keys := open_keys || line.line_key;
    end if;
  end loop;
  for line in
    select g.line_key, coalesce(g.is_same, false) as is_same, l.id
      from jsonb_to_recordset(p_lines) as g (line_number integer, booked_on date, amount_pence bigint, is_same boolean, line_key text)
      cross join lateral (select array_agg(k.id order by k.line_number, k.id) as id
                            from public.bank_lines k join public.bank_files f on f.id = k.file_id
                           where k.deal_id = p_deal_id and k.taken_back_at is null and f.format <> p_format
                             and k.booked_on = g.booked_on and k.amount_pence = g.amount_pence
                             and public.reference_of_line(k.payer, k.reference) = ''
                             and not exists (select from jsonb_to_recordset(p_lines) as own (line_key text) where own.line_key = k.line_key)) l
     where g.line_key = any (open_keys) order by coalesce(g.is_same, false) desc, g.line_number, g.line_key
  loop
    select k.id into other from unnest(line.id) with ordinality as k (id, place)
     where k.id <> all (used) order by k.id = any (shown), k.place limit 1;
    continue when not found;
    shown := shown || other;
    if line.is_same then used := used || other; end if;
    return query select line.line_key, other, false, line.is_same;
  end loop;
end $$;

-- Returns the lines of a file that nobody has imported. A line has one key in all files of one format.
create or replace function new_bank_lines(p_deal_id uuid, p_format text, p_lines jsonb)
  returns table (line_number integer, booked_on date, amount_pence bigint, balance_pence bigint, payer text, reference text, line_key text)
  language sql stable security definer as $$
  with paired as materialized (
    select p.line_key from public.pair_bank_lines(p_deal_id, p_format, p_lines) p where p.is_left_out)
  select g.line_number, g.booked_on, g.amount_pence, g.balance_pence, g.payer, g.reference, g.line_key
    from jsonb_to_recordset(p_lines) as g (line_number integer, booked_on date, amount_pence bigint, balance_pence bigint, payer text,
                                           reference text, line_key text)
   where not exists (select from public.bank_lines l
                      where l.deal_id = p_deal_id and l.taken_back_at is null and l.line_key = g.line_key)
     and not exists (select from paired where paired.line_key = g.line_key) $$;

create or replace function with_all_same(p_lines jsonb, p_is_same boolean) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(g.line || jsonb_build_object('is_same', p_is_same) order by g.place), '[]')
    from jsonb_array_elements(p_lines) with ordinality as g (line, place) $$;

-- The bank's balance says of the lines that are not sure whether all of them are here already, or none; null where it says neither.
create or replace function decide_bank_lines(p_deal_id uuid, p_format text, p_closing_pence bigint, p_lines jsonb) returns boolean
language sql stable security definer as $$
  select d.is_same
    from (values (true), (false)) as d (is_same)
   where p_closing_pence = coalesce((select sum(l.amount_pence) from public.bank_lines l
                                      where l.deal_id = p_deal_id and l.taken_back_at is null), 0)
                           + coalesce((select sum(g.amount_pence)
                                         from public.new_bank_lines(p_deal_id, p_format, public.with_all_same(p_lines, d.is_same)) g), 0)
   order by d.is_same desc limit 1 $$;

-- The lines of a file of which an admin has to say whether they are here already, and which line each may be.
create or replace function undecided_bank_lines(p_deal_id uuid, p_format text, p_closing_pence bigint, p_lines jsonb)
  returns table (line_key text, known_id uuid) language sql stable security definer as $$
  with pairs as materialized (
    select p.line_key, p.known_id from public.pair_bank_lines(p_deal_id, p_format, p_lines) p
      join jsonb_to_recordset(p_lines) as g (line_key text, is_same boolean) on g.line_key = p.line_key
     where public.is_admin() and not p.is_sure and g.is_same is null)
  select p.line_key, p.known_id from pairs p
   where (select public.decide_bank_lines(p_deal_id, p_format, p_closing_pence, p_lines) where exists (select from pairs)) is null $$;

-- The lines with what the balance says of those that are not sure; null where it says nothing and no admin has.
create or replace function decided_bank_lines(p_deal_id uuid, p_format text, p_closing_pence bigint, p_lines jsonb) returns jsonb
language plpgsql stable security definer as $$
declare is_same boolean;
begin
  if not exists (select from public.pair_bank_lines(p_deal_id, p_format, p_lines) p
                   join jsonb_to_recordset(p_lines) as g (line_key text, is_same boolean) on g.line_key = p.line_key
                  where not p.is_sure and g.is_same is null) then return p_lines; end if;
  is_same := public.decide_bank_lines(p_deal_id, p_format, p_closing_pence, p_lines);
  return case when is_same is not null then public.with_all_same(p_lines, is_same) end;
end $$;

-- How many lines an import would add, without those of which an admin has to say first whether they are here.
create or replace function count_new_bank_lines(p_deal_id uuid, p_format text, p_closing_pence bigint, p_lines jsonb) returns integer
language sql stable security definer as $$
  select count(*)::integer
    from public.new_bank_lines(p_deal_id, p_format,
                               coalesce(public.decided_bank_lines(p_deal_id, p_format, p_closing_pence, p_lines), p_lines)) g
   where public.is_admin()
     and g.line_key not in (select u.line_key from public.undecided_bank_lines(p_deal_id, p_format, p_closing_pence, p_lines) u) $$;

-- Lines of earlier files are left out, but count in the balance: with the new ones up to the last day of a file, and of that day with
-- those alone that are in it. More may have come since it was exported.
create or replace function import_bank_file(p_deal_id uuid, p_name text, p_format text, p_sha256 text, p_opening_pence bigint,
                                 p_closing_pence bigint, p_lines jsonb) returns jsonb language plpgsql security definer as $$
declare known_pence bigint; new_pence bigint; added integer; imported uuid; last_on date;
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  if exists (select from public.bank_files f where f.deal_id = p_deal_id and f.taken_back_at is null and f.sha256 = p_sha256) then
    raise sqlstate 'KC001' using message = 'file_already_imported';
  end if;
  p_lines := public.decided_bank_lines(p_deal_id, p_format, p_closing_pence, p_lines);
  if p_lines is null then raise sqlstate 'KC001' using message = 'bank_lines_undecided'; end if;
  select coalesce(sum(l.amount_pence), 0) into known_pence from public.bank_lines l
   where l.deal_id = p_deal_id and l.taken_back_at is null;
  select count(*), coalesce(sum(g.amount_pence), 0) into added, new_pence from public.new_bank_lines(p_deal_id, p_format, p_lines) g;
  if added = 0 then
    select max(g.booked_on) into last_on from jsonb_to_recordset(p_lines) as g (booked_on date);
    select coalesce(sum(l.amount_pence) filter (where l.booked_on < last_on), 0)
           + (select coalesce(sum(g.amount_pence), 0) from jsonb_to_recordset(p_lines) as g (booked_on date, amount_pence bigint)
               where g.booked_on = last_on) into known_pence
      from public.bank_lines l where l.deal_id = p_deal_id and l.taken_back_at is null;
  end if;
  if (added > 0 or last_on is not null) and p_closing_pence <> known_pence + new_pence then
    raise sqlstate 'KC001' using
      message = 'balance_gap',
      detail = jsonb_build_object('expected_pence', known_pence + new_pence, 'opening_pence', p_opening_pence,
                                  'closing_pence', p_closing_pence,
                                  'last_on', (select max(l.booked_on) from public.bank_lines l
                                               where l.deal_id = p_deal_id and l.taken_back_at is null),
                                  'newest', (select f.name from public.bank_file_list f
                                              where f.deal_id = p_deal_id and f.is_newest and f.origin = 'file'),
                                  'booked_pence', (select f.booked_pence from public.bank_file_list f
                                                    where f.deal_id = p_deal_id and f.is_newest))::text;
  end if;
  insert into public.bank_files (deal_id, imported_by, name, format, sha256, lines, new_lines, opening_balance_pence,
                                 closing_balance_pence)
  values (p_deal_id, public.app_user_id(), p_name, p_format, p_sha256, jsonb_array_length(p_lines), added, p_opening_pence,
          p_closing_pence) returning id into imported;
  insert into public.bank_lines (deal_id, file_id, line_number, booked_on, amount_pence, balance_pence, payer, reference, line_key)
  select p_deal_id, imported, g.line_number, g.booked_on, g.amount_pence, g.balance_pence, g.payer, g.reference, g.line_key
    from public.new_bank_lines(p_deal_id, p_format, p_lines) g order by g.booked_on, g.line_number;
  return jsonb_build_object('id', imported, 'is_new_difference', public.check_ledger(p_deal_id));
end $$;

-- The file of another account. What refers to its lines, as a booking and its reversal do, stays, so they stay too, and count nowhere.
-- A later file has left out what this one has, so the newest goes first.
create or replace function take_back_bank_file(p_file_id uuid) returns jsonb language plpgsql security definer as $$
declare file record;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform public.lock_funds(f.deal_id) from public.bank_files f where f.id = p_file_id;
  select * into file from public.bank_file_list f where f.id = p_file_id;
  if file.id is null then return null; end if;
  if file.origin = 'feed' then raise sqlstate 'KC001' using message = 'bank_file_of_feed'; end if;
  if not file.is_newest then raise sqlstate 'KC001' using message = 'bank_file_not_newest'; end if;
  if file.booked_pence > 0 then
    raise sqlstate 'KC001' using message = 'bank_file_booked', detail = jsonb_build_object('pence', file.booked_pence)::text;
  end if;
  update public.bank_lines set taken_back_at = public.app_now() where file_id = file.id;
  update public.bank_files set taken_back_at = public.app_now() where id = file.id;
  return jsonb_build_object('deal_id', file.deal_id, 'name', file.name, 'lines', file.new_lines,
                            'paid_in_pence', file.paid_in_pence, 'paid_out_pence', file.paid_out_pence,
                            'is_new_difference', public.check_ledger(file.deal_id));
end $$;

create or replace view bank_file_list with (security_barrier) as
  select f.id, f.deal_id, f.imported_at, (select name from people where id = f.imported_by) as imported_by_name, f.name, f.format,
         f.lines, f.new_lines, f.opening_balance_pence, f.closing_balance_pence,
         case when o.file_id is null then 'file' else 'feed' end as origin,
         not exists (select from bank_files later
                      where later.deal_id = f.deal_id and later.taken_back_at is null
                        and (later.imported_at, later.id) > (f.imported_at, f.id)) as is_newest,
         (select coalesce(sum(l.amount_pence) filter (where l.amount_pence > 0), 0)::bigint
            from bank_lines l where l.file_id = f.id) as paid_in_pence,
         (select coalesce(-sum(l.amount_pence) filter (where l.amount_pence < 0), 0)::bigint
            from bank_lines l where l.file_id = f.id) as paid_out_pence,
         (select coalesce(sum(abs(m.amount_pence)), 0)::bigint from bank_lines l
            join bank_matches m on m.bank_line_id = l.id and m.reversal_id is null where l.file_id = f.id) as booked_pence
    from bank_files f left join bank_feed_files o on o.file_id = f.id where f.taken_back_at is null and (select is_admin());

grant select on bank_file_list to club_member;
grant execute on function undecided_bank_lines, count_new_bank_lines, import_bank_file, take_back_bank_file to club_member;
