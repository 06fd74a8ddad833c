-- Who has given no name and has signed a statement is called by the name that they signed with, as who signs from now on.
update auth.users u set name = r.legal_name
  from investor_records r
 where r.user_id = u.id and u.name = '' and r.legal_name is not null
   and exists (select from statements s where s.record_id = r.id)
   and not exists (select from member_profiles p where p.user_id = u.id)
   and not exists (select from member_profile_submissions s where s.user_id = u.id)
   and not exists (select from pending_members i where i.email = u.email);
