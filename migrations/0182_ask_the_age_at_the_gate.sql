-- The gate asks the age as it asks the country: a record can be corrected at any time. Answers too_young too.
create or replace function offer_gate(p_person_id uuid, p_at timestamptz) returns text
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  deals constant jsonb := public.deal_settings();
  own public.investor_records;
begin
  if (deals ->> 'is_enabled')::boolean is not true or (deals ->> 'kill_switch')::boolean is not false then
    return 'deals_disabled';
  end if;
  if not exists (select from public.user_roles r join auth.users u on u.id = r.user_id
                  where r.user_id = p_person_id and r.role = 'member' and r.status = 'approved'
                    and r.suspended_at is null and r.ended_at is null) then
    return 'membership_required';
  end if;
  if public.live_statement_of(p_person_id, p_at) is not null then
    select * into own from public.investor_records where user_id = p_person_id;
    return case when own.date_of_birth > (p_at at time zone 'Europe/London')::date - interval '18 years' then 'too_young'
                when deals -> 'countries_allowed' ? own.country then 'open' else 'country_not_allowed' end;
  end if;
  return (select case when bool_or(s.state = 'in_review') then 'statement_in_review'
                      when bool_or(s.state = 'live') then 'statement_expired'
                      else 'statement_required' end
            from public.statements s join public.investor_records r on r.id = s.record_id
           where r.user_id = p_person_id);
end
$$;
