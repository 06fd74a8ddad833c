-- The version of the program's drawing that a paper was made with, so that a later one can draw it again. Null for what others made,
-- and for papers of before this was kept. A paper that is drawn again is another row; the one before stays, removed, with its file.
alter table papers add column drawing integer check (drawing > 0);
create index papers_drawing_idx on papers (deal_id, drawing)
  where removed_at is null and kind in ('ledger', 'success_fee_invoice', 'beneficial_certificate', 'signed_commitment');
