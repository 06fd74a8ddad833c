-- The London day on which the caller last answered that no condition applies to them, unless they signed a statement since.
create function own_declined_on() returns date
language sql stable security definer set search_path = pg_catalog as $$
  select (max(a.attempted_at) at time zone 'Europe/London')::date
    from public.statement_attempts a
    join public.investor_records r on r.id = a.record_id
   where r.user_id = public.app_user_id() and a.outcome = 'declined'
     and not exists (select from public.statements s where s.record_id = r.id and s.signed_at > a.attempted_at)
$$;
grant execute on function own_declined_on() to club_member;
