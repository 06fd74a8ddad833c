-- When the second factor was given in a session; null in one that began without it.
alter table auth.sessions add column factor_at timestamptz(3);

-- Whether signing in asks for a code follows from the factor's row, whatever anybody writes into this column.
create function auth.derive_two_factor_enabled() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.two_factor_enabled := exists (select from auth.two_factors f where f.user_id = new.id and f.verified);
  return new;
end $$;
create trigger derive_two_factor_enabled before insert or update of two_factor_enabled on auth.users
  for each row execute function auth.derive_two_factor_enabled();

-- A factor that is gone was given nowhere: a new one has to be given first.
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

-- Nobody knows of the sessions so far whether they gave a code: who has a second factor signs in once more, with it.
delete from auth.sessions s using auth.two_factors f where f.user_id = s.user_id and f.verified;
