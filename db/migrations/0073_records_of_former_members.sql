-- Former members who hold shares keep their address and the name on their bank account up to date: what is sold is paid to it.

-- Rights

drop policy "members make their own record" on investor_records;
create policy "members and holders make their own record" on investor_records for insert to club_member
  with check (user_id = (select app_user_id()) and (select may_keep_record()));
drop policy "members change their own record" on investor_records;
create policy "members and holders change their own record" on investor_records for update to club_member
  using (user_id = (select app_user_id()) and (select may_keep_record()));
