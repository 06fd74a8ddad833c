-- The other deals whose members pay, or paid, to the same account. A deal has it while it has no other.
create or replace function deals_on_account(p_deal_id uuid) returns table (deal_id uuid, since timestamptz, has_it boolean)
language sql stable security definer as $$
  select o.deal_id, min(o.confirmed_at), bool_or(o.replaced_at is null)
    from public.collection_accounts own
    join public.collection_accounts o on (o.sort_code, o.account_number) = (own.sort_code, own.account_number) and o.deal_id <> own.deal_id
   where own.deal_id = p_deal_id and own.confirmed_at is not null and o.confirmed_at is not null
   group by o.deal_id $$;

-- The lines in the list of a deal that are another deal's on the same account: booked there, with a reference of there, of the
-- amount of a payment that leaves there and not here, or older than this deal has the account. A line has no key of its own in two lists:
-- it is known by day, amount, and reference or payer. What is booked here is this deal's, unless that is asked for too.
create or replace function lines_of_others(p_deal_id uuid, p_with_booked boolean default false)
  returns table (bank_line_id uuid, other_deal_id uuid, is_booked boolean) language plpgsql stable security definer as $$
#variable_conflict use_column
declare others constant uuid[] := array(select o.deal_id from public.deals_on_account(p_deal_id) o); begun date;
begin
  if others = '{}' then return; end if;
  begun := (select min(a.entered_at at time zone 'Europe/London')::date from public.collection_accounts a
             where a.deal_id = p_deal_id and a.confirmed_at is not null);
  return query
    with marked as (
      select l.id, l.deal_id, l.booked_on, l.amount_pence, l.line_number, public.reference_of_line(l.payer, l.reference) as code,
             left(regexp_replace(upper(l.payer), '[^0-9A-Z]', '', 'g'), 8) as payer,
             exists (select from public.bank_matches m where m.bank_line_id = l.id and m.reversal_id is null) as is_booked
        from public.bank_lines l where l.deal_id = any (others || p_deal_id) and l.taken_back_at is null),
    lines as materialized (
      select m.*, coalesce(nullif(m.code, ''), m.payer) as mark,
             row_number() over (partition by m.deal_id, m.booked_on, m.amount_pence, coalesce(nullif(m.code, ''), m.payer)
                                order by m.line_number, m.id) as place
        from marked m),
    twins as (
      select own.id, min(o.deal_id::text)::uuid as deal_id
        from lines own
        join lines o on o.deal_id <> p_deal_id and o.is_booked
         and (o.booked_on, o.amount_pence, o.mark, o.place) = (own.booked_on, own.amount_pence, own.mark, own.place)
       where own.deal_id = p_deal_id group by own.id)
    select l.id, coalesce(t.deal_id, c.deal_id, leaving.deal_id, earlier.deal_id), t.deal_id is not null
      from lines l
      left join twins t on t.id = l.id
      left join public.commitments c on c.reference = l.code and c.deal_id = any (others) and l.amount_pence > 0
      left join lateral (select p.deal_id from public.outgoing_payments p
                          where p.deal_id = any (others) and p.state = 'approved' and p.amount_pence = -l.amount_pence
                            and not exists (select from public.outgoing_payments own
                                             where own.deal_id = p_deal_id and own.state = 'approved' and own.amount_pence = -l.amount_pence)
                          order by p.deal_id limit 1) leaving on true
      left join lateral (select o.deal_id from public.deals_on_account(p_deal_id) o
                          where l.booked_on < begun and (o.since at time zone 'Europe/London')::date <= begun
                          order by o.since desc limit 1) earlier on true
     where l.deal_id = p_deal_id and (p_with_booked or not l.is_booked) 
       and coalesce(t.deal_id, c.deal_id, leaving.deal_id, earlier.deal_id) is not null;
end $$;

create or replace function own_lines_pence(p_deal_id uuid) returns bigint language sql stable security definer as $$
  select coalesce(sum(l.amount_pence), 0)::bigint from public.bank_lines l
   where l.deal_id = p_deal_id and l.taken_back_at is null
     and l.id not in (select o.bank_line_id from public.lines_of_others(p_deal_id) o) $$;

-- The account of a deal holds its own lines, what the ledgers of the others say, and what came for them and waits to be booked there.
create or replace function account_pence(p_deal_id uuid) returns bigint language sql stable security definer as $$
  select public.own_lines_pence(p_deal_id)
         + (select coalesce(sum(public.ledger_balance(o.deal_id, '1000')), 0)::bigint
              from public.deals_on_account(p_deal_id) o where o.has_it)
         + (select coalesce(sum(l.amount_pence), 0)::bigint
              from public.lines_of_others(p_deal_id) o join public.bank_lines l on l.id = o.bank_line_id
             where not o.is_booked and l.amount_pence > 0) $$;

-- Deals that share an account take it, and book its lines, one after another.
create or replace function lock_account(p_sort_code text, p_account_number text) returns void language sql security definer as $$
  select pg_advisory_xact_lock(hashtextextended(p_sort_code || ' ' || p_account_number, 0)) $$;

-- A line of the bank is in one ledger.
create or replace function refuse_line_of_other() returns trigger language plpgsql security definer as $$
declare booked record; company text;
begin
  for booked in select n.deal_id, array_agg(n.bank_line_id) as lines from new_matches n group by n.deal_id loop
    continue when not exists (select from public.deals_on_account(booked.deal_id));
    perform public.lock_account(a.sort_code, a.account_number)
       from (select distinct c.sort_code, c.account_number from public.collection_accounts c
              where c.deal_id = booked.deal_id and c.confirmed_at is not null order by 1, 2) a;
    select c.name into company
      from public.lines_of_others(booked.deal_id, true) o
      join public.deals d on d.id = o.other_deal_id join public.companies c on c.id = d.company_id
     where o.bank_line_id = any (booked.lines) limit 1;
    if company is not null then
      raise sqlstate 'KC001' using message = 'line_of_other_deal', detail = jsonb_build_object('company', company)::text;
    end if;
  end loop;
  return null;
end $$;

-- Its account is at 0 in the books and in the bank's list, and nothing is to come or to leave.
create or replace function is_settled(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (
    select from public.deals d
     where d.id = p_deal_id and d.state in ('completed', 'exited', 'cancelled', 'declined', 'withdrawn')
       and public.ledger_balance(d.id, '1000') = 0
       and not exists (select from public.bank_lines l
                        where l.deal_id = d.id and public.open_of_line(l.id) <> 0
                          and l.id not in (select o.bank_line_id from public.lines_of_others(p_deal_id) o))
       and not exists (select from public.outgoing_payments o where o.deal_id = d.id and o.state in ('proposed', 'approved'))) $$;

-- The company of another deal that is not settled and whose members pay to this account, or have paid; null where the account is free.
create or replace function company_on_account(p_deal_id uuid, p_sort_code text, p_account_number text) returns text
language sql stable security definer as $$
  select c.name
    from public.collection_accounts a join public.deals d on d.id = a.deal_id join public.companies c on c.id = d.company_id
   where a.deal_id <> p_deal_id and (a.sort_code, a.account_number) = (p_sort_code, p_account_number) and a.confirmed_at is not null
     and (a.replaced_at is null or exists (select from public.funds_calls f where f.deal_id = a.deal_id))
     and not public.is_settled(d.id)
   order by a.confirmed_at desc limit 1 $$;

create or replace function require_free_account(p_deal_id uuid, p_sort_code text, p_account_number text) returns void
language plpgsql security definer as $$
declare company text;
begin
  perform public.lock_account(p_sort_code, p_account_number);
  company := public.company_on_account(p_deal_id, p_sort_code, p_account_number);
  if company is not null then
    raise sqlstate 'KC001' using message = 'account_in_use', detail = jsonb_build_object('company', company)::text;
  end if;
end $$;

-- The account that waits to be signed is that of another deal.
create or replace function waits_for_account(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.collection_accounts a
                  where a.deal_id = p_deal_id and a.confirmed_at is null and a.replaced_at is null
                    and public.company_on_account(a.deal_id, a.sort_code, a.account_number) is not null) $$;

-- For admins: the lines in the list of a deal that are another's, and whose.
create or replace function listed_lines_of_others(p_deal_id uuid) returns table (bank_line_id uuid, deal_id uuid, company_name text)
language sql stable security definer as $$
  select o.bank_line_id, d.id, c.name
    from public.lines_of_others(p_deal_id) o
    join public.deals d on d.id = o.other_deal_id join public.companies c on c.id = d.company_id where public.is_admin() $$;

create or replace function listed_deals_on_account(p_deal_id uuid) returns table (deal_id uuid, company_name text)
language sql stable security definer as $$
  select d.id, c.name
    from public.deals_on_account(p_deal_id) o
    join public.deals d on d.id = o.deal_id join public.companies c on c.id = d.company_id where public.is_admin() order by c.name, d.id $$;

create or replace function is_account_free(p_deal_id uuid, p_sort_code text, p_account_number text) returns boolean
language sql stable security definer as $$
  select public.is_admin() and public.company_on_account(p_deal_id, p_sort_code, p_account_number) is null $$;

-- Returns when the person who called an account back signed the first list that has it, which is carried out later. Further lists with
-- the confirmed account change nothing of that.
create or replace function account_signed_at(p_deal_id uuid, p_account_id uuid, p_user_id uuid, p_confirmed_at timestamptz) returns timestamptz
language sql stable security definer as $$
  select coalesce((select max(s.signed_at)
                     from public.acts a
                     join public.act_signatures s on s.act_id = a.id
                    cross join (values ('collection_account'), ('company_account')) p (part)
                    where a.deal_id = p_deal_id and (a.content::jsonb #>> array[p.part, 'id'])::uuid = p_account_id
                      and s.user_id = p_user_id and s.signed_at <= p_confirmed_at), p_confirmed_at) $$;

create or replace view collection_account_list with (security_barrier) as
  select a.id, a.deal_id, a.account_name, a.sort_code, a.account_number, a.bank, a.partner, a.entered_at, a.entered_by,
         account_signed_at(a.deal_id, a.id, a.confirmed_by, a.confirmed_at) as confirmed_at,
         a.call_back_note, a.frozen_until, (select name from people where id = a.entered_by) as entered_by_name,
         (select name from people where id = a.confirmed_by) as confirmed_by_name,
         a.confirmed_at is null as is_waiting
    from collection_accounts a where (select is_admin()) and a.replaced_at is null;

create or replace function enter_collection_account(p_deal_id uuid, p_account_name text, p_sort_code text, p_account_number text,
                                         p_bank text, p_partner text) returns text language plpgsql security definer as $$
declare deal public.deals := public.lock_deal(p_deal_id);
begin
  if deal.id is null then return null; end if;
  if deal.state not in ('preparing', 'approved', 'released', 'closing') then raise sqlstate 'KC001' using message = 'account_deal_over'; end if;
  perform public.require_free_account(deal.id, p_sort_code, p_account_number);
  update public.collection_accounts set replaced_at = public.app_now()
   where deal_id = deal.id and confirmed_at is null and replaced_at is null;
  insert into public.collection_accounts (deal_id, account_name, sort_code, account_number, bank, partner, entered_by)
  values (deal.id, p_account_name, p_sort_code, p_account_number, p_bank, p_partner, public.app_user_id());
  return 'entered';
end $$;

-- The list that has it is signed: the clock calls this. To a new account nothing is called for a day, and members who were called have
-- a day more.
create or replace function confirm_collection_account(p_deal_id uuid, p_confirmed_by uuid, p_call_back_note text, p_is_new boolean) returns text
language plpgsql security definer as $$
declare account public.collection_accounts; old public.collection_accounts; frozen timestamptz; longer interval;
begin
  perform public.lock_deal(p_deal_id);
  select * into account from public.collection_accounts where deal_id = p_deal_id and confirmed_at is null and replaced_at is null;
  if account.id is null then raise sqlstate 'KC001' using message = 'account_not_waiting'; end if;
  perform public.require_free_account(p_deal_id, account.sort_code, account.account_number);
  update public.collection_accounts set replaced_at = public.app_now()
   where deal_id = p_deal_id and confirmed_at is not null and replaced_at is null returning * into old;
  if old.id is not null or p_is_new then
    frozen := public.app_now() + interval '24 hours';
    longer := frozen - greatest(public.app_now(), old.frozen_until);
  end if;
  update public.collection_accounts
     set confirmed_at = public.app_now(), confirmed_by = p_confirmed_by, call_back_note = p_call_back_note,
         frozen_until = frozen where id = account.id;
  if old.id is not null then
    perform public.give_time(c.id, longer, 'account_changed', null) from public.commitments c
      where c.deal_id = p_deal_id and c.state in ('called', 'part_paid');
    insert into public.funds_reminders (commitment_id, kind, about)
    select c.id, 'account_changed', public.app_now() from public.commitments c
     where c.deal_id = p_deal_id and c.state in ('called', 'part_paid', 'paid') on conflict do nothing;
  end if;
  return 'confirmed';
end $$;

create or replace function frozen_until(p_deal_id uuid) returns timestamptz language sql stable security definer as $$
  select a.frozen_until from public.collection_accounts a
   where a.deal_id = p_deal_id and a.confirmed_at is not null and a.replaced_at is null
     and a.frozen_until > public.app_now() $$;

create trigger refuse_line_of_other after insert on bank_matches
  referencing new table as new_matches for each statement execute function refuse_line_of_other();

grant select on collection_account_list to club_member;
grant execute on function listed_lines_of_others, listed_deals_on_account, is_account_free, account_signed_at,
  enter_collection_account to club_member;
