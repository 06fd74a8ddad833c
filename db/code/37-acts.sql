create or replace function keep_act() returns trigger language plpgsql as $$
declare
  names constant text[] := '{user_id,prepared_by,answered_by,seen_by}';
  progress constant text[] := '{state,signed_at,expires_at,ended_at,ended_because,told_void_at,told_at,not_before,executed_at,withdrawn_at,answered_at,answer,answered_by,signs_from}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - names - progress = to_jsonb(new) - names - progress
     and not exists (select from unnest(names) name where name <> 'answered_by' and to_jsonb(new) ->> name is not null
                       and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name)
     and not exists (select from unnest('{signed_at,ended_at,executed_at,withdrawn_at,answered_at}'::text[]) name
                      where to_jsonb(old) ->> name is not null and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name)
  then return new; end if;
  raise integrity_constraint_violation using message = 'what is signed is never changed or deleted';
end $$;

create or replace function newest_version(p_deal_id uuid) returns public.deal_versions language sql stable security definer as $$
  select v.* from public.deal_versions v where v.deal_id = p_deal_id order by v.number desc limit 1 $$;

create or replace function approved_version(p_deal_id uuid) returns public.deal_versions language sql stable security definer as $$
  select v.* from public.deal_versions v
   where v.deal_id = p_deal_id and v.approved_at is not null order by v.number desc limit 1 $$;

-- Of the version that members read, and of the one that is to follow it.
create or replace function is_on_panel(p_deal_id uuid, p_user_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.deal_panel p
                  where p.deal_id = p_deal_id and p.user_id = p_user_id
                    and p.version_id in ((public.approved_version(p_deal_id)).id, (public.newest_version(p_deal_id)).id)) $$;

create or replace function takes_part(p_deal_id uuid, p_user_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.commitments c join public.investor_records r on r.id = c.record_id
                  where c.deal_id = p_deal_id and r.user_id = p_user_id
                    and public.is_live_commitment(c.state)) $$;

-- Whoever reads the lists of a deal: its panel, and members who take part.
create or replace function reads_acts(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select public.is_on_panel(p_deal_id, public.app_user_id()) or public.takes_part(p_deal_id, public.app_user_id()) $$;

create or replace function reads_act(p_act_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.acts a where a.id = p_act_id and (public.is_admin() or public.reads_acts(a.deal_id))) $$;

create or replace function utc_text(p_at timestamptz) returns text language sql stable security definer as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;

-- One of them signed by hand is new to a company or a partner, and waits for a day.
create or replace function account_text(p_id uuid, p_name text, p_sort_code text, p_number text, p_bank text, p_entered_by uuid, p_is_new boolean)
returns jsonb language sql stable security definer as $$
  select jsonb_build_object('id', p_id, 'account_name', p_name, 'sort_code', p_sort_code, 'account_number', p_number, 'bank', p_bank,
    'is_new', p_is_new, 'entered_by', coalesce((select p.name from public.people p where p.id = p_entered_by), 'a deleted account')) $$;

-- Where fees go, by the settings, which two decide; empty where they do not say.
create or replace function fee_account_text() returns jsonb language sql stable security definer as $$
  select coalesce((select jsonb_build_object('account', s.value) from public.club_settings s
                    where s.key = 'fee_account' and s.value ->> 'account_number' is not null), '{}') $$;

-- Where the members of a deal pay to: the account that waits, or the one in use.
create or replace function collection_account_text(p_deal_id uuid) returns jsonb language sql stable security definer as $$
  select public.account_text(a.id, a.account_name, a.sort_code, a.account_number, a.bank, a.entered_by, not exists (
           select from public.collection_accounts o
            where o.deal_id <> a.deal_id and o.confirmed_at is not null
              and (o.account_name, o.sort_code, o.account_number) = (a.account_name, a.sort_code, a.account_number)))
         || jsonb_build_object('partner', a.partner)
    from public.collection_accounts a
   where a.deal_id = p_deal_id and a.replaced_at is null order by a.confirmed_at is null desc limit 1 $$;

create or replace function company_account_text(p_deal_id uuid) returns jsonb language sql stable security definer as $$
  select public.account_text(a.id, a.account_name, a.sort_code, a.account_number, a.bank, a.entered_by, not exists (
           select from public.company_accounts o join public.deals d on d.id = o.deal_id
            where o.deal_id <> a.deal_id and o.confirmed_at is not null
              and d.company_id = (select company_id from public.deals where id = p_deal_id)
              and (o.account_name, o.sort_code, o.account_number) = (a.account_name, a.sort_code, a.account_number)))
         || coalesce((select jsonb_build_object('entered_by', r.name || ' by link')
                        from public.company_account_requests r where r.id = a.request_id), '{}')
    from public.company_accounts a
   where a.deal_id = p_deal_id and a.replaced_at is null order by a.confirmed_at is null desc limit 1 $$;

-- What each member gets: of the draft, or of what is final with all that happened since.
create or replace function closing_lines(p_deal_id uuid)
returns table (commitment_id uuid, number integer, asked bigint, base bigint, rest bigint, shares bigint, cost_pence bigint,
               fee_pence bigint, reason text) language sql stable security definer as $$
  select c.id, c.number, l.wish, l.base, l.priority + l.rest, l.shares, l.cost_pence, l.fee_pence, l.reason
    from public.allocations a
    join public.allocation_lines l on l.allocation_id = a.id
    join public.commitments c on c.id = l.commitment_id
   where a.deal_id = p_deal_id and a.state = 'draft'
  union all
  select c.id, c.number, c.shares, coalesce(l.base, 0), coalesce(l.priority + l.rest, 0), coalesce(c.allocated_shares, 0),
         coalesce(c.cost_pence, 0), coalesce(c.fee_pence, 0), l.reason
    from public.allocations a
    join public.commitments c on c.deal_id = a.deal_id
     and c.state in ('waiting_list', 'allocated', 'called', 'part_paid', 'paid', 'completed')
    left join public.allocation_lines l on l.allocation_id = a.id and l.commitment_id = c.id
   where a.deal_id = p_deal_id and a.state = 'final' $$;

-- "M01,1457,365,848,1213,166484,0" for each member: number, asked, base, rest, shares, cost and fee.
create or replace function closing_proof(p_deal_id uuid) returns text language sql stable security definer as $$
  select encode(sha256(convert_to(string_agg(concat_ws(',', 'M' || lpad(l.number::text, greatest(2, length(l.number::text)), '0'),
           l.asked, l.base, l.rest, l.shares, l.cost_pence, l.fee_pence) || E'\n', '' order by l.number), 'UTF8')), 'hex')
    from public.closing_lines(p_deal_id) l $$;

-- Of those who sign, who gets a share more than others who asked for the same and placed it later; null where nobody does.
create or replace function odd_shares(p_version_id uuid) returns jsonb language sql stable security definer as $$
  select jsonb_agg(jsonb_build_object('name', o.name, 'than', o.than) order by o.name)
    from (select p.name, jsonb_agg(behind.number order by behind.number) as than
            from public.deal_panel p
            join public.investor_records r on r.user_id = p.user_id
            join public.commitments c on c.record_id = r.id and c.deal_id = p.deal_id
            join public.closing_lines(p.deal_id) own on own.commitment_id = c.id and own.reason is null
            join public.closing_lines(p.deal_id) behind
              on behind.asked = own.asked and behind.shares = own.shares - 1 and behind.reason is null
            join public.commitments later on later.id = behind.commitment_id and later.band = c.band and later.placed_at > c.placed_at
           where p.version_id = p_version_id group by p.id, p.name) o $$;

-- The whole text that is signed, from what the database has now.
create or replace function act_content(p_deal_id uuid, p_kind text) returns jsonb language plpgsql stable security definer as $$
declare
  deal public.deals;
  version public.deal_versions;
  terms public.deal_terms;
  shared public.allocations;
  decision public.success_fee_decisions;
  found jsonb;
  parts text[] := '{}';
begin
  select * into deal from public.deals where id = p_deal_id;
  version := case p_kind when 'offer' then public.newest_version(deal.id) else public.approved_version(deal.id) end;
  select * into terms from public.deal_terms where id = version.terms_id;
  found := jsonb_build_object(
    'kind', p_kind, 'deal_id', deal.id, 'deal', deal.name,
    'company', (select name from public.companies where id = deal.company_id),
    'version', version.number, 'page_sha256', version.page_sha256,
    'panel', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'capacity', p.capacity, 'arranges', p.arranges,
                                                           'invests_pence', p.invests_pence) order by p.name, p.id), '[]')
                from public.deal_panel p where p.version_id = version.id),
    'collection_account', public.collection_account_text(deal.id));
  if exists (select from public.collection_accounts where deal_id = deal.id and confirmed_at is null and replaced_at is null) then
    parts := array['collection_account'];
  end if;
  if p_kind = 'offer' then
    return found || jsonb_build_object(
      'parts', array_prepend('offer', parts),
      'terms', jsonb_build_object(
        'price', trim_scale(terms.price)::text, 'pre_money_pence', terms.pre_money_pence, 'round_total_pence', terms.round_total_pence,
        'club_minimum_pence', terms.club_minimum_pence, 'club_maximum_pence', terms.club_maximum_pence,
        'minimum_commitment_pence', terms.minimum_commitment_pence, 'scheme', terms.scheme, 'share_class', terms.share_class,
        'allocation_method', terms.allocation_method, 'opens_at', public.utc_text(terms.opens_at),
        'closes_at', public.utc_text(terms.closes_at), 'completion_expected_on', terms.completion_expected_on));
  end if;
  select * into shared from public.allocations where deal_id = deal.id and state <> 'replaced';
  select * into decision from public.success_fee_decisions s
   where s.deal_id = deal.id order by s.decided_at desc, s.id desc limit 1;
  if shared.state = 'draft' then parts := array_prepend('shares', parts); end if;
  if exists (select from public.company_accounts where deal_id = deal.id and confirmed_at is null and replaced_at is null) then
    parts := parts || 'company_account'::text;
  end if;
  if not exists (select from public.outgoing_payments o where o.deal_id = deal.id and o.kind = 'wire' and o.state in ('approved', 'paid')) then
    parts := parts || '{wire,fees}'::text[];
  elsif public.fees_to_send(deal.id) > 0 then
    parts := parts || 'fees'::text;
  end if;
  return found || jsonb_build_object(
    'parts', parts || 'completion'::text,
    'shares', jsonb_build_object(
      'method', shared.method, 'input_sha256', shared.input_sha256, 'capacity_shares', shared.capacity_shares,
      'price', trim_scale(terms.price)::text, 'result_sha256', public.closing_proof(deal.id), 'odd', public.odd_shares(version.id),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object(
                         'number', l.number, 'asked', l.asked, 'base', l.base, 'rest', l.rest, 'shares', l.shares,
                         'cost_pence', l.cost_pence, 'fee_pence', l.fee_pence, 'reason', l.reason) order by l.number), '[]')
                  from public.closing_lines(deal.id) l)),
    'company_account', public.company_account_text(deal.id),
    'wire', jsonb_build_object('pence', (select coalesce(sum(l.cost_pence), 0) from public.closing_lines(deal.id) l)),
    'fees', jsonb_build_object('pence', (select coalesce(sum(l.fee_pence), 0) from public.closing_lines(deal.id) l)) || public.fee_account_text(),
    'completion', jsonb_build_object(
      'expected_on', terms.completion_expected_on, 'success_fee_bp', (version.content ->> 'success_fee_bp')::integer,
      'article', decision.article, 'allowed_bp', decision.allowed_bp, 'waived_because', decision.waived_because));
end $$;

-- Who arranges the round as one who takes part, as the exclusion that they rely on says, and does not: they get no shares, or while it is
-- open ask for none.
create or replace function arrangers_without_part(p_deal_id uuid) returns jsonb language sql stable security definer as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'name', p.name, 'invests_pence', p.invests_pence, 'is_reader', coalesce(p.user_id = public.app_user_id(), false)) order by p.name, p.id), '[]')
    from public.deal_panel p
   where p.version_id = (public.approved_version(p_deal_id)).id and p.arranges
     and case when exists (select from public.allocations a
                            join public.deals d on d.id = a.deal_id
                           where a.deal_id = p_deal_id and a.state <> 'replaced' and d.state <> 'released')
              then not exists (
                select from public.closing_lines(p_deal_id) l
                  join public.commitments c on c.id = l.commitment_id
                  join public.investor_records r on r.id = c.record_id
                 where r.user_id = p.user_id and l.shares > 0)
              else p.user_id is null or not public.takes_part(p_deal_id, p.user_id) end $$;

create or replace function act_obstacle(p_deal_id uuid, p_kind text) returns text language plpgsql stable security definer as $$
declare deal public.deals; version public.deal_versions; draft public.allocation_list;
begin
  select * into deal from public.deals where id = p_deal_id;
  if p_kind = 'offer' then
    version := public.newest_version(deal.id);
    return case
      when deal.state not in ('preparing', 'approved', 'released', 'closing') then 'act_deal_over'
      when version.id is null or version.approved_at is not null then 'act_no_version'
      when exists (select from public.deal_terms newer join public.deal_terms read on read.id = version.terms_id
                    where newer.deal_id = deal.id and newer.number > read.number) then 'act_newer_terms'
      when not exists (select from public.deal_panel where version_id = version.id) then 'act_no_panel' end;
  end if;
  version := public.approved_version(deal.id);
  if deal.state not in ('released', 'closing') then return 'act_deal_over'; end if;
  select * into draft from public.allocation_list where deal_id = deal.id;
  return case
    when draft.id is null then 'act_no_shares'
    when public.shares_kept_until(deal.id) is not null then 'act_shares_kept'
    when public.arrangers_without_part(deal.id) <> '[]' then 'act_arranger'
    when draft.state = 'draft' and (draft.is_stale or draft.method <> draft.published_method) then 'allocation_stale'
    when draft.state = 'draft' then coalesce(public.allocation_obstacle(deal.id), case
      when (select sum(l.cost_pence) from public.allocation_lines l where l.allocation_id = draft.id) < draft.club_minimum_pence
        then 'allocation_below_club_minimum' end) end;
end $$;

-- What the closing list lacks: first what the company still has to be asked for.
create or replace function closing_lacks(p_deal_id uuid) returns text language sql stable security definer as $$
  select case
    when public.waits_for_account(p_deal_id) then 'act_account_in_use'
    when lacks_company and not exists (select from public.company_account_requests r
                                        where r.deal_id = p_deal_id and r.used_at is null and r.ended_at is null
                                          and r.expires_at > public.app_now()) then 'act_no_company_account'
    when not exists (select from public.collection_accounts where deal_id = p_deal_id and replaced_at is null)
      then 'act_no_collection_account'
    when lacks_company then 'act_no_company_account'
    when public.success_fee_bp(p_deal_id) > 0
         and not exists (select from (select * from public.success_fee_decisions s where s.deal_id = p_deal_id
                                       order by s.decided_at desc, s.id desc limit 1) s
                          where s.waived_because is not null
                             or s.allowed_bp >= public.success_fee_bp(p_deal_id))
      then 'act_no_success_fee' end
    from (select not exists (select from public.company_accounts where deal_id = p_deal_id and replaced_at is null) as lacks_company) x $$;

-- The text of a list that waits no longer says what is so.
-- A signed list is stale once another account was entered than it names, until the company is paid.
create or replace function is_act_stale(p_act public.acts) returns boolean language sql stable security definer as $$
  select case
    when p_act.state in ('prepared', 'waiting') then p_act.content <> public.act_content(p_act.deal_id, p_act.kind)::text
    when p_act.state = 'signed' and p_act.kind = 'closing' then
      exists (select from public.act_parts p where p.act_id = p_act.id and p.part = 'wire' and p.executed_at is null)
      and exists (select from (values ('collection_account', public.collection_account_text(p_act.deal_id)),
                                      ('company_account', public.company_account_text(p_act.deal_id))) now_in (part, account)
                   where now_in.account ->> 'id' is distinct from p_act.content::jsonb -> now_in.part ->> 'id')
    else false end $$;

create or replace function prepare_act(p_deal_id uuid, p_kind text) returns uuid language plpgsql security definer as $$
declare
  deal public.deals;
  obstacle text;
  open public.acts;
  text_now text;
  prepared uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  deal := public.lock_deal(p_deal_id);
  if deal.id is null then return null; end if;
  obstacle := coalesce(public.act_obstacle(deal.id, p_kind), case when public.waits_for_account(deal.id) then 'act_account_in_use' end,
                       case p_kind when 'closing' then public.closing_lacks(deal.id) end);
  if obstacle is not null then
    raise sqlstate 'KC001' using message = obstacle, detail = jsonb_build_object('arrangers', public.arrangers_without_part(deal.id))::text;
  end if;
  if not public.is_on_panel(deal.id, public.app_user_id()) then
    raise sqlstate 'KC001' using message = 'act_not_yours', detail = '{"reason": "not_on_panel"}';
  end if;
  if p_kind = 'closing' then perform public.lower_commitment_fees(deal.id);
  else
    perform public.check_end_of_terms(deal.id, t.closes_at) from public.deal_terms t where t.id = (public.newest_version(deal.id)).terms_id;
  end if;
  text_now := public.act_content(deal.id, p_kind)::text;
  select * into open from public.acts where deal_id = deal.id and kind = p_kind and state in ('prepared', 'waiting', 'signed');
  -- What was signed and has run out is signed anew, though it says the same.
  if open.content = text_now and (open.state <> 'prepared' or open.prepared_by = public.app_user_id())
     and not (open.state = 'signed' and exists (select from public.act_parts p
                                                 where p.act_id = open.id and public.part_refusal(open.id, p.part) = 'expired'))
  then return open.id; end if;
  if open.state = 'signed' and not exists (select from public.act_parts where act_id = open.id and executed_at is null) then
    raise sqlstate 'KC001' using message = 'act_closed';
  end if;
  update public.acts set state = 'replaced', ended_at = public.app_now() where id = open.id;
  insert into public.acts (deal_id, kind, number, version_id, content, content_sha256, prepared_by)
  values (deal.id, p_kind, 1 + coalesce((select max(a.number) from public.acts a where a.deal_id = deal.id), 0),
          (case p_kind when 'offer' then public.newest_version(deal.id) else public.approved_version(deal.id) end).id,
          text_now, encode(sha256(convert_to(text_now, 'UTF8')), 'hex'), public.app_user_id())
  returning id into prepared;
  insert into public.act_parts (act_id, part, is_discretionary)
  select prepared, part, case part
           when 'offer' then true
           when 'shares' then exists (select from public.closing_lines(deal.id) l where l.reason is not null)
           when 'collection_account' then (text_now::jsonb #>> '{collection_account,is_new}')::boolean
           when 'company_account' then (text_now::jsonb #>> '{company_account,is_new}')::boolean
           else false end
    from jsonb_array_elements_text(text_now::jsonb -> 'parts') part;
  return prepared;
end $$;

-- Who chose where the number of an account that waits comes from: they entered it, or asked the company for it by a link.
create or replace function made_account(p_deal_id uuid, p_part text, p_user_id uuid) returns boolean language sql stable security definer as $$
  select case p_part
    when 'collection_account' then exists (
      select from public.collection_accounts a
       where a.deal_id = p_deal_id and a.confirmed_at is null and a.replaced_at is null and a.entered_by = p_user_id)
    else exists (
      select from public.company_accounts a left join public.company_account_requests r on r.id = a.request_id
       where a.deal_id = p_deal_id and a.confirmed_at is null and a.replaced_at is null and p_user_id in (a.entered_by, r.asked_by)) end $$;

-- The new accounts of a list that none of its signers has called back.
create or replace function uncalled_accounts(p_act_id uuid) returns setof text language sql stable security definer as $$
  select p.part from public.act_parts p
   where p.act_id = p_act_id and p.part in ('collection_account', 'company_account') and p.is_discretionary
     and not exists (select from public.act_signatures s where s.act_id = p.act_id and s.call_backs ? p.part)
   order by p.part $$;

-- The accounts that a signer calls back, none of which they made. Whoever signs first calls back what another of the panel made, since
-- that one could not, so that each of the panel can sign second; whoever signs second calls back the rest.
create or replace function call_backs_needed(p_act_id uuid, p_user_id uuid) returns text[] language sql stable security definer as $$
  select coalesce(array_agg(c.part), '{}')
    from public.acts a cross join public.uncalled_accounts(a.id) c (part)
   where a.id = p_act_id and not public.made_account(a.deal_id, c.part, p_user_id)
     and exists (select from public.deal_panel p where p.version_id = a.version_id and p.user_id = p_user_id)
     and not exists (select from public.act_signatures s where s.act_id = a.id and s.user_id = p_user_id)
     and (a.state = 'waiting'
          or a.state = 'prepared' and exists (select from public.deal_panel o
                                               where o.version_id = a.version_id and o.user_id <> p_user_id
                                                 and public.made_account(a.deal_id, c.part, o.user_id))) $$;

-- Why a person cannot sign for a deal, whoever the other signer is.
create or replace function signer_refusal(p_deal_id uuid, p_kind text, p_version_id uuid, p_user_id uuid) returns text
language plpgsql stable security definer as $$
declare
  own public.deal_panel;
  earlier uuid;
begin
  select * into own from public.deal_panel where version_id = p_version_id and user_id = p_user_id;
  if own.id is null then return 'not_on_panel'; end if;
  -- While two of the panel that members read are standing and on the new one too, nobody else signs an offer. Nobody waits for
  -- `signs_from` here: it is set as the offer is approved.
  if p_kind = 'offer' then
    select v.id into earlier from public.deal_versions v
     where v.deal_id = p_deal_id and v.approved_at is not null and v.id <> p_version_id order by v.number desc limit 1;
    if earlier is not null
       and not exists (select from public.deal_panel where version_id = earlier and user_id = p_user_id)
       and (select count(*) from public.deal_panel p join public.deal_panel n on n.user_id = p.user_id and n.version_id = p_version_id
             where p.version_id = earlier and public.is_standing(p.user_id)) >= 2 then return 'not_on_panel'; end if;
  elsif own.signs_from > public.app_now() then return 'not_yet'; end if;
  if not public.is_standing(p_user_id) then return 'not_standing'; end if;
  if p_kind = 'closing' and exists (
       select from public.closing_lines(p_deal_id) l
         join public.commitments c on c.id = l.commitment_id
         join public.investor_records r on r.id = c.record_id
        where l.shares > l.base + l.rest and l.reason is not null
          and (r.user_id = p_user_id or public.is_same_identity(r.user_id, p_user_id))) then return 'own_gain'; end if;
  return null;
end $$;

-- Returns why this person is not one who signs a list now: the panel, an admin first, the days of standing, an own gain, that they and
-- whoever has signed count as two persons, and an account of their own that nobody called back. sign_act refuses besides what does not
-- hold any more and a new passkey.
create or replace function may_sign(p_act_id uuid, p_user_id uuid) returns text language plpgsql stable security definer as $$
declare
  act public.acts;
  other record;
  reason text;
begin
  select * into act from public.acts where id = p_act_id;
  if act.state not in ('prepared', 'waiting') or act.expires_at <= public.app_now() then return 'act_closed'; end if;
  if exists (select from public.act_signatures where act_id = act.id and user_id = p_user_id) then return 'same_account'; end if;
  reason := public.signer_refusal(act.deal_id, act.kind, act.version_id, p_user_id);
  if reason is not null then return reason; end if;
  if act.state = 'prepared' then
    return case when not exists (select from public.deal_panel
                                  where version_id = act.version_id and user_id = p_user_id and capacity = 'admin') then 'not_on_panel' end;
  end if;
  for other in select s.user_id from public.act_signatures s where s.act_id = act.id and s.user_id is not null loop
    reason := public.second_person_refusal(p_user_id, other.user_id);
    if reason is not null then return reason; end if;
  end loop;
  -- Who entered a piece of a list may sign it, as two persons see it then. Only an account has to be called back by one who did not make it.
  return case when exists (select from public.uncalled_accounts(act.id) c (part)
                            where public.made_account(act.deal_id, c.part, p_user_id)) then 'same_account' end;
end $$;

-- Why each other one of the panel cannot sign a list second, which the caller would sign first or somebody has. Null where one can, if
-- only some days later.
create or replace function second_obstacle(p_deal_id uuid, p_kind text) returns jsonb language plpgsql stable security definer as $$
declare
  me constant uuid := public.app_user_id();
  act public.acts;
  version uuid;
  others jsonb;
begin
  select * into act from public.acts
   where deal_id = p_deal_id and kind = p_kind and state in ('prepared', 'waiting') and coalesce(expires_at, 'infinity') > public.app_now();
  version := coalesce(act.version_id,
                      case p_kind when 'offer' then (public.newest_version(p_deal_id)).id else (public.approved_version(p_deal_id)).id end);
  if act.state = 'waiting' then
    if not (public.is_admin() or public.is_on_panel(p_deal_id, me)) then return null; end if;
  elsif not exists (select from public.deal_panel where version_id = version and user_id = me and capacity = 'admin')
     or public.signer_refusal(p_deal_id, p_kind, version, me) is not null then return null; end if;
  select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'reason', case act.state
             when 'waiting' then public.may_sign(act.id, p.user_id)
             else coalesce(public.signer_refusal(p_deal_id, p_kind, version, p.user_id), public.second_person_refusal(p.user_id, me)) end)
           order by p.name, p.id), '[]') into others
    from public.deal_panel p
   where p.version_id = version
     and case act.state when 'waiting' then not exists (select from public.act_signatures s where s.act_id = act.id and s.user_id = p.user_id)
                        else p.user_id is distinct from me end;
  -- The offer of an admin who is alone is approved a day later.
  return case when not (p_kind = 'offer' and others = '[]')
               and not others @? '$[*] ? (@.reason == null || @.reason == "not_yet")' then others end;
end $$;

-- The server has verified the assertion, or the password with a code; the database checks everything else.
create or replace function sign_act(p_act_id uuid, p_user_id uuid, p_credential_id text, p_assertion jsonb, p_ticks text[], p_call_backs jsonb)
returns text language plpgsql security definer as $$
declare
  at constant timestamptz := public.app_now();
  act public.acts;
  own public.deal_panel;
  key auth.passkeys;
  reason text;
  missing text;
  closes_at timestamptz;
begin
  perform from public.deals d join public.acts a on a.deal_id = d.id where a.id = p_act_id for update of d;
  select * into act from public.acts where id = p_act_id for update;
  if act.id is null then return null; end if;
  reason := public.may_sign(act.id, p_user_id);
  if reason is not null then
    raise sqlstate 'KC001' using message = case reason when 'act_closed' then 'act_closed' when 'not_yet' then 'act_not_yet' else 'act_not_yours' end,
      detail = jsonb_build_object('reason', reason)::text;
  end if;
  if act.kind = 'closing' and public.shares_kept_until(act.deal_id) is not null then
    raise sqlstate 'KC001' using message = 'act_shares_kept';
  end if;
  if public.is_act_stale(act) or coalesce(public.act_obstacle(act.deal_id, act.kind), '') <> '' or public.waits_for_account(act.deal_id) then
    raise sqlstate 'KC001' using message = 'act_changed';
  end if;
  if p_credential_id is not null then
    select * into key from auth.passkeys where credential_id = p_credential_id and user_id = p_user_id;
    if key.id is null then raise insufficient_privilege; end if;
    if key.created_at > at - interval '72 hours' then
      raise sqlstate 'KC001' using message = 'act_not_yours', detail = '{"reason": "new_passkey"}';
    end if;
  end if;
  select part into missing from unnest(public.call_backs_needed(act.id, p_user_id)) part
   where coalesce(btrim(p_call_backs ->> part), '') = '' limit 1;
  if missing is not null then
    raise sqlstate 'KC001' using message = 'act_needs_call_back', detail = jsonb_build_object('part', missing)::text;
  end if;
  select part into missing from public.uncalled_accounts(act.id) part
   where btrim(p_call_backs ->> part) <> '' and public.made_account(act.deal_id, part, p_user_id) limit 1;
  if missing is not null then
    raise sqlstate 'KC001' using message = 'act_own_call_back', detail = jsonb_build_object('part', missing)::text;
  end if;
  select * into own from public.deal_panel where version_id = act.version_id and user_id = p_user_id;
  insert into public.act_signatures (act_id, user_id, name, capacity, takes_part_pence, signed_at, method, credential_id, public_key,
                                     assertion, ticks, call_backs)
  select act.id, p_user_id, own.name, own.capacity, coalesce(sum(l.cost_pence), 0), at,
         case when key.id is null then 'password_and_code' else 'passkey' end, key.credential_id, key.public_key, p_assertion, p_ticks,
         (select coalesce(jsonb_object_agg(part, btrim(p_call_backs ->> part)), '{}') from public.uncalled_accounts(act.id) part
           where btrim(p_call_backs ->> part) <> '')
    from public.closing_lines(act.deal_id) l
    join public.commitments c on c.id = l.commitment_id
    join public.investor_records r on r.id = c.record_id
   where r.user_id = p_user_id and act.kind = 'closing';
  if act.state = 'prepared' then
    -- Nobody could commit by an offer that has its second signature after its own end. New terms of a closed deal end before they are signed.
    closes_at := (act.content::jsonb #>> '{terms,closes_at}')::timestamptz;
    update public.acts
       set state = 'waiting', expires_at = least(at + interval '14 days', case when closes_at > at then closes_at end)
     where id = act.id;
    return 'waiting';
  end if;
  update public.acts set state = 'signed', signed_at = at, expires_at = null where id = act.id;
  -- A closing list says how many shares are left out, so nobody takes one of them after it.
  if act.kind = 'closing' then
    update public.top_ups set ended_at = at where deal_id = act.deal_id and ended_at is null;
  end if;
  -- A changed line waits for a day, and so does money to a new account.
  update public.act_parts p set not_before = at + interval '24 hours'
   where p.act_id = act.id
     and (p.part = 'shares' and p.is_discretionary
          or p.part in ('wire', 'fees') and exists (select from public.act_parts c where c.act_id = act.id and c.part = 'company_account'
                                                      and c.is_discretionary));
  return 'signed';
end $$;

-- An offer whose author was the only admin all the time, a day later.
create or replace function sign_alone(p_act_id uuid) returns boolean language plpgsql security definer as $$
declare act public.acts;
begin
  perform from public.deals d join public.acts a on a.deal_id = d.id where a.id = p_act_id for update of d;
  select * into act from public.acts where id = p_act_id for update;
  if act.kind <> 'offer' or act.state <> 'waiting' or public.is_act_stale(act)
     or not public.was_only_admin(act.prepared_by, (select min(s.signed_at) from public.act_signatures s where s.act_id = act.id))
  then return false; end if;
  update public.acts set state = 'signed', signed_at = public.app_now(), expires_at = null where id = act.id;
  -- An account is confirmed by two.
  delete from public.act_parts where act_id = act.id and part = 'collection_account';
  return true;
end $$;

-- When the reader's first passkey is old enough to sign with; null where it is, and without one.
create or replace function passkey_signs_from() returns timestamptz language sql stable security definer as $$
  select k.at from (select min(p.created_at) + interval '72 hours' as at from auth.passkeys p where p.user_id = public.app_user_id()) k
   where k.at > public.app_now() $$;

create or replace function is_stopped(p_act_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.act_objections o
                  where o.act_id = p_act_id and o.withdrawn_at is null
                    and coalesce(o.answered_at + interval '24 hours', 'infinity') > public.app_now()) $$;

-- Returns why the money of a round cannot be sent to the company; null where it can.
create or replace function wire_obstacle(p_deal_id uuid) returns text language sql stable security definer as $$
  select case
    when public.wire_pence(p_deal_id) is null or exists (select from public.uncalled_funds(p_deal_id)) then 'not_all_paid'
    when public.wire_pence(p_deal_id) < (public.approved_terms(p_deal_id)).club_minimum_pence then 'below_minimum'
    when not public.are_costs_sound(p_deal_id) then 'costs_differ'
    when public.ledger_balance(p_deal_id, '2300') <> 0 then 'unidentified'
    when public.ledger_balance(p_deal_id, '2200') <> 0 then 'refund_open'
    when public.ledger_difference(p_deal_id) <> 0 then 'ledger_mismatch'
    when public.wire_pence(p_deal_id) > public.ledger_balance(p_deal_id, '1000')
           - coalesce((select sum(o.amount_pence) from public.outgoing_payments o where o.deal_id = p_deal_id and o.state = 'approved'), 0)
      then 'account_short' end $$;

-- Of all calls, whatever the club has borne of them since.
create or replace function fees_called(p_deal_id uuid) returns bigint language sql stable security definer as $$
  select -coalesce(sum(e.amount_pence), 0)::bigint
    from public.ledger_entries e
    join public.ledger_transactions t on t.id = e.transaction_id
    left join public.ledger_transactions o on o.id = t.reverses_id
   where e.deal_id = p_deal_id and e.account = '2100' and coalesce(o.kind, t.kind) = 'call' $$;

-- What is left of the fees after what the club bears, and is not on its way.
create or replace function fees_to_send(p_deal_id uuid) returns bigint language sql stable security definer as $$
  select -public.ledger_balance(p_deal_id, '2100') - coalesce(sum(o.amount_pence), 0)::bigint
    from public.outgoing_payments o where o.deal_id = p_deal_id and o.kind = 'fee' and o.state in ('proposed', 'approved') $$;

-- Returns why a part of a signed list is not carried out now; null where it is.
create or replace function part_refusal(p_act_id uuid, p_part text) returns text language plpgsql stable security definer as $$
declare
  act public.acts;
  step public.act_parts;
  content jsonb;
  seen public.balance_sightings;
  proposal public.deal_completions;
begin
  if not public.is_admin() then return null; end if;
  select * into act from public.acts where id = p_act_id;
  select * into step from public.act_parts where act_id = act.id and part = p_part;
  if step.id is null then return 'not_in_list'; end if;
  if step.executed_at is not null then return 'executed'; end if;
  if act.state <> 'signed' then return 'not_signed'; end if;
  if public.app_now() >= act.signed_at + (case p_part when 'completion' then interval '60 days' else interval '14 days' end)
  then return 'expired'; end if;
  if public.is_stopped(act.id) then return 'stopped'; end if;
  if step.not_before > public.app_now() then return 'not_yet'; end if;
  content := act.content::jsonb;
  if p_part = 'offer' then
    return case
      when (public.newest_version(act.deal_id)).id <> act.version_id
        or exists (select from public.deals d join public.deal_terms t on t.id = (public.newest_version(d.id)).terms_id
                    where d.id = act.deal_id and d.state = 'released' and t.closes_at < public.end_of_commitments(d.id)
                      and public.app_now() < public.end_of_commitments(d.id)) then 'list_differs' end;
  elsif p_part = 'shares' then
    return coalesce(public.act_obstacle(act.deal_id, 'closing'),
                    case when public.act_content(act.deal_id, 'closing') -> 'shares' <> content -> 'shares' then 'list_differs' end);
  elsif p_part = 'collection_account' then
    return case when public.collection_account_text(act.deal_id) is distinct from content -> 'collection_account'
                  or public.waits_for_account(act.deal_id) then 'list_differs' end;
  elsif p_part = 'company_account' then
    return case when public.company_account_text(act.deal_id) is distinct from content -> 'company_account' then 'list_differs' end;
  end if;
  if exists (select from public.act_parts e where e.act_id = act.id and e.executed_at is null
                and e.part in ('shares', 'collection_account', 'company_account')) then return 'not_yet'; end if;
  if p_part = 'fees' then
    return case when exists (select from public.act_parts w where w.act_id = act.id and w.part = 'wire' and w.executed_at is null) then 'not_yet'
                when public.fees_called(act.deal_id) <> (content #>> '{fees,pence}')::bigint
                  or (content -> 'fees') - 'pence' <> public.fee_account_text() then 'list_differs' end;
  elsif p_part = 'wire' then
    if public.wire_pence(act.deal_id) is not null and public.wire_pence(act.deal_id) <> (content #>> '{wire,pence}')::bigint
       or public.company_account_text(act.deal_id) ->> 'id' is distinct from content #>> '{company_account,id}' then return 'list_differs'; end if;
    select * into seen from public.balance_sightings
     where deal_id = act.deal_id and seen_at >= public.bank_list_changed_at(act.deal_id) order by seen_at desc, id desc limit 1;
    -- First: it can be typed again whatever else is missing.
    if seen.balance_pence <> seen.expected_pence then return 'balance_differs'; end if;
    if public.shares_kept_until(act.deal_id) is not null then return 'shares_kept'; end if;
    return coalesce(public.wire_obstacle(act.deal_id), case when seen.id is null or seen.is_half then 'no_balance' end);
  end if;
  select * into proposal from public.deal_completions where deal_id = act.deal_id and replaced_at is null and confirmed_at is null;
  return case
    when proposal.id is null then 'no_day'
    when public.completion_gate(act.deal_id, proposal.issued_on) -> 'unmet' <> '[]' then 'unmet'
    when proposal.proposed_at + interval '24 hours' > public.app_now() then 'not_yet' end;
end $$;

create or replace function execute_part(p_act_id uuid, p_part text) returns void language plpgsql security definer as $$
declare reason text;
begin
  perform from public.deals d join public.acts a on a.deal_id = d.id where a.id = p_act_id for update of d;
  reason := public.part_refusal(p_act_id, p_part);
  if reason is not null then raise integrity_constraint_violation using message = 'a part of a list is not carried out: ' || reason; end if;
  update public.act_parts set executed_at = public.app_now() where act_id = p_act_id and part = p_part;
  update public.acts set state = 'executed', ended_at = public.app_now()
   where id = p_act_id and not exists (select from public.act_parts where act_id = p_act_id and executed_at is null);
end $$;

-- One of the panel, or of the admins, stops a list that waits; the reason is told.
create or replace function withdraw_act(p_act_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare act public.acts;
begin
  perform from public.deals d join public.acts a on a.deal_id = d.id where a.id = p_act_id for update of d;
  select * into act from public.acts where id = p_act_id for update;
  if act.id is null or not (public.is_admin() or public.is_on_panel(act.deal_id, public.app_user_id())) then return null; end if;
  if act.state not in ('prepared', 'waiting', 'signed') then raise sqlstate 'KC001' using message = 'act_closed'; end if;
  update public.acts set state = 'withdrawn', ended_at = public.app_now(), ended_because = p_reason where id = act.id;
  return 'withdrawn';
end $$;

create or replace function expire_acts(p_deal_id uuid) returns setof uuid language sql security definer as $$
  update public.acts set state = 'expired', ended_at = public.app_now()
   where deal_id = p_deal_id and state = 'waiting' and expires_at <= public.app_now() returning id $$;

-- Returns the lists that do not hold any more and whose signers were not told of it.
create or replace function void_acts(p_deal_id uuid) returns setof uuid language sql security definer as $$
  update public.acts a set told_void_at = public.app_now()
   where a.deal_id = p_deal_id and a.told_void_at is null
     and (a.state in ('waiting', 'signed') and public.is_act_stale(a)
          or a.state = 'signed' and exists (select from public.act_parts p
                                             where p.act_id = a.id and public.part_refusal(a.id, p.part) in ('list_differs', 'expired')))
  returning a.id $$;

create or replace function object_to_act(p_act_id uuid, p_reason text) returns text language plpgsql security definer as $$
declare act public.acts; own uuid;
begin
  perform from public.deals d join public.acts a on a.deal_id = d.id where a.id = p_act_id for update of d;
  select * into act from public.acts where id = p_act_id;
  select c.id into own from public.commitments c join public.investor_records r on r.id = c.record_id
   where c.deal_id = act.deal_id and r.user_id = public.app_user_id()
     and public.is_live_commitment(c.state);
  if own is null then return null; end if;
  if act.state not in ('waiting', 'signed') then raise sqlstate 'KC001' using message = 'act_closed'; end if;
  if exists (select from public.act_objections where act_id = act.id and commitment_id = own) then
    raise sqlstate 'KC001' using message = 'objected_before';
  end if;
  insert into public.act_objections (act_id, commitment_id, reason) values (act.id, own, p_reason);
  return 'objected';
end $$;

create or replace function withdraw_act_objection(p_id uuid) returns text language plpgsql security definer as $$
declare objection public.act_objections;
begin
  select * into objection from public.act_objections where id = p_id for update;
  if objection.id is null or not public.owns_commitment(objection.commitment_id) then return null; end if;
  if objection.withdrawn_at is not null then raise sqlstate 'KC001' using message = 'objection_closed'; end if;
  update public.act_objections set withdrawn_at = public.app_now() where id = p_id;
  return 'withdrawn';
end $$;

-- What is mechanical is answered by one of the panel who did not prepare it; what is not, by one who has no part in the round.
create or replace function answer_refusal(p_act_id uuid, p_user_id uuid) returns text language sql stable security definer as $$
  select case
    when not exists (select from public.deal_panel p where p.version_id = a.version_id and p.user_id = p_user_id) then 'not_on_panel'
    when not public.is_standing(p_user_id) then 'not_standing'
    when a.prepared_by = p_user_id then 'same_account'
    when exists (select from public.act_parts p where p.act_id = a.id and p.is_discretionary and p.executed_at is null)
         and public.takes_part(a.deal_id, p_user_id) then 'own_part' end
    from public.acts a where a.id = p_act_id $$;

create or replace function objection_refusal(p_id uuid, p_user_id uuid) returns text language sql stable security definer as $$
  select case when o.withdrawn_at is not null or o.answered_at is not null then 'objection_closed'
              else public.answer_refusal(o.act_id, p_user_id) end
    from public.act_objections o where o.id = p_id $$;

-- Who may answer objections to a list, by name; where there is nobody it has to be withdrawn.
create or replace function answerers(p_act_id uuid) returns text[] language sql stable security definer as $$
  select coalesce(array_agg(p.name order by p.name, p.id), '{}')
    from public.acts a join public.deal_panel p on p.version_id = a.version_id
   where a.id = p_act_id and (public.is_clock() or public.reads_act(a.id)) and public.answer_refusal(a.id, p.user_id) is null $$;

create or replace function answer_act_objection(p_id uuid, p_answer text) returns text language plpgsql security definer as $$
declare reason text;
begin
  perform from public.act_objections where id = p_id for update;
  if not found or not exists (select from public.act_objections o where o.id = p_id and public.reads_act(o.act_id)) then return null; end if;
  reason := public.objection_refusal(p_id, public.app_user_id());
  if reason is not null then
    raise sqlstate 'KC001' using message = case reason when 'objection_closed' then reason else 'act_not_yours' end,
      detail = jsonb_build_object('reason', reason)::text;
  end if;
  update public.act_objections set answered_at = public.app_now(), answered_by = public.app_user_id(), answer = p_answer where id = p_id;
  return 'answered';
end $$;

-- By a file, or as one was taken back: a balance that was seen before says nothing of the list since.
create or replace function bank_list_changed_at(p_deal_id uuid) returns timestamptz language sql stable security definer as $$
  select coalesce(max(greatest(imported_at, taken_back_at)), '-infinity') from public.bank_files where deal_id = p_deal_id $$;

-- Returns whether the person has brought lines since the last balance that agreed.
create or replace function brought_lines(p_deal_id uuid, p_user_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.bank_files f
                  where f.deal_id = p_deal_id and f.imported_by = p_user_id
                    and f.imported_at > coalesce((select max(s.seen_at) from public.balance_sightings s
                                                   where s.deal_id = p_deal_id and s.balance_pence = s.expected_pence and not s.is_half), '-infinity')) $$;

-- Whether the balance is for somebody else to type: one of the panel who brought no lines, or, where all did, a second one.
create or replace function balance_is_for_other(p_deal_id uuid) returns boolean language sql stable security definer as $$
  select public.brought_lines(p_deal_id, public.app_user_id())
     and (exists (select from public.deal_panel p
                   where p.version_id = (public.approved_version(p_deal_id)).id and p.user_id <> public.app_user_id()
                     and public.is_standing(p.user_id) and not public.brought_lines(p_deal_id, p.user_id))
          or exists (select from public.balance_sightings s
                      where s.deal_id = p_deal_id and s.is_half and s.seen_by = public.app_user_id()
                        and s.seen_at >= public.bank_list_changed_at(p_deal_id))) $$;

-- Typed by one of the panel who has not brought the lines since the last balance that agreed; where all of them did, by two.
create or replace function see_balance(p_deal_id uuid, p_balance_pence bigint) returns jsonb language plpgsql security definer as $$
declare expected bigint; half boolean;
begin
  perform from public.deals where id = p_deal_id for update;
  if not found then return null; end if;
  if not public.is_on_panel(p_deal_id, public.app_user_id()) or not public.is_standing(public.app_user_id()) then
    if not public.is_admin() then return null; end if;
    raise sqlstate 'KC001' using message = 'act_not_yours', detail = '{"reason": "not_on_panel"}';
  end if;
  if public.balance_is_for_other(p_deal_id) then
    raise sqlstate 'KC001' using message = 'act_not_yours', detail = '{"reason": "same_account"}';
  end if;
  expected := public.account_pence(p_deal_id);
  half := expected = p_balance_pence and public.brought_lines(p_deal_id, public.app_user_id()) and not exists (
    select from public.balance_sightings s
     where s.deal_id = p_deal_id and s.is_half and s.seen_by <> public.app_user_id() and s.balance_pence = expected
       and s.expected_pence = expected and s.seen_at >= public.bank_list_changed_at(p_deal_id));
  insert into public.balance_sightings (deal_id, seen_by, balance_pence, expected_pence, is_half)
  values (p_deal_id, public.app_user_id(), p_balance_pence, expected, half);
  return jsonb_build_object('balance_pence', p_balance_pence, 'expected_pence', expected, 'is_half', half);
end $$;

-- The clock enters the two payments of a signed list as approved, by nobody: two have signed the list. The company's is the sum in the
-- list; the fees are what is left for the club in the books, less what it bore.
create or replace function arm_payment(p_act_id uuid, p_kind text, p_payee text) returns uuid language plpgsql security definer as $$
declare act public.acts; pence bigint; armed uuid;
begin
  select * into act from public.acts where id = p_act_id;
  pence := case p_kind when 'wire' then (act.content::jsonb #>> '{wire,pence}')::bigint else public.fees_to_send(act.deal_id) end;
  if pence <= 0 then return null; end if;
  if p_kind = 'wire' then update public.top_ups set ended_at = public.app_now() where deal_id = act.deal_id and ended_at is null; end if;
  insert into public.outgoing_payments (deal_id, kind, amount_pence, payee, reason, proposed_at, approved_at, state)
  values (act.deal_id, p_kind, pence, left(coalesce(p_payee, act.content::jsonb ->> 'company'), 200),
          'By list ' || act.number || ', ' || left(act.content_sha256, 4) || ' ' || substr(act.content_sha256, 5, 4),
          public.app_now(), public.app_now(), 'approved') returning id into armed;
  return armed;
end $$;

-- Of a version before its approval, once: two to four signatories who were announced, admins or not, at least one an admin. One is enough
-- where the club has no second one who could be on it.
create or replace function set_deal_panel(p_version_id uuid, p_members jsonb) returns void language plpgsql security definer as $$
declare version public.deal_versions; given integer;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into version from public.deal_versions where id = p_version_id;
  if version.approved_at is not null or exists (select from public.deal_panel where version_id = version.id) then raise insufficient_privilege; end if;
  insert into public.deal_panel (deal_id, version_id, user_id, name, capacity, arranges, invests_pence)
  select version.deal_id, version.id, p.id, p.name, case when public.is_admin_person(p.id) then 'admin' else 'second' end,
         coalesce(g.arranges, false), g.invests_pence
    from jsonb_to_recordset(p_members) g (user_id uuid, arranges boolean, invests_pence bigint)
    join public.people p on p.id = g.user_id
   where exists (select from public.signatories s where s.user_id = p.id and s.announced_at is not null and s.ended_at is null);
  get diagnostics given = row_count;
  if given <> jsonb_array_length(p_members) then raise sqlstate 'KC001' using message = 'panel_unknown'; end if;
  if given > 4 or (given < 2 and (select count(*) from public.panel_candidates()) > 1)
     or not exists (select from public.deal_panel where version_id = version.id and capacity = 'admin') then
    raise sqlstate 'KC001' using message = 'panel_size';
  end if;
end $$;

-- Admins first, and who was announced first.
create or replace function panel_candidates() returns setof uuid language sql stable security definer as $$
  select s.user_id from public.signatories s
   where s.user_id is not null and s.announced_at is not null and s.ended_at is null
     and case s.capacity when 'admin' then public.is_admin_person(s.user_id) else public.is_membership_open(s.user_id) end
   group by s.user_id order by min(s.capacity), min(s.announced_at), s.user_id $$;

create or replace view act_list with (security_barrier) as
  select a.id, a.deal_id, a.kind, a.number, a.version_id, a.content, a.content_sha256, a.prepared_by, a.prepared_at, a.state, a.signed_at,
         a.expires_at, a.ended_at, a.ended_because, company.name as company_name, d.name as deal_name,
         coalesce((select p.name from people p where p.id = a.prepared_by), 'a deleted account') as prepared_by_name,
         is_act_stale(a) as is_stale, is_stopped(a.id) as is_stopped, answerers(a.id) as answerers, may_sign(a.id, (select app_user_id())) as refusal,
         call_backs_needed(a.id, (select app_user_id())) as call_backs_needed,
         case when a.state in ('prepared', 'waiting') then second_obstacle(a.deal_id, a.kind) end as second_obstacle,
         is_admin() or is_on_panel(a.deal_id, (select app_user_id())) as is_whole,
         takes_part(a.deal_id, (select app_user_id())) as takes_part,
         array(select c.number from commitments c where c.deal_id = a.deal_id and owns_commitment(c.id)) as own_numbers
    from acts a
    join deals d on d.id = a.deal_id
    join companies company on company.id = d.company_id
   where (select is_admin()) or is_on_panel(a.deal_id, (select app_user_id()))
      or (a.state in ('waiting', 'signed', 'executed', 'withdrawn') and takes_part(a.deal_id, (select app_user_id())));

create or replace view act_part_list with (security_barrier) as
  select p.id, p.act_id, p.part, p.is_discretionary, p.not_before, p.executed_at,
         case when p.executed_at is null then part_refusal(p.act_id, p.part) end as refusal
    from act_parts p join acts a on a.id = p.act_id where reads_act(p.act_id);

create or replace view act_objection_list with (security_barrier) as
  select o.id, o.act_id, c.number, o.reason, o.objected_at, o.withdrawn_at, o.answered_at, o.answer,
         (select p.name from people p where p.id = o.answered_by) as answered_by_name, owns_commitment(o.commitment_id) as is_own,
         objection_refusal(o.id, (select app_user_id())) as refusal
    from act_objections o join commitments c on c.id = o.commitment_id where reads_act(o.act_id);

-- Nothing of a list is carried out in a deal that is over.
create or replace function end_acts_of_deal() returns trigger language plpgsql security definer as $$
begin
  update public.acts set state = 'withdrawn', ended_at = public.app_now(), ended_because = 'The deal was ' || new.state || '.'
   where deal_id = new.id and state in ('prepared', 'waiting', 'signed');
  return null;
end $$;

create trigger end_acts_of_deal after update of state on deals
  for each row when (new.state in ('cancelled', 'declined', 'withdrawn') and old.state <> new.state) execute function end_acts_of_deal();
create trigger keep_act before update or delete on acts for each row execute function keep_act();
create trigger keep_act before update on act_parts for each row execute function keep_act();
create trigger keep_act before update or delete on act_signatures for each row execute function keep_act();
create trigger keep_act before update or delete on act_objections for each row execute function keep_act();
create trigger keep_act before update or delete on balance_sightings for each row execute function keep_act();
create trigger keep_act before update or delete on deal_panel for each row execute function keep_act();

grant select on act_list, act_part_list, act_objection_list to club_member;
grant execute on function is_on_panel, takes_part, reads_acts, reads_act, may_sign, call_backs_needed, second_obstacle, prepare_act,
  withdraw_act, object_to_act, withdraw_act_objection, answer_act_objection, is_act_stale, is_stopped, answer_refusal, answerers,
  passkey_signs_from, part_refusal, objection_refusal, see_balance, balance_is_for_other, set_deal_panel, panel_candidates, act_obstacle, arrangers_without_part, closing_lacks to club_member;
