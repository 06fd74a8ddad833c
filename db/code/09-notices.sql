create or replace function own_newsletter() returns boolean language sql stable security definer as $$
  select exists (select from public.newsletter_subscriptions s where s.email = lower(btrim(u.email)) and s.confirmed_at is not null)
    from auth.users u where u.id = public.app_user_id() and u.email_verified $$;

-- A member who is signed in needs no confirming mail.
create or replace function set_own_newsletter(p_agrees boolean, p_agreed_text text) returns uuid language plpgsql security definer as $$
declare address text; subscription uuid;
begin
  if not public.is_member() then raise insufficient_privilege; end if;
  select lower(btrim(email)) into address from auth.users where id = public.app_user_id() and email_verified;
  if p_agrees then
    insert into public.newsletter_subscriptions as s (email, agreed_text, requested_at, confirmed_at)
    select address, p_agreed_text, public.app_now(), public.app_now() where address is not null
    on conflict (email) do update
      set agreed_text = excluded.agreed_text, requested_at = excluded.requested_at, confirmed_at = excluded.confirmed_at
      where s.confirmed_at is null returning id into subscription;
  else
    delete from public.newsletter_subscriptions where email = address returning id into subscription;
  end if;
  return subscription;
end $$;

grant execute on function own_newsletter, set_own_newsletter to club_member;
