-- Of somebody else, by an admin who signs them out everywhere or resets their second factor. Answers how many keys there were.
create function revoke_api_keys_of(target_user_id uuid) returns integer
language plpgsql security definer set search_path = pg_catalog as $$
declare
  keys integer;
begin
  if not public.is_admin() or target_user_id = public.app_user_id() then raise insufficient_privilege; end if;
  update auth.api_keys set revoked_at = public.app_now(), revoked_by = public.app_user_id()
   where user_id = target_user_id and revoked_at is null;
  get diagnostics keys = row_count;
  return keys;
end
$$;
grant execute on function revoke_api_keys_of(uuid) to club_member;
