-- The proposals to complete a deal that wait for another admin, for the count on the desk.
create index deal_completions_waiting_idx on deal_completions (deal_id) where confirmed_at is null and replaced_at is null;
