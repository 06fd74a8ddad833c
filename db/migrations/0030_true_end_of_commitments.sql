-- The true end of commitments is kept, and another end than that of the terms is announced. Members say that they sent money.
alter table deals add column closed_at timestamptz(3)
  constraint deals_closed_at_check check (closed_at is null or state in ('closing', 'completed', 'exited', 'cancelled'));
alter table commitments add column said_sent_at timestamptz(3);
comment on table commitments is 'club; own: id deal_id number state state_since placed_at tier fee_bp band amount_pence
  ceiling_pence shares least_shares wants_relief signed_as allocated_shares cost_pence fee_pence due_pence reference called_at
  due_at grace_until held_at said_sent_at extended_at extension_reason';

-- Commitments end at another time than the terms say, or than was announced before.
create table closing_announcements (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  announced_at timestamptz(3) not null default app_now(),
  author_id uuid references auth.users (id) on delete set null,
  terms_closes_at timestamptz(3) not null,
  instead_of timestamptz(3) not null,
  closes_at timestamptz(3) not null check (closes_at <> instead_of),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 5000));
create index closing_announcements_deal_id_idx on closing_announcements (deal_id, announced_at desc, id desc);
create index closing_announcements_author_id_idx on closing_announcements (author_id);

-- Deals that were closed early had a reason and no announcement: they keep both, as of that moment.
with ended as (
  select d.id, m.moved_at, m.moved_by, m.reason, t.closes_at
    from deals d
    join lateral (select x.* from deal_moves x
                   where x.deal_id = d.id and x.to_state in ('released', 'closing')
                   order by x.moved_at desc, x.id desc limit 1) m on m.to_state = 'closing'
    join lateral (select t.closes_at from deal_versions v join deal_terms t on t.id = v.terms_id
                   where v.deal_id = d.id and v.approved_at <= m.moved_at order by v.number desc limit 1) t on true
   where d.state in ('closing', 'completed', 'exited', 'cancelled')),
closed as (
  update deals d set closed_at = least(e.moved_at, e.closes_at) from ended e where e.id = d.id)
insert into closing_announcements (deal_id, announced_at, author_id, terms_closes_at, instead_of, closes_at, reason)
select id, moved_at, moved_by, closes_at, closes_at, moved_at, reason
  from ended where moved_at < closes_at and reason is not null;

update notices set kind = 'deal_closing' where kind = 'deal_closed_early';
alter table closing_announcements enable row level security;

-- Rights

grant select on closing_announcements to club_member;
create policy "admins see announcements of a closing" on closing_announcements for select to club_member
  using ((select is_admin()));
