-- Columns that were named wrongly can be named again, for the files that follow.
grant update (name, mapping) on bank_mappings to club_member;
create policy "admins correct mappings" on bank_mappings for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
