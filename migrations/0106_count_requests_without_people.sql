-- Pending requests are counted without reading a person for each: who is a first admin is looked up once.
create function first_admin_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog as $$
  select u.id from public.admin_emails e join auth.users u on u.email = e.email
   where u.email_changed_at is null and public.is_admin()
$$;
grant execute on function first_admin_ids() to club_member;
