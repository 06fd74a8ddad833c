create or replace function owns_typed_holding(p_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.typed_holdings h where h.id = p_id and h.user_id = public.app_user_id()) $$;

grant execute on function owns_typed_holding, class_key to club_member;

create trigger mark_change before update on typed_holdings for each row execute function mark_change();
