-- The wording that investors sign, as data: a change is a new version.
create table statement_forms (
  id uuid primary key default app_uuid_v7(),
  kind text not null check (kind in ('high_net_worth', 'self_certified_sophisticated')),
  version_label text not null check (btrim(version_label) <> '' and length(version_label) <= 60),
  law_reference text not null check (btrim(law_reference) <> '' and length(law_reference) <= 200),
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 200000),
  -- London days, the last one included.
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  -- Of what renderStatementForm makes of it.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  author_id uuid references auth.users (id) on delete set null,
  signed_off_at timestamptz(3),
  signed_off_by uuid references auth.users (id) on delete set null,
  withdrawn_at timestamptz(3),
  withdrawn_by uuid references auth.users (id) on delete set null,
  withdrawn_reason text check (btrim(withdrawn_reason) <> '' and length(withdrawn_reason) <= 5000),
  unique (kind, version_label),
  check (signed_off_at is not null or signed_off_by is null),
  check ((withdrawn_at is null) = (withdrawn_reason is null)),
  check (withdrawn_at is not null or withdrawn_by is null)
);
create index statement_forms_created_at_idx on statement_forms (created_at desc, id desc);
create index statement_forms_author_id_idx on statement_forms (author_id);
create index statement_forms_signed_off_by_idx on statement_forms (signed_off_by);
create index statement_forms_withdrawn_by_idx on statement_forms (withdrawn_by);
alter table statement_forms enable row level security;

grant select, insert (kind, version_label, law_reference, content, valid_from, valid_until, sha256, author_id)
  on statement_forms to club_member;
create policy "members see what was signed off, admins all" on statement_forms for select to club_member
  using ((signed_off_at is not null and withdrawn_at is null and (select is_member())) or (select is_admin()));
create policy "admins install forms in their own name" on statement_forms for insert to club_member
  with check ((select is_admin()) and author_id = (select app_user_id()));

-- For everybody, the owner too: what was signed has to stay what it was. Deleted accounts leave no name.
create function keep_statement_form() returns trigger
language plpgsql set search_path = pg_catalog as $$
declare
  changeable constant text[] := '{author_id,signed_off_at,signed_off_by,withdrawn_at,withdrawn_by,withdrawn_reason}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - changeable = to_jsonb(new) - changeable
     and (new.author_id is null or new.author_id = old.author_id)
     and (old.signed_off_at is null or new.signed_off_at = old.signed_off_at)
     and (old.signed_off_at is null or new.signed_off_by is null or new.signed_off_by = old.signed_off_by)
     and (old.withdrawn_at is null or (new.withdrawn_at, new.withdrawn_reason) = (old.withdrawn_at, old.withdrawn_reason))
     and (old.withdrawn_at is null or new.withdrawn_by is null or new.withdrawn_by = old.withdrawn_by)
  then return new; end if;
  raise integrity_constraint_violation using message = 'a statement form is never changed or deleted';
end
$$;
create trigger keep_statement_form before update or delete on statement_forms
  for each row execute function keep_statement_form();

-- Whether the caller is an admin and nobody else is.
create function is_only_admin() returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select public.is_admin()
     and not exists (select from auth.users u where u.id <> public.app_user_id() and public.is_admin_person(u.id))
$$;
grant execute on function is_only_admin() to club_member;

-- Every version, and whether its reader wrote it and has no second admin to ask.
create view statement_form_versions with (security_barrier) as
  select f.*, author.full_name as author_name, signer.full_name as signed_off_by_name,
         coalesce(f.author_id = (select app_user_id()) and f.created_at <= now() - interval '24 hours'
                    and (select is_only_admin()), false) as is_left_to_author
    from statement_forms f
    left join people author on author.id = f.author_id
    left join people signer on signer.id = f.signed_off_by
   where (select is_admin());
grant select on statement_form_versions to club_member;

-- By an admin who did not write it; by its author where there is no other admin, a day later.
-- Answers signed_off, signed_off_alone, second_person_required, closed, or null where there is no such form.
create function sign_off_statement_form(p_form_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  form public.statement_forms;
  is_alone boolean;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into form from public.statement_forms where id = p_form_id for update;
  if form.id is null then return null; end if;
  if form.signed_off_at is not null or form.withdrawn_at is not null then return 'closed'; end if;
  is_alone := coalesce(form.author_id = public.app_user_id(), false);
  if is_alone and not (select v.is_left_to_author from public.statement_form_versions v where v.id = p_form_id) then
    return 'second_person_required';
  end if;
  update public.statement_forms set signed_off_at = now(), signed_off_by = public.app_user_id() where id = p_form_id;
  return case when is_alone then 'signed_off_alone' else 'signed_off' end;
end
$$;

-- Any version, at once and for good. Answers whether it was there and not withdrawn before.
create function withdraw_statement_form(p_form_id uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  update public.statement_forms
     set withdrawn_at = now(), withdrawn_by = public.app_user_id(), withdrawn_reason = p_reason
   where id = p_form_id and withdrawn_at is null;
  return found;
end
$$;
grant execute on function sign_off_statement_form(uuid), withdraw_statement_form(uuid, text) to club_member;
