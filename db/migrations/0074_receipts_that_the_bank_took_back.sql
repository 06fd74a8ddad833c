-- A payment of a member that their bank takes back is booked as that, and names the receipt.
alter table ledger_transactions add column returned_id uuid references ledger_transactions (id);
alter table ledger_transactions add constraint ledger_transactions_returned_check check (returned_id is null or kind = 'payment_returned');
create index ledger_transactions_returned_id_idx on ledger_transactions (returned_id) where returned_id is not null;
