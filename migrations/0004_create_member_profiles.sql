-- Profiles, and the submissions that are reviewed first. Length limits are those of the forms, in src/shared.
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
  profile_image_url text check (profile_image_url ~* '^https?://'),
  is_visible boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index member_profiles_directory_idx on member_profiles (created_at desc, id desc) where is_visible;
create index member_profiles_full_name_idx on member_profiles (full_name);
alter table member_profiles enable row level security;

-- No insert policy: profiles are only created by an approval.
grant select on member_profiles to club_member;
grant update (full_name, bio, position, company, location, services_offered, expertise, linkedin_url, website_url,
              profile_image_url, is_visible, updated_at) on member_profiles to club_member;

create policy "members see visible profiles, everyone their own, admins all" on member_profiles for select to club_member
  using ((is_visible and (select is_member())) or user_id = (select app_user_id()) or (select is_admin()));
create policy "members change their own profile" on member_profiles for update to club_member
  using (user_id = (select app_user_id()) and (select is_member()))
  with check (user_id = (select app_user_id()) and (select is_member()));

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
  profile_image_url text check (profile_image_url ~* '^https?://'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  submitted_at timestamptz(3) not null default now(),
  reviewed_at timestamptz(3),
  reviewed_by uuid references auth.users (id) on delete set null,
  -- Of the latest rejection; a revision keeps them, so that the next reviewer can see what was asked for.
  admin_notes text check (length(admin_notes) <= 5000),
  created_at timestamptz(3) not null default now(),
  check ((status = 'pending') = (reviewed_at is null))
);
create index member_profile_submissions_newest_idx on member_profile_submissions (submitted_at desc, id desc);
create index member_profile_submissions_status_idx on member_profile_submissions (status, submitted_at desc, id desc);
alter table member_profile_submissions enable row level security;

-- Only the functions below write the admin's columns.
grant select on member_profile_submissions to club_member;
grant insert (user_id, full_name, bio, position, company, location, services_offered, expertise, linkedin_url,
              website_url, profile_image_url) on member_profile_submissions to club_member;
grant update (full_name, bio, position, company, location, services_offered, expertise, linkedin_url, website_url,
              profile_image_url, status, submitted_at, reviewed_at, reviewed_by)
  on member_profile_submissions to club_member;

create policy "people see their own submission, admins all" on member_profile_submissions for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin()));
create policy "members submit for themselves" on member_profile_submissions for insert to club_member
  with check (user_id = (select app_user_id()) and (select is_member()) and status = 'pending');
create policy "members revise their own rejected submission" on member_profile_submissions for update to club_member
  using (user_id = (select app_user_id()) and (select is_member()) and status = 'rejected')
  with check (user_id = (select app_user_id()) and status = 'pending' and reviewed_at is null and reviewed_by is null);

-- Both return changed, unchanged (already so), reviewed (the other decision), or null without such a row.
create function approve_member_submission(submission_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  submission public.member_profile_submissions;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into submission from public.member_profile_submissions where id = submission_id for update;
  if not found then return null; end if;
  if submission.status = 'approved' then return 'unchanged'; end if;
  if submission.status = 'rejected' then return 'reviewed'; end if;

  update public.member_profile_submissions
     set status = 'approved', reviewed_at = now(), reviewed_by = public.app_user_id(), admin_notes = null
   where id = submission_id;
  insert into public.member_profiles (user_id, full_name, bio, position, company, location, services_offered, expertise,
                                      linkedin_url, website_url, profile_image_url, is_visible)
  values (submission.user_id, submission.full_name, submission.bio, submission.position, submission.company,
          submission.location, submission.services_offered, submission.expertise, submission.linkedin_url,
          submission.website_url, submission.profile_image_url, true)
  on conflict (user_id) do update
     set full_name = excluded.full_name, bio = excluded.bio, position = excluded.position, company = excluded.company,
         location = excluded.location, services_offered = excluded.services_offered, expertise = excluded.expertise,
         linkedin_url = excluded.linkedin_url, website_url = excluded.website_url,
         profile_image_url = excluded.profile_image_url, is_visible = true, updated_at = now();
  return 'changed';
end
$$;

create function reject_member_submission(submission_id uuid, notes text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  current_status text;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select status into current_status from public.member_profile_submissions where id = submission_id for update;
  if not found then return null; end if;
  if current_status = 'rejected' then return 'unchanged'; end if;
  if current_status = 'approved' then return 'reviewed'; end if;

  update public.member_profile_submissions
     set status = 'rejected', reviewed_at = now(), reviewed_by = public.app_user_id(), admin_notes = notes
   where id = submission_id;
  return 'changed';
end
$$;

grant execute on function approve_member_submission(uuid), reject_member_submission(uuid, text) to club_member;
