create or replace function transition_webhook_deliveries(p_id uuid, p_from text[], p_to text, p_expected_version timestamptz, p_note text)
returns text language plpgsql security definer as $$
declare delivery public.webhook_deliveries;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  if p_to <> 'waiting' then raise invalid_parameter_value; end if;
  select * into delivery from public.webhook_deliveries d where d.id = p_id for update;
  if delivery.id is null then return null; end if;
  if delivery.state = 'waiting' then return 'unchanged'; end if;
  if not delivery.state = any (p_from) or exists (
    select from public.webhook_endpoints e where e.id = delivery.endpoint_id and e.switched_off_at is not null) then
    raise sqlstate 'KC001' using message = 'webhook_off';
  end if;
  update public.webhook_deliveries set state = 'waiting', attempts = 0, next_attempt_at = public.app_now() where id = p_id;
  return 'changed';
end $$;

grant execute on function transition_webhook_deliveries to club_member;
