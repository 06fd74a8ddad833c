create or replace function stamp_club_setting() returns trigger language plpgsql security definer as $$
begin
  new.revision := case when tg_op = 'INSERT' then 1 else old.revision + 1 end;
  new.updated_at := now();
  new.updated_by := public.app_user_id();
  return new;
end $$;

create or replace function keep_club_setting_revision() returns trigger language plpgsql security definer as $$
begin
  insert into public.club_setting_revisions (key, revision, value, created_at, created_by)
  values (new.key, new.revision, new.value, new.updated_at, new.updated_by);
  return null;
end $$;

create or replace function is_brand_file(p_file_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.brand_files f
                  where f.file_id = p_file_id
                    and (public.is_admin()
                         or exists (select from public.club_settings s
                                     where s.key = 'brand'
                                       and coalesce(f.logo_file_id, f.file_id)::text
                                           in (s.value ->> 'logo_file_id', s.value ->> 'icon_file_id')))) $$;

create or replace view club_setup_state with (security_barrier) as
  select case when s.finished_at is not null then 'finished' when s.id is not null then 'started' else 'new' end as state,
         case when is_admin() or s.started_by = app_user_id() then s.started_by end as started_by,
         (select coalesce(p.full_name, p.email) from people p where p.id = s.started_by and is_admin()) as started_by_name
    from (select) as one left join club_setup s on true;
grant select on club_setup_state to club_visitor, club_member;

create trigger stamp_club_setting before insert or update of value on club_settings
  for each row execute function stamp_club_setting();
create trigger keep_club_setting_revision after insert or update of value on club_settings
  for each row execute function keep_club_setting_revision();

grant execute on function is_brand_file to club_member, club_visitor;
