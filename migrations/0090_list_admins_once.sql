-- Every admin, found without asking is_admin_person of everybody.
create function admin_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog as $$
  select a.id
    from (select r.user_id as id from public.user_roles r where r.role = 'admin' and r.status = 'approved'
          union
          select u.id from public.admin_emails e join auth.users u on u.email = e.email) a
   where public.is_admin_person(a.id)
$$;

create or replace function is_only_admin() returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select public.is_admin() and not exists (select from public.admin_ids() id where id <> public.app_user_id())
$$;

create or replace function ledger_readers(p_deal_id uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog as $$
  select public.admin_ids()
  union
  select r.user_id from public.commitments c join public.investor_records r on r.id = c.record_id
   where c.deal_id = p_deal_id and c.called_at is not null and r.user_id is not null
$$;

drop function count_membership_requests();
drop function count_waiting_questions();
