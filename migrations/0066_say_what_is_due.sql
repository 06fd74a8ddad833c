-- What members have to know without asking: what is due, the dates ahead, and terms by one number. And an account that a second
-- admin found to be wrong.

alter table collection_accounts
  add column rejected_at timestamptz(3),
  add column rejected_by uuid references auth.users (id) on delete set null,
  -- Read by admins.
  add column rejection text check (btrim(rejection) <> '' and length(rejection) <= 5000),
  add check (num_nulls(rejected_at, rejection) in (0, 2)),
  add check (rejected_at is null or (confirmed_at is null and replaced_at is not null));
create index collection_accounts_rejected_by_idx on collection_accounts (rejected_by);
alter table company_accounts
  add column rejected_at timestamptz(3),
  add column rejected_by uuid references auth.users (id) on delete set null,
  add column rejection text check (btrim(rejection) <> '' and length(rejection) <= 5000),
  add check (num_nulls(rejected_at, rejection) in (0, 2)),
  add check (rejected_at is null or (confirmed_at is null and replaced_at is not null));
create index company_accounts_rejected_by_idx on company_accounts (rejected_by);

-- With the one that was rejected last, until another is entered.
create or replace view collection_account_list with (security_barrier) as
  select a.id, a.deal_id, a.account_name, a.sort_code, a.account_number, a.bank, a.partner, a.entered_at, a.entered_by,
         a.confirmed_at, a.call_back_note, a.frozen_until,
         author.full_name as entered_by_name, confirmer.full_name as confirmed_by_name,
         a.confirmed_at is null and a.rejected_at is null as is_waiting,
         coalesce(a.entered_by = (select app_user_id()) and a.entered_at <= (select app_now()) - interval '24 hours'
                    and (select is_only_admin()), false) as is_left_to_author,
         a.rejected_at, rejecter.full_name as rejected_by_name, a.rejection
    from collection_accounts a
    left join people author on author.id = a.entered_by
    left join people confirmer on confirmer.id = a.confirmed_by
    left join people rejecter on rejecter.id = a.rejected_by
   where (select is_admin())
     and (a.replaced_at is null
          or (a.rejected_at is not null
              and not exists (select from collection_accounts later
                               where later.deal_id = a.deal_id and (later.entered_at, later.id) > (a.entered_at, a.id))));
create or replace view company_account_list with (security_barrier) as
  select a.id, a.deal_id, a.account_name, a.sort_code, a.account_number, a.bank, a.entered_at, a.entered_by, a.confirmed_at,
         a.call_back_note, author.full_name as entered_by_name, confirmer.full_name as confirmed_by_name,
         a.confirmed_at is null and a.rejected_at is null as is_waiting,
         is_left_alone(a.entered_by, a.entered_at) as is_left_to_author,
         a.rejected_at, rejecter.full_name as rejected_by_name, a.rejection
    from company_accounts a
    left join people author on author.id = a.entered_by
    left join people confirmer on confirmer.id = a.confirmed_by
    left join people rejecter on rejecter.id = a.rejected_by
   where (select is_admin())
     and (a.replaced_at is null
          or (a.rejected_at is not null
              and not exists (select from company_accounts later
                               where later.deal_id = a.deal_id and (later.entered_at, later.id) > (a.entered_at, a.id))));

-- What waits to be confirmed is wrong. Answers rejected, closed, or null where there is no such account.
create function reject_collection_account(p_deal_id uuid, p_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals where id = p_deal_id for update;
  if not exists (select from public.collection_accounts where id = p_id and deal_id = p_deal_id) then return null; end if;
  update public.collection_accounts
     set rejected_at = public.app_now(), replaced_at = public.app_now(), rejected_by = public.app_user_id(), rejection = p_reason
   where id = p_id and confirmed_at is null and replaced_at is null;
  return case when found then 'rejected' else 'closed' end;
end
$$;
create function reject_company_account(p_deal_id uuid, p_id uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  perform from public.deals where id = p_deal_id for update;
  if not exists (select from public.company_accounts where id = p_id and deal_id = p_deal_id) then return null; end if;
  update public.company_accounts
     set rejected_at = public.app_now(), replaced_at = public.app_now(), rejected_by = public.app_user_id(), rejection = p_reason
   where id = p_id and confirmed_at is null and replaced_at is null;
  return case when found then 'rejected' else 'closed' end;
end
$$;
grant execute on function reject_collection_account(uuid, uuid, text), reject_company_account(uuid, uuid, text) to club_member;

-- As before; less than before was paid means that a receipt was taken back, not that money was called again.
create or replace function settle_commitment(p_commitment_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  own public.commitments;
  open_pence bigint;
  settled text;
begin
  select * into own from public.commitments where id = p_commitment_id for update;
  if own.state not in ('called', 'part_paid', 'paid') then return own.state; end if;
  open_pence := public.ledger_balance(own.deal_id, '1100', own.id);
  settled := case when open_pence = 0 then 'paid' when open_pence < own.due_pence then 'part_paid' else 'called' end;
  if settled <> own.state then
    update public.commitments set state = settled, state_since = public.app_now() where id = own.id;
    insert into public.commitment_events (commitment_id, kind, actor_id, details)
    values (own.id, case when settled = 'called' or (own.state = 'paid' and settled = 'part_paid') then 'receipt_taken_back'
                         else settled end,
            public.app_user_id(), jsonb_build_object('open_pence', open_pence));
  end if;
  return settled;
end
$$;

-- With what the accepted terms say of the smallest commitment and of the dates ahead.
drop view own_commitments;
create view own_commitments with (security_barrier) as
  select c.*, d.state as deal_state, accepted.content #>> '{company,name}' as company_name,
         accepted.content ->> 'deal_name' as deal_name, t.number as terms_number, t.price, t.scheme,
         t.minimum_commitment_pence as minimum_pence, t.closes_at, t.completion_expected_on,
         n.id as new_terms_id, n.number as new_terms_number, n.price as new_price, n.scheme as new_scheme,
         n.minimum_commitment_pence as new_minimum_pence,
         case when c.state = 'needs_reconsent' and (select is_investor()) then accepted.content end as content_before,
         case when c.state = 'needs_reconsent' and (select is_investor()) then newest.content end as content_after
    from commitments c
    join deals d on d.id = c.deal_id
    join deal_terms t on t.id = c.terms_id
    join lateral (select v.content from deal_versions v
                   where v.deal_id = c.deal_id and v.terms_id = c.terms_id and v.approved_at is not null
                   order by v.number desc limit 1) accepted on true
    join lateral (select v.content, v.terms_id from deal_versions v
                   where v.deal_id = c.deal_id and v.approved_at is not null
                   order by v.number desc limit 1) newest on true
    join deal_terms n on n.id = newest.terms_id
   where owns_record(c.record_id);
grant select on own_commitments to club_member;

-- Members know terms by their number and day; versions are the desk's.
create or replace view own_deliveries with (security_barrier) as
  select d.id, d.delivered_at, d.channel, d.statement_id, d.signed_on, d.valid_through, v.number as version_number, v.page_sha256,
         case when (select is_investor()) then v.content #>> '{company,name}' end as company_name,
         t.number as terms_number, t.created_at as terms_set_at
    from deliveries d
    join deal_versions v on v.id = d.deal_version_id
    join deal_terms t on t.id = v.terms_id
   where owns_record(d.record_id);
