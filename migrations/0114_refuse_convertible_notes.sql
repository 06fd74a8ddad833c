-- A convertible loan note is a loan, of which there are no shares to allocate, value or sell. Terms that have one stay as they are.
alter table deal_terms add constraint deal_terms_instrument_is_shares check (instrument <> 'convertible_note') not valid;
