alter table closing_announcements add column confirmed_at timestamptz(3),
  add column confirmed_by uuid references auth.users (id) on delete set null;
update closing_announcements set confirmed_at = announced_at;
create index closing_announcements_confirmed_by_idx on closing_announcements (confirmed_by);
