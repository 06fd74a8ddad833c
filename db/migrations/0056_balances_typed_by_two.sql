-- A right balance of somebody who brought lines counts once a second one types it too.
alter table balance_sightings add column is_half boolean not null default false;
