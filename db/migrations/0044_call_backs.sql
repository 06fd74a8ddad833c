-- Each new account has its own call back. An old note was asked for once for all new accounts of its list, and stays with each of them.
alter table act_signatures add column call_backs jsonb not null default '{}' check (
    call_backs - '{collection_account,company_account}'::text[] = '{}'
    and btrim(call_backs ->> 'collection_account') <> '' and length(call_backs ->> 'collection_account') <= 5000
    and btrim(call_backs ->> 'company_account') <> '' and length(call_backs ->> 'company_account') <= 5000);
update act_signatures s
   set call_backs = (select coalesce(jsonb_object_agg(p.part, s.call_back_note), '{}') from act_parts p
                      where p.act_id = s.act_id and p.part in ('collection_account', 'company_account') and p.is_discretionary)
 where s.call_back_note is not null;
alter table act_signatures drop column call_back_note;
comment on table act_signatures is 'club; own: name capacity takes_part_pence signed_at method ticks call_backs';

-- Without a note where nobody called, as the account was known.
alter table collection_accounts drop constraint collection_accounts_check;
alter table collection_accounts add constraint collection_accounts_check check (confirmed_at is not null or call_back_note is null);
update collection_accounts set call_back_note = null where call_back_note = 'The same account as in the last deal.';
alter table company_accounts drop constraint company_accounts_check;
alter table company_accounts add constraint company_accounts_check check (confirmed_at is not null or call_back_note is null);
update company_accounts set call_back_note = null where call_back_note = 'The same account as in the last deal.';
