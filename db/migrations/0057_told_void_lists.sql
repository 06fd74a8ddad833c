-- Who signed a list is told once that it does not hold any more. What ended before is told to nobody.
alter table acts add column told_void_at timestamptz(3);
