create or replace function mark_email_change() returns trigger language plpgsql as $$
begin
  new.email_changed_at := now();
  return new;
end $$;

create or replace function auth.derive_two_factor_enabled() returns trigger language plpgsql as $$
begin
  new.two_factor_enabled := exists (select from auth.two_factors f where f.user_id = new.id and f.verified);
  return new;
end $$;

create or replace function auth.follow_two_factor() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then update auth.users set two_factor_enabled = default where id = old.user_id; end if;
  if tg_op = 'DELETE' then
    update auth.sessions set factor_at = null where user_id = old.user_id and factor_at is not null;
  else
    update auth.users set two_factor_enabled = default where id = new.user_id;
  end if;
  return null;
end $$;

-- Keys that were revoked stay revoked when their admin gets the role back.
create or replace function revoke_keys_with_role() returns trigger language plpgsql security definer as $$
begin
  update auth.api_keys set revoked_at = public.app_now() where user_id = old.user_id and revoked_at is null;
  return null;
end $$;

create or replace function revoke_api_keys_of(target_user_id uuid) returns integer language plpgsql security definer as $$
declare keys integer;
begin
  if not public.is_admin() or target_user_id = public.app_user_id() then raise insufficient_privilege; end if;
  update auth.api_keys set revoked_at = public.app_now(), revoked_by = public.app_user_id()
   where user_id = target_user_id and revoked_at is null;
  get diagnostics keys = row_count;
  return keys;
end $$;

create trigger mark_email_change before update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function mark_email_change();
create trigger derive_two_factor_enabled before insert or update of two_factor_enabled on auth.users
  for each row execute function auth.derive_two_factor_enabled();
create trigger follow_two_factor after insert or update of user_id, verified or delete on auth.two_factors
  for each row execute function auth.follow_two_factor();
create trigger revoke_keys_with_role after delete on user_roles
  for each row when (old.role = 'admin') execute function revoke_keys_with_role();

grant execute on function revoke_api_keys_of to club_member;
