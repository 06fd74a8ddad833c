revoke all on schema public from public;
alter default privileges revoke execute on functions from public;
grant usage on schema public to club_visitor, club_member;
create schema auth;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
