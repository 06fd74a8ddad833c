-- No payment is proposed or approved that the account cannot pay: what is approved and not yet booked counts as gone. KD012 is a
-- refusal with a text of its own (`problem.ts`); its detail has the figures.
create function check_payment_balance() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  short record;
begin
  select sums.* into short
    from (select n.deal_id, sum(n.amount_pence) as pence,
                 coalesce(sum(n.amount_pence) filter (where n.state = 'approved'), 0) as approved_pence,
                 public.ledger_balance(n.deal_id, '1000') as on_account_pence,
                 (select coalesce(sum(o.amount_pence), 0) from public.outgoing_payments o
                   where o.deal_id = n.deal_id and o.state = 'approved') as all_approved_pence
            from new_payments n where n.state in ('proposed', 'approved') group by n.deal_id) sums
   where sums.pence > sums.on_account_pence - (sums.all_approved_pence - sums.approved_pence) limit 1;
  if short.deal_id is not null then
    raise sqlstate 'KD012' using
      message = 'a payment exceeds what is on the account',
      detail = jsonb_build_object('pence', short.pence, 'on_account_pence', short.on_account_pence,
                                  'leaving_pence', short.all_approved_pence - short.approved_pence)::text;
  end if;
  return null;
end
$$;
create trigger check_new_payment_balance after insert on outgoing_payments
  referencing new table as new_payments for each statement execute function check_payment_balance();
create trigger check_approved_payment_balance after update on outgoing_payments
  referencing new table as new_payments for each statement execute function check_payment_balance();
