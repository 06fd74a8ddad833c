create or replace function note_removed_file() returns trigger language plpgsql security definer as $$
begin
  insert into public.removed_files (id) values (old.id) on conflict do nothing;
  return null;
end $$;

create or replace function follow_file_use() returns trigger language plpgsql security definer as $$
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
end $$;

create trigger note_removed_file after delete on files for each row when (old.storage = 's3') execute function note_removed_file();
create trigger follow_file_use after insert or delete on pictures for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on content_files for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on brand_files for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on deal_documents for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on deal_document_pages for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on company_logos for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on papers for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on company_update_letters for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on price_evidence for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on holding_imports for each row execute function follow_file_use();
create trigger follow_file_use after insert or delete on share_action_evidence for each row execute function follow_file_use();
