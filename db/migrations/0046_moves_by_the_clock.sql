-- A move without a person is the clock's, or of somebody whose account is gone.
alter table deal_moves add column is_by_clock boolean not null default false;
update deal_moves set is_by_clock = true
 where moved_by is null and (from_state, to_state) in
       (('preparing', 'approved'), ('approved', 'released'), ('released', 'closing'), ('closing', 'completed'), ('completed', 'exited'));
