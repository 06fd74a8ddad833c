-- The twelve bits after the version are the fraction of the millisecond (RFC 9562, 6.2, method 3), as in PostgreSQL 18, so that
-- rows written together keep their order.
create or replace function app_uuid_v7() returns uuid language sql volatile as $$
  select encode(overlay(uuid_send(gen_random_uuid())
                        placing substring(int8send(microseconds / 1000) from 3)
                                || int2send((28672 + microseconds % 1000 * 4096 / 1000)::smallint)
                        from 1 for 8), 'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint) as clock (microseconds) $$;

create or replace function app_user_id() returns uuid language sql stable as $$
  select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- The software itself: what two have signed, and what follows from time, is carried out by the owner's connection for nobody.
create or replace function is_clock() returns boolean language sql stable as $$
  select coalesce(current_setting('role', true), 'none') = 'none' and nullif(current_setting('app.user_id', true), '') is null $$;

create or replace function folded(p_text text) returns text language sql immutable strict security definer parallel safe as $$
  select lower(extensions.unaccent(normalize(p_text, nfkc))) $$;

create or replace function picture_id_of(address text) returns uuid language sql immutable as $$
  select case when address ~ '^/api/pictures/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then right(address, 36)::uuid end $$;

-- The planner has no statistics on how often words occur together, nor on short words, so the search functions find out.

create or replace function short_grams(p_text text) returns text[] language plpgsql immutable parallel safe cost 10000 as $$
declare letters constant text[] := string_to_array(p_text, null);
begin
  return letters || array(select letter || next_letter from unnest(letters, letters[2:]) as pair (letter, next_letter)
                           where letter > ' ' and next_letter > ' ');
end $$;

create or replace function contains(p_column text, p_part text) returns text language sql immutable as $$
  select format('%s like %L', p_column, '%' || regexp_replace(p_part, '([\\%_])', '\\\1', 'g') || '%') $$;

-- A trigram index needs three consecutive letters or digits.
create or replace function is_short(p_part text) returns boolean language sql immutable as $$
  select p_part !~ '[a-z0-9]{3}' $$;

create or replace function has_short_grams(p_column text, p_part text) returns text language sql immutable as $$
  select format('public.short_grams(%s) @> %L::text[]', p_column, public.short_grams(p_part)) $$;

-- For a short pattern `|| ''` keeps the planner off the trigram index, which it would scan completely.
create or replace function contains_by_index(p_column text, p_part text) returns text language sql immutable as $$
  select case when public.is_short(p_part)
              then concat_ws(' and ', public.contains(p_column || $q$ || ''$q$, p_part), public.has_short_grams(p_column, p_part))
              else public.contains(p_column, p_part) end $$;

-- The function first filters the newest few rows one by one. Their hit rate decides how it finds the rest: a few more in the
-- same way, a wider range by an index, or all rows when none matched. p_indexed is p_condition in a form that an index supports;
-- the caller quotes both.
create or replace function find_newest(p_table text, p_moment text, p_rows text, p_condition text, p_indexed text,
                            p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid language plpgsql stable as $$
declare
  newest_first constant text := format('order by %I desc, id desc', p_moment);
  among text := p_rows;
  reach bigint := 500;
  oldest timestamptz;
  found uuid[];
begin
  if p_before is not null then
    among := among || format(' and (%I, id) < (%L::timestamptz, %L::uuid)', p_moment, p_before, p_before_id);
  end if;
  execute format('select array(select id from (select * from public.%I where %s %s limit %s) as newest where %s %3$s limit %6$s)',
                 p_table, among, newest_first, reach, p_condition, p_limit) into found;
  while cardinality(found) < p_limit loop
    execute format('select %I from public.%I where %s %s offset %s limit 1', p_moment, p_table, among, newest_first, reach)
       into oldest;
    exit when oldest is null;
    reach := reach * 2 * p_limit / nullif(cardinality(found), 0);
    oldest := null;
    if reach is not null then
      execute format('select %I from public.%I where %s %s offset %s limit 1', p_moment, p_table, among, newest_first, reach)
         into oldest;
    end if;
    execute format('with matching as materialized (select id, %1$I from public.%2$I where %3$s and %4$s%5$s)
                    select array(select id from matching %6$s limit %7$s)',
                   p_moment, p_table, among, case when reach <= 2500 then p_condition else p_indexed end,
                   case when oldest is not null then format(' and %I >= %L::timestamptz', p_moment, oldest) end,
                   newest_first, p_limit) into found;
    exit when oldest is null;
  end loop;
  return query select unnest(found);
end $$;

create or replace function assert_transition_allowed(p_from text[], p_to text, p_allowed_from text[], p_allowed_to text[]) returns void
language plpgsql stable security definer as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if (p_from <@ p_allowed_from and p_to = any (p_allowed_to)) is not true then raise invalid_parameter_value; end if;
end $$;

-- The function raises p_conflict for another status or version than the caller saw.
create or replace function transition_outcome(p_status text, p_version timestamptz, p_from text[], p_to text, p_expected_version timestamptz,
                                              p_conflict text) returns text language plpgsql immutable as $$
begin
  if p_status = p_to then return 'unchanged'; end if;
  if p_status <> all (p_from) or p_version <> p_expected_version then raise sqlstate 'KC001' using message = p_conflict; end if;
  return 'changed';
end $$;

create or replace function london_today() returns date language sql stable as $$
  select (public.app_now() at time zone 'Europe/London')::date $$;

-- The process sets the moment of a request; otherwise the moment is that of the transaction.
create or replace function app_now() returns timestamptz language sql stable as $$
  select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;

create or replace function mark_change() returns trigger language plpgsql as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
  return new;
end $$;

-- The fees before the first change of settings are in the code.
create or replace function tier_fees_bp() returns jsonb language sql stable security definer as $$
  with terms as (
    select coalesce((select value from public.club_settings where key = 'terms'),
                    '[{"effective_from": null, "plans": {"Trial": {"investment_fee_percent": 12.5},
                       "Premium": {"investment_fee_percent": 4}, "VIP": {"investment_fee_percent": 0}}}]') as versions),
  in_force as (
    select v.terms -> 'plans' as plans
      from terms, jsonb_array_elements(terms.versions) with ordinality as v (terms, place)
     where v.terms ->> 'effective_from' is null
        or (v.terms ->> 'effective_from')::date <= (public.app_now() at time zone 'Europe/London')::date
     order by v.place desc limit 1)
  select jsonb_build_object(
           'trial', round((plans #>> '{Trial,investment_fee_percent}')::numeric * 100)::integer,
           'premium', round((plans #>> '{Premium,investment_fee_percent}')::numeric * 100)::integer,
           'vip', round((plans #>> '{VIP,investment_fee_percent}')::numeric * 100)::integer) from in_force $$;

-- Quotation marks separate words, of any form: folded() makes them straight.
create or replace function search_words(p_text text) returns text[] language sql stable as $$
  select array(select distinct word from regexp_split_to_table(public.folded(p_text), '[\s,"]+') as word where word <> '') $$;

create or replace function has_every_word(p_text text, p_words text[]) returns boolean language sql stable as $$
  select coalesce(bool_and(strpos(folded, word) > 0), true) from public.folded(p_text), unnest(p_words) as word $$;

create or replace function contains_all(p_column text, p_words text[]) returns text language sql immutable as $$
  select string_agg(public.contains(p_column, word), ' and ') from unnest(p_words) as word $$;

create or replace function contains_all_by_index(p_column text, p_words text[]) returns text language sql immutable as $$
  select string_agg(public.contains_by_index(p_column, word), ' and ') from unnest(p_words) as word $$;

grant execute on function app_uuid_v7, picture_id_of, short_grams, london_today, folded, search_words, has_every_word to
  club_member;

grant execute on function app_user_id, app_now to club_member, club_visitor;
