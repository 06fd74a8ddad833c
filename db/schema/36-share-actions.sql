-- A split leaves the cost, day and reliefs of a lot as they are.
create table share_actions (
  id uuid primary key default app_uuid_v7(),
  company_id uuid not null references companies (id),
  -- An action without a class is for every class.
  share_class text check (btrim(share_class) <> '' and length(share_class) <= 120),
  new_shares integer not null check (new_shares between 1 and 1000000),
  old_shares integer not null check (old_shares between 1 and 1000000),
  -- Shares and prices are the new ones from this day on.
  effective_on date not null,
  source text not null check (btrim(source) <> '' and length(source) <= 500),
  proposed_at timestamptz(3) not null default app_now(),
  proposed_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  refused_at timestamptz(3),
  refused_by uuid references auth.users (id) on delete set null,
  refused_because text check (btrim(refused_because) <> '' and length(refused_because) <= 5000),
  check (new_shares <> old_shares),
  check (num_nulls(refused_at, refused_because) in (0, 2)), check (confirmed_at is null or refused_at is null));
create unique index share_actions_waiting_idx on share_actions (company_id) where confirmed_at is null and refused_at is null;
create index share_actions_company_id_idx on share_actions (company_id, id desc);
create index share_actions_proposed_by_idx on share_actions (proposed_by);
create index share_actions_confirmed_by_idx on share_actions (confirmed_by);
create index share_actions_refused_by_idx on share_actions (refused_by);

create table share_action_lines (
  id uuid primary key default app_uuid_v7(),
  action_id uuid not null references share_actions (id),
  holding_id uuid not null references holdings (id) on delete cascade,
  shares_before bigint not null check (shares_before > 0),
  shares_after bigint not null check (shares_after >= 0),
  shares_added bigint not null generated always as (shares_after - shares_before) stored, unique (action_id, holding_id));
create index share_action_lines_holding_id_idx on share_action_lines (holding_id, action_id);
comment on table share_action_lines is 'club; own: shares_before shares_after';

-- Evidence is added while the split waits, and stays as the split does.
create table share_action_evidence (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  action_id uuid not null unique references share_actions (id),
  author_id uuid references auth.users (id) on delete set null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_id uuid not null unique references files (id));
create index share_action_evidence_author_id_idx on share_action_evidence (author_id);

-- Rights

grant select on share_actions, share_action_lines to club_member;

create policy "holders see splits that were confirmed, admins all" on share_actions for select to club_member
  using ((select is_admin()) or (confirmed_at is not null and holds_company(company_id)));

create policy "people see what became of their own lots, admins all" on share_action_lines for select to club_member
  using ((select is_admin()) or (exists (select from share_actions a where a.id = action_id)
                                 and exists (select from holdings h where h.id = holding_id)));

grant select, insert (action_id, author_id, file_name, file_id) on share_action_evidence to club_member;
create policy "people see what shows splits that they see" on share_action_evidence for select to club_member
  using (exists (select from share_actions a where a.id = action_id));
create policy "admins add what shows a split that waits" on share_action_evidence for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id())
              and exists (select from share_actions a
                           where a.id = action_id and a.confirmed_at is null and a.refused_at is null));
