-- Where admins need a second factor, a session that gave none reads no more than a member's does: the guard keeps it from
-- the admin's routes, and this keeps the rows from it that other routes would show an admin.
create or replace function is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(current_setting('app.admin_rights', true), '') <> 'withheld'
     and public.is_admin_person(public.app_user_id())
$$;
