-- Two admins cancel a deal: one proposes it with the reason that members read, another confirms it.
create table proposed_cancellings (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  proposed_at timestamptz(3) not null default app_now(),
  author_id uuid references auth.users (id) on delete set null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000),
  confirmed_at timestamptz(3),
  confirmed_by uuid references auth.users (id) on delete set null);
create index proposed_cancellings_deal_id_idx on proposed_cancellings (deal_id, proposed_at desc, id desc);
create index proposed_cancellings_author_id_idx on proposed_cancellings (author_id);
create index proposed_cancellings_confirmed_by_idx on proposed_cancellings (confirmed_by);
alter table proposed_cancellings enable row level security;

-- A line put back to what the published method gives is no change, in drafts that two have not signed.
update allocation_lines l set reason = null, changed_by = null, changed_at = null
  from allocations a
 where a.id = l.allocation_id and a.state = 'draft' and l.reason is not null and l.shares = l.base + l.priority + l.rest
   and not exists (select from acts x where x.deal_id = a.deal_id and x.kind = 'closing' and x.state = 'signed');

-- Rights

grant select on proposed_cancellings to club_member;
create policy "admins see who proposed to cancel a deal" on proposed_cancellings for select to club_member
  using ((select is_admin()));
