-- A payment that the bank sends back is booked as that, and is owed again.
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in (
  'call', 'receipt', 'unidentified', 'leaving', 'club_bears', 'refund', 'return', 'wire', 'fee', 'reversal',
  'exit', 'exit_costs', 'distribution', 'payment_returned'));
