-- Who proposed to cancel a deal takes that back.
alter table proposed_cancellings add column withdrawn_at timestamptz(3);
