-- The sentence of a notice about its reader's own money, with company and sum as they were then. Null: the general words of its kind.
alter table notices add column text text check (btrim(text) <> '' and length(text) <= 1000);
