-- The forms in src/shared have the same limits.
create table member_profiles (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  full_name text not null check (btrim(full_name) <> '' and length(full_name) <= 200),
  bio text check (length(bio) <= 5000),
  position text check (length(position) <= 200),
  company text check (length(company) <= 200),
  location text check (length(location) <= 200),
  services_offered text check (length(services_offered) <= 5000),
  expertise text[] check (cardinality(expertise) between 1 and 30),
  linkedin_url text check (linkedin_url ~* '^https?://'),
  website_url text check (website_url ~* '^https?://'),
  profile_image_url text,
  is_visible boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_text text not null default '',
  expertise_keys text[] not null default '{}',
  picture_id uuid generated always as (picture_id_of(profile_image_url)) stored,
  hidden_by_owner_at timestamptz(3),
  hidden_by_admin_at timestamptz(3),
  hidden_reason text check (length(hidden_reason) <= 5000),
  is_membership_open boolean not null default true,
  is_listed boolean not null generated always as
    (is_visible and hidden_by_owner_at is null and hidden_by_admin_at is null and is_membership_open) stored,
  shows_tier boolean not null default false,
  constraint member_profiles_profile_image_url_check
    check (profile_image_url ~* '^https?://' or picture_id_of(profile_image_url) is not null),
  constraint member_profiles_own_picture foreign key (user_id, picture_id) references pictures (user_id, id),
  check (hidden_reason is null or hidden_by_admin_at is not null));
create index member_profiles_full_name_idx on member_profiles (full_name);
create index member_profiles_search_idx on member_profiles using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index member_profiles_expertise_idx on member_profiles using gin (expertise_keys) with (fastupdate = off);
create index member_profiles_short_idx on member_profiles using gin (short_grams(search_text)) with (fastupdate = off);
alter index member_profiles_short_idx alter column 1 set statistics 0;
create index member_profiles_directory_idx on member_profiles (created_at desc, id desc) where is_listed;
create index member_profiles_location_idx on member_profiles (lower(location), created_at desc, id desc) where is_listed;
create index member_profiles_name_idx on member_profiles
  using gin (folded(full_name) extensions.gin_trgm_ops, short_grams(folded(full_name)));
create statistics member_profiles_place on lower(location) from member_profiles;
comment on table member_profiles is 'own';

create table member_profile_submissions (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  full_name text not null check (btrim(full_name) <> '' and length(full_name) <= 200),
  bio text check (length(bio) <= 5000),
  position text check (length(position) <= 200),
  company text check (length(company) <= 200),
  location text check (length(location) <= 200),
  services_offered text check (length(services_offered) <= 5000),
  expertise text[] check (cardinality(expertise) between 1 and 30),
  linkedin_url text check (linkedin_url ~* '^https?://'),
  website_url text check (website_url ~* '^https?://'),
  profile_image_url text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  submitted_at timestamptz(3) not null default now(),
  reviewed_at timestamptz(3),
  reviewed_by uuid references auth.users (id) on delete set null,
  -- A revision keeps the notes of the latest rejection, so that the next reviewer sees what was asked for.
  admin_notes text check (length(admin_notes) <= 5000),
  created_at timestamptz(3) not null default now(),
  picture_id uuid generated always as (picture_id_of(profile_image_url)) stored,
  check ((status = 'pending') = (reviewed_at is null)),
  constraint member_profile_submissions_profile_image_url_check
    check (profile_image_url ~* '^https?://' or picture_id_of(profile_image_url) is not null),
  constraint member_profile_submissions_own_picture foreign key (user_id, picture_id) references pictures (user_id, id));
create index member_profile_submissions_newest_idx on member_profile_submissions (submitted_at desc, id desc);
create index member_profile_submissions_status_idx on member_profile_submissions (status, submitted_at desc, id desc);
create index member_profile_submissions_name_idx on member_profile_submissions
  using gin (folded(full_name) extensions.gin_trgm_ops, short_grams(folded(full_name)));
comment on table member_profile_submissions is 'own';

-- Triggers keep the counts, because counting would read every profile. The reader merges spellings.
create table directory_terms (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind in ('expertise', 'location')),
  term text not null, members integer not null, created_at timestamptz(3) not null default now(), unique (kind, term));
create index directory_terms_unused_idx on directory_terms (kind, term) where members <= 0;

-- Every change of a profile replaces the revision, which is the ETag of the directory. A restored database has none of before.
create table directory_revisions (
  id uuid primary key default app_uuid_v7(),
  revision uuid not null default gen_random_uuid(), created_at timestamptz(3) not null default now());
create unique index directory_revisions_only_idx on directory_revisions ((true));

-- Rights

grant select, update (full_name, bio, position, company, location, services_offered, expertise, linkedin_url,
  website_url, profile_image_url, is_visible, updated_at, hidden_by_owner_at, shows_tier) on member_profiles to club_member;
create policy "members change their own profile" on member_profiles for update to club_member
  using (user_id = (select app_user_id()) and (select is_member()))
  with check (user_id = (select app_user_id()) and (select is_member()));
create policy "members see listed profiles, everyone their own, admins all" on member_profiles for select to club_member
  using ((is_listed and (select is_member())) or user_id = (select app_user_id()) or (select is_admin()));

grant select, insert (user_id, full_name, bio, position, company, location, services_offered, expertise, linkedin_url,
  website_url, profile_image_url), update (full_name, bio, position, company, location, services_offered, expertise,
  linkedin_url, website_url, profile_image_url, status, submitted_at, reviewed_at, reviewed_by) on
  member_profile_submissions to club_member;
create policy "people see their own submission, admins all" on member_profile_submissions for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "members submit for themselves" on member_profile_submissions for insert to club_member
  with check (user_id = (select app_user_id()) and (select is_member()) and status = 'pending');
create policy "members revise their own rejected submission" on member_profile_submissions for update to club_member
  using (user_id = (select app_user_id()) and (select is_member()) and status = 'rejected')
  with check (user_id = (select app_user_id()) and status = 'pending' and reviewed_at is null and reviewed_by is null);

grant select on directory_terms to club_member;
create policy "members see what the directory can be filtered by" on directory_terms for select to club_member
  using ((select is_member()));
