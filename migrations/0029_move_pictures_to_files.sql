-- Moves the bytes of pictures to the file store, with the same ids.
insert into files (id, kind, user_id, storage, state, media_type, bytes, sha256, created_at)
  select id, 'picture', user_id, 'database', 'attached', content_type, size_bytes, sha256, created_at from pictures;
insert into file_chunks (file_id, first_byte, content, created_at)
  select p.id, first_byte, substring(p.content from first_byte + 1 for 262144), p.created_at
    from pictures p, generate_series(0, p.size_bytes - 1, 262144) as first_byte;

-- Dropping the column drops the index on the size.
alter table pictures
  add column file_id uuid,
  drop column size_bytes, drop column sha256, drop column content, drop column content_type;
-- After dropping the columns, so that the rewritten rows do not keep the old content.
update pictures set file_id = id;
alter table pictures
  alter column file_id set not null,
  add unique (file_id),
  add constraint pictures_own_file foreign key (user_id, file_id) references files (user_id, id);
grant insert (file_id) on pictures to club_member;
create trigger follow_file_use after insert or delete on pictures
  for each row execute function follow_file_use();

create policy "people see the file of a picture they see" on files for select to club_member
  using (exists (select from pictures p where p.file_id = files.id));
