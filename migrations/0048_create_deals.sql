-- A company that asks for money: what admins know of it.
create table companies (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default now(),
  -- For optimistic locking; a trigger moves it.
  updated_at timestamptz(3) not null default now(),
  name text not null check (btrim(name) <> '' and length(name) <= 120),
  company_number text check (length(company_number) <= 500),
  website text check (length(website) <= 2000),
  sector text check (length(sector) <= 500),
  one_line text check (length(one_line) <= 500),
  place text check (length(place) <= 500),
  founded_year integer check (founded_year between 1600 and 2200),
  country text not null default 'GB' check (country ~ '^[A-Z]{2}$'),
  -- Name, role, email and phone of each.
  founders jsonb not null default '[]' check (jsonb_typeof(founders) = 'array' and octet_length(founders::text) <= 50000)
);
create index companies_name_idx on companies (lower(name), id);
alter table companies enable row level security;

-- One round of one company, from its enquiry on.
create table deals (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  company_id uuid not null references companies (id),
  name text not null check (btrim(name) <> '' and length(name) <= 120),
  -- Changed by `transition_deals`, `approve_deal_version` and `release_deal` alone.
  state text not null default 'enquiry' check (state in (
    'enquiry', 'screening', 'meeting', 'diligence', 'preparing', 'approved', 'released', 'closing', 'completed', 'exited',
    'declined', 'withdrawn', 'parked', 'cancelled')),
  state_since timestamptz(3) not null default app_now(),
  -- London days.
  enquired_on date not null,
  -- Ten working days later; from a weekend they count from its Monday.
  reply_due_on date not null generated always as (
    enquired_on + case extract(isodow from enquired_on)::int when 6 then 13 when 7 then 12 else 14 end) stored,
  parked_until date check (parked_until is null or state = 'parked'),
  owner_id uuid references auth.users (id) on delete set null,
  -- What admins write for members, before it is frozen in a version.
  page jsonb not null default '{}' check (jsonb_typeof(page) = 'object' and octet_length(page::text) <= 300000),
  released_at timestamptz(3),
  check (state not in ('released', 'closing', 'completed', 'exited', 'cancelled') or released_at is not null)
);
create index deals_newest_idx on deals (created_at desc, id desc);
create index deals_company_id_idx on deals (company_id);
create index deals_owner_id_idx on deals (owner_id);
create index deals_state_idx on deals (state, created_at desc, id desc);
alter table deals enable row level security;

create table deal_moves (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  -- Null for the enquiry itself.
  from_state text,
  to_state text not null,
  moved_at timestamptz(3) not null default app_now(),
  moved_by uuid references auth.users (id) on delete set null,
  reason text check (btrim(reason) <> '' and length(reason) <= 5000)
);
create index deal_moves_deal_id_idx on deal_moves (deal_id, moved_at desc, id desc);
create index deal_moves_moved_by_idx on deal_moves (moved_by);
alter table deal_moves enable row level security;

create table deal_notes (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default now(),
  deal_id uuid not null references deals (id),
  author_id uuid references auth.users (id) on delete set null,
  text text not null check (btrim(text) <> '' and length(text) <= 20000)
);
create index deal_notes_deal_id_idx on deal_notes (deal_id, created_at desc, id desc);
create index deal_notes_author_id_idx on deal_notes (author_id);
alter table deal_notes enable row level security;

-- What a round offers. A change is a new version.
create table deal_terms (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  number integer not null check (number > 0),
  created_at timestamptz(3) not null default app_now(),
  author_id uuid references auth.users (id) on delete set null,
  scheme text not null check (scheme in ('SEIS', 'EIS', 'none')),
  instrument text not null check (instrument in ('ordinary_shares', 'preference_shares', 'convertible_note')),
  share_class text not null check (btrim(share_class) <> ''),
  rights text not null check (btrim(rights) <> ''),
  -- Pounds a share.
  price numeric(14, 6) not null check (price > 0),
  pre_money_pence bigint not null check (pre_money_pence > 0),
  round_total_pence bigint not null check (round_total_pence >= club_maximum_pence),
  club_minimum_pence bigint not null check (club_minimum_pence > 0),
  club_maximum_pence bigint not null check (club_maximum_pence >= club_minimum_pence),
  minimum_commitment_pence bigint not null check (minimum_commitment_pence between 1 and club_maximum_pence),
  assurance text not null check (assurance in ('none', 'applied', 'given')),
  assurance_on date,
  seis_raised_pence bigint not null check (seis_raised_pence >= 0),
  schemes_raised_pence bigint not null check (schemes_raised_pence >= 0),
  schemes_raised_year_pence bigint not null check (schemes_raised_year_pence >= 0),
  use_of_funds jsonb not null check (jsonb_typeof(use_of_funds) = 'array'),
  other_investors text not null check (btrim(other_investors) <> ''),
  club_invests text not null check (btrim(club_invests) <> ''),
  conflicts text not null check (btrim(conflicts) <> ''),
  vehicle text not null check (btrim(vehicle) <> ''),
  risks jsonb not null check (jsonb_typeof(risks) = 'array' and jsonb_array_length(risks) >= 5),
  allocation_method text not null check (allocation_method in ('pro_rata', 'level', 'first_come')),
  priority_share_percent integer not null check (priority_share_percent between 0 and 100),
  priority_tiers text[] not null check (priority_tiers <@ '{trial,premium,vip}'),
  opens_at timestamptz(3) not null,
  priority_until timestamptz(3) not null check (priority_until >= opens_at),
  closes_at timestamptz(3) not null check (closes_at > priority_until),
  completion_expected_on date not null,
  unique (deal_id, number),
  unique (deal_id, id),
  check (assurance <> 'given' or assurance_on is not null),
  check (scheme <> 'SEIS' or seis_raised_pence <= 25000000),
  check (scheme = 'none' or instrument <> 'convertible_note')
);
create index deal_terms_author_id_idx on deal_terms (author_id);
alter table deal_terms enable row level security;

-- What members are shown, all of it together: page, terms and warnings, frozen.
create table deal_versions (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null,
  number integer not null check (number > 0),
  created_at timestamptz(3) not null default app_now(),
  author_id uuid references auth.users (id) on delete set null,
  terms_id uuid not null,
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 500000),
  -- As rendered, byte for byte, and its SHA-256.
  page text not null check (octet_length(page) <= 1000000),
  page_sha256 text not null check (page_sha256 = encode(sha256(convert_to(page, 'UTF8')), 'hex')),
  approved_at timestamptz(3),
  approved_by uuid references auth.users (id) on delete set null,
  unique (deal_id, number),
  foreign key (deal_id, terms_id) references deal_terms (deal_id, id),
  check (approved_at is not null or approved_by is null)
);
create index deal_versions_terms_id_idx on deal_versions (deal_id, terms_id);
create index deal_versions_author_id_idx on deal_versions (author_id);
create index deal_versions_approved_by_idx on deal_versions (approved_by);
alter table deal_versions enable row level security;

-- What somebody thinks of a deal. It binds nobody.
create table deal_interests (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  record_id uuid not null references investor_records (id) on delete cascade,
  level text not null check (level in ('watching', 'considering', 'likely', 'not_for_me')),
  amount_pence bigint check (amount_pence > 0),
  reason text check (btrim(reason) <> '' and length(reason) <= 5000),
  updated_at timestamptz(3) not null,
  unique (deal_id, record_id),
  check (level in ('considering', 'likely') or amount_pence is null),
  check (level <> 'likely' or amount_pence is not null),
  check (level = 'not_for_me' or reason is null)
);
create index deal_interests_record_id_idx on deal_interests (record_id);
alter table deal_interests enable row level security;

create function mark_change() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
  return new;
end
$$;
create trigger mark_change before update on companies for each row execute function mark_change();
create trigger mark_change before update on deals for each row execute function mark_change();

grant select, insert (name, company_number, website, sector, one_line, place, founded_year, country, founders),
      update (name, company_number, website, sector, one_line, place, founded_year, country, founders)
  on companies to club_member;
grant select, insert (company_id, name, enquired_on, owner_id), update (name, owner_id, page, parked_until)
  on deals to club_member;
grant select on deal_moves to club_member;
grant select, insert (deal_id, author_id, text) on deal_notes to club_member;
grant select, insert (deal_id, number, author_id, scheme, instrument, share_class, rights, price, pre_money_pence,
                      round_total_pence, club_minimum_pence, club_maximum_pence, minimum_commitment_pence, assurance,
                      assurance_on, seis_raised_pence, schemes_raised_pence, schemes_raised_year_pence, use_of_funds,
                      other_investors, club_invests, conflicts, vehicle, risks, allocation_method, priority_share_percent,
                      priority_tiers, opens_at, priority_until, closes_at, completion_expected_on)
  on deal_terms to club_member;
grant select, insert (deal_id, number, author_id, terms_id, content, page, page_sha256) on deal_versions to club_member;
grant select on deal_interests to club_member;

create policy "admins see companies" on companies for select to club_member using ((select is_admin()));
create policy "admins add companies" on companies for insert to club_member with check ((select is_admin()));
create policy "admins change companies" on companies for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
create policy "admins see deals" on deals for select to club_member using ((select is_admin()));
create policy "admins add deals" on deals for insert to club_member with check ((select is_admin()));
create policy "admins change deals" on deals for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
create policy "admins see moves" on deal_moves for select to club_member using ((select is_admin()));
create policy "admins see notes" on deal_notes for select to club_member using ((select is_admin()));
create policy "admins write notes in their own name" on deal_notes for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "admins see terms" on deal_terms for select to club_member using ((select is_admin()));
create policy "admins set terms in their own name" on deal_terms for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));

-- Whether members with an open gate are shown it.
create function is_deal_shown(p_deal_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.deals where id = p_deal_id and state in ('released', 'closing'))
$$;
grant execute on function is_deal_shown(uuid) to club_member;
create policy "investors see approved versions of deals that are shown, admins all" on deal_versions for select to club_member
  using ((select is_admin()) or (approved_at is not null and (select is_investor()) and is_deal_shown(deal_id)));
create policy "admins freeze versions in their own name" on deal_versions for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "people see their own interest, admins all" on deal_interests for select to club_member
  using ((select is_admin()) or ((select is_investor()) and owns_record(record_id)));

-- For everybody, the owner too.
create function keep_deal_record() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  changeable constant text[] := '{author_id,moved_by,approved_at,approved_by}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - changeable = to_jsonb(new) - changeable
     and coalesce(to_jsonb(new) ->> 'author_id', to_jsonb(old) ->> 'author_id') is not distinct from to_jsonb(old) ->> 'author_id'
     and coalesce(to_jsonb(new) ->> 'moved_by', to_jsonb(old) ->> 'moved_by') is not distinct from to_jsonb(old) ->> 'moved_by'
     and (to_jsonb(old) ->> 'approved_at' is null
          or (to_jsonb(new) ->> 'approved_at' = to_jsonb(old) ->> 'approved_at'
              and coalesce(to_jsonb(new) ->> 'approved_by', to_jsonb(old) ->> 'approved_by')
                  is not distinct from to_jsonb(old) ->> 'approved_by'))
  then return new; end if;
  raise integrity_constraint_violation using message = 'what a deal has recorded is never changed or deleted';
end
$$;
create trigger keep_deal_record before update or delete on deal_moves for each row execute function keep_deal_record();
create trigger keep_deal_record before update or delete on deal_notes for each row execute function keep_deal_record();
create trigger keep_deal_record before update or delete on deal_terms for each row execute function keep_deal_record();
create trigger keep_deal_record before update or delete on deal_versions for each row execute function keep_deal_record();

create function record_enquiry() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.deal_moves (deal_id, from_state, to_state, moved_at, moved_by)
  values (new.id, null, new.state, new.state_since, public.app_user_id());
  return null;
end
$$;
create trigger record_enquiry after insert on deals for each row execute function record_enquiry();

-- Of a row that is locked, in the caller's name.
create function move_deal(p_deal public.deals, p_to text, p_reason text) returns void
language sql security definer set search_path = pg_catalog as $$
  update public.deals
     set state = p_to, state_since = public.app_now(), parked_until = null,
         released_at = case when p_to = 'released' then coalesce(released_at, public.app_now()) else released_at end
   where id = p_deal.id;
  insert into public.deal_moves (deal_id, from_state, to_state, moved_by, reason)
  values (p_deal.id, p_deal.state, p_to, public.app_user_id(), p_reason);
$$;

-- By hand: through the preparation and out of it; once released, to its closing and back, or cancelled.
create function transition_deals(p_id uuid, p_from text[], p_to text, p_expected_version timestamptz, p_note text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  preparation constant text[] := '{enquiry,screening,meeting,diligence,preparing}';
  exits constant text[] := '{declined,withdrawn,parked}';
  deal public.deals;
  outcome text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_id for update;
  if deal.id is null then return null; end if;
  outcome := public.transition_outcome(deal.state, deal.updated_at, p_from, p_to, p_expected_version);
  if outcome <> 'changed' then return outcome; end if;
  if (case when deal.state = any (preparation || exits || '{approved}') then p_to = any (preparation || exits)
           when deal.state = 'released' then p_to in ('closing', 'cancelled')
           when deal.state = 'closing' then p_to in ('released', 'cancelled') end) is not true
     or (p_note is null and (p_to = any (exits || '{cancelled}') or deal.state = any (exits)
                             or array_position(preparation || '{approved,released,closing}', p_to)
                                < array_position(preparation || '{approved,released,closing}', deal.state)))
  then raise invalid_parameter_value; end if;
  perform public.move_deal(deal, p_to, p_note);
  return outcome;
end
$$;

-- Every version, and whether it waits for its reader: the newest, of somebody else; one's own where there is no second
-- admin, a day later.
create view deal_version_list with (security_barrier) as
  select v.id, v.deal_id, v.number, v.created_at, v.author_id, v.page_sha256, v.approved_at, t.number as terms_number,
         author.full_name as author_name, approver.full_name as approved_by_name,
         v.approved_at is null
           and not exists (select from deal_versions later where later.deal_id = v.deal_id and later.number > v.number)
           and d.state in ('preparing', 'approved', 'released', 'closing') as is_waiting,
         coalesce(v.author_id = (select app_user_id()) and v.created_at <= (select app_now()) - interval '24 hours'
                    and (select is_only_admin()), false) as is_left_to_author
    from deal_versions v
    join deals d on d.id = v.deal_id
    join deal_terms t on t.id = v.terms_id
    left join people author on author.id = v.author_id
    left join people approver on approver.id = v.approved_by
   where (select is_admin());
grant select on deal_version_list to club_member;

-- Answers approved, approved_alone, second_person_required, closed, or null where there is no such version.
create function approve_deal_version(p_version_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
  version public.deal_version_list;
  is_alone boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select d.* into deal from public.deals d join public.deal_versions v on v.deal_id = d.id where v.id = p_version_id for update of d;
  if deal.id is null then return null; end if;
  select * into version from public.deal_version_list where id = p_version_id;
  if not version.is_waiting then return 'closed'; end if;
  is_alone := coalesce(version.author_id = public.app_user_id(), false);
  if is_alone and not version.is_left_to_author then return 'second_person_required'; end if;
  update public.deal_versions set approved_at = public.app_now(), approved_by = public.app_user_id() where id = p_version_id;
  if deal.state = 'preparing' then perform public.move_deal(deal, 'approved', null); end if;
  return case when is_alone then 'approved_alone' else 'approved' end;
end
$$;

grant execute on function transition_deals(uuid, text[], text, timestamptz, text), approve_deal_version(uuid)
  to club_member;

-- Deals as investors are shown them: the version that was approved last.
create view open_deals with (security_barrier) as
  select d.id, d.state, d.released_at, v.id as version_id, v.number as version_number, v.approved_at, v.content, v.page_sha256
    from deals d
    join lateral (select * from deal_versions a where a.deal_id = d.id and a.approved_at is not null
                   order by a.number desc limit 1) v on true
   where d.state in ('released', 'closing') and (select is_investor());
grant select on open_deals to club_member;

-- What was shown is a version.
alter table deliveries drop constraint deliveries_channel_check;
alter table deliveries add constraint deliveries_channel_check
  check (channel in ('list', 'page', 'mail', 'document', 'answer', 'call'));
alter table deliveries add column deal_version_id uuid not null references deal_versions (id);
create index deliveries_deal_version_id_idx on deliveries (deal_version_id, delivered_at desc, id desc);
create index deliveries_newest_idx on deliveries (delivered_at desc, id desc);
-- One a day is enough to know who was shown what, however often a page is loaded.
create unique index deliveries_day_idx on deliveries
  (record_id, subject_id, channel, ((delivered_at at time zone 'Europe/London')::date));

-- Records that the caller is shown deals now: one, or the list of all. It has to be called with what is read.
create function show_deals(p_channel text, p_deal_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  insert into public.deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
  select s.record_id, s.id, s.signed_on, s.valid_through, p_channel, o.version_id, o.version_id, public.app_now()
    from public.open_deals o
    join public.statements s on s.id = public.live_statement_of(public.app_user_id(), public.app_now())
   where p_deal_id is null or o.id = p_deal_id
  on conflict do nothing;
end
$$;

-- Answers false unless the deal is shown.
create function set_deal_interest(p_deal_id uuid, p_level text, p_amount_pence bigint, p_reason text) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_investor() then raise insufficient_privilege; end if;
  if not public.is_deal_shown(p_deal_id) then return false; end if;
  insert into public.deal_interests (deal_id, record_id, level, amount_pence, reason, updated_at)
  select p_deal_id, r.id, p_level, p_amount_pence, p_reason, public.app_now()
    from public.investor_records r where r.user_id = public.app_user_id()
  on conflict (deal_id, record_id) do update
    set level = excluded.level, amount_pence = excluded.amount_pence, reason = excluded.reason, updated_at = excluded.updated_at;
  return true;
end
$$;

-- Of the caller, today.
create function own_tier() returns text
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((select c.tier from public.current_tiers c where c.person_id = public.app_user_id()), 'trial')
$$;

-- What all together think of putting in, as a part of the club's maximum; for whoever has said what they think.
create function deal_demand(p_deal_id uuid) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select case when sum(i.amount_pence) > m.maximum then 'oversubscribed'
              when sum(i.amount_pence) = m.maximum then 'full'
              when sum(i.amount_pence) * 2 >= m.maximum then 'over_half'
              else 'under_half' end
    from public.deal_interests i
    cross join (select (o.content #>> '{terms,club_maximum_pence}')::bigint as maximum
                  from public.open_deals o where o.id = p_deal_id) m
   where i.deal_id = p_deal_id
   group by m.maximum
  having bool_or(public.owns_record(i.record_id))
$$;
grant execute on function show_deals(text, uuid), set_deal_interest(uuid, text, bigint, text), own_tier(), deal_demand(uuid) to club_member;

-- One's own: without a name while deals are not shown.
create view own_deliveries with (security_barrier) as
  select d.id, d.delivered_at, d.channel, d.statement_id, d.signed_on, d.valid_through, v.number as version_number, v.page_sha256,
         case when (select is_investor()) then v.content #>> '{company,name}' end as company_name
    from deliveries d
    join deal_versions v on v.id = d.deal_version_id
   where owns_record(d.record_id);
create view delivery_register with (security_barrier) as
  select d.id, d.delivered_at, d.channel, d.statement_id, d.signed_on, d.valid_through, v.number as version_number, v.page_sha256,
         v.content #>> '{company,name}' as company_name, v.deal_id, r.user_id, p.full_name
    from deliveries d
    join deal_versions v on v.id = d.deal_version_id
    join investor_records r on r.id = d.record_id
    left join people p on p.id = r.user_id
   where (select is_admin());
grant select on own_deliveries, delivery_register to club_member;
