create or replace view investor_record_list with (security_barrier) as
  select r.id, r.created_at, r.user_id, p.full_name, p.email, r.is_complete, r.needed_until, r.sealed_at, r.retain_until
    from investor_records r left join people p on p.id = r.user_id where (select is_admin());
grant select on investor_record_list to club_member;
