-- Two windows that change the same shares: the later one is told of the earlier.
alter table typed_holdings add column updated_at timestamptz(3) not null default now();
