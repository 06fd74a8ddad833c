-- What is to be done next with a deal, as admins write it.
alter table deals add column next_step text check (btrim(next_step) <> '' and length(next_step) <= 200);
grant update (next_step) on deals to club_member;

-- What the author and the approver of a version confirmed, as it was worded that day; null for versions before that was kept.
alter table deal_versions
  add column author_checklist text[] check (cardinality(author_checklist) > 0),
  add column approver_checklist text[] check (cardinality(approver_checklist) > 0),
  add constraint deal_versions_approver_checklist_approved_check check (approver_checklist is null or approved_at is not null);
grant insert (author_checklist) on deal_versions to club_member;

-- As before; the approver's checklist comes with the approval.
create or replace function keep_deal_record() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  changeable constant text[] := '{author_id,moved_by,approved_at,approved_by,approver_checklist}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - changeable = to_jsonb(new) - changeable
     and coalesce(to_jsonb(new) ->> 'author_id', to_jsonb(old) ->> 'author_id') is not distinct from to_jsonb(old) ->> 'author_id'
     and coalesce(to_jsonb(new) ->> 'moved_by', to_jsonb(old) ->> 'moved_by') is not distinct from to_jsonb(old) ->> 'moved_by'
     and (to_jsonb(old) ->> 'approved_at' is null
          or (to_jsonb(new) ->> 'approved_at' = to_jsonb(old) ->> 'approved_at'
              and to_jsonb(new) -> 'approver_checklist' is not distinct from to_jsonb(old) -> 'approver_checklist'
              and coalesce(to_jsonb(new) ->> 'approved_by', to_jsonb(old) ->> 'approved_by')
                  is not distinct from to_jsonb(old) ->> 'approved_by'))
  then return new; end if;
  raise integrity_constraint_violation using message = 'what a deal has recorded is never changed or deleted';
end
$$;

-- As before, with what the approver confirmed.
drop function approve_deal_version(uuid);
create function approve_deal_version(p_version_id uuid, p_checklist text[]) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
  version public.deal_version_list;
  is_alone boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select d.* into deal from public.deals d join public.deal_versions v on v.deal_id = d.id where v.id = p_version_id for update of d;
  if deal.id is null then return null; end if;
  select * into version from public.deal_version_list where id = p_version_id;
  if not version.is_waiting then return 'closed'; end if;
  is_alone := coalesce(version.author_id = public.app_user_id(), false);
  if is_alone and not version.is_left_to_author then return 'second_person_required'; end if;
  if p_checklist is null then raise invalid_parameter_value; end if;
  update public.deal_versions
     set approved_at = public.app_now(), approved_by = public.app_user_id(), approver_checklist = p_checklist
   where id = p_version_id;
  if deal.state = 'preparing' then perform public.move_deal(deal, 'approved', null); end if;
  return case when is_alone then 'approved_alone' else 'approved' end;
end
$$;
grant execute on function approve_deal_version(uuid, text[]) to club_member;

-- A replaced logo stays: versions name it.
create table company_logos (
  id uuid primary key default app_uuid_v7(),
  created_at timestamptz(3) not null default app_now(),
  company_id uuid not null references companies (id),
  author_id uuid references auth.users (id) on delete set null,
  file_id uuid not null unique references files (id),
  -- Of the file, as versions keep it.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  removed_at timestamptz(3)
);
create unique index company_logos_present_idx on company_logos (company_id) where removed_at is null;
create index company_logos_company_id_idx on company_logos (company_id);
create index company_logos_author_id_idx on company_logos (author_id);
alter table company_logos enable row level security;

create function is_logo_shown(p_file_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (select from public.open_deals where content #>> '{company,logo,file_id}' = p_file_id::text)
$$;
grant execute on function is_logo_shown(uuid) to club_member;

grant select, insert (company_id, author_id, file_id, sha256), update (removed_at) on company_logos to club_member;
create policy "investors see logos of versions that are shown, admins all" on company_logos for select to club_member
  using ((select is_admin()) or is_logo_shown(file_id));
create policy "admins add logos in their own name" on company_logos for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));
create policy "admins remove logos" on company_logos for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
create trigger follow_file_use after insert or delete on company_logos for each row execute function follow_file_use();

create policy "people see the files of logos they see" on files for select to club_member
  using (kind = 'company_logo' and exists (select from company_logos l where l.file_id = files.id));
