create or replace function find_invitations(p_part text, p_state text, p_now timestamptz,
                                 p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof uuid language plpgsql stable security definer rows 25 as $$
begin
  if not public.is_admin() then return; end if;
  return query select public.find_newest(
    'invitations', 'created_at',
    case p_state when 'used' then 'used_at is not null'
                 when 'unused' then format('used_at is null and expires_at > %L::timestamptz', p_now)
                 when 'expired' then format('used_at is null and expires_at <= %L::timestamptz', p_now)
                 else 'true' end,
    public.contains('email', p_part), public.contains_by_index('email', p_part), p_before, p_before_id, p_limit);
end $$;

grant execute on function find_invitations to club_member;
