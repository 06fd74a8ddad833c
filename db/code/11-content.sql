create or replace function mark_content_revision() returns trigger language plpgsql security definer as $$
begin
  insert into public.content_revisions default values on conflict ((true)) do update set revision = excluded.revision;
  perform pg_notify('content_revision', '');
  return null;
end $$;

create or replace function is_in_event_audience(p_audience text) returns boolean language sql stable security definer as $$
  select case p_audience
           when 'members' then public.is_member()
           when 'approved' then coalesce(public.membership_status_of(public.app_user_id()) = 'approved', false)
           else public.is_investor()
         end $$;

create or replace view published_content with (security_barrier) as
  select id, kind, slug, published as content, first_published_at, published_at, position, is_example
    from content_items c
   where published is not null
     and (kind not in ('event', 'company') or (select is_member()))
     and (kind <> 'event' or (select is_admin())
          or coalesce((select is_in_event_audience(p.audience)
                         and (p.cancelled_at is null or p.cancelled_at > (select app_now()) - interval '30 days')
                        from event_places p where p.event_id = c.id), true));
grant select on published_content to club_visitor, club_member;

create or replace function is_content_file(p_file_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.content_files f
                   join public.content_items i on i.id = f.item_id
                  where f.file_id = p_file_id
                    and (public.is_admin()
                         or (strpos(i.published::text, p_file_id::text) > 0
                             and (i.kind not in ('event', 'company') or public.is_member())))) $$;

create trigger mark_content_revision after update on content_items for each row
  when (old.published is distinct from new.published or old.position <> new.position or old.is_example <> new.is_example)
  execute function mark_content_revision();
create trigger mark_content_revision_of_all after insert or delete on content_items
  for each statement execute function mark_content_revision();
create trigger mark_content_revision after insert or update of value or delete on club_settings
  for each statement execute function mark_content_revision();

grant execute on function is_content_file, is_in_event_audience to club_member, club_visitor;
