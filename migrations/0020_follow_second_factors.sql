-- When the session passed the second factor; null in a session started without it.
alter table auth.sessions add column factor_at timestamptz(3);

-- Derived from the factor's row: writes to this column have no effect.
create function auth.derive_two_factor_enabled() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.two_factor_enabled := exists (select from auth.two_factors f where f.user_id = new.id and f.verified);
  return new;
end $$;
create trigger derive_two_factor_enabled before insert or update of two_factor_enabled on auth.users
  for each row execute function auth.derive_two_factor_enabled();

-- When a factor is deleted, no session counts as having passed it.
create function auth.follow_two_factor() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op <> 'INSERT' then
    update auth.users set two_factor_enabled = default where id = old.user_id;
  end if;
  if tg_op = 'DELETE' then
    update auth.sessions set factor_at = null where user_id = old.user_id and factor_at is not null;
  else
    update auth.users set two_factor_enabled = default where id = new.user_id;
  end if;
  return null;
end $$;
create trigger follow_two_factor after insert or update of user_id, verified or delete on auth.two_factors
  for each row execute function auth.follow_two_factor();

update auth.users set two_factor_enabled = default;

-- Unknown for existing sessions: people with a second factor have to sign in again.
delete from auth.sessions s using auth.two_factors f where f.user_id = s.user_id and f.verified;
