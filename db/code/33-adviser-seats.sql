-- The lock prevents that two grants at once exceed five seats.
create or replace function grant_adviser_seat(p_name text, p_email text, p_shows_reliefs boolean, p_shows_papers boolean, p_token_hash text)
returns uuid language plpgsql security definer as $$
declare granted uuid;
begin
  perform from auth.users u where u.id = public.app_user_id() for update;
  if not found then raise insufficient_privilege; end if;
  if (select count(*) from public.adviser_seats s
       where s.user_id = public.app_user_id() and s.ended_at is null and s.expires_at > public.app_now()) >= 5 then
    raise sqlstate 'KC001' using message = 'seat_too_many';
  end if;
  insert into public.adviser_seats (user_id, name, email, shows_reliefs, shows_papers, token_hash, expires_at)
  values (public.app_user_id(), p_name, p_email, p_shows_reliefs, p_shows_papers, p_token_hash, public.app_now() + interval '90 days')
  returning id into granted;
  return granted;
end $$;

create or replace function renew_adviser_seat(p_id uuid, p_token_hash text) returns text language plpgsql security definer as $$
declare seat public.adviser_seats;
begin
  select * into seat from public.adviser_seats s where s.id = p_id and s.user_id = public.app_user_id() for update;
  if seat.id is null then return null; end if;
  if seat.ended_at is not null or seat.expires_at <= public.app_now() then raise sqlstate 'KC001' using message = 'seat_ended'; end if;
  update public.adviser_seats
     set token_hash = p_token_hash, granted_at = public.app_now(), expires_at = public.app_now() + interval '90 days',
         reminded_at = null where id = seat.id;
  return 'renewed';
end $$;

create or replace function end_adviser_seat(p_id uuid) returns text language sql security definer as $$
  update public.adviser_seats s set ended_at = public.app_now(), ended_because = 'ended'
   where s.id = p_id and s.user_id = public.app_user_id() and s.ended_at is null and s.expires_at > public.app_now()
  returning 'ended' $$;

create or replace function end_seats_of_suspended() returns trigger language plpgsql security definer as $$
begin
  update public.adviser_seats set ended_at = public.app_now(), ended_because = 'suspended'
   where user_id = new.user_id and ended_at is null;
  return null;
end $$;

create or replace function live_adviser_seat(p_token_hash text) returns adviser_seats language sql stable security definer as $$
  select s from public.adviser_seats s
   where s.token_hash = p_token_hash and s.ended_at is null and s.expires_at > public.app_now()
     and not exists (select from public.user_roles r where r.user_id = s.user_id and r.suspended_at is not null) $$;

-- An adviser does not see the filed ledger of a deal, which has entries of other members.
create or replace function read_as_adviser(p_token_hash text, p_device text) returns jsonb language plpgsql security definer as $$
declare
  seat public.adviser_seats := public.live_adviser_seat(p_token_hash);
  reader constant text := coalesce(current_setting('app.user_id', true), '');
  is_new boolean := false;
  opening uuid;
  shown jsonb;
begin
  if seat.id is null then return null; end if;
  perform from public.adviser_seats s where s.id = seat.id for update;
  if not exists (select from public.adviser_openings o
                  where o.seat_id = seat.id and o.device is not distinct from p_device
                    and o.opened_at >= seat.granted_at and o.opened_at > public.app_now() - interval '30 minutes') then
    is_new := not exists (select from public.adviser_openings o
                           where o.seat_id = seat.id and o.device is not distinct from p_device
                             and o.opened_at >= seat.granted_at);
    insert into public.adviser_openings (seat_id, device, is_new_device) values (seat.id, p_device, is_new) returning id into opening;
  end if;
  perform set_config('app.user_id', seat.user_id::text, true);
  shown := jsonb_build_object(
    'seat', jsonb_build_object(
      'id', seat.id, 'user_id', seat.user_id, 'name', seat.name, 'expires_at', seat.expires_at, 'new_device_opening_id', case when is_new then opening end,
      'shows_reliefs', seat.shows_reliefs, 'shows_papers', seat.shows_papers,
      'member_name', (select coalesce(r.legal_name, u.name) from auth.users u
                        left join public.investor_records r on r.user_id = u.id where u.id = seat.user_id)),
    'holdings', (select coalesce(jsonb_agg(to_jsonb(h) || jsonb_build_object(
                          'price', h.price::text, 'reliefs', case when seat.shows_reliefs then h.reliefs else '[]' end)
                          order by h.issued_on, h.id), '[]') from public.own_holdings h),
    'unissued', (select coalesce(jsonb_agg(to_jsonb(u) order by u.commitment_id), '[]') from public.own_unissued u),
    'exit_lines', (select coalesce(jsonb_agg(to_jsonb(l) order by l.happened_on, l.exit_id), '[]') from public.own_exit_lines l),
    'payouts', (select coalesce(jsonb_agg(to_jsonb(p) order by p.paid_on, p.id), '[]') from public.own_imported_payouts p),
    'prices', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('price', p.price::text)
                                         order by p.as_of, p.recorded_at nulls first, p.id), '[]')
                 from public.company_prices p where p.company_id in (select public.own_companies())),
    'share_actions', (select coalesce(jsonb_agg(to_jsonb(a) order by a.effective_on, a.id), '[]') from public.own_share_actions a),
    'typed', (select coalesce(jsonb_agg(jsonb_build_object(
                       'company_id', c.id, 'name', c.name,
                       'holdings', (select coalesce(jsonb_agg(jsonb_build_object(
                                             'id', h.id, 'shares', h.shares, 'share_class', h.share_class, 'price', h.price::text,
                                             'cost_pence', h.cost_pence, 'fee_pence', h.fee_pence, 'scheme', h.scheme,
                                             'issued_on', h.issued_on, 'certificate_on', h.certificate_on, 'note', null, 'updated_at', h.updated_at,
                                             'reliefs', (select coalesce(jsonb_agg(jsonb_build_object(
                                                                  'id', r.id, 'kind', r.kind, 'claimed_on', r.claimed_on,
                                                                  'pence', r.pence, 'is_carried_back', r.is_carried_back,
                                                                  'lost_on', r.lost_on)
                                                                  order by r.claimed_on, r.id), '[]')
                                                           from public.relief_records r
                                                          where r.typed_holding_id = h.id and seat.shows_reliefs))
                                             order by h.issued_on, h.id), '[]')
                                      from public.typed_holdings h where h.company_id = c.id),
                       'sales', (select coalesce(jsonb_agg(jsonb_build_object(
                                          'id', s.id, 'sold_on', s.sold_on, 'shares', s.shares, 'gross_pence', s.gross_pence,
                                          'costs_pence', s.costs_pence) order by s.sold_on, s.id), '[]')
                                   from public.typed_sales s where s.company_id = c.id),
                       'prices', (select coalesce(jsonb_agg(jsonb_build_object(
                                           'id', p.id, 'as_of', p.as_of, 'price', p.price::text, 'source', p.source)
                                           order by p.as_of, p.id), '[]')
                                    from public.typed_prices p where p.company_id = c.id)) order by c.id), '[]')
                from public.typed_companies c where c.user_id = seat.user_id),
    'papers', case when seat.shows_papers
      then (select coalesce(jsonb_agg(jsonb_build_object(
                     'id', p.id, 'commitment_id', p.commitment_id, 'kind', p.kind, 'dated_on', p.dated_on, 'scheme', p.scheme,
                     'bytes', p.bytes, 'company_name', p.company_name, 'deal_name', p.deal_name)
                     order by p.dated_on desc, p.id desc), '[]') from public.own_papers p where p.kind <> 'ledger')
      else '[]' end,
    'ledger', case when seat.shows_papers
      then (select coalesce(jsonb_agg(jsonb_build_object(
                     'booked_on', t.booked_on, 'company_name', company.name, 'deal_name', d.name, 'kind', t.kind,
                     'account', e.account, 'amount_pence', e.amount_pence)
                     order by t.booked_on, d.id, t.number, e.id), '[]')
              from public.investor_records r
              join public.commitments c on c.record_id = r.id
              join public.ledger_entries e on e.deal_id = c.deal_id and e.commitment_id = c.id
              join public.ledger_transactions t on t.id = e.transaction_id
              join public.deals d on d.id = c.deal_id
              join public.companies company on company.id = d.company_id where r.user_id = seat.user_id) else '[]' end);
  perform set_config('app.user_id', reader, true);
  return shown;
end $$;

create or replace function adviser_paper_file(p_token_hash text, p_paper_id uuid) returns uuid language plpgsql security definer as $$
declare
  seat public.adviser_seats := public.live_adviser_seat(p_token_hash);
  reader constant text := coalesce(current_setting('app.user_id', true), '');
  found_file uuid;
begin
  if seat.id is null or not seat.shows_papers then return null; end if;
  perform set_config('app.user_id', seat.user_id::text, true);
  select p.file_id into found_file from public.own_papers o join public.papers p on p.id = o.id where o.id = p_paper_id and o.kind <> 'ledger';
  perform set_config('app.user_id', reader, true);
  return found_file;
end $$;

create trigger end_seats_of_suspended after update of suspended_at on user_roles
  for each row when (old.suspended_at is null and new.suspended_at is not null) execute function end_seats_of_suspended();

grant execute on function grant_adviser_seat, renew_adviser_seat, end_adviser_seat to club_member;

grant execute on function read_as_adviser, adviser_paper_file to club_member, club_visitor;
