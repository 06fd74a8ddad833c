-- The trigger binds the owner too. Names are emptied with their accounts.
create or replace function keep_company_update() returns trigger language plpgsql as $$
declare names constant text[] := '{author_id,published_by}';
begin
  if tg_op = 'UPDATE' and tg_table_name = 'company_updates'
     and to_jsonb(old) - names - 'published_at' = to_jsonb(new) - names - 'published_at'
     and (old.published_at is null or new.published_at = old.published_at)
     and (new.author_id is null or new.author_id = old.author_id)
     and (old.published_at is null or new.published_by is null or new.published_by = old.published_by) then return new; end if;
  raise integrity_constraint_violation using message = 'what a company has said is never changed or deleted';
end $$;

create or replace function holders_of_company(p_company_id uuid) returns setof uuid language sql stable security definer as $$
  select distinct r.user_id from public.holdings h join public.investor_records r on r.id = h.record_id
   where h.company_id = p_company_id and r.user_id is not null and public.is_admin() $$;

create trigger keep_company_update before update or delete on company_updates for each row execute function keep_company_update();
create trigger keep_company_update before update or delete on company_update_offers
  for each row execute function keep_company_update();

grant execute on function holders_of_company to club_member;
