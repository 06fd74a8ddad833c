-- A certificate for tax relief that was given to a member is taken back with a reason, and its row stays.
alter table papers add column withdrawn_reason text check (btrim(withdrawn_reason) <> '' and length(withdrawn_reason) <= 5000);
alter table papers add constraint papers_withdrawn_check
  check (withdrawn_reason is null or (removed_at is not null and kind = 'relief_certificate' and commitment_id is not null));
