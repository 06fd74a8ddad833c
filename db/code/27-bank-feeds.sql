-- Whoever proves another account than the confirmed one is refused: the digits are the bank's own.
create or replace function require_account_of_feed(p_deal_id uuid, p_sort_code text, p_account_number text) returns uuid
language plpgsql stable security definer as $$
declare account public.collection_accounts;
begin
  select * into account from public.collection_accounts a
   where a.deal_id = p_deal_id and a.confirmed_at is not null and a.replaced_at is null;
  if account.id is null then raise sqlstate 'KC001' using message = 'bank_feed_no_account'; end if;
  if account.sort_code <> p_sort_code or account.account_number <> p_account_number then
    raise sqlstate 'KC001' using message = 'bank_feed_other_account';
  end if;
  return account.id;
end $$;

create or replace function end_bank_feed(p_id uuid, p_because text, p_reason text default null) returns void language sql security definer as $$
  delete from public.bank_feed_tokens t where t.feed_id = p_id;
  update public.bank_feeds
     set stopped_at = public.app_now(), stopped_by = public.app_user_id(), stopped_because = p_because, stop_reason = p_reason,
         failing_since = null, failures = 0, failure = null, gap_pence = null, retry_at = null, claimed_until = null
   where id = p_id and stopped_at is null $$;

-- A feed that waits is replaced; one that is read goes on until the new one is confirmed.
create or replace function enter_bank_feed(p_id uuid, p_deal_id uuid, p_environment text, p_sort_code text, p_account_number text,
                                           p_bank_account_id text, p_bank_category_id text, p_key_id text, p_sealed bytea)
returns text language plpgsql security definer as $$
declare account_id uuid;
begin
  if not public.lock_funds(p_deal_id) then return null; end if;
  account_id := public.require_account_of_feed(p_deal_id, p_sort_code, p_account_number);
  perform public.end_bank_feed(f.id, 'replaced') from public.bank_feeds f
    where f.deal_id = p_deal_id and f.confirmed_at is null and f.stopped_at is null;
  insert into public.bank_feeds (id, deal_id, account_id, environment, bank_account_id, bank_category_id, entered_by)
  values (p_id, p_deal_id, account_id, p_environment, p_bank_account_id, p_bank_category_id, public.app_user_id());
  insert into public.bank_feed_tokens (feed_id, key_id, sealed) values (p_id, p_key_id, p_sealed);
  return 'entered';
end $$;

create or replace function confirm_bank_feed(p_id uuid, p_sort_code text, p_account_number text) returns text
language plpgsql security definer as $$
declare feed public.bank_feeds;
begin
  perform public.lock_funds((select f.deal_id from public.bank_feeds f where f.id = p_id));
  select * into feed from public.bank_feeds f where f.id = p_id for update;
  if feed.id is null then return null; end if;
  if num_nonnulls(feed.confirmed_at, feed.stopped_at) > 0 then raise sqlstate 'KC001' using message = 'bank_feed_not_waiting'; end if;
  perform public.require_second_person(feed.entered_by, 'second_person_required');
  if public.require_account_of_feed(feed.deal_id, p_sort_code, p_account_number) <> feed.account_id then
    raise sqlstate 'KC001' using message = 'bank_feed_other_account';
  end if;
  perform public.end_bank_feed(f.id, 'replaced') from public.bank_feeds f
    where f.deal_id = feed.deal_id and f.confirmed_at is not null and f.stopped_at is null;
  update public.bank_feeds set confirmed_at = public.app_now(), confirmed_by = public.app_user_id() where id = feed.id;
  return 'confirmed';
end $$;

-- A single admin is enough: files are imported as before once the feed has stopped.
create or replace function stop_bank_feed(p_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare feed public.bank_feeds;
begin
  perform public.lock_funds((select f.deal_id from public.bank_feeds f where f.id = p_id));
  select * into feed from public.bank_feeds f where f.id = p_id for update;
  if feed.id is null then return null; end if;
  if feed.stopped_at is not null then raise sqlstate 'KC001' using message = 'bank_feed_not_active'; end if;
  perform public.end_bank_feed(feed.id, 'admin', p_reason);
  return 'stopped';
end $$;

-- The names of admins who can confirm what somebody has entered.
create or replace function second_persons(p_author_id uuid) returns text[] language sql stable security definer as $$
  select array(select p.name from public.admin_ids() as other (user_id) join public.people p on p.id = other.user_id
                where public.is_admin() and public.second_person_refusal(other.user_id, p_author_id) is null order by p.name) $$;

-- Of a deal the one that is read, the one that waits, and the last one where it was stopped.
create or replace view bank_feed_list with (security_barrier) as
  select f.id, f.deal_id, f.environment,
         case when f.stopped_at is not null then 'stopped' when f.confirmed_at is null then 'waiting' else 'active' end as state,
         f.entered_at, (select name from people where id = f.entered_by) as entered_by_name,
         f.confirmed_at, (select name from people where id = f.confirmed_by) as confirmed_by_name,
         f.stopped_at, (select name from people where id = f.stopped_by) as stopped_by_name, f.stopped_because, f.stop_reason,
         f.read_at, f.balance_pence, f.pending_pence, f.failing_since, f.failure, f.gap_pence, f.retry_at,
         case when num_nonnulls(f.confirmed_at, f.stopped_at) = 0 then own_refusal(f.entered_by) end as refusal,
         case when num_nonnulls(f.confirmed_at, f.stopped_at) = 0
              then second_persons(f.entered_by) end as confirmers
    from bank_feeds f
   where (select is_admin())
     and (f.stopped_at is null
          or f.stopped_because <> 'replaced'
             and not exists (select from bank_feeds later
                              where later.deal_id = f.deal_id and (later.entered_at, later.id) > (f.entered_at, f.id)));

-- Payments are on their way to the account, or from it.
create or replace function has_money_under_way(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.commitments c where c.deal_id = p_deal_id and c.state in ('called', 'part_paid'))
      or exists (select from public.outgoing_payments o where o.deal_id = p_deal_id and o.state = 'approved') $$;

-- Every quarter of an hour while money is under way, else once a day; later after a failure. A job comes a little early or late.
create or replace function due_bank_feeds() returns setof uuid language sql stable security definer as $$
  select f.id from public.bank_feeds f
   where f.confirmed_at is not null and f.stopped_at is null
     and public.app_now() + interval '2 minutes' >= coalesce(f.retry_at, f.read_at + case
           when public.has_money_under_way(f.deal_id) then interval '15 minutes' else interval '24 hours' end, f.confirmed_at)
   order by f.id $$;

-- What the balance is that all lines lead to, with those of a reading that nobody has.
create or replace function balance_with_lines(p_deal_id uuid, p_format text, p_lines jsonb, out new_lines integer, out balance_pence bigint)
language sql stable security definer as $$
  select (select count(*) from public.new_bank_lines(p_deal_id, p_format, p_lines))::integer,
         (coalesce((select sum(l.amount_pence) from public.bank_lines l where l.deal_id = p_deal_id and l.taken_back_at is null), 0)
          + coalesce((select sum(g.amount_pence) from public.new_bank_lines(p_deal_id, p_format, p_lines) g), 0))::bigint $$;

-- The lines of a deal that the bank itself has, whichever way they came: of equal ones all or none.
create or replace function lines_of_bank(p_deal_id uuid, p_lines jsonb) returns setof uuid language sql stable security definer as $$
  with given as (
    select g.booked_on, g.amount_pence, public.reference_of_line(g.payer, g.reference) as code, count(*) as lines
      from jsonb_to_recordset(p_lines) as g (booked_on date, amount_pence bigint, payer text, reference text) group by 1, 2, 3),
  known as (
    select l.id, l.booked_on, l.amount_pence, public.reference_of_line(l.payer, l.reference) as code,
           count(*) over (partition by l.booked_on, l.amount_pence, public.reference_of_line(l.payer, l.reference)) as lines
      from public.bank_lines l where l.deal_id = p_deal_id and l.taken_back_at is null)
  select k.id from known k join given g using (booked_on, amount_pence, code) where g.lines >= k.lines $$;

-- Money of a test bank is in the deal's list.
create or replace function has_test_bank(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.bank_feed_files o join public.bank_feeds f on f.id = o.feed_id
                  where f.deal_id = p_deal_id and f.environment = 'sandbox') $$;

create trigger refuse_ledger_change before update or delete on bank_feed_items for each row execute function refuse_ledger_change();
create trigger refuse_ledger_change before update or delete on bank_feed_files for each row execute function refuse_ledger_change();

grant select on bank_feed_list to club_member;
grant execute on function second_persons, enter_bank_feed, confirm_bank_feed, stop_bank_feed, has_test_bank to club_member;
