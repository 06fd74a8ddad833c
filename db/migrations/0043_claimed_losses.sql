alter table relief_records add column lost_on date check (kind = 'loss' or lost_on is null);
comment on table relief_records is 'club; own: typed_holding_id kind claimed_on pence is_carried_back lost_on';

-- Rights

grant insert (lost_on) on relief_records to club_member;
