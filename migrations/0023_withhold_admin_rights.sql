-- Where admins need two-factor sign-in, a session without it has a member's rights: the guard rejects it at admin routes, and
-- these policies hide the rows that other routes show to admins.
create or replace function is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(current_setting('app.admin_rights', true), '') <> 'withheld'
     and public.is_admin_person(public.app_user_id())
$$;
