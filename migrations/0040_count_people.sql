-- How many people of the list are in each status.
create function count_people() returns table (status text, people integer)
language sql stable security definer set search_path = pg_catalog as $$
  select listed.status, count(*)::integer
    from (select case when r.ended_at is not null then 'ended' when r.suspended_at is not null then 'suspended'
                      else r.status end as status
            from public.user_roles r where r.role = 'member'
          union all
          select 'invited' from public.invitations i
           where i.used_at is null and i.expires_at > now()
             and not exists (select from auth.users u where u.email = i.email)) listed
   where (select public.is_admin())
   group by 1
$$;
grant execute on function count_people() to club_member;
