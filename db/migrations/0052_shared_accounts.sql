-- Which deals share an account is asked with each sum of a deal.
create index collection_accounts_deal_id_idx on collection_accounts (deal_id);
create index collection_accounts_digits_idx on collection_accounts (sort_code, account_number);
