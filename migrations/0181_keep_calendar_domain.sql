-- What comes after the @ in the UID of calendar entries: the club's host when it first started, kept when its address changes,
-- as a program takes another UID for another entry.
create table calendar_domains (
  id uuid primary key default app_uuid_v7(),
  domain text not null check (domain <> ''),
  created_at timestamptz(3) not null default now()
);
create unique index calendar_domains_only_idx on calendar_domains ((true));
alter table calendar_domains enable row level security;

-- Each calendar file has it, so it is no secret.
create function calendar_domain() returns text language sql stable security definer set search_path = pg_catalog as $$
  select domain from public.calendar_domains
$$;
grant execute on function calendar_domain() to club_visitor, club_member;

-- An event ends on its first day unless its content has another.
create or replace function event_moment(p_content jsonb, p_time text) returns timestamptz
language sql stable set search_path = pg_catalog as $$
  select (coalesce(case when p_time = 'end_time' then nullif(p_content ->> 'end_date', '') end, p_content ->> 'date')
          || ' ' || (p_content ->> p_time))::timestamp at time zone 'Europe/London'
$$;
