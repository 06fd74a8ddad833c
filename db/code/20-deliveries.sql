create or replace function check_delivery() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then raise integrity_constraint_violation using message = 'a delivery is never changed'; end if;
  perform from public.statements s
    where s.id = new.statement_id and s.record_id = new.record_id
      and s.live_from <= new.delivered_at and (s.ended_at is null or new.delivered_at < s.ended_at) for share;
  if not found then raise integrity_constraint_violation using message = 'a delivery needs a statement that counts'; end if;
  return new;
end $$;

-- A delivery is recorded under the statement that counts, once a day for each subject and channel.
create or replace function record_delivery(p_person_id uuid, p_channel text, p_subject_id uuid, p_version_id uuid, p_at timestamptz)
returns void language sql security definer as $$
  insert into public.deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
  select s.record_id, s.id, s.signed_on, s.valid_through, p_channel, p_subject_id, p_version_id, p_at
    from public.statements s where s.id = public.live_statement_of(p_person_id, p_at) on conflict do nothing $$;

create or replace view own_deliveries with (security_barrier) as
  select d.id, d.delivered_at, d.channel, d.statement_id, d.signed_on, d.valid_through, v.number as version_number, v.page_sha256,
         case when (select is_investor()) then v.content #>> '{company,name}' end as company_name,
         t.number as terms_number, t.created_at as terms_set_at,
         case when d.channel = 'document' and (select is_investor()) then
           (select f.title from deal_documents f where f.id = d.subject_id) end as document_title
    from deliveries d
    join deal_versions v on v.id = d.deal_version_id join deal_terms t on t.id = v.terms_id where owns_record(d.record_id);

create or replace view delivery_register with (security_barrier) as
  select d.id, d.delivered_at, d.channel, d.statement_id, d.signed_on, d.valid_through, v.number as version_number, v.page_sha256,
         v.content #>> '{company,name}' as company_name, v.deal_id, r.user_id,
         (select name from people where id = r.user_id) as full_name
    from deliveries d
    join deal_versions v on v.id = d.deal_version_id
    join investor_records r on r.id = d.record_id where (select is_admin());

create or replace function keep_delivery_seal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'erased' = to_jsonb(new) - 'erased' and new.erased >= old.erased then return new; end if;
  raise integrity_constraint_violation using message = 'a seal is never changed or deleted';
end $$;

-- The hashed text does not depend on the settings of the session.
create or replace function delivery_hash(p_delivery deliveries) returns bytea language sql immutable as $$
  select sha256(convert_to(concat_ws('|', p_delivery.id, p_delivery.record_id, p_delivery.statement_id, p_delivery.deal_version_id,
                                     p_delivery.subject_id, p_delivery.channel,
                                     (extract(epoch from p_delivery.delivered_at) * 1000)::bigint), 'UTF8')) $$;

create or replace function note_erased_delivery() returns trigger language plpgsql security definer as $$
begin
  update public.delivery_seals set erased = erased + 1 where day = (old.delivered_at at time zone 'Europe/London')::date;
  return null;
end $$;

create or replace function seal_deliveries(p_before date, p_at timestamptz) returns integer language plpgsql security definer as $$
declare last public.delivery_seals; open_day record; days integer := 0;
begin
  lock table public.delivery_seals in share row exclusive mode;
  select * into last from public.delivery_seals order by day desc limit 1;
  for open_day in
    select (d.delivered_at at time zone 'Europe/London')::date as day,
           string_agg(public.delivery_hash(d), ''::bytea order by d.id) as hashes
      from public.deliveries d
     where d.delivered_at < p_before::timestamp at time zone 'Europe/London'
       and (last.day is null or d.delivered_at >= (last.day + 1)::timestamp at time zone 'Europe/London')
     group by 1 order by 1 loop
    insert into public.delivery_seals (day, sealed_at, row_hashes, previous_sha256, sha256)
    values (open_day.day, p_at, open_day.hashes, coalesce(last.sha256, ''),
            encode(sha256(convert_to(coalesce(last.sha256, '') || open_day.day::text, 'UTF8') || open_day.hashes), 'hex'))
    returning * into last;
    days := days + 1;
  end loop;
  return days;
end $$;

-- The function finds broken links, rows that were changed or added, and rows that were deleted without their records.
create or replace function check_delivery_seals() returns table (day date, problem text) language sql stable security definer as $$
  with links as (
    select s.day, s.previous_sha256, coalesce(lag(s.sha256) over (order by s.day), '') as expected,
           s.sha256, encode(sha256(convert_to(s.previous_sha256 || s.day::text, 'UTF8') || s.row_hashes), 'hex') as computed
      from public.delivery_seals s
  ), kept as (
    select s.day, substring(s.row_hashes from n * 32 + 1 for 32) as hash
      from public.delivery_seals s, generate_series(0, octet_length(s.row_hashes) / 32 - 1) as n
  ), present as (
    select (d.delivered_at at time zone 'Europe/London')::date as day, public.delivery_hash(d) as hash
      from public.deliveries d
     where d.delivered_at < ((select max(day) + 1 from public.delivery_seals))::timestamp at time zone 'Europe/London'
  ), gone as (
    select k.day, count(*) as rows from kept k left join present p on p.day = k.day and p.hash = k.hash
     where p.hash is null group by k.day
  )
  select l.day, 'broken_link' from links l where l.previous_sha256 <> l.expected or l.sha256 <> l.computed
  union all
  select p.day, 'unsealed_row' from present p left join kept k on k.day = p.day and k.hash = p.hash
   where k.hash is null group by p.day
  union all
  select s.day, 'missing_row' from public.delivery_seals s left join gone g on g.day = s.day where coalesce(g.rows, 0) <> s.erased
  order by 1, 2 $$;

create trigger check_delivery before insert or update on deliveries for each row execute function check_delivery();
create trigger keep_delivery_seal before update or delete on delivery_seals for each row execute function keep_delivery_seal();
create trigger note_erased_delivery after delete on deliveries for each row execute function note_erased_delivery();

grant select on own_deliveries, delivery_register to club_member;
