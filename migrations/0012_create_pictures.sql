-- Profile pictures, re-encoded by the server. In the database, so that every process and every backup has them.
create table pictures (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  content_type text not null check (content_type = 'image/webp'),
  width integer not null check (width between 1 and 512),
  height integer not null check (height between 1 and 512),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  size_bytes integer not null generated always as (octet_length(content)) stored,
  sha256 text not null generated always as (encode(sha256(content), 'hex')) stored,
  created_at timestamptz(3) not null default now(),
  unique (user_id, id)
);
-- WebP is compressed already.
alter table pictures alter column content set storage external;
create index pictures_name_idx on pictures (name, id);
create index pictures_created_idx on pictures (created_at);
alter table pictures enable row level security;

-- The id in the URL of an uploaded picture, or null for any other URL.
create function picture_id_of(address text) returns uuid
language sql immutable set search_path = pg_catalog as $$
  select case when address ~ '^/api/pictures/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
              then right(address, 36)::uuid end
$$;
grant execute on function picture_id_of(text) to club_member;

-- The foreign key rejects pictures of other people, and prevents deleting a picture in use.
alter table member_profiles
  drop constraint member_profiles_profile_image_url_check,
  add constraint member_profiles_profile_image_url_check
    check (profile_image_url ~* '^https?://' or picture_id_of(profile_image_url) is not null),
  add column picture_id uuid generated always as (picture_id_of(profile_image_url)) stored,
  add constraint member_profiles_own_picture foreign key (user_id, picture_id) references pictures (user_id, id);
alter table member_profile_submissions
  drop constraint member_profile_submissions_profile_image_url_check,
  add constraint member_profile_submissions_profile_image_url_check
    check (profile_image_url ~* '^https?://' or picture_id_of(profile_image_url) is not null),
  add column picture_id uuid generated always as (picture_id_of(profile_image_url)) stored,
  add constraint member_profile_submissions_own_picture
    foreign key (user_id, picture_id) references pictures (user_id, id);

-- No update and no delete policy: a new picture is a new row, and a job deletes unused ones.
grant select, insert (user_id, name, content_type, width, height, content) on pictures to club_member;

create policy "people see their own pictures, members those of visible profiles, admins all" on pictures
  for select to club_member
  using (user_id = (select app_user_id()) or (select is_admin())
         or ((select is_member()) and exists (select from member_profiles p
                                               where p.user_id = pictures.user_id and p.picture_id = pictures.id
                                                 and p.is_visible)));
create policy "members add pictures of their own" on pictures for insert to club_member
  with check (user_id = (select app_user_id()) and (select is_member()));
