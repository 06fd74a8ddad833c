-- Members hear of a balance that differs for a day, and then of its end. Of what was told before they hear nothing more.
alter table balance_sightings add column told_at timestamptz(3);
