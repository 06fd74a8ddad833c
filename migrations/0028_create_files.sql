-- Uploaded and generated files. A new file is visible to nobody; the row that references it by file_id attaches it, and whoever
-- can read that row can read the file: each such table adds a policy.
create table files (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  -- Whose it is: it goes with the person. Null for what belongs to the club.
  user_id uuid references auth.users (id) on delete cascade,
  storage text not null check (storage in ('database', 's3')),
  state text not null default 'uploading' check (state in ('uploading', 'uploaded', 'attached')),
  media_type text check (media_type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  bytes integer check (bytes > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null default now(),
  unique (user_id, id),
  check (num_nulls(media_type, bytes, sha256) = case state when 'uploading' then 3 else 0 end)
);
create index files_unattached_idx on files (created_at) where state <> 'attached';
create index files_size_idx on files (kind, bytes, id);

create table file_chunks (
  id uuid primary key default app_uuid_v7(),
  file_id uuid not null references files (id) on delete cascade,
  first_byte integer not null check (first_byte >= 0),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  created_at timestamptz(3) not null default now(),
  unique (file_id, first_byte)
);
-- Uncompressed, so that PostgreSQL reads a part of a chunk without the rest.
alter table file_chunks alter column content set storage external;

-- Files whose bytes outside of the database still have to be deleted.
create table removed_files (
  id uuid primary key,
  created_at timestamptz(3) not null default now()
);

alter table files enable row level security;
alter table file_chunks enable row level security;
alter table removed_files enable row level security;
-- Written by the file store alone.
grant select on files, file_chunks to club_member;
create policy "people see the bytes of files they see" on file_chunks for select to club_member
  using (exists (select from files f where f.id = file_chunks.file_id));

create function note_removed_file() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.removed_files (id) values (old.id) on conflict do nothing;
  return null;
end
$$;
create trigger note_removed_file after delete on files
  for each row when (old.storage = 's3') execute function note_removed_file();

-- For every table with a file_id: inserting a row attaches a complete file, deleting it deletes the file.
create function follow_file_use() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'DELETE' then
    delete from public.files where id = old.file_id;
    return null;
  end if;
  update public.files set state = 'attached' where id = new.file_id and state = 'uploaded';
  if not found then
    raise foreign_key_violation using
      message = 'this file is not whole, or attached already', constraint = tg_table_name || '_own_file';
  end if;
  return null;
end
$$;
