-- Who asked that an admin's own money is sent back to them: nobody proposes that.
alter table outgoing_payments add column asked_by uuid references auth.users (id) on delete set null;
create index outgoing_payments_asked_by_idx on outgoing_payments (asked_by);
