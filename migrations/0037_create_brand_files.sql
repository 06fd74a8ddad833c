-- The club's own logo and icon, and of each logo the picture that links to the site show.
create table brand_files (
  id uuid primary key default app_uuid_v7(),
  file_id uuid not null unique references files (id),
  role text not null check (role in ('logo', 'icon', 'preview')),
  -- Of a preview: the logo that it shows.
  logo_file_id uuid references brand_files (file_id) on delete cascade,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  check ((role = 'preview') = (logo_file_id is not null))
);
create index brand_files_logo_file_id_idx on brand_files (logo_file_id);
create index brand_files_created_by_idx on brand_files (created_by);
alter table brand_files enable row level security;

-- Whether the present setting names the file, or the logo that it shows; any for admins.
create function is_brand_file(p_file_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.brand_files f
                  where f.file_id = p_file_id
                    and (public.is_admin()
                         or exists (select from public.club_settings s
                                     where s.key = 'brand'
                                       and coalesce(f.logo_file_id, f.file_id)::text
                                           in (s.value ->> 'logo_file_id', s.value ->> 'icon_file_id'))))
$$;
grant execute on function is_brand_file(uuid) to club_visitor, club_member;

grant select on brand_files to club_visitor;
grant select, insert (file_id, role, logo_file_id, width, height, created_by) on brand_files to club_member;
create policy "people see the logo and icon in use, admins all" on brand_files for select to club_visitor, club_member
  using (is_brand_file(file_id));
create policy "admins add brand files in their own name" on brand_files for insert to club_member
  with check ((select is_admin()) and created_by = (select app_user_id()));
create trigger follow_file_use after insert or delete on brand_files
  for each row execute function follow_file_use();

create policy "people see the logo and icon in use" on files for select to club_visitor, club_member
  using (kind = 'brand_picture' and is_brand_file(id));
