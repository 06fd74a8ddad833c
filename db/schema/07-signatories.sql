-- Money moves when two persons act who were announced a week before. A row says how somebody became one of them: what is
-- written once stays. The person is null once their account is deleted.
create table signatories (
  id uuid primary key default app_uuid_v7(),
  user_id uuid references auth.users (id) on delete set null,
  capacity text not null check (capacity in ('admin', 'second')),
  -- `setting` is ADMIN_EMAILS; who is taken over was an admin before there were proposals.
  origin text not null default 'proposed' check (origin in ('proposed', 'setting', 'taken_over')),
  how_known text check (btrim(how_known) <> '' and length(how_known) <= 200),
  proposed_by uuid references auth.users (id) on delete set null,
  proposed_at timestamptz(3) not null default app_now(),
  -- The first of two members confirms, where nobody else is standing.
  member_confirmed_by uuid references auth.users (id) on delete set null,
  member_confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null,
  confirmed_at timestamptz(3),
  announced_at timestamptz(3),
  -- The mails of the announcement are queued.
  told_at timestamptz(3),
  end_proposed_by uuid references auth.users (id) on delete set null,
  end_proposed_at timestamptz(3),
  end_reason text check (btrim(end_reason) <> '' and length(end_reason) <= 5000),
  end_member_confirmed_by uuid references auth.users (id) on delete set null,
  ended_by uuid references auth.users (id) on delete set null,
  ended_at timestamptz(3),
  check (origin <> 'proposed' or how_known is not null),
  check ((announced_at is null) = (confirmed_at is null)),
  check (told_at is null or announced_at is not null),
  check (end_proposed_at is null or end_reason is not null));
create unique index signatories_open_idx on signatories (user_id, capacity) where ended_at is null;
create index signatories_user_id_idx on signatories (user_id);
create index signatories_proposed_by_idx on signatories (proposed_by);
create index signatories_member_confirmed_by_idx on signatories (member_confirmed_by);
create index signatories_confirmed_by_idx on signatories (confirmed_by);
create index signatories_end_proposed_by_idx on signatories (end_proposed_by);
create index signatories_end_member_confirmed_by_idx on signatories (end_member_confirmed_by);
create index signatories_ended_by_idx on signatories (ended_by);
create index signatories_untold_idx on signatories (announced_at) where told_at is null;
comment on table signatories is 'club; own: capacity how_known proposed_at confirmed_at announced_at end_reason ended_at';

create table signatory_objections (
  id uuid primary key default app_uuid_v7(),
  signatory_id uuid not null references signatories (id),
  user_id uuid references auth.users (id) on delete set null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  objected_at timestamptz(3) not null default app_now(),
  withdrawn_at timestamptz(3));
create unique index signatory_objections_open_idx on signatory_objections (signatory_id, user_id) where withdrawn_at is null;
create index signatory_objections_user_id_idx on signatory_objections (user_id);
comment on table signatory_objections is 'club; own: reason objected_at withdrawn_at';
